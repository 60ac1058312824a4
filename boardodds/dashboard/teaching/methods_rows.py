"""The tables of the page on methods."""

import numpy as np
import pandas as pd
import streamlit as st

from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.dashboard.ui.table_cells import figure, text_of
from boardodds.teaching import large_numbers, registry
from boardodds.teaching.published_figure import PublishedFigure

ALL = tuple(range(len(large_numbers.published_figures())))
QUICK = tuple(number for number in ALL if not large_numbers.published_figures()[number].slow)
METHODS = pd.DataFrame(
    [
        (game.title, game.method.sources, game.method.solved, game.method.simulated)
        for game in registry.games().values()
    ],
    columns=["game", "sources", "solved exactly", "simulated, with intervals"],
)


def shown(rows: Rows) -> pd.DataFrame:
    """Of ``rows``, what a table as wide as a phone has room for."""
    marks = {"yes": "✓", "no": "✗"}
    return pd.DataFrame(
        {
            "figure": row["figure"],
            "printed": text_of(row["printed"]),
            "ours": f"{text_of(row['ours'])}\N{NO-BREAK SPACE}{marks[row['within']]}",
            "may differ by": f"{row['tolerance']}: {row['why']}",
        }
        for row in rows
    ).set_index("figure")


@st.cache_data(max_entries=4, show_spinner=False)
def rows(numbers: tuple[int, ...]) -> Rows:
    """Some of the checks by number: printed, ours, and the difference beside the tolerance."""
    found = []
    with progress("Recomputing…") as report:
        for done, number in enumerate(numbers):
            check = large_numbers.published_figures()[number]
            ours = check.compute()
            found.append(
                {
                    "figure": check.what,
                    "printed": figure(_written(check, check.printed), check.printed),
                    "ours": figure(_written(check, ours), ours),
                    "difference": _decimal(ours - check.printed, 2, sign=True),
                    "tolerance": _decimal(check.tolerance, 2),
                    "within": "yes" if check.holds(ours) else "no",
                    "why": check.reason,
                    "source": check.source,
                }
            )
            report((done + 1) / len(numbers))
    return found


def _written(check: PublishedFigure, value: float) -> str:
    """A figure as the source of the check writes its own."""
    return f"{_decimal(value * check.over)}/{check.over}" if check.over else _decimal(value)


def _decimal(value: float, digits: int = 6, *, sign: bool = False) -> str:
    """A figure in so many digits and without an exponent, which none of the sources prints."""
    return np.format_float_positional(value, digits, unique=False, fractional=False, trim="-", sign=sign)


def agreeing(rows: Rows) -> int:
    """How many of ``rows`` are within their tolerance."""
    return sum(row["within"] == "yes" for row in rows)
