"""The parts of the quiz page: the choice of questions, the next question, the last answer, and the score."""

import re

import streamlit as st

from boardodds.charts import large_numbers as charts
from boardodds.charts.questions import answer_outcomes
from boardodds.charts.style import HAIR
from boardodds.dashboard.teaching.quiz_inputs import (
    QUIZ_COUNTS,
    Quiz,
    allowed_settings,
    choose_quiz,
    show_picture,
    show_table,
)
from boardodds.dashboard.ui.dashboards import page_script
from boardodds.dashboard.ui.data_tables import Rows, table
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.page_parts import all_figures, chart, problem, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import Allowed, any_text
from boardodds.dashboard.ui.share import show_link
from boardodds.teaching import quiz
from boardodds.teaching.quiz import MAX_SEED, QuizQuestion

LINK: Allowed = {**allowed_settings(QUIZ_COUNTS), "guesses": any_text}
_GUESSES_FORMAT = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})*", re.ASCII)


def choose_questions() -> Quiz:
    """Let the visitor choose the questions; a change starts a new quiz."""
    return choose_quiz(QUIZ_COUNTS, QUIZ_COUNTS[1], _forget_guesses)


def guesses_in_url(count: int) -> list[float]:
    """Return the guesses in the URL, as chances from 0 to 1; empty, with a warning, if they are invalid.

    count: the number of questions, and so of guesses at most.
    """
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


def show_next_question(items: list[QuizQuestion], guesses: list[float], count: int) -> None:
    """Show the next question, below the answer to the previous one.

    items: the answered questions and the next one.
    guesses: the guesses for the answered questions, from 0 to 1.
    count: the number of questions in the quiz.
    """
    number = len(guesses)
    if guesses:
        _show_answer(number - 1, items[number - 1], guesses[-1])
    current = items[number]
    st.subheader(question_heading(number, count, current), anchor=False)
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


def question_heading(number: int, count: int, item: QuizQuestion) -> str:
    """Return a question after its number, counted from 1.

    number: counted from 0.
    count: the number of questions in the quiz.
    """
    return f"Question {number + 1} of {count}: {item.question.text}"


# The name in the session's state for the key of the guess that was entered while it was empty.
_EMPTY = "empty guess"


def _enter_guess(key: str, guesses: list[float]) -> None:
    """Add the guess to those in the URL; if it is empty, remember that."""
    st.session_state[_EMPTY] = key if st.session_state[key] is None else ""
    if st.session_state[key] is None:
        return
    percents = [round(100 * guess) for guess in guesses] + [int(st.session_state[key])]
    st.query_params["guesses"] = "-".join(map(str, percents))


def _forget_guesses() -> None:
    st.query_params.pop("guesses", None)


def _show_answer(number: int, item: QuizQuestion, guess: float) -> None:
    """Show the exact chance of an answered question as a hundred pieces, with the guess above them."""
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


def show_results(items: list[QuizQuestion], guesses: list[float]) -> None:
    """Show the score, the calibration chart, and every question with its answer."""
    score = quiz.score(guesses, items)
    _show_answer(len(guesses) - 1, items[-1], guesses[-1])
    st.subheader(f"Your Brier score is {score.expected:.3f}; knowing every chance gives {score.best:.3f}", anchor=False)
    st.markdown(
        "Lower is better. The score is the squared difference between your guess and the outcome (1 for yes, 0 for no), with "
        f"both outcomes weighted by their chances. Always saying 50% gives 0.250. {_describe_bias(score)}"
    )
    chances = [item.chance for item in items]
    with st.container(key="teaching"):
        chart(
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
        )
    all_figures(lambda: _show_table_of_results(items, guesses, score), key="results")
    with st.container(horizontal=True):
        st.button("Start new quiz", type="primary", on_click=_choose_next_seed)
        st.button("Repeat this quiz", on_click=_forget_guesses)
    with st.expander("All questions, with links to their pages"):
        for number, item in enumerate(items):
            st.markdown(f"**{number + 1}.** {item.question.text} {item.question.because}")
            _page_link(number, item)


# Guesses within this distance of the chance are called near.
_NEAR = 0.1


def _nearest_sentence(guesses: list[float], chances: list[float]) -> str:
    """Return how many guesses are near the exact chance.

    >>> _nearest_sentence([0.5, 0.2], [0.45, 0.8]), _nearest_sentence([0.5], [0.9])
    ('1 of 2 guesses is near the exact chance', 'None of your guesses is near the exact chance')
    """
    near = sum(abs(guess - chance) <= _NEAR + HAIR for guess, chance in zip(guesses, chances, strict=True))
    subject = f"{near} of {len(guesses)} guesses" if near else "None of your guesses"
    return f"{subject} {'are' if near > 1 else 'is'} near the exact chance"


def _show_table_of_results(items: list[QuizQuestion], guesses: list[float], score: quiz.Score) -> None:
    table(_result_rows(items, guesses), percent=["guess", "exact"], places=_PLACES)
    st.caption(
        "*Points off* is your guess minus the exact chance, in percentage points. *Brier, expected* is the score of the guess, "
        "with both outcomes weighted by their chances. *Played once* is one outcome for each question, drawn with its exact "
        f"chance. For these outcomes, your score is {score.played:.3f}. With so few games that is mostly luck."
    )


_PLACES = {"points off": 1, "Brier, expected": 3}


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
    """Describe whether the guesses are too high or too low, and whether they are too extreme or too cautious."""
    points = f"{100 * abs(score.bias):.1f}"
    direction = f"{points} percentage points too {'high' if score.bias > 0 else 'low'}"
    if float(points) == 0:
        direction = "neither too high nor too low"
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


def _choose_next_seed() -> None:
    st.session_state.seed = (st.session_state.seed + 1) % (MAX_SEED + 1)
    _forget_guesses()


def show_method() -> None:
    """Show the link for a class, the method of scoring and the Python code."""
    with st.expander("For a class, and how scoring works"):
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
            f"asked = quiz.questions(seed={st.session_state.seed}, count={st.session_state.count})\n"
            "quiz.score([0.5] * len(asked), asked).expected  # the Brier score of always saying 50%"
        )
