"""The teaching pages: large numbers, counting, quiz, worksheets, for teachers, methods."""

from boardodds.dashboard.teaching import ask, counting, large_numbers, methods, quiz, teachers, worksheet
from boardodds.dashboard.ui.dashboards import Dashboard

# The pages by the heading of their menu, in its order.
LEARN = (large_numbers.PAGE, counting.PAGE, quiz.PAGE, worksheet.PAGE, teachers.PAGE)
CHECK = (methods.PAGE,)
# Opened by a link alone.
UNLISTED = (ask.PAGE,)
# A quiz and a worksheet show a question in place of an answer.
DASHBOARD = Dashboard(
    notes={
        "classroom": large_numbers.home_note,
        "counting": counting.home_note,
        "quiz": lambda: "A link gives a whole class the same questions.",
        "worksheet": lambda: "Sheets to print, with or without answers.",
        "teachers": lambda: "Four lessons and ten starters, with links. No names, no accounts.",
        "methods": methods.home_note,
    },
    findings={
        "classroom": large_numbers.finding_of_link,
        "counting": counting.finding_of_link,
        "quiz": quiz.finding_of_link,
        "worksheet": worksheet.finding_of_link,
        "teachers": lambda _: "",
        "methods": methods.finding_of_link,
        "ask": lambda _: "",
    },
)
