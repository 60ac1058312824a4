"""The worksheet page: questions to calculate or to guess, with answers behind a switch and on a separate page in print."""

from dataclasses import dataclass
from functools import partial

import streamlit as st

from boardodds.charts import worksheet
from boardodds.charts.worksheet import answer_outcomes
from boardodds.dashboard.teaching.quiz import KEYS, Questions, show_kinds, show_table
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.panels import python_panel
from boardodds.dashboard.ui.play_page import undo_button
from boardodds.dashboard.ui.settings import Query, allowed_part, rules_definition
from boardodds.dashboard.ui.share import show_link, url_with_settings
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.entry.game import Page
from boardodds.probability.declared_rules import Choice, Stops, Switch, rule
from boardodds.teaching import quiz

PAGE = Page("worksheet", "Worksheets", "Can you work out the odds?")
# How the questions are answered.
_CALCULATING, _GUESSING = "calculating", "guessing"


@dataclass(frozen=True)
class Sheet(Questions):
    """The questions of a worksheet: how they are answered, and whether the page shows the answers."""

    count: int = rule(6, Stops((4, 6, 8, 12)), "Questions")
    work: str = rule(_CALCULATING, Choice({level: level for level in (_CALCULATING, _GUESSING)}), "Answer by")
    answers: bool = rule(False, Switch(), "Show answers")

    @property
    def by_hand(self) -> bool:
        """Whether the questions are small enough for pencil and paper."""
        return self.work == _CALCULATING

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the question generators to draw from, without those of large questions; empty for all."""
        return tuple(key for key in super().keys if not self.by_hand or key in quiz.by_hand_keys())

    @property
    def notice(self) -> str:
        """What was left out of the choice and why, as a sentence; "" if nothing was."""
        left_out = [kind for kind in self.kinds if KEYS[kind] not in self.keys]
        instead = "" if self.keys else " The questions come from all other games instead."
        return f"Too large to calculate by hand, so left out: {', '.join(left_out)}.{instead}" if left_out else ""


DEFINITION = rules_definition("worksheet", Sheet())


def show_setup(store: StateStore[Sheet]) -> None:
    """Show the widgets that choose the questions."""
    show_rules(store, store.state, ["work", "count", "seed"])
    show_kinds(store)


def show(store: StateStore[Sheet]) -> None:
    """Show the questions, the file to print, and what a class needs."""
    chosen = store.state
    if chosen.notice:
        st.caption(chosen.notice)
    with st.container(horizontal=True, vertical_alignment="center", key="sheet_row"):
        _show_download(chosen)
        show_rules(store, chosen, ["answers"])
        undo_button(store)
    st.markdown(worksheet.TASK)
    numbered = list(enumerate(chosen.questions, start=1))
    for first in range(0, len(numbered), 2):
        for column, (number, item) in zip(st.columns(2), numbered[first : first + 2], strict=False):
            with column, st.container(border=True, height="stretch", key=f"question_{number}"):
                st.markdown(f"**{number}. {item.question.text}**")
                show_table(item, str(number))
                if chosen.answers:
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


def _show_download(chosen: Sheet) -> None:
    # The printed link contains all settings, since the defaults of the page can change.
    settings = {"seed": chosen.seed, "count": chosen.count, "work": chosen.work}
    if chosen.kinds:
        settings["kinds"] = ",".join(chosen.kinds)
    st.download_button(
        "Download worksheet with answers" if chosen.answers else "Download worksheet",
        data=partial(
            worksheet.page,
            chosen.questions,
            chosen.seed,
            answers=chosen.answers,
            by_hand=chosen.by_hand,
            address=url_with_settings(settings),
        ),
        file_name=f"worksheet_{chosen.seed}{'_answers' if chosen.answers else ''}.html",
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
    return DEFINITION.read(allowed_part(query, DEFINITION.allowed)).heading(0)
