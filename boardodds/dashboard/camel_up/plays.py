"""What players do at the table of Camel Up: roll, take tickets, place tiles, bet on the race, and start the next leg."""

from collections.abc import Mapping
from dataclasses import replace

from boardodds.camel_up import Roll, Rules, Ticket, camel_name, possible_rolls, roll_die
from boardodds.camel_up.actions import LAST, WINNER
from boardodds.camel_up.position import Position
from boardodds.camel_up.race_bets import MAX_PILE_CARDS
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import next_leg
from boardodds.dashboard.camel_up.camel_table import NO_TILE, CamelTable, with_position
from boardodds.dashboard.camel_up.purse import leg_pay, pile_letter
from boardodds.dashboard.camel_up.ticket_names import next_tickets, ticket_names


def faces_of(die: str, rules: Rules) -> Mapping[str, Roll]:
    """Return the rolls of a die by the text of their face: a number, on the grey die with the crazy camel that moves.

    >>> list(faces_of("G", Rules()))
    ['1', '2', '3']
    """
    return {str(roll) if die == GREY_DIE else str(roll.number): roll for roll in possible_rolls(die, rules)}


def with_roll(table: CamelTable, die: str, face: str, *, mine: bool) -> CamelTable:
    """Return the table after a roll by the visitor or another player, which may end the race."""
    position = table.position
    roll = faces_of(die, table.rules).get(face) if die in tuple(position.dice) else None
    if roll is None:
        raise ValueError("a roll must be of a die in the pyramid")
    rolled = roll_die(position, roll, table.rules)
    stops = table.stops + (rolled.stopped_on is not None and rolled.stopped_on == table.own_square)
    table = replace(table, rolls=table.rolls + mine, stops=stops)
    if rolled.position is not None:
        return with_position(table, rolled.position)
    rest = replace(position, dice=position.dice.replace(die, ""))
    for camel in rolled.crossed:
        rest = rest.without_camel(camel)
    return replace(with_position(table, rest), finish=rolled.final_order)


def with_ticket(table: CamelTable, camel: str, coins: int, *, mine: bool) -> CamelTable:
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


def with_tile(table: CamelTable, square: int, kind: str, *, mine: bool) -> CamelTable:
    """Return the table after the visitor or another player has placed a tile, or after a tile on the square was turned over.

    A tile that is turned over keeps its owner. A player has one tile, so a second one of the visitor moves the first.
    """
    position = table.position
    if str(square) in table.tiles or not mine:
        return with_position(table, position.with_tile(square, kind))
    if table.own_square is not None:
        position = position.without_tile(table.own_square)
    return replace(with_position(table, position.with_tile(square, kind)), own=str(square))


def with_moved_tile(table: CamelTable, square: int, to: int) -> CamelTable:
    """Return the table with a tile moved to another square; the same table if there is no tile."""
    position = table.position
    kind = dict(position.tiles).get(square)
    if kind is None:
        return table
    own = str(to) if table.own_square == square else table.own
    return with_position(replace(table, own=own), position.without_tile(square).with_tile(to, kind))


def with_race_bet(table: CamelTable, camel: str, pile: str) -> CamelTable:
    """Return the table after the visitor has bet a card on a pile.

    pile: ``winner`` or ``last``.

    Raises ValueError if the card is played already, or the pile is full.
    """
    if camel not in table.rules.camels or len(camel) != 1 or pile not in (WINNER, LAST):
        return table
    if camel in table.laid or any(bet[0] == camel for bet in table.bets):
        raise ValueError(f"you have already played the {camel_name(camel)} card")
    name = f"{pile}_laid"
    number = getattr(table, name) + 1
    if number > MAX_PILE_CARDS:
        raise ValueError(f"a pile has at most {MAX_PILE_CARDS} cards")
    return replace(table, bets=(*table.bets, f"{camel}{pile_letter(pile)}{number}"), **{name: number})


def with_next_leg(table: CamelTable) -> CamelTable:
    """Return the table at the start of the next leg: the coins of a leg that is over are paid, tickets and tiles returned."""
    coins = table.coins + (leg_pay(table).total if table.is_leg_over else 0)
    return with_new_leg(replace(table, coins=coins), next_leg(table.position))


def with_new_race(table: CamelTable, position: Position) -> CamelTable:
    """Return the table at the start of a race from a position, without coins and race bets."""
    table = replace(table, bets=(), laid=(), winner_laid=0, last_laid=0, winner_before=0, last_before=0, coins=0)
    return with_new_leg(replace(table, finish=""), position)


def with_new_leg(table: CamelTable, position: Position) -> CamelTable:
    """Return the table at the start of a leg from a position, with all tickets and tiles returned."""
    return replace(with_position(table, position), held=(), gone=(), own=NO_TILE, rolls=0, stops=0)
