"""The events that change the table of Camel Up: moves, rolls, tickets, tiles, race bets, presets, rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from boardodds.camel_up import Position, Rules, camel_name
from boardodds.camel_up.actions import LAST, WINNER
from boardodds.camel_up.setup import adapt_position, random_position
from boardodds.dashboard.camel_up.camel_table import NO_TILE, CamelTable, with_position, with_text
from boardodds.dashboard.camel_up.editions import EDITIONS, PRESETS, renamed
from boardodds.dashboard.camel_up.plays import (
    with_moved_tile,
    with_new_race,
    with_next_leg,
    with_race_bet,
    with_roll,
    with_ticket,
    with_tile,
)
from boardodds.dashboard.camel_up.purse import bets_on, number_of, pile_letter
from boardodds.dashboard.camel_up.table_link import LINK, RULE_NAMES, fitting_bets, without
from boardodds.dashboard.camel_up.ticket_names import ticket_names
from boardodds.dashboard.ui.settings import with_setting
from boardodds.probability.validate import check_whole

_MAX_RANDOM_SEED = 2**32
# The events that are no longer possible when the race is over.
_PLAYS = ("roll", "die", "camel", "camel_off", "tile", "tile_move", "tile_off", "ticket", "race_bet", "new_leg")


def apply(table: CamelTable, event: Mapping[str, Any]) -> CamelTable:
    """Return the table after an event, or raise ValueError if the event is not possible.

    >>> from boardodds.dashboard.camel_up.table_link import read_link
    >>> str(apply(read_link({}), {"kind": "roll", "die": "O", "face": "2"}).position)
    '1:BW 2:Y 3:OG dice=BWYG'
    """
    if table.finish and event.get("kind") in _PLAYS:
        raise ValueError("the race is over: select Undo to go back, or Clear board for a new race")
    if event.get("kind") == "set":
        return _with_setting(table, event.get("name"), event.get("value"))
    if (after := _with_new_start(table, event)) or (after := _with_play(table, event)):
        return after
    change = _position_change(event, table.rules)
    return with_position(table, change(table.position)) if change else table


def _with_new_start(table: CamelTable, event: Mapping[str, Any]) -> CamelTable | None:
    """Return the table after an event that starts a leg or a race; None for other events."""
    match event:
        case {"kind": "preset", "value": str(name)} if name in PRESETS:
            return with_new_race(replace(table, edition=PRESETS[name].edition), PRESETS[name].position)
        case {"kind": "random", "seed": int(seed)}:
            check_whole("seed", seed, 0, _MAX_RANDOM_SEED)
            return with_new_race(table, random_position(table.rules, np.random.default_rng(seed)))
        case {"kind": "clear"}:
            return with_new_race(table, Position((), ""))
        case {"kind": "new_leg"}:
            return with_next_leg(table)
    return None


def _with_play(table: CamelTable, event: Mapping[str, Any]) -> CamelTable | None:
    """Return the table after something that a player does; None for other events.

    An event without ``mine`` is that of another player.
    """
    mine = event.get("mine", False)
    if not isinstance(mine, bool):
        return None
    match event:
        case {"kind": "roll", "die": str(die), "face": str(face)}:
            return with_roll(table, die, face, mine=mine)
        case {"kind": "ticket", "camel": str(camel), "coins": int(coins), "mine": _}:
            return with_ticket(table, camel, coins, mine=mine)
        case {"kind": "tile", "square": int(square), "tile": str(kind)}:
            return with_tile(table, square, kind, mine=mine)
        case {"kind": "tile_move", "from": int(square), "to": int(to)}:
            return with_moved_tile(table, square, to)
        case {"kind": "race_bet", "camel": str(camel), "pile": str(pile)}:
            return with_race_bet(table, camel, pile)
    return None


def apply_with_notice(table: CamelTable, event: Mapping[str, Any]) -> tuple[CamelTable, str]:
    """Return the table after an event, and a sentence on what the event cost, or ""."""
    after = apply(table, event)
    return after, notice(table, after, event)


def notice(before: CamelTable, after: CamelTable, event: Mapping[str, Any]) -> str:
    """Return a sentence on what an event does not do by itself or what it removed, "" for most events."""
    if event.get("kind") == "explain_roll":
        return "Roll a die, then tap its number below the board"
    if event.get("name") == "position" and before.edition != after.edition:
        noun = EDITIONS[after.edition].noun
        return f"The rules are now those of the {after.edition} {noun}, as these camels need. To go back, select Undo"
    if event.get("name") != "edition":
        return ""
    names = renamed(before.edition, after.edition)
    leaving = [camel_name(camel) for camel in before.position.racing if names.get(camel) == ""]
    if not leaving:
        return ""
    verb, past = ("is", "it was") if len(leaving) == 1 else ("are", "they were")
    return f"{', '.join(leaving)} {verb} not in this edition, so {past} removed. To go back, select Undo"


def _with_setting(table: CamelTable, name: Any, value: Any) -> CamelTable:
    match name, value:
        case "position", str(text):
            return with_text(table, text)
        case "edition", str(edition) if edition in EDITIONS:
            return _with_edition(table, edition)
        case "own", str(square) if square in (NO_TILE, *table.tiles):
            return replace(table, own=square)
        case str(), list(values):
            return _with_list(table, name, [str(value) for value in values])
    if name in RULE_NAMES:
        changed = with_setting(table, name, value, LINK)
        # A text that did not fit the old rules can fit the new ones.
        if table.draft is not None and (read := with_text(changed, table.draft)).draft is None:
            return read
        return replace(with_position(changed, table.position), draft=table.draft)
    if name in ("winner_laid", "last_laid", "winner_before", "last_before"):
        changed = with_setting(table, name, value, LINK)
        return replace(changed, bets=fitting_bets(changed.bets, changed))
    return table


def _with_list(table: CamelTable, name: str, values: list[str]) -> CamelTable:
    """Return the table with other tickets or cards, each of which one player has once."""
    if name in ("held", "gone") and set(values) <= set(ticket_names(table.rules)):
        if name == "held":
            return replace(table, held=without(values, ()), gone=without(table.gone, values))
        return replace(table, gone=without(values, table.held))
    if not set(values) <= set(table.rules.camels):
        return table
    if name == "laid":
        bets = tuple(bet for bet in table.bets if bet[0] not in values)
        return replace(table, laid=without(values, ()), bets=bets)
    piles = {"winner_bets": WINNER, "last_bets": LAST}
    return _with_bets_on(table, piles[name], values) if name in piles else table


def _with_bets_on(table: CamelTable, pile: str, camels: list[str]) -> CamelTable:
    """Return the table with the visitor's cards on a pile: cards that are new go on top, others are taken off."""
    on_pile = [bet[0] for bet in bets_on(table, pile)]
    for camel in on_pile:
        if camel not in camels:
            table = _without_bet(table, camel)
    for camel in camels:
        if camel not in on_pile:
            table = replace(_without_bet(table, camel), laid=without(table.laid, [camel]))
            table = with_race_bet(table, camel, pile)
    return table


def _without_bet(table: CamelTable, camel: str) -> CamelTable:
    """Return the table without the visitor's card of a camel, if it is on a pile, and with the cards above it one place lower."""
    bet = next((bet for bet in table.bets if bet[0] == camel), None)
    if bet is None:
        return table
    letter, number = bet[1], number_of(bet)
    lowered = tuple(
        f"{other[:2]}{number_of(other) - 1}" if other[1] == letter and number_of(other) > number else other
        for other in table.bets
        if other[0] != camel
    )
    if letter == pile_letter(WINNER):
        return replace(table, bets=lowered, winner_laid=table.winner_laid - 1)
    return replace(table, bets=lowered, last_laid=table.last_laid - 1)


def _with_edition(table: CamelTable, edition: str) -> CamelTable:
    """Return the table in another edition, whose camels take the squares of the old ones."""
    names, tickets = renamed(table.edition, edition), ticket_names(EDITIONS[edition].rules)
    held, gone, bets, laid = (
        tuple(names[old[0]] + old[1:] for old in pieces if names.get(old[0]))
        for pieces in (table.held, table.gone, table.bets, table.laid)
    )
    changed = replace(
        table,
        edition=edition,
        held=tuple(name for name in held if name in tickets),
        gone=tuple(name for name in gone if name in tickets),
        bets=bets,
        laid=laid,
        finish="".join(names.get(camel, "") for camel in table.finish),
    )
    return with_position(changed, adapt_position(table.position, EDITIONS[edition].rules, names))


def _position_change(event: Mapping[str, Any], rules: Rules) -> Callable[[Position], Position] | None:
    """Return the change of position that an event requests; None for an unknown event."""
    camels = rules.camels + rules.crazy
    match event:
        case {"kind": "die", "die": str(die), "on": bool(on)} if len(die) == 1:
            return lambda position: _with_die(position, die, in_pyramid=on)
        case {"kind": "camel", "camel": str(camel), "square": int(square), "level": int() | None as level}:
            known = len(camel) == 1 and camel in camels
            return (lambda position: position.with_camel(camel, square, level)) if known else None
        case {"kind": "camel_off", "camel": str(camel)} if len(camel) == 1:
            return lambda position: position.without_camel(camel)
        case {"kind": "tile_off", "square": int(square)}:
            return lambda position: position.without_tile(square)
    return None


def _with_die(position: Position, die: str, *, in_pyramid: bool) -> Position:
    other_dice = position.dice.replace(die, "")
    return replace(position, dice=other_dice + die if in_pyramid else other_dice)
