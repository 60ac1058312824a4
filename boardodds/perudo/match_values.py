"""The chance of winning a match between two players, from the values of its rounds.

A round decides only who loses a die, because two players have no calza. So a player who wants to win the match wants to win each
round, and perfect play of the rounds is perfect play of the match. Whoever loses a die opens the next round.
"""

from functools import lru_cache

from boardodds.perudo.ending_data import relevant_rules, shipped_value
from boardodds.perudo.rules import STANDARD, Rules, as_pair
from boardodds.probability.estimate import Interval
from boardodds.probability.validate import check_number


def match_value(dice: tuple[int, int], rules: Rules = STANDARD) -> Interval | None:
    """Return the chance that the opener wins the match if both play perfectly, between certain limits.

    dice: the dice of the opener, and of the other player.

    Returns None if some round that the match can reach isn't shipped solved.

    >>> value = match_value((1, 1))
    >>> value is not None and 17 / 36 in value
    True
    >>> match_value((5, 5)) is None
    True
    """
    dice = as_pair(dice, rules)
    return _match_value(dice[0], dice[1], relevant_rules(rules))


def match_chance(round_win: float, dice: tuple[int, int], rules: Rules = STANDARD) -> float | None:
    """Return a player's chance of winning the match, if both play perfectly after this round; None as ``match_value``.

    round_win: the player's chance of winning this round.
    dice: the player's dice, and the other player's.

    >>> match_chance(0.25, (1, 1))
    0.25
    """
    check_number("round_win", round_win, 0, 1)
    player_dice, other = as_pair(dice, rules)
    others_next = match_value((other - 1, player_dice), rules) if other > 1 else Interval(0.0, 0.0, 1.0)
    after_loss = match_value((player_dice - 1, other), rules) if player_dice > 1 else Interval(0.0, 0.0, 1.0)
    if others_next is None or after_loss is None:
        return None
    return _mean(round_win, 1 - _middle(others_next), _middle(after_loss))


def _middle(interval: Interval) -> float:
    return (interval.low + interval.high) / 2


@lru_cache(maxsize=256)
def _match_value(opener: int, other: int, rules: Rules) -> Interval | None:
    """Return the chance that the opener wins the match; 0 or 1 if a player has no dice."""
    if not opener or not other:
        return Interval(float(opener > 0), float(opener > 0), 1.0)
    # The loser of the round has one die fewer and opens the next one.
    round_value = shipped_value((opener, other), rules)
    after_loss = _match_value(opener - 1, other, rules)
    others_next = _match_value(other - 1, opener, rules)
    if round_value is None or after_loss is None or others_next is None:
        return None
    low, high = (
        _mean((1 + value) / 2, 1 - chance_of_other, loss)
        for value, chance_of_other, loss in (
            (round_value.low, others_next.high, after_loss.low),
            (round_value.high, others_next.low, after_loss.high),
        )
    )
    return Interval(low, high, 1.0)


def _mean(win: float, after_win: float, after_loss: float) -> float:
    return win * after_win + (1 - win) * after_loss
