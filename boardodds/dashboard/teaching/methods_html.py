"""The published figures of the methods page as HTML: a tick for each, and a table for each source."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from boardodds.dashboard.teaching.methods_rows import count_matches
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.dashboard.ui.table_cells import shown_value

# Spaces as wide as a digit and as a decimal point, which align numbers at the right on their points.
_DIGIT_SPACE, _POINT_SPACE = "\N{FIGURE SPACE}", "\N{PUNCTUATION SPACE}"


def ticks_html(by_source: Mapping[str, Rows]) -> str:
    """Return a tick for each published figure, grouped by source: filled if ours agrees, hollow if it differs."""
    groups = "".join(
        f"<div><p>{escape(_share(source, rows))}</p><div>{''.join(map(_tick, rows))}</div></div>"
        for source, rows in by_source.items()
    )
    words = "; ".join(_share(source, rows) for source, rows in by_source.items())
    return f'<div class="ticks" role="img" aria-label="{escape(words)}">{groups}</div>'


def _tick(row: Mapping[str, object]) -> str:
    differs = "" if row["within"] == "yes" else ' class="differs"'
    return f'<i{differs} title="{escape(str(row["figure"]))}"></i>'


def _share(source: str, rows: Rows) -> str:
    return f"{source}: {count_matches(rows)} of {len(rows)}"


def source_html(source: str, rows: Rows) -> str:
    """Return the figures of one source as a table of three columns; the tolerance is above the rows that share it."""
    published, ours = (aligned([str(shown_value(row[name])) for row in rows]) for name in ("printed", "ours"))
    shown = list(zip(rows, published, ours, strict=True))
    groups = "".join(
        _group(tolerance, list(group)) for tolerance, group in groupby(shown, lambda row: _tolerance(row[0]))
    )
    return (
        f'<table class="grid figures" aria-label="{escape(source)}"><thead><tr><th scope="col">figure</th>'
        f'<th scope="col">published</th><th scope="col">ours</th></tr></thead>{groups}</table>'
    )


def _group(tolerance: str, shown: Sequence[tuple[Mapping[str, object], str, str]]) -> str:
    """Return the rows with one tolerance.

    shown: the rows, each with the texts of the published figure and of ours.
    """
    body = "".join(
        f'<tr><th scope="row">{escape(str(row["figure"]))}{"" if row["within"] == "yes" else ": <b>differs</b>"}</th>'
        f"<td>{escape(printed)}</td><td>{escape(own)}</td></tr>"
        for row, printed, own in shown
    )
    return f'<tbody><tr><th class="note" colspan="3" scope="rowgroup">{escape(tolerance)}</th></tr>{body}</tbody>'


def _tolerance(row: Mapping[str, object]) -> str:
    return f"within ±{row['tolerance']} ({row['why']})"


def aligned(numbers: list[str]) -> list[str]:
    """Return numbers with spaces behind them, so that their decimal points are below each other if aligned at the right.

    Fractions have no point, so they stay at the right.

    >>> [len(number) for number in aligned(["0.25", "630", "0.5", "12/18"])]
    [4, 6, 4, 5]
    """
    longest = max(len(number.partition(".")[2]) for number in numbers)
    return [number if "/" in number else number + _padding(number, longest) for number in numbers]


def _padding(number: str, longest: int) -> str:
    """Return the spaces in place of the missing point and decimals of a number.

    longest: the number of decimals to fill up to.
    """
    decimals = len(number.partition(".")[2])
    return (_POINT_SPACE if longest and not decimals else "") + _DIGIT_SPACE * (longest - decimals)
