"""The slider under the chart of a play page, with the curve of its ``WhatIf``."""

from collections.abc import Iterable, Mapping
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.ui.messages import sentence_if_impossible
from boardodds.dashboard.ui.panels import drawn_alone
from boardodds.dashboard.ui.sheet import Sheet, WhatIf
from boardodds.dashboard.ui.state_store import StateStore


@drawn_alone
def show_slider(sheet: Sheet[Any], store: StateStore[Any]) -> None:
    """Draw the curve, the slider, its answer, and the button that applies it."""
    with RENDER_LOCK.run(), sentence_if_impossible():
        store.write_url()
        slider = sheet.slider
        if not slider or len(slider.curve) < 2:
            return
        name = next(iter(sheet.slider_setting))
        curve, now, values, place = slider.curve, slider.now, list(slider.curve), st.container(key="what_if")
        start = now if now in curve else max(values, key=curve.__getitem__)
        # A slider whose range changes moves by itself, so each range has a slider of its own.
        view = store.setting(
            name, start, adapt=partial(_nearest, values), widget=f"{name} of {len(values)} up to {values[-1]}"
        )
        label = f"What if: {slider.label[0].lower()}{slider.label[1:]}"
        chosen = st.select_slider(label, values, label_visibility="collapsed", **view)
        # A move can't be made while another player is to move.
        accepted, words = sheet.accepted, sheet.slider_words
        if chosen not in accepted:
            accepted[chosen] = store.definition.accepts(store.state, slider.event(chosen))
        counted = ": ".join(filter(None, (slider.label, slider.crossings)))
        ends = "".join(f"<span>{escape(text)}</span>" for text in (str(values[0]), counted, str(values[-1])))
        with place:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**What if?** {words[chosen]}.")
                args, is_useless = (name, slider, start, store, store.revision), chosen == now or not accepted[chosen]
                label = "Play this" if slider.event(chosen)["kind"] in store.definition.acts else "Use this"
                st.button(label, key="use_this", disabled=is_useless, on_click=_use, args=args)
            st.html(f'{_curve_html(curve, words, chosen, now)}<div class="ends">{ends}</div>')


def _nearest(values: Iterable[int], value: int) -> int:
    return min(values, key=lambda other: abs(other - value))


def _use(name: str, slider: WhatIf, start: int, store: StateStore[Any], revision: int) -> None:
    # A tap that comes after another event is for a state that has gone, and this one may have no curve.
    if store.revision != revision:
        return
    # Not the value of the last run: the slider can have moved since. That of a link can be none of the curve's.
    value = _nearest(slider.curve, store.value_of(name, start))
    store.dispatch(slider.event(value))
    store.choose(name, value, value)
    # The click would rerun only the slider.
    st.rerun()


def _curve_html(curve: Mapping[int, float], words: Mapping[int, str], chosen: int, now: int) -> str:
    """Return a bar for each value as HTML, each above its place on the slider; that of the state has an edge."""
    low = min(0.0, *curve.values())
    height = max(*curve.values(), low + 1e-9) - low
    bars = "".join(
        f'<i class="{"chosen " * (value == chosen)}{"now" * (value == now)}" title="{escape(words[value])}" '
        f'style="--x:{place / (len(curve) - 1):.4f};--y:{(answer - low) / height:.4f}"></i>'
        for place, (value, answer) in enumerate(curve.items())
    )
    return f'<div class="curve" role="img" aria-label="{escape("; ".join(words.values()))}">{bars}</div>'
