"""The colours of the site, the layout that all charts share, and figures as plain data.

A tone has a colour for a light page and one for a dark page; ``.streamlit/config.toml`` repeats those that Streamlit needs, and a
test compares the two and checks the contrasts. Figures become Plotly objects only when a caller uses one of their attributes:
Plotly's objects check every attribute that is set, which takes milliseconds per figure, half the time of a page that is redrawn
with each move of a slider. The tests check every figure instead.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import plotly.graph_objects as go
import plotly.io


@dataclass(frozen=True, slots=True)
class Tone:
    """A colour on a light page and its counterpart on a dark one, both as #rrggbb."""

    light: str
    dark: str

    @property
    def css(self) -> str:
        """The colour as a CSS value that follows the theme of the page."""
        return f"light-dark({self.light}, {self.dark})"


PAGE, INK = "page", "ink"
SURFACES: Mapping[str, Tone] = {
    PAGE: Tone("#fffdf8", "#17130e"),
    INK: Tone("#1c140d", "#f3eadb"),
    "note": Tone("#6b5d4c", "#b8a88f"),
    "action": Tone("#9c4708", "#f0a04b"),
    "link": Tone("#1f5fa8", "#7fb2ec"),
    "surface": Tone("#f6efe2", "#261f16"),
    "hairline": Tone("#dccfb8", "#4b3f2e"),
}

EXACT, SIMULATED, WINNING = "exact", "simulated", "winning"
LOSING, PUBLISHED, CONTEXT = "losing", "published", "context"
# The meaning of each colour in charts, in the order of the theme's categorical colours. A form repeats what the colour says:
# exact is solid, simulated is hollow with its interval, published is an open diamond, context is thin or hollow.
ROLES: Mapping[str, Tone] = {
    EXACT: Tone("#1f5fa8", "#7fb2ec"),
    SIMULATED: Tone("#b4530a", "#f0a04b"),
    WINNING: Tone("#0f7f6d", "#4fc3ae"),
    LOSING: Tone("#7a4fa3", "#b99be0"),
    PUBLISHED: Tone("#4a4038", "#d8cbb6"),
    CONTEXT: Tone("#988870", "#8d7f69"),
}
# Further colours for charts with more series than roles.
SERIES: Mapping[str, Tone] = {
    "ochre": Tone("#8f6210", "#e3b341"),
    "green": Tone("#2f7a37", "#7ccb80"),
    "red": Tone("#a33a2a", "#f08a76"),
    "pink": Tone("#b02a73", "#f08bb4"),
}
CATEGORICAL = (*ROLES.values(), *SERIES.values())


def css_variables() -> str:
    """Return the declarations of all colours as CSS variables, such as "--page: light-dark(#fffdf8, #17130e);"."""
    return "".join(f"--{name}: {tone.css};" for name, tone in {**SURFACES, **ROLES}.items())


# Lines and outlines on a light background.
DARK_INK = "#1f1a14"
# A margin for rounding: far below the last digit shown, and above the rounding errors of floats.
HAIR = 1e-12
Attributes = dict[str, Any]
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

    role: a key of ``ROLES`` or ``SERIES``.
    """
    number = [*ROLES, *SERIES].index(role)
    if plotly.io.templates.default == _STREAMLIT:
        return str(template(_STREAMLIT)["layout"]["colorway"][number])
    return CATEGORICAL[number].light


def stroke(role: str = CONTEXT, width: float = 1, dash: str = "") -> Attributes:
    """Return the attributes of a line in the colour of a role; without the name of a dash it is solid."""
    return {"color": role_color(role), "width": width, **({"dash": dash} if dash else {})}


def in_percent(chance: float, places: int = 1) -> str:
    """Format a chance as a percentage with some decimals; halves are rounded up, as people do by hand.

    >>> in_percent(5 / 16), in_percent(7 / 16)
    ('31.3%', '43.8%')
    """
    return f"{chance + HAIR:.{places}%}"


def short_percent(chance: float, places: int = 1, below: str = "<", above: str = ">") -> str:
    """Format a chance as a percentage for a label, without rounding a possible event to 0% or an uncertain one to 100%.

    below, above: written before the lowest and the highest percentage of an uncertain event.

    >>> short_percent(0.25), short_percent(1e-9), short_percent(0.9999, 0), short_percent(1.0)
    ('25.0%', '<0.1%', '>99%', '100.0%')
    """
    smallest = 10 ** -(places + 2)
    if 0 < chance < smallest:
        return f"{below}{smallest:.{places}%}"
    if 1 - smallest < chance < 1:
        return f"{above}{1 - smallest:.{places}%}"
    # As ``in_percent``, without a call for each label.
    return f"{chance + HAIR:.{places}%}"


def ordinal(place: int) -> str:
    """Return the English ordinal number of a place.

    >>> [ordinal(place) for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = place % 10 if place // 10 % 10 != 1 else 0
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


class Drawing(go.Figure):  # type: ignore[misc]
    """A figure that stays plain data until one of its attributes is used; drawing it on a page uses none."""

    def __init__(self, plain: Attributes) -> None:
        self.__dict__["_plain"] = plain

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for missing attributes. Before Plotly initialises the figure, all of them are missing.
        plain = self.__dict__.pop("_plain", None)
        if plain is None:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        super().__init__(plain)
        return getattr(self, name)

    def to_dict(self) -> Attributes:
        """Return the data and the layout of the figure, as Streamlit and Plotly's JSON writer need them."""
        plain: Attributes = self.__dict__.get("_plain") or super().to_dict()
        return plain


class Sketch:
    """Traces and layout under construction; most methods are named as in Plotly."""

    def __init__(self) -> None:
        self._data: list[Attributes] = []
        self._layout: Attributes = {"xaxis": {}, "yaxis": {}, "shapes": [], "annotations": []}

    def add_trace(self, kind: str, tip: str = "", extra: str = "", /, **attributes: Any) -> None:
        """Add a trace.

        kind: Plotly's name of its type, such as ``bar``, ``scatter`` or ``heatmap``.
        tip, extra: the templates of what is shown about a point, and beside it; without a tip nothing is.
        """
        hover = {"hovertemplate": f"{tip}<extra>{extra}</extra>"} if tip else {"hoverinfo": "skip"}
        self._data.append({"type": kind, **hover, **attributes})

    def add_lines(
        self, x: Iterable[Any], y: Iterable[Any], tip: str = "", extra: str = "", /, **attributes: Any
    ) -> None:
        """Add a line through points, or several, with None between them."""
        self.add_trace("scatter", tip, extra, x=list(x), y=list(y), **{"mode": "lines", **attributes})

    def add_shape(self, **attributes: Any) -> None:
        self._layout["shapes"].append(attributes)

    def add_annotation(self, **attributes: Any) -> None:
        self._layout["annotations"].append({"showarrow": False, **attributes})

    def add_label(self, text: str, **attributes: Any) -> None:
        """Add a text in the colour of printed figures, which is readable on a light and on a dark page."""
        self.add_annotation(text=text, font={"color": role_color(PUBLISHED)}, **attributes)

    def add_hline(self, y: float, line: Attributes) -> None:
        """Add a horizontal line across the plot."""
        self.add_shape(type="line", x0=0, x1=1, xref="x domain", yref="y", y0=y, y1=y, line=line)

    def add_vline(self, x: float, line: Attributes) -> None:
        """Add a vertical line over the whole height of the plot."""
        self.add_shape(type="line", y0=0, y1=1, xref="x", yref="y domain", x0=x, x1=x, line=line)

    def update_layout(self, **attributes: Any) -> None:
        self._layout.update(attributes)

    def update_xaxes(self, title: str = "", **attributes: Any) -> None:
        self._layout["xaxis"].update({"title": {"text": title}} if title else {}, **attributes)

    def update_yaxes(self, title: str = "", **attributes: Any) -> None:
        self._layout["yaxis"].update({"title": {"text": title}} if title else {}, **attributes)

    def finish(self, *, height: float | None, legend: bool = False, **margin: float) -> Drawing:
        """Return the figure with the margins, fonts and fixed axes that all charts share.

        height: of the whole chart, in pixels; None for a chart that fills its place on the page.
        margin: by Plotly's letters l, r, t and b, what differs from the common margin.
        """
        # Plotly drops the labels of an axis from charts that are lower than its default of 64 pixels.
        size = {"minreducedheight": 24} if height is None else {"height": height}
        layout: Attributes = {
            "template": template(plotly.io.templates.default),
            **_LAYOUT_DEFAULTS,
            **size,
            "showlegend": legend,
        }
        for name, value in {"margin": margin, **self._layout}.items():
            layout[name] = {**layout.get(name, {}), **value} if isinstance(value, dict) else value
        return Drawing({"data": self._data, "layout": layout})


@cache
def template(name: str) -> Attributes:
    """Return one of Plotly's templates as plain data."""
    return dict(plotly.io.templates[name].to_plotly_json())
