"""The coins that are paid at the end of a leg and at the end of the race, from the order of the racing camels.

Source: the rulebooks. A betting ticket pays its coins if its camel wins the leg, a coin if it is second, and costs a coin
otherwise. Each roll and each camel or stack that stops on a player's tile pays a coin. At the end of the race, the right cards of
each pile pay 8, 5, 3, 2, 1, 1 from the first card on, and a wrong card costs a coin.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from boardodds.camel_up.actions import LAST, WINNER, Ticket
from boardodds.camel_up.position import Position
from boardodds.camel_up.race_bets import MAX_PILE_CARDS
from boardodds.camel_up.rules import Rules
from boardodds.probability.validate import check_whole


@dataclass(frozen=True, slots=True)
class RaceCard:
    """A card that a player has bet on the overall winner or on the overall loser.

    camel: the camel on the card.
    pile: ``winner`` or ``last``.
    right_below: the number of right cards below this one on its pile.

    Raises ValueError if the pile is another one, or has fewer than 0 or more than 40 right cards below.
    """

    camel: str
    pile: str
    right_below: int = 0

    def __post_init__(self) -> None:
        if self.pile not in (WINNER, LAST):
            raise ValueError(f"pile must be {WINNER} or {LAST}, got {self.pile!r}")
        check_whole("right_below", self.right_below, 0, MAX_PILE_CARDS, "cards")

    def is_right(self, order: str) -> bool:
        """Return whether the card's camel won the race, or finished last.

        order: the racing camels from the first to the last.
        """
        return self.camel == (order[0] if self.pile == WINNER else order[-1])


@dataclass(frozen=True, slots=True)
class LegPay:
    """The coins of one player from a leg.

    tickets: each betting ticket with its coins.
    rolls: the coins for rolls.
    tile: the coins from the player's tile.
    """

    tickets: tuple[tuple[Ticket, int], ...]
    rolls: int
    tile: int

    @property
    def total(self) -> int:
        """All coins of the leg."""
        return sum(coins for _, coins in self.tickets) + self.rolls + self.tile


def leg_order(position: Position) -> str:
    """Return the racing camels from the first to the last.

    >>> leg_order(Position.parse("1:BWOG 2:Y"))
    'YGOWB'
    """
    return position.racing[::-1]


def pay_leg(order: str, rules: Rules, *, tickets: Sequence[Ticket] = (), rolls: int = 0, stops: int = 0) -> LegPay:
    """Return the coins of one player at the end of a leg.

    order: the racing camels from the first to the last.
    tickets: the betting tickets that the player has.
    rolls: the number of the player's rolls.
    stops: the number of camels or stacks that have stopped on the player's tile.

    >>> pay = pay_leg("YGOWB", Rules(), tickets=[Ticket("Y", 5), Ticket("G", 3), Ticket("B", 5)], rolls=2, stops=1)
    >>> [coins for _, coins in pay.tickets], pay.rolls, pay.tile, pay.total
    ([5, 1, -1], 2, 1, 8)
    """
    winner, second = order[:1], order[1:2]
    paid = tuple((ticket, ticket.payout(winner, second, rules)) for ticket in tickets)
    return LegPay(paid, rolls * rules.roll_coins, stops * rules.tile_coins)


def pay_card(order: str, card: RaceCard, rules: Rules) -> int:
    """Return the coins of a race bet at the end of the race.

    order: the racing camels from the first to the last.

    >>> [pay_card("YGOWB", card, Rules()) for card in (RaceCard("Y", "winner", 1), RaceCard("B", "last"), RaceCard("G", "last"))]
    [5, 8, -1]
    """
    if not card.is_right(order):
        return rules.race_wrong
    return rules.race_cards[min(card.right_below, len(rules.race_cards) - 1)]
