"""Races of players who take turns, compared with a list of all cases."""

from collections import defaultdict
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.first_home import first_home
from boardodds.probability.pmf import Pmf

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
