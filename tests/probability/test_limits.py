"""Every limit of the probability package at its boundary."""

from typing import Any

import numpy as np
import pytest

from boardodds.probability.coverage import check_trials, stay_probability
from boardodds.probability.lengths import first_home
from boardodds.probability.markov import AbsorbingChain
from boardodds.probability.montecarlo import run_chunks
from boardodds.probability.pmf import Pmf
from tests.limits import limits_test, work_limits_test

COIN = AbsorbingChain(np.array([[0.5]]), np.array([1.0]))


def count_games(games: int) -> Any:
    """Return the result of one chunk of games; the games are only counted."""
    return next(run_chunks(lambda size, _: size, games, 1, chunk=10**11))


def path(length: int) -> AbsorbingChain:
    """Return a chain that leads from its first state to its last one in ``length`` steps."""
    return AbsorbingChain(np.eye(length, k=1), np.eye(length)[0])


test_values_up_to_the_limits_are_accepted_and_others_refused = limits_test(
    (count_games, 1, 10_000_000_000, r"games must be 1\.\.10,000,000,000, got"),
    (lambda seed: next(run_chunks(lambda size, _: size, 1, seed, chunk=1)), 0, None, "seed must be 0"),
    (lambda chunk: next(run_chunks(lambda size, _: size, 1, 1, chunk=chunk)), 1, None, "chunk must be 1"),
    (COIN.state_probabilities, 0, 1_000_000, r"steps must be 0\.\.1,000,000, got"),
    (check_trials, 2, 2000, r"games must be 2\.\.2,000, got"),
    (lambda first: stay_probability(20, 0.5, 2.0, first), None, 20, r"trials must be 21\.\.10,000, got 20"),
    (lambda first: stay_probability(20, 0.5, 2.0, first), 1, None, "first must be 1"),
    (lambda turns: first_home([Pmf((turns, 9), (0.5, 0.5))]), 1, None, "lengths must be 1 to 1,000,000 turns, got"),
)  # fmt: skip


test_work_of_exactly_the_limit_is_accepted_and_one_more_is_refused = work_limits_test(
    ("probability.coverage.MAX_RUN_TRIALS", 30, lambda: stay_probability(30, 0.5, 2.0), r"trials must be 10\.\.29"),
    ("probability.lengths.MAX_TURNS", 7, lambda: first_home([Pmf((1, 7), (0.5, 0.5))]), "must be 1 to 6 turns, got 7"),
)  # fmt: skip


def test_a_chain_of_exactly_the_limit_of_steps_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    # Steps are computed in blocks of 16, of which the limit is a multiple.
    monkeypatch.setattr("boardodds.probability.markov.MAX_STEPS", 32)
    assert path(32).steps() == Pmf((32,), (1.0,))
    with pytest.raises(ValueError, match="the chain must be absorbed within 32 steps, but 1 is left"):
        path(33).steps()
