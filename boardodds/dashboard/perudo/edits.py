"""What a visitor sets up on the Perudo page, and the events that change it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.perudo.players import (
    MAX_PLAYERS_SHOWN,
    are_names,
    are_styles,
    player_name,
    rename,
    style_of,
    styled,
    with_style,
)
from boardodds.dashboard.perudo.round_events import Hand, Hands, ShownRound, bidder, change_round
from boardodds.dashboard.ui.labels import label_of
from boardodds.dashboard.ui.settings import (
    Allowed,
    Query,
    any_text,
    changed_settings,
    from_text,
    last_value,
    one_of,
    switch,
    whole_number,
    with_setting,
)
from boardodds.perudo import ACE_BIDS, Rules
from boardodds.perudo.bidders import HUMAN, LogitBidder, PolicyBidder
from boardodds.perudo.round_state import MIN_PLAYERS, RoundState, check_round
from boardodds.perudo.rules import ANY_HIGHER

# The hand of the post that the page follows, and the bid that it answers.
START = "5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4"
_EXAMPLE = RoundState.parse("5.5.5.5 me=1 hand=12256")
MAX_TEXT = 900
SIDES = (2, 8)
MODELS = ("logit", "computer")
MAX_SHARPNESS = 30
SLIPS = (1, 2, 5, 10, 20)
# In a link: the places of the viewer's dice that are unconfirmed, from 1.
_UNCONFIRMED = "untold"
_SETTINGS: Allowed = {
    "sides": whole_number(*SIDES),
    "wild": switch,
    "aces": one_of(ACE_BIDS),
    "raises": one_of(RAISES),
    "open_aces": switch,
    "calza": switch,
    "change_face": switch,
    "model": one_of(MODELS),
    "sharpness": whole_number(0, MAX_SHARPNESS),
    "slip": one_of(SLIPS),
    "names": are_names,
    "styles": are_styles,
    "palificos": lambda text: bool(re.fullmatch(r"[1-6]{1,6}", text)),
    "won": whole_number(1, MAX_PLAYERS_SHOWN),
}
LINK: Allowed = {"round": any_text, _UNCONFIRMED: whole_number(1, 99_999), **_SETTINGS}


@dataclass(frozen=True, slots=True)
class PerudoSetup:
    """The round as its viewer sees it, the rules, how the others are taken to bid, and the viewer's hand."""

    state: RoundState
    rules: Rules
    model: LogitBidder | PolicyBidder
    hand: Hand
    names: str = ""
    styles: str = ""

    @property
    def models(self) -> tuple[LogitBidder | PolicyBidder, ...]:
        """How each player bids, by seat: the model of the page, changed for those who bluff a lot or never."""
        return tuple(styled(self.model, style_of(self.styles, seat)) for seat in range(len(self.state.dice)))

    def player_name(self, seat: int) -> str:
        """Return the name of a player, or "player 2" for one without a name. It is safe in Markdown, HTML and charts."""
        return player_name(self.names, seat)

    @property
    def unseen(self) -> int:
        """The number of dice in play that the viewer does not see."""
        return self.state.total_dice - len(self.state.hand)

    @property
    def is_viewers_turn(self) -> bool:
        """Whether the viewer bids next."""
        return self.state.viewer is not None and self.bidder == self.state.viewer

    @property
    def is_hand_confirmed(self) -> bool:
        """Whether the viewer's dice are those of this round; otherwise they are made up, or of the round before."""
        return not self.hand.unconfirmed

    @property
    def bidder(self) -> int:
        """The player who answers the current bid, or opens."""
        return bidder(self.state)


@dataclass(frozen=True, slots=True)
class PerudoTable:
    """Everything that the page asks for; the settings have the names and values that they have in a link.

    round: the round that was entered, which the rules may not allow; None for the round that the page starts with.
    hands: the hands shown in this round, by seat.
    draft: a text for the round that cannot be read, if there is one.
    names, styles: as in ``players``.
    palificos: the seats, from 1, of players who won a die back when they had one; they get no second palifico round.
    won: the seat, from 1, of the winner of the match after the round; 0 before its end.
    """

    round: RoundState | None = None
    hands: Hands = field(default_factory=dict)
    draft: str | None = None
    sides: int = 6
    wild: bool = True
    aces: str = ACE_BIDS[0]
    raises: str = label_of(ANY_HIGHER, RAISES)
    open_aces: bool = False
    calza: bool = False
    change_face: bool = False
    model: str = MODELS[0]
    sharpness: int = int(HUMAN.sharpness)
    slip: int = 2
    names: str = ""
    styles: str = ""
    palificos: str = ""
    won: int = 0

    @property
    def rules(self) -> Rules:
        """The house rules."""
        return Rules(
            sides=self.sides,
            wild_aces=self.wild,
            ace_bids=self.aces,
            raise_rule=RAISES[self.raises],
            open_on_aces=self.open_aces,
            calza=self.calza,
            palifico_one_die_may_change_face=self.change_face,
        )

    @property
    def text(self) -> str:
        """The round as the visitor or the link wrote it; "" for the round that the page starts with."""
        if self.draft is not None:
            return self.draft
        return "" if self.round is None else str(self.round)

    @property
    def example(self) -> RoundState:
        """The round that the page starts with, as far as the rules allow it."""
        start = RoundState.parse(START)
        return _possible(replace(start, hand=tuple(min(die, self.sides) for die in start.hand)), self.rules)[0]

    def shown(self) -> tuple[ShownRound, str]:
        """Return the round that the page shows, and a sentence on what is wrong with the text; "" if nothing is."""
        if self.round is None:
            return self._shown(self.example), self._draft_mistake("an example")
        state, reason = _possible(self.round, self.rules)
        shown = self._shown(state)
        if self.draft is not None:
            is_example = self.round == _EXAMPLE
            return shown, self._draft_mistake("an example" if is_example else "the last round that could be read")
        before = "that bid" if state.bids else "its first bid"
        if reason and self.needs_any_higher:
            reason = f"{reason} (raises: {self.raises})"
        return shown, f"{reason}. The page shows the round before {before}" if reason else ""

    @property
    def needs_any_higher(self) -> bool:
        """Whether the rules refuse the round, but would not if raises to any higher bid were allowed."""
        if self.round is None or self.raises == PerudoTable().raises:
            return False
        any_higher = replace(self.rules, raise_rule=ANY_HIGHER)
        return bool(_possible(self.round, self.rules)[1]) and not _possible(self.round, any_higher)[1]

    def _shown(self, state: RoundState) -> ShownRound:
        """Return a round with the hands; the viewer's has the places in which the same dice were entered."""
        had = frozenset(int(seat) - 1 for seat in self.palificos)
        winner = self.won - 1
        is_over = state.players_in == MIN_PLAYERS and 0 <= winner < len(state.dice) and state.dice[winner]
        shown = ShownRound(state, self.rules, self.hands, had, winner if is_over else None)
        if state.viewer is None:
            return shown
        hand = self.hands.get(state.viewer, Hand())
        known = hand if tuple(sorted(hand.dice)) == state.hand else Hand(state.hand)
        return replace(shown, hands={**self.hands, state.viewer: known})

    def _draft_mistake(self, replacement: str) -> str:
        try:
            _parse(self.text)
        except ValueError as error:
            return f"{error}. The page shows {replacement}"
        return ""

    def setup(self, shown: ShownRound) -> PerudoSetup:
        """Return what the views of the page need."""
        model = PolicyBidder(slip=self.slip / 100) if self.model == MODELS[1] else LogitBidder(sharpness=self.sharpness)
        return PerudoSetup(shown.state, shown.rules, model, shown.hand, self.names, self.styles)


def read_link(query: Query) -> PerudoTable:
    """Return the table of a link.

    >>> table = read_link({"round": ["4.4 me=1 hand=1224 bids=2:3x4"], "untold": ["2"], "calza": ["true"]})
    >>> shown, _ = table.shown()
    >>> shown.hand.unconfirmed, write_link(table)["untold"], table.rules.calza
    ((1,), ['2'], True)
    """
    usual = PerudoTable()
    values = {
        name: from_text(last_value(query, name, getattr(usual, name)), getattr(usual, name)) for name in _SETTINGS
    }
    table = _with_text(PerudoTable(**values), last_value(query, "round", ""))
    if table.draft is not None:
        table = replace(table, round=_EXAMPLE)
    shown, _ = table.shown()
    places = last_value(query, _UNCONFIRMED, "")
    unconfirmed = tuple(place for place in range(len(shown.state.hand)) if str(place + 1) in places)
    if shown.state.viewer is None or not unconfirmed:
        return table
    return replace(table, hands={shown.state.viewer: Hand(shown.state.hand, unconfirmed)})


def write_link(table: PerudoTable) -> Query:
    """Return the settings of a link to a table, without those at their defaults."""
    usual = PerudoTable()
    shown, _ = table.shown()
    places = "".join(str(place + 1) for place in shown.hand.unconfirmed)
    settings = {"round": table.text, _UNCONFIRMED: places} | {name: getattr(table, name) for name in _SETTINGS}
    defaults = {"round": "", _UNCONFIRMED: ""} | {name: getattr(usual, name) for name in _SETTINGS}
    return changed_settings(settings, defaults)


def apply(table: PerudoTable, event: Mapping[str, Any]) -> tuple[PerudoTable, str]:
    """Return the table after an event, and a sentence if the event cost the bids of the round, or ""; refuse an impossible event.

    >>> apply(PerudoTable(), {"kind": "bid", "quantity": 6, "face": 4, "bids": 2})[0].text
    '5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4.1:6x4'
    """
    players = len(table.shown()[0].state.dice)
    match event:
        case {"kind": "name", "seat": int(seat), "value": str(name)} if 0 <= seat < players:
            return replace(table, names=rename(table.names, seat, name)), ""
        case {"kind": "style", "seat": int(seat), "value": str(style)} if 0 <= seat < players:
            return replace(table, styles=with_style(table.styles, seat, style)), ""
        case {"kind": "set", "name": "round", "value": str(text)}:
            return _with_text(table, text), ""
        case {"kind": "set", "name": str(name), "value": value} if name in _SETTINGS:
            return with_setting(table, name, value, _SETTINGS), ""
    before, _ = table.shown()
    after, notice = change_round(before, event)
    if after == before:
        return table, notice
    changed = replace(
        table,
        round=None if str(after.state) == START else after.state,
        hands=after.hands,
        draft=None,
        palificos="".join(str(seat + 1) for seat in sorted(after.had_palifico)),
        won=0 if after.winner is None else after.winner + 1,
    )
    return changed, notice


def _with_text(table: PerudoTable, text: str) -> PerudoTable:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return replace(table, round=_parse(text), draft=None)
    except ValueError:
        return replace(table, draft=text)


def _parse(text: str) -> RoundState | None:
    """Return the round of a text; None, for the round that the page starts with, if it is empty."""
    if not text:
        return None
    state = RoundState.parse(text)
    if len(state.dice) > MAX_PLAYERS_SHOWN:
        raise ValueError(f"dice must be those of 2..{MAX_PLAYERS_SHOWN} players here, got {len(state.dice)}")
    return state


def _possible(state: RoundState, rules: Rules) -> tuple[RoundState, str]:
    """Return the round; if the rules do not allow it, the one before the first illegal bid, and the reason."""
    try:
        check_round(state, rules)
    except ValueError as error:
        if not state.bids:
            return _fit(state, rules), str(error)
        before, earlier = _possible(replace(state, bids=state.bids[:-1]), rules)
        return before, earlier or str(error)
    return state, ""


def _fit(state: RoundState, rules: Rules) -> RoundState:
    """Return a round without bids that the rules allow, with fewer dice and lower faces where needed."""
    dice = tuple(min(number, rules.starting_dice) for number in state.dice)
    hand = tuple(min(die, rules.sides) for die in state.hand)[: rules.starting_dice]
    fitting = RoundState(dice, state.viewer, hand, palifico=state.palifico)
    try:
        check_round(fitting, rules)
    except ValueError:
        return replace(fitting, palifico=False)
    return fitting
