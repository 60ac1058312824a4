"""Small SVG pictures for quizzes and printed sheets: the frame, and shapes for the pictures of games.

A picture has its own background, as light or dark as the page: an image in a page takes the page's colour scheme. A browser that
doesn't know ``light-dark()`` shows the light colours. All text is escaped.
"""

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from boardodds.charts.style import INK, PAGE, SURFACES

_TONES = (SURFACES[PAGE], SURFACES[INK], SURFACES["surface"], SURFACES["hairline"])
# Colours that follow the theme, unlike those of pieces and of the letters on them.
PAPER, WRITING, FAINT, LINE = (tone.light for tone in _TONES)
_THEMED = {tone.light: tone.css for tone in _TONES}
# The width of every picture in pixels.
WIDTH = 480


def sheet(parts: Sequence[str], height: float) -> str:
    """Return a picture that contains ``parts``, with the common width and background."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" '
        'style="color-scheme:light dark" font-family="system-ui, sans-serif" font-size="15">'
        f"{box(0.5, 0.5, WIDTH - 1, height - 1, PAPER, stroke=LINE, radius=10)}{''.join(parts)}</svg>"
    )


def data_uri(picture: str) -> str:
    """Return a picture as an address that contains it."""
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"


def box(x: float, y: float, width: float, height: float, fill: str, *, stroke: str = "none", radius: float = 3) -> str:
    """Return a rectangle, with x, y, width and height in pixels."""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}"'
    return f"<rect {place} {painted(fill, stroke)}/>"


def text(x: float, y: float, words: str, anchor: str = "start", *, fill: str = WRITING, bold: bool = False) -> str:
    """Return a line of text, of which x is the start, the middle or the end."""
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {painted(fill)}{weight}>{escape(words)}</text>'


def painted(fill: str, stroke: str = "none") -> str:
    """Return the attributes that paint a shape.

    >>> painted("#2f8f4e"), painted(PAPER)
    ('fill="#2f8f4e"', 'fill="#fffdf8" style="fill:light-dark(#fffdf8, #17130e)"')
    """
    colors = {"fill": fill} | ({} if stroke == "none" else {"stroke": stroke})
    attributes = " ".join(f'{name}="{color}"' for name, color in colors.items())
    themed = ";".join(f"{name}:{_THEMED[color]}" for name, color in colors.items() if color in _THEMED)
    return f'{attributes} style="{themed}"' if themed else attributes
