"""Games of choice and chance, against plain programs: a recursion, and every policy one by one."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from boardodds.probability.decisions import solve

# By state and action, chances and the states that follow.
Tree = dict[int, list[list[tuple[Fraction, int]]]]


def random_game(seed: int, states: int, *, acyclic: bool) -> Tree:
    """Return random moves of the states before the last two, which are the ends with the values 0 and 1.

    acyclic: whether states lead only to later ones; otherwise each action can also end the game.
    """
    rng = np.random.default_rng(seed)
    game: Tree = {}
    for state in range(states - 2):
        later = range(state + 1 if acyclic else 0, states)
        game[state] = []
        for _ in range(rng.integers(1, 4)):
            after = [int(rng.choice(later)) for _ in range(rng.integers(1, 4))]
            weights = [int(weight) for weight in rng.integers(1, 5, len(after))]
            if not acyclic:
                after, weights = [*after, states - 1 - int(rng.integers(2))], [*weights, 1]
            game[state].append([(Fraction(w, sum(weights)), each) for w, each in zip(weights, after, strict=True)])
    return game


def solved(game: Tree, minimizes: Callable[[int], bool] = lambda _: False) -> Any:
    """Return the solution of a random game from its first state."""
    return solve(
        0,
        choices=lambda state: range(len(game[state])),
        outcomes=lambda state, action: game[state][action],
        final=lambda state: None if state in game else Fraction(state - len(game)),
        minimizes=minimizes,
    )


def plain_value(game: Tree, state: int) -> Fraction:
    """Return the value of a state by plain recursion; an opponent chooses in states with odd numbers."""
    if state not in game:
        return Fraction(state - len(game))
    worth = [sum((p * plain_value(game, after) for p, after in pairs), Fraction(0)) for pairs in game[state]]
    return min(worth) if state % 2 else max(worth)


@pytest.mark.parametrize("seed", range(40))
def test_values_without_cycles_are_those_of_a_plain_recursion(seed: int) -> None:
    game = random_game(seed, 9, acyclic=True)
    found = solved(game, minimizes=lambda state: state % 2 == 1)
    for state, value in found.values.items():
        assert isinstance(value, Fraction)
        assert value == plain_value(game, state)
    for state, action in found.policy.items():
        assert sum(p * found.values[after] for p, after in game[state][action]) == found.values[state]


@pytest.mark.parametrize("seed", range(30))
def test_values_with_cycles_are_those_of_the_best_policy(seed: int) -> None:
    game = random_game(seed, 7, acyclic=False)
    best = np.full(len(game), -np.inf)
    for actions in product(*(range(len(game[state])) for state in game)):
        steps, wins = np.zeros((len(game), len(game))), np.zeros(len(game))
        for state, action in enumerate(actions):
            for p, after in game[state][action]:
                if after in game:
                    steps[state, after] += float(p)
                else:
                    wins[state] += float(p) * (after - len(game))
        best = np.maximum(best, np.linalg.solve(np.eye(len(game)) - steps, wins))
    found = solved(game)
    assert [float(found.values[state]) for state in found.policy] == pytest.approx(
        [best[state] for state in found.policy], abs=1e-9
    )


def test_shut_the_box_to_3_is_solved_as_by_hand() -> None:
    """A die with three faces is thrown, and tiles with this sum are closed; all closed is a win, none with the sum a loss."""
    sets = [frozenset(tiles) for tiles in ({1}, {2}, {3}, {1, 2})]

    def closable(state: tuple[frozenset[int], int]) -> list[frozenset[int]]:
        tiles, throw = state
        return [each for each in sets if each <= tiles and sum(each) == throw]

    def final(state: tuple[frozenset[int], int]) -> int | None:
        tiles, throw = state
        return 1 if not tiles else 0 if throw and not closable(state) else None

    found = solve(
        (frozenset({1, 2, 3}), 0),
        # A throw closes no tiles.
        choices=lambda state: closable(state) or [frozenset()],
        outcomes=lambda state, closed: (
            [(1, (state[0] - closed, 0))] if closed else [(Fraction(1, 3), (state[0], face)) for face in (1, 2, 3)]
        ),
        final=final,
    )
    # One tile is closed with 1/3. Of 1 and 2, a throw of 1 or 2 leaves one tile, a throw of 3 closes both.
    assert found.values[frozenset({1, 2}), 0] == Fraction(2, 3) * Fraction(1, 3) + Fraction(1, 3)
    # A throw of 3 closes the 3, which leaves 1 and 2 with 5/9, rather than both, which leaves the 3 with 1/3.
    assert found.policy[frozenset({1, 2, 3}), 3] == frozenset({3})


def test_a_long_game_needs_no_deep_recursion() -> None:
    found = solve(50_000, lambda _: ["step"], lambda state, _: [(1, state - 1)], lambda state: None if state else 1)
    assert found.values[50_000] == 1


@pytest.mark.parametrize(
    ("outcomes", "sentence"),
    [
        ([(0.5, "won")], "chances that sum to 1"),
        ([(1.5, "won"), (-0.5, "lost")], "chances that sum to 1"),
        ([(1.0, "start")], "must be certain to end"),
    ],
)
def test_a_game_that_is_none_is_refused(outcomes: list[tuple[float, str]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        solve("start", lambda _: ["go"], lambda _state, _action: outcomes, {"won": 1.0, "lost": 0.0}.get)


def test_a_game_that_a_choice_can_prolong_forever_is_refused() -> None:
    with pytest.raises(ValueError, match="can go on forever"):
        solve(
            "start",
            lambda _: ["wait", "go"],
            lambda state, action: [(1.0, state)] if action == "wait" else [(0.5, "won"), (0.5, "lost")],
            {"won": 1.0, "lost": 0.0}.get,
        )


def test_a_state_without_actions_is_refused() -> None:
    with pytest.raises(ValueError, match="must have actions"):
        solve(0, lambda _: (), lambda state, _: [(1, state)], lambda _: None)
