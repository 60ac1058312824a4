"""The teaching pages: large numbers, counting, quiz, worksheets, methods."""

from boardodds.dashboard.teaching import cards
from boardodds.dashboard.teaching.labels import EXAMPLES
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    cards={
        "classroom": cards.classroom_card,
        "counting": cards.counting_card,
        "quiz": cards.quiz_card,
        "worksheet": cards.worksheet_card,
        "methods": cards.methods_card,
    },
    option_labels={"classroom": {"example": EXAMPLES}},
)
