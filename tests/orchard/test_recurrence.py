"""Orchard's recurrence against its solver."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.orchard import POLICIES, Policy, Rules, State, solve
from boardodds.orchard.exact import recurrence


@given(
    fruit=st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any),
    raven=st.integers(1, 3),
    picks=st.integers(0, 3),
    baskets=st.integers(0, 2),
    # Others pick from a tree by its place, which the recurrence does not know.
    policy=st.sampled_from([policy for policy in POLICIES if policy not in ("favourite_first", "in_order")]),
)
def test_recurrences_are_exact(fruit: list[int], raven: int, picks: int, baskets: int, policy: Policy) -> None:
    rules = Rules(tuple(3 for _ in fruit), raven, picks, baskets)
    state = State(tuple(fruit), raven)
    found = recurrence(rules, policy, state)
    total = sum((term.chance * _win(rules, policy, term.after) for term in found.terms), start=Fraction(0))
    assert total / (1 - found.repeats) == _win(rules, policy, state)
    assert sum((term.chance for term in found.terms), start=found.repeats) == 1


def _win(rules: Rules, policy: Policy, state: State) -> Fraction:
    if state.is_won or state.is_lost:
        return Fraction(state.is_won)
    return solve(rules, policy=policy, state=state).win_fraction()


@pytest.mark.parametrize("state", [State((0, 0), 2), State((1, 0), 0)])
def test_there_is_no_recurrence_at_the_end(state: State) -> None:
    with pytest.raises(ValueError, match="state must not be the end of the game"):
        recurrence(Rules((2, 2), 3), "most_left", state)
