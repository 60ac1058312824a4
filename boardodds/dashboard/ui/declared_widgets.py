"""Widgets of declared rules, whose ranges, labels and explanations come from the declaration, and of the players' names."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import streamlit as st

from boardodds.dashboard.ui.names import MAX_NAME, RENAME
from boardodds.dashboard.ui.panels import draw_if_open, show_options
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.probability.declared_rules import Number, OneOf, Rule, Stops, Switch, Whole, rules_of

# The number of options up to which they stand in a row, and that of whole numbers up to which they have a slider.
_MAX_ROW = 4
_MAX_SLIDER = 1_000


def show_rules(store: StateStore[Any], rules: Any, names: Iterable[str] = ()) -> None:
    """Show a widget for each rule, or for some by name. Its event is ``{"kind": "set", "name": name, "value": value}``."""
    declared = rules_of(type(rules))
    for name in names or declared:
        show_rule(store, declared[name], getattr(rules, name))


def show_rule(store: StateStore[Any], rule: Rule, value: Any, **more: Any) -> None:
    """Show the widget of one rule, with further arguments such as ``disabled``."""
    kind, label = rule.kind, rule.label
    is_text = not isinstance(kind, Whole | Number | Stops | Switch | OneOf)
    more = {"help": rule.help or None, **more}
    view = store.view(rule.name, kind.format(value) if is_text else value)
    if isinstance(kind, Whole) and kind.high is not None and kind.high - kind.low <= _MAX_SLIDER:
        st.slider(label, kind.low, kind.high, **view, **more)
    elif isinstance(kind, Stops):
        st.select_slider(label, kind.values, format_func=kind.words, **view, **more)
    elif isinstance(kind, Switch):
        st.toggle(label, **view, **more)
    elif isinstance(kind, OneOf) and len(kind.labels) <= _MAX_ROW:
        show_options(label, list(kind.labels), format_func=kind.words, **view, **more)
    elif isinstance(kind, OneOf):
        st.selectbox(label, format_func=kind.words, **as_index(view, list(kind.labels)), **more)
    elif isinstance(kind, Number | Whole):
        st.number_input(label, kind.low, kind.high, **view, **more)
    else:
        st.text_input(label, **view, **more)


def show_name(store: StateStore[Any], seat: int, label: str = "") -> None:
    """Show the widget of a player's name."""
    names: Any = rules_of(type(store.state))["names"].kind
    usual = names.usual[seat]
    view = store.view(f"name {seat}", store.state.names[seat], {"kind": RENAME, "seat": seat})
    st.text_input(label or f"Player {usual}", placeholder=usual, max_chars=MAX_NAME, **view)


def show_names(store: StateStore[Any], players: int) -> None:
    """Show a closed section with the widgets of the players' names."""
    part = st.expander("Names", key="names", on_change="rerun")
    draw_if_open(part, lambda: [*map(partial(show_name, store), range(players))])
