"""The levels of the tree of dice against brute force, and Orchard's recurrence against its solver."""

from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, Position, Rules
from boardodds.camel_up.leg import roll_die
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.setup import random_position
from boardodds.camel_up.tally import levels
from boardodds.orchard import POLICIES, State, solve
from boardodds.orchard import Rules as OrchardRules
from boardodds.orchard.recurrence import recurrence


def boards_by_roll(position: Position, rules: Rules) -> list[int]:
    """Return the number of different boards after each number of rolls, by brute force."""
    boards, counts = {position}, [1]
    for _ in position.dice:
        after = [
            roll_die(board, roll, rules).position for board in boards for roll in possible_rolls(board.dice, rules)
        ]
        boards = {board for board in after if board is not None}
        counts.append(len(boards))
    return counts


@pytest.mark.parametrize("seed", range(8))
def test_the_count_of_boards_agrees_with_brute_force(seed: int) -> None:
    position = random_position(FIRST_EDITION, np.random.default_rng(seed))
    position = Position(position.stacks, position.dice[:3], position.tiles)
    found = levels(position)
    assert [level.states for level in found] == boards_by_roll(position, FIRST_EDITION)
    assert [level.rolls for level in found] == list(range(len(position.dice) + 1))


def test_a_leg_from_the_board_of_the_post_has_5341_final_boards() -> None:
    position = Position.parse("1:BWOG 2:Y")
    assert levels(position)[-1].states == boards_by_roll(position, FIRST_EDITION)[-1] == 5_341


@pytest.mark.parametrize("dice", range(1, 6))
def test_sequences_are_orders_times_faces(dice: int) -> None:
    found = levels(Position.parse("1:BWOG 2:Y dice=" + "BWOGY"[:dice]))
    assert found[-1].orders == factorial(dice)
    assert found[-1].sequences == 3**dice * factorial(dice)


@given(
    fruit=st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any),
    raven=st.integers(1, 3),
    picks=st.integers(0, 3),
    baskets=st.integers(0, 2),
    # Others pick from a tree by its place, which the recurrence does not know.
    policy=st.sampled_from([policy for policy in POLICIES if policy not in ("favourite_first", "in_order")]),
)
def test_the_recurrence_gives_the_exact_chance(
    fruit: list[int], raven: int, picks: int, baskets: int, policy: str
) -> None:
    rules = OrchardRules(tuple(3 for _ in fruit), raven, picks, baskets)
    state = State(tuple(fruit), raven)
    found = recurrence(rules, policy, state)
    total = sum((term.chance * _win(rules, policy, term.after) for term in found.terms), start=Fraction(0))
    assert total / (1 - found.repeats) == _win(rules, policy, state)
    assert sum((term.chance for term in found.terms), start=found.repeats) == 1


def _win(rules: OrchardRules, policy: str, state: State) -> Fraction:
    return (
        Fraction(state.is_won)
        if state.is_won or state.is_lost
        else solve(rules, policy=policy, state=state).win_fraction()
    )


@pytest.mark.parametrize("state", [State((0, 0), 2), State((1, 0), 0)])
def test_there_is_no_recurrence_at_the_end(state: State) -> None:
    with pytest.raises(ValueError, match="state must not be the end of the game"):
        recurrence(OrchardRules((2, 2), 3), "most_left", state)
