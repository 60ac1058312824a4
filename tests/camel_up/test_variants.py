"""Camel Up's variants change what their names say, and random positions are legal."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, check, rolls_left
from boardodds.camel_up.setup import random_position, variants


@pytest.mark.parametrize(
    ("text", "rules", "changes"),
    [
        (
            "1:BWO 2:Y tiles=4o",
            FIRST_EDITION,
            {"no tiles": ("1:BWO 2:Y", {}), "without the rearmost camel": ("1:WO 2:Y tiles=4o", {})},
        ),
        (
            "1:BR 13:w 14:k",
            SECOND_EDITION,
            {
                "one crazy camel": ("1:BR 14:k", {"lone_crazy": True}),
                "no crazy camels": ("1:BR", {"crazy": "", "undrawn": 0}),
            },
        ),
    ],
)
def test_variants_change_the_board(text: str, rules: Rules, changes: dict[str, tuple[str, dict[str, Any]]]) -> None:
    position = Position.parse(text)
    found = {name: case for name, case in variants(position, rules).items() if case[0] != position}
    assert found == {name: (Position.parse(board), replace(rules, **more)) for name, (board, more) in changes.items()}


@pytest.mark.parametrize(
    ("text", "rules", "name", "is_included"),
    [
        ("13:BW 14:Y", FIRST_EDITION, "squares to the finish: 14", True),
        ("13:BW 15:Y", FIRST_EDITION, "squares to the finish: 14", False),
        ("1:BW 2:Y tiles=14o", FIRST_EDITION, "squares to the finish: 14", True),
        ("1:BW 2:Y tiles=15o", FIRST_EDITION, "squares to the finish: 14", False),
        ("15:BW 16:Y", FIRST_EDITION, "squares to the finish: 18", True),
        ("1:BW", FIRST_EDITION, "without the rearmost camel", False),
        ("1:BWY", FIRST_EDITION, "without the rearmost camel", True),
        ("1:BW", FIRST_EDITION, "no tiles", False),
        ("1:BW", replace(FIRST_EDITION, stacking=False), "camels carry those above them: yes", True),
        ("1:BW", replace(FIRST_EDITION, stacking=False), "camels carry those above them: no", False),
        ("1:BW", replace(FIRST_EDITION, faces=(1, 2)), "numbers on a die: 1, 2", False),
        ("1:BR 15:w 16:k", SECOND_EDITION, "dice that stay in the pyramid at the end of a leg: 0", True),
        ("1:BR", SECOND_EDITION, "dice that stay in the pyramid at the end of a leg: 0", False),
    ],
)
def test_variants_without_effect_are_omitted(text: str, rules: Rules, name: str, is_included: bool) -> None:
    assert (name in variants(Position.parse(text), rules)) == is_included


@pytest.mark.parametrize(
    "rules", [FIRST_EDITION, SECOND_EDITION, replace(FIRST_EDITION, track=3), replace(SECOND_EDITION, track=7)]
)
def test_random_positions_are_legal_and_have_a_roll_left(rules: Rules) -> None:
    tiles, lowest = set(), set()
    for seed in range(300):
        position = random_position(rules, np.random.default_rng(seed))
        check(position, rules)
        assert sorted(position.camels) == sorted(rules.camels + rules.crazy)
        assert rolls_left(position, rules) >= 1
        squares = [square for square, _ in position.stacks]
        assert max(squares) - min(squares) < 5
        tiles.add(len(position.tiles))
        lowest.add(min(squares))
    if rules.track == 16:
        # The pack begins anywhere up to ten squares before the end.
        assert tiles == {0, 1, 2}
        assert set(range(1, 11)) <= lowest
