"""The events that change Orchard's state, valid and forged."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.charts.orchard import RAVEN, TREE_NAMES
from boardodds.dashboard.orchard.state import DEFINITION, OrchardState, apply, read_link, write_link
from boardodds.orchard import Rules, State
from boardodds.orchard.rules import POLICY_LABELS, PRINTED, check_state
from boardodds.probability.declared_rules import rules_of
from tests.dashboard.state_events import check_events, events

NUMBERS = st.integers(-1, 12) | st.sampled_from([True, "3", None, 2.5])
EVENTS = st.one_of(
    events("roll", face=st.sampled_from([*TREE_NAMES, RAVEN, "x"])),
    events("fruit", tree=st.integers(-1, 6), value=NUMBERS),
    events("raven", value=NUMBERS),
    events("set", name=st.sampled_from([*rules_of(Rules)]), value=NUMBERS | st.sampled_from(["4.4", "0.0", "4,4"])),
    events("trees", value=NUMBERS),
    events("full trees", value=NUMBERS),
    events(
        "set",
        name=st.sampled_from(["game", "policy", "state"]),
        value=st.sampled_from([*PRINTED, *POLICY_LABELS, "1.2.3.4 raven=5", "4.4 raven=1", "no  state", "", 7, []]),
    ),
    events("nothing"),
)


@given(st.lists(EVENTS, max_size=25))
def test_any_events_leave_a_valid_state_that_a_link_and_undo_restore(drawn: list[dict[str, Any]]) -> None:
    state: OrchardState = check_events(DEFINITION, drawn).state
    check_state(state.position, state.rules)
    if not state.draft:
        assert read_link(write_link(state)) == state


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"kind": "fruit", "tree": 0, "value": 11}, r"fruit must be 0\.\.10 on this tree, got 11"),
        ({"kind": "fruit", "tree": 4, "value": 1}, r"tree must be 0\.\.3, got 4"),
        ({"kind": "raven", "value": "2"}, "raven_steps must be a whole number, got '2'"),
        ({"kind": "set", "name": "raven_steps", "value": 99}, r"raven_steps must be 1\.\.20, got 99"),
        ({"kind": "roll", "face": "x"}, "no x are left, so this roll changes nothing"),
    ],
)
def test_an_impossible_event_is_refused(event: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        apply(read_link({}), event)


def test_nothing_is_picked_after_the_end() -> None:
    lost = read_link({"state": ["1.0.0.0 raven=0"]})
    assert lost.position == State((1, 0, 0, 0), 0)
    with pytest.raises(ValueError, match="the game is over"):
        apply(lost, {"kind": "roll", "face": "apples"})
