"""The layout, colours and number formats that all charts share; Streamlit's theme, light or dark, adds its own colours."""

import plotly.graph_objects as go
import plotly.io

from boardodds.charts.figure import Sketch, template
from boardodds.charts.tokens import ACCENTS, CATEGORICAL, ROLES

# Lines and outlines on a light background.
DARK_INK = "#1f1a14"
PERCENT = ".1%"
# A margin for rounding: far below the last digit shown, and above the rounding errors of floats.
HAIR = 1e-12
# The name of the template that Streamlit sets as Plotly's default.
_STREAMLIT = "streamlit"

_AXIS_DEFAULTS = {"fixedrange": True, "automargin": True, "tickfont": {"size": 13}}
_LAYOUT_DEFAULTS = {
    "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
    "font": {"size": 14},
    "bargap": 0.25,
    "dragmode": False,
    "hoverlabel": {"font": {"size": 14}},
    "xaxis": _AXIS_DEFAULTS,
    "yaxis": _AXIS_DEFAULTS,
}


def role_color(role: str) -> str:
    """Return the colour of a role, or of a game, for use in a figure.

    Streamlit's template has ten stand-ins, which the browser replaces by the colours of its theme, light or dark. With any other
    template the colour is that of a light page.

    role: a key of ``ROLES`` or ``ACCENTS``.

    >>> role_color("exact") != role_color("simulated")
    True
    """
    number = [*ROLES, *ACCENTS].index(role)
    if plotly.io.templates.default == _STREAMLIT:
        return str(template(_STREAMLIT)["layout"]["colorway"][number])
    return CATEGORICAL[number].light


def finish_chart(sketch: Sketch, *, height: int, legend: bool = False) -> go.Figure:
    """Return the sketch as a figure with the margins, fonts and fixed axes that all charts share.

    height: of the whole chart, in pixels.
    """
    return sketch.draw({**_LAYOUT_DEFAULTS, "height": height, "showlegend": legend})


def in_percent(chance: float, places: int = 1) -> str:
    """Format a chance as a percentage; halves are rounded up, as people do by hand.

    places: the number of decimals.

    >>> in_percent(5 / 16), in_percent(7 / 16)
    ('31.3%', '43.8%')
    """
    return f"{chance + HAIR:.{places}%}"


def short_percent(chance: float, places: int = 1, below: str = "<", above: str = ">") -> str:
    """Format a chance as a percentage for a label, without rounding a possible event to 0% or an uncertain one to 100%.

    places: the number of decimals.
    below, above: written before the lowest and the highest percentage of an uncertain event.

    >>> short_percent(0.25), short_percent(1e-9), short_percent(0.9999, 0), short_percent(1.0)
    ('25.0%', '<0.1%', '>99%', '100.0%')
    """
    smallest = 10 ** -(places + 2)
    if 0 < chance < smallest:
        return f"{below}{smallest:.{places}%}"
    if 1 - smallest < chance < 1:
        return f"{above}{1 - smallest:.{places}%}"
    return in_percent(chance, places)


def ordinal(place: int) -> str:
    """Return the English ordinal number of a place.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = place % 10 if place // 10 % 10 != 1 else 0
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"
