"""What a visitor sets up on the Perudo page, and its link."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property

from boardodds.dashboard.perudo import players, rounds
from boardodds.dashboard.perudo.rounds import Hand
from boardodds.dashboard.ui.settings import (
    Allowed,
    Query,
    allowed_rules,
    any_text,
    changed_settings,
    from_text,
    last_value,
    one_of,
    rules_of_link,
    whole_number,
)
from boardodds.perudo import ANY_HIGHER_RULES, Bid, Rules, legal_bids
from boardodds.perudo.bidders import HUMAN, LogitBidder, PolicyBidder
from boardodds.perudo.round_state import MIN_PLAYERS, RoundState
from boardodds.perudo.rules import ANY_HIGHER, MAX_PLAYERS, PRINTED
from boardodds.probability.declared_rules import changed_rules, rule_in_words
from boardodds.probability.display import plural

# The hand of the post that the page follows, and the bid that it answers.
START = RoundState.parse("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4")
_BEFORE_BIDS = replace(START, bids=())
MAX_TEXT = 900
LOGIT, COMPUTER = MODELS = ("logit", "computer")
MAX_SHARPNESS = 30
SLIPS = (1, 2, 5, 10, 20)


@dataclass(frozen=True)
class PerudoState:
    """The game, its rules, the round, the hands in it, and the players.

    game: the printed game that the rules started from, a key of ``PRINTED``.
    entered: the round that was entered, which the rules may not allow; None for the round that the page starts with.
    hands: the hands shown in this round, by seat.
    draft: a text for the round that cannot be read; "" if there is none.
    model, sharpness, slip: how the others bid; ``slip`` in percent.
    names, styles: of all players that there can be, by seat; "" for a player without a name.
    had_palifico: the seats of players who won a die back when they had one; they get no second palifico round.
    won: the seat of the winner of the match after the round; None before its end.
    asks: whether the board asks what the cups showed after dudo, because the visitor followed the advice.
    """

    game: str = "any_higher"
    rules: Rules = ANY_HIGHER_RULES
    entered: RoundState | None = None
    hands: Mapping[int, Hand] = field(default_factory=dict)
    draft: str = ""
    model: str = LOGIT
    sharpness: int = int(HUMAN.sharpness)
    slip: int = 2
    names: tuple[str, ...] = ("",) * MAX_PLAYERS
    styles: tuple[str, ...] = (players.AS_SET,) * MAX_PLAYERS
    had_palifico: frozenset[int] = frozenset()
    won: int | None = None
    asks: bool = False

    @property
    def text(self) -> str:
        """The round as the visitor or the link wrote it; "" for the round that the page starts with."""
        return self.draft or ("" if self.entered is None else str(self.entered))

    @cached_property
    def example(self) -> RoundState:
        """The round that the page starts with, as far as the rules allow it."""
        return rounds.possible(
            replace(START, hand=tuple(min(die, self.rules.sides) for die in START.hand)), self.rules
        )[0]

    @property
    def entered_round(self) -> RoundState:
        """The round that was entered, which the rules may not allow, or the one that the page starts with."""
        return self.entered or self.example

    @cached_property
    def _round_and_reason(self) -> tuple[RoundState, str]:
        """The round as far as the rules allow it, and why they allow no more of it."""
        return rounds.possible(self.entered_round, self.rules)

    @cached_property
    def round(self) -> RoundState:
        """The round that the page shows."""
        return self._round_and_reason[0]

    @cached_property
    def rules_now(self) -> Rules:
        """The rules after the bids of the round, which can have ended that aces are wild."""
        return self.round.rules_now(self.rules)

    @cached_property
    def hand(self) -> Hand:
        """The viewer's hand, with the places in which the same dice were entered; an empty one for an onlooker."""
        viewer, dice = self.round.viewer, self.round.hand
        entered = Hand() if viewer is None else self.hands.get(viewer, Hand())
        return entered if tuple(sorted(entered.dice)) == dice else Hand(dice)

    @cached_property
    def winner(self) -> int | None:
        """The seat of the player who has won the match, if the round was its last one."""
        seats = [seat for seat, dice in enumerate(self.round.dice) if dice]
        return self.won if self.won in seats and len(seats) == MIN_PLAYERS else None

    @property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the round that was entered, and what the page shows in its place."""
        if self.draft:
            is_example = self.entered in (None, _BEFORE_BIDS)
            try:
                RoundState.parse(self.draft)
            except ValueError as error:
                return [
                    f"{error}. The page shows {'an example' if is_example else 'the last round that could be read'}"
                ]
            return []
        state, reason = self._round_and_reason
        if self.needs_any_higher:
            reason = f"{reason} ({rule_in_words(self.rules, 'raise_rule')})"
        if not reason:
            return []
        bid = "that bid" if state.bids else "its first bid"
        most = plural(self.rules.starting_dice, "die", "dice")
        dice = f", with at most {most} for each player" if state.dice != self.entered_round.dice else ""
        ordinary = ", as an ordinary one" if state.palifico != self.entered_round.palifico else ""
        return [f"{reason}. The page shows the round before {bid}{dice}{ordinary}"]

    @cached_property
    def needs_any_higher(self) -> bool:
        """Whether the rules refuse the round, but would not if raises to any higher bid were allowed."""
        if self.rules.raise_rule == ANY_HIGHER or not self._round_and_reason[1]:
            return False
        return not rounds.possible(self.entered_round, replace(self.rules, raise_rule=ANY_HIGHER))[1]

    @cached_property
    def unseen(self) -> int:
        """The number of dice in play that the viewer does not see."""
        return self.round.total_dice - len(self.round.hand)

    @cached_property
    def bidder(self) -> int:
        """The player who answers the current bid, or opens."""
        return rounds.bidder(self.round)

    @cached_property
    def is_viewers_turn(self) -> bool:
        """Whether the viewer bids next."""
        return self.round.viewer is not None and self.bidder == self.round.viewer

    @cached_property
    def legal(self) -> list[Bid]:
        """The bids that are legal now."""
        return self.legal_under(self.rules)

    def legal_under(self, rules: Rules) -> list[Bid]:
        """Return the bids that would be legal now under other rules. Raises ValueError if they do not allow the current bid."""
        state = self.round
        own_dice = state.dice[self.bidder]
        return legal_bids(state.current, state.total_dice, rules, palifico=state.palifico, own_dice=own_dice)

    @cached_property
    def chances(self) -> Mapping[Bid, Fraction]:
        """The chance of each bid, legal or not, from the dice alone as the viewer sees them."""
        return rounds.chances_of_bids(self.round.hand, self.unseen, self.rules_now, self.round.palifico)

    @cached_property
    def bidder_model(self) -> players.Model:
        """How the others bid if they have no style of their own."""
        return PolicyBidder(slip=self.slip / 100) if self.model == COMPUTER else LogitBidder(self.sharpness)

    @cached_property
    def models(self) -> tuple[players.Model, ...]:
        """How each player bids, by seat: the model of the page, changed for those who bluff a lot or never."""
        return tuple(players.styled(self.bidder_model, style) for style in self.styles[: len(self.round.dice)])

    def player_name(self, seat: int) -> str:
        """Return the name of a player, or "player 2" for one without a name. It is safe in Markdown, HTML and charts."""
        return players.player_name(self.names, seat)


SETTINGS: Allowed = {
    "game": one_of(PRINTED),
    "model": one_of(MODELS),
    "sharpness": whole_number(0, MAX_SHARPNESS),
    "slip": one_of(SLIPS),
}
_DEFAULTS = {each.name: each.default for each in fields(PerudoState) if each.name in SETTINGS}
# A link has the first letter of each style.
_STYLES = {style[0]: style for style in players.STYLES}
LINK: Allowed = {
    **allowed_rules(Rules),
    "round": any_text,
    "unconfirmed": lambda text: bool(re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,2}){0,9}", text)),
    **SETTINGS,
    "names": lambda text: text[-1:] not in ("", ",") and players.are_names(_of_all_seats(text.split(","), "")),
    "styles": lambda text: bool(re.fullmatch(rf"[{''.join(_STYLES)}]{{0,{MAX_PLAYERS - 1}}}[bn]", text)),
    "palificos": lambda text: bool(re.fullmatch(r"([1-9]|10)(\.([1-9]|10)){0,9}", text)),
    "won": whole_number(1, MAX_PLAYERS),
}


def read_link(link: Query) -> PerudoState:
    """Return what a link sets up.

    >>> state = read_link({"round": ["4.4 me=1 hand=1224 bids=2:3x4"], "unconfirmed": ["2"], "calza": ["true"]})
    >>> state.hand.unconfirmed, write_link(state)["unconfirmed"], state.rules.calza
    ((1,), ['2'], True)
    >>> state = read_link({"names": ["Ann,,Zoe"], "styles": ["abn"], "won": ["2"]})
    >>> state.names[:4], state.styles[1:4], state.won
    (('Ann', '', 'Zoe', ''), ('bluffs a lot', 'never bluffs', 'as set'), 1)
    """
    settings = {name: from_text(last_value(link, name, usual), usual) for name, usual in _DEFAULTS.items()}
    names, styles, palificos, won, unconfirmed, text = (
        last_value(link, name, "") for name in ("names", "styles", "palificos", "won", "unconfirmed", "round")
    )
    state = PerudoState(
        rules=rules_of_link(PRINTED[settings["game"]], link),
        names=_of_all_seats(names.split(","), ""),
        styles=_of_all_seats([_STYLES[letter] for letter in styles], players.AS_SET),
        had_palifico=_read_numbers(palificos),
        won=int(won) - 1 if won else None,
        **settings,
    )
    state = with_text(state, text)
    if state.draft:
        state = replace(state, entered=_BEFORE_BIDS)
    viewer, dice = state.round.viewer, state.round.hand
    places = tuple(sorted(_read_numbers(unconfirmed) & set(range(len(dice)))))
    return replace(state, hands={} if viewer is None or not places else {viewer: Hand(dice, places)})


def _of_all_seats(values: Sequence[str], usual: str) -> tuple[str, ...]:
    return (*values, *[usual] * (MAX_PLAYERS - len(values)))


def _read_numbers(text: str) -> frozenset[int]:
    """Return the seats or places, from 0, that a link numbers from 1."""
    return frozenset(int(number) - 1 for number in text.split(".") if number)


def _numbers_text(numbers: Iterable[int]) -> str:
    return ".".join(str(number + 1) for number in sorted(numbers))


def write_link(state: PerudoState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    settings = {
        "round": state.text,
        "unconfirmed": _numbers_text(state.hand.unconfirmed),
        **{name: getattr(state, name) for name in SETTINGS},
        "names": ",".join(state.names).rstrip(","),
        "styles": "".join([style[0] for style in state.styles]).rstrip(players.AS_SET[0]),
        "palificos": _numbers_text(state.had_palifico),
        "won": "" if state.won is None else state.won + 1,
    }
    rules = {name: [text] for name, text in changed_rules(state.rules, PRINTED[state.game]).items()}
    return changed_settings(settings, dict.fromkeys(settings, "") | _DEFAULTS) | rules


def with_text(state: PerudoState, text: str) -> PerudoState:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        entered = RoundState.parse(text) if text else None
    except ValueError:
        return replace(state, draft=text)
    # A round in which a player has more dice is one of a game that starts with them.
    dice = max([state.rules.starting_dice, *(entered.dice if entered else ())])
    return replace(state, entered=entered, draft="", rules=replace(state.rules, starting_dice=dice))
