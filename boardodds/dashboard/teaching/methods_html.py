"""The published figures of the methods page as HTML: a tick for each, and a table for each source."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from boardodds.dashboard.teaching.methods_rows import count_matches
from boardodds.dashboard.ui.data_tables import Rows

# Spaces as wide as a digit and as a decimal point, which align numbers at the right on their points.
_DIGIT_SPACE, _POINT_SPACE = "\N{FIGURE SPACE}", "\N{PUNCTUATION SPACE}"


def ticks_html(rows: Rows, waiting: Sequence[str], words: str) -> str:
    """Return a tick for each published figure of a source: filled if ours matches, short if it differs, open if not checked.

    rows: the checked figures.
    waiting: the names of the figures that are not checked yet.
    words: the numbers of ticks in words, for screen readers.
    """
    ticks = "".join([*map(_tick, rows), *(_open_tick(figure) for figure in waiting)])
    return f'<div class="ticks" role="img" aria-label="{escape(words)}">{ticks}</div>'


def _tick(row: Mapping[str, object]) -> str:
    differs = "" if row["within"] == "yes" else ' class="differs"'
    return f'<i{differs} title="{escape(str(row["figure"]))}"></i>'


def _open_tick(figure: str) -> str:
    return f'<i class="waiting" title="{escape(figure)}: not checked yet"></i>'


def share_in_words(source: str, rows: Rows, waiting: Sequence[str]) -> str:
    """Return how many of a source's figures match and how many are not checked.

    >>> share_in_words("A book", [{"within": "yes"}, {"within": "no"}], ["mean"]), share_in_words("A post", [], ["mean"])
    ('A book: 1 of 2 match, 1 not checked yet', 'A post: 1 not checked yet')
    """
    parts = [f"{count_matches(rows)} of {len(rows)} match"] * bool(rows)
    parts += [f"{len(waiting)} not checked yet"] * bool(waiting)
    return f"{source}: {', '.join(parts)}"


def ticks_legend(rows: Rows, slow: int) -> str:
    """Return how to read the ticks, without the forms that don't occur.

    slow: the number of figures that are not checked yet.
    """
    forms = ["filled if ours matches"]
    forms += ["short if it differs"] * (count_matches(rows) < len(rows))
    forms += ["open if its check is slow (include it under *Set up*)"] * (slow > 0)
    return f"A tick for each published figure: {', '.join(forms)}."


def source_html(source: str, rows: Rows) -> str:
    """Return the figures of one source as a table of three columns; the tolerance is above the rows that share it."""
    published, ours = (aligned([row[name] for row in rows]) for name in ("printed", "ours"))
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
        f'<tr><th scope="row">{_linked(row)}{"" if row["within"] == "yes" else ": <b>differs</b>"}</th>'
        f"<td>{escape(printed)}</td><td>{escape(own)}</td></tr>"
        for row, printed, own in shown
    )
    return f'<tbody><tr><th class="note" colspan="3" scope="rowgroup">{escape(tolerance)}</th></tr>{body}</tbody>'


def _linked(row: Mapping[str, object]) -> str:
    """Return the name of a figure, which links to the page with its position or rules."""
    name = escape(str(row["figure"]))
    return f'<a href="{escape(str(row["link"]))}">{name}</a>' if row["link"] else name


def _tolerance(row: Mapping[str, object]) -> str:
    amount = f"within ±{row['tolerance']}" if row["tolerance"] != "0" else "equal"
    return f"{amount} ({row['why']})"


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
