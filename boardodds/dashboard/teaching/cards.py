"""The teaching pages' sentences on the home page, and the answers to links; a quiz and a worksheet show a question instead."""

from boardodds.dashboard.teaching import counting_views, large_numbers_views, quiz_views
from boardodds.dashboard.teaching.counting_views import states_sentence
from boardodds.dashboard.teaching.error import error_sentence
from boardodds.dashboard.teaching.labels import EXAMPLES
from boardodds.dashboard.teaching.methods_rows import ALL, QUICK, agreement, rows
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
from boardodds.teaching.large_numbers import trial, trials

CARD_GAMES = 1_000


def classroom_note() -> str:
    """Return the error of a simulation after a thousand games."""
    return f"{error_sentence(CARD_GAMES, trials()['orchard'].exact())}."


def counting_note() -> str:
    """Return a comparison of the boards with the dice sequences of a leg."""
    return f"{states_sentence()}."


def quiz_note() -> str:
    """Return the use of the quiz."""
    return "A link gives a whole class the same questions."


def worksheet_note() -> str:
    """Return the use of the worksheets."""
    return "Sheets to print, with or without answers."


def methods_note() -> str:
    """Return the number of published figures that match when recomputed, and of those that are checked on request."""
    return f"{agreement(rows(QUICK))}. {len(ALL) - len(QUICK)} take longer: the page simulates them on request."


def classroom_headline(query: Query) -> str:
    """Return the typical error of the simulation; "" for the other views."""
    settings = allowed_part(query, large_numbers_views.PAGE_LINK)
    views = list(large_numbers_views.VIEWS)
    if last_value(settings, "view", views[0]) != views[0]:
        return ""
    example = EXAMPLES[last_value(settings, "example", large_numbers_views.EXAMPLE)]
    return error_sentence(int(last_value(settings, "games", large_numbers_views.GAMES[1])), trial(example).exact())


def counting_headline(query: Query) -> str:
    """Return the number of orders, or of boards; "" for the other views."""
    settings = allowed_part(query, counting_views.PAGE_LINK)
    tree, states, *_ = counting_views.VIEWS
    view = last_value(settings, "view", tree)
    if view == tree:
        depth = int(last_value(settings, "depth", counting_views.DEPTH))
        first_dice = counting_views.first_die_of(last_value(settings, "begins", counting_views.FIRST))
        return counting_views.orders_sentence(depth, first_dice)
    return states_sentence() if view == states else ""


def quiz_headline(query: Query) -> str:
    """Return the next question of a quiz; "" if all are answered."""
    quiz = quiz_in_link(query, QUIZ_COUNTS, QUIZ_COUNTS[1])
    guesses = quiz_views.read_guesses(last_value(query, "guesses", ""), quiz.count) or []
    return _question(quiz, len(guesses)) if len(guesses) < quiz.count else ""


def worksheet_headline(query: Query) -> str:
    """Return the first question of a worksheet."""
    level = last_value(allowed_part(query, SHEET_LINK), "work", LEVELS[0])
    return _question(quiz_in_link(query, SHEET_COUNTS, SHEET_COUNTS[1], by_hand=level == LEVELS[0], key=SHEET_KEY), 0)


def methods_headline(query: Query) -> str:
    """Return how many of the figures match; "" with those that are simulated, which takes long."""
    return "" if last_value(query, "slow", False) == as_text(True) else agreement(rows(QUICK))


def _question(quiz: Quiz, number: int) -> str:
    return quiz_views.question_heading(number, quiz.count, quiz.question(number))
