"""Charts of chances of winning that several games share: by name, by number, by seat, and compared with a base."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

import plotly.graph_objects as go

from boardodds.charts.marks import (
    NO_FILL,
    add_base_name,
    add_label,
    error_bars,
    name_axis,
)
from boardodds.charts.style import (
    CONTEXT,
    EXACT,
    PERCENT,
    PUBLISHED,
    SIMULATED,
    Sketch,
    finish_chart,
    role_color,
    short_percent,
)
from boardodds.probability.estimate import Z95, MeanEstimate, Proportion


def seat_bars(wins: Sequence[Proportion | float]) -> go.Figure:
    """Draw how far each seat's chance of winning is from an equal chance, in percentage points.

    wins: by seat, an exact chance or a simulated proportion, which gets its 95% interval.
    """
    fair = 1 / len(wins)
    shares = [win if isinstance(win, float) else win.value for win in wins]
    errors = [0.0 if isinstance(win, float) else 100 * Z95 * win.standard_error for win in wins]
    is_simulated = any(errors)
    role = SIMULATED if is_simulated else EXACT
    color = role_color(role)
    seats = [str(seat) for seat in range(1, len(wins) + 1)]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=seats,
        y=[100 * (share - fair) for share in shares],
        **error_bars(errors if is_simulated else None, role),
        marker={"color": NO_FILL if is_simulated else color, "line": {"color": color, "width": 2}},
        hovertemplate="player %{x}: %{y:+.2f} percentage points from an equal chance<extra></extra>",
    )
    figure.add_hline(0, line={"width": 1.5, "color": role_color(PUBLISHED)})
    corner = {"x": 1, "xref": "x domain", "xanchor": "right", "y": 1, "yref": "y domain", "yanchor": "bottom"}
    add_label(figure, f"line: equal chance, {short_percent(fair)}", **corner)
    labels = [
        f"{'player ' if seat == '1' else ''}{seat}<br><b>{escape(short_percent(share))}</b>"
        for seat, share in zip(seats, shares, strict=True)
    ]
    figure.update_yaxes(visible=False)
    figure.update_xaxes(showgrid=False, type="category", tickvals=seats, ticktext=labels)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=240)


def win_bars(wins: Mapping[str, float], *, current: str) -> go.Figure:
    """Draw one bar of the chance of winning for each name, with the bar ``current`` highlighted."""
    names = list(wins)
    figure = Sketch()
    figure.add_trace(
        "bar",
        y=list(range(len(names))),
        x=list(wins.values()),
        orientation="h",
        marker={"color": [role_color(EXACT if name == current else CONTEXT) for name in names]},
        width=[0.7 if name == current else 0.35 for name in names],
        hovertext=names,
        hovertemplate=f"%{{hovertext}}: %{{x:{PERCENT}}}<extra></extra>",
    )
    for row, (name, win) in enumerate(wins.items()):
        add_label(figure, _bold(short_percent(win), name == current), x=win, y=row, xanchor="left", xshift=4)
    # Leave room for the number to the right of a full bar.
    figure.update_xaxes(visible=False, range=[0, 1.2])
    figure.update_yaxes(**name_axis([_bold(name, name == current) for name in names]))
    return finish_chart(figure, height=16 + 32 * len(names))


def _bold(text: str, is_bold: bool) -> str:
    return f"<b>{escape(text)}</b>" if is_bold else escape(text)


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
    low = min([base, *(dot.low for dot in dots.values())])
    high = max([base, *(dot.high for dot in dots.values())])
    # Room for a figure next to the outermost dots.
    room = 0.3 * (high - low) or 1.0
    low, high = low - room, high + room
    for name, (_, dot), place in zip(names, ranked, places, strict=True):
        _add_change(figure, name, dot, place, base, label, role)
    add_base_name(figure, base_name, (base - low) / (high - low), base)
    figure.update_xaxes(visible=False, range=[low, high])
    figure.update_yaxes(visible=False, range=[sum(heights), 0])
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 4})
    return finish_chart(figure, height=32 + sum(heights))


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
    left = {"x": 0, "xref": "x domain", "xanchor": "left", "align": "left"}
    add_label(figure, name, **left, y=place - 10, yanchor="bottom")
