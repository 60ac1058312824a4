"""Absorbing chains against what is known in closed form, and what is no chain."""

import numpy as np
import pytest

from boardodds.probability.markov import AbsorbingChain


def ruin(stake: int, goal: int, win: float) -> AbsorbingChain:
    """A gambler who plays for one coin until they have none or the goal."""
    coins = np.arange(1, goal)
    transitions = np.zeros((goal - 1, goal - 1))
    transitions[coins[:-1] - 1, coins[1:] - 1] = win
    transitions[coins[1:] - 1, coins[:-1] - 1] = 1 - win
    return AbsorbingChain(transitions, (coins == stake).astype(float))


@pytest.mark.parametrize(("stake", "goal"), [(1, 2), (3, 10), (5, 9)])
def test_the_fair_gamblers_time(stake: int, goal: int) -> None:
    chain = ruin(stake, goal, 0.5)
    assert chain.expected_steps == pytest.approx(stake * (goal - stake), abs=1e-9)
    assert chain.steps().mean == pytest.approx(chain.expected_steps, abs=1e-9)


def test_the_unfair_gamblers_time() -> None:
    stake, goal, win, lose = 3, 7, 0.4, 0.6
    home = (1 - (lose / win) ** stake) / (1 - (lose / win) ** goal)
    assert ruin(stake, goal, win).expected_steps == pytest.approx(stake / (lose - win) - goal / (lose - win) * home)


def test_the_whole_distribution_is_geometric() -> None:
    steps = AbsorbingChain(np.array([[0.75]]), np.array([1.0])).steps()
    for step in (1, 2, 10, 60):
        assert steps.probability(step) == pytest.approx(0.25 * 0.75 ** (step - 1), rel=1e-12)
    assert steps.at_least(100) == pytest.approx(0.75**99, rel=1e-3)


def test_states_that_are_never_reached_do_no_harm() -> None:
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
def test_what_is_no_chain(transitions: np.ndarray, start: np.ndarray, sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        AbsorbingChain(transitions, start)
    assert sentence in str(caught.value)


def test_a_chain_that_is_too_slow_is_refused() -> None:
    with pytest.raises(ValueError, match="within 1,000,000 steps"):
        AbsorbingChain(np.array([[1 - 1e-7]]), np.array([1.0])).steps()


def test_a_chain_that_may_never_end_is_refused() -> None:
    transitions = np.array([[0.0, 0.5], [0.0, 1.0]])
    chain = AbsorbingChain(transitions, np.array([1.0, 0.0]))
    assert chain.unending().tolist() == [1]
    for work in (chain.expected_visits, chain.steps):
        with pytest.raises(ValueError, match="states 1 never are absorbed"):
            work()


def test_steps_one_by_one_and_at_once_agree() -> None:
    chain = ruin(3, 8, 0.45)
    now = chain.start
    for step in range(20):
        assert chain.after(step) == pytest.approx(now, abs=1e-14)
        now = now @ chain.transitions
    assert 1 - chain.after(15).sum() == pytest.approx(chain.steps().at_most(15), abs=1e-12)
    with pytest.raises(ValueError, match=r"steps must be 0\.\.1,000,000, got -1"):
        chain.after(-1)
