"""What replaces SciPy agrees with it, and a call that needs it says so."""

import sys

import numpy as np
import pytest
from scipy.special import chdtrc

from boardodds import perudo
from boardodds.probability import optional
from boardodds.probability.chi_squared import MAX_DEGREES, chi_squared_tail
from boardodds.probability.markov import AbsorbingChain


@pytest.mark.parametrize("degrees", [1, 2, 3, 10, 25, MAX_DEGREES])
def test_the_tail_of_chi_squared_is_that_of_scipy(degrees: int) -> None:
    for statistic in (0.0, 0.1, 1.0, 5.0, 40.0, 300.0):
        assert chi_squared_tail(statistic, degrees) == pytest.approx(chdtrc(degrees, statistic), rel=1e-11)


def test_chains_are_solved_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = np.random.default_rng(1).random((30, 31))
    chain = AbsorbingChain((weights / weights.sum(axis=1, keepdims=True))[:, :30], np.eye(30)[0])
    visits = chain.expected_visits()
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    assert chain.expected_visits() == pytest.approx(visits, rel=1e-9)


def test_a_call_that_needs_scipy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "find_spec", lambda _: None)
    with pytest.raises(ImportError, match=r'one die each needs SciPy: pip install "boardodds\[solve\]"'):
        perudo.solve_one_die()
