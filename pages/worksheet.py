"""Worksheets: questions for a pencil, or to be guessed; the answers behind a switch, and on a page of their own in print."""

import streamlit as st

from boardodds.charts import worksheet
from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz_inputs
from boardodds.dashboard.ui import query
from boardodds.dashboard.ui.page_parts import choose, python_panel
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.share import address_of, copy_link

COUNTS = (4, 6, 8, 12)
LEVELS = ("with a pencil", "to guess")

frame.guard()

page_title("Worksheets")
query.check_link(
    {
        **quiz_inputs.allowed(COUNTS, "questions"),
        "work": query.one_of(LEVELS),
        "answers": query.switch,
    }
)
level = choose("To be worked out", LEVELS, key="work")
quiz = quiz_inputs.choose_quiz(COUNTS, COUNTS[1], by_hand=level == LEVELS[0], key="questions")
asked = quiz.first(quiz.count)
# on paper all of it is told, and not only what differs from how the page begins
again = address_of(
    {
        "seed": quiz.seed,
        "questions": quiz.count,
        "work": level,
        "kinds": [title for title, kind in quiz_inputs.titles(quiz.catalogue).items() if kind in quiz.keys],
        **quiz.catalogue_setting,
    }
)
with st.container(horizontal=True, vertical_alignment="center"):
    shows_answers = st.toggle("Show the answers", key="answers", bind="query-params")
    st.download_button(
        "Sheet to print, with answers" if shows_answers else "Sheet to print",
        data=worksheet.page(asked, quiz.seed, answers=shows_answers, by_hand=quiz.by_hand, address=again),
        file_name=f"worksheet_{quiz.seed}{'_answers' if shows_answers else ''}.html",
        mime="text/html",
        key="sheet",
        icon="🖨️",
        on_click="ignore",
        help="A page for any browser. While the answers are shown, it has them too, on a page of their own.",
    )
st.markdown(worksheet.TASK)
for number, each in enumerate(asked, start=1):
    with st.container(border=True):
        st.markdown(f"**{number}. {each.question.text}**")
        quiz_inputs.show_table(each)
        if shows_answers:
            st.markdown(f"**{worksheet.answer(each.question)}**. {each.question.because}")
with st.expander("For a class"):
    st.markdown("The questions alone, the same for everybody who opens it:")
    copy_link(without=("answers",))
    python_panel(
        "from boardodds.teaching import quiz\n"
        f"asked = quiz.questions(seed={quiz.seed}, count={quiz.count}, by_hand={quiz.by_hand}, catalogue={quiz.catalogue})\n"
        "[each.question.chance for each in asked]"
    )
