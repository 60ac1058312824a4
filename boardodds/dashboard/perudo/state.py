"""What a visitor sets up on the Perudo page, its link, and the events that change it."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from boardodds.dashboard.perudo import events
from boardodds.dashboard.perudo.events import Hand, ShownRound
from boardodds.dashboard.ui.settings import (
    Acts,
    Allowed,
    Event,
    Query,
    StateDefinition,
    allowed_rules,
    any_text,
    changed_settings,
    from_text,
    last_value,
    one_of,
    read_whole,
    rules_of_link,
    value_of_widget,
    whole_number,
    with_setting,
)
from boardodds.perudo import ANY_HIGHER_RULES, Bid, Rules, legal_bids
from boardodds.perudo.bidders import HUMAN, LogitBidder, PolicyBidder
from boardodds.perudo.round_state import MIN_PLAYERS, RoundState
from boardodds.perudo.rules import ANY_HIGHER, MAX_PLAYERS, PRINTED
from boardodds.probability.declared_rules import changed_rules, rule_in_words, rules_of, with_rule
from boardodds.probability.display import plural

# The hand of the post that the page follows, and the bid that it answers.
START = RoundState.parse("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4")
_BEFORE_BIDS = replace(START, bids=())
MAX_TEXT = 900
LOGIT, COMPUTER = MODELS = ("logit", "computer")
MAX_SHARPNESS = 30
SLIPS = (1, 2, 5, 10, 20)
MAX_NAME = 12
# How often an opponent bluffs; a link has the first letter of each, by seat.
AS_SET, BLUFFS, _ = STYLES = ("as set", "bluffs a lot", "never bluffs")
_LETTERS = {style[0]: style for style in STYLES}
# The sharpness of someone who bluffs a lot is divided by this, and that of someone who never bluffs multiplied; random moves
# change the other way round.
BLUFF_FACTOR = 4

Model = LogitBidder | PolicyBidder


@dataclass(frozen=True)
class PerudoState:
    """The game, its rules, the round, the hands in it, and the players; the settings have the names and values of a link.

    game: the printed game that the rules started from, a key of ``PRINTED``.
    entered: the round that was entered, which the rules may not allow; None for the round that the page starts with.
    hands: the hands shown in this round, by seat.
    draft: a text for the round that cannot be read; "" if there is none.
    model, sharpness, slip: how the others bid; ``slip`` in percent. names, styles: of the players, by seat.
    palificos: the seats, from 1, of players who won a die back when they had one, with dots between them; they get no second
        palifico round.
    won: the seat, from 1, of the winner of the match after the round; 0 before its end.
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
    names: str = ""
    styles: str = ""
    palificos: str = ""
    won: int = 0
    asks: bool = False

    @property
    def text(self) -> str:
        """The round as the visitor or the link wrote it; "" for the round that the page starts with."""
        return self.draft or ("" if self.entered is None else str(self.entered))

    @cached_property
    def example(self) -> RoundState:
        """The round that the page starts with, as far as the rules allow it."""
        return events.possible(
            replace(START, hand=tuple(min(die, self.rules.sides) for die in START.hand)), self.rules
        )[0]

    @cached_property
    def _entered_and_reason(self) -> tuple[RoundState, str]:
        """The round as far as the rules allow it, and why they allow no more of it."""
        return (self.example, "") if self.entered is None else events.possible(self.entered, self.rules)

    @cached_property
    def round(self) -> RoundState:
        """The round that the page shows."""
        return self._entered_and_reason[0]

    @cached_property
    def rules_now(self) -> Rules:
        """The rules after the bids of the round, which can have ended that aces are wild."""
        return self.round.rules_now(self.rules)

    @cached_property
    def shown(self) -> ShownRound:
        """The round with its hands; the viewer's has the places in which the same dice were entered."""
        state, winner = self.round, self.won - 1
        had = frozenset(int(seat) - 1 for seat in self.palificos.split(".") if seat)
        is_over = state.players_in == MIN_PLAYERS and 0 <= winner < len(state.dice) and state.dice[winner]
        hands = {seat: hand for seat, hand in self.hands.items() if seat < len(state.dice)}
        shown = ShownRound(state, self.rules, hands, had, winner if is_over else None)
        if state.viewer is None:
            return shown
        hand = self.hands.get(state.viewer, Hand())
        known = hand if tuple(sorted(hand.dice)) == state.hand else Hand(state.hand)
        return replace(shown, hands={**hands, state.viewer: known})

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
        state, reason = self._entered_and_reason
        if self.needs_any_higher:
            reason = f"{reason} ({rule_in_words(self.rules, 'raise_rule')})"
        if not reason or self.entered is None:
            return []
        bid = "that bid" if state.bids else "its first bid"
        most = plural(self.rules.starting_dice, "die", "dice")
        dice = f", with at most {most} for each player" if state.dice != self.entered.dice else ""
        ordinary = ", as an ordinary one" if state.palifico != self.entered.palifico else ""
        return [f"{reason}. The page shows the round before {bid}{dice}{ordinary}"]

    @cached_property
    def needs_any_higher(self) -> bool:
        """Whether the rules refuse the round, but would not if raises to any higher bid were allowed."""
        if self.entered is None or self.rules.raise_rule == ANY_HIGHER or not self._entered_and_reason[1]:
            return False
        return not events.possible(self.entered, replace(self.rules, raise_rule=ANY_HIGHER))[1]

    @cached_property
    def winner(self) -> int | None:
        """The seat of the player who has won the match, if the round was its last one."""
        return self.shown.winner

    @cached_property
    def unseen(self) -> int:
        """The number of dice in play that the viewer does not see."""
        return self.round.total_dice - len(self.round.hand)

    @cached_property
    def bidder(self) -> int:
        """The player who answers the current bid, or opens."""
        return events.bidder(self.round)

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
        return events.chances_of_bids(self.round.hand, self.unseen, self.rules_now, self.round.palifico)

    @cached_property
    def bidder_model(self) -> Model:
        """How the others bid if they have no style of their own."""
        return PolicyBidder(slip=self.slip / 100) if self.model == COMPUTER else LogitBidder(self.sharpness)

    @cached_property
    def models(self) -> tuple[Model, ...]:
        """How each player bids, by seat: the model of the page, changed for those who bluff a lot or never."""
        return tuple(styled(self.bidder_model, self.style_of(seat)) for seat in range(len(self.round.dice)))

    def style_of(self, seat: int) -> str:
        """Return how often a player bluffs."""
        return _LETTERS[_at(self.styles, seat, AS_SET[0])]

    def player_name(self, seat: int) -> str:
        """Return the name of a player, or "player 2" for one without a name. It is safe in Markdown, HTML and charts."""
        return player_name(self.names, seat)


def player_name(names: str, seat: int) -> str:
    """Return the name of a player, or "player 2" for one without a name. No name can be Markdown or HTML.

    names: the names by seat, as a link has them.

    >>> player_name("Ann,,Zoe", 0), player_name("Ann,,Zoe", 1), player_name("Ann,,Zoe", 5)
    ('Ann', 'player 2', 'player 6')
    """
    return _at(names.split(","), seat, "") or f"player {seat + 1}"


def are_names(text: str) -> bool:
    """Return whether a text is the names of a link.

    >>> are_names("Ann,,O'Neil"), are_names("Ann,ann"), are_names("a,b,c,d,e,f,g,h,i,j,k"), are_names("[x](y)"), are_names(",,")
    (True, False, False, False, False)
    """
    names = text.split(",")
    shown = {player_name(text, seat).casefold() for seat in range(MAX_PLAYERS)}
    are_valid = all(not name or _is_name(name) for name in names)
    return bool(names[-1]) and len(names) <= MAX_PLAYERS == len(shown) and are_valid


def _is_name(name: str) -> bool:
    # Only characters that are plain text on the page and in charts.
    plain = (each.isalnum() or each in " -'’" or unicodedata.category(each)[0] == "M" for each in name)
    return len(name) <= MAX_NAME and name == name.strip() and name[0].isalnum() and all(plain)


def rename(names: str, seat: int, name: str) -> str:
    """Return the names with another name of one player; an empty one removes it. Raises ValueError if it is not allowed.

    >>> rename("Ann", 2, " Zoe "), rename("Ann,,Zoe", 2, "")
    ('Ann,,Zoe', 'Ann')
    >>> rename("Ann", 1, "<b>")
    Traceback (most recent call last):
    ...
    ValueError: a name must have 1 to 12 letters, digits, spaces, hyphens or apostrophes, got '<b>'
    """
    name = " ".join(name[: 10 * MAX_NAME].split())
    if name and not _is_name(name):
        raise ValueError(
            f"a name must have 1 to {MAX_NAME} letters, digits, spaces, hyphens or apostrophes, got {name[:20]!r}"
        )
    if name.casefold() in {player_name(names, other).casefold() for other in range(MAX_PLAYERS) if other != seat}:
        raise ValueError(f"two players must not have the same name, got {name!r}")
    return ",".join(_with(names.split(","), seat, name, "")).rstrip(",")


def are_styles(text: str) -> bool:
    """Return whether a text is the styles of a link.

    >>> are_styles("abn"), are_styles("x"), are_styles("ba")
    (True, False, False)
    """
    return bool(re.fullmatch(rf"[{''.join(_LETTERS)}]{{0,{MAX_PLAYERS - 1}}}[bn]", text))


def with_style(styles: str, seat: int, style: str) -> str:
    """Return the styles with another one of one player.

    >>> with_style("", 2, "never bluffs"), with_style("aan", 2, "as set")
    ('aan', '')
    """
    if style not in STYLES:
        raise ValueError(f"style must be one of {', '.join(STYLES)}, got {style[:20]!r}")
    return "".join(_with(styles, seat, style[0], AS_SET[0])).rstrip(AS_SET[0])


def styled(model: Model, style: str) -> Model:
    """Return a model for a player who bluffs more or less often than it says: who bids less or more by the own dice.

    >>> styled(LogitBidder(8), "bluffs a lot"), styled(PolicyBidder(slip=0.02), "never bluffs").slip
    (LogitBidder(sharpness=2.0), 0.005)
    """
    if style == AS_SET:
        return model
    factor = BLUFF_FACTOR if style == BLUFFS else 1 / BLUFF_FACTOR
    if isinstance(model, LogitBidder):
        return LogitBidder(model.sharpness / factor)
    return replace(model, slip=min(model.slip * factor, 1))


def _at(values: Sequence[str], seat: int, usual: str) -> str:
    return values[seat] if seat < len(values) else usual


def _with(values: Sequence[str], seat: int, value: str, usual: str) -> list[str]:
    filled = [_at(values, each, usual) for each in range(MAX_PLAYERS)]
    filled[seat] = value
    return filled


# In a link: the places of the viewer's dice that are unconfirmed, from 1.
_UNCONFIRMED = "unconfirmed"
_SETTINGS: Allowed = {
    "game": one_of(PRINTED),
    "model": one_of(MODELS),
    "sharpness": whole_number(0, MAX_SHARPNESS),
    "slip": one_of(SLIPS),
    "names": are_names,
    "styles": are_styles,
    "palificos": lambda text: bool(re.fullmatch(r"([1-9]|10)(\.([1-9]|10)){0,9}", text)),
    "won": whole_number(1, MAX_PLAYERS),
}
_DEFAULTS = {each.name: each.default for each in fields(PerudoState) if each.name in _SETTINGS}
LINK: Allowed = {
    **allowed_rules(Rules),
    "round": any_text,
    _UNCONFIRMED: lambda text: bool(re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,2}){0,9}", text)),
    **_SETTINGS,
}


def read_link(link: Query) -> PerudoState:
    """Return what a link sets up.

    >>> state = read_link({"round": ["4.4 me=1 hand=1224 bids=2:3x4"], "unconfirmed": ["2"], "calza": ["true"]})
    >>> state.shown.hand.unconfirmed, write_link(state)["unconfirmed"], state.rules.calza
    ((1,), ['2'], True)
    """
    values = {name: from_text(last_value(link, name, usual), usual) for name, usual in _DEFAULTS.items()}
    state = PerudoState(rules=rules_of_link(PRINTED[values["game"]], link), **values)
    state = _with_text(state, last_value(link, "round", ""))
    if state.draft:
        state = replace(state, entered=_BEFORE_BIDS)
    places, viewer = last_value(link, _UNCONFIRMED, "").split("."), state.round.viewer
    unconfirmed = tuple(place for place in range(len(state.round.hand)) if str(place + 1) in places)
    hands = {} if viewer is None or not unconfirmed else {viewer: Hand(state.round.hand, unconfirmed)}
    return replace(state, hands=hands)


def write_link(state: PerudoState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    unconfirmed = ".".join(str(place + 1) for place in state.shown.hand.unconfirmed)
    texts = {"round": state.text, _UNCONFIRMED: unconfirmed}
    settings = changed_settings(
        texts | {name: getattr(state, name) for name in _SETTINGS}, dict.fromkeys(texts, "") | _DEFAULTS
    )
    return settings | {name: [text] for name, text in changed_rules(state.rules, PRINTED[state.game]).items()}


def apply(state: PerudoState, event: Event) -> tuple[PerudoState, str]:
    """Return the state after an event, and a sentence if the event cost bids or dice, or ""; refuse an impossible event.

    >>> apply(PerudoState(), {"kind": "bid", "quantity": 6, "face": 4, "bids": 2})[0].text
    '5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4.1:6x4'
    """
    players = len(state.round.dice)
    match event:
        case {"kind": "name", "seat": int(seat), "value": str(name)} if 0 <= seat < players:
            return replace(state, names=rename(state.names, seat, name)), ""
        case {"kind": "style", "seat": int(seat), "value": str(style)} if 0 <= seat < players:
            return replace(state, styles=with_style(state.styles, seat, style)), ""
        case {"kind": "set", "name": str(name), "value": value}:
            changed = _with_setting(state, name, value)
            kept = len(changed.round.hand)
            is_cut = name == "starting_dice" and kept < len(state.round.hand)
            return changed, f"the hand keeps {kept} of its dice, as many as players start with" if is_cut else ""
        case {"kind": "ask"} if state.round.bids and state.winner is None:
            return replace(state, asks=event.get("on", True) is True), ""
    after, notice = events.change_round(state.shown, event)
    if after == state.shown:
        return state, notice
    shown = replace(
        state,
        entered=None if after.state == START else after.state,
        hands=after.hands,
        draft="",
        palificos=".".join(str(seat + 1) for seat in sorted(after.had_palifico)),
        won=0 if after.winner is None else after.winner + 1,
        asks=False,
    )
    return shown, notice


def _with_setting(state: PerudoState, name: str, value: object) -> PerudoState:
    if name == "round" and isinstance(value, str):
        after = _with_text(state, value)
        # Nobody has won a round that is entered anew.
        return after if after.draft else replace(after, won=0)
    if name in rules_of(Rules):
        return replace(state, rules=with_rule(state.rules, name, value_of_widget(Rules, name, value)))
    if name not in _SETTINGS:
        return state
    changed = with_setting(state, name, value, _SETTINGS)
    return replace(changed, rules=PRINTED[changed.game]) if name == "game" else changed


def _read_places(text: str) -> list[int]:
    return [read_whole(number) for number in text.split("_") if number]


_CALL: Mapping[str, Callable[[str], Any]] = {"bids": read_whole, "right": {"True": True, "False": False}.__getitem__}
_ACTS: Acts = {
    "bid": {"quantity": read_whole, "face": read_whole, "bids": read_whole},
    "dudo": _CALL,
    "calza": {"seat": read_whole, **_CALL},
    "hand": {"hand": _read_places, "unconfirmed": _read_places},
}
DEFINITION = StateDefinition(
    "perudo", LINK, read_link, write_link, apply, acts=_ACTS, plain=lambda state: replace(state, draft="")
)


def _with_text(state: PerudoState, text: str) -> PerudoState:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        entered = RoundState.parse(text) if text else None
    except ValueError:
        return replace(state, draft=text)
    # A round in which a player has more dice is one of a game that starts with them.
    dice = max([state.rules.starting_dice, *(entered.dice if entered else ())])
    return replace(state, entered=entered, draft="", rules=replace(state.rules, starting_dice=dice))
