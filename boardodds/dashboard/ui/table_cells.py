"""Table cells with formatted text for the page and raw values for the CSV file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boardodds.probability.estimate import Estimate, Exact, Interval, MeanEstimate


@dataclass(frozen=True, slots=True)
class FormattedCell:
    """A table cell that differs between the page and the CSV file.

    text: shown on the page.
    values: written to the CSV file, each in a column of its own. The keys are suffixes to the column's name, "" for none.
    """

    text: str
    values: Mapping[str, float | str]


def figure(text: str, value: float) -> FormattedCell:
    """Return the cell of a number."""
    return FormattedCell(text, {"": value})


def fraction(value: Fraction, text: str = "") -> FormattedCell:
    """Return the cell of a fraction, whose CSV file also has the exact value.

    text: shown on the page; the fraction itself by default.

    >>> fraction(Fraction(17, 36)).values[", exactly"]
    '17/36'
    """
    return FormattedCell(text or str(value), {"": float(value), ", exactly": str(value)})


def estimate(found: Estimate, spec: str = "") -> FormattedCell:
    """Return the cell of an estimate, whose CSV file has the 95% interval if the estimate is simulated.

    spec: the format of an exact value.

    >>> estimate(MeanEstimate(value=38.7, std=25.0, size=10_000)).text
    '38.70 (95% CI 38.21 to 39.19)'
    >>> estimate(Exact(0.25), ".1%")
    FormattedCell(text='25.0%', values={'': 0.25})
    """
    text = format(found, spec)
    return figure(text, found.value) if isinstance(found, Exact) else interval_cell(text, found.value, found.interval())


def brief_estimate(mean: MeanEstimate) -> FormattedCell:
    """Return the cell of an estimate, with a short text for a narrow column.

    >>> brief_estimate(MeanEstimate(value=38.7, std=25.0, size=10_000)).text
    '38.70 (38.21 to 39.19)'
    """
    return interval_cell(str(mean).replace("95% CI ", ""), mean.value, mean.interval())


def interval_cell(text: str, value: float, interval: Interval) -> FormattedCell:
    """Return the cell of a number with its 95% interval."""
    return FormattedCell(text, {"": value, ", 95% from": interval.low, ", 95% to": interval.high})


def shown_value(cell: Any) -> Any:
    """Return what the page shows of a cell: its text if it is formatted, else the cell itself."""
    return cell.text if isinstance(cell, FormattedCell) else cell


def with_headings(rows: Sequence[Mapping[str, Any]], headings: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return rows with other names of columns, such as the headings that a CSV file has always had.

    headings: by the name of a column, its heading.

    >>> with_headings([{"castle": 1, "turn": 2}], {"castle": "home"})
    [{'home': 1, 'turn': 2}]
    """
    return [{headings.get(name, name): cell for name, cell in row.items()} for row in rows]


def download_rows(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows with the values of their formatted cells in columns of their own, for a CSV file.

    >>> from boardodds.probability.estimate import Proportion
    >>> download_rows([{"seat": 1, "wins": figure("25.0%", 0.25)}, {"seat": 2, "wins": estimate(Proportion(0, 9))}])
    [{'seat': 1, 'wins': 0.25}, {'seat': 2, 'wins': 0.0, 'wins, 95% from': 0.0, 'wins, 95% to': 0.2991...}]
    """
    return [{column: value for name, cell in row.items() for column, value in _columns(name, cell)} for row in rows]


def _columns(name: str, cell: Any) -> list[tuple[str, Any]]:
    if isinstance(cell, FormattedCell):
        return [(f"{name}{suffix}", value) for suffix, value in cell.values.items()]
    return [(name, cell)]
