"""Orchard charts: the fruit left, the ends of games, the paper's histogram, and the course of one game."""

from collections.abc import Mapping, Sequence
from math import exp, pi, sqrt

import plotly.graph_objects as go

from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, PERCENT, finish_chart, in_percent
from boardodds.orchard import Endings, State

TREES = ("🍏", "🍐", "🍒", "🫐", "🍑", "🍋", "🍊", "🥥")
# Distinguishable with red-green colour blindness.
WON, LOST = "#3f9b45", "#8370c4"
# The share of a row of the paper's figure that its heading takes.
_HEADING_SHARE = 0.2
RAVEN = "🐦‍⬛"
TREE_NAMES = ("apples", "pears", "cherries", "plums", "peaches", "lemons", "oranges", "coconuts")
TREE_FILLS = ("#3f9b45", "#d9a50f", "#c53030", "#3559a8", "#e58a5b", "#e3c72b", "#e07b1a", "#8a6d3b")


def orchard_bars(state: State, full: Sequence[int], raven_steps: int) -> go.Figure:
    """Draw the fruit left on each tree and the raven's steps left, as parts of the numbers at the start.

    full: the fruit on each tree at the start.
    raven_steps: the length of the raven's path.
    """
    labels = [f"{TREES[tree]} {TREE_NAMES[tree]}" for tree in range(len(state.fruit))] + [f"{RAVEN} raven steps"]
    left = [*state.fruit, state.raven_steps]
    decreases = [start - rest for start, rest in zip([*full, raven_steps], left, strict=True)]
    fills = [*TREE_FILLS[: len(state.fruit)], "#7a7a88"]
    figure = Sketch()
    figure.add_trace(
        "bar",
        y=labels,
        x=left,
        orientation="h",
        marker={"color": fills},
        text=[str(number) for number in left],
        textposition="inside",
        insidetextanchor="start",
        textfont={"color": "#ffffff"},
        hovertemplate="%{y}: %{x} left<extra></extra>",
    )
    figure.add_trace(
        "bar",
        y=labels,
        x=decreases,
        orientation="h",
        marker={"color": fills, "opacity": 0.18, "pattern": {"shape": "/"}},
        hovertemplate="%{y}: %{x} fewer than at the start<extra></extra>",
    )
    figure.update_layout(barmode="stack")
    figure.update_xaxes(dtick=1, showgrid=False, showticklabels=False)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return finish_chart(figure, height=40 + 34 * len(labels))


def ending_bars(endings: Endings) -> go.Figure:
    """Draw the chance that each roll wins or loses the game, without the shortest and the longest 0.05% of games."""
    rolls = endings.rolls
    first, last = (int(rolls.quantile(share)) for share in (0.0005, 0.9995))
    figure = Sketch()
    for name, chances, color in (("won", endings.won, WON), ("lost", endings.lost, LOST)):
        figure.add_trace(
            "bar",
            x=list(range(first, last + 1)),
            y=list(chances[first : last + 1]),
            name=f"{name} {in_percent(sum(chances))}",
            marker={"color": color},
            hovertemplate=f"{name} with roll %{{x}}: %{{y:.2%}}<extra></extra>",
        )
    figure.update_layout(barmode="stack", bargap=0.1, legend={"traceorder": "normal"})
    figure.update_xaxes(title="roll that ends the game", showgrid=False)
    figure.update_yaxes(tickformat="~%")
    return finish_chart(figure, height=260, legend=True)


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
            type="line", x0=exact, x1=exact, y0=0, y1=1, yref=f"{axis} domain", line={"dash": "dot", "color": "#888888"}
        )
        figure.add_annotation(
            text=f"<b>{name}</b>, exactly {exact:.2%}",
            x=0,
            xref="x domain",
            xanchor="left",
            y=1,
            yref=f"{axis} domain",
            yanchor="bottom",
            showarrow=False,
        )
        domain = [1 - (row + 1) / rows, 1 - (row + _HEADING_SHARE) / rows]
        attributes = {} if axis == "y" else {"fixedrange": True, "automargin": True, "anchor": "x", "matches": "y"}
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
        opacity=0.6,
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
        line={"color": "#888888"},
        hoverinfo="skip",
    )


def game_line(wins: Sequence[float], rolls: Sequence[str], current: int) -> go.Figure:
    """Draw the chance of winning over one game, with a larger point for one roll.

    wins: the chance before the first roll and after each roll.
    rolls: the text of each roll.
    current: the number of the roll to highlight.
    """
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=list(range(len(wins))),
        y=list(wins),
        mode="lines+markers",
        marker={"size": [12 if roll == current else 5 for roll in range(len(wins))]},
        text=["start", *rolls],
        hovertemplate=f"roll %{{x}}, %{{text}}: %{{y:{PERCENT}}}<extra></extra>",
    )
    figure.update_xaxes(title="roll", showgrid=False)
    figure.update_yaxes(tickformat=".0%", range=[-0.02, 1.04], title="chance of winning")
    return finish_chart(figure, height=300)


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of the state in a question."""
    return trees_picture(State.parse(notation["state"]))


def trees_picture(state: State) -> str:
    """Return an SVG picture of the fruit left on each tree and the raven's steps left."""
    parts: list[str] = []
    rows = [(TREE_NAMES[tree], left, TREE_FILLS[tree]) for tree, left in enumerate(state.fruit)]
    rows.append(("raven steps", state.raven_steps, "#4a4a55"))
    for number, (name, left, fill) in enumerate(rows):
        y = 24 + 28 * number
        parts += [svg.text(112, y + 5, name, "end"), svg.text(134, y + 5, str(left), "middle", bold=True)]
        parts += [_piece(160 + 24 * place, y, 9, fill, raven=number == len(state.fruit)) for place in range(left)]
    return svg.sheet(parts, 12 + 28 * len(rows))


def _piece(x: float, y: float, radius: float, fill: str, *, raven: bool) -> str:
    if raven:
        return svg.box(x - radius, y - radius, 2 * radius, 2 * radius, fill, stroke=DARK_INK, radius=2)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{DARK_INK}"/>'
