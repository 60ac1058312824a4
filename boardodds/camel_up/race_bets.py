"""The coins of a race bet: a card on the overall winner or the overall loser, paid at the end of the race.

The right cards of a pile pay 8, 5, 3, 2, 1, 1 from the first card on, and a wrong card costs a coin. Cards are face down, so the
number of right cards below a new one is unknown. Simplification: each card of the pile is assumed to be right independently, with
the chance of the camel of the new card.
"""

from dataclasses import dataclass
from math import comb

from boardodds.camel_up.rules import Rules
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

MAX_PILE_CARDS = 40


@dataclass(frozen=True, slots=True)
class RaceBets:
    """The state of the race bets.

    winner_laid, last_laid: the number of cards on the pile for the overall winner, and on that for the overall loser.
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
    pile_cards: the number of cards already on the pile.

    >>> bet_coins(0.25, pile_cards=0, rules=Rules()).outcomes
    (-1, 8)
    >>> round(bet_coins(0.25, pile_cards=3, rules=Rules()).mean, 3)
    0.734
    """
    # Rounding can make a sum of many floats slightly larger than 1.
    chance = min(1.0, chance)
    weights: dict[float, float] = {rules.race_wrong: 1 - chance}
    for right in range(pile_cards + 1):
        probability = comb(pile_cards, right) * chance**right * (1 - chance) ** (pile_cards - right)
        coins = rules.race_cards[min(right, len(rules.race_cards) - 1)]
        weights[coins] = weights.get(coins, 0.0) + chance * probability
    return Pmf.from_weights(weights)


def bet_slope(chance: float, pile_cards: int, rules: Rules) -> float:
    """Return the derivative of the mean of ``bet_coins`` with respect to ``chance``.

    Its product with the standard error of the chance is the standard error of the expected coins.

    >>> bet_slope(0.25, pile_cards=0, rules=Rules())
    9.0
    """
    slope = float(-rules.race_wrong)
    for right in range(pile_cards + 1):
        wrong = pile_cards - right
        derivative = (right + 1) * chance**right * (1 - chance) ** wrong
        if wrong:
            derivative -= wrong * chance ** (right + 1) * (1 - chance) ** (wrong - 1)
        slope += rules.race_cards[min(right, len(rules.race_cards) - 1)] * comb(pile_cards, right) * derivative
    return slope
