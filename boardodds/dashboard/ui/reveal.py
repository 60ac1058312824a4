"""Predict first: with ``reveal=off`` in its link, a page draws no part of its answer before a tap on *Reveal*.

Whatever is not drawn is in no message to the browser either. The tap counts for one visit of one view: the link keeps hiding the
answer for others, and in its preview.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import streamlit as st

from boardodds.charts.predictions import in_unit
from boardodds.charts.svg import data_uri
from boardodds.dashboard.runtime.rooms import Question
from boardodds.dashboard.ui import class_numbers, present, room
from boardodds.dashboard.ui.panels import Finding, Parts
from boardodds.dashboard.ui.settings import Allowed, Query, one_of, whole_number
from boardodds.dashboard.ui.state_store import ARRIVALS, as_default, opened_store, setting

REVEAL, PREDICTION = "reveal", "prediction"
_MODES = {"on": "with the answer", "off": "with a prediction"}
_SHOWN, _HIDDEN = _MODES
# In the session: the arrival and the views of it whose answer the visitor has asked for.
_REVEALED = "revealed"
_MAX_PREDICTION = 999_999
# A slider starts here, because a number on the page would draw predictions towards it.
NO_GUESS = "?"
# Up to this number a thumb can set a slider.
_MAX_SLIDER = 200

View = Callable[[Any], Parts]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a visitor predicts, as a part of the page: its widget in place of the answer, then what the answer's headline adds.

    label, unit: what the number is, such as "how often we win", and its unit in the singular, or "%". The label names it too.
    high: the greatest number; the least one is 0.
    name: the setting that holds the number.
    before: a view of what does not give the answer away; without parts on a page with a board.
    view: the view with the answer; "" on a page with one answer for all views.
    exact: returns the exact answer in the unit from the store of the page; None where there is none.
    drawn: returns the number of games that the page shows while it hides the answer. A prediction stands once there are more.
    options: in place of a number, by its value in a link, the name of what can be tapped, with its picture as SVG.
    words: returns the label from the store of the page, if it depends on that.
    about: returns from the store what the question is about, besides its words: a room has the guesses about one such thing.
    """

    label: str
    high: int = 100
    unit: str = "%"
    name: str = PREDICTION
    before: View = lambda _: ()
    view: str = ""
    exact: Callable[[Any], float | None] = lambda _: None
    drawn: Callable[[Any], int] = lambda _: 0
    options: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    words: Callable[[Any], str] | None = None
    about: Callable[[Any], object] = lambda store: store.definition.write(store.state)

    @property
    def number(self) -> int | None:
        """The visitor's prediction of a number; None before the visitor has made one."""
        text = opened_store().value_of(self.name, "")
        return min(self.high, int(text)) if text and not self.options else None

    @property
    def said(self) -> str:
        """The visitor's prediction in words; "" before the visitor has made one."""
        if self.options:
            return self.options.get(opened_store().value_of(self.name, ""), ("",))[0]
        return "" if self.number is None else in_unit(self.number, self.unit)

    @property
    def class_parts(self) -> Parts:
        """The picture of what the class has predicted; once there is an answer, with it, which the phones get too."""
        if not (self._is_asked and is_off()):
            return
        # On a projector, games that are played on have the window.
        games = self.drawn(opened_store())
        before = st.session_state.setdefault(f"games of the class at {self.name}", games)
        if present.is_presenting() and games > before:
            return
        asked, key, guesses = self._question, _class_of(self.name), room.guesses(self._question)
        given = opened_store().value_of(key, "") if guesses is None else guesses
        answer = None if is_hidden(self.view) else self.exact(opened_store())
        if not is_hidden(self.view):
            room.tell(asked, answer)
        yield from class_numbers.class_parts(given, key, asked.high, self.unit, answer, asked.names)

    @property
    def is_made(self) -> bool:
        """Whether there is a prediction: the visitor's number, or the guesses of a class."""
        return self.number is not None or room.has_shown(self._question)

    @property
    def _is_asked(self) -> bool:
        return bool(self.high or self.options)

    @property
    def _question(self) -> Question:
        names, about = tuple(name for name, _ in self.options.values()), self.about(opened_store())
        return room.question(f"Predict: {self._words}", len(names) - 1 if names else self.high, self.unit, names, about)

    @property
    def _words(self) -> str:
        return self.words(opened_store()) if self.words else self.label

    @property
    def is_fixed(self) -> bool:
        """Whether the prediction stands, because more games have been drawn since, even if they were taken back."""
        if self.number is None:
            return False
        before, most = st.session_state.get(self._games, (1, 0))
        st.session_state[self._games] = before, max(most, self.drawn(opened_store()))
        return bool(before < st.session_state[self._games][1])

    @property
    def _games(self) -> str:
        # In the session: the number of games at the time of the prediction, and the highest since.
        return f"games at {self.name}"

    def take_tap(self, chart: str) -> None:
        """Take the height of a point that is tapped in a chart of proportions as the visitor's prediction."""
        for point in st.session_state.get(chart, {}).get("selection", {}).get("points", [])[:1]:
            self._choose(round(100 * point["y"]))

    def headline(self, finding: str, *more: str) -> str:
        """Return an answer with what the visitor predicted: "We win 73.8% of games. You said 70%, your 100 games gave 71%".

        finding: the answer without a full stop, or a question, which stays.
        more: further clauses, also if nothing was predicted.
        """
        clauses = ", ".join([*([f"you said {self.said}"] if self.said else []), *more])
        if finding.endswith("?") or not (clauses and is_off()):
            return finding
        return f"{finding}. {clauses[0].upper()}{clauses[1:]}"

    def show(self) -> None:
        """Draw the widget with the button that reveals the answer; beside the answer, the button that hides it."""
        if not is_off():
            return
        hidden = is_hidden(self.view)
        with st.container(key="ask" if hidden else "predicted"):
            if self._is_asked:
                heading = self._question.text if hidden else ""
                if room.show(self._question, partial(_reveal, self.view), is_hidden=hidden, heading=heading):
                    return
            if not hidden:
                self._show_buttons("Hide the answer", "hide_answer")
                return
            if self._is_asked:
                self._show_widget()
            self._show_buttons("Reveal", "reveal_answer", type="primary")

    def _show_buttons(self, label: str, key: str, **look: Any) -> None:
        with st.container(horizontal=True):
            st.button(label, key=key, on_click=_reveal, args=(self.view,), **look)
            if self.high:
                class_numbers.show_field(_class_of(self.name), self.high)
            if self._is_asked:
                room.show_button(self._question)

    def parts(self, view: View, subject: Any) -> Parts:
        """Return the parts of a view with an answer of its own; while that is hidden, what does not give it away."""
        if is_hidden(self.view):
            yield from self.class_parts
            # Without the heading of the answer there is none below it.
            yield from (part.removeprefix("### ") if isinstance(part, str) else part for part in self.before(subject))
        yield self
        for part in () if is_hidden(self.view) else view(subject):
            if isinstance(part, Finding):
                yield replace(part, text=self.headline(part.text, *part.clauses))
                yield from self.class_parts
            else:
                yield part

    def _show_widget(self) -> None:
        label, number, is_slider = f"Your prediction: {self._words}", self.number, self.high <= _MAX_SLIDER
        none_yet = NO_GUESS if is_slider else None

        def shown(value: str) -> Any:
            if self.options:
                return value if value in self.options else None
            return none_yet if number is None else number

        # A slider whose range changes moves by itself, so each range has a slider of its own.
        view = setting(self.name, "", adapt=shown, widget=f"{self.name} up to {self.high}", choose=self._choose)
        stands = "It stands, since more games have been drawn." if self.is_fixed else None
        if self.options:
            names = {each: f"![]({data_uri(svg)}) {name.capitalize()}" for each, (name, svg) in self.options.items()}
            st.pills(label, list(names), format_func=names.__getitem__, wrap=True, **as_default(view))
        else:
            words = "{}%".format if self.unit == "%" else str
            show_guess(label, self.high, words, NO_GUESS, disabled=bool(stands), help=stands, **view)

    def _choose(self, value: Any) -> None:
        if not self.is_fixed:
            opened_store().choose(self.name, "", "" if value in (None, NO_GUESS) else str(value))
            st.session_state[self._games] = self.drawn(opened_store()), 0


def show_guess(
    label: str, high: int, words: Callable[[int], str], placeholder: str | None = None, value: Any = None, **more: Any
) -> Any:
    """Show the widget of a number from 0 to a highest one, at first of none, and return its value."""
    if high > _MAX_SLIDER:
        return st.number_input(label, 0, high, value=value, placeholder=placeholder, **more)
    values: list[Any] = [NO_GUESS, *range(high + 1)]
    return st.select_slider(
        label, values, value, format_func=lambda value: value if value == NO_GUESS else words(value), **more
    )


def _class_of(prediction: str) -> str:
    return prediction.replace(PREDICTION, class_numbers.CLASS)


def hide_answers(views: Mapping[str, View], predictions: Mapping[str, Prediction]) -> dict[str, View]:
    """Return views with an answer in each of them, which the link can hide until the visitor, who may predict it, reveals it."""
    named = {name: replace(predictions.get(name, Prediction("", 0)), view=name) for name in views}
    return {name: partial(named[name].parts, view) for name, view in views.items()}


def settings(predictions: Iterable[Prediction] = ()) -> Allowed:
    """Return the settings of a page whose answer, or that of each view, can be hidden and presented, with their checks."""
    names = [PREDICTION, *(prediction.name for prediction in predictions)]
    is_number = whole_number(0, _MAX_PREDICTION)
    numbers = {name: lambda text: not text or is_number(text) for name in names}
    classes = {_class_of(name): class_numbers.is_allowed for name in names}
    return {REVEAL: one_of(_MODES), **present.SETTINGS, **numbers, **classes}


def is_hiding(link: Query) -> bool:
    """Return whether a link hides the answer of its page."""
    return _HIDDEN in link.get(REVEAL, ())


def is_off() -> bool:
    """Return whether the link of the open page hides the answer, before the tap and after it."""
    return bool(opened_store().value_of(REVEAL, _SHOWN) == _HIDDEN)


def is_hidden(view: str = "") -> bool:
    """Return whether the answer, or that of a view of a page with an answer in each of them, is hidden now."""
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
        use = "With a prediction, the answer waits for a tap on *Reveal*, for everyone who opens the link."
        view = as_default(setting(REVEAL, _SHOWN))
        st.segmented_control(
            "The page opens", list(_MODES), format_func=_MODES.__getitem__, required=True, help=use, **view
        )
