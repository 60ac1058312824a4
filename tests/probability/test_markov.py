"""Absorbing chains against answers in closed form, and the errors for invalid chains."""

import sys

import numpy as np
import pytest

from boardodds import perudo
from boardodds.probability import validate
from boardodds.probability.markov import AbsorbingChain


def ruin(stake: int, goal: int, win: float) -> AbsorbingChain:
    """Return the chain of a gambler who plays for one coin at a time, until they have no coins or reach the goal."""
    coins = np.arange(1, goal)
    transitions = np.zeros((goal - 1, goal - 1))
    transitions[coins[:-1] - 1, coins[1:] - 1] = win
    transitions[coins[1:] - 1, coins[:-1] - 1] = 1 - win
    return AbsorbingChain(transitions, (coins == stake).astype(float))


@pytest.mark.parametrize(("stake", "goal"), [(1, 2), (3, 10), (5, 9)])
def test_expected_steps_of_a_fair_gambler(stake: int, goal: int) -> None:
    chain = ruin(stake, goal, 0.5)
    assert chain.expected_visits().sum() == pytest.approx(stake * (goal - stake), abs=1e-9)
    assert chain.steps().mean == pytest.approx(stake * (goal - stake), abs=1e-9)


def test_expected_steps_of_an_unfair_gambler() -> None:
    stake, goal, win, lose = 3, 7, 0.4, 0.6
    success = (1 - (lose / win) ** stake) / (1 - (lose / win) ** goal)
    assert ruin(stake, goal, win).steps().mean == pytest.approx(stake / (lose - win) - goal / (lose - win) * success)


def test_the_whole_distribution_is_geometric() -> None:
    steps = AbsorbingChain(np.array([[0.75]]), np.array([1.0])).steps()
    for step in (1, 2, 10, 60):
        assert steps.probability(step) == pytest.approx(0.25 * 0.75 ** (step - 1), rel=1e-12)
    assert steps.at_least(100) == pytest.approx(0.75**99, rel=1e-3)


def test_states_that_are_never_reached_are_ignored() -> None:
    transitions = np.array([[0.5, 0.0], [0.0, 1.0]])
    chain = AbsorbingChain(transitions, np.array([1.0, 0.0]))
    assert chain.expected_visits().tolist() == [2.0, 0.0]
    assert chain.steps().mean == pytest.approx(2)


@pytest.mark.parametrize(
    ("transitions", "start", "sentence"),
    [
        (np.ones(3), np.ones(3), "transitions must be square and not empty, got shape (3,)"),
        (np.ones((2, 3)), np.ones(2), "transitions must be square and not empty, got shape (2, 3)"),
        (np.zeros((2, 2)), np.ones(3), "start must have 2 states as transitions has, got shape (3,)"),
        (np.full((2, 2), 0.6), np.array([1.0, 0.0]), "rows sum to 1 at most"),
        (np.array([[-0.1]]), np.array([1.0]), "rows sum to 1 at most"),
        (np.zeros((2, 2)), np.array([0.5, 0.4]), "start must be chances that sum to 1, got sum 0.9"),
    ],
)
def test_invalid_chains_are_refused(transitions: np.ndarray, start: np.ndarray, sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        AbsorbingChain(transitions, start)
    assert sentence in str(caught.value)


def test_a_chain_that_may_never_end_is_refused() -> None:
    transitions = np.array([[0.0, 0.5], [0.0, 1.0]])
    chain = AbsorbingChain(transitions, np.array([1.0, 0.0]))
    assert chain.endless_states() == [1]
    for work in (chain.expected_visits, chain.steps):
        with pytest.raises(ValueError, match="states 1 never are absorbed"):
            work()


def test_single_steps_and_a_matrix_power_agree() -> None:
    chain = ruin(3, 8, 0.45)
    current = chain.start
    for step in range(20):
        assert chain.state_probabilities(step) == pytest.approx(current, abs=1e-14)
        current = current @ chain.transitions
    assert 1 - chain.state_probabilities(15).sum() == pytest.approx(chain.steps().at_most(15), abs=1e-12)
    with pytest.raises(ValueError, match=r"steps must be 0\.\.1,000,000, got -1"):
        chain.state_probabilities(-1)


def test_every_state_needs_a_label() -> None:
    with pytest.raises(ValueError, match="states must be 1 labels as transitions has, got 2"):
        AbsorbingChain(np.array([[0.5]]), np.array([1.0]), ["a", "b"])


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
