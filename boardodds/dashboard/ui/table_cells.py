"""Cells of a table that the page tells in words, and a download holds as figures in columns of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boardodds.probability.estimate import Estimate, Exact, Interval, MeanEstimate


@dataclass(frozen=True, slots=True)
class FormattedCell:
    """Words for the page, and the figures behind them by what each adds to the name of the column."""

    words: str
    figures: Mapping[str, float | str]


def figure(words: str, value: float) -> FormattedCell:
    """One figure, in the column's own name."""
    return FormattedCell(words, {"": value})


def fraction(found: Fraction, words: str = "") -> FormattedCell:
    """An exact figure, downloaded as such too.

    >>> fraction(Fraction(17, 36)).figures[", exactly"]
    '17/36'
    """
    return FormattedCell(words or str(found), {"": float(found), ", exactly": str(found)})


def estimate(found: Estimate, spec: str = "") -> FormattedCell:
    """Return the cell of an estimate, whose download has the 95% interval if the estimate is simulated.

    spec: the format of an exact figure.

    >>> estimate(MeanEstimate(value=38.7, std=25.0, size=10_000)).words
    '38.70 (95% CI 38.21 to 39.19)'
    >>> estimate(Exact(0.25), ".1%")
    FormattedCell(words='25.0%', figures={'': 0.25})
    """
    text = format(found, spec)
    return figure(text, found.value) if isinstance(found, Exact) else ranged(text, found.value, found.interval())


def brief(found: MeanEstimate) -> FormattedCell:
    """An estimate for a narrow column.

    >>> brief(MeanEstimate(value=38.7, std=25.0, size=10_000)).words
    '38.70 (38.21 to 39.19)'
    """
    ends = found.interval()
    return ranged(f"{found.value:.2f} ({ends.low:.2f} to {ends.high:.2f})", found.value, ends)


def ranged(words: str, value: float, found: Interval) -> FormattedCell:
    """A figure and the interval that it lies in."""
    return FormattedCell(words, {"": value, **_ends(found)})


def _ends(found: Interval) -> dict[str, float]:
    return {", 95% from": found.low, ", 95% to": found.high}


def text_of(cell: Any) -> Any:
    """What the page shows of a cell: of one that is told its words, of any other what it is."""
    return cell.words if isinstance(cell, FormattedCell) else cell


def figures_of(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows as a download has them.

    >>> from boardodds.probability.estimate import Proportion
    >>> figures_of([{"seat": 1, "wins": figure("25.0%", 0.25)}, {"seat": 2, "wins": estimate(Proportion(0, 9))}])
    [{'seat': 1, 'wins': 0.25}, {'seat': 2, 'wins': 0.0, 'wins, 95% from': 0.0, 'wins, 95% to': 0.2991...}]
    """
    return [{column: value for name, cell in row.items() for column, value in _columns(name, cell)} for row in rows]


def _columns(name: str, cell: Any) -> list[tuple[str, Any]]:
    if isinstance(cell, FormattedCell):
        return [(f"{name}{more}", value) for more, value in cell.figures.items()]
    return [(name, cell)]
