"""The events that change the state of Camel Up's pages, valid and forged."""

from typing import Any

import pytest

from boardodds.dashboard.camel_up.events import DEFINITION, PRESETS, apply
from boardodds.dashboard.camel_up.links import read_link, write_link
from boardodds.dashboard.camel_up.sheet import LegSheet
from boardodds.dashboard.ui.state_store import StateStore

BOARD = read_link({"position": ["1:BWOG 2:Y dice=BW tiles=5o"]})


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
    assert str(apply(BOARD, event)[0].position) == after


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("1:R 4:Y dice=RY", "second_edition"),
        ("1:BY 14:wk", "second_edition"),
        ("1:01 2:2", "numbered"),
        ("1:BGY", "first_edition"),
        ("1:BWR", "first_edition"),
        ("dice=", "first_edition"),
    ],
)
def test_the_letters_of_a_position_choose_the_edition(text: str, edition: str) -> None:
    before, _ = apply(BOARD, {"kind": "ticket", "camel": "G", "coins": 5})
    event = {"kind": "set", "name": "position", "value": text}
    after, notice = apply(before, event)
    assert after.edition == edition == read_link({"position": [text]}).edition
    assert read_link(write_link(after)) == after
    assert bool(after.tickets) == (edition == before.edition) == (not notice)


@pytest.mark.parametrize("event", [None, "camel", [], {"kind": []}])
def test_a_message_that_is_no_event_changes_nothing(event: object) -> None:
    store = StateStore(DEFINITION, BOARD)
    store.dispatch(event)
    assert (store.state, store.notice, store.can_undo) == (BOARD, "", False)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"kind": "camel", "camel": "Y", "square": -3, "level": None}, "square must be 1 or more"),
        ({"kind": "camel", "camel": "Y", "square": 5, "level": None}, "square 5 has camels; a tile needs"),
        ({"kind": "tile", "square": 5, "tile": "<b>"}, "a tile is o"),
        ({"kind": "tile", "square": 1, "tile": "o"}, "square 1 has camels"),
        ({"kind": "tile", "square": 6, "tile": "o"}, "next to each other"),
        ({"kind": "die", "die": "x", "on": True}, "dice"),
        ({"kind": "roll", "die": "G", "face": "1"}, "a roll must be of a die in the pyramid"),
        ({"kind": "roll", "die": "B", "face": "4"}, "a roll must be of a die in the pyramid"),
        ({"kind": "roll", "die": "BW", "face": "1"}, "a roll must be of a die in the pyramid"),
        ({"kind": "ticket", "camel": "B", "coins": 3}, "that blue ticket has already been taken"),
        ({"kind": "ticket", "camel": "G", "coins": 0}, "that green ticket has already been taken"),
    ],
)
def test_an_event_with_an_illegal_result_is_refused(event: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply(BOARD, event)


def test_the_grey_die_moves_a_crazy_camel() -> None:
    state = read_link({"edition": ["second_edition"], "position": ["3:B 5:R 14:w 15:k dice=Bx"]})
    assert str(apply(state, {"kind": "roll", "die": "x", "face": "k2"})[0].position) == "3:B 5:R 13:k 14:w dice=B"


def test_tiles_that_touch_need_their_rule() -> None:
    state = read_link({"position": ["1:BWOG 2:Y tiles=5o.6m"], "tiles_touch": ["true"]})
    assert state.tiles == {5: "o", 6: "m"}
    assert read_link(write_link(state)) == state
    with pytest.raises(ValueError, match="squares 5 and 6 are next to each other"):
        apply(state, {"kind": "set", "name": "tiles_touch", "value": False})
    # Without the rule, the link names a position that can't be used.
    assert read_link({"position": ["1:BWOG 2:Y tiles=5o.6m"]}).draft


def test_a_shorter_track_is_refused_while_a_text_cannot_be_read() -> None:
    state = read_link({"position": ["8:B 10:GOW 11:Y"]})
    state, _ = apply(state, {"kind": "set", "name": "position", "value": "nonsense"})
    with pytest.raises(ValueError, match="the track ends there"):
        apply(state, {"kind": "set", "name": "track", "value": 9})
    longer, _ = apply(state, {"kind": "set", "name": "track", "value": 12})
    assert (longer.rules.track, longer.draft, str(longer.position)) == (12, "nonsense", str(state.position))


def test_a_preset_brings_its_edition_and_its_position_and_a_random_board_its_camels() -> None:
    taken, _ = apply(BOARD, {"kind": "ticket", "camel": "G", "coins": 5})
    random, _ = apply(taken, {"kind": "random", "seed": 1})
    assert (sorted(random.position.camels), random.tickets) == (sorted("WGBOY"), ())
    for name, (edition, position) in PRESETS.items():
        state, _ = apply(taken, {"kind": "preset", "value": name})
        assert (state.edition, state.position, state.tickets) == (edition, position, ())
        assert not LegSheet(state).mistakes
        assert "dice sequences" in LegSheet(state).answer.method
