"""The numbered boards of an orchard, solutions that many questions share, the recurrence, and what the variants leave out."""

from dataclasses import replace
from fractions import Fraction
from math import isclose
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.orchard import ORCHARD, POLICIES, Policy, Rules, State, ravens, solve
from boardodds.orchard.boards import count_boards
from boardodds.orchard.exact import recurrence
from boardodds.orchard.rules import variants
from boardodds.orchard.simulation import roll_lookups
from tests.oracles.orchard import brute_win


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Draw rules as the page offers them, small enough for the plain recursion."""
    trees = draw(st.integers(1, 6))
    return Rules(
        fruit=(draw(st.integers(1, 3 if trees <= 4 else 1)),) * trees,
        raven_steps=draw(st.integers(1, 20)),
        basket_picks=draw(st.integers(0, 6)),
        basket_faces=draw(st.integers(0, 6)),
        raven_faces=draw(st.integers(0, 6)),
    )


@given(house_rules(), st.sampled_from(POLICIES))
def test_house_rules_agree_with_plain_recursion(rules: Rules, policy: Policy) -> None:
    brute = brute_win(rules, policy, rules.start)
    odds = solve(rules, policy=policy)
    assert isclose(odds.win, brute, rel_tol=1e-13)
    assert odds.win_fraction() == brute


def test_large_orchards_have_the_same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    small = ravens.raven_step_chances(ORCHARD, ("random_fruit",))
    monkeypatch.setattr(ravens, "MAX_SMALL_BOARDS", count_boards(ORCHARD) - 1)
    large = ravens.raven_step_chances(ORCHARD, ("random_fruit",))
    assert large.shape == (1, small.shape[1], ORCHARD.raven_steps)
    assert np.allclose(large, small[:, :, : ORCHARD.raven_steps], rtol=1e-13, atol=0)


@pytest.mark.parametrize("policy", ["random_type", "random_fruit"])
@pytest.mark.parametrize("fruit", [(3, 3, 3), (0, 2, 3), (5,) * 7])
def test_the_extreme_random_numbers_pick_one_fruit(fruit: tuple[int, ...], policy: Policy) -> None:
    rules = Rules(fruit=fruit, raven_steps=2)
    (lookup,) = roll_lookups(rules, (policy,))
    boards = lookup.boards
    states = np.arange(len(boards) * lookup.width)
    for uniform, emptiest in ((0.0, True), (np.nextafter(1, 0), False)):
        after = lookup.pick(states, np.full(len(states), uniform))
        board, raven = np.divmod(after, lookup.width)
        assert (raven == states % lookup.width).all()
        for before, left in enumerate(boards.fruit.tolist()):
            # The lowest number picks from the first tree with fruit, and the highest from the last.
            bearing = [tree for tree, amount in enumerate(left) if amount]
            if bearing:
                left[bearing[0] if emptiest else bearing[-1]] -= 1
            assert boards.fruit[board[before * lookup.width]].tolist() == sorted(left)


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


@pytest.mark.parametrize(
    ("fields", "words", "shown"),
    [
        ({"basket_picks": 0}, "basket", []),
        ({"basket_faces": 0}, "basket", []),
        ({"basket_picks": 6}, "per basket", ["fruit per basket: 0", "fruit per basket: 5"]),
        ({"fruit": (3,)}, "trees", ["fruit on the trees: 3.3"]),
        ({"fruit": (0, 3)}, "trees", ["fruit on the trees: 0.0.3"]),
        ({"fruit": (1,) * 6}, "trees", ["fruit on the trees: 1.1.1.1.1"]),
        ({"raven_steps": 1}, "steps", ["raven path (steps): 2"]),
        ({"raven_steps": 20}, "steps", ["raven path (steps): 19"]),
        ({"raven_faces": 6}, "raven faces", ["raven faces on the die: 5"]),
    ],
)
def test_variants_without_an_effect_are_omitted(fields: dict[str, Any], words: str, shown: list[str]) -> None:
    assert [name for name in variants(replace(ORCHARD, **fields)) if words in name] == shown
