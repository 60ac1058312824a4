"""Orchard's solvers behind caches that all sessions share."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from boardodds.dashboard.runtime.compute import LONG, SHORT, compute, keep_results
from boardodds.orchard import Endings, Odds, Policy, Rules, State, exact, solve
from boardodds.orchard.boards import count_boards
from boardodds.probability.pmf import Pmf

# Distributions are computed for games of up to this many states, because larger ones would delay the page.
_MAX_STATES = 40_000


# Not kept in files: once the game is solved, a state takes less than the look into its file.
@lru_cache(maxsize=256)
def odds(rules: Rules, policies: tuple[Policy, ...], state: State) -> Odds:
    """Return the chance to win from a state."""
    return solve(rules, policies=policies, state=state)


def win_fraction(rules: Rules, policies: tuple[Policy, ...], state: State) -> Fraction:
    """Return the exact chance to win from a state; this can take long."""
    lane = LONG if _is_large(rules, policies) else SHORT
    return compute(exact.win_fraction, rules, policies, state, label="Working in fractions…", lane=lane)


@keep_results(entries=1)
def win_fractions(rules: Rules, policies: tuple[Policy, ...], states: tuple[State, ...]) -> Mapping[State, Fraction]:
    """Return by state the exact chances to win from a few states of a small game."""
    return {state: solve(rules, policies=policies, state=state).win_fraction() for state in states}


@keep_results()
def endings(rules: Rules, policies: tuple[Policy, ...], state: State) -> Endings | None:
    """Return the distribution of the roll that ends the game; None if players pick differently, or in a large game."""
    if len(set(policies)) > 1 or _is_large(rules, policies):
        return None
    return solve(rules, policies=policies, state=state).endings


@keep_results()
def left_at_the_end(rules: Rules, policies: tuple[Policy, ...], state: State) -> tuple[Pmf, Pmf] | None:
    """Return the distributions of the fruit and of the raven steps left at the end; None in a large game."""
    if _is_large(rules, policies):
        return None
    odds = solve(rules, policies=policies, state=state)
    return odds.fruit_left, odds.raven_left


def _is_large(rules: Rules, policies: tuple[Policy, ...]) -> bool:
    return count_boards(rules, policies) * (rules.raven_steps + 1) > _MAX_STATES
