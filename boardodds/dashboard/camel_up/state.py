"""What a visitor sets up on Camel Up's pages of the leg and of the race, as one state that they share, and its link."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from boardodds.camel_up import FIRST_EDITION, Position, RaceBets, Rules, Ticket, check, next_ticket, rolls_left
from boardodds.camel_up.bets import LAST, MAX_PILE_CARDS, WINNER, LegPay, RaceCard, leg_order, pay_card, pay_leg
from boardodds.camel_up.moves import count_different_sequences
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR, NUMBERED, SCENARIOS
from boardodds.camel_up.rules import PRINTED, PRINTED_LABELS
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
    switch,
    whole_number,
)
from boardodds.probability.declared_rules import changed_rules, rules_in_words

NO_TILE = "none"
# The rules that the pages can change; the last one has an effect only with crazy camels.
RULE_NAMES = ("track", "faces", "stacking", "crazy_priority")
# The squares of a longer track would be too small to tap.
TRACKS = (3, 30)
# A leg with more different sequences of dice takes too much time and memory, most of it for its tiles.
_MAX_SEQUENCES = 5_000_000
MAX_PLAYERS = 8
# By pile, its letter in a link.
PILES: Mapping[str, str] = {WINNER: "w", LAST: "l"}
_BET = re.compile(r"([A-Z0-9])([wl])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    start: the position shown if a link names none.
    seats: the racing camels in a fixed order. When the edition changes, each camel becomes the camel with the same index, so that
        changing there and back changes nothing.
    title: its name and the noun that it needs.
    label: its name where the edition is chosen.
    """

    rules: Rules
    start: Position
    seats: str
    title: str
    label: str


def _printed(name: str, start: Position, seats: str) -> Edition:
    return Edition(PRINTED[name], start, seats, name.replace("_", " "), PRINTED_LABELS[name])


EDITIONS = {
    "first_edition": _printed("first_edition", CAMEL_CALCULATOR[0].position, "BGYWO"),
    "second_edition": _printed("second_edition", Position.parse("1:BRPG 2:Y 15:w 16:k"), "BGYRP"),
    # The camels of a blog post, under the rules of the first edition.
    "numbered": Edition(
        NUMBERED, SCENARIOS[-1].position, "012345", "numbered camels", "Camels 0 to 5 (rules of the first edition)"
    ),
}
_FIRST = next(iter(EDITIONS))


def with_house_rules(edition: str, rules: Rules) -> Rules:
    """Return the rules of an edition with the house rules of other rules, as far as they have an effect there."""
    base = EDITIONS[edition].rules
    names = RULE_NAMES if base.crazy else RULE_NAMES[:-1]
    return replace(base, **{name: getattr(rules, name) for name in names})


@lru_cache(maxsize=64)
def ticket_names(rules: Rules) -> Mapping[str, Ticket]:
    """Return every betting ticket of the game by its unique name; a second ticket with the same coins gets a prime.

    >>> list(ticket_names(Rules(camels="GY", leg_tickets=(5, 2, 2))))
    ['G5', 'G2', "G2'", 'Y5', 'Y2', "Y2'"]
    """
    tickets: dict[str, Ticket] = {}
    for camel in rules.camels:
        for coins in rules.leg_tickets:
            ticket = Ticket(camel, coins)
            tickets[f"{ticket}'" if str(ticket) in tickets else str(ticket)] = ticket
    return tickets


def number_of(bet: str) -> int:
    """Return the number of a card on its pile, 1 for the first."""
    return int(bet[2:])


@dataclass(frozen=True)
class CamelState:
    """The board, tickets, bets and coins. The fields are the settings of a link, except for ``rules`` and ``draft``.

    rules: the edition's rules with the house rules.
    held, gone: the names of the betting tickets that the visitor and the others have taken.
    own: the square of the visitor's tile as text, or ``NO_TILE``.
    winner_laid, last_laid: the number of cards bet on the overall winner, and on the overall loser.
    bets: the visitor's cards on these piles: the camel, ``w`` or ``l`` for the pile, and the card's number on it, as in ``Gw1``.
    laid: the camels of the visitor's other cards that are played.
    winner_before, last_before: the number of right cards below the visitor's right card on each pile, known at the end.
    coins: the visitor's coins from earlier legs.
    rolls, stops: the visitor's rolls in this leg, and the camels or stacks that have stopped on the visitor's tile.
    finish: the racing camels from the first to the last if the race is over, else empty. Then the board has only those that have
        not crossed the line.
    exact: whether a race that takes seconds is solved exactly.
    players: the number of players, of whom the visitor is the first.
    turn: the player to move, counted from the visitor, who is 0.
    draft: a text for the position that cannot be used, if there is one.
    """

    edition: str
    rules: Rules
    position: Position
    held: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    own: str = NO_TILE
    winner_laid: int = 0
    last_laid: int = 0
    bets: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    winner_before: int = 0
    last_before: int = 0
    coins: int = 0
    rolls: int = 0
    stops: int = 0
    finish: str = ""
    exact: bool = False
    players: int = 4
    turn: int = 0
    draft: str | None = None

    @cached_property
    def text(self) -> str:
        """The position as the visitor or the link wrote it."""
        return str(self.position) if self.draft is None else self.draft

    @cached_property
    def problem(self) -> str:
        """Why no leg can be played from the position; "" if one can."""
        try:
            check(self.position, self.rules)
            check_size(self.position, self.rules)
        except ValueError as error:
            return str(error)
        return ""

    @cached_property
    def mistakes(self) -> list[str]:
        """A sentence on what is wrong with the draft and what the board shows in its place; empty without a draft."""
        if self.draft is None:
            return []
        try:
            _parse(self.draft, self.rules)
        except ValueError as error:
            is_start = self.position == EDITIONS[self.edition].start
            return [f"{error}. The board {'shows an example' if is_start else 'still shows the last valid position'}"]
        return []

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the edition's."""
        return rules_in_words(self.rules, EDITIONS[self.edition].rules)

    @cached_property
    def tiles(self) -> list[str]:
        """The squares with tiles, as texts."""
        return [str(square) for square, _ in self.position.tiles]

    @property
    def is_mine(self) -> bool:
        """Whether the visitor is to move."""
        return self.turn == 0

    @property
    def own_square(self) -> int | None:
        """The square of the visitor's tile, None if it is not on the board."""
        return None if self.own == NO_TILE else int(self.own)

    @cached_property
    def is_leg_over(self) -> bool:
        """Whether the last die of the leg is rolled, or the race is over."""
        return bool(self.finish) or not (self.problem or rolls_left(self.position, self.rules))

    @cached_property
    def tickets(self) -> tuple[Ticket, ...]:
        """The visitor's betting tickets. A ticket whose camel has left the board comes back with it."""
        return tuple(ticket for ticket in self._named(self.held) if ticket.camel in self.position.racing)

    @cached_property
    def next_tickets(self) -> tuple[tuple[str, int], ...]:
        """The coins of the next ticket of every camel in the race, 0 for none."""
        taken, racing = self._named(self.held + self.gone), self.position.racing
        return tuple((camel, next_ticket(camel, taken, self.rules)) for camel in self.rules.camels if camel in racing)

    def _named(self, names: Iterable[str]) -> list[Ticket]:
        tickets = ticket_names(self.rules)
        return [tickets[name] for name in names if name in tickets]

    @cached_property
    def race_bets(self) -> RaceBets:
        """The cards on the piles and in the visitor's hand."""
        played = {*self.laid, *(bet[0] for bet in self.bets)}
        hand = "".join(camel for camel in self.position.racing if camel not in played)
        return RaceBets(self.winner_laid, self.last_laid, hand)

    def bets_on(self, pile: str) -> list[str]:
        """Return the visitor's cards on a pile, as a link has them."""
        return [bet for bet in self.bets if bet[1] == PILES[pile]]

    @cached_property
    def leg_pay(self) -> LegPay:
        """The visitor's coins of this leg if it ends as the board is now."""
        tickets = self._named(self.held)
        return pay_leg(self._order, self.rules, tickets=tickets, rolls=self.rolls, stops=self.stops)

    @property
    def others_tickets(self) -> tuple[tuple[Ticket, int], ...]:
        """The tickets that the others have taken, each with its coins if the leg ends as the board is now."""
        return pay_leg(self._order, self.rules, tickets=self._named(self.gone)).tickets

    @property
    def _order(self) -> str:
        return self.finish or leg_order(self.position)

    @cached_property
    def race_cards(self) -> list[tuple[RaceCard, int]]:
        """The visitor's race bets, each with its coins; none before the race is over."""
        if not self.finish:
            return []
        # Only cards below this one on its pile can come before it.
        cards = [
            RaceCard(bet[0], pile, min(right_cards, number_of(bet) - 1))
            for pile, right_cards in ((WINNER, self.winner_before), (LAST, self.last_before))
            for bet in self.bets_on(pile)
        ]
        return [(card, pay_card(self.finish, card, self.rules)) for card in cards]

    @property
    def total_coins(self) -> int:
        """The visitor's coins so far, with those of a leg and of a race that are over."""
        coins = self.coins + (self.leg_pay.total if self.is_leg_over else 0)
        return coins + sum(paid for _, paid in self.race_cards)


def check_size(position: Position, rules: Rules) -> None:
    """Raise ValueError if a leg has too many sequences of dice for a page."""
    rolls = rolls_left(position, rules)
    if (sequences := count_different_sequences(position.dice, rolls, rules)) > _MAX_SEQUENCES:
        raise ValueError(
            f"a leg of {rolls} rolls has {sequences:,} different dice sequences; at most {_MAX_SEQUENCES:,} are counted here: "
            "use fewer dice, or fewer numbers on a die"
        )


def with_text(state: CamelState, text: str) -> CamelState:
    """Return the state with the position of a text, or with the text as a draft if it is no position."""
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return replace(with_position(state, _parse(text, state.rules)), finish="")
    except ValueError:
        return replace(state, draft=text)


def with_position(state: CamelState, position: Position) -> CamelState:
    """Return the state with another position, or raise ValueError if it does not fit on the track.

    If only another edition has its camels, it becomes that edition, without the tickets and cards of this one.
    """
    camels = set(position.camels)
    fitting = [name for name, edition in EDITIONS.items() if camels <= {*edition.rules.camels, *edition.rules.crazy}]
    if fitting and state.edition not in fitting:
        rules = with_house_rules(fitting[0], state.rules)
        state = replace(state, edition=fitting[0], rules=rules, held=(), gone=(), bets=(), laid=())
    own = state.own if any(str(square) == state.own for square, _ in position.tiles) else NO_TILE
    return replace(state, position=_check_drawable(position, state.rules), own=own, draft=None)


def _parse(text: str, rules: Rules) -> Position:
    return _check_drawable(Position.parse(text), rules)


def _check_drawable(position: Position, rules: Rules) -> Position:
    for square, _ in position.stacks + position.tiles:
        if square > rules.track:
            raise ValueError(f"square must be 1..{rules.track}, got {square}: the track ends there")
    return position


_TICKETS = one_of(name for edition in EDITIONS.values() for name in ticket_names(edition.rules))
_CARDS = whole_number(0, MAX_PILE_CARDS)
_COUNT = whole_number(0, 999)
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    **allowed_rules(Rules, RULE_NAMES),
    "track": whole_number(*TRACKS),
    "position": any_text,
    "held": _TICKETS,
    "gone": _TICKETS,
    "own": lambda text: text == NO_TILE or re.fullmatch(r"[0-9]{1,3}", text) is not None,
    "winner_laid": _CARDS,
    "last_laid": _CARDS,
    "bets": lambda text: _BET.fullmatch(text) is not None,
    "laid": one_of(camel for edition in EDITIONS.values() for camel in edition.rules.camels),
    "winner_before": _CARDS,
    "last_before": _CARDS,
    "coins": lambda text: re.fullmatch(r"-?(0|[1-9][0-9]{0,3})", text) is not None,
    "rolls": _COUNT,
    "stops": _COUNT,
    "finish": lambda text: re.fullmatch(r"[A-Z0-9]{2,8}", text) is not None,
    "exact": switch,
    "players": whole_number(1, MAX_PLAYERS),
    "turn": whole_number(0, MAX_PLAYERS - 1),
}
_DEFAULTS = CamelState(_FIRST, FIRST_EDITION, EDITIONS[_FIRST].start)
_USUAL = {name: getattr(_DEFAULTS, name) for name in LINK if hasattr(_DEFAULTS, name) and name != "position"}
# By setting, why a value of it can be unusable. The other settings fit any link.
_REASONS = {
    "held": "which this edition does not have",
    "gone": "which you already have or this edition does not have",
    "bets": "which does not fit the edition or the piles of cards",
    "laid": "which this edition does not have or which is among the bets",
    "own": "but there is no tile on that square",
    "edition": "which does not have these camels",
    "finish": "which does not fit the camels on the board",
    "turn": "but there are fewer players",
}


def read_link(link: Query) -> CamelState:
    """Return what a link sets up. Tickets that the edition does not have, and a tile that is not on the board, are left out.

    >>> state = read_link({"position": ["1:BWOG 2:Y tiles=5o"], "held": ["G5", "G3"], "own": ["5"]})
    >>> state.held, state.own, write_link(state)["position"]
    (('G5', 'G3'), '5', ['1:BWOG 2:Y dice=BWOGY tiles=5o'])
    """
    return _read_link(link)[0]


def link_mistakes(link: Query) -> list[str]:
    """Return a sentence for each setting of a link that does not fit the rest of the link."""
    wrong = _read_link(link)[1]
    return [
        f"The link sets {name}={', '.join(wrong[name])}, {reason}. It was ignored"
        for name, reason in _REASONS.items()
        if name in wrong
    ]


def _read_link(link: Query) -> tuple[CamelState, dict[str, list[str]]]:
    """Return what a link sets up, and the values that do not fit the rest of the link, by the name of the setting."""
    name = last_value(link, "edition", _FIRST)
    edition = EDITIONS[name]
    rules = edition.rules
    if not link.keys().isdisjoint(RULE_NAMES):
        rules = with_house_rules(name, rules_of_link(rules, link))
    last = {name: from_text(link[name][-1], usual) for name, usual in _USUAL.items() if link.get(name)}
    free = {name: value for name, value in last.items() if name not in _REASONS}
    start = CamelState(name, rules, edition.start, **free)
    is_usual = not link.get("position") and rules.track >= edition.rules.track
    state = start if is_usual else with_text(start, last_value(link, "position", start.text))
    wrong = _unusable_settings(link, state)
    fitting: dict[str, Any] = {
        name: without(link[name], wrong.get(name, ())) for name in ("held", "gone", "laid", "bets") if link.get(name)
    }
    fitting |= {name: last[name] for name in ("own", "finish", "turn") if name in last and name not in wrong}
    return replace(state, **fitting), wrong


def _unusable_settings(link: Query, state: CamelState) -> dict[str, list[str]]:
    names, camels = ticket_names(state.rules), state.rules.camels
    held, bets = link.get("held", ()), link.get("bets", ())
    usable_bets = fitting_bets(bets, state)
    played = {bet[0] for bet in usable_bets}
    wrong = {
        "held": [name for name in held if name not in names],
        "gone": [name for name in link.get("gone", ()) if name not in names or name in held],
        "bets": [bet for bet in bets if bet not in usable_bets],
        "laid": [camel for camel in link.get("laid", ()) if camel not in camels or camel in played],
        "own": [square for square in link.get("own", ())[-1:] if square not in (NO_TILE, *state.tiles)],
        "edition": [edition for edition in link.get("edition", ())[-1:] if edition != state.edition],
        "finish": [order for order in link.get("finish", ())[-1:] if not _is_order_of(order, state)],
        "turn": [turn for turn in link.get("turn", ())[-1:] if int(turn) >= state.players],
    }
    return {name: values for name, values in wrong.items() if values}


def _is_order_of(order: str, state: CamelState) -> bool:
    """Return whether an order has every racing camel on the board, and only camels of the edition, once each."""
    return len(set(order)) == len(order) and set(state.position.racing) <= set(order) <= set(state.rules.camels)


def fitting_bets(bets: Iterable[str], state: CamelState) -> tuple[str, ...]:
    """Return those race bets that fit the edition and the piles: one for each camel, and one for each card of a pile."""
    sizes = {PILES[WINNER]: state.winner_laid, PILES[LAST]: state.last_laid}
    fitting: dict[str, str] = {}
    for bet in bets:
        camel, card = bet[0], bet[1:]
        is_free = camel not in fitting and all(other[1:] != card for other in fitting.values())
        if camel in state.rules.camels and number_of(bet) <= sizes[bet[1]] and is_free:
            fitting[camel] = bet
    return tuple(fitting.values())


def without(names: Iterable[str], wrong: Sequence[str]) -> tuple[str, ...]:
    """Return names once each, without some of them."""
    return tuple(name for name in dict.fromkeys(names) if name not in wrong)


def write_link(state: CamelState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    if state.draft is not None:
        # The text of the link has no board that these two could fit.
        state = replace(state, own=NO_TILE, finish="")
    edition = EDITIONS[state.edition]
    values = {name: getattr(state, name) for name in _USUAL} | {"position": state.text}
    rules = {name: [text] for name, text in changed_rules(state.rules, edition.rules).items()}
    link = changed_settings(values, _USUAL | {"position": str(edition.start)}) | rules
    return {name: link[name] for name in LINK if name in link}
