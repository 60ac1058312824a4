"""The worksheet page: questions to calculate or to guess, with answers behind a switch and on a separate page in print."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from boardodds.charts import worksheet
from boardodds.charts.worksheet import answer_outcomes
from boardodds.dashboard.teaching import quiz
from boardodds.dashboard.teaching.quiz import LEVEL, LEVEL_HELP, Questions, show_steps, show_table
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.panels import Code
from boardodds.dashboard.ui.play_page import undo_button
from boardodds.dashboard.ui.present import is_presenting
from boardodds.dashboard.ui.settings import Query, allowed_part, rules_definition
from boardodds.dashboard.ui.share import code_svg, url_with_settings
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.entry.game import HAND_LEVELS, Page
from boardodds.probability.declared_rules import OneOf, Stops, Switch, Text, rule
from boardodds.teaching.quiz import VERSIONS

PAGE = Page("worksheet", "Worksheets", "Can you work it out?")
_MAX_CHARACTERS = 60
# On paper the page is a sheet, with a name and, if it has no answers, some centimetres of room below each question.
_PAPER = """<i></i><style>
@media print {{
.st-key-title_row, .st-key-sheet_row {{ display: none !important }}
[data-testid="stApp"] {{ color-scheme: only light !important; background: #fff !important }}
[data-testid="stMain"] :is(h1, p, li) {{ color: #1f1a14 !important }}
[class*="st-key-question_"] {{ padding-bottom: {room}cm !important }}
}}
</style>{heading}<p style="border-bottom: 1px solid">Name:</p>"""


def _check_words(name: str, words: str) -> None:
    if len(words) > _MAX_CHARACTERS:
        raise ValueError(f"{name} must have at most {_MAX_CHARACTERS} characters, got {len(words)}")


@dataclass(frozen=True)
class Sheet(Questions):
    """The questions of a worksheet, what stands above them, and whether the page shows the answers.

    version: "A", or "B" with other questions of the same kinds, for neighbours.
    title, group: the title and the name of the class on the printed sheet; "" for none.
    pupil: whether the page offers no answers.
    """

    count: int = rule(6, Stops((4, 6, 8, 12)), "Questions")
    level: str = rule(HAND_LEVELS[0], LEVEL, "Level", LEVEL_HELP)
    version: str = rule(
        VERSIONS[0],
        OneOf({version: version for version in VERSIONS}),
        "Version",
        "Neighbours get A and B: questions of the same kinds, none of them on both sheets. One key has the answers to both.",
    )
    title: str = rule("", Text(inspect=_check_words), "Title on the sheet")
    group: str = rule("", Text(inspect=_check_words), "Class on the sheet")
    answers: bool = rule(False, Switch(), "Show answers")
    pupil: bool = rule(False, Switch(), "Without answers")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pupil and self.answers:
            raise ValueError("answers must be off for a pupil")

    @property
    def kind(self) -> dict[str, Any]:
        return {"level": self.level, "version": self.version}


DEFINITION = rules_definition("worksheet", Sheet(), dependent="answers")


def show_setup(store: StateStore[Sheet]) -> None:
    """Show the widgets that choose the questions, and what stands above them."""
    quiz.show_setup(store)
    show_rules(store, store.state, ["version", "title", "group"])


def show(store: StateStore[Sheet]) -> None:
    """Show the questions, the file to print, and what a class needs."""
    chosen = store.state
    if chosen.notice:
        st.caption(chosen.notice)
    with st.container(horizontal=True, vertical_alignment="center", key="sheet_row"):
        _show_download(chosen)
        if not chosen.pupil:
            show_rules(store, chosen, ["answers"])
        undo_button(store)
    with st.container(key="paper"):
        st.html(_PAPER.format(room=0 if chosen.answers else 3, heading=_printed(chosen).heading()))
    st.markdown(worksheet.TASK)
    numbered = list(enumerate(zip(chosen.questions, worksheet.settings(chosen.questions), strict=True), start=1))
    # On a projector each question has the window.
    side_by_side = 1 if is_presenting() else 2
    for first in range(0, len(numbered), side_by_side):
        row = numbered[first : first + side_by_side]
        for column, (number, (item, setting)) in zip(st.columns(side_by_side), row, strict=False):
            with column, st.container(border=True, height="stretch", key=f"question_{number}"):
                st.markdown(f"**{number}. {item.question.text}**")
                show_table(item, str(number), setting)
                if chosen.answers:
                    st.markdown(f"**{worksheet.answer(item.question)}**. {item.question.because}")
                    show_steps(item)
                    st.html(hundred_html(answer_outcomes(item.chance)))
    if chosen.pupil or is_presenting():
        return
    with st.expander("For a class"):
        st.markdown("Link to the same questions for everyone, without answers and without a switch that shows them:")
        st.code(_pupils_address(chosen), language=None, wrap_lines=True)
        Code(
            "from boardodds.teaching import quiz\n"
            f"asked = quiz.questions(seed={chosen.seed}, count={chosen.count}, keys={chosen.keys}, level={chosen.level!r}, "
            f"version={chosen.version!r})\n"
            "[each.question.chance for each in asked]  # the exact answers"
        ).show()


def _show_download(chosen: Sheet) -> None:
    st.download_button(
        "Download worksheet with answers" if chosen.answers else "Download worksheet",
        data=partial(_printed(chosen).page, answers=chosen.answers),
        file_name=f"worksheet_{chosen.seed}_{chosen.version}{'_answers' if chosen.answers else ''}.html",
        mime="text/html",
        key="sheet",
        type="primary",
        icon=":material/print:",
        on_click="ignore",
        help="An HTML file to print from any browser, on paper or as PDF. If answers are shown here, it contains them and their "
        "calculations on separate pages.",
    )


def _printed(chosen: Sheet) -> worksheet.Worksheet:
    address = _pupils_address(chosen)
    code = code_svg(address) if address else ""
    others = [replace(chosen, version=version) for version in VERSIONS if chosen.answers and version != chosen.version]
    return worksheet.Worksheet(
        chosen.questions,
        f"{chosen.seed} {chosen.version}",
        chosen.level,
        chosen.title,
        chosen.group,
        others={f"{other.seed} {other.version}": other.questions for other in others},
        address=address,
        code=code,
    )


def _pupils_address(chosen: Sheet) -> str:
    # A printed link contains all settings, since the defaults of the page can change.
    settings = {name: getattr(chosen, name) for name in ("seed", "count", "level", "version")} | {"pupil": "true"}
    return url_with_settings(settings | ({"kinds": ",".join(chosen.kinds)} if chosen.kinds else {}))


def finding_of_link(query: Query) -> str:
    """Return the first question of a worksheet."""
    return DEFINITION.read(allowed_part(query, DEFINITION.allowed)).heading(0)
