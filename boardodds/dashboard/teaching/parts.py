"""Parts of the teaching pages: the column, the note on what a picture teaches, a picture, and a table of figures."""

import re
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def column() -> DeltaGenerator:
    """Return the container of a page that is read from top to bottom."""
    return st.container(key="teaching")


def lesson(text: str) -> None:
    """Show what a picture teaches, as a tinted note."""
    with st.container(key="lesson"):
        st.markdown(f"**What it teaches.** {text}")


def picture(svg: str, alt: str) -> None:
    """Show an SVG picture as wide as its column. It has its size, so that the browser keeps its place free while it loads."""
    size = re.search(r'width="(\d+)" height="(\d+)"', svg)
    if not size:
        raise ValueError("svg must have a width and a height in pixels")
    source = b64encode(svg.encode()).decode()
    st.html(
        f'<img class="picture" alt="{escape(alt)}" width="{size[1]}" height="{size[2]}" '
        f'src="data:image/svg+xml;base64,{source}">'
    )


def figures_table(rows: Sequence[Mapping[str, str]], *, caption: str, words: Collection[str] = ()) -> None:
    """Show a small table of figures, with the numbers aligned at the right.

    rows: by heading; the first column names the rows.
    caption: the title of the table.
    words: the headings of the columns with words, which are aligned at the left.
    """
    st.html(table_html(rows, caption=caption, words=words))


def table_html(rows: Sequence[Mapping[str, str]], *, caption: str, words: Collection[str] = ()) -> str:
    """Return the table of ``figures_table`` as HTML.

    >>> table_html([{"dice": "2", "orders": "20"}], caption="Orders")[-58:]
    '<tr><th scope="row">2</th><td>20</td></tr></tbody></table>'
    """
    first, *others = rows[0]
    form = {name: ' class="words"' if name in words else "" for name in others}
    head = "".join(f'<th scope="col"{form[name]}>{escape(name)}</th>' for name in others)
    body = "".join(
        f'<tr><th scope="row">{escape(row[first])}</th>'
        + "".join(f"<td{form[name]}>{escape(row[name])}</td>" for name in others)
        + "</tr>"
        for row in rows
    )
    return (
        f'<table class="grid figures"><caption>{escape(caption)}</caption>'
        f'<thead><tr><th scope="col">{escape(first)}</th>{head}</tr></thead><tbody>{body}</tbody></table>'
    )
