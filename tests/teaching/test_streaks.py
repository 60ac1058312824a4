"""The longest streak in independent games, against all sequences, a chain, and SciPy's binomial distribution."""

from itertools import groupby, product

import numpy as np
import pytest

from boardodds.teaching.large_numbers import longest_streak
from tests.oracles.streaks import none_longer


@pytest.mark.parametrize("chance", [0.2, 0.5, 0.97])
@pytest.mark.parametrize("games", [1, 2, 7, 11])
def test_short_streaks_are_those_of_all_sequences(games: int, chance: float) -> None:
    every = dict.fromkeys(range(games + 1), 0.0)
    for sequence in product((0, 1), repeat=games):
        longest = max((len(list(group)) for is_in, group in groupby(sequence) if is_in), default=0)
        every[longest] += chance ** sum(sequence) * (1 - chance) ** (games - sum(sequence))
    ends, chances = longest_streak(games, chance, seen=games)
    assert (ends[0], ends[-1]) == (0, games)
    assert chances == pytest.approx(list(every.values()))


@pytest.mark.parametrize(("games", "chance"), [(1_000, 0.218), (300, 0.999), (10_000, 0.5), (10_000, 0.001)])
def test_long_streaks_are_those_of_a_chain(games: int, chance: float) -> None:
    ends, chances = longest_streak(games, chance)
    assert len(ends) <= 61
    assert np.cumsum(chances) == pytest.approx([none_longer(end, games, chance) for end in ends])
    assert sum(chances) > 0.998
    # Every bar but the last of all games is as wide, and less than a tenth of a percent is before the first one.
    assert len(set(np.diff(ends[:-1]))) <= 1
    assert not ends[0] or none_longer(ends[0] - 1, games, chance) < 0.001
