"""Orchard's solvers behind caches that all sessions share."""

from collections.abc import Mapping
from fractions import Fraction

from boardodds.dashboard.runtime.compute import compute, keep_results
from boardodds.orchard import Endings, Odds, Rules, State, exact, solve
from boardodds.orchard.boards import count_boards
from boardodds.orchard.solve import Solver

# Distributions are computed for games of up to this many states, because larger ones would delay the page.
_MAX_STATES = 40_000


@keep_results()
def odds(rules: Rules, policy: str, state: State) -> Odds:
    """Return the chance to win from a state."""
    return solve(rules, policy=policy, state=state)


@keep_results()
def wins(rules: Rules, policy: str, states: tuple[State, ...]) -> tuple[float, ...]:
    """Return the chance to win from each of many states of one game."""
    solver = Solver(rules, policy)
    return tuple(solver.win(state) for state in states)


def win_fraction(rules: Rules, policy: str, state: State) -> Fraction:
    """Return the exact chance to win from a state; this can take long."""
    return compute(exact.win_fraction, rules, policy, state, label="Working in fractions…")


@keep_results(entries=1)
def win_fractions(rules: Rules, policy: str, states: tuple[State, ...]) -> Mapping[State, Fraction]:
    """Return by state the exact chances to win from a few states of a small game."""
    return {state: solve(rules, policy=policy, state=state).win_fraction() for state in states}


@keep_results()
def endings(rules: Rules, policy: str, state: State) -> Endings | None:
    """Return the distribution of the roll that ends the game, or None if the game has more than ``_MAX_STATES`` states."""
    if count_boards(rules) * (rules.raven_steps + 1) > _MAX_STATES:
        return None
    return solve(rules, policy=policy, state=state).endings
