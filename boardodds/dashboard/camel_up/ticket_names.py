"""The leg tickets of Camel Up by the names that the pages and their links have for them."""

from collections.abc import Iterable

from boardodds.camel_up import Position, Rules, Ticket, next_ticket


def ticket_names(rules: Rules) -> dict[str, Ticket]:
    """Every leg ticket of the game by a name of its own; a second ticket of the same coins gets a stroke.

    >>> list(ticket_names(Rules(camels="GY", leg_tickets=(5, 2, 2))))
    ['G5', 'G2', "G2'", 'Y5', 'Y2', "Y2'"]
    """
    named: dict[str, Ticket] = {}
    for camel in rules.camels:
        for coins in rules.leg_tickets:
            ticket = Ticket(camel, coins)
            named[f"{ticket}'" if str(ticket) in named else str(ticket)] = ticket
    return named


def next_tickets(position: Position, taken: Iterable[str], rules: Rules) -> dict[str, int]:
    """The coins of the next ticket of every camel in the race, 0 for none, when those of these names are taken.

    >>> next_tickets(Position.parse("1:GY dice=GY"), ["G5", "G2"], Rules(camels="GY", leg_tickets=(5, 2, 2)))
    {'G': 2, 'Y': 5}
    """
    names = ticket_names(rules)
    gone = [names[name] for name in taken if name in names]
    return {camel: next_ticket(camel, gone, rules) for camel in rules.camels if camel in position.racing}
