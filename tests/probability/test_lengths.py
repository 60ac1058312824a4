"""The lengths of simulated games against a list of the games, and races of players against a list of all cases."""

from collections import defaultdict
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample, first_home
from boardodds.probability.pmf import Pmf, quantile_interval


@given(st.lists(st.integers(0, 12), min_size=2, max_size=60), st.integers(0, 14))
def test_a_sample_matches_a_list_of_its_games(games: list[int], length: int) -> None:
    sample = LengthSample(tuple(np.bincount(games).tolist()))
    mean = MeanEstimate.from_sample(games)
    assert sample.games == len(games)
    assert sample.mean.value == pytest.approx(mean.value, rel=1e-12)
    assert sample.mean.std == pytest.approx(mean.std, rel=1e-9, abs=1e-12)
    assert sample.probability(length) == Proportion(games.count(length), len(games))
    assert sample.at_most(length) == Proportion(sum(game <= length for game in games), len(games))
    assert sample.quantile_interval(0.5) == quantile_interval(sample.pmf, 0.5, len(games))


def test_a_mean_needs_two_games() -> None:
    with pytest.raises(ValueError, match=r"^games must be 2 or more to estimate their spread, got 1$"):
        _ = LengthSample((0, 1)).mean


LENGTHS = st.dictionaries(st.integers(1, 6), st.integers(1, 9), min_size=1, max_size=4).map(
    lambda weights: Pmf.from_weights({float(turns): float(weight) for turns, weight in weights.items()})
)


def play_all(lengths: list[Pmf]) -> tuple[list[float], dict[int, float], dict[int, float]]:
    """Return the seats' chances, and the probability of each number of rounds and of turns, from a list of all cases."""
    wins, rounds, turns = [0.0] * len(lengths), defaultdict[int, float](float), defaultdict[int, float](float)
    for case in product(*(zip(length.outcomes, length.probabilities, strict=True) for length in lengths)):
        chance = prod(probability for _, probability in case)
        own_turns, seat = min((int(own_turns), seat) for seat, (own_turns, _) in enumerate(case))
        wins[seat] += chance
        rounds[own_turns] += chance
        turns[(own_turns - 1) * len(lengths) + seat + 1] += chance
    return wins, rounds, turns


@given(st.lists(LENGTHS, min_size=1, max_size=4))
def test_a_race_matches_a_list_of_all_cases(lengths: list[Pmf]) -> None:
    wins, rounds, turns = play_all(lengths)
    race = first_home(lengths)
    assert race.seat_wins == pytest.approx(wins, abs=1e-12)
    for pmf, expected in ((race.rounds, rounds), (race.turns, turns)):
        assert dict(zip(pmf.outcomes, pmf.probabilities, strict=True)) == pytest.approx(dict(expected), abs=1e-12)


@pytest.mark.parametrize(
    ("lengths", "sentence"),
    [
        ([], "lengths must have a distribution for each player"),
        ([Pmf((1, 1.5), (0.5, 0.5))], "lengths must be whole numbers of turns"),
    ],
)
def test_invalid_lengths_are_refused(lengths: list[Pmf], sentence: str) -> None:
    with pytest.raises(ValueError, match="lengths must") as caught:
        first_home(lengths)
    assert sentence in str(caught.value)
