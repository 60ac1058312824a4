"""The game so far on a play page: the answer after each act, what else could have been chosen, and how much of it was luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, Generic, TypeVar

import streamlit as st

from boardodds.charts.history import history_line
from boardodds.dashboard.ui.panels import Panel, draw_if_open
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import escape_markdown, percent
from boardodds.probability.estimate import Proportion
from boardodds.probability.luck import Account

StateT = TypeVar("StateT")
# A line begins with this number of acts.
_MIN_ACTS = 2
_CHART = "history_chart"
_MAX_CHOICES = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """What else could have been chosen: in words with its value, and the event that plays it."""

    words: str
    event: Event


@dataclass(frozen=True, slots=True)
class Luck:
    """The account of a game, for the page.

    name: what the values are.
    account: with a step for each act or more.
    unit, scale: as for ``Account.in_words``.
    rank: returns the proportion of games with less luck; None if they are not played.
    games: the games with which it compares, in words.
    """

    name: str
    account: Account
    unit: str = "points"
    scale: float = 100
    rank: Callable[[], Proportion] | None = None
    games: str = "games"


def _no_choices(*_: Any) -> Sequence[Choice]:
    return ()


@dataclass(frozen=True, slots=True)
class History(Generic[StateT]):
    """What the history line of a page needs from its game.

    title: what the line shows.
    values: returns the chances in a state by the name of their series; none hides the line. It is called for every act in each
        run, so its figures must be kept.
    colors: returns the colour of each series of a state.
    act: returns the words and the form of an act, from the state before it and its event.
    choices: returns what else could have been chosen, from the state before an act and its event, the best first.
    luck: returns the account of a game; None if it has none.
    """

    title: str
    values: Callable[[StateT], Mapping[str, float]]
    colors: Callable[[StateT], Sequence[str]]
    act: Callable[[StateT, Event], tuple[str, str]]
    choices: Callable[[StateT, Event], Sequence[Choice]] = field(default=_no_choices)
    luck: Callable[[Line[StateT]], Luck | None] | None = None

    def show(self, store: StateStore[StateT]) -> None:
        """Draw the line, a slider that goes along it, other choices at its current act, and the account of the game."""
        line, current = store.whole_line, len(store.line) - 1
        if len(line) <= _MIN_ACTS or not (values := [self.values(act.state) for act in line])[0]:
            return
        acts = [("start", "circle-open")]
        acts += [self.act(before.state, act.event or {}) for before, act in pairwise(line)]
        series = {name: [chances.get(name, 0.0) for chances in values] for name in values[0]}
        is_one, now = len(series) == 1, values[current]
        last = ", ".join(percent(chance) if is_one else f"{name} {percent(chance)}" for name, chance in now.items())
        st.markdown(f"**{self.title}** {last}")
        Panel(
            history_line(series, self.colors(line[0].state), acts, current),
            key=_CHART,
            alt=f"{self.title} after each of {len(line) - 1} acts. Now: {last}.",
            options={"on_select": partial(_go_to_point, store), "selection_mode": "points"},
        ).show()
        # A slider whose range changes moves by itself, so each range has a slider of its own.
        view = store.view(f"act of {len(line)}", current, {"kind": "go"})
        names = [f"{number}: {words}" for number, (words, _) in enumerate(acts)]
        st.select_slider(
            "Go to act", range(len(line)), format_func=names.__getitem__, label_visibility="collapsed", **view
        )
        if 0 < current < len(line) - 1:
            self._show_choices(store)
        if self.luck:
            part = st.popover("Luck and decisions", key="luck", on_change="rerun", width="content")
            draw_if_open(part, partial(self._show_luck, line))

    def _show_choices(self, store: StateStore[StateT]) -> None:
        before, act = store.line[-2:]
        if choices := self.choices(before.state, act.event or {})[:_MAX_CHOICES]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown("**Instead?**", width="content")
                for number, choice in enumerate(choices):
                    event = {"kind": "instead", "event": choice.event}
                    key, label = store.event_key(f"instead {number}"), escape_markdown(choice.words)
                    st.button(label, key=key, on_click=store.dispatch, args=(event,))

    def _show_luck(self, line: Line[StateT]) -> None:
        if not self.luck or not (luck := self.luck(line)):
            st.caption("The values of this game are not exact, so luck and decisions can't be told apart.")
            return
        account, unit = luck.account, luck.unit
        text = account.in_words(unit, luck.scale)
        if luck.rank:
            text += f": luckier than {percent(luck.rank().value, 0)} of {luck.games}"
        st.markdown(f"**{text[0].upper()}{text[1:]}.**")
        st.caption(f"{luck.name}: what chance added to it, and what choices cost against the best ones.")
        for title, steps, sign in (
            ("Luckiest", account.luckiest(), 1),
            ("Unluckiest", account.unluckiest(), 1),
            ("Costliest choices", account.costliest(), -1),
        ):
            if steps:
                moments = (
                    f"{escape_markdown(step.words)} ({luck.scale * (step.luck or sign * step.cost):+.1f} {unit})"
                    for step in steps
                )
                st.markdown(f"{title}: {', '.join(moments)}.")


def _go_to_point(store: StateStore[Any]) -> None:
    # A second tap on a point takes back its selection.
    for point in st.session_state[_CHART].selection.points[:1]:
        store.dispatch({"kind": "go", "value": point["point_index"]})


def show_record(store: StateStore[Any]) -> None:
    """Show the record of the game so far, which can be typed and downloaded."""
    st.text_area(
        "Record of the game",
        height=90,
        help="The acts of the game from its start on, as in the link. What you type starts at the same start.",
        **store.view("record", store.record, {"kind": "record"}),
    )
    if store.record:
        file_name = f"{store.definition.name}.txt"
        st.download_button("Download record", store.record, file_name, key="download_record", on_click="ignore")
