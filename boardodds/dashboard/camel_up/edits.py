"""The table of Camel Up that its pages share, and the events that change it: moves, rolls, tickets, tiles, presets, rules."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boardodds.camel_up import Position, Roll, Rules, Ticket, camel_name, check, possible_rolls, roll_die
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import adapt_position, next_leg, random_position
from boardodds.dashboard.camel_up.editions import EDITIONS, PRESETS, renamed
from boardodds.dashboard.camel_up.ticket_names import Holdings, next_tickets, ticket_names
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
from boardodds.probability.validate import check_whole

NO_TILE = "none"
TRACKS = (8, 30)
HIGHEST_FACES = (2, 3, 4)
_MAX_RANDOM_SEED = 2**32
_RULE_NAMES = ("stacking", "track", "highest", "priority")


def _is_tile(text: str) -> bool:
    return text == NO_TILE or re.fullmatch(r"[0-9]{1,3}", text) is not None


_TICKETS = one_of(name for edition in EDITIONS.values() for name in ticket_names(edition.rules))
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    "stacking": switch,
    "priority": switch,
    "track": whole_number(*TRACKS),
    "highest": one_of(HIGHEST_FACES),
    "position": any_text,
    "held": _TICKETS,
    "gone": _TICKETS,
    "own": _is_tile,
}


@dataclass(frozen=True, slots=True)
class CamelSetup:
    """What the views of a page need of the table.

    problem: why no leg can be played from the position, None if it can.
    """

    position: Position
    rules: Rules
    holdings: Holdings
    problem: str | None


@dataclass(frozen=True, slots=True)
class CamelTable:
    """Everything on the table.

    stacking, track, highest, priority: the house rules, under the names that they have in a link.
    held, gone: the names of the betting tickets that the visitor and the others have taken.
    own: the square of the visitor's tile as text, or ``NO_TILE``.
    draft: a text for the position that cannot be used, if there is one.
    """

    edition: str
    position: Position
    stacking: bool = True
    track: int = 16
    highest: int = 3
    priority: bool = True
    held: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    own: str = NO_TILE
    draft: str | None = None

    @property
    def rules(self) -> Rules:
        """The edition's rules with the house rules."""
        edition = EDITIONS[self.edition].rules
        return replace(
            edition,
            stacking=self.stacking,
            track=self.track,
            faces=tuple(range(1, self.highest + 1)),
            crazy_priority=self.priority or not edition.crazy,
        )

    @property
    def text(self) -> str:
        """The position as the visitor or the link wrote it."""
        return str(self.position) if self.draft is None else self.draft

    @property
    def mistake(self) -> str:
        """A sentence on what is wrong with the text and what the board shows in its place; "" if nothing is."""
        try:
            _parse(self.text, self.rules)
        except ValueError as error:
            is_start = self.position == EDITIONS[self.edition].start
            return f"{error}. The board {'shows an example' if is_start else 'still shows the last valid position'}"
        return ""

    @property
    def tiles(self) -> list[str]:
        """The squares with tiles, as texts."""
        return [str(square) for square, _ in self.position.tiles]

    def setup(self) -> CamelSetup:
        """Return what the views of a page need."""
        position, rules = self.position, self.rules
        names = ticket_names(rules)
        tickets = [names[name] for name in self.held if name in names]
        try:
            check(position, rules)
            problem = None
        except ValueError as error:
            problem = str(error)
        holdings = Holdings(
            # A ticket whose camel has left the board comes back with it.
            held=tuple(ticket for ticket in tickets if ticket.camel in position.racing),
            next_tickets=tuple(next_tickets(position, (*self.held, *self.gone), rules).items()),
            own_tile=None if self.own == NO_TILE else int(self.own),
            taken=tuple(
                names[name]
                for name in (*self.held, *self.gone)
                if name in names and names[name].camel in position.racing
            ),
        )
        return CamelSetup(position, rules, holdings, problem)


def read_link(query: Query) -> CamelTable:
    """Return the table of a link. Tickets that the edition does not have, and a tile that is not on the board, are left out.

    >>> table = read_link({"position": ["1:BWOG 2:Y tiles=5o"], "held": ["G5", "G3"], "own": ["5"]})
    >>> table.held, table.own, write_link(table)["position"]
    (('G5', 'G3'), '5', ['1:BWOG 2:Y dice=BWOGY tiles=5o'])
    """
    edition = last_value(query, "edition", next(iter(EDITIONS)))
    usual = _usual_table(edition)
    rules = {name: getattr(usual, name) for name in _RULE_NAMES}
    rules = {name: from_text(last_value(query, name, value), value) for name, value in rules.items()}
    table = _with_text(replace(usual, **rules), last_value(query, "position", usual.text))
    wrong = _unusable_settings(query, table)
    held, gone = (_without(query.get(name, ()), wrong.get(name, ())) for name in ("held", "gone"))
    own = last_value(query, "own", NO_TILE)
    return replace(table, held=held, gone=gone, own=NO_TILE if "own" in wrong else own)


def write_link(table: CamelTable) -> Query:
    """Return the settings of a link to a table, without those at their defaults."""
    usual = _usual_table(table.edition)
    return changed_settings(
        _settings(table), _settings(usual) | {"edition": next(iter(EDITIONS)), "position": usual.text}
    )


def _settings(table: CamelTable) -> dict[str, object]:
    """Return all settings of a link to a table."""
    return {name: table.text if name == "position" else getattr(table, name) for name in LINK}


def link_mistakes(query: Query) -> list[str]:
    """Return a sentence for each ticket and tile of a link that does not fit the rest of the link."""
    reasons = {"held": "this edition does not have", "gone": "you already have or this edition does not have"}
    wrong = _unusable_settings(query, read_link(query))
    mistakes = [
        f"The link sets {name}={', '.join(wrong[name])}, which {reason}. It was ignored"
        for name, reason in reasons.items()
        if wrong.get(name)
    ]
    if "own" in wrong:
        mistakes.append(f"The link sets own={wrong['own'][0]}, but there is no tile on that square. It was ignored")
    return mistakes


def _unusable_settings(query: Query, table: CamelTable) -> dict[str, list[str]]:
    """Return the tickets and the tile of a link that do not fit the rest of the link, by the name of the setting."""
    names = ticket_names(table.rules)
    held = query.get("held", ())
    wrong = {
        "held": [name for name in held if name not in names],
        "gone": [name for name in query.get("gone", ()) if name not in names or name in held],
        "own": [square for square in query.get("own", ())[-1:] if square not in (NO_TILE, *table.tiles)],
    }
    return {name: values for name, values in wrong.items() if values}


def _without(names: Any, wrong: Any) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if name not in wrong)


def _usual_table(edition: str) -> CamelTable:
    """Return the table of a link that names only the edition."""
    rules, start = EDITIONS[edition].rules, EDITIONS[edition].start
    return CamelTable(edition, start, track=rules.track, highest=max(rules.faces))


def apply(table: CamelTable, event: Mapping[str, Any]) -> CamelTable:
    """Return the table after an event, or raise ValueError if the event is not possible.

    >>> str(apply(read_link({}), {"kind": "roll", "die": "O", "face": "2"}).position)
    '1:BW 2:Y 3:OG dice=BWYG'
    """
    match event:
        case {"kind": "set", "name": str(name), "value": value}:
            return _with_setting(table, name, value)
        case {"kind": "ticket", "camel": str(camel), "coins": int(coins), "mine": bool(mine)}:
            return _with_ticket(table, camel, coins, mine=mine)
        case {"kind": "preset", "value": str(name)} if name in PRESETS:
            return _new_leg(replace(table, edition=PRESETS[name].edition), PRESETS[name].position)
    if start := _leg_start(table, event):
        return _new_leg(table, start)
    change = _position_change(event, table.rules)
    if not change:
        return table
    if event["kind"] == "tile_move" and table.own == str(event["from"]):
        table = replace(table, own=str(event["to"]))
    return _with_position(table, change(table.position))


def _leg_start(table: CamelTable, event: Mapping[str, Any]) -> Position | None:
    """Return the position with which a leg starts after an event; None if the event starts no leg."""
    match event:
        case {"kind": "random", "seed": int(seed)}:
            check_whole("seed", seed, 0, _MAX_RANDOM_SEED)
            return random_position(table.rules, np.random.default_rng(seed))
        case {"kind": "new_leg"}:
            return next_leg(table.position)
        case {"kind": "clear"}:
            return Position((), "")
    return None


def notice(before: CamelTable, after: CamelTable, event: Mapping[str, Any]) -> str:
    """Return two sentences on the camels that a new edition does not have, "" otherwise."""
    if event.get("name") != "edition":
        return ""
    names = renamed(before.edition, after.edition)
    leaving = [camel_name(camel) for camel in before.position.racing if names.get(camel) == ""]
    if not leaving:
        return ""
    verb, past = ("is", "it was") if len(leaving) == 1 else ("are", "they were")
    return f"{', '.join(leaving)} {verb} not in this edition, so {past} removed. To go back, select Undo"


def _with_setting(table: CamelTable, name: str, value: Any) -> CamelTable:
    match name, value:
        case "position", str(text):
            return _with_text(table, text)
        case "edition", str(edition) if edition in EDITIONS:
            return _with_edition(table, edition)
        case "held", list(tickets) if set(map(str, tickets)) <= set(ticket_names(table.rules)):
            return replace(table, held=tuple(tickets), gone=_without(table.gone, tickets))
        case "gone", list(tickets) if set(map(str, tickets)) <= set(ticket_names(table.rules)):
            return replace(table, gone=_without(tickets, table.held))
        case "own", str(square) if square in (NO_TILE, *table.tiles):
            return replace(table, own=square)
    if name in _RULE_NAMES:
        changed = with_setting(table, name, value, LINK)
        # A text that did not fit the old rules can fit the new ones.
        if table.draft is not None and (read := _with_text(changed, table.draft)).draft is None:
            return read
        return replace(_with_position(changed, table.position), draft=table.draft)
    return table


def _with_edition(table: CamelTable, edition: str) -> CamelTable:
    """Return the table in another edition, whose camels take the squares of the old ones."""
    names, tickets = renamed(table.edition, edition), ticket_names(EDITIONS[edition].rules)
    held, gone = (
        tuple(name for name in (names.get(old[0], "") + old[1:] for old in taken) if name in tickets)
        for taken in (table.held, table.gone)
    )
    changed = replace(table, edition=edition, held=held, gone=gone)
    return _with_position(changed, adapt_position(table.position, EDITIONS[edition].rules, names))


def _with_text(table: CamelTable, text: str) -> CamelTable:
    text = " ".join(text[:MAX_TEXT].split())
    try:
        return _with_position(table, _parse(text, table.rules))
    except ValueError:
        return replace(table, draft=text)


def _parse(text: str, rules: Rules) -> Position:
    return _check_drawable(Position.parse(text), rules)


def _check_drawable(position: Position, rules: Rules) -> Position:
    """Return the position, or raise ValueError if it does not fit on the track."""
    for square in [square for square, _ in position.stacks + position.tiles]:
        if square > rules.track:
            raise ValueError(f"square must be 1..{rules.track}, got {square}: the track ends there")
    return position


def _with_position(table: CamelTable, position: Position) -> CamelTable:
    """Return the table with another position, or raise ValueError if it does not fit on the track."""
    changed = replace(table, position=_check_drawable(position, table.rules), draft=None)
    return changed if changed.own in changed.tiles else replace(changed, own=NO_TILE)


def _new_leg(table: CamelTable, position: Position) -> CamelTable:
    """Return the table at the start of a leg, with all tickets and tiles returned."""
    return replace(_with_position(table, position), held=(), gone=(), own=NO_TILE)


def _position_change(event: Mapping[str, Any], rules: Rules) -> Callable[[Position], Position] | None:
    """Return the change of position that an event requests; None for an unknown event."""
    camels = rules.camels + rules.crazy
    match event:
        case {"kind": "die", "die": str(die), "on": bool(on)} if len(die) == 1:
            return lambda position: _with_die(position, die, in_pyramid=on)
        case {"kind": "roll", "die": str(die), "face": str(face)}:
            return lambda position: _rolled(position, die, face, rules)
        case {"kind": "camel", "camel": str(camel), "square": int(square), "level": int() | None as level}:
            known = len(camel) == 1 and camel in camels
            return (lambda position: position.with_camel(camel, square, level)) if known else None
        case {"kind": "camel_off", "camel": str(camel)} if len(camel) == 1:
            return lambda position: position.without_camel(camel)
        case {"kind": "tile", "square": int(square), "tile": str(kind)}:
            return lambda position: position.with_tile(square, kind)
        case {"kind": "tile_move", "from": int(square), "to": int(to)}:
            return lambda position: _move_tile(position, square, to)
        case {"kind": "tile_off", "square": int(square)}:
            return lambda position: position.without_tile(square)
    return None


def _with_die(position: Position, die: str, *, in_pyramid: bool) -> Position:
    other_dice = position.dice.replace(die, "")
    return replace(position, dice=other_dice + die if in_pyramid else other_dice)


def _move_tile(position: Position, square: int, to: int) -> Position:
    kind = dict(position.tiles).get(square)
    return position.without_tile(square).with_tile(to, kind) if kind else position


def faces_of(die: str, rules: Rules) -> Mapping[str, Roll]:
    """Return the rolls of a die by the text of their face: a number, on the grey die with the crazy camel that moves.

    >>> list(faces_of("G", Rules()))
    ['1', '2', '3']
    """
    return {str(roll) if die == GREY_DIE else str(roll.number): roll for roll in possible_rolls(die, rules)}


def _rolled(position: Position, die: str, face: str, rules: Rules) -> Position:
    roll = faces_of(die, rules).get(face) if die in tuple(position.dice) else None
    if roll is None:
        raise ValueError("a roll must be of a die in the pyramid")
    rolled = roll_die(position, roll, rules)
    if rolled.position is None:
        back = "back " if die == GREY_DIE else ""
        raise ValueError(
            f"{roll} takes {camel_name(rolled.moved)} {back}across the finish line and ends the race. The board was not changed"
        )
    return rolled.position


def _with_ticket(table: CamelTable, camel: str, coins: int, *, mine: bool) -> CamelTable:
    """Return the table after the visitor or another player has taken the next betting ticket of a camel.

    coins: the coins of the ticket that was tapped, which must still be the next one.
    """
    taken = (*table.held, *table.gone)
    following = next_tickets(table.position, taken, table.rules)
    if camel not in following:
        return table
    if not coins or following[camel] != coins:
        raise ValueError(f"that {camel_name(camel)} ticket has already been taken")
    names = ticket_names(table.rules)
    name = next(name for name in names if names[name] == Ticket(camel, coins) and name not in taken)
    return replace(table, held=(*table.held, name)) if mine else replace(table, gone=(*table.gone, name))
