"""A race of players who take turns against all of its cases, one by one."""

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
    """Return the seats' chances, rounds and turns by listing the turns that each player needs."""
    wins, rounds, turns = [0.0] * len(lengths), defaultdict[int, float](float), defaultdict[int, float](float)
    for needed in product(*(zip(each.outcomes, each.probabilities, strict=True) for each in lengths)):
        chance = prod(probability for _, probability in needed)
        own, seat = min((int(own), seat) for seat, (own, _) in enumerate(needed))
        wins[seat] += chance
        rounds[own] += chance
        turns[(own - 1) * len(lengths) + seat + 1] += chance
    return wins, rounds, turns


@given(st.lists(LENGTHS, min_size=1, max_size=4))
def test_a_race_is_that_of_all_cases(lengths: list[Pmf]) -> None:
    wins, rounds, turns = play_all(lengths)
    race = first_home(lengths)
    assert race.seat_wins == pytest.approx(wins, abs=1e-12)
    for pmf, expected in ((race.rounds, rounds), (race.turns, turns)):
        assert dict(zip(pmf.outcomes, pmf.probabilities, strict=True)) == pytest.approx(dict(expected), abs=1e-12)


@pytest.mark.parametrize(
    ("lengths", "sentence"),
    [
        ([], "lengths must have a distribution for each player"),
        ([Pmf((0, 1), (0.5, 0.5))], "lengths must be 1 to 1,000,000 turns, got 0"),
        ([Pmf((1, 1.5), (0.5, 0.5))], "lengths must be whole numbers of turns"),
        ([Pmf((1, 2_000_000), (0.5, 0.5))], "lengths must be 1 to 1,000,000 turns, got 2000000"),
    ],
)
def test_what_is_no_race_is_refused(lengths: list[Pmf], sentence: str) -> None:
    with pytest.raises(ValueError, match="lengths must") as caught:
        first_home(lengths)
    assert sentence in str(caught.value)
