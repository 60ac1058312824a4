"""The versions of a store's widgets: a late message for a former version must not change the state."""

from dataclasses import dataclass, replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.ui.settings import Event, StateDefinition
from boardodds.dashboard.ui.state_store import StateStore


@dataclass(frozen=True)
class Setup:
    """A state with one slider, which some states do not show."""

    value: int = 1
    is_shown: bool = True


def apply(setup: Setup, event: Event) -> tuple[Setup, str]:
    return replace(setup, **{event["name"]: event["value"]}), ""


DEFINITION = StateDefinition("setup", {}, lambda _query: Setup(), lambda _setup: {}, apply)


def show_page() -> None:
    import streamlit as st

    from boardodds.dashboard.ui.state_store import open_store
    from tests.dashboard.ui.test_state_store import DEFINITION

    store = open_store(DEFINITION, {})
    if store.state.is_shown:
        st.slider("Value", 0, 9, **store.view("value", store.state.value))


def send(app: AppTest, name: str, value: object) -> AppTest:
    app.session_state["state of setup"].dispatch({"kind": "set", "name": name, "value": value})
    app.run()
    return app


def test_a_widget_keeps_its_key_until_another_event_changes_its_value() -> None:
    app = AppTest.from_function(show_page).run()
    key = app.slider[0].key
    app.slider[0].set_value(5).run()
    assert app.session_state["state of setup"].state == Setup(5)
    assert (app.slider[0].key, app.slider[0].value) == (key, 5)
    send(app, "value", 7)
    assert app.slider[0].value == 7
    assert app.slider[0].key != key


def test_a_widget_that_comes_back_has_another_key() -> None:
    app = AppTest.from_function(show_page).run()
    keys = [app.slider[0].key]
    for value in (1, 2, 3):
        assert not send(app, "is_shown", False).slider
        send(app, "value", value)
        keys.append(send(app, "is_shown", True).slider[0].key)
        assert app.slider[0].value == value
    assert len(set(keys)) == 4


def test_a_state_that_its_link_does_not_lead_back_to_is_refused() -> None:
    definition = StateDefinition(
        "value",
        {"value": str.isdigit},
        lambda query: Setup(min(int(query.get("value", ["1"])[-1]), 9)),
        lambda setup: {"value": [str(setup.value)]},
        apply,
    )
    store = StateStore(definition, Setup())
    for value, expected in ((5, 5), (10, 5), (-1, 5), (9, 9)):
        store.dispatch({"kind": "set", "name": "value", "value": value})
        assert (store.state.value, bool(store.notice)) == (expected, value != expected)


def test_an_event_that_is_sent_again_counts_once() -> None:
    store = StateStore(DEFINITION, Setup())
    first = store.revision
    for value, expected in ((3, 3), (4, 3)):
        event = {"kind": "set", "name": "value", "value": value}
        store.dispatch({"kind": "again", "event": event, "revision": first})
        assert (store.state.value, store.notice) == (expected, "")


@pytest.mark.parametrize(("late_value", "expected"), [(1, 7), (2, 2)])
def test_a_late_message_of_a_widget_counts_only_if_the_visitor_moved_it(late_value: int, expected: int) -> None:
    # The page has not drawn the widget again since the event.
    store = StateStore(DEFINITION, Setup())
    view = store.view("value", store.state.value)
    store.dispatch({"kind": "set", "name": "value", "value": 7})
    st.session_state[view["key"]] = late_value
    view["on_change"](*view["args"])
    assert store.state.value == expected


def test_a_widget_that_is_moved_there_and_back_before_it_is_drawn_again_is_where_it_was() -> None:
    store = StateStore(DEFINITION, Setup())
    view = store.view("value", store.state.value)
    for value in (5, 1):
        st.session_state[view["key"]] = value
        view["on_change"](*view["args"])
    assert store.state.value == 1
