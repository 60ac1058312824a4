"""Predict first: with ``reveal=off`` in its link, a page draws no part of its answer before a tap on *Reveal*.

Whatever is not drawn is in no message to the browser either. The tap counts for one visit of one view: the link keeps hiding the
answer for others, and in its preview.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from boardodds.dashboard.ui import present
from boardodds.dashboard.ui.panels import Parts, draw
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


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a visitor predicts.

    label: what the number is, such as "how often we win".
    high: the greatest number; the least one is 0.
    unit: that of the number, in the singular; "" or "%" follow it as they are. The label names it too.
    name: the setting that holds the number.
    draw: draws what does not give the answer away, from the arguments of the view; nothing on a page with a board.
    """

    label: str
    high: int = 100
    unit: str = "%"
    name: str = PREDICTION
    draw: Callable[..., object] | None = None

    @property
    def number(self) -> int | None:
        """The visitor's prediction; None before the visitor has made one."""
        number = int(opened_store().value_of(self.name, _NONE_YET))
        return None if number == _NONE_YET else min(self.high, number)

    def choose(self, number: int) -> None:
        """Set the visitor's prediction."""
        opened_store().choose(self.name, _NONE_YET, number)


NO_PREDICTION = Prediction("", 0)


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


def ask(prediction: Prediction, view: str = "") -> None:
    """Show the widget of a prediction and the button that reveals the answer, in place of the answer."""
    with st.container(key="ask"):
        if prediction.high:
            _show_widget(prediction)
        st.button("Reveal", key="reveal_answer", type="primary", on_click=_reveal, args=(view,))


def _show_widget(prediction: Prediction) -> None:
    label = f"Your prediction: {prediction.label}"
    # A slider whose range changes moves by itself, so each range has a slider of its own.
    widget = f"{prediction.name} up to {prediction.high}"
    number = prediction.number

    def shown(_: int) -> int:
        return prediction.high // 2 if number is None else number

    view = setting(prediction.name, _NONE_YET, adapt=shown, widget=widget)
    if prediction.high <= _MAX_SLIDER:
        st.slider(label, 0, prediction.high, format="%d%%" if prediction.unit == "%" else "%d", **view)
    else:
        st.number_input(label, 0, prediction.high, **view)


def show_prediction(prediction: Prediction, view: str = "") -> None:
    """Show the visitor's prediction beside the answer, if the page has asked for one, and the button that hides the answer."""
    if is_off():
        with st.container(horizontal=True, vertical_alignment="center", key="predicted"):
            if (number := prediction.number) is not None:
                unit = prediction.unit
                words = f"{number:,}{unit}" if unit in ("", "%") else plural(number, unit)
                st.markdown(f"**Your prediction: {words}**, {prediction.label}.")
            st.button("Hide the answer", key="hide_answer", on_click=_reveal, args=(view,))


def draw_view(view: Callable[..., Parts | None], prediction: Prediction, name: str, *arguments: Any) -> None:
    """Draw a view with an answer of its own; while that is hidden, what does not give it away.

    name: of the view.
    arguments: those of the functions that draw it.
    """
    if is_hidden(name):
        if prediction.draw:
            prediction.draw(*arguments)
        ask(prediction, name)
        return
    show_prediction(prediction, name)
    draw(view(*arguments) or ())
