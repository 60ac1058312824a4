"""Small SVG pictures for cards, quizzes and printed sheets: bars, columns, a line, and shapes for the pictures of games.

A picture has its own background, to be readable in light mode, in dark mode and in print. All text is escaped.
"""

from collections.abc import Mapping, Sequence
from html import escape

from boardodds.charts.style import DARK_INK, short_percent

PAPER, LINE, FAINT = "#fffdf8", "#dccfb8", "#efe6d6"
ACCENT = "#b4530a"
# The width of every picture in pixels.
WIDTH = 480


def bars(rows: Mapping[str, tuple[float, str]]) -> str:
    """Return a picture of horizontal bars.

    rows: by label, a share from 0 to 1 and a colour.
    """
    parts, step, left = [], 30, 118
    span = WIDTH - left - 76
    for number, (label, (share, fill)) in enumerate(rows.items()):
        y = 10 + step * number
        parts += [
            text(left - 8, y + 16, label, anchor="end"),
            box(left, y, max(1.0, span * share), 22, fill, stroke=DARK_INK),
            text(left + span * share + 8, y + 16, short_percent(share)),
        ]
    return sheet(parts, 16 + step * len(rows))


def columns(values: Sequence[float], first: str, last: str, fill: str = ACCENT) -> str:
    """Return a picture of columns, scaled to the highest one, with labels below the first and the last column."""
    height, foot = 84, 100
    step = (WIDTH - 24) / len(values)
    highest = max(values)
    parts = [
        box(12 + step * number, foot - height * value / highest, max(0.8, step - 1.5), height * value / highest, fill)
        for number, value in enumerate(values)
    ]
    parts += [text(12, foot + 18, first), text(WIDTH - 12, foot + 18, last, anchor="end")]
    return sheet(parts, foot + 26)


def line(values: Sequence[float], exact: float, first: str, last: str) -> str:
    """Return a picture of a line and the exact value that it approaches, with labels below the first and the last value."""
    high, foot = 12, 100
    low_value, high_value = min(*values, exact), max(*values, exact)
    step = (WIDTH - 24) / (len(values) - 1)

    def y(value: float) -> float:
        return foot - (foot - high) * (value - low_value) / (high_value - low_value or 1)

    points = " ".join(f"{12 + step * number:.1f},{y(value):.1f}" for number, value in enumerate(values))
    dashes = f'<path d="M12 {y(exact):.1f} H{WIDTH - 12}" stroke="{ACCENT}" stroke-width="2" stroke-dasharray="6 4"/>'
    curve = f'<polyline points="{points}" fill="none" stroke="#2b6cb0" stroke-width="2.5"/>'
    return sheet(
        [dashes, curve, text(12, foot + 18, first), text(WIDTH - 12, foot + 18, last, anchor="end")], foot + 26
    )


def sheet(parts: Sequence[str], height: float) -> str:
    """Return a picture that contains ``parts``, with the common width and background."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" '
        'font-family="system-ui, sans-serif" font-size="15">'
        f"{box(0.5, 0.5, WIDTH - 1, height - 1, PAPER, stroke=LINE, radius=10)}{''.join(parts)}</svg>"
    )


def box(x: float, y: float, width: float, height: float, fill: str, *, stroke: str = "none", radius: float = 3) -> str:
    """Return a rectangle, with x, y, width and height in pixels."""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}"'
    return f'<rect {place} fill="{fill}" stroke="{stroke}"/>'


def text(x: float, y: float, words: str, anchor: str = "start", *, fill: str = DARK_INK, bold: bool = False) -> str:
    """Return a line of text.

    anchor: the part of the text at x: start, middle or end.
    """
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{weight}>{escape(words)}</text>'
