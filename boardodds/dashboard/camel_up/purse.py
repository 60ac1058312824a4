"""The coins of the visitor at the table of Camel Up: of a leg that is over, of race bets, and in total."""

import re
from collections.abc import Mapping

from boardodds.camel_up import Rules, Ticket
from boardodds.camel_up.actions import LAST, WINNER
from boardodds.camel_up.payout import LegPay, RaceCard, leg_order, pay_card, pay_leg
from boardodds.dashboard.camel_up.camel_table import CamelTable
from boardodds.dashboard.camel_up.ticket_names import ticket_names

# By pile, its letter in a link.
_LETTERS: Mapping[str, str] = {WINNER: "w", LAST: "l"}
_BET = re.compile(r"([A-Z0-9])([wl])([1-9][0-9]?)")


def pile_letter(pile: str) -> str:
    """Return the letter of a pile in a link."""
    return _LETTERS[pile]


def is_bet(text: str) -> bool:
    """Return whether a text is a race bet of a link: a camel, the letter of a pile, and the card's number on it.

    >>> is_bet("Gw1"), is_bet("Gx1"), is_bet("Gw0")
    (True, False, False)
    """
    return _BET.fullmatch(text) is not None


def number_of(bet: str) -> int:
    """Return the number of a card on its pile, 1 for the first."""
    return int(bet[2:])


def bets_on(table: CamelTable, pile: str) -> list[str]:
    """Return the visitor's cards on a pile, as a link has them."""
    return [bet for bet in table.bets if bet[1] == _LETTERS[pile]]


def leg_pay(table: CamelTable) -> LegPay:
    """Return the visitor's coins of this leg if it ends as the board is now."""
    order = table.finish or leg_order(table.position)
    return pay_leg(order, table.rules, tickets=_tickets(table.held, table.rules), rolls=table.rolls, stops=table.stops)


def others_tickets(table: CamelTable) -> tuple[tuple[Ticket, int], ...]:
    """Return the betting tickets that the others have taken, each with its coins if the leg ends as the board is now."""
    order = table.finish or leg_order(table.position)
    return pay_leg(order, table.rules, tickets=_tickets(table.gone, table.rules)).tickets


def race_cards(table: CamelTable) -> list[tuple[RaceCard, int]]:
    """Return the visitor's race bets, each with its coins; none before the race is over."""
    if not table.finish:
        return []
    cards = []
    for pile, right_cards in ((WINNER, table.winner_before), (LAST, table.last_before)):
        for bet in bets_on(table, pile):
            # Only cards below this one on its pile can come before it.
            card = RaceCard(bet[0], pile, min(right_cards, number_of(bet) - 1))
            cards.append((card, pay_card(table.finish, card, table.rules)))
    return cards


def total_coins(table: CamelTable) -> int:
    """Return the visitor's coins so far, with those of a leg and of a race that are over."""
    coins = table.coins + (leg_pay(table).total if table.is_leg_over else 0)
    return coins + sum(paid for _, paid in race_cards(table))


def _tickets(names: tuple[str, ...], rules: Rules) -> list[Ticket]:
    tickets = ticket_names(rules)
    return [tickets[name] for name in names if name in tickets]
