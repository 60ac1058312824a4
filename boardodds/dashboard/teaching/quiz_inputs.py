"""Which questions a quiz or a worksheet asks, as widgets whose values live in the address."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from boardodds.charts.questions import question_picture
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.ui.query import Allowed, one_of, whole_number
from boardodds.teaching import quiz
from boardodds.teaching.quiz import MAX_SEED, QuizQuestion


def titles(catalogue: int) -> dict[str, str]:
    """Return the keys of a catalogue's generators by their titles."""
    return {generator.title: key for key, generator in quiz.generators(catalogue).items()}


def allowed(counts: Sequence[int], key: str = "count") -> Allowed:
    """What a link may say about them."""
    newest = quiz.newest_catalogue()
    return {
        "seed": whole_number(0, MAX_SEED),
        key: one_of(counts),
        "kinds": one_of(title for catalogue in range(1, newest + 1) for title in titles(catalogue)),
        "catalogue": whole_number(1, newest),
    }


@dataclass(frozen=True, slots=True)
class Quiz:
    """Which questions are asked: so many of a seed, from some kinds or, if none is named, from all."""

    seed: int
    count: int
    keys: tuple[str, ...] = ()
    by_hand: bool = False
    catalogue: int = 1

    @property
    def catalogue_setting(self) -> dict[str, int]:
        """The catalogue as the setting of a link; none for the first, which a link without a number means."""
        return {} if self.catalogue == 1 else {"catalogue": self.catalogue}

    def first(self, number: int) -> list[QuizQuestion]:
        """The first so many of the questions; the others need not be worked out."""
        return [solvers.question(self.seed, each, self.keys, self.by_hand, self.catalogue) for each in range(number)]


def choose_quiz(
    counts: Sequence[int],
    default: int,
    on_change: Callable[[], None] | None = None,
    *,
    by_hand: bool = False,
    key: str = "count",
) -> Quiz:
    """The widgets that say which questions are asked; ``key`` is that of how many, which no other page must have."""
    catalogue = _choose_catalogue(on_change)
    offered = titles(catalogue)
    left, right = st.columns(2)
    count = left.select_slider("Questions", counts, default, key=key, bind="query-params", on_change=on_change)
    seed = right.number_input(
        "Seed",
        0,
        MAX_SEED,
        1,
        key="seed",
        bind="query-params",
        on_change=on_change,
        help="The same seed asks the same questions, on every machine.",
    )
    kinds = st.pills(
        "From",
        list(offered),
        selection_mode="multi",
        key="kinds",
        bind="query-params",
        wrap=True,
        on_change=on_change,
        help="Nothing chosen means all of them.",
    )
    keys = [offered[title] for title in kinds]
    small = quiz.by_hand_keys(catalogue)
    if by_hand and (large := [title for title in kinds if offered[title] not in small]):
        st.caption(f"Too large for a pencil, and left out: {', '.join(large)}.")
        keys = [key for key in keys if key in small]
    return Quiz(int(seed), count, tuple(keys), by_hand, catalogue)


def _choose_catalogue(on_change: Callable[[], None] | None) -> int:
    """Let the visitor choose a catalogue of questions if there are several, and return its number.

    A link without a number means the first catalogue: it was shared before there were others.
    """
    newest = quiz.newest_catalogue()
    if newest == 1:
        return 1
    return st.selectbox(
        "Catalogue",
        range(1, newest + 1),
        key="catalogue",
        bind="query-params",
        on_change=on_change,
        help=f"A link keeps the number of its catalogue, so that it asks the same questions. The newest is {newest}.",
    )


def show_picture(item: QuizQuestion, width: int | Literal["content"] = "content") -> None:
    """What lies on the table of a question, as far as it can be drawn; so many pixels wide."""
    if drawing := question_picture(item):
        st.image(drawing, alt=item.question.table, width=width)


def show_table(item: QuizQuestion) -> None:
    """What lies on the table of a question, and how it is played."""
    show_picture(item)
    st.caption(f"{item.title}. {item.question.setting}")
