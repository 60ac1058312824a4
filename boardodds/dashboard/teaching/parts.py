"""Parts of the teaching pages: their store and title, the controls of a picture, what it teaches, a picture, a table."""

import re
from base64 import b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.ui import present, reveal
from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.play_page import page_title, undo_button
from boardodds.dashboard.ui.query import show_mistakes
from boardodds.dashboard.ui.reveal import PREDICTION, Prediction
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, StateDefinition, StateT, one_of
from boardodds.dashboard.ui.state_store import VIEW, StateStore, open_store
from boardodds.entry.game import Page
from boardodds.probability.validate import parse_fraction

_MAX_TYPED = 30


def open_page(
    page: Page,
    definition: StateDefinition[StateT],
    draw_setup: Callable[[StateStore[StateT]], None] | None = None,
    *,
    views: Collection[str] = (),
    private_setting: str = PREDICTION,
    predictions: Mapping[str, Prediction] | None = None,
) -> StateStore[StateT]:
    """Show the title of a teaching page and what is wrong with its link, and return the store of its state.

    draw_setup: draws the content of the popover with the settings; None for a page without one.
    views: the labels of the page's tabs.
    private_setting: as for ``page_title``.
    predictions: as for ``show_views``; None for a page without an answer to hide.
    """
    hiding: Allowed = {} if predictions is None else reveal.settings(predictions.values())
    store = open_store(definition, {**hiding, **({VIEW: one_of(views)} if views else {})})
    if not (hiding and present.is_presenting()):
        setup = partial(draw_setup, store) if draw_setup else None
        page_title(page.question, private_setting=private_setting, draw_setup=setup)
    show_mistakes([*store.mistakes, store.take_notice()])
    return store


def show_controls(store: StateStore[Any], *names: str, seed: int | None = None) -> None:
    """Show the widgets of the rules that change the picture below, and Undo.

    seed: the seed of a simulation, which a button raises to run it again; None if there is none.
    """
    with st.container(horizontal=True, vertical_alignment="bottom", key="controls"):
        if names:
            with st.container():
                show_rules(store, store.state, names)
        if seed is not None:
            next_seed = {"kind": "set", "name": "seed", "value": (seed + 1) % (MAX_SEED + 1)}
            more = "Uses the next seed: other games, the same chances."
            st.button("Run again", on_click=store.dispatch, args=(next_seed,), help=more)
        undo_button(store)


def check_typed(name: str, text: str) -> None:
    """Raise ValueError for a text that is too long for a number."""
    if len(text) > _MAX_TYPED:
        raise ValueError(f"{name} must have at most {_MAX_TYPED} characters, got {len(text)}")


def is_value(text: str, value: Fraction | float, error: float = 0.0) -> bool:
    """Return whether a text is a value, as a fraction or rounded to two decimal places or more, or to whole percents.

    error: of the value itself, if it is worked out from rounded numbers.

    >>> two_thirds = Fraction(2, 3)
    >>> [is_value(text, two_thirds) for text in ("4/6", "0.67", "66.7%", "0.7", "2/0")]
    [True, True, True, False, False]
    """
    try:
        number = parse_fraction("value", text)
    except ValueError:
        return False
    decimal = re.fullmatch(r"\s*[0-9]*(?:[.,]([0-9]*))?\s*(%?)\s*", text)
    places = len(decimal[1] or "") + 2 * len(decimal[2]) if decimal else 0
    # A float of the value has an error of its own.
    return abs(number - Fraction(value)) <= (Fraction(1, 2 * 10**places) if places > 1 else 0) + max(error, 1e-9)


def show_more(store: StateStore[Any], name: str, high: int, steps: Sequence[int]) -> None:
    """Show buttons that raise a rule, such as the number of games, and one that sets it to its lowest value, 1.

    high: the highest value.
    steps: the number that each button adds.
    """

    def choose(more: int) -> None:
        # Not the number of the last run: two taps can come before it is drawn again.
        value = min(high, getattr(store.state, name) + more) if more else 1
        store.dispatch({"kind": "set", "name": name, "value": value})

    with st.container(horizontal=True, key=f"more_{name}", width="content"):
        for step in steps:
            is_all = getattr(store.state, name) >= high
            st.button(f"{step} more", key=f"{name}_{step}_more", disabled=is_all, on_click=choose, args=(step,))
        st.button("First", key=f"{name}_first", on_click=choose, args=(0,))


def column() -> DeltaGenerator:
    """Return the container of a page that is read from top to bottom."""
    return st.container(key="teaching")


def read_document(name: str) -> str:
    """Return a document of ``docs`` without its title, with links into this site."""
    _, _, text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    # The pages are next to this one; the other documents are not on the site.
    text = text.replace("](http://localhost:8501/", "](./")
    return re.sub(r"\[(\w+)\]\([^)]*\.md\)", r"\1", text)


def lesson(text: str) -> None:
    """Show what a picture teaches, as a tinted note."""
    with st.container(key="lesson"):
        st.markdown(f"**What it teaches.** {text}")


def picture(svg: str, alt: str) -> None:
    """Show an SVG picture as wide as its column. It has its size, so that the browser keeps its place free while it loads."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    if not size:
        raise ValueError("svg must have a width and a height in pixels")
    source = b64encode(svg.encode()).decode()
    st.html(
        f'<img class="picture" alt="{escape(alt)}" width="{size[1]}" height="{size[2]}" '
        f'src="data:image/svg+xml;base64,{source}">'
    )


def figures_table(rows: Sequence[Mapping[str, str]], *, caption: str, words: Collection[str] = ()) -> None:
    """Show a small table of figures, with the numbers aligned at the right.

    rows: by heading; the first column names the rows.
    caption: the title of the table.
    words: the headings of the columns with words, which are aligned at the left.
    """
    first, *others = rows[0]
    form = {name: ' class="words"' if name in words else "" for name in others}
    head = "".join(f'<th scope="col"{form[name]}>{escape(name)}</th>' for name in others)
    body = "".join(
        f'<tr><th scope="row">{escape(row[first])}</th>'
        + "".join(f"<td{form[name]}>{escape(row[name])}</td>" for name in others)
        + "</tr>"
        for row in rows
    )
    st.html(
        f'<table class="grid figures"><caption>{escape(caption)}</caption>'
        f'<thead><tr><th scope="col">{escape(first)}</th>{head}</tr></thead><tbody>{body}</tbody></table>'
    )
