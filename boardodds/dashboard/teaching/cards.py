"""The teaching pages' sentences on the home page."""

from boardodds.dashboard.teaching.counting_views import states_sentence
from boardodds.dashboard.teaching.error import error_sentence
from boardodds.dashboard.teaching.methods_rows import ALL, QUICK, agreement, rows
from boardodds.teaching.large_numbers import trials

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
