"""The teaching pages: large numbers, counting, quiz, worksheets, for teachers, methods."""

from collections.abc import Callable, Mapping

from boardodds.dashboard.teaching import ask, counting, large_numbers, methods, quiz, teachers, worksheet
from boardodds.dashboard.ui.settings import Query

# The pages by the heading of their menu, in its order.
LEARN = (large_numbers.PAGE, counting.PAGE, quiz.PAGE, worksheet.PAGE, teachers.PAGE)
CHECK = (methods.PAGE,)
# Opened by a link alone.
UNLISTED = (ask.PAGE,)
# By address, what returns the sentence of a page on the home page.
NOTES: Mapping[str, Callable[[], str]] = {
    "classroom": large_numbers.home_note,
    "counting": counting.home_note,
    "quiz": lambda: "A link gives a whole class the same questions.",
    "worksheet": lambda: "Sheets to print, with or without answers.",
    "teachers": lambda: "Four lessons and ten starters, with links. No names, no accounts.",
    "methods": methods.home_note,
}
# By address, what returns the answer to a link in one line without any text of the link. For "" and for a ValueError, the link is
# shown with the question of its page. A quiz and a worksheet show a question in place of an answer.
FINDINGS: Mapping[str, Callable[[Query], str]] = {
    "classroom": large_numbers.finding_of_link,
    "counting": counting.finding_of_link,
    "quiz": quiz.finding_of_link,
    "worksheet": worksheet.finding_of_link,
    "methods": methods.finding_of_link,
}
