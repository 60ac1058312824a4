"""The quiz page: the choice of questions, the next question, the last answer, and the score."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from boardodds.charts import large_numbers as charts
from boardodds.charts.style import HAIR
from boardodds.charts.worksheet import answer_outcomes, question_picture
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.parts import picture
from boardodds.dashboard.ui.dashboards import page_script
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.panels import Panel, Rows, draw_if_open, problem, python_panel, show_rows
from boardodds.dashboard.ui.settings import Allowed, Query, allowed_part, any_text, last_value, one_of, whole_number
from boardodds.dashboard.ui.share import show_link
from boardodds.dashboard.ui.words import percent
from boardodds.teaching import quiz
from boardodds.teaching.quiz import MAX_SEED, QuizQuestion

COUNTS = (5, 10, 20)
# By the title of a generator, its key.
KEYS = {generator.title: key for key, generator in quiz.generators().items()}


def allowed_settings(counts: Sequence[int], key: str = "count") -> Allowed:
    """Return the checks of the settings that a link can contain.

    counts: the numbers of questions to choose from.
    key: the setting for the number of questions.
    """
    return {"seed": whole_number(0, MAX_SEED), key: one_of(counts), "kinds": one_of(KEYS)}


LINK: Allowed = {**allowed_settings(COUNTS), "guesses": any_text}
_GUESSES_FORMAT = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})*", re.ASCII)
# The name in the session's state for the key of the guess that was entered while it was empty.
_EMPTY = "empty guess"
# Guesses within this distance of the chance are called near.
_NEAR = 0.1
_PLACES = {"points off": 1, "Brier, expected": 3}


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

    def questions(self) -> list[QuizQuestion]:
        """Return all questions."""
        return [self.question(number) for number in range(self.count)]

    def question(self, number: int) -> QuizQuestion:
        """Return one question; the first one has the number 0."""
        return solvers.question(self.seed, number, self.keys, by_hand=self.by_hand)

    def heading(self, number: int) -> str:
        """Return a question after its number, which is shown counted from 1."""
        return f"Question {number + 1} of {self.count}: {self.question(number).question.text}"


def choose_quiz(
    counts: Sequence[int],
    on_change: Callable[[], None] | None = None,
    *,
    by_hand: bool = False,
    key: str = "count",
) -> Quiz:
    """Show the widgets that choose the questions, and return the choice; the URL has their values.

    counts: the numbers of questions to choose from, the second one at first.
    on_change: called when the visitor changes a setting.
    key: the setting for the number of questions; each page needs its own.
    """
    left, right = st.columns(2)
    count = left.select_slider("Questions", counts, counts[1], key=key, bind="query-params", on_change=on_change)
    same = "With the same choices, the same seed gives the same questions on every device."
    seed = right.number_input("Seed", 0, MAX_SEED, 1, key="seed", bind="query-params", on_change=on_change, help=same)
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


def quiz_in_link(query: Query, counts: Sequence[int], *, by_hand: bool = False, key: str = "count") -> Quiz:
    """Return the choice of questions in a link, as ``choose_quiz`` shows it; see there for the other parameters."""
    settings = allowed_part(query, allowed_settings(counts, key))
    seed, count = (int(last_value(settings, name, value)) for name, value in (("seed", 1), (key, counts[1])))
    return _quiz(seed, count, settings.get("kinds", ()), by_hand=by_hand)


def _quiz(seed: int, count: int, kinds: Sequence[str], *, by_hand: bool) -> Quiz:
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


def guesses_in_url(count: int) -> list[float]:
    """Return the guesses in the URL, as chances from 0 to 1, at most ``count``; empty, with a warning, if they are invalid."""
    guesses = read_guesses(st.query_params.get("guesses", ""), count)
    if guesses is None:
        problem(f"The link's guesses must be at most {count} whole percentages, as in 30-55-70. They were ignored")
    return guesses or []


def read_guesses(text: str, count: int) -> list[float] | None:
    """Return the guesses of a link as chances from 0 to 1; None if they are invalid.

    >>> read_guesses("30-55", 10), read_guesses("", 10), read_guesses("200", 10)
    ([0.3, 0.55], [], None)
    """
    if not text:
        return []
    guesses = [int(guess) for guess in text.split("-")] if _GUESSES_FORMAT.fullmatch(text) else []
    if not guesses or max(guesses) > 100 or len(guesses) > count:
        return None
    return [guess / 100 for guess in guesses]


def show_next_question(chosen: Quiz, guesses: list[float]) -> None:
    """Show the next question, below the answer to the previous one. No later question is computed.

    guesses: the guesses for the answered questions, from 0 to 1.
    """
    number = len(guesses)
    if guesses:
        _show_answer(number - 1, chosen.question(number - 1), guesses[-1])
    current = chosen.question(number)
    st.subheader(chosen.heading(number), anchor=False)
    left, right = st.columns(2, gap="medium")
    with left:
        show_table(current)
    with right, st.form(f"question {number} of {current}", border=False):
        key = f"guess {number} of {current}"
        # Empty at first: a number on the page would draw guesses towards it.
        st.number_input(
            "Your guess: chance that the answer is yes (%)", 0, 100, None, step=1, key=key, placeholder="0 to 100"
        )
        st.form_submit_button("Enter guess", type="primary", on_click=_enter_guess, args=(key, guesses))
        if st.session_state.get(_EMPTY) == key:
            problem("Enter your guess first: a whole number from 0 to 100")


def _enter_guess(key: str, guesses: list[float]) -> None:
    st.session_state[_EMPTY] = key if st.session_state[key] is None else ""
    if st.session_state[key] is None:
        return
    percents = [round(100 * guess) for guess in guesses] + [int(st.session_state[key])]
    st.query_params["guesses"] = "-".join(map(str, percents))


def forget_guesses() -> None:
    """Start the quiz again."""
    st.query_params.pop("guesses", None)


def _show_answer(number: int, item: QuizQuestion, guess: float) -> None:
    with st.container(border=True):
        left, right = st.columns(2, gap="medium")
        with left:
            st.markdown(
                f"**{item.question.text}** Your guess: {guess:.0%}. Exact chance: **{percent(item.chance)}**, a difference of "
                f"{100 * abs(guess - item.chance):.1f} percentage points."
            )
            st.html(_guess_html(guess) + hundred_html(answer_outcomes(item.chance)))
        with right:
            show_picture(item)
            st.markdown(item.question.because)
            _page_link(number, item)


def _guess_html(guess: float) -> str:
    """Return a bracket as wide as the guessed part of a hundred pieces.

    >>> "--guess:40.0%" in _guess_html(0.4)
    True
    """
    return (
        f'<div class="guess" aria-hidden="true"><p>your guess: {100 * guess:.0f} of 100</p>'
        f'<div class="bracket" style="--guess:{100 * guess:.1f}%"></div></div>'
    )


def _page_link(number: int, item: QuizQuestion) -> None:
    st.page_link(
        page_script(item.key),
        label=f"Open question {number + 1} on its page",
        icon=":material/search:",
        query_params=dict(item.question.notation),
    )


def show_results(chosen: Quiz, guesses: list[float]) -> None:
    """Show the score, the calibration chart, and every question with its answer."""
    items = chosen.questions()
    score = quiz.score(guesses, items)
    _show_answer(len(guesses) - 1, items[-1], guesses[-1])
    st.subheader(f"Your Brier score is {score.expected:.3f}; knowing every chance gives {score.best:.3f}", anchor=False)
    st.markdown(
        "Lower is better. The score is the squared difference between your guess and the outcome (1 for yes, 0 for no), with "
        f"both outcomes weighted by their chances. Always saying 50% gives 0.250. {_describe_bias(score)}"
    )
    chances = [item.chance for item in items]
    with st.container(key="teaching"):
        Panel(
            charts.guess_points(guesses, chances, [item.question.text for item in items]),
            key="calibration_chart",
            alt="Your guesses and the exact chances: "
            + ", ".join(
                f"{guess:.0%} and {percent(chance, 0)}" for guess, chance in zip(guesses, chances, strict=True)
            ),
            finding=_nearest_sentence(guesses, chances),
            method=f"Near: within {100 * _NEAR:.0f} percentage points. Each point is a question with its number. Its vertical "
            "distance from the diagonal is the error of your guess. Above the line, the chance is higher than your guess; below "
            "it, lower.",
        ).show()
    show_rows(
        lambda: _result_rows(items, guesses),
        key="results",
        percent=["guess", "exact"],
        places=_PLACES,
        note="*Points off* is your guess minus the exact chance, in percentage points. *Brier, expected* is the score of the "
        "guess, with both outcomes weighted by their chances. *Played once* is one outcome for each question, drawn with its "
        f"exact chance. For these outcomes, your score is {score.played:.3f}. With so few games that is mostly luck.",
    )

    def next_seed() -> None:
        st.session_state.seed = (st.session_state.seed + 1) % (MAX_SEED + 1)
        forget_guesses()

    with st.container(horizontal=True):
        st.button("Start new quiz", type="primary", on_click=next_seed)
        st.button("Repeat this quiz", on_click=forget_guesses)
    section = st.expander("All questions, with links to their pages", key="all_questions", on_change="rerun")
    draw_if_open(section, partial(_list_questions, items))


def _list_questions(items: Sequence[QuizQuestion]) -> None:
    for number, item in enumerate(items):
        st.markdown(f"**{number + 1}.** {item.question.text} {item.question.because}")
        _page_link(number, item)


def _nearest_sentence(guesses: list[float], chances: list[float]) -> str:
    """Return how many guesses are near the exact chance.

    >>> _nearest_sentence([0.5, 0.2], [0.45, 0.8]), _nearest_sentence([0.5], [0.9])
    ('1 of 2 guesses is near the exact chance', 'None of your guesses is near the exact chance')
    """
    near = sum(abs(guess - chance) <= _NEAR + HAIR for guess, chance in zip(guesses, chances, strict=True))
    subject = f"{near} of {len(guesses)} guesses" if near else "None of your guesses"
    return f"{subject} {'are' if near > 1 else 'is'} near the exact chance"


def _result_rows(items: list[QuizQuestion], guesses: list[float]) -> Rows:
    return [
        {
            "number": number + 1,
            # Numbers come first, since a phone shows only the first few columns.
            "guess": guess,
            "exact": float(item.chance),
            "points off": 100 * (guess - item.chance),
            "Brier, expected": quiz.score([guess], [item]).expected,
            "played once": "yes" if item.happened else "no",
            "question": item.question.text,
            "game": item.title,
        }
        for number, (item, guess) in enumerate(zip(items, guesses, strict=True))
    ]


def _describe_bias(score: quiz.Score) -> str:
    points, side = f"{100 * abs(score.bias):.1f}", "high" if score.bias > 0 else "low"
    direction = f"{points} percentage points too {side}" if float(points) else "neither too high nor too low"
    return f"On average, your guesses are {direction}. {_describe_slope(score)}"


def _describe_slope(score: quiz.Score) -> str:
    slope, interval = score.slope, score.slope_interval
    if slope is None or interval is None:
        return (
            f"With fewer than {quiz.MIN_DIFFERENT_GUESSES} different guesses, the quiz does not judge whether they are too "
            "extreme or too cautious."
        )
    rise, low, high = (round(10 * value, 1) for value in (slope, interval.low, interval.high))
    verdict = "The interval contains 10, so your guesses may be about as extreme as they should be."
    if high < 10 or low > 10:
        verdict = f"Your guesses are too {'extreme' if high < 10 else 'cautious'}."
    return (
        f"Where a guess is 10 percentage points higher, the chance rises by {rise} on average (95% CI {low} to {high}, by least "
        f"squares). {verdict}"
    )


def show_method(chosen: Quiz) -> None:
    """Show the link for a class, the method of scoring and the Python code."""
    section = st.expander("For a class, and how scoring works", key="scoring", on_change="rerun")
    draw_if_open(section, partial(_explain_method, chosen))


def _explain_method(chosen: Quiz) -> None:
    st.markdown("Link to the same questions for everyone, without your guesses:")
    show_link(without=("guesses",))
    st.markdown(
        f"Every question is drawn at random, again if its chance is below {quiz.MIN_CHANCE:.0%} or above "
        f"{1 - quiz.MIN_CHANCE:.0%}. Its chance is computed exactly. Your score is for yourself: you can go back and guess "
        "again. If you guess $g$ and the chance is $p$, the "
        "expected score is $(g-p)^2 + p(1-p)$. The second part is luck that no guess can avoid. The first part is the "
        "squared error of your guess, and it is zero only if $g = p$ (Brier, 1950)."
    )
    python_panel(
        "from boardodds.teaching import quiz\n"
        f"asked = quiz.questions(seed={chosen.seed}, count={chosen.count})\n"
        "quiz.score([0.5] * len(asked), asked).expected  # the Brier score of always saying 50%"
    )


def home_note() -> str:
    """Return the sentence of the page on the home page."""
    return "A link gives a whole class the same questions."


def finding_of_link(query: Query) -> str:
    """Return the next question of a quiz; "" if all are answered."""
    chosen = quiz_in_link(query, COUNTS)
    number = len(read_guesses(last_value(query, "guesses", ""), chosen.count) or [])
    return chosen.heading(number) if number < chosen.count else ""
