"""The teaching pages' sentences on the home page."""

from boardodds.dashboard.teaching.counting_views import states_sentence
from boardodds.dashboard.teaching.error import error_sentence
from boardodds.dashboard.teaching.methods_rows import ALL, QUICK, count_matches, rows
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
    quick = rows(QUICK)
    matches = count_matches(quick)
    share = f"{matches}" if matches == len(quick) else f"{matches} of {len(quick)}"
    return (
        f"{share} published figures match ours; some others differ, and the game pages say why. {len(ALL) - len(quick)} more are "
        "slow: the page simulates them on request."
    )
