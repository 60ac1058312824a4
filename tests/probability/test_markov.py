"""Absorbing chains against answers in closed form, and the errors for invalid chains."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from boardodds.probability.markov import AbsorbingChain, ExactEnd, solve_fractions


def ruin(stake: int, goal: int, win: float) -> AbsorbingChain:
    """Return the chain of a gambler who plays for one coin at a time, until they have no coins or reach the goal.

    stake: the coins at the start.
    win: the probability of winning a coin.
    """
    coins = np.arange(1, goal)
    transitions = np.zeros((goal - 1, goal - 1))
    transitions[coins[:-1] - 1, coins[1:] - 1] = win
    transitions[coins[1:] - 1, coins[:-1] - 1] = 1 - win
    return AbsorbingChain(transitions, (coins == stake).astype(float))


@pytest.mark.parametrize(("stake", "goal"), [(1, 2), (3, 10), (5, 9)])
def test_expected_steps_of_a_fair_gambler(stake: int, goal: int) -> None:
    chain = ruin(stake, goal, 0.5)
    assert chain.expected_steps == pytest.approx(stake * (goal - stake), abs=1e-9)
    assert chain.steps().mean == pytest.approx(chain.expected_steps, abs=1e-9)


def test_expected_steps_of_an_unfair_gambler() -> None:
    stake, goal, win, lose = 3, 7, 0.4, 0.6
    success = (1 - (lose / win) ** stake) / (1 - (lose / win) ** goal)
    assert ruin(stake, goal, win).expected_steps == pytest.approx(stake / (lose - win) - goal / (lose - win) * success)


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


def test_a_chain_that_is_too_slow_is_refused() -> None:
    with pytest.raises(ValueError, match="within 1,000,000 steps"):
        AbsorbingChain(np.array([[1 - 1e-7]]), np.array([1.0])).steps()


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


def pattern_game(pattern: str) -> tuple[str, Callable[[str], dict[str, Fraction]]]:
    """Return the start and the step of a game: toss a fair coin until a pattern appears.

    A state is the longest beginning of the pattern that the latest tosses match.
    """

    def step(matched: str) -> dict[str, Fraction]:
        if matched == pattern:
            return {}
        next_states = defaultdict[str, Fraction](Fraction)
        for toss in "HT":
            tail = f"{matched}{toss}"
            while not pattern.startswith(tail):
                tail = tail[1:]
            next_states[tail] += Fraction(1, 2)
        return next_states

    return "", step


# The mean is the sum of 2 ** k over every k for which the first k tosses of the pattern are also its last k (Conway).
@pytest.mark.parametrize(("pattern", "mean"), [("HH", 6), ("HT", 4), ("HTH", 10), ("HHH", 14), ("HTHTH", 42)])
def test_the_time_until_a_pattern_of_coins(pattern: str, mean: int) -> None:
    start, step = pattern_game(pattern)
    exact = solve_fractions(start, step)
    assert exact.mean_steps == mean
    assert exact.ends == {pattern: 1}
    chain = AbsorbingChain.from_step(start, step)
    assert chain.expected_steps == pytest.approx(mean, rel=1e-12)
    assert chain.steps().mean == pytest.approx(mean, rel=1e-9)
    assert set(chain.states) == {pattern[:length] for length in range(len(pattern))}


@pytest.mark.parametrize(("stake", "goal"), [(1, 2), (3, 10), (5, 9)])
def test_the_gamblers_ends_as_fractions(stake: int, goal: int) -> None:
    win, lose = Fraction(2, 5), Fraction(3, 5)

    def step(coins: int) -> dict[int, Fraction]:
        return {} if coins in (0, goal) else {coins + 1: win, coins - 1: lose}

    success = (1 - (lose / win) ** stake) / (1 - (lose / win) ** goal)
    exact = solve_fractions(stake, step)
    assert exact.ends == {goal: success, 0: 1 - success}
    assert exact.mean_steps == stake / (lose - win) - goal / (lose - win) * success
    chain = AbsorbingChain.from_step(stake, step)
    assert chain.expected_steps == pytest.approx(float(exact.mean_steps), rel=1e-12)
    assert chain.steps().mean == pytest.approx(float(exact.mean_steps), rel=1e-9)


def test_errors_name_the_state_and_the_bound() -> None:
    moves: dict[str, dict[str, float]] = {"start": {"pit": 0.5, "home": 0.5}, "pit": {"pit": 1.0}, "home": {}}
    assert AbsorbingChain.from_step("start", moves.__getitem__).endless_states() == ["pit"]
    with pytest.raises(ValueError, match="none is reached from pit"):
        solve_fractions("start", moves.__getitem__)
    with pytest.raises(ValueError, match=r"sum to 1, got 0\.5 from a"):
        AbsorbingChain.from_step("a", lambda state: {"b": 0.5} if state == "a" else {})
    with pytest.raises(ValueError, match="from which the game goes on, got 'home'"):
        AbsorbingChain.from_step("home", moves.__getitem__)
    with pytest.raises(ValueError, match="at most 5,000 states"):
        AbsorbingChain.from_step(0, lambda state: {state + 1: 1.0})
    with pytest.raises(ValueError, match="at most 300 states for fractions"):
        solve_fractions(0, lambda state: {state + 1: 1.0} if state < 400 else {})


def test_a_game_that_is_over_at_its_start_takes_no_step() -> None:
    assert solve_fractions("home", lambda _: {}) == ExactEnd(Fraction(0), {"home": Fraction(1)})


def test_every_state_needs_a_label() -> None:
    with pytest.raises(ValueError, match="states must be 1 labels as transitions has, got 2"):
        AbsorbingChain(np.array([[0.5]]), np.array([1.0]), ["a", "b"])
