"""The game so far on a play page: the answer after each act, what else could have been chosen, and how much of it was luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, Generic, TypeVar

import streamlit as st

from boardodds.charts.history import history_line
from boardodds.dashboard.ui.panels import Panel, draw_if_open
from boardodds.dashboard.ui.record import Act, Line
from boardodds.dashboard.ui.settings import Event
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import escape_markdown, percent
from boardodds.probability.estimate import Proportion
from boardodds.probability.luck import Account

StateT = TypeVar("StateT")
# A line begins with this number of acts.
_MIN_ACTS = 2
_CHART = "history_chart"
_MAX_CHOICES, _MAX_NAMED = 4, 3


@dataclass(frozen=True, slots=True)
class Choice:
    """What else could have been chosen: in words with its value, and the event that plays it."""

    words: str
    event: Event


@dataclass(frozen=True, slots=True)
class Luck:
    """The account of a game, for the page.

    name: what the account is of: "Our chance to win".
    account: with a step for each act or more.
    unit, scale: as for ``Account.in_words``.
    rank: returns the proportion of games with less luck; None if they are not played.
    games: the games with which it compares, in words.
    note: what else to know, as a sentence.
    """

    name: str
    account: Account
    unit: str = "points"
    scale: float = 100
    rank: Callable[[], Proportion] | None = None
    games: str = "games"
    note: str = ""

    def show(self) -> None:
        """Show luck and decisions in words, with the moments that made most of them."""
        account, unit = self.account, self.unit
        st.markdown(f"**{self.name}: {account.in_words(unit, self.scale)}.**")
        for title, steps in (
            ("Luckiest", account.luckiest()),
            ("Unluckiest", account.unluckiest()),
            ("Costliest choices", account.costliest()),
        ):
            if steps:
                gains = ((escape_markdown(step.words), self.scale * (step.luck - step.cost)) for step in steps)
                st.markdown(f"{title}: {', '.join(f'{words} {gain:+.2f}' for words, gain in gains)}.")
        if self.note:
            st.caption(self.note)
        if self.rank:
            # Last, since it can take long.
            st.markdown(f"Luckier than {percent(self.rank().value, 0)} of {self.games}.")


def with_words(account: Account, words: Sequence[str]) -> Account:
    """Return an account, of which each act is a step, with the number and the words of each act."""
    steps = [
        replace(step, words=f"{n}: {text}") for n, (step, text) in enumerate(zip(account.steps, words, strict=True), 1)
    ]
    return replace(account, steps=tuple(steps))


def _no_choices(*_: Any) -> Sequence[Choice]:
    return ()


@dataclass(frozen=True, slots=True)
class History(Generic[StateT]):
    """What the history line of a page needs from its game.

    title: what the line shows.
    values: returns the chances in a state by the name of their series; none at the start hides the line. It is called once for
        each act.
    colors: returns the colour of each series of a state.
    act: returns the words and the form of an act, from the state before it and its event.
    luck: returns the accounts of a game, such as one for each player; none if its values are not exact.
    choices: returns what else could have been chosen, from the state before an act and its event, the best first.
    """

    title: str
    values: Callable[[StateT], Mapping[str, float]]
    colors: Callable[[StateT], Sequence[str]]
    act: Callable[[StateT, Event], tuple[str, str]]
    luck: Callable[[Line[StateT]], Sequence[Luck]]
    choices: Callable[[StateT, Event], Sequence[Choice]] = _no_choices

    def show(self, store: StateStore[StateT]) -> None:
        """Draw the line, a slider that goes along it, other choices at its current act, and the account of the game."""
        line, current = store.whole_line, len(store.line) - 1
        if len(line) <= _MIN_ACTS or not (values := [self._kept_values(act) for act in line])[0]:
            return
        acts = [("start", "circle-open")]
        acts += [self.act(before.state, act.event or {}) for before, act in pairwise(line)]
        series = {name: [chances.get(name, 0.0) for chances in values] for name in values[0]}
        is_one, now = len(series) == 1, sorted(values[current].items(), key=lambda item: -item[1])[:_MAX_NAMED]
        last = ", ".join(percent(chance) if is_one else f"{name} {percent(chance)}" for name, chance in now)
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
        part = st.popover("Luck and decisions", key="luck", on_change="rerun", width="content")
        draw_if_open(part, partial(self._show_luck, line))

    def _kept_values(self, act: Act[StateT]) -> Mapping[str, float]:
        if self.title not in act.values:
            act.values[self.title] = self.values(act.state)
        return act.values[self.title]

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
        if not (accounts := self.luck(line)):
            st.caption("The values of this game are not exact, so luck and decisions can't be told apart.")
        for luck in accounts:
            luck.show()


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
