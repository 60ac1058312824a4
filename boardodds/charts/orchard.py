"""Orchard charts: the ends of games, the paper's histogram, and the course of one game."""

from collections.abc import Mapping, Sequence
from html import escape
from math import exp, pi, sqrt

import plotly.graph_objects as go

from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.marks import NO_FILL, add_label, row_axis, unit_ticks
from boardodds.charts.style import DARK_INK, PERCENT, finish_chart, role_color, short_percent
from boardodds.charts.tokens import CONTEXT, EXACT, LOSING, PUBLISHED, SIMULATED, WINNING
from boardodds.orchard import Endings, State

# The share of a row of the paper's figure that its heading takes.
_HEADING_SHARE = 0.2
RAVEN = "raven"
TREE_NAMES = ("apples", "pears", "cherries", "plums", "peaches", "lemons", "oranges", "coconuts")
TREE_FILLS = ("#3f9b45", "#d9a50f", "#c53030", "#3559a8", "#e58a5b", "#e3c72b", "#e07b1a", "#8a6d3b")


def ending_bars(endings: Endings) -> go.Figure:
    """Draw the chance that the game ends at each roll, won upwards and lost downwards.

    The shortest and the longest 0.05% of games are left out.
    """
    rolls = endings.rolls
    first, last = (int(rolls.quantile(share)) for share in (0.0005, 0.9995))
    numbers = list(range(first, last + 1))
    highest = [max(chances[first : last + 1], default=0.0) for chances in (endings.won, endings.lost)]
    room = 0.28 * sum(highest)
    mean_share = (rolls.mean - first) / max(1, last - first)
    # The labels are at the side that is farther from the mean, where the bars are low.
    label_side = {"x": 1, "xanchor": "right"} if mean_share < 0.5 else {"x": 0, "xanchor": "left"}
    figure = Sketch()
    for name, chances, role, sign in (
        ("won", endings.won, WINNING, 1),
        ("lost to the raven", endings.lost, LOSING, -1),
    ):
        figure.add_trace(
            "bar",
            x=numbers,
            y=[sign * chance for chance in chances[first : last + 1]],
            name=name,
            marker={"color": role_color(role)},
            customdata=list(chances[first : last + 1]),
            hovertemplate=f"{name} with roll %{{x}}: %{{customdata:.2%}}<extra></extra>",
        )
        add_label(
            figure,
            text=f"<b>{escape(short_percent(min(1.0, sum(chances))))}</b> {name}",
            **label_side,
            xref="x domain",
            y=1 if sign > 0 else 0,
            yref="y domain",
            yanchor="top" if sign > 0 else "bottom",
        )
    _mark_mean(figure, rolls.mean, mean_share)
    figure.add_hline(0, line={"width": 1, "color": role_color(PUBLISHED)})
    figure.update_layout(barmode="overlay", bargap=0.1, margin={"l": 8, "r": 8, "t": 28, "b": 8})
    figure.update_xaxes(showgrid=False, range=[first - 1, last + 1], nticks=8)
    figure.update_yaxes(visible=False, range=[-highest[1] - room, highest[0] + room])
    return finish_chart(figure, height=250)


def _mark_mean(figure: Sketch, mean: float, share: float) -> None:
    """Draw a line at the mean with its figure above the chart.

    share: the place of the mean, from 0 at the left to 1 at the right.
    """
    figure.add_vline(mean, line={"width": 1.5, "dash": "dot", "color": role_color(PUBLISHED)})
    add_label(
        figure,
        text=f"mean <b>{mean:.1f}</b> rolls",
        x=mean,
        y=1,
        yref="y domain",
        yanchor="bottom",
        yshift=2,
        xanchor="left" if share < 0.2 else "right" if share > 0.8 else "center",
    )


def share_histograms(runs: Mapping[str, tuple[Sequence[float], float]], games: int) -> go.Figure:
    """Draw histograms of the proportions won in many simulations, the normal curve they should follow, and the exact chance.

    Each name has its own row over a common axis, since the histograms would overlap in one plot.

    runs: by name, the proportion won in each simulation and the exact chance.
    games: the number of games in each simulation.
    """
    figure = Sketch()
    rows = len(runs)
    for row, (name, (shares, exact)) in enumerate(runs.items()):
        # The lowest row has the axis that all rows share.
        axis = f"y{rows - row}" if row < rows - 1 else "y"
        _add_share_row(figure, axis, name, shares, exact, games)
        figure.add_shape(
            type="line",
            x0=exact,
            x1=exact,
            y0=0,
            y1=1,
            yref=f"{axis} domain",
            line={"width": 2, "color": role_color(EXACT)},
        )
        add_label(
            figure,
            text=f"<b>{name}</b>, exactly {exact:.2%}",
            x=0,
            xref="x domain",
            xanchor="left",
            y=1,
            yref=f"{axis} domain",
            yanchor="bottom",
        )
        domain = [1 - (row + 1) / rows, 1 - (row + _HEADING_SHARE) / rows]
        attributes = {} if axis == "y" else {**row_axis(), "matches": "y"}
        figure.update_layout(**{axis.replace("y", "yaxis"): {**attributes, "domain": domain, "nticks": 4}})
    # In the mode "group", Plotly would use the bins of the first row for all rows.
    figure.update_layout(bargap=0.02, barmode="overlay")
    figure.update_xaxes(title=f"proportion of {games:,} games won", tickformat=".1%")
    return finish_chart(figure, height=70 + 150 * rows)


def _add_share_row(figure: Sketch, axis: str, name: str, shares: Sequence[float], exact: float, games: int) -> None:
    """Add the histogram of one case and its normal curve."""
    standard_error = sqrt(exact * (1 - exact) / games)
    width = standard_error / 2
    figure.add_trace(
        "histogram",
        x=list(shares),
        yaxis=axis,
        xbins={"start": exact - 5 * standard_error, "end": exact + 5 * standard_error, "size": width},
        name=name,
        marker={"color": NO_FILL, "line": {"width": 1.5, "color": role_color(SIMULATED)}},
        hovertemplate=f"{name}<br>%{{x}}: %{{y}} simulations<extra></extra>",
    )
    xs = [exact + standard_error * step / 20 for step in range(-90, 91)]
    scale = len(shares) * width / (standard_error * sqrt(2 * pi))
    figure.add_trace(
        "scatter",
        x=xs,
        y=[scale * exp(-(((x - exact) / standard_error) ** 2) / 2) for x in xs],
        yaxis=axis,
        mode="lines",
        line={"color": role_color(CONTEXT), "width": 1.5},
        hoverinfo="skip",
    )


def game_line(wins: Sequence[float], rolls: Sequence[str], current: int) -> go.Figure:
    """Draw the chance of winning over one game, with a larger point for one roll.

    wins: the chance before the first roll and after each roll.
    rolls: the text of each roll.
    current: the number of the roll to highlight.
    """
    figure = Sketch()
    color = role_color(EXACT)
    figure.add_trace(
        "scatter",
        x=list(range(len(wins))),
        y=list(wins),
        mode="lines+markers",
        line={"shape": "hv", "width": 2, "color": color},
        marker={"size": [12 if roll == current else 5 for roll in range(len(wins))], "color": color, "opacity": 1},
        text=["start", *rolls],
        hovertemplate=f"roll %{{x}}, %{{text}}: %{{y:{PERCENT}}}<extra></extra>",
    )
    last = len(wins) - 1
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if last <= 7 * step)
    ticks = list(range(0, last + 1, step))
    figure.update_xaxes(showgrid=False, range=[-1, last + 1], **unit_ticks(ticks, "rolls"))
    figure.update_yaxes(tickformat=".0%", range=[-0.06, 1.06], tickvals=[0, 0.5, 1])
    # Room for the unit below the last tick, which can be at the very end of the axis.
    figure.update_layout(margin={"l": 8, "r": 24, "t": 8, "b": 8})
    return finish_chart(figure, height=240)


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of the state in a question."""
    return trees_picture(State.parse(notation["state"]))


def trees_picture(state: State) -> str:
    """Return an SVG picture of the fruit left on each tree and the raven's steps left."""
    parts: list[str] = []
    rows = [(TREE_NAMES[tree], left, TREE_FILLS[tree]) for tree, left in enumerate(state.fruit)]
    rows.append(("raven steps left", state.raven_steps, svg.WRITING))
    for number, (name, left, fill) in enumerate(rows):
        y = 24 + 28 * number
        parts += [svg.text(136, y + 5, name, "end"), svg.text(158, y + 5, str(left), "middle", bold=True)]
        # Closer together if they would leave the sheet.
        step = min(24.0, (svg.WIDTH - 200) / max(left, 1))
        parts += [
            _piece(184 + step * place, y, 0.375 * step, fill, raven=number == len(state.fruit)) for place in range(left)
        ]
    return svg.sheet(parts, 12 + 28 * len(rows))


def _piece(x: float, y: float, radius: float, fill: str, *, raven: bool) -> str:
    if raven:
        return svg.box(x - radius, y - radius, 2 * radius, 2 * radius, fill, stroke=DARK_INK, radius=2)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{DARK_INK}"/>'
