"""Charts that several games share: lengths of games, effects of rules, chances of winning."""

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt

import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.style import DASHES, PERCENT, finish_chart, short_percent
from boardodds.probability.estimate import Z95, MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf

# The theme's colours, in an order that puts different hues next to each other.
_THEME_RGB = (
    "180,83,10",
    "43,108,176",
    "47,143,78",
    "122,63,176",
    "197,48,48",
    "15,118,110",
    "138,109,59",
    "219,90,142",
)
# The share of games that a chart of lengths shows. The long tail of the rest would compress it.
_SHOWN_SHARE = 0.995


def length_lines(lengths: Mapping[str, tuple[Pmf, int | None]], x_title: str = "turns") -> go.Figure:
    """Draw distributions of the length of games as lines; a simulated one has a band of 95% intervals, point by point.

    lengths: by name, the distribution and the number of simulated games, or None if it is exact.
    """
    figure = Sketch()
    last = max(pmf.quantile(_SHOWN_SHARE) for pmf, _ in lengths.values())
    for number, (name, (pmf, games)) in enumerate(lengths.items()):
        color = f"rgba({_THEME_RGB[number % len(_THEME_RGB)]},"
        chances = dict(zip(pmf.outcomes, pmf.probabilities, strict=True))
        xs = list(range(1, int(last) + 1))
        ys = [chances.get(x, 0.0) for x in xs]
        if games:
            _add_band(figure, xs, ys, games, fill=f"{color}0.25)")
        figure.add_trace(
            "scatter",
            x=xs,
            y=ys,
            mode="lines",
            name=name,
            line={"color": f"{color}1)", "dash": DASHES[number % len(DASHES)], "width": 2},
            hovertemplate=f"{name}<br>%{{x}} {x_title}: %{{y:.2%}}<extra></extra>",
        )
    figure.update_xaxes(title=x_title, showgrid=False, range=[0, last])
    figure.update_yaxes(tickformat=".1%", rangemode="tozero")
    return finish_chart(figure, height=360, legend=len(lengths) > 1)


def _add_band(figure: Sketch, xs: Sequence[int], ys: Sequence[float], games: int, *, fill: str) -> None:
    half_widths = [Z95 * sqrt(y * (1 - y) / games) for y in ys]
    edges = [y + h for y, h in zip(ys, half_widths, strict=True)] + [
        max(0.0, y - h) for y, h in zip(reversed(ys), reversed(half_widths), strict=True)
    ]
    figure.add_trace(
        "scatter",
        x=[*xs, *reversed(xs)],
        y=edges,
        fill="toself",
        fillcolor=fill,
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def impact_bars(impacts: Mapping[str, MeanEstimate]) -> go.Figure:
    """Draw the turns that each rule change adds or removes, with 95% intervals."""
    names = list(impacts)
    values = [impact.value for impact in impacts.values()]
    errors = [Z95 * impact.standard_error for impact in impacts.values()]
    figure = Sketch()
    figure.add_trace(
        "bar",
        y=names,
        x=values,
        orientation="h",
        error_x={"type": "data", "array": errors, "thickness": 2, "color": "#7a7a88"},
        marker={"pattern": {"shape": ["" if value >= 0 else "/" for value in values]}},
        customdata=errors,
        hovertemplate="%{y}: %{x:+.2f} turns (95% CI ± %{customdata:.2f})<extra></extra>",
    )
    figure.add_vline(x=0, line={"width": 1, "color": "#888888"})
    reach = max((abs(value) + error for value, error in zip(values, errors, strict=True)), default=1) or 1
    for name, value, error in zip(names, values, errors, strict=True):
        side = 1 if value >= 0 else -1
        figure.add_annotation(
            x=value + side * (error + 0.02 * reach),
            y=name,
            text=f"{value:+.2f}",
            showarrow=False,
            xanchor="left" if side > 0 else "right",
        )
    low, high = min([0, *values]) - 0.25 * reach, max([0, *values]) + 0.25 * reach
    figure.update_xaxes(title="turns added", range=[low, high], zeroline=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    return finish_chart(figure, height=80 + 34 * len(names))


def seat_bars(wins: Sequence[Proportion | float]) -> go.Figure:
    """Draw how far each seat's chance of winning is from an equal chance, in percentage points.

    wins: by seat, an exact chance or a simulated proportion, which gets its 95% interval.
    """
    fair = 1 / len(wins)
    values = [100 * ((win if isinstance(win, float) else win.value) - fair) for win in wins]
    errors = [0.0 if isinstance(win, float) else 100 * Z95 * win.standard_error for win in wins]
    shares = [win if isinstance(win, float) else win.value for win in wins]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=[f"player {seat + 1}" for seat in range(len(wins))],
        y=values,
        error_y={"type": "data", "array": errors, "thickness": 2, "color": "#7a7a88", "visible": any(errors)},
        text=[escape(short_percent(share)) for share in shares],
        textposition="inside",
        hovertemplate="%{x}: %{y:+.2f} percentage points from an equal chance<extra></extra>",
    )
    figure.update_yaxes(title="percentage points from an equal chance")
    figure.update_xaxes(showgrid=False)
    return finish_chart(figure, height=300)


def win_bars(wins: Mapping[str, float], *, current: str | None = None) -> go.Figure:
    """Draw one bar of the chance of winning for each name, with the bar ``current`` highlighted."""
    return win_groups({"": wins}, current=current)


def win_groups(wins: Mapping[str, Mapping[str, float]], *, current: str | None = None) -> go.Figure:
    """Draw the chance of winning for each name, with one bar for each case and the name ``current`` highlighted.

    wins: by case, the chance for each name; the first case has all names, others can lack some.
    """
    figure = Sketch()
    for number, (case, chances) in enumerate(wins.items()):
        figure.add_trace(
            "bar",
            y=list(chances),
            x=list(chances.values()),
            name=case,
            orientation="h",
            marker={
                "opacity": [1.0 if current in (None, name) else 0.5 for name in chances],
                "pattern": {"shape": ("", "/")[number % 2]},
            },
            text=[
                f"<b>{escape(short_percent(win))}</b>" if name == current else escape(short_percent(win))
                for name, win in chances.items()
            ],
            textposition="outside",
            cliponaxis=False,
            hovertemplate=f"%{{y}}: %{{x:{PERCENT}}}<extra>{case}</extra>",
        )
    names = max(map(len, wins.values()))
    # Leave room for the number to the right of a full bar.
    figure.update_xaxes(range=[0, 1.15], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_layout(barmode="group", legend={"traceorder": "normal"})
    return finish_chart(figure, height=56 + 32 * names if len(wins) == 1 else 90 + 46 * names, legend=len(wins) > 1)


def win_lines(wins: Mapping[str, Mapping[int, float]], x_title: str, *, mark: int | None = None) -> go.Figure:
    """Draw the chance of winning against a number in the rules, one line for each name.

    wins: by name, the chance for each value of the number.
    mark: the value in the current rules, or None for no mark.
    """
    figure = Sketch()
    for (name, by_number), dash in zip(wins.items(), ("solid", "dash", "dot", "dashdot", "longdash"), strict=False):
        figure.add_trace(
            "scatter",
            x=list(by_number),
            y=list(by_number.values()),
            name=name,
            mode="lines+markers",
            line={"dash": dash},
            hovertemplate=f"%{{x}}: %{{y:{PERCENT}}}<extra>{name}</extra>",
        )
    if mark is not None:
        figure.add_vline(x=mark, line={"dash": "dot", "width": 1, "color": "#888888"})
    figure.update_xaxes(title=x_title, dtick=1, showgrid=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.02], title="chance of winning")
    return finish_chart(figure, height=320, legend=len(wins) > 1)
