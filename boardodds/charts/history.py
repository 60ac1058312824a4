"""The chart of a game so far: the answer after each act."""

from collections.abc import Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from boardodds.charts.style import PUBLISHED, Sketch, finish_chart, role_color

_HEIGHT = 168
# What a visitor who went back has left.
_LEFT_OPACITY = 0.4
_HALF = 0.5


def history_line(
    values: Mapping[str, Sequence[float]],
    colors: Sequence[str],
    acts: Sequence[tuple[str, str]],
    current: int,
) -> go.Figure:
    """Draw a line for each series of chances, with a mark for each act and a ring around the current one.

    values: by the name of its series, the chance at the start and after each act.
    colors: the colour of each series.
    acts: the words and the form, as Plotly names it, of the start and of each act.
    current: the number of the current act, from 0 for the start.
    """
    figure, numbers = Sketch(), range(len(acts))
    words, forms = zip(*acts, strict=True)
    for (name, chances), color in zip(values.items(), colors, strict=True):
        marker = {
            "symbol": forms,
            "size": [13 if number == current else 9 for number in numbers],
            "color": color,
            "opacity": [1 if number <= current else _LEFT_OPACITY for number in numbers],
            "line": {"color": role_color(PUBLISHED), "width": [2 if number == current else 0.75 for number in numbers]},
        }
        figure.add_trace(
            "scatter",
            mode="lines+markers",
            x=list(numbers),
            y=list(chances),
            name=escape(name),
            cliponaxis=False,
            line={"color": color, "width": 1.5},
            marker=marker,
            # A tap on a point goes there and leaves the others as they are.
            unselected={"marker": {}},
            text=[f"{number}: {escape(word)}" for number, word in enumerate(words)],
            hovertemplate="%{text}, %{y:.1%}<extra>" + escape(name) + "</extra>",
        )
    figure.update_xaxes(showgrid=False, zeroline=False, tickformat="d", nticks=6)
    # Of many players none has a large chance at first.
    top = 1.0 if max(map(max, values.values())) > _HALF else _HALF
    figure.update_yaxes(range=[0, top], tickvals=[0, top / 2, top], tickformat=".0%", zeroline=False)
    figure.update_layout(hovermode="closest")
    return finish_chart(figure, height=_HEIGHT + 40 * (len(values) > 1), legend=len(values) > 1)
