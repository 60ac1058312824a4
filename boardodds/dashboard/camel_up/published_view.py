"""The view of the leg page that compares published chances with ours."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

import streamlit as st

from boardodds.camel_up import LegOdds
from boardodds.camel_up.sources import CAMEL_CALCULATOR, SCENARIOS, PublishedOdds
from boardodds.charts import camel_up as charts
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart


@dataclass(frozen=True, slots=True)
class _Source:
    """A source of published chances.

    cases: its positions.
    method: how it found its figures, as the rest of a sentence about it.
    rounding: the largest difference that its rounding explains, in percentage points.
    """

    cases: Sequence[PublishedOdds]
    method: str
    rounding: float


_PUBLISHED = {
    "Camel Calculator": _Source(
        CAMEL_CALCULATOR, "counted every sequence and printed fractions or tenths of a percent", 0.05
    ),
    "Camel Up math (2015)": _Source(SCENARIOS, "simulated its figures and printed whole percentages", 0.5),
}


def published_view(_setup: CamelSetup, _odds: LegOdds) -> None:
    """Show the published odds of the two blog posts next to ours."""
    st.markdown("These positions are from two blog posts. They are not the board above.")
    rows = {title: _comparison_rows(source.cases) for title, source in _PUBLISHED.items()}
    differences = {title: [100 * difference for difference in _differences(cases)] for title, cases in rows.items()}
    chart(
        charts.difference_strips(differences),
        key="published_chart",
        alt="Differences between our chances and the published ones. "
        + " ".join(f"{title}: {_match_text(points, _PUBLISHED[title])}" for title, points in differences.items()),
        finding=_agreement_text([difference for source in differences.values() for difference in source]),
        method="Each diamond is a published chance of being first or second, placed by the difference of ours from it. A number "
        "above a column counts its diamonds if they are too many to draw.",
    )
    for title, points in differences.items():
        st.markdown(f"*{title}* {_PUBLISHED[title].method}. {_match_text(points, _PUBLISHED[title])}")
    for title, cases in rows.items():
        all_figures(partial(_show_comparison, title, cases), key=f"all_{title}", label=f"All figures: {title}")


def _show_comparison(title: str, rows: Rows) -> None:
    """Show the published chances of one source next to ours, and their download."""
    shown_rows = tables.comparison_grid(rows)
    table(shown_rows, percent=list(shown_rows[0])[2:])
    csv_button("Comparison as CSV", lambda: rows, file_name="published.csv", key=f"csv_{title}")


def _match_text(differences: Sequence[float], source: _Source) -> str:
    """Return sentences on how many figures of a source match ours to the last printed digit, and how far the others are off.

    differences: ours minus the published ones, in percentage points.

    >>> source = _Source((), "", 0.5)
    >>> _match_text([0.1, -0.5], source)
    'All 2 figures match ours to the last printed digit.'
    >>> _match_text([0.1, -0.7], source)
    '1 of 2 figures matches ours to the last printed digit. Rounding explains at most 0.5 percentage points; the largest \
difference is 0.70.'
    """
    matches = sum(abs(difference) <= source.rounding + HAIR for difference in differences)
    if matches == len(differences):
        return f"All {matches} figures match ours to the last printed digit."
    return (
        f"{matches} of {len(differences)} figures match{'es' if matches == 1 else ''} ours to the last printed digit. Rounding "
        f"explains at most {source.rounding} percentage points; the largest difference is {max(map(abs, differences)):.2f}."
    )


def _agreement_text(differences: Sequence[float]) -> str:
    """Return a sentence on the largest of some differences in percentage points.

    >>> _agreement_text([0.5, -0.971])
    'All 2 published chances are within 0.98 percentage points of ours'
    """
    bound = ceil(100 * max(map(abs, differences)) - HAIR) / 100
    return f"All {len(differences)} published chances are within {bound:.2f} percentage points of ours"


def _comparison_rows(cases: Sequence[PublishedOdds]) -> Rows:
    return tables.comparison([(case, solvers.leg(case.position, case.rules)) for case in cases])


def _differences(rows: Rows) -> list[float]:
    """Return the differences between our chances and the published ones."""
    return [float(row[name]) for row in rows for name in ("1st diff", "2nd diff")]
