"""The tables of the methods page."""

import numpy as np
import pandas as pd

from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.entry.published_figure import PublishedFigure
from boardodds.games import GAMES
from boardodds.teaching import large_numbers

ALL = tuple(range(len(large_numbers.published_figures())))
QUICK = tuple(number for number in ALL if not large_numbers.published_figures()[number].slow)
# Those whose printed value is known to differ from ours.
EXPLAINED = [figure for figure in large_numbers.published_figures() if figure.explained]
METHODS = pd.DataFrame(
    [(game.title, game.method.sources, game.method.solved, game.method.simulated) for game in GAMES.values()],
    columns=["game", "sources", "solved exactly", "simulated, with intervals"],
)


def rows(numbers: tuple[int, ...]) -> Rows:
    """Recompute published figures, and return the printed and the computed value of each with the tolerance.

    numbers: indices in the list of all published figures.
    """
    figures = [large_numbers.published_figures()[number] for number in numbers]
    computed = solvers.figures(numbers, slow=any(check.slow for check in figures))
    return [
        {
            "figure": check.what,
            "printed": _format_as_printed(check, check.printed),
            "ours": _format_as_printed(check, value),
            "difference": _format_decimal(value - check.printed, 2, sign=True),
            "tolerance": _format_decimal(check.tolerance, 2),
            "within": "yes" if check.holds(value) else "no",
            "why": check.reason,
            "explained": check.explained,
            "source": check.source,
            "link": check.link,
        }
        for check, value in zip(figures, computed, strict=True)
    ]


def _format_as_printed(check: PublishedFigure, value: float) -> str:
    """Format a value as the source of the figure prints its own: as a fraction or a decimal number."""
    return (
        f"{_format_decimal(value * check.denominator)}/{check.denominator}"
        if check.denominator
        else _format_decimal(value)
    )


def _format_decimal(value: float, digits: int = 6, *, sign: bool = False) -> str:
    """Format a value without an exponent, since no source prints one.

    digits: the number of significant digits.
    """
    return np.format_float_positional(value, digits, unique=False, fractional=False, trim="-", sign=sign)


def agreement(rows: Rows) -> str:
    """Return how many of the recomputed figures match, and how many of all are known to differ.

    >>> agreement([{"within": "yes", "explained": ""}, {"within": "no", "explained": ""}]).partition(",")[0]
    '1 of 2 figures match'
    """
    matches, expected = count_matches(rows), sum(not row["explained"] for row in rows)
    share = f"{matches}" if matches == expected else f"{matches} of {expected}"
    return f"{share} figures match, {len(EXPLAINED)} differ and are explained"


def count_matches(rows: Rows) -> int:
    """Return how many of ``rows`` are within their tolerance."""
    return sum(row["within"] == "yes" for row in rows)
