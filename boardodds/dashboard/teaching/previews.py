"""The previews of links to the teaching pages. Those of a quiz and of a worksheet show a question, and no answer."""

from boardodds.charts.preview import Preview
from boardodds.charts.questions import answer_outcomes, question_picture
from boardodds.dashboard.teaching import counting_views, large_numbers_views, quiz_views
from boardodds.dashboard.teaching.error import error_sentence
from boardodds.dashboard.teaching.labels import EXAMPLES
from boardodds.dashboard.teaching.methods_rows import QUICK, agreement, rows
from boardodds.dashboard.teaching.quiz_inputs import (
    LEVELS,
    QUIZ_COUNTS,
    SHEET_COUNTS,
    SHEET_KEY,
    SHEET_LINK,
    Quiz,
    quiz_in_link,
)
from boardodds.dashboard.ui.settings import Query, allowed_part, as_text, last_value
from boardodds.teaching import large_numbers


def quiz_preview(query: Query) -> Preview | None:
    """Return the next question of a quiz; None if all are answered."""
    quiz = quiz_in_link(query, QUIZ_COUNTS, QUIZ_COUNTS[1])
    guesses = quiz_views.read_guesses(last_value(query, "guesses", ""), quiz.count) or []
    return _question_preview(quiz, len(guesses)) if len(guesses) < quiz.count else None


def worksheet_preview(query: Query) -> Preview | None:
    """Return the first question of a worksheet."""
    level = last_value(allowed_part(query, SHEET_LINK), "work", LEVELS[0])
    quiz = quiz_in_link(query, SHEET_COUNTS, SHEET_COUNTS[1], by_hand=level == LEVELS[0], key=SHEET_KEY)
    return _question_preview(quiz, 0)


def _question_preview(quiz: Quiz, number: int) -> Preview:
    item = quiz.question(number)
    return Preview(quiz_views.question_heading(number, quiz.count, item), board=question_picture(item) or "")


def classroom_preview(query: Query) -> Preview | None:
    """Return the typical error of the simulation; None for the other views."""
    settings = allowed_part(query, large_numbers_views.PAGE_LINK)
    views = list(large_numbers_views.VIEWS)
    if last_value(settings, "view", views[0]) != views[0]:
        return None
    exact = large_numbers.trial(EXAMPLES[last_value(settings, "example", large_numbers_views.EXAMPLE)]).exact()
    games = int(last_value(settings, "games", large_numbers_views.GAMES[1]))
    return Preview(error_sentence(games, exact), tuple(answer_outcomes(exact)))


def counting_preview(query: Query) -> Preview | None:
    """Return the number of orders, or of boards; None for the other views."""
    settings = allowed_part(query, counting_views.PAGE_LINK)
    tree, states, *_ = counting_views.VIEWS
    view = last_value(settings, "view", tree)
    if view == tree:
        depth = int(last_value(settings, "depth", counting_views.DEPTH))
        first_dice = counting_views.first_die_of(last_value(settings, "begins", counting_views.FIRST))
        return Preview(counting_views.orders_sentence(depth, first_dice), board=counting_views.BOARD)
    return Preview(counting_views.states_sentence(), board=counting_views.BOARD) if view == states else None


def methods_preview(query: Query) -> Preview | None:
    """Return how many of the figures match; None with those that are simulated, which takes long."""
    return None if last_value(query, "slow", False) == as_text(True) else Preview(agreement(rows(QUICK)))
