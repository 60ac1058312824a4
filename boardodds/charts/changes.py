"""Figures compared with a base: ranked dots, each with its distance from the base."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.marks import add_base_name, add_label
from boardodds.charts.style import finish_chart, role_color
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED
from boardodds.probability.estimate import MeanEstimate

# A name of more letters than this would not fit above its marks on a phone.
_NAME_LETTERS = 42
# The height of a line of text.
_LINE_PIXELS = 18


@dataclass(frozen=True, slots=True)
class Dot:
    """A figure with the ends of its interval, which for an exact one are the figure itself."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, figure: MeanEstimate | float) -> "Dot":
        """Return the dot of an exact figure, or of an estimate with its 95% interval."""
        if isinstance(figure, MeanEstimate):
            interval = figure.interval()
            return cls(figure.value, interval.low, interval.high)
        return cls(figure, figure, figure)


def change_dots(
    dots: Mapping[str, Dot], *, base: float, base_name: str, label: Callable[[float], str], role: str = EXACT
) -> go.Figure:
    """Draw figures as ranked dots, the highest first, each with its distance from a base.

    Names stand above their dots, so that long ones have room on a phone.

    base, base_name: the figure that all are compared with, and its name.
    label: returns the text of a figure.
    role: the origin of the figures: simulated ones are hollow, with their interval.
    """
    ranked = sorted(dots.items(), key=lambda entry: -entry[1].value)
    names = ["<br>".join(wrap(escape(name), _NAME_LETTERS)) for name, _ in ranked]
    heights = [2 * _LINE_PIXELS + _LINE_PIXELS * (name.count("<br>") + 1) for name in names]
    # The vertical axis counts pixels, so that names of several lines get the room they need.
    places = [sum(heights[: number + 1]) - _LINE_PIXELS for number in range(len(heights))]
    figure = Sketch()
    low, high = _dots_range([dot for _, dot in ranked], base)
    for name, (_, dot), place in zip(names, ranked, places, strict=True):
        _add_change(figure, name, dot, place, base, label, role)
    add_base_name(figure, base_name, (base - low) / (high - low), base)
    figure.update_xaxes(visible=False, range=[low, high])
    figure.update_yaxes(visible=False, range=[sum(heights), 0])
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 4})
    return finish_chart(figure, height=32 + sum(heights))


def _dots_range(dots: Sequence[Dot], base: float) -> tuple[float, float]:
    """Return the ends of the axis, with room for a figure next to the outermost dots."""
    low, high = min([base, *(dot.low for dot in dots)]), max([base, *(dot.high for dot in dots)])
    room = 0.3 * (high - low) or 1.0
    return low - room, high + room


def _add_change(
    figure: Sketch, name: str, dot: Dot, place: float, base: float, label: Callable[[float], str], role: str
) -> None:
    color = role_color(role)
    symbol = "circle" if role == EXACT else "circle-open"
    for start, end, thickness in ((base, dot.value, 1), (dot.low, dot.high, 3)):
        line = {"width": thickness, "color": role_color(CONTEXT) if thickness == 1 else color}
        figure.add_shape(type="line", x0=start, x1=end, y0=place, y1=place, line=line)
    base_line = {"width": 1.5, "color": role_color(PUBLISHED)}
    figure.add_shape(type="line", x0=base, x1=base, y0=place - 10, y1=place + 10, line=base_line)
    figure.add_trace(
        "scatter",
        x=[dot.value],
        y=[place],
        mode="markers",
        marker={"symbol": symbol, "size": 11, "color": color, "line": {"width": 2}},
        text=[name.replace("<br>", " ")],
        hovertemplate=f"%{{text}}: {label(dot.value)}<extra></extra>",
    )
    is_above = dot.value >= base
    add_label(
        figure,
        x=max(dot.high, base) if is_above else min(dot.low, base),
        y=place,
        text=f"<b>{escape(label(dot.value))}</b>",
        xanchor="left" if is_above else "right",
        xshift=8 if is_above else -8,
    )
    add_label(
        figure,
        x=0,
        xref="x domain",
        xanchor="left",
        y=place - 10,
        yanchor="bottom",
        align="left",
        text=name,
    )
