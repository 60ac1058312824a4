"""What a visitor sets up on the Perudo page, its link, and the events that change it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from boardodds.dashboard.perudo import players, round_changes
from boardodds.dashboard.perudo.round_changes import Hand, ShownRound
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
        return round_changes.possible(
            replace(START, hand=tuple(min(die, self.rules.sides) for die in START.hand)), self.rules
        )[0]

    @cached_property
    def _entered_and_reason(self) -> tuple[RoundState, str]:
        """The round as far as the rules allow it, and why they allow no more of it."""
        return (self.example, "") if self.entered is None else round_changes.possible(self.entered, self.rules)

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
        return not round_changes.possible(self.entered, replace(self.rules, raise_rule=ANY_HIGHER))[1]

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
        return round_changes.bidder(self.round)

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
        return round_changes.chances_of_bids(self.round.hand, self.unseen, self.rules_now, self.round.palifico)

    @cached_property
    def bidder_model(self) -> players.Model:
        """How the others bid if they have no style of their own."""
        return PolicyBidder(slip=self.slip / 100) if self.model == COMPUTER else LogitBidder(self.sharpness)

    @cached_property
    def models(self) -> tuple[players.Model, ...]:
        """How each player bids, by seat: the model of the page, changed for those who bluff a lot or never."""
        return tuple(players.styled(self.bidder_model, self.style_of(seat)) for seat in range(len(self.round.dice)))

    def style_of(self, seat: int) -> str:
        """Return how often a player bluffs."""
        return players.style_of(self.styles, seat)

    def player_name(self, seat: int) -> str:
        """Return the name of a player, or "player 2" for one without a name. It is safe in Markdown, HTML and charts."""
        return players.player_name(self.names, seat)


# In a link: the places of the viewer's dice that are unconfirmed, from 1.
_UNCONFIRMED = "unconfirmed"
_SETTINGS: Allowed = {
    "game": one_of(PRINTED),
    "model": one_of(MODELS),
    "sharpness": whole_number(0, MAX_SHARPNESS),
    "slip": one_of(SLIPS),
    "names": players.are_names,
    "styles": players.are_styles,
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
    seats = range(len(state.round.dice))
    match event:
        case {"kind": "name", "seat": int(seat), "value": str(name)} if seat in seats:
            return replace(state, names=players.rename(state.names, seat, name)), ""
        case {"kind": "style", "seat": int(seat), "value": str(style)} if seat in seats:
            return replace(state, styles=players.with_style(state.styles, seat, style)), ""
        case {"kind": "set", "name": str(name), "value": value}:
            changed = _with_setting(state, name, value)
            kept = len(changed.round.hand)
            is_cut = name == "starting_dice" and kept < len(state.round.hand)
            return changed, f"the hand keeps {kept} of its dice, as many as players start with" if is_cut else ""
        case {"kind": "ask"} if state.round.bids and state.winner is None:
            return replace(state, asks=event.get("on", True) is True), ""
    after, notice = round_changes.change_round(state.shown, event)
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
