"""The events that change Camel Up's table, valid and forged."""

from typing import Any

import pytest

from boardodds.camel_up import Position
from boardodds.dashboard.camel_up.edits import CamelTable, apply
from boardodds.dashboard.camel_up.inputs import TABLE
from boardodds.dashboard.ui.table_store import TableStore

BOARD = CamelTable("first", Position.parse("1:BWOG 2:Y dice=BW tiles=5o"))


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
    assert str(apply(BOARD, event).position) == after


@pytest.mark.parametrize(
    "event",
    [
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
def test_a_forged_event_changes_nothing(event: dict[str, Any]) -> None:
    assert apply(BOARD, event) == BOARD


@pytest.mark.parametrize("event", [None, "camel", [], {"kind": []}])
def test_a_message_that_is_no_event_changes_nothing(event: object) -> None:
    store = TableStore(TABLE, BOARD)
    store.dispatch(event)
    assert (store.state, store.notice, store.can_undo) == (BOARD, "", False)


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
    with pytest.raises(ValueError, match=message):
        apply(BOARD, event)


def test_the_grey_die_moves_a_crazy_camel() -> None:
    table = CamelTable("second", Position.parse("3:B 5:R 14:w 15:k dice=Bx"))
    assert str(apply(table, {"kind": "roll", "die": "x", "face": "k2"}).position) == "3:B 5:R 13:k 14:w dice=B"
