"""The numbered boards of an orchard, and the solutions that are shared by many questions."""

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.orchard import ORCHARD, POLICIES, Policy, Rules, ravens, solve
from boardodds.orchard.boards import count_boards
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
