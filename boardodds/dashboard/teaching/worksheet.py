"""The worksheet page: questions to calculate or to guess, with answers behind a switch and on a separate page in print."""

from functools import partial

import streamlit as st

from boardodds.charts import worksheet
from boardodds.charts.worksheet import answer_outcomes
from boardodds.dashboard.teaching.quiz import KEYS, Quiz, allowed_settings, choose_quiz, quiz_in_link, show_table
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.panels import choose, python_panel
from boardodds.dashboard.ui.settings import Allowed, Query, allowed_part, last_value, one_of, switch
from boardodds.dashboard.ui.share import show_link, url_with_settings

COUNTS, COUNT = (4, 6, 8, 12), "questions"
# How the questions are answered.
_CALCULATING, _GUESSING = LEVELS = ("calculating", "guessing")
LINK: Allowed = {**allowed_settings(COUNTS, COUNT), "work": one_of(LEVELS), "answers": switch}


def choose_questions() -> Quiz:
    """Show the widgets of the worksheet, and return the choice of questions."""
    level = choose("Answer by", LEVELS, key="work")
    return choose_quiz(COUNTS, by_hand=level == _CALCULATING, key=COUNT)


def show(chosen: Quiz) -> None:
    """Show the questions, the file to print, and what a class needs."""
    if chosen.notice:
        st.caption(chosen.notice)
    with st.container(horizontal=True, vertical_alignment="center"):
        # The button follows the switch, but comes first.
        button = st.container(width="content")
        shows_answers = st.toggle("Show answers", key="answers", bind="query-params")
        with button:
            _show_download(chosen, shows_answers)
    st.markdown(worksheet.TASK)
    numbered = list(enumerate(chosen.questions(), start=1))
    for first in range(0, len(numbered), 2):
        for column, (number, item) in zip(st.columns(2), numbered[first : first + 2], strict=False):
            with column, st.container(border=True, height="stretch"):
                st.markdown(f"**{number}. {item.question.text}**")
                show_table(item)
                if shows_answers:
                    st.markdown(f"**{worksheet.answer(item.question)}**. {item.question.because}")
                    st.html(hundred_html(answer_outcomes(item.chance)))
    with st.expander("For a class"):
        st.markdown("Link to the same questions for everyone, without answers:")
        show_link(without=("answers",))
        python_panel(
            "from boardodds.teaching import quiz\n"
            f"asked = quiz.questions(seed={chosen.seed}, count={chosen.count}, by_hand={chosen.by_hand})\n"
            "[each.question.chance for each in asked]  # the exact answers"
        )


def _show_download(chosen: Quiz, shows_answers: bool) -> None:
    # The printed link contains all settings, since the defaults of the page can change.
    settings = {
        "seed": chosen.seed,
        COUNT: chosen.count,
        "work": _CALCULATING if chosen.by_hand else _GUESSING,
        "kinds": [title for title, kind in KEYS.items() if kind in chosen.keys],
    }
    st.download_button(
        "Download worksheet with answers" if shows_answers else "Download worksheet",
        data=partial(
            worksheet.page,
            chosen.questions(),
            chosen.seed,
            answers=shows_answers,
            by_hand=chosen.by_hand,
            address=url_with_settings(settings),
        ),
        file_name=f"worksheet_{chosen.seed}{'_answers' if shows_answers else ''}.html",
        mime="text/html",
        key="sheet",
        type="primary",
        icon=":material/print:",
        on_click="ignore",
        help="An HTML file to print from any browser. If answers are shown here, it contains them on a separate page.",
    )


def home_note() -> str:
    """Return the sentence of the page on the home page."""
    return "Sheets to print, with or without answers."


def finding_of_link(query: Query) -> str:
    """Return the first question of a worksheet."""
    level = last_value(allowed_part(query, LINK), "work", LEVELS[0])
    return quiz_in_link(query, COUNTS, by_hand=level == _CALCULATING, key=COUNT).heading(0)
