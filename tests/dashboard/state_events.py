"""What holds for every state whatever its events: Undo, the notices, and a link that reads back."""

from collections.abc import Sequence
from typing import Any

from boardodds.dashboard.ui.settings import StateDefinition
from boardodds.dashboard.ui.state_store import MAX_UNDO, UNDO, StateStore

Event = dict[str, Any]


def check_link(definition: StateDefinition[Any], state: Any) -> None:
    """Assert that the link of a state has only allowed values, and leads to a state with the same link."""
    link = definition.write(state)
    for name, values in link.items():
        assert all(map(definition.allowed[name], values)), (name, values)
    assert definition.write(definition.read(link)) == link
    assert not definition.mistakes(link)


def check_events(definition: StateDefinition[Any], events: Sequence[Event]) -> StateStore[Any]:
    """Send events to a new state, check it after each of them, undo all of them, and return the store after the last event."""
    store = StateStore(definition, definition.read({}))
    states = [store.state]
    for event in events:
        revision = store.revision
        store.dispatch(event)
        assert store.revision > revision
        if store.state != states[-1]:
            states.append(store.state)
            check_link(definition, store.state)
    after = StateStore(definition, store.state)
    for before in reversed(states[-MAX_UNDO - 1 : -1]):
        assert store.can_undo
        store.dispatch({"kind": UNDO})
        assert store.state == before
    assert not store.can_undo
    return after
