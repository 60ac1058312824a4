"""The events that change Perudo's table, in any order."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from boardodds.dashboard.perudo.edits import LINK, MODELS, PerudoTable, read_link, write_link
from boardodds.dashboard.perudo.inputs import TABLE
from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.perudo.players import STYLES
from boardodds.perudo import ACE_BIDS
from boardodds.perudo.round_state import check_round
from tests.dashboard.table_events import check_events, events

SEATS = st.none() | st.integers(-1, 6)
STEPS = st.integers(-2, 2)
FACES = st.integers(0, 9)
SETTINGS = st.one_of(
    st.tuples(st.just("sides"), st.integers(1, 9)),
    st.tuples(st.sampled_from(["wild", "open_aces", "calza", "change_face"]), st.booleans()),
    st.tuples(st.just("aces"), st.sampled_from([*ACE_BIDS, "x"])),
    st.tuples(st.just("raises"), st.sampled_from([*RAISES])),
    st.tuples(st.just("model"), st.sampled_from([*MODELS])),
    st.tuples(st.sampled_from(["sharpness", "slip"]), st.integers(0, 31)),
    st.tuples(
        st.just("round"),
        st.sampled_from(["", "5.1.5 me=1 hand=12256 palifico", "2.2 bids=1:1x3", "9.9 me=1", "no  round"]),
    ),
).map(lambda setting: {"kind": "set", "name": setting[0], "value": setting[1]})
EVENTS = st.one_of(
    SETTINGS,
    events("players", by=STEPS),
    events("me", seat=SEATS),
    events("opener", seat=SEATS),
    events("dice", seat=SEATS, by=STEPS),
    events("hand", hand=st.lists(FACES, min_size=1, max_size=6), untold=st.lists(FACES, max_size=2)),
    events("bid", quantity=st.integers(0, 8), face=FACES, bids=st.integers(0, 4)),
    events("back"),
    events("new_round", loser=SEATS),
    events("new_round", winner=SEATS),
    events("palifico", on=st.booleans()),
    events("dudo", right=st.booleans(), bids=st.integers(0, 4), seat=SEATS),
    events("calza", right=st.booleans(), bids=st.integers(0, 4), seat=SEATS),
    events("new_match"),
    events("name", seat=SEATS, value=st.sampled_from(["Ann", "Zoë", "", "<b>", "a,b", "player 2"])),
    events("style", seat=SEATS, value=st.sampled_from([*STYLES, "x"])),
)


@given(st.lists(EVENTS, max_size=25))
def test_any_events_leave_a_valid_round_that_a_link_and_undo_restore(drawn: list[dict[str, Any]]) -> None:
    table: PerudoTable = check_events(TABLE, drawn).state
    shown, _ = table.shown()
    check_round(shown.state, shown.rules)
    assert tuple(sorted(shown.hand.dice)) == shown.state.hand
    assert all(0 <= place < len(shown.hand.dice) for place in shown.hand.unconfirmed)
    # A link has the viewer's dice in ascending order, and no other hands.
    linked = read_link(write_link(table))
    assert all(check(value) for name, values in write_link(table).items() for check in [LINK[name]] for value in values)
    again, _ = linked.shown()
    assert (again.rules, len(again.hand.unconfirmed)) == (shown.rules, len(shown.hand.unconfirmed))
    assert (linked.names, linked.styles, linked.raises) == (table.names, table.styles, table.raises)
    assert (again.winner, again.had_palifico) == (shown.winner, shown.had_palifico)
    if table.draft is None:
        assert again.state == shown.state
