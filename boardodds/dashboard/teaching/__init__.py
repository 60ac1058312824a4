"""The teaching pages: large numbers, counting, quiz, worksheets, methods."""

from boardodds.dashboard.teaching import cards, counting_views, large_numbers_views, previews, quiz_views
from boardodds.dashboard.teaching.labels import EXAMPLES, WORK
from boardodds.dashboard.teaching.quiz_inputs import SHEET_LINK
from boardodds.dashboard.ui.dashboards import Dashboard
from boardodds.dashboard.ui.settings import switch
from boardodds.probability.coverage import WALD

DASHBOARD = Dashboard(
    allowed={
        "classroom": large_numbers_views.PAGE_LINK,
        "counting": counting_views.PAGE_LINK,
        "quiz": quiz_views.LINK,
        "worksheet": SHEET_LINK,
        "methods": {"slow": switch},
    },
    notes={
        "classroom": cards.classroom_note,
        "counting": cards.counting_note,
        "quiz": cards.quiz_note,
        "worksheet": cards.worksheet_note,
        "methods": cards.methods_note,
    },
    previews={
        "classroom": previews.classroom_preview,
        "counting": previews.counting_preview,
        "quiz": previews.quiz_preview,
        "worksheet": previews.worksheet_preview,
        "methods": previews.methods_preview,
    },
    # Older links call the Wald interval normal.
    option_labels={"classroom": {"example": EXAMPLES, "method": {WALD: "normal"}}, "worksheet": {"work": WORK}},
)
