"""What a race bet is worth: a card laid on the winner or on the last camel, paid when the race is over.

The right cards of a pile pay 8, 5, 3, 2, 1, 1 in the order in which they were laid, a wrong one costs a coin. Cards lie face
down, so how many of the earlier ones are right is not known. Simplification: each of them is taken to be on a camel with the
chance that this camel now has.
"""

from dataclasses import dataclass
from math import comb

from boardodds.camel_up.rules import Rules
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

MAX_LAID = 40


@dataclass(frozen=True, slots=True)
class RaceBets:
    """The state of the race bets.

    winner_laid, last_laid: cards that lie on either pile. hand: the camels whose card the player still has; None for all.
    """

    winner_laid: int = 0
    last_laid: int = 0
    hand: str | None = None

    def __post_init__(self) -> None:
        for name, laid in (("winner_laid", self.winner_laid), ("last_laid", self.last_laid)):
            check_whole(name, laid, 0, MAX_LAID, "cards")


def bet_coins(chance: float, laid: int, rules: Rules) -> Pmf:
    """Coins of one more card on a camel that wins (or comes last) with this chance, on a pile of ``laid`` cards.

    >>> bet_coins(0.25, laid=0, rules=Rules()).outcomes
    (-1, 8)
    >>> round(bet_coins(0.25, laid=3, rules=Rules()).mean, 3)
    0.734
    """
    # a sum of many floats may pass 1 by a rounding
    chance = min(1.0, chance)
    weights: dict[float, float] = {rules.race_wrong: 1 - chance}
    for right in range(laid + 1):
        share = comb(laid, right) * chance**right * (1 - chance) ** (laid - right)
        coins = rules.race_cards[min(right, len(rules.race_cards) - 1)]
        weights[coins] = weights.get(coins, 0.0) + chance * share
    return Pmf.from_weights(weights)


def bet_slope(chance: float, laid: int, rules: Rules) -> float:
    """How fast the mean of ``bet_coins`` grows with the chance: it carries the error of a chance over to the coins.

    >>> bet_slope(0.25, laid=0, rules=Rules())
    9.0
    """
    slope = float(-rules.race_wrong)
    for right in range(laid + 1):
        wrong = laid - right
        grown = (right + 1) * chance**right * (1 - chance) ** wrong
        if wrong:
            grown -= wrong * chance ** (right + 1) * (1 - chance) ** (wrong - 1)
        slope += rules.race_cards[min(right, len(rules.race_cards) - 1)] * comb(laid, right) * grown
    return slope
