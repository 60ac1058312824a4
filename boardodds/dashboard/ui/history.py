"""The game so far on a play page: the answer after each act, what else could have been chosen, and how much of it was luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Generic

import numpy as np
import streamlit as st

from boardodds.charts.history import history_line, luck_bars
from boardodds.dashboard.runtime.compute import LONG, compute
from boardodds.dashboard.ui import reveal
from boardodds.dashboard.ui.panels import Panel, draw_if_open
from boardodds.dashboard.ui.record import Act, Line
from boardodds.dashboard.ui.settings import Event, StateT
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import escape_markdown, percent
from boardodds.probability.display import plural, signed
from boardodds.probability.estimate import Estimate
from boardodds.probability.luck import Account, Step, luckier_than, simulate_luck

# What else could have been chosen: in words with its value, and the event that plays it.
Alternative = tuple[str, Event]
# A line begins with this number of acts.
_MIN_ACTS = 2
_CHART = "history_chart"
_MAX_ALTERNATIVES, _MAX_NAMED = 4, 3
_MIN_SHOWN = 0.005
# By the unit of an account, the factor with which it is shown.
SCALES = {"points": 100, "coins": 1}
# The least cost that is shown, and its decimal places, also by the unit.
_SHOWN, _PLACES = {"points": 0.0005, "coins": 0.005}, {"points": 1, "coins": 2}
_MOMENTS: Mapping[str, Callable[[Step], float]] = {
    "Luckiest": lambda step: step.luck,
    "Unluckiest": lambda step: -step.luck,
    "Costliest choices": lambda step: step.cost,
}


@dataclass(frozen=True, slots=True)
class Luck:
    """The account of a game, for the page.

    name: what the account is of: "Our chance to win".
    note: what else to know, in sentences.
    replay: plays another game, for ``simulate_luck``; None if its luck is not compared with that of other ``games``.
    """

    name: str
    account: Account
    note: str = ""
    replay: Callable[[np.random.Generator], float] | None = None
    games: str = "games"

    def show(self, unit: str) -> None:
        """Show luck and decisions in words, with the moments that made most of them, and the luck of many games beside it."""
        account, scale = self.account, SCALES[unit]
        text = f"**{self.name}: {account.in_words(unit)}.**"
        if any(step.best is not None for step in account.steps):
            end = percent(account.without_luck) if unit == "points" else f"{account.without_luck:.1f} {unit}"
            text += f" Without luck, the end would be {end}."
        st.markdown(text)
        for title, size in _MOMENTS.items():
            # Others would be shown as 0.00.
            if steps := [step for step in account.most(size) if scale * size(step) >= _MIN_SHOWN]:
                gains = [
                    f"{escape_markdown(step.words)} {signed(scale * (step.luck - step.cost), 2)}" for step in steps
                ]
                st.markdown(f"{title}: {', '.join(gains)}.")
        if self.note:
            st.caption(self.note)
        if self.replay:
            luck = compute(simulate_luck, self.replay, label="Playing other games…", lane=LONG)
            finding = f"Luckier than {percent(luckier_than(luck, account.luck).value, 0)} of {len(luck):,} {self.games}"
            st.markdown(f"{finding}:")
            figure = luck_bars([scale * other for other in luck], scale * account.luck, unit)
            Panel(figure, key=f"luck_chart {self.name}", alt=f"{finding}. The line is this luck.").show()


def no_cost(*_: Any) -> None:
    """Return that an act was no choice: the cost in a game without choices."""


@dataclass(frozen=True, slots=True)
class History(Generic[StateT]):
    """What the history line of a page needs from its game; an act is asked about by the state before it and its event.

    title: what the line shows.
    values: returns the chances in a state by the name of their series, none where they are not known; called once for each act.
    colors: returns the colour of each series of a state.
    act: returns the words and the form of an act.
    luck: returns the accounts of a game, such as one for each player, from its acts and their words; none if its values are not
        exact.
    alternatives: returns what else could have been chosen, the best first.
    cost: returns by how much the advised choice was better; None for an act that was no choice of the visitor, such as a roll, or
        the only one.
    corrects: returns whether an act changes the one before it, from both events; then that one was no choice.
    unit: that of costs and accounts: "points" for chances, or "coins".
    unknown: a sentence in place of chances that are not known.
    """

    title: str
    values: Callable[[StateT], Mapping[str, Estimate]]
    colors: Callable[[StateT], Sequence[str]]
    act: Callable[[StateT, Event], tuple[str, str]]
    luck: Callable[[Line[StateT], Sequence[str]], Sequence[Luck]]
    alternatives: Callable[[StateT, Event], Sequence[Alternative]] = lambda *_: ()
    cost: Callable[[StateT, Event], float | None] = no_cost
    corrects: Callable[[Event, Event], bool] = lambda *_: False
    unit: str = "points"
    unknown: str = ""

    def costs(self, line: Line[StateT]) -> dict[int, float]:
        """Return by the number of an act its cost, for the choices of the visitor."""
        events = [act.event or {} for act in line[1:]]
        costs = {}
        for number, (before, event, after) in enumerate(zip(line, events, [*events[1:], {}], strict=False), start=1):
            if not self.corrects(event, after) and (cost := self.cost(before.state, event)) is not None:
                costs[number] = cost
        return costs

    def cost_text(self, cost: float) -> str:
        """Return a cost with its unit; "" if it is too small to be shown."""
        shown = f"{SCALES[self.unit] * cost:.{_PLACES[self.unit]}f} {self.unit}"
        return shown if cost >= _SHOWN[self.unit] else ""

    def verdict(self, store: StateStore[StateT]) -> str:
        """Return what the last act cost, in words before others; "" if it was no choice, or while answers are hidden."""
        if len(store.line) < 2 or store.trial or reveal.is_hidden():
            return ""
        before, act = store.line[-2:]
        if (cost := self.cost(before.state, act.event or {})) is None:
            return ""
        text = self.cost_text(cost)
        return f"Last move: −{text}; " if text else "Last move: best; "

    def show(self, store: StateStore[StateT], draw_more: Callable[[], None]) -> None:
        """Draw the line, a slider that goes along it, other choices at its current act, and the account of the game.

        draw_more: draws what stands beside the button of the account.
        """
        line, current = store.whole_line, len(store.line) - 1
        if len(line) <= _MIN_ACTS:
            return
        values = [self._kept_values(act) for act in line]
        known = next((number for number, chances in enumerate(values) if chances), None)
        if known is None:
            return
        acts = [("start", "circle-dot"), *(self.act(before.state, act.event or {}) for before, act in pairwise(line))]
        names = [f"{number}: {words}" for number, (words, _) in enumerate(acts)]
        series = {name: [chances.get(name) for chances in values] for name in values[known]}
        now = sorted(values[current].items(), key=lambda item: -item[1].value)[:_MAX_NAMED]
        # As in the page's answer: whole percents if simulated.
        texts = [
            f"{name} " * (len(series) > 1) + percent(chance.value, 0 if chance.standard_error else 1)
            for name, chance in now
            if chance.value or len(series) == 1
        ]
        last = ", ".join(texts) or self.unknown
        st.markdown(f"**{self.title}** {last}")
        Panel(
            history_line(series, self.colors(line[known].state), names, [form for _, form in acts], current),
            key=_CHART,
            alt=f"{self.title} after each of {plural(len(line) - 1, 'act')}. Now: {last}.",
            options={"on_select": partial(_go_to_point, store), "selection_mode": "points"},
        ).show()
        # A slider whose range changes moves by itself, so each range has a slider of its own.
        view = store.view(f"act of {len(line)}", current, {"kind": "go"})
        st.select_slider(
            "Go to act", range(len(line)), format_func=names.__getitem__, label_visibility="collapsed", **view
        )
        if 0 < current < len(line) - 1:
            self._show_alternatives(store)
        with st.container(horizontal=True, key="account"):
            part = st.popover("Luck and decisions", key="luck", on_change="rerun", width="content")
            draw_if_open(part, partial(self._show_luck, line, names[1:]))
            draw_more()

    def _kept_values(self, act: Act[StateT]) -> Mapping[str, Estimate]:
        if self.title not in act.values:
            act.values[self.title] = self.values(act.state)
        return act.values[self.title]

    def _show_alternatives(self, store: StateStore[StateT]) -> None:
        before, act = store.line[-2:]
        if alternatives := self.alternatives(before.state, act.event or {})[:_MAX_ALTERNATIVES]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown("**Instead?**", width="content")
                for number, (words, event) in enumerate(alternatives):
                    key, args = store.event_key(f"instead {number}"), ({"kind": "instead", "event": event},)
                    st.button(escape_markdown(words), key=key, on_click=store.dispatch, args=args)

    def _show_luck(self, line: Line[StateT], words: Sequence[str]) -> None:
        if not (accounts := self.luck(line, words)):
            st.caption("Luck and decisions are told apart where the values are exact and every act follows the rules.")
        for luck in accounts:
            luck.show(self.unit)
        if costs := self.costs(line).values():
            mean = SCALES[self.unit] * sum(costs) / len(costs)
            number = plural(len(costs), "choice")
            st.markdown(f"Against the best moves of this page, {number} cost {mean:.2f} {self.unit} on average.")


def _go_to_point(store: StateStore[Any]) -> None:
    # A second tap on a point takes back its selection.
    for point in st.session_state.get(_CHART, {}).get("selection", {}).get("points", [])[:1]:
        store.dispatch({"kind": "go", "value": point["point_index"]})


def show_record(store: StateStore[Any]) -> None:
    """Show the record of the game so far, which can be typed and downloaded."""
    use = "The acts of the game from its start on, as in the link. What you type starts at the same start."
    view = store.view("record", store.record, {"kind": "record"})
    st.text_area("Record of the game", height=90, help=use, **view)
    if store.record:
        file_name = f"{store.definition.name}.txt"
        st.download_button("Download record", store.record, file_name, key="download_record", on_click="ignore")
