"""The numbered boards of an orchard, and the solutions that are shared by many questions."""

from dataclasses import replace
from itertools import product
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, POLICIES, Rules, State, most_left_regrets, ravens, solve
from boardodds.orchard.boards import RANDOM_POLICIES, count_boards, number_boards
from boardodds.orchard.simulate import roll_table
from boardodds.orchard.solve import Solver, first_pick_chances
from tests.oracles.orchard import brute_values, brute_win, remove_fruit


@pytest.mark.parametrize("start", [(3,), (2, 2), (0, 3, 1), (4, 4, 4), (1, 3, 2, 2), (0, 0)])
def test_boards_are_all_multisets_with_the_board_after_each_pick(start: tuple[int, ...]) -> None:
    boards = number_boards(start)
    multisets = {tuple(sorted(left)) for left in product(*(range(amount + 1) for amount in start))}
    rows = [tuple(row) for row in boards.fruit.tolist()]
    assert sorted(rows) == sorted(multisets)
    sort_keys = [(sum(row), sum(left > 0 for left in row)) for row in rows]
    assert sort_keys == sorted(sort_keys)
    # Multisets with more fruit on some tree than at the start have no board.
    for row in product(range(max(start) + 1), repeat=len(start)):
        assert boards.number(row) == (rows.index(tuple(sorted(row))) if tuple(sorted(row)) in rows else -1)
    for board, row in enumerate(rows):
        assert boards.number(reversed(row)) == board
        assert boards.kinds[board] == sum(left > 0 for left in row)
        for tree, left in enumerate(row):
            after = sorted((*row[:tree], max(0, left - 1), *row[tree + 1 :]))
            assert rows[boards.after_pick[tree, board]] == tuple(after)
    level_boards = [board for level in boards.levels for board in range(level.start, level.stop)]
    group_boards = [
        board for groups in boards.groups for group, _ in groups for board in range(group.start, group.stop)
    ]
    assert level_boards == group_boards == list(range(1, len(rows)))
    assert all((boards.kinds[group] == kinds).all() for groups in boards.groups for group, kinds in groups)


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
def test_house_rules_agree_with_plain_recursion(rules: Rules, policy: str) -> None:
    brute = brute_win(rules, policy, rules.start)
    odds = solve(rules, policy=policy)
    assert isclose(odds.win, brute, rel_tol=1e-13)
    assert odds.win_fraction() == brute


@given(house_rules())
def test_no_pick_is_better_than_the_fullest_tree(rules: Rules) -> None:
    assert most_left_regrets(rules) == []


@given(house_rules())
def test_the_first_pick_agrees_with_plain_recursion_in_every_state(rules: Rules) -> None:
    rules = replace(rules, basket_picks=max(1, rules.basket_picks), raven_steps=min(4, rules.raven_steps))
    boards = number_boards(rules.fruit)
    _, basket = brute_values(rules, "optimal")
    fullest, best = first_pick_chances(boards, rules)
    assert fullest.shape == best.shape == (len(boards), rules.raven_steps)
    for board, row in enumerate(boards.fruit.tolist()):
        for steps in range(1, rules.raven_steps + 1):
            picks = [
                basket(remove_fruit(tuple(row), tree), steps, rules.basket_picks - 1)
                for tree, left in enumerate(row)
                if left
            ]
            # The trees are in ascending order of their fruit. Without fruit the game is won.
            assert isclose(fullest[board, steps - 1], picks[-1] if picks else 1, rel_tol=1e-13)
            assert isclose(best[board, steps - 1], max(picks, default=1), rel_tol=1e-13)


@pytest.mark.parametrize("policy", ["random_type", "most_left", "fewest_left"])
def test_rolls_agree_with_a_table_of_every_state(policy: str) -> None:
    rules = replace(MY_FIRST_ORCHARD, basket_picks=2, raven_faces=2)
    boards = number_boards(rules.fruit)
    index = {tuple(row): board for board, row in enumerate(boards.fruit.tolist())}
    pick_chances = {row: Solver(rules, policy).pick_chances(State(row, 1)) for row in index if any(row)}
    over = np.zeros((len(boards), rules.raven_steps + 1))
    over[0], over[:, 0] = 1, 1
    rolls = solve(rules, policy=policy).rolls
    for roll in range(1, 61):
        basket = over.copy()
        for _ in range(rules.basket_picks):
            basket[1:] = [
                sum(
                    chance * basket[boards.after_pick[tree, index[row]]]
                    for tree, chance in enumerate(pick_chances[row])
                )
                for row in index
                if any(row)
            ]
        later = rules.basket_faces * basket + sum(over[after] for after in boards.after_pick)
        later[:, 1:] += rules.raven_faces * over[:, :-1]
        later /= rules.faces
        later[0], later[:, 0] = 1, 1
        over = later
        assert isclose(rolls.at_most(roll), over[-1, -1], abs_tol=1e-11)


def test_large_orchards_have_the_same_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    small = ravens.raven_step_chances(ORCHARD, "random_fruit")
    monkeypatch.setattr(ravens, "MAX_SMALL_BOARDS", count_boards(ORCHARD) - 1)
    large = ravens.raven_step_chances(ORCHARD, "random_fruit")
    assert large.shape == (len(small), ORCHARD.raven_steps)
    assert np.allclose(large, small[:, : ORCHARD.raven_steps], rtol=1e-13, atol=0)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_fraction_of_the_big_game_is_its_chance(policy: str) -> None:
    odds = solve(ORCHARD, policy=policy)
    assert isclose(odds.win, odds.win_fraction(), rel_tol=1e-13)


@pytest.mark.parametrize("policy", RANDOM_POLICIES)
@pytest.mark.parametrize("fruit", [(3, 3, 3), (0, 2, 3), (5,) * 7])
def test_the_extreme_random_numbers_pick_one_fruit(fruit: tuple[int, ...], policy: str) -> None:
    rules = Rules(fruit=fruit, raven_steps=2)
    table = roll_table(rules, policy)
    boards = number_boards(tuple(sorted(fruit)))
    states = np.arange(len(boards) * table.width)
    for uniform, emptiest in ((0.0, True), (np.nextafter(1, 0), False)):
        after = table.pick(states, np.full(len(states), uniform))
        board, raven = np.divmod(after, table.width)
        assert (raven == states % table.width).all()
        for before, left in enumerate(boards.fruit.tolist()):
            # The lowest number picks from the first tree with fruit, and the highest from the last.
            bearing = [tree for tree, amount in enumerate(left) if amount]
            if bearing:
                left[bearing[0] if emptiest else bearing[-1]] -= 1
            assert boards.fruit[board[before * table.width]].tolist() == sorted(left)
