"""Predict first: with ``reveal=off`` in its link, a page draws no part of its answer before a tap on *Reveal*.

Whatever is not drawn is in no message to the browser either. The tap counts for one visit of one view: the link keeps hiding the
answer for others, and in its preview.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from boardodds.dashboard.ui import present
from boardodds.dashboard.ui.panels import Parts
from boardodds.dashboard.ui.settings import Allowed, Query, one_of, whole_number
from boardodds.dashboard.ui.state_store import ARRIVALS, as_default, opened_store, setting
from boardodds.probability.display import plural

REVEAL, PREDICTION = "reveal", "prediction"
_MODES = {"on": "with the answer", "off": "with a prediction"}
_SHOWN, _HIDDEN = _MODES
# In the session: the arrival and the views of it whose answer the visitor has asked for.
_REVEALED = "revealed"
_MAX_PREDICTION = 999_999
_NONE_YET = -1
# Up to this number a thumb can set a slider.
_MAX_SLIDER = 200

View = Callable[[Any], Parts]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a visitor predicts, as a part of the page: its widget in place of the answer, then the number beside the answer.

    label: what the number is, such as "how often we win".
    high: the greatest number; the least one is 0.
    unit: that of the number, in the singular; "" or "%" follow it as they are. The label names it too.
    name: the setting that holds the number.
    before: a view of what does not give the answer away; without parts on a page with a board.
    view: the view with the answer; "" on a page with one answer for all views.
    """

    label: str
    high: int = 100
    unit: str = "%"
    name: str = PREDICTION
    before: View = lambda _: ()
    view: str = ""

    @property
    def number(self) -> int | None:
        """The visitor's prediction; None before the visitor has made one."""
        number = int(opened_store().value_of(self.name, _NONE_YET))
        return None if number == _NONE_YET else min(self.high, number)

    def take_tap(self, chart: str) -> None:
        """Take the height of a point that is tapped in a chart of proportions as the visitor's prediction."""
        for point in st.session_state.get(chart, {}).get("selection", {}).get("points", [])[:1]:
            opened_store().choose(self.name, _NONE_YET, round(100 * point["y"]))

    def show(self) -> None:
        """Draw the widget with the button that reveals the answer; beside the answer, the number with the one that hides it."""
        if is_hidden(self.view):
            with st.container(key="ask"):
                if self.high:
                    self._show_widget()
                st.button("Reveal", key="reveal_answer", type="primary", on_click=_reveal, args=(self.view,))
        elif is_off():
            with st.container(horizontal=True, vertical_alignment="center", key="predicted"):
                if (number := self.number) is not None:
                    words = f"{number:,}{self.unit}" if self.unit in ("", "%") else plural(number, self.unit)
                    st.markdown(f"**Your prediction: {words}**, {self.label}.")
                st.button("Hide the answer", key="hide_answer", on_click=_reveal, args=(self.view,))

    def parts(self, view: View, subject: Any) -> Parts:
        """Return the parts of a view with an answer of its own; while that is hidden, what does not give it away."""
        if is_hidden(self.view):
            yield from self.before(subject)
            yield self
        else:
            yield self
            yield from view(subject)

    def _show_widget(self) -> None:
        label = f"Your prediction: {self.label}"
        # A slider whose range changes moves by itself, so each range has a slider of its own.
        widget = f"{self.name} up to {self.high}"
        number = self.number

        def shown(_: int) -> int:
            return self.high // 2 if number is None else number

        view = setting(self.name, _NONE_YET, adapt=shown, widget=widget)
        if self.high <= _MAX_SLIDER:
            st.slider(label, 0, self.high, format="%d%%" if self.unit == "%" else "%d", **view)
        else:
            st.number_input(label, 0, self.high, **view)


def hide_answers(views: Mapping[str, View], predictions: Mapping[str, Prediction]) -> dict[str, View]:
    """Return views with an answer in each of them, which the link of the page can hide until the visitor reveals it.

    predictions: by view, what a visitor predicts of its answer.
    """
    named = {name: replace(predictions.get(name, Prediction("", 0)), view=name) for name in views}
    return {name: partial(named[name].parts, view) for name, view in views.items()}


def settings(predictions: Iterable[Prediction] = ()) -> Allowed:
    """Return the settings of a page whose answer can be hidden and presented, with the checks of their values.

    predictions: those of its views, if it has one for each of them.
    """
    names = [PREDICTION, *(prediction.name for prediction in predictions)]
    return {REVEAL: one_of(_MODES), **present.SETTINGS, **dict.fromkeys(names, whole_number(0, _MAX_PREDICTION))}


def is_hiding(link: Query) -> bool:
    """Return whether a link hides the answer of its page.

    >>> is_hiding({"reveal": ["off"]}), is_hiding({})
    (True, False)
    """
    return _HIDDEN in link.get(REVEAL, ())


def is_off() -> bool:
    """Return whether the link of the open page hides the answer, before the tap and after it."""
    return bool(opened_store().value_of(REVEAL, _SHOWN) == _HIDDEN)


def is_hidden(view: str = "") -> bool:
    """Return whether the answer is hidden now.

    view: the view of a page with an answer in each of them.
    """
    return is_off() and view not in _revealed()


def _revealed() -> set[str]:
    arrival, views = st.session_state.get(_REVEALED, (None, set()))
    return set(views) if arrival == st.session_state.get(ARRIVALS) else set()


def _reveal(view: str) -> None:
    # The same button hides the answer again.
    st.session_state[_REVEALED] = st.session_state.get(ARRIVALS), _revealed() ^ {view}


def show_setting() -> None:
    """Show the switch between the two ways in which the page opens, in the set-up of a page that has them."""
    if REVEAL in opened_store().allowed:
        st.segmented_control(
            "The page opens",
            list(_MODES),
            format_func=_MODES.__getitem__,
            required=True,
            help="With a prediction, the answer waits for a tap on *Reveal*, for everyone who opens the link.",
            **as_default(setting(REVEAL, _SHOWN)),
        )
