"""Parts of the teaching pages: their store and title, the controls of a picture, what it teaches, a picture, a table."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.charts.svg import data_uri
from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.ui import present, reveal
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.messages import show_mistakes
from boardodds.dashboard.ui.panels import Html, Parts, draw
from boardodds.dashboard.ui.play_page import page_title, undo_button
from boardodds.dashboard.ui.reveal import PREDICTION, Prediction
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, StateDefinition, StateT, one_of
from boardodds.dashboard.ui.state_store import VIEW, StateStore, open_store
from boardodds.entry.game import Page
from boardodds.probability.validate import parse_fraction

_MAX_TYPED = 30
# A class has consecutive seeds, and the picture of a teacher has the runs of all of them.
CLASS_SIZE = 30


def open_page(
    page: Page,
    definition: StateDefinition[StateT],
    draw_setup: Callable[[StateStore[StateT]], None] | None = None,
    *,
    views: Collection[str] = (),
    private_setting: str = PREDICTION,
    predictions: Mapping[str, Prediction] | None = None,
    has_screen: bool = False,
) -> StateStore[StateT]:
    """Show the title of a teaching page and what is wrong with its link, and return the store of its state.

    draw_setup: draws the content of the popover with the settings.
    views: the labels of the page's tabs.
    private_setting, predictions: as for ``page_title`` and ``hide_answers``; None for a page without an answer to hide.
    has_screen: whether a page without predictions can be shown on a projector.
    """
    hiding: Allowed = present.SETTINGS if has_screen else {}
    if predictions is not None:
        hiding = reveal.settings(predictions.values())
    store = open_store(definition, {**hiding, **({VIEW: one_of(views)} if views else {})})
    if not (hiding and present.is_presenting()):
        setup = partial(draw_setup, store) if draw_setup else None
        page_title(page.question, private_setting=private_setting, draw_setup=setup)
    show_mistakes([*store.mistakes, store.take_notice()])
    return store


@dataclass(frozen=True, slots=True)
class Fields:
    """The widgets of some rules, one below the other, in a width in pixels or in that of the place."""

    store: StateStore[Any]
    names: Sequence[str]
    width: int | Literal["stretch"] = "stretch"

    def show(self) -> None:
        with st.container(width=self.width):
            show_rules(self.store, self.store.state, self.names)


@dataclass(frozen=True, slots=True)
class Controls:
    """The widgets of the rules that change the picture below, and Undo.

    seed: the seed of a simulation, which a button raises to run it again, by the size of a class; None if there is none.
    """

    store: StateStore[Any]
    names: Sequence[str]
    seed: int | None = None

    def show(self) -> None:
        with st.container(horizontal=True, vertical_alignment="bottom", key="controls"):
            if self.names:
                Fields(self.store, self.names).show()
            if self.seed is not None:
                next_seed = {"kind": "set", "name": "seed", "value": (self.seed + CLASS_SIZE) % (MAX_SEED + 1)}
                more = f"Other games, the same chances: the seed goes on by {CLASS_SIZE}, the size of a class."
                st.button("Run again", on_click=self.store.dispatch, args=(next_seed,), help=more)
            undo_button(self.store)


@dataclass(frozen=True, slots=True)
class More:
    """Buttons that raise a rule, such as the number of games, by steps up to a highest value, and one that sets it to 1.

    text: what stands beside the buttons, as Markdown.
    is_early: whether they wait for a prediction.
    """

    store: StateStore[Any]
    name: str
    high: int
    steps: Sequence[int]
    text: str
    is_early: bool = False

    def show(self) -> None:
        name, is_over = self.name, self.is_early or getattr(self.store.state, self.name) >= self.high
        with st.container(horizontal=True, vertical_alignment="center", key="played"):
            with st.container(horizontal=True, key=f"more_{name}", width="content"):
                for step in self.steps:
                    key, args = f"{name}_{step}_more", (step,)
                    st.button(f"{step} more", key=key, disabled=is_over, on_click=self._choose, args=args)
                st.button("First", key=f"{name}_first", on_click=self._choose, args=(0,))
            st.markdown(f"{self.text}. Predict below, then play on." if self.is_early else self.text)

    def _choose(self, more: int) -> None:
        # Not the number of the last run: two taps can come before it is drawn again.
        value = min(self.high, getattr(self.store.state, self.name) + more) if more else 1
        self.store.dispatch({"kind": "set", "name": self.name, "value": value})


@dataclass(frozen=True, slots=True)
class Block:
    """Parts in a container with a key, to which ``site.css`` gives a look or a height."""

    key: str
    parts: Parts

    def show(self) -> None:
        with st.container(key=self.key):
            draw(self.parts)


def lesson(text: str) -> Block:
    """Return what a picture teaches, as a tinted note."""
    return Block("lesson", [f"**What it teaches.** {text}"])


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


def column() -> DeltaGenerator:
    """Return the container of a page that is read from top to bottom."""
    return st.container(key="teaching")


def read_document(name: str) -> str:
    """Return a document of ``docs`` without its title, with links into this site."""
    _, _, text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    # The pages are next to this one; the other documents are not on the site.
    text = text.replace("](http://localhost:8501/", "](./")
    return re.sub(r"\[(\w+)\]\([^)]*\.md\)", r"\1", text)


def picture(svg: str, alt: str) -> Html:
    """Return an SVG picture as wide as its column. It has its size, so that the browser keeps its place free while it loads."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    if not size:
        raise ValueError("svg must have a width and a height in pixels")
    return Html(f'<img class="picture" alt="{escape(alt)}" width="{size[1]}" height="{size[2]}" src="{data_uri(svg)}">')
