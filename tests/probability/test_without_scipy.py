"""What replaces SciPy agrees with it, and a call that needs it says so."""

import sys

import numpy as np
import pytest

from boardodds import perudo
from boardodds.probability import validate
from boardodds.probability.markov import AbsorbingChain


def test_chains_are_solved_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = np.random.default_rng(1).random((30, 31))
    chain = AbsorbingChain((weights / weights.sum(axis=1, keepdims=True))[:, :30], np.eye(30)[0])
    visits = chain.expected_visits()
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    assert chain.expected_visits() == pytest.approx(visits, rel=1e-9)


def test_a_call_that_needs_scipy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validate, "find_spec", lambda _: None)
    with pytest.raises(ImportError, match=r'one die each needs SciPy: pip install "\.\[solve\]"'):
        perudo.solve_one_die()
