"""Events of the board component, valid and forged."""

from typing import Any

import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position
from boardodds.dashboard.camel_up.edits import _change_of

BOARD = Position.parse("1:BWOG 2:Y dice=BW tiles=5o")


@pytest.mark.parametrize(
    ("event", "after"),
    [
        ({"kind": "camel", "camel": "Y", "square": 4, "level": None}, "1:BWOG 4:Y dice=BW tiles=5o"),
        ({"kind": "camel", "camel": "G", "square": 1, "level": 0}, "1:GBWO 2:Y dice=BW tiles=5o"),
        ({"kind": "camel_off", "camel": "B"}, "1:WOG 2:Y dice=W tiles=5o"),
        ({"kind": "tile", "square": 5, "tile": "m"}, "1:BWOG 2:Y dice=BW tiles=5m"),
        ({"kind": "tile_move", "from": 5, "to": 8}, "1:BWOG 2:Y dice=BW tiles=8o"),
        ({"kind": "tile_move", "from": 6, "to": 8}, "1:BWOG 2:Y dice=BW tiles=5o"),
        ({"kind": "tile_off", "square": 5}, "1:BWOG 2:Y dice=BW"),
        ({"kind": "die", "die": "G", "on": True}, "1:BWOG 2:Y dice=BWG tiles=5o"),
        ({"kind": "die", "die": "B", "on": False}, "1:BWOG 2:Y dice=W tiles=5o"),
        ({"kind": "die", "die": "W", "on": True}, "1:BWOG 2:Y dice=BW tiles=5o"),
        ({"kind": "roll", "die": "W", "face": "3"}, "1:B 2:Y 4:WOG dice=B tiles=5o"),
    ],
)
def test_an_event_of_the_board_changes_the_position(event: dict[str, Any], after: str) -> None:
    change = _change_of(event, FIRST_EDITION)
    assert change
    assert str(change(BOARD)) == after


@pytest.mark.parametrize(
    "event",
    [
        None,
        "camel",
        {},
        {"kind": "camel"},
        {"kind": "camel", "camel": "R", "square": 4, "level": None},
        {"kind": "camel", "camel": "YG", "square": 4, "level": None},
        {"kind": "camel", "camel": "Y", "square": "4", "level": None},
        {"kind": "camel", "camel": "Y", "square": 4, "level": "top"},
        {"kind": "tile", "square": 5},
        {"kind": "die", "die": "GB", "on": True},
        {"kind": "die", "die": "G", "on": 1},
        {"kind": "roll", "die": "G", "face": 1},
        {"kind": "nothing"},
    ],
)
def test_a_forged_event_changes_nothing(event: object) -> None:
    assert _change_of(event, FIRST_EDITION) is None


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"kind": "camel", "camel": "Y", "square": -3, "level": None}, r"square must be 1\.\.200"),
        ({"kind": "camel", "camel": "Y", "square": 5, "level": None}, "square 5 holds camels; a tile needs"),
        ({"kind": "tile", "square": 5, "tile": "<b>"}, "a tile is o"),
        ({"kind": "tile", "square": 1, "tile": "o"}, "square 1 holds camels"),
        ({"kind": "tile", "square": 6, "tile": "o"}, "next to each other"),
        ({"kind": "die", "die": "x", "on": True}, "dice"),
        ({"kind": "roll", "die": "G", "face": "1"}, "a roll must be one of a die in the pyramid"),
        ({"kind": "roll", "die": "B", "face": "4"}, "a roll must be one of a die in the pyramid"),
        ({"kind": "roll", "die": "BW", "face": "1"}, "a roll must be one of a die in the pyramid"),
    ],
)
def test_an_event_with_an_illegal_result_is_refused(event: dict[str, Any], message: str) -> None:
    change = _change_of(event, FIRST_EDITION)
    assert change
    with pytest.raises(ValueError, match=message):
        change(BOARD)


def test_the_grey_die_moves_a_crazy_camel() -> None:
    change = _change_of({"kind": "roll", "die": "x", "face": "k2"}, SECOND_EDITION)
    assert change
    assert str(change(Position.parse("3:B 5:R 14:w 15:k dice=Bx"))) == "3:B 5:R 13:k 14:w dice=B"
