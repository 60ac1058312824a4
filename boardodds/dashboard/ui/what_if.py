"""The slider under the chart of a play page: the answer for other values of one number, while the state stays as it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Generic, TypeVar

import streamlit as st

from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.ui.messages import sentence_if_impossible
from boardodds.dashboard.ui.settings import Allowed, Event, whole_number
from boardodds.dashboard.ui.state_store import StateStore

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class WhatIf(Generic[StateT]):
    """A slider with the curve of the answer over its whole range.

    name: the setting of the page that holds its value, such as "if_raven_steps".
    label: what its number counts: "Raven steps".
    low, high: the least and the greatest value that a link can have.
    now: returns the number in a state. If it is none of the curve's, the slider starts at the greatest answer.
    curve: returns the answer by value, in ascending order, for all values that are possible in a state; none hides the slider.
    words: returns one value and its answer as a sentence without a full stop.
    event: returns the event that applies a value.
    """

    name: str
    label: str
    low: int
    high: int
    now: Callable[[StateT], int]
    curve: Callable[[StateT], Mapping[int, float]]
    words: Callable[[StateT, int, float], str]
    event: Callable[[StateT, int], Event]

    @property
    def allowed(self) -> Allowed:
        """The setting with the check of its value, for the settings of the page."""
        return {self.name: whole_number(self.low, self.high)}

    def show(self, store: StateStore[StateT]) -> None:
        """Draw the curve, the slider, its answer, and the button that applies it. Moving the slider redraws only these."""
        (self._draw if st.context.is_embedded else self._draw_alone)(store)

    def _draw(self, store: StateStore[StateT]) -> None:
        with RENDER_LOCK.run(), sentence_if_impossible():
            store.write_url()
            curve, now = self.curve(store.state), self.now(store.state)
            if len(curve) < 2:
                return
            values, place = list(curve), st.container(key="what_if")
            start = _start(curve, now)
            # A slider whose range changes moves by itself, so each range has a slider of its own.
            view = store.setting(
                self.name,
                start,
                adapt=lambda value: min(values, key=lambda other: abs(other - value)),
                widget=f"{self.name} of {len(values)} up to {values[-1]}",
            )
            label = f"What if: {self.label[0].lower()}{self.label[1:]}"
            chosen = st.select_slider(label, values, label_visibility="collapsed", **view)
            # A move can't be made while another player is to move.
            is_off = chosen == now or not store.definition.accepts(store.state, self.event(store.state, chosen))
            words = {value: self.words(store.state, value, answer) for value, answer in curve.items()}
            with place:
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.markdown(f"**What if?** {words[chosen]}.")
                    apply = partial(self._apply, store, store.revision)
                    st.button("Use this", key="use_this", disabled=is_off, on_click=apply)
                st.html(curve_html(curve, words, chosen, now) + self._ends(values))

    _draw_alone = st.fragment(_draw)

    def _apply(self, store: StateStore[StateT], revision: int) -> None:
        # A tap that comes after another event is for a state that has gone, and this one may have no curve.
        if store.revision != revision:
            return
        # Not the value of the last run: the slider can have moved since.
        value = store.value_of(self.name, _start(self.curve(store.state), self.now(store.state)))
        store.dispatch(self.event(store.state, value))
        store.choose(self.name, value, value)
        # The click would rerun only the slider.
        st.rerun()

    def _ends(self, values: Sequence[int]) -> str:
        """Return the least and the greatest value, and between them what they count, as HTML."""
        texts = (str(values[0]), self.label, str(values[-1]))
        return f'<div class="ends">{"".join(f"<span>{escape(text)}</span>" for text in texts)}</div>'


def _start(curve: Mapping[int, float], now: int) -> int:
    return now if now in curve else max(curve, key=lambda value: curve[value], default=now)


def curve_html(curve: Mapping[int, float], words: Mapping[int, str], chosen: int, now: int) -> str:
    """Return a bar for each value as HTML, each above its place on the slider.

    words: by value, the answer in words.
    chosen, now: the value of the slider, whose bar is filled, and that of the state, whose bar has an edge.

    >>> curve_html({1: 0.5, 2: 1.0}, {1: "half", 2: "all"}, 1, 2).count("<i")
    2
    """
    low = min(0.0, *curve.values())
    height = max(*curve.values(), low + 1e-9) - low
    bars = "".join(
        f'<i class="{"chosen " * (value == chosen)}{"now" * (value == now)}" title="{escape(words[value])}" '
        f'style="--x:{place / (len(curve) - 1):.4f};--y:{(answer - low) / height:.4f}"></i>'
        for place, (value, answer) in enumerate(curve.items())
    )
    return f'<div class="curve" role="img" aria-label="{escape("; ".join(words.values()))}">{bars}</div>'
