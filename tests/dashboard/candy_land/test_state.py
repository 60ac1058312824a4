"""The events that change Candy Land's state, valid and forged, and the texts of a custom board."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.candy_land.rules import PRINTED
from boardodds.dashboard.candy_land.state import BOARDS, DEFINITION, LINK, CandyState, apply, read_link, write_link
from boardodds.dashboard.ui.state_store import UNDO, StateStore
from tests.dashboard.state_events import check_events

TEXTS = [
    "RPYBOG",
    "R P Y B O G",
    "RPX",
    "5>59  34>47",
    "3>1",
    "22 30",
    "5",
    "",
    "6,5,6,6,6,6",
    "08,0,0,0,0,0",
    "x" * 300,
]
OPTIONS = [*BOARDS, "lose_turn", "off", "removed", "cards_off", "end_only", "reshuffled", "next"]
VALUES = st.sampled_from([*TEXTS, *OPTIONS]) | st.sampled_from([0, 1, 4, 99, 10_000, 50_000, True, False, None])
EVENTS = st.fixed_dictionaries(
    {"kind": st.just("set"), "name": st.sampled_from([*LINK, "else"]), "value": VALUES},
    optional={"color": st.sampled_from(["R", "G", "x", 1])},
)


def send(state: CandyState, **values: Any) -> CandyState:
    for name, value in values.items():
        state, _ = apply(state, {"kind": "set", "name": name, "value": value})
    return state


@given(st.lists(EVENTS, max_size=40))
def test_any_events_leave_a_state_that_a_link_and_undo_restore(drawn: list[dict[str, Any]]) -> None:
    state: CandyState = check_events(DEFINITION, drawn).state
    assert bool(state.drafts) == bool(state.mistakes)
    if not state.drafts:
        assert read_link(write_link(state)) == state


@given(st.dictionaries(st.sampled_from([*LINK]), st.sampled_from([*TEXTS, *OPTIONS, "0", "true"])))
def test_a_link_that_contradicts_itself_loses_nothing(link: dict[str, str]) -> None:
    state = read_link({name: [text] for name, text in link.items() if LINK[name](text)})
    assert read_link(write_link(state)) == state
    assert all(state.text(name) == text for name, text in state.drafts.items())


@pytest.mark.parametrize("board", PRINTED)
def test_a_board_brings_its_rules(board: str) -> None:
    other = send(read_link({}), licorice_rule="off", doubles="0,0,0,0,0,0", shortcuts=False, spaces="RPX")
    assert send(other, board=board) == CandyState(board, PRINTED[board])


def test_texts_that_are_not_possible_yet_wait_as_drafts_and_nothing_is_lost() -> None:
    start = send(read_link({}), board="custom", deck="reshuffled", licorice="22")
    state = send(start, spaces="R P Y B O G")
    assert (state.text("spaces"), state.rules) == ("R P Y B O G", start.rules)
    assert state.mistakes == ["licorice spaces must be 1..6, got 22. The page shows the last valid board"]
    state = send(state, licorice="", players=2)
    assert state.mistakes == ["shortcuts must stay on spaces 1..6, got 4 to 18. The page shows the last valid board"]
    assert (state.text("licorice"), state.rules) == ("", start.rules)
    state = send(state, shortcuts="")
    assert (state.drafts, state.text("spaces"), state.players) == ({}, "RPYBOG", 2)
    assert (state.rules.spaces, state.rules.licorice, state.rules.deck) == (tuple("RPYBOG"), (), "reshuffled")


def test_another_rule_can_make_a_draft_possible() -> None:
    state = send(read_link({"board": ["custom"]}), spaces="RPYBO", shortcuts="", licorice="")
    assert "none in green" in state.mistakes[0]
    assert send(state, singles="8,8,8,8,8,0", doubles="2,2,2,2,2,0").rules.spaces == tuple("RPYBO")


def test_undo_restores_a_draft() -> None:
    store = StateStore(DEFINITION, read_link({"board": ["custom"]}))
    for text in ("RPX", "RPYBOGRPYBOGRPYBOGRPYBOGRPYBOGRPYBOG"):
        store.dispatch({"kind": "set", "name": "spaces", "value": text})
    assert not store.state.drafts
    store.dispatch({"kind": UNDO})
    assert store.state.text("spaces") == "RPX"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("players", 99, "players must be one of the values offered"),
        ("players", "2", "players must be one of the values offered"),
        ("deck", "x", "deck must be one of real, reshuffled, got 'x'"),
        ("last_space_wins", 1, "last_space_wins must be true or false, got 1"),
        ("spaces", 1, "spaces must be of the type tuple, got 1"),
        ("shortcuts", "x" * 999, "shortcuts must have at most 200 characters, got 999"),
        ("singles", "41,0,0,0,0,0", r"singles must be 0\.\.40 of each colour, got 41"),
    ],
)
def test_an_impossible_value_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        send(read_link({}), **{name: value})
