"""The events that change Orchard's setup, valid and forged."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.charts.orchard import RAVEN, TREE_NAMES
from boardodds.dashboard.orchard.edits import GAMES, HOUSE_RULES, OrchardSetup, apply, read_link, write_link
from boardodds.dashboard.orchard.inputs import TABLE
from boardodds.dashboard.orchard.labels import POLICIES
from boardodds.orchard import State
from boardodds.orchard.rules import check_state
from tests.dashboard.table_events import check_events, events

NUMBERS = st.integers(-1, 12) | st.sampled_from([True, "3", None, 2.5])
EVENTS = st.one_of(
    events("roll", face=st.sampled_from([*TREE_NAMES, RAVEN, "x"])),
    events("fruit", tree=st.integers(-1, 6), value=NUMBERS),
    events("raven", value=NUMBERS),
    events("set", name=st.sampled_from([*HOUSE_RULES]), value=NUMBERS),
    events(
        "set",
        name=st.sampled_from(["game", "policy", "state"]),
        value=st.sampled_from([*GAMES, *POLICIES, "1.2.3.4 raven=5", "4.4 raven=1", "no  state", "", 7]),
    ),
    events("nothing"),
)


@given(st.lists(EVENTS, max_size=25))
def test_any_events_leave_a_valid_setup_that_a_link_and_undo_restore(drawn: list[dict[str, Any]]) -> None:
    setup: OrchardSetup = check_events(TABLE, drawn).state
    check_state(setup.state, setup.rules)
    if not setup.draft:
        assert read_link(write_link(setup)) == setup


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"kind": "fruit", "tree": 0, "value": 11}, r"fruit must be 0\.\.10 on this tree, got 11"),
        ({"kind": "fruit", "tree": 4, "value": 1}, r"tree must be 0\.\.3, got 4"),
        ({"kind": "raven", "value": "2"}, "raven_steps must be a whole number, got '2'"),
        ({"kind": "set", "name": "steps", "value": 99}, r"Raven path \(steps\) must be 1\.\."),
        ({"kind": "roll", "face": "x"}, "no x are left, so this roll changes nothing"),
    ],
)
def test_an_impossible_event_is_refused(event: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply(read_link({}), event)


def test_nothing_is_picked_after_the_end() -> None:
    lost = read_link({"state": ["1.0.0.0 raven=0"]})
    assert lost.state == State((1, 0, 0, 0), 0)
    with pytest.raises(ValueError, match="the game is over"):
        apply(lost, {"kind": "roll", "face": "apples"})
