"""Betting tickets and race bets: what is left to take, and the coins that they pay at the end of a leg and of the race.

Source: the rulebooks. A betting ticket pays its coins if its camel wins the leg, a coin if it is second, and costs a coin
otherwise. With six players or more, the second edition has partners for a leg: each may add the reward of one of the other's
tickets, also of one for a roll. Each roll and each camel or stack that stops on a player's tile pays a coin. At the end of the
race, the right cards of each pile pay 8, 5, 3, 2, 1, 1 from the first card on, and a wrong card costs a coin.

Cards are face down, so the number of right cards below a new one is unknown. Simplification: each card of the pile is assumed to
be right independently, with the chance of the camel of the new card. The player's own cards name other camels and don't count.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole, of_texts

WINNER = "winner"
LAST = "last"
MAX_PILE_CARDS = 40
# From so many players on, the second edition has partnerships.
PARTNERSHIP_PLAYERS = 6
# Each player's coins at the start of the race.
START_COINS = 3


@dataclass(frozen=True, slots=True)
class Ticket:
    """A betting ticket: its camel and the coins that it pays if the camel wins the leg.

    >>> str(Ticket("G", 5)), Ticket.parse("G5")
    ('G5', Ticket(camel='G', coins=5))
    """

    camel: str
    coins: int

    def __str__(self) -> str:
        return f"{self.camel}{self.coins}"

    @classmethod
    def parse(cls, text: str) -> "Ticket":
        """Read a camel and its coins, as in ``G5``; raise ValueError for any other text."""
        if not re.fullmatch(r".[0-9]{1,3}", text, re.DOTALL):
            raise ValueError(f"ticket must be a camel and its coins, as in G5, got {text[:40]!r}")
        return cls(text[0], int(text[1:]))

    def payout(self, winner: str, second: str, rules: Rules) -> int:
        """Return the coins that the ticket pays if ``winner`` wins the leg and ``second`` is the runner-up."""
        if self.camel == winner:
            return self.coins
        return rules.ticket_second if self.camel == second else rules.ticket_wrong


@dataclass(frozen=True, slots=True)
class Partner:
    """What a betting partner, or a player who can become one, has in a leg.

    rolls: the number of rolls, each of which has given a pyramid ticket.
    player, name: who it is, as the caller counts and names the players.
    """

    tickets: tuple[Ticket, ...] = ()
    rolls: int = 0
    player: int = 1
    name: str = "the partner"

    def __str__(self) -> str:
        return f"partnership with {self.name}"

    def payout(self, winner: str, second: str, rules: Rules) -> int:
        """Return the reward of the partner's best ticket; nothing if it is a loss, since nobody has to add one.

        >>> [Partner((Ticket("G", 5),), rolls).payout(*order, Rules()) for order, rolls in (("GB", 2), ("YB", 2), ("YB", 0))]
        [5, 1, 0]
        """
        rewards = [ticket.payout(winner, second, rules) for ticket in self.tickets]
        return max([0, *rewards, *[rules.roll_coins] * (self.rolls > 0)])


def next_ticket(camel: str, taken: Iterable[Ticket | str], rules: Rules = FIRST_EDITION) -> int:
    """Return the coins of the top ticket of a camel's stack, 0 if the stack is empty.

    taken: the tickets that players have, of any camels. Every ticket above one of these in the stack is gone too, because
        tickets are taken from the top.

    >>> next_ticket("G", [Ticket("G", 5), "Y3"]), next_ticket("G", [Ticket("G", 3)])
    (3, 2)

    Raises ValueError for a camel or a ticket that the rules do not have.
    """
    if camel not in tuple(rules.camels):
        raise ValueError(f"camel must be one of {' '.join(rules.camels)}, got {camel!r}")
    gone = of_texts(Ticket, "taken", taken)
    for ticket in gone:
        if ticket.camel not in tuple(rules.camels) or ticket.coins not in rules.leg_tickets:
            raise ValueError(f"taken must be tickets of {rules.camels} that pay {rules.leg_tickets}, got {ticket!r}")
    taken_coins = Counter(ticket.coins for ticket in gone if ticket.camel == camel)
    stack = list(rules.leg_tickets)
    while any(taken_coins.values()) and stack:
        taken_coins -= Counter([stack.pop(0)])
    return next(iter(stack), 0)


@dataclass(frozen=True, slots=True)
class RaceBets:
    """The state of the race bets.

    winner_laid, last_laid: the number of other players' cards on the pile for the overall winner, and on that for the overall
        loser. The player's own cards name other camels, so they never take coins from a new one.
    hand: the camels whose cards the player still has; None for all.

    Raises ValueError if a pile has fewer than 0 or more than 40 cards, or if a camel is twice in the hand.
    """

    winner_laid: int = 0
    last_laid: int = 0
    hand: str | None = None

    def __post_init__(self) -> None:
        for name, pile_cards in (("winner_laid", self.winner_laid), ("last_laid", self.last_laid)):
            check_whole(name, pile_cards, 0, MAX_PILE_CARDS, "cards")
        if self.hand is not None and len(set(self.hand)) < len(self.hand):
            raise ValueError(f"hand must have one card for each camel, got {self.hand!r}")


def bet_coins(chance: float, pile_cards: int, rules: Rules) -> Pmf:
    """Return the pmf of the coins of one more card on a pile.

    chance: the probability that the card is right: its camel wins the race, or finishes last.
    pile_cards: the number of other players' cards already on the pile.

    >>> bet_coins(0.25, pile_cards=0, rules=Rules()).outcomes
    (-1, 8)
    >>> round(bet_coins(0.25, pile_cards=3, rules=Rules()).mean, 3)
    0.734
    """
    # Rounding can make a sum of many floats slightly larger than 1.
    chance = min(1.0, chance)
    weights: dict[float, float] = {rules.race_wrong: 1 - chance}
    for right in range(pile_cards + 1):
        coins = _right_coins(right, rules)
        weights[coins] = weights.get(coins, 0.0) + chance * _right_chance(right, pile_cards, chance)
    return Pmf.from_weights(weights)


def bet_slope(chance: float, pile_cards: int, rules: Rules) -> float:
    """Return the derivative of the mean of ``bet_coins`` with respect to ``chance``.

    Its product with the standard error of the chance is the standard error of the expected coins.

    >>> bet_slope(0.25, pile_cards=0, rules=Rules())
    9.0
    """
    # The derivative of the chance times that of some right cards is their number plus 1, times the fall to one more of them.
    chances = [_right_chance(right, pile_cards, chance) for right in range(pile_cards + 2)]
    falls = [(right + 1) * (chances[right] - chances[right + 1]) for right in range(pile_cards + 1)]
    return sum(_right_coins(right, rules) * fall for right, fall in enumerate(falls)) - rules.race_wrong


def _right_chance(right: int, pile_cards: int, chance: float) -> float:
    """Return the chance that a number of the cards on a pile are right."""
    return comb(pile_cards, right) * chance**right * (1 - chance) ** max(0, pile_cards - right)


def _right_coins(right_below: int, rules: Rules) -> int:
    """Return the coins of a right card on top of some other right ones."""
    return rules.race_cards[min(right_below, len(rules.race_cards) - 1)]


@dataclass(frozen=True, slots=True)
class RaceCard:
    """A card that a player has bet on the overall winner or on the overall loser.

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


@dataclass(frozen=True, slots=True)
class LegPay:
    """The coins of one player from a leg.

    tickets: each betting ticket with its coins.
    partner: the coins of the partner's best ticket.
    """

    tickets: tuple[tuple[Ticket, int], ...]
    rolls: int
    tile: int
    partner: int = 0

    @property
    def total(self) -> int:
        """All coins of the leg."""
        return sum(coins for _, coins in self.tickets) + self.rolls + self.tile + self.partner


def pay_leg(
    order: str,
    rules: Rules,
    *,
    tickets: Sequence[Ticket] = (),
    rolls: int = 0,
    stops: int = 0,
    partner: Partner | None = None,
) -> LegPay:
    """Return the coins of one player at the end of a leg.

    order: the racing camels from the first to the last.
    tickets: the betting tickets that the player has.
    rolls: the number of the player's rolls.
    stops: the number of camels or stacks that have stopped on the player's tile.
    partner: the player's betting partner, None without one.

    >>> pay = pay_leg("YGOWB", Rules(), tickets=[Ticket("Y", 5), Ticket("G", 3), Ticket("B", 5)], rolls=2, stops=1)
    >>> [coins for _, coins in pay.tickets], pay.rolls, pay.tile, pay.total
    ([5, 1, -1], 2, 1, 8)
    """
    winner, second = order[:1], order[1:2]
    paid = tuple((ticket, ticket.payout(winner, second, rules)) for ticket in tickets)
    shared = partner.payout(winner, second, rules) if partner else 0
    return LegPay(paid, rolls * rules.roll_coins, stops * rules.tile_coins, shared)


def pay_card(order: str, card: RaceCard, rules: Rules) -> int:
    """Return the coins of a race bet at the end of the race.

    order: the racing camels from the first to the last.

    >>> [pay_card("YGOWB", card, Rules()) for card in (RaceCard("Y", "winner", 1), RaceCard("B", "last"), RaceCard("G", "last"))]
    [5, 8, -1]
    """
    is_right = card.camel == (order[0] if card.pile == WINNER else order[-1])
    return _right_coins(card.right_below, rules) if is_right else rules.race_wrong
