"""Helpers for the parts of the teaching pages that are drawn as HTML."""

import re
from html import unescape

from streamlit.testing.v1 import AppTest


def html_of(app: AppTest) -> list[str]:
    """Return the HTML of the page without the styles that all pages share."""
    bodies = [element.proto.body for element in app.get("html")]
    return [body for body in bodies if body and not body.startswith("<style")]


def pictures(app: AppTest) -> list[str]:
    return [unescape(alt) for body in html_of(app) for alt in re.findall(r'<img [^>]*alt="(.*?)"', body)]


def cells(table: str) -> list[list[str]]:
    """Return the texts of the rows of a table, without its head and the notes above its rows."""
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in table.partition("<tbody>")[2].split("</tr>")]
    return [row for row in rows if len(row) > 1]
