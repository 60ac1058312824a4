"""The parts of the page that asks for guesses: which questions, the next one, the last answer, and the score."""

import re

import streamlit as st

from boardodds.charts import large_numbers as charts
from boardodds.charts.style import in_percent
from boardodds.dashboard.teaching.quiz_inputs import Quiz, allowed, choose_quiz, show_picture, show_table
from boardodds.dashboard.ui.dashboards import page_script, with_labels
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart, problem, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.query import Allowed, any_text
from boardodds.dashboard.ui.share import copy_link
from boardodds.teaching import quiz
from boardodds.teaching.quiz import MAX_SEED, QuizQuestion

COUNTS = (5, 10, 20)
LINK: Allowed = {**allowed(COUNTS), "guesses": any_text}
# pixels across the picture of a question that is answered
_SMALL = 240
_GUESSES = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})*", re.ASCII)


def choose() -> Quiz:
    """The widgets that say which questions are asked; other questions begin a new quiz."""
    # out of the way: the question comes first, on a phone too
    with st.popover("Which questions", icon="🎛️"):
        return choose_quiz(COUNTS, COUNTS[1], _forget_guesses)


def guesses_so_far(count: int) -> list[float]:
    """The guesses that the address carries, in whole percents, of so many questions at most."""
    text = st.query_params.get("guesses", "")
    if not text:
        return []
    guesses = [int(guess) for guess in text.split("-")] if _GUESSES.fullmatch(text) else []
    if not guesses or max(guesses) > 100 or len(guesses) > count:
        problem(f"The link's guesses must be at most {count} whole percents, as in 30-55-70: they are left out")
        return []
    return [guess / 100 for guess in guesses]


def ask(items: list[QuizQuestion], guesses: list[float], count: int) -> None:
    """The last question of those asked, of so many in all, below the answer to the one before."""
    number = len(guesses)
    if guesses:
        _answer(number - 1, items[number - 1], guesses[-1])
    now = items[number]
    st.subheader(f"Question {number + 1} of {count}: {now.question.text}", anchor=False)
    show_table(now)
    with st.form(f"question {number} of {now}", border=False):
        key = f"guess {number} of {now}"
        st.slider("The chance of a yes, in percent", 0, 100, 50, key=key)
        st.form_submit_button("Lock it in", on_click=_lock_in, args=(key, guesses))


def _lock_in(key: str, guesses: list[float]) -> None:
    whole = [round(100 * guess) for guess in guesses] + [st.session_state[key]]
    st.query_params["guesses"] = "-".join(map(str, whole))


def _forget_guesses() -> None:
    st.query_params.pop("guesses", None)


def _answer(number: int, item: QuizQuestion, guess: float) -> None:
    """What the chance of a question was."""
    with st.container(border=True):
        st.markdown(
            f"**{item.question.text}** You said {guess:.0%}; exactly it is **{percent(item.chance)}**, "
            f"{100 * abs(guess - item.chance):.0f} points away. {item.question.because}"
        )
        show_picture(item, width=_SMALL)
        _page_link(number, item)


def _page_link(number: int, item: QuizQuestion) -> None:
    query = with_labels(item.key, {setting: [value] for setting, value in item.question.notation.items()})
    st.page_link(page_script(item.key), label=f"Question {number + 1} on its page", icon="🔎", query_params=query)


def results(items: list[QuizQuestion], guesses: list[float]) -> None:
    """The score, the calibration picture, every question with its answer."""
    scored = quiz.score(guesses, items)
    _answer(len(guesses) - 1, items[-1], guesses[-1])
    st.subheader(
        f"Your Brier score is {scored.expected:.3f}; knowing every chance gives {scored.best:.3f}", anchor=False
    )
    st.markdown(
        f"Lower is better: it is the squared distance between your guess and what happens, 1 for a yes and 0 for a no, averaged "
        f"over everything that can happen. Always saying 50% gives 0.250. {_habits(scored)}\n\n"
        "Each point is a question by its number, and the line from it shows how far off you were: above the dashed line it was "
        "likelier than you said, below it less likely."
    )
    chances = [each.chance for each in items]
    chart(
        charts.guesses(guesses, chances, [each.question.text for each in items]),
        key="calibration_chart",
        alt="Your guesses and the exact chances: "
        + ", ".join(f"{guess:.0%} and {in_percent(chance, 0)}" for guess, chance in zip(guesses, chances, strict=True)),
    )
    rows = _rows(items, guesses)
    table(rows, percent=["guess", "exact"], places=_PLACES)
    st.caption(
        "Points off are your guess less the exact chance, and the Brier score expected is what the guess costs on average. "
        "One game was played from each position, drawn with its exact chance: by what happened there your score is "
        f"{scored.played:.3f}. With so few games that is mostly luck."
    )
    with st.container(horizontal=True):
        csv_button("Results as CSV", lambda: rows, file_name="guesses.csv", key="guesses_csv")
        st.button("The same again", on_click=_forget_guesses)
        st.button("Other questions", on_click=_other_questions)
    with st.expander("The questions once more, each on its page"):
        for number, item in enumerate(items):
            st.markdown(f"**{number + 1}.** {item.question.text} {item.question.because}")
            _page_link(number, item)


_PLACES = {"points off": 1, "Brier, expected": 3}


def _rows(items: list[QuizQuestion], guesses: list[float]) -> Rows:
    # figures first, as a phone shows no more than the first few columns
    return [
        {
            "number": number + 1,
            # first what a phone has room for
            "guess": guess,
            "exact": float(each.chance),
            "points off": 100 * (guess - each.chance),
            "Brier, expected": quiz.score([guess], [each]).expected,
            "played once": "yes" if each.happened else "no",
            "question": each.question.text,
            "game": each.title,
        }
        for number, (each, guess) in enumerate(zip(items, guesses, strict=True))
    ]


def _habits(scored: quiz.Score) -> str:
    """Which way the guesses lean, if they do."""
    lean = "too high" if scored.bias > 0 else "too low"
    sure = "too sure of yourself" if scored.overconfidence > 0 else "too careful"
    return (
        f"On average your guesses are {100 * abs(scored.bias):.1f} points {lean}, and you are {sure}: they lie "
        f"{100 * abs(scored.overconfidence):.1f} points {'farther from' if scored.overconfidence > 0 else 'nearer to'} 50% than "
        "the chances do."
    )


def _other_questions() -> None:
    st.session_state.seed = (st.session_state.seed + 1) % (MAX_SEED + 1)
    _forget_guesses()


def how() -> None:
    """What is asked, how it is scored, the link for a class, and the lines of Python."""
    with st.expander("For a class, and how it is scored"):
        st.markdown("The same questions for everybody, without your guesses:")
        copy_link(without=("guesses",))
        st.markdown(
            "Every question is a random position whose chance is worked out exactly. Guessing $g$ where the chance is $p$ "
            "is expected to cost $(g-p)^2 + p(1-p)$: the second part is the luck that nobody can avoid, the first is yours, "
            "and it is nothing only if you say what is true (Brier, 1950)."
        )
        python_panel(
            "from boardodds.teaching import quiz\n"
            f"asked = quiz.questions(seed={st.session_state.seed}, count={st.session_state.count}, "
            f"catalogue={st.session_state.get('catalogue', 1)})\n"
            "quiz.score([0.5] * len(asked), asked).expected"
        )
