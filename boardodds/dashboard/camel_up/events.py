"""The events that change the state of Camel Up's pages: moves, rolls, tickets, tiles, race bets, presets, rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boardodds.camel_up import Position, Roll, Rules, Ticket, camel_name, possible_rolls, roll_die
from boardodds.camel_up.bets import MAX_PILE_CARDS, WINNER
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR, SCENARIOS
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import adapt_position, next_leg, random_position
from boardodds.dashboard.camel_up.state import (
    EDITIONS,
    LINK,
    NO_TILE,
    PILES,
    RULE_NAMES,
    CamelState,
    fitting_bets,
    link_mistakes,
    number_of,
    read_link,
    ticket_names,
    with_house_rules,
    with_position,
    with_text,
    without,
    write_link,
)
from boardodds.dashboard.ui.settings import Event, StateDefinition, value_of_widget, with_setting
from boardodds.probability.declared_rules import with_rule
from boardodds.probability.validate import check_whole

_MAX_RANDOM_SEED = 2**32
# The events that are no longer possible when the race is over.
_PLAYS = ("roll", "die", "camel", "camel_off", "tile", "tile_move", "tile_off", "ticket", "race_bet", "new_leg")
# By the name of the widget for the visitor's cards on a pile, the pile.
_BETS = {f"{pile}_bets": pile for pile in PILES}


@dataclass(frozen=True, slots=True)
class Preset:
    """A position that the pages can load, and the key of its edition."""

    edition: str
    position: Position


PRESETS = {
    **{f"Camel Calculator: {row.name.lower()}": Preset("first_edition", row.position) for row in CAMEL_CALCULATOR},
    **{f"Camel Up math (2015): {row.name.lower()}": Preset("numbered", row.position) for row in SCENARIOS},
    "Second edition, first leg": Preset("second_edition", EDITIONS["second_edition"].start),
    "Halfway round": Preset("first_edition", Position.parse("9:BWOG 10:Y")),
    "Six camels in one stack": Preset("numbered", Position.parse("1:012345")),
}


def apply(state: CamelState, event: Event) -> tuple[CamelState, str]:
    """Return the state after an event and a notice; raise ValueError if the event is not possible.

    >>> str(apply(read_link({}), {"kind": "roll", "die": "O", "face": "2"})[0].position)
    '1:BW 2:Y 3:OG dice=BWYG'
    """
    if state.finish and event.get("kind") in _PLAYS:
        raise ValueError("the race is over: select Undo to go back, or New race")
    after = _with_play(state, event) or _with_new_start(state, event) or _with_piece(state, event) or state
    return after, _notice(state, after, event)


DEFINITION = StateDefinition("camel_up", LINK, read_link, write_link, apply, link_mistakes)


def _with_play(state: CamelState, event: Event) -> CamelState | None:
    """Return the state after something that the player to move does, which passes the turn; None for other events.

    An event that names a turn is refused if another player is to move.
    """
    after = _with_act(state, event)
    if after is None or after == state:
        return after
    if event.get("turn", state.turn) != state.turn:
        raise ValueError(f"{player_name(state.turn)} is to move: enter that move first")
    # A tap on a tile that is there only corrects it, unless it is advised.
    is_correction = str(event.get("square")) in state.tiles and "turn" not in event
    return after if is_correction else replace(after, turn=(state.turn + 1) % state.players)


def player_name(player: int) -> str:
    """Return how the page calls a player, counted from the visitor.

    >>> player_name(0), player_name(1), player_name(2)
    ('me', 'A', 'B')
    """
    return chr(ord("A") + player - 1) if player else "me"


def _with_act(state: CamelState, event: Event) -> CamelState | None:
    match event:
        case {"kind": "roll", "die": str(die), "face": str(face)}:
            return _with_roll(state, die, face)
        case {"kind": "ticket", "camel": str(camel), "coins": int(coins)}:
            return _with_ticket(state, camel, coins)
        case {"kind": "tile", "square": int(square), "tile": str(kind)}:
            return _with_tile(state, square, kind)
        case {"kind": "race_bet", "camel": str(camel), "pile": str(pile)}:
            return _with_race_bet(state, camel, pile)
    return None


def _with_new_start(state: CamelState, event: Event) -> CamelState | None:
    """Return the state after an event that starts a leg or a race, or a changed setting; None for other events."""
    match event:
        case {"kind": "set", "name": str(name), "value": value}:
            return _with_setting(state, name, value)
        case {"kind": "preset", "value": str(name)} if name in PRESETS:
            edition = PRESETS[name].edition
            state = replace(state, edition=edition, rules=with_house_rules(edition, state.rules))
            return _with_new_race(state, PRESETS[name].position)
        case {"kind": "random", "seed": int(seed)}:
            check_whole("seed", seed, 0, _MAX_RANDOM_SEED)
            return _with_new_race(state, random_position(state.rules, np.random.default_rng(seed)))
        case {"kind": "clear"}:
            return _with_new_race(state, Position((), ""))
        case {"kind": "new_leg"}:
            coins = state.coins + (state.leg_pay.total if state.is_leg_over else 0)
            return _with_new_leg(replace(state, coins=coins), next_leg(state.position))
    return None


def _with_piece(state: CamelState, event: Event) -> CamelState | None:
    """Return the state after a piece was put on the board or taken off it; None for an unknown event."""
    position, camels = state.position, tuple(state.rules.camels + state.rules.crazy)
    match event:
        case {"kind": "die", "die": str(die), "on": bool(on)} if len(die) == 1:
            dice = position.dice.replace(die, "") + (die if on else "")
            return with_position(state, replace(position, dice=dice))
        case {"kind": "camel", "camel": str(camel), "square": int(square), "level": int() | None as level}:
            return with_position(state, position.with_camel(camel, square, level)) if camel in camels else None
        case {"kind": "camel_off", "camel": str(camel)} if len(camel) == 1:
            return with_position(state, position.without_camel(camel))
        case {"kind": "tile_move", "from": int(square), "to": int(to)}:
            return _with_moved_tile(state, square, to)
        case {"kind": "tile_off", "square": int(square)}:
            return with_position(state, position.without_tile(square))
    return None


def _notice(before: CamelState, after: CamelState, event: Event) -> str:
    """Return a sentence on what an event does not do by itself or what it removed, "" for most events."""
    if event.get("name") == "position" and before.edition != after.edition:
        title = EDITIONS[after.edition].title
        return f"The rules are now those of the {title}, as these camels need. To go back, select Undo"
    if event.get("name") != "edition":
        return ""
    names = renamed(before.edition, after.edition)
    leaving = [camel_name(camel) for camel in before.position.racing if names.get(camel) == ""]
    if not leaving:
        return ""
    verb, past = ("is", "it was") if len(leaving) == 1 else ("are", "they were")
    return f"{', '.join(leaving)} {verb} not in this edition, so {past} removed. To go back, select Undo"


def faces_of(die: str, rules: Rules) -> Mapping[str, Roll]:
    """Return the rolls of a die by the text of their face: a number, on the grey die with the crazy camel that moves.

    >>> list(faces_of("G", Rules()))
    ['1', '2', '3']
    """
    return {str(roll) if die == GREY_DIE else str(roll.number): roll for roll in possible_rolls(die, rules)}


def _with_roll(state: CamelState, die: str, face: str) -> CamelState:
    """Return the state after a roll, which may end the race."""
    position = state.position
    roll = faces_of(die, state.rules).get(face) if die in tuple(position.dice) else None
    if roll is None:
        raise ValueError("a roll must be of a die in the pyramid")
    rolled = roll_die(position, roll, state.rules)
    stops = state.stops + (rolled.stopped_on is not None and rolled.stopped_on == state.own_square)
    state = replace(state, rolls=state.rolls + state.is_mine, stops=stops)
    if rolled.position is not None:
        return with_position(state, rolled.position)
    rest = replace(position, dice=position.dice.replace(die, ""))
    for camel in rolled.crossed:
        rest = rest.without_camel(camel)
    return replace(with_position(state, rest), finish=rolled.final_order)


def _with_ticket(state: CamelState, camel: str, coins: int) -> CamelState:
    """Return the state after the player to move has taken the next betting ticket of a camel.

    coins: the coins of the ticket that was tapped, which must still be the next one.
    """
    following = dict(state.next_tickets)
    if camel not in following:
        return state
    if not coins or following[camel] != coins:
        raise ValueError(f"that {camel_name(camel)} ticket has already been taken")
    names, taken = ticket_names(state.rules), state.held + state.gone
    name = next(name for name in names if names[name] == Ticket(camel, coins) and name not in taken)
    return replace(state, held=(*state.held, name)) if state.is_mine else replace(state, gone=(*state.gone, name))


def _with_tile(state: CamelState, square: int, kind: str) -> CamelState:
    """Return the state after the player to move has placed a tile, or after a tile on the square was turned over.

    A tile that is turned over keeps its owner. A player has one tile, so a second one of the visitor moves the first.
    """
    position = state.position
    if str(square) in state.tiles or not state.is_mine:
        return with_position(state, position.with_tile(square, kind))
    if state.own_square is not None:
        position = position.without_tile(state.own_square)
    return replace(with_position(state, position.with_tile(square, kind)), own=str(square))


def _with_moved_tile(state: CamelState, square: int, to: int) -> CamelState:
    kind = dict(state.position.tiles).get(square)
    if kind is None:
        return state
    own = str(to) if state.own_square == square else state.own
    return with_position(replace(state, own=own), state.position.without_tile(square).with_tile(to, kind))


def _with_race_bet(state: CamelState, camel: str, pile: str) -> CamelState:
    """Return the state after a card of the visitor, or a hidden one of another player, was put on a pile."""
    if camel not in tuple(state.rules.camels) or pile not in PILES:
        return state
    if not state.is_mine:
        return _with_card(state, pile)
    return _with_own_card(state, camel, pile)


def _with_card(state: CamelState, pile: str) -> CamelState:
    name = f"{pile}_laid"
    if getattr(state, name) >= MAX_PILE_CARDS:
        raise ValueError(f"a pile has at most {MAX_PILE_CARDS} cards")
    return replace(state, **{name: getattr(state, name) + 1})


def _with_own_card(state: CamelState, camel: str, pile: str) -> CamelState:
    if camel in state.laid or any(bet[0] == camel for bet in state.bets):
        raise ValueError(f"you have already played the {camel_name(camel)} card")
    after = _with_card(state, pile)
    return replace(after, bets=(*state.bets, f"{camel}{PILES[pile]}{getattr(after, f'{pile}_laid')}"))


def _with_new_race(state: CamelState, position: Position) -> CamelState:
    state = replace(
        state, bets=(), laid=(), winner_laid=0, last_laid=0, winner_before=0, last_before=0, coins=0, turn=0
    )
    return _with_new_leg(replace(state, finish=""), position)


def _with_new_leg(state: CamelState, position: Position) -> CamelState:
    return replace(with_position(state, position), held=(), gone=(), own=NO_TILE, rolls=0, stops=0)


def _with_setting(state: CamelState, name: str, value: Any) -> CamelState:
    match name, value:
        case "position", str(text):
            return with_text(state, text)
        case "edition", str(edition) if edition in EDITIONS:
            return _with_edition(state, edition)
        case "own", str(square) if square in (NO_TILE, *state.tiles):
            return replace(state, own=square)
        case _, list(values):
            return _with_list(state, name, [str(value) for value in values])
    if name in RULE_NAMES:
        return _with_rule(state, name, value)
    if name in ("winner_laid", "last_laid", "winner_before", "last_before", "exact", "players", "turn"):
        changed = with_setting(state, name, value, LINK)
        turn = min(changed.turn, changed.players - 1)
        return replace(changed, bets=fitting_bets(changed.bets, changed), turn=turn)
    return state


def _with_rule(state: CamelState, name: str, value: Any) -> CamelState:
    rules = with_rule(state.rules, name, value_of_widget(Rules, name, value))
    changed = replace(state, rules=with_house_rules(state.edition, rules))
    # A text that did not fit the old rules can fit the new ones.
    if state.draft is not None and (read := with_text(changed, state.draft)).draft is None:
        return read
    return replace(with_position(changed, state.position), draft=state.draft)


def _with_list(state: CamelState, name: str, values: list[str]) -> CamelState:
    """Return the state with other tickets or cards, each of which one player has once."""
    if name in ("held", "gone") and set(values) <= set(ticket_names(state.rules)):
        if name == "held":
            return replace(state, held=without(values, ()), gone=without(state.gone, values))
        return replace(state, gone=without(values, state.held))
    if not set(values) <= set(state.rules.camels):
        return state
    if name == "laid":
        bets = tuple(bet for bet in state.bets if bet[0] not in values)
        return replace(state, laid=without(values, ()), bets=bets)
    return _with_bets_on(state, _BETS[name], values) if name in _BETS else state


def _with_bets_on(state: CamelState, pile: str, camels: list[str]) -> CamelState:
    """Return the state with the visitor's cards on a pile: cards that are new go on top, others are taken off."""
    on_pile = [bet[0] for bet in state.bets_on(pile)]
    for camel in on_pile:
        if camel not in camels:
            state = _without_bet(state, camel)
    for camel in camels:
        if camel not in on_pile:
            state = replace(_without_bet(state, camel), laid=without(state.laid, [camel]))
            state = _with_own_card(state, camel, pile)
    return state


def _without_bet(state: CamelState, camel: str) -> CamelState:
    """Return the state without the visitor's card of a camel, if it is on a pile, and with the cards above it one place lower."""
    bet = next((bet for bet in state.bets if bet[0] == camel), None)
    if bet is None:
        return state
    letter, number = bet[1], number_of(bet)
    lowered = tuple(
        f"{other[:2]}{number_of(other) - 1}" if other[1] == letter and number_of(other) > number else other
        for other in state.bets
        if other[0] != camel
    )
    if letter == PILES[WINNER]:
        return replace(state, bets=lowered, winner_laid=state.winner_laid - 1)
    return replace(state, bets=lowered, last_laid=state.last_laid - 1)


def renamed(old: str, new: str) -> dict[str, str]:
    """Return by racing camel of an edition its name in another, or "" if the other edition does not have it.

    >>> renamed("first_edition", "second_edition")
    {'B': 'B', 'G': 'G', 'Y': 'Y', 'W': 'R', 'O': 'P'}
    """
    seats = EDITIONS[new].seats
    return {camel: seats[seat : seat + 1] for seat, camel in enumerate(EDITIONS[old].seats)}


def _with_edition(state: CamelState, edition: str) -> CamelState:
    """Return the state in another edition, whose camels take the squares of the old ones."""
    names, rules = renamed(state.edition, edition), with_house_rules(edition, state.rules)
    tickets = ticket_names(rules)
    held, gone, bets, laid = (
        tuple(names[old[0]] + old[1:] for old in pieces if names.get(old[0]))
        for pieces in (state.held, state.gone, state.bets, state.laid)
    )
    changed = replace(
        state,
        edition=edition,
        rules=rules,
        held=tuple(name for name in held if name in tickets),
        gone=tuple(name for name in gone if name in tickets),
        bets=bets,
        laid=laid,
        finish="".join(names.get(camel, "") for camel in state.finish),
    )
    return with_position(changed, adapt_position(state.position, rules, names))
