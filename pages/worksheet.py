"""The worksheet page: questions to calculate or to guess, with answers behind a switch and on a separate page in print."""

import streamlit as st

from boardodds.charts import worksheet
from boardodds.charts.questions import answer_outcomes
from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz_inputs
from boardodds.dashboard.teaching.quiz_inputs import LEVELS, SHEET_COUNTS, SHEET_KEY, SHEET_LINK
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.page_parts import choose, python_panel
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.share import show_link, url_with_settings

frame.guard()

setup = page_title("Can you work out the odds?", private_setting="answers", setup="Set up", allowed=SHEET_LINK)
with setup:
    level = choose("Answer by", LEVELS, key="work")
    quiz = quiz_inputs.choose_quiz(SHEET_COUNTS, SHEET_COUNTS[1], by_hand=level == LEVELS[0], key=SHEET_KEY)
if quiz.notice:
    st.caption(quiz.notice)
questions = quiz.first_questions(quiz.count)
# The printed link contains all settings, since the defaults of the page can change.
address = url_with_settings(
    {
        "seed": quiz.seed,
        SHEET_KEY: quiz.count,
        "work": level,
        "kinds": [title for title, kind in quiz_inputs.KEYS.items() if kind in quiz.keys],
    }
)
with st.container(horizontal=True, vertical_alignment="center"):
    # The button follows the switch, but comes first.
    button = st.container(width="content")
    shows_answers = st.toggle("Show answers", key="answers", bind="query-params")
    button.download_button(
        "Download worksheet with answers" if shows_answers else "Download worksheet",
        data=worksheet.page(questions, quiz.seed, answers=shows_answers, by_hand=quiz.by_hand, address=address),
        file_name=f"worksheet_{quiz.seed}{'_answers' if shows_answers else ''}.html",
        mime="text/html",
        key="sheet",
        type="primary",
        icon=":material/print:",
        on_click="ignore",
        help="An HTML file to print from any browser. If answers are shown here, it contains them on a separate page.",
    )
st.markdown(worksheet.TASK)
numbered = list(enumerate(questions, start=1))
for first in range(0, len(numbered), 2):
    for column, (number, item) in zip(st.columns(2), numbered[first : first + 2], strict=False):
        with column, st.container(border=True, height="stretch"):
            st.markdown(f"**{number}. {item.question.text}**")
            quiz_inputs.show_table(item)
            if shows_answers:
                st.markdown(f"**{worksheet.answer(item.question)}**. {item.question.because}")
                st.html(hundred_html(answer_outcomes(item.chance)))
with st.expander("For a class"):
    st.markdown("Link to the same questions for everyone, without answers:")
    show_link(without=("answers",))
    python_panel(
        "from boardodds.teaching import quiz\n"
        f"asked = quiz.questions(seed={quiz.seed}, count={quiz.count}, by_hand={quiz.by_hand})\n"
        "[each.question.chance for each in asked]  # the exact answers"
    )
