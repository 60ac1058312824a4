"""Accounts of luck and decisions: the sum, the moments, and where one game lies among many."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.luck import Account, Step, luckier_than, simulate_luck

VALUES = st.floats(-100, 100, allow_subnormal=False)


@st.composite
def accounts(draw: st.DrawFn) -> Account:
    values = draw(st.lists(VALUES, min_size=1, max_size=60))
    steps = [Step(before, after, draw(st.none() | VALUES)) for before, after in pairwise(values)]
    return Account(values[0], tuple(steps))


@given(accounts())
def test_start_luck_decisions_and_offers_are_the_end(game: Account) -> None:
    assert game.start + game.luck + game.decisions + game.offers == pytest.approx(game.end, abs=1e-9)
    worse = [step.after - step.best for step in game.steps if step.best is not None]
    assert game.decisions == pytest.approx(sum(worse), abs=1e-9)
    luckiest, costliest = game.most(lambda step: step.luck), game.most(lambda step: step.cost)
    assert [step.luck for step in luckiest] == sorted((s.luck for s in game.steps if s.luck > 1e-9), reverse=True)[:3]
    assert [step.cost for step in costliest] == sorted((s.cost for s in game.steps if s.cost > 1e-9), reverse=True)[:3]


def test_a_step_that_does_not_begin_where_the_last_one_ended_is_refused() -> None:
    for steps in ([Step(0.4, 0.5)], [Step(0.5, 0.6), Step(0.7, 0.8)]):
        with pytest.raises(ValueError, match="before"):
            Account(0.5, tuple(steps))


def test_luck_among_all_games_is_the_share_of_those_with_less() -> None:
    def walk(rng: np.random.Generator) -> float:
        return float(rng.choice([-1.0, 1.0], size=4).sum())

    games = simulate_luck(walk, games=2_000, seed=3)
    assert games == simulate_luck(walk, games=2_000, seed=3)
    assert 0 in MeanEstimate.from_sample(games).interval(0.99)
    for luck, chance in ((-4, 0), (-2, 1 / 16), (0, 5 / 16), (4, 15 / 16), (5, 1)):
        assert chance in luckier_than(games, luck).interval(0.999)


def test_values_of_the_best_play_have_no_offers() -> None:
    game = Account.of_values([0.5, 0.75, 0.25, 1.0], [False, True, False], ["a", "b", "c"])
    assert [(each.luck, each.cost, each.words) for each in game.steps] == [
        (0.25, 0, "a"),
        (0, 0.5, "b"),
        (0.75, 0, "c"),
    ]
    assert game.offers == 0
