"""A grid of chances, each cell tinted by its chance, in place of a chart and a table of the same numbers."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

# The strongest tint in percent, of a certain event: ink on it still has a contrast of 4.5 to 1.
_MAX_TINT = 45
# The width in pixels of a grid with a name and two short columns.
NARROW = 620

Rows = Mapping[str, Mapping[str, tuple[float, str]]]


def show_grid(
    rows: Rows, *, corner: str, caption: str, current: tuple[str, str] | None = None, width: int | None = None
) -> None:
    """Show a grid.

    rows: by row and column, a chance and the text of its cell. All rows have the same columns.
    corner: the heading of the rows.
    caption: the title of the grid, for screen readers.
    current: the row and the column of a cell with a frame.
    width: in pixels; that of the page if None.
    """
    st.html(grid_html(rows, corner=corner, caption=caption, current=current), width=width or "stretch")


def grid_html(rows: Rows, *, corner: str, caption: str, current: tuple[str, str] | None = None) -> str:
    """Return the grid of ``show_grid`` as HTML.

    >>> "--tint:45%" in grid_html({"green": {"1st": (1.0, "100.0%")}}, corner="camel", caption="Places")
    True
    """
    columns: Sequence[str] = list(next(iter(rows.values()), {}))
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(_cell(*cells[column], current=(name, column) == current) for column in columns)
        + "</tr>"
        for name, cells in rows.items()
    )
    return (
        f'<table class="grid"><caption>{escape(caption)}</caption>'
        f'<thead><tr><th scope="col">{escape(corner)}</th>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


def _cell(chance: float, text: str, *, current: bool) -> str:
    frame = ' aria-current="true"' if current else ""
    return f'<td{frame} style="--tint:{_MAX_TINT * chance:.0f}%">{escape(text)}</td>'
