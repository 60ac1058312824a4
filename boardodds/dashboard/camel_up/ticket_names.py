"""The names of Camel Up's betting tickets on the pages and in their links, and the holdings of the visitor."""

from collections.abc import Iterable
from dataclasses import dataclass

from boardodds.camel_up import Position, Rules, Ticket, next_ticket


@dataclass(frozen=True, slots=True)
class Holdings:
    """The betting tickets and the tile of the visitor.

    held: the visitor's tickets.
    next_tickets: for every camel, the coins of the next ticket, 0 if none is left.
    own_tile: the square of the visitor's tile, if it is on the board.
    taken: the tickets of all players.
    """

    held: tuple[Ticket, ...]
    next_tickets: tuple[tuple[str, int], ...]
    own_tile: int | None
    taken: tuple[Ticket, ...] = ()


def ticket_names(rules: Rules) -> dict[str, Ticket]:
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


def next_tickets(position: Position, taken: Iterable[str], rules: Rules) -> dict[str, int]:
    """Return the coins of the next ticket of every camel in the race, 0 for none.

    taken: the names of the tickets that have been taken; unknown names are ignored.

    >>> next_tickets(Position.parse("1:GY dice=GY"), ["G5", "G2"], Rules(camels="GY", leg_tickets=(5, 2, 2)))
    {'G': 2, 'Y': 5}
    """
    names = ticket_names(rules)
    taken_tickets = [names[name] for name in taken if name in names]
    return {camel: next_ticket(camel, taken_tickets, rules) for camel in rules.camels if camel in position.racing}
