"""The widgets that choose the questions of a quiz or a worksheet; the URL contains their values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from boardodds.charts.questions import question_picture
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.parts import picture
from boardodds.dashboard.ui.settings import Allowed, Query, allowed_part, last_value, one_of, switch, whole_number
from boardodds.teaching import quiz
from boardodds.teaching.quiz import MAX_SEED, QuizQuestion

QUIZ_COUNTS, SHEET_COUNTS = (5, 10, 20), (4, 6, 8, 12)
SHEET_KEY = "questions"
# How the questions of a worksheet are answered, the first one by calculating.
LEVELS = ("calculating", "guessing")


# By the title of a generator, its key.
KEYS = {generator.title: key for key, generator in quiz.generators().items()}


def allowed_settings(counts: Sequence[int], key: str = "count") -> Allowed:
    """Return the checks of the settings that a link can contain.

    counts: the numbers of questions to choose from.
    key: the setting for the number of questions.
    """
    return {"seed": whole_number(0, MAX_SEED), key: one_of(counts), "kinds": one_of(KEYS)}


SHEET_LINK: Allowed = {**allowed_settings(SHEET_COUNTS, SHEET_KEY), "work": one_of(LEVELS), "answers": switch}


@dataclass(frozen=True, slots=True)
class Quiz:
    """A choice of questions: the first ``count`` questions of a seed.

    keys: the keys of the question generators to draw from; empty for all.
    by_hand: whether to ask only questions that are small enough for pencil and paper.
    notice: what was left out of the choice and why, as a sentence.
    """

    seed: int
    count: int
    keys: tuple[str, ...] = ()
    by_hand: bool = False
    notice: str = ""

    def first_questions(self, count: int) -> list[QuizQuestion]:
        """Return the first ``count`` questions, without computing the others."""
        return [self.question(number) for number in range(count)]

    def question(self, number: int) -> QuizQuestion:
        """Return one question; the first one has the number 0."""
        return solvers.question(self.seed, number, self.keys, self.by_hand)


def choose_quiz(
    counts: Sequence[int],
    default: int,
    on_change: Callable[[], None] | None = None,
    *,
    by_hand: bool = False,
    key: str = "count",
) -> Quiz:
    """Let the visitor choose the questions, and return the choice.

    counts: the numbers of questions to choose from.
    default: the number of questions at first.
    on_change: called when the visitor changes a setting.
    key: the setting for the number of questions; each page needs its own.
    """
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
        help="With the same choices, the same seed gives the same questions on every device.",
    )
    kinds = st.pills(
        "Games",
        list(KEYS),
        selection_mode="multi",
        key="kinds",
        bind="query-params",
        wrap=True,
        on_change=on_change,
        help="If you choose none, the questions come from all of them.",
    )
    return _quiz(int(seed), count, kinds, by_hand=by_hand)


def quiz_in_link(
    query: Query, counts: Sequence[int], default: int, *, by_hand: bool = False, key: str = "count"
) -> Quiz:
    """Return the choice of questions in a link, as ``choose_quiz`` shows it; see there for the other parameters."""
    settings = allowed_part(query, allowed_settings(counts, key))
    seed, count = (int(last_value(settings, name, value)) for name, value in (("seed", 1), (key, default)))
    return _quiz(seed, count, settings.get("kinds", ()), by_hand=by_hand)


def _quiz(seed: int, count: int, kinds: Sequence[str], *, by_hand: bool) -> Quiz:
    """Return a choice of questions.

    kinds: the titles of the generators to draw from.
    """
    keys = [KEYS[title] for title in kinds]
    by_hand_keys = quiz.by_hand_keys()
    notice = ""
    if by_hand and (too_large := [title for title in kinds if KEYS[title] not in by_hand_keys]):
        keys = [key for key in keys if key in by_hand_keys]
        instead = "" if keys else " The questions come from all other games instead."
        notice = f"Too large to calculate by hand, so left out: {', '.join(too_large)}.{instead}"
    return Quiz(seed, count, tuple(keys), by_hand, notice)


def show_picture(item: QuizQuestion) -> None:
    """Show the picture of a question, if it has one, as wide as its column."""
    if drawing := question_picture(item):
        picture(drawing, item.question.table)


def show_table(item: QuizQuestion) -> None:
    """Show the picture of a question, if it has one, with its game and its setting."""
    show_picture(item)
    st.caption(f"{item.title}. {item.question.setting}")
