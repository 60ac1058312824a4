"""What all charts share: one quiet layout that Streamlit's theme colours, light or dark."""

import plotly.graph_objects as go

from boardodds.charts.figure import Sketch

# of lines and outlines on a light ground
DARK_INK = "#1f1a14"
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
PERCENT = ".1%"
# far below any place that is shown, and above what floats lose
HAIR = 1e-12

_AXIS = {"fixedrange": True, "automargin": True}
_LOOK = {
    "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
    "font": {"size": 14},
    "bargap": 0.25,
    "dragmode": False,
    "hoverlabel": {"font": {"size": 14}},
    "xaxis": _AXIS,
    "yaxis": _AXIS,
}


def quiet(sketch: Sketch, *, height: int, legend: bool = False) -> go.Figure:
    """The figure with margins, height (pixels), fonts and grid alike for every chart, and without what distracts."""
    return sketch.draw({**_LOOK, "height": height, "showlegend": legend})


def in_percent(chance: float, places: int = 1) -> str:
    """A chance in percent; halves are rounded up, as by hand.

    >>> in_percent(5 / 16), in_percent(7 / 16)
    ('31.3%', '43.8%')
    """
    return f"{chance + HAIR:.{places}%}"


def ordinal(place: int) -> str:
    """The short word for a place.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = place % 10 if place // 10 % 10 != 1 else 0
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"
