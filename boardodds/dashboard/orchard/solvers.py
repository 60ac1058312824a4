"""Orchard's solvers behind caches that all sessions share."""

from fractions import Fraction
from functools import lru_cache

from boardodds.dashboard.runtime.cache import MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.orchard import Endings, Odds, Rules, State, solve
from boardodds.orchard.solve import count_boards, kept_solver
from boardodds.probability.pmf import Pmf

# up to this number of states whole distributions are computed without being requested
_MAX_STATES = 40_000
_KEYS = (Rules, State)


@lru_cache(maxsize=MAX_ENTRIES)
def odds(rules: Rules, policy: str, state: State) -> Odds:
    return solve(rules, policy, state)


@lru_cache(maxsize=MAX_ENTRIES)
def wins(rules: Rules, policy: str, states: tuple[State, ...]) -> tuple[float, ...]:
    """The chance to win from many states of one game, which is solved once for all."""
    solver = kept_solver(rules, policy)
    return tuple(solver.win(state) for state in states)


@cache_by_text(keys=_KEYS)
def win_fraction(rules: Rules, policy: str, state: State) -> Fraction:
    with progress("Working in fractions…") as report:
        return solve(rules, policy, state).win_fraction(report)


@cache_by_text(keys=_KEYS)
def win_fractions(rules: Rules, policy: str, states: tuple[State, ...]) -> dict[State, Fraction]:
    """The exact chance to win from each of a few states of a small game."""
    return {state: solve(rules, policy, state).win_fraction() for state in states}


@lru_cache(maxsize=MAX_ENTRIES)
def endings(rules: Rules, policy: str, state: State) -> Endings | None:
    """With which roll the game ends; None where it would take longer than a page should."""
    if count_boards(rules) * (rules.raven_steps + 1) > _MAX_STATES:
        return None
    return solve(rules, policy, state).endings


@lru_cache(maxsize=MAX_ENTRIES)
def raven_left(rules: Rules, policy: str, state: State) -> Pmf | None:
    """The raven's steps left at the end; None where it would take longer than a page should."""
    if count_boards(rules) * (rules.raven_steps + 1) > _MAX_STATES:
        return None
    return solve(rules, policy, state).raven_left
