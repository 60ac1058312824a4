"""The exact distribution of the longest streak in some independent games (Feller, Probability Theory, volume 1, XIII.7)."""

from math import ceil, log

import numpy as np

from boardodds.probability.validate import check_number, check_whole

MAX_GAMES = 10_000
# Lengths that are told apart; longer ranges are divided into equal ones.
_MAX_BARS = 60


def longest_streak(games: int, chance: float, seen: int = 0) -> tuple[list[int], list[float]]:
    """Return the ends of ranges of lengths that contain nearly all longest streaks, and the probability of each range.

    games: 1 to 10,000.
    chance: that of each game to belong to a streak, more than 0 and less than 1.
    seen: a length that is in a range in any case.

    >>> longest_streak(2, 0.5)
    ([0, 1, 2], [0.25, 0.5, 0.25])
    """
    check_whole("games", games, 1, MAX_GAMES)
    check_number("chance", chance, 1e-9, 1 - 1e-9)
    # About games * (1 - chance) * chance ** length streaks are so long: seven nearly always, a thousandth nearly never.
    low, high = (int(log(games * (1 - chance) / streaks) / -log(chance)) for streaks in (7, 0.001))
    low, high = max(low, 0), min(max(high + 1, seen), games)
    ends = np.minimum(np.arange(low, high + (step := ceil((high - low + 1) / _MAX_BARS)), step), games)
    # Row n + 1: the probability of no longer streak in n games. Game n makes the first one if it is the last of end + 1 in a row,
    # after a game that is in none.
    none = np.ones((games + 2, len(ends)))
    for game in range(1, games + 1):
        before = (1 - chance) * none[np.maximum(game - ends - 1, 0), range(len(ends))]
        none[game + 1] = none[game] - np.where(game > ends + 1, before, game == ends + 1) * chance ** (ends + 1.0)
    return ends.tolist(), np.diff(none[-1], prepend=0).tolist()
