"""The events that change Candy Land's settings, valid and forged."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.candy_land import BOX_2014, BOX_PEPPERMINT_PASS, CLASSIC, SCHEFFER
from boardodds.dashboard.candy_land.edits import LINK, CandySettings, apply, read_link, write_link
from boardodds.dashboard.candy_land.inputs import TABLE
from boardodds.dashboard.candy_land.labels import CUSTOM, DECK, DOUBLES, LICORICE, OCCUPIED, SPECIALS
from tests.dashboard.table_events import check_events

TEXTS = ["Rainbow Trail", "Scheffer", "Hasbro 2014", CUSTOM, "6,5,6,6,6,6", "1,2,3", "RPYBOG", "", "x" * 300]
NAMES = [*LICORICE, *SPECIALS, *DOUBLES, *DECK, *OCCUPIED]
VALUES = st.sampled_from([*TEXTS, *NAMES]) | st.sampled_from([1, 4, 99, 10_000, 50_000, True, False, None])
EVENTS = st.fixed_dictionaries(
    {"kind": st.just("set"), "name": st.sampled_from([*LINK, "else"]), "value": VALUES},
    optional={"color": st.sampled_from(["R", "G", "x", 1])},
)


@given(st.lists(EVENTS, max_size=40))
def test_any_events_leave_settings_that_a_link_and_undo_restore(events: list[dict[str, Any]]) -> None:
    store = check_events(TABLE, events)
    found: CandySettings = store.state
    # A link leaves a custom board out if it is not in use.
    if found.board == CUSTOM:
        assert read_link(write_link(found)) == found
    else:
        assert read_link(write_link(found)).setup() == found.setup()


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        ("Rainbow Trail", CLASSIC),
        ("Scheffer", SCHEFFER),
        ("Hasbro 2014", BOX_2014),
        ("Peppermint Pass", BOX_PEPPERMINT_PASS),
    ],
)
def test_a_board_brings_its_rules(board: str, rules: object) -> None:
    other = CandySettings(licorice="no effect", specials="no cards", doubles="0,0,0,0,0,0", shortcuts=False, last=True)
    assert apply(other, {"kind": "set", "name": "board", "value": board}).setup().rules == rules


@pytest.mark.parametrize(
    ("name", "value"),
    [("players", 99), ("players", "2"), ("deck", "x"), ("last", 1), ("jumps", "x" * 999), ("singles", "41,0,0,0,0,0")],
)
def test_an_impossible_value_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be one of the values offered"):
        apply(CandySettings(), {"kind": "set", "name": name, "value": value})
