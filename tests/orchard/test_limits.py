"""Every limit of Orchard at its boundary."""

import pytest

from boardodds.orchard import ORCHARD, Rules, State, ravens, solve
from boardodds.orchard.boards import count_boards
from boardodds.orchard.rules import MAX_RAVEN
from tests.limits import limits_test, work_limits_test

TWO_TREES = Rules(fruit=(2, 1))


test_values_up_to_the_limits_are_accepted_and_others_refused = limits_test(
    (lambda trees: Rules(fruit=(1,) * trees), 1, 8, r"fruit must be 1\.\.8 trees, got"),
    (lambda left: Rules(fruit=(1, left)), 0, 20, r"fruit must be 0\.\.20 on each tree, got"),
    (lambda steps: Rules(raven_steps=steps), 1, 20, r"raven_steps must be 1\.\.20, got"),
    (lambda picks: Rules(basket_picks=picks), 0, 6, r"basket_picks must be 0\.\.6, got"),
    (lambda faces: Rules(basket_faces=faces), 0, 6, r"basket_faces must be 0\.\.6, got"),
    (lambda faces: Rules(raven_faces=faces), 0, 6, r"raven_faces must be 0\.\.6, got"),
    (lambda left: solve(TWO_TREES, state=State((0, left), 1)), 0, 1, r"fruit must be 0\.\.1 on this tree, got"),
    (lambda steps: solve(TWO_TREES, state=State((1, 1), steps)), 0, 10, r"raven_steps must be 0\.\.10, got"),
)  # fmt: skip


# There are six multisets of two trees with up to two fruit.
test_exactly_as_many_boards_as_the_limit_are_solved = work_limits_test(
    ("orchard.solver.MAX_BOARDS", 6, lambda: solve(TWO_TREES), "have 6 boards; at most 5 can be solved")
)


def test_an_orchard_is_solved_for_every_raven_up_to_exactly_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for boards, steps in ((count_boards(ORCHARD), MAX_RAVEN), (count_boards(ORCHARD) - 1, ORCHARD.raven_steps)):
        monkeypatch.setattr(ravens, "MAX_SMALL_BOARDS", boards)
        assert ravens.raven_step_chances(ORCHARD, ("most_left",)).shape[2] == steps
