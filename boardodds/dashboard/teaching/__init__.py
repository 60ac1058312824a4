"""The teaching pages: large numbers, counting, quiz, worksheets, methods."""

from boardodds.dashboard.teaching import cards
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    notes={
        "classroom": cards.classroom_note,
        "counting": cards.counting_note,
        "quiz": cards.quiz_note,
        "worksheet": cards.worksheet_note,
        "methods": cards.methods_note,
    },
    headlines={
        "classroom": cards.classroom_headline,
        "counting": cards.counting_headline,
        "quiz": cards.quiz_headline,
        "worksheet": cards.worksheet_headline,
        "methods": cards.methods_headline,
    },
)
