"""A visitor's dearest choices of a game, tried again one after the other, with the advice and all values hidden."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from typing import Any, cast

import streamlit as st

from boardodds.dashboard.ui.history import History, no_cost
from boardodds.dashboard.ui.messages import sentence_if_impossible
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import escape_markdown

_MOST = 3
# By the unit of an account, what a choice costs that is worth another try, in words too.
_DEAR = {"points": (0.01, "1 point"), "coins": (0.2, "0.2 coins")}


@dataclass(frozen=True, slots=True)
class Trial:
    """The choices of a game that are tried again.

    acts: the game.
    left: the numbers of the acts to try, the first one now and the dearest first; empty until they are found.
    tried: the number of those before.
    """

    history: History[Any]
    acts: Line[Any]
    left: Sequence[int] = ()
    tried: int = 0

    def is_open(self, line: Line[Any]) -> bool:
        """Whether the visitor of a game so far is at the choice that is tried now, or has just made it."""
        number = self.left[0]
        return line[:number] == self.acts[:number] and len(line) <= number + 1


def offer(store: StateStore[Any], history: History[Any]) -> None:
    """Show the button that begins, in a game with choices."""
    if history.cost is not no_cost:
        asked = Trial(history, store.whole_line)
        st.button("Try choices again", key="try_again", on_click=setattr, args=(store, "trial", asked))


def current_trial(store: StateStore[Any]) -> Trial | None:
    """Return the choices that are tried again; None once the visitor has left the one that is tried now."""
    trial: Trial | None = store.trial
    if trial and not trial.left:
        store.trial = None
        with sentence_if_impossible():
            costs, (least, words) = trial.history.costs(trial.acts), _DEAR[trial.history.unit]
            dear = nlargest(_MOST, (number for number in costs if costs[number] >= least), key=costs.__getitem__)
            if dear:
                store.go_to_trial(replace(trial, left=dear), trial.acts, dear[0] - 1)
                store.write_url()
            else:
                store.notice = f"None of your choices cost {words} or more."
    elif trial and not trial.is_open(store.line):
        store.end_trial(is_back=False)
    return cast(Trial | None, store.trial)


def _end(store: StateStore[Any], acts: Line[Any], now: int) -> None:
    store.end_trial()
    store.go(acts, now)


def show(store: StateStore[Any], trial: Trial) -> None:
    """Show what is to be tried, or after the act what it costs, and the buttons that go on."""
    history, (number, *others) = trial.history, trial.left
    before, act = trial.acts[number - 1 : number + 1]
    words, _ = history.act(before.state, act.event or {})
    place = f"Choice {trial.tried + 1} of {trial.tried + len(trial.left)}"
    cost = history.cost_text(history.cost(before.state, act.event or {}) or 0.0)
    if len(store.line) > number:
        now = history.cost_text(history.cost(before.state, store.line[-1].event or {}) or 0.0)
        verdict = f"costs {now}" if now else "as good as the best"
        st.markdown(f"**{place}: {verdict}.** In the game the choice cost {cost}.")
    else:
        st.markdown(f"**{place}: find a better one.** In the game: {escape_markdown(words)}, which cost {cost}.")
    with st.container(horizontal=True, key="try_buttons"):
        st.button("Show", key="try_show", on_click=_end, args=(store, trial.acts, number - 1))
        if others:
            args = replace(trial, left=others, tried=trial.tried + 1), trial.acts, others[0] - 1
            st.button("Next", key=f"try_next {number}", on_click=store.go_to_trial, args=args)
        st.button("Back to the game", key="try_end", on_click=store.end_trial)
