"""Orchard charts: the ends of games."""

from collections.abc import Mapping, Sequence
from math import pi, sqrt

import numpy as np

from boardodds.charts import svg
from boardodds.charts.style import DARK_INK, LOSING, PUBLISHED, SIMULATED, Drawing, Sketch, role_color, stroke
from boardodds.orchard import Endings, State
from boardodds.probability.display import plural
from boardodds.probability.pmf import Pmf

TREE_NAMES = ("apples", "pears", "cherries", "plums", "peaches", "lemons", "oranges", "coconuts")
TREE_FILLS = ("#3f9b45", "#d9a50f", "#c53030", "#3559a8", "#e58a5b", "#e3c72b", "#e07b1a", "#8a6d3b")


def ending_bars(endings: Endings) -> Drawing:
    """Draw the chance that the game ends at each roll, won upwards and lost downwards, with a line at the mean.

    The shortest and the longest 0.05% of games are left out.
    """
    rolls = endings.rolls
    first, last = (int(rolls.quantile(share)) for share in (0.0005, 0.9995))
    figure = Sketch()
    numbers = list(range(first, last + 1))
    won, lost = endings.won[first : last + 1], endings.lost[first : last + 1]
    for name, chances, role, sign in (("won", won, "green", 1), ("lost to the raven", lost, LOSING, -1)):
        bars = {"x": numbers, "y": [sign * chance for chance in chances], "customdata": list(chances), "name": name}
        look = {"marker": {"color": role_color(role)}}
        figure.add_trace("bar", f"{name} with roll %{{x}}: %{{customdata:.2%}}", **bars, **look)
    figure.add_vline(rolls.mean, line=stroke(PUBLISHED, 1.5, "dot"))
    figure.add_hline(0, line=stroke(PUBLISHED))
    figure.update_layout(barmode="overlay", bargap=0.1)
    figure.update_xaxes(showgrid=False, range=[first - 1, last + 1])
    figure.update_xaxes(nticks=8, ticksuffix=" rolls", showticksuffix="last")
    figure.update_yaxes(visible=False)
    return figure.finish(height=None)


def closeness_bars(fruit_left: Pmf, raven_left: Pmf) -> Drawing:
    """Draw the chance of each end: lost games to the left by the fruit left, won games to the right by the raven steps left.

    The 0.05% of games that are lost with the most fruit left are left out.
    """
    most_fruit, most_steps = int(fruit_left.quantile(0.9995)), int(raven_left.outcomes[-1])
    figure = Sketch()
    ticks = dict[int, str]()
    for name, unit, left, most, role, sign in (
        ("lost", "fruit", fruit_left, most_fruit, LOSING, -1),
        ("won", "raven step", raven_left, most_steps, "green", 1),
    ):
        numbers = list(range(1, most + 1))
        figure.add_trace(
            "bar",
            f"{name} with %{{customdata}} left: %{{y:.2%}}",
            x=[sign * number for number in numbers],
            y=[left.probability(number) for number in numbers],
            name=name,
            marker={"color": role_color(role)},
            customdata=[plural(number, unit) for number in numbers],
        )
        step = next(step for step in (1, 2, 5, 10) if most <= 6 * step or step == 10)
        shown = [number for number in numbers if number % step == 0]
        ticks |= {sign * number: f"{number}" for number in shown}
        if shown:
            middle = shown[len(shown) // 2]
            ticks[sign * middle] = f"{plural(middle, unit)} left".replace(" ", "<br>", 1)
    figure.add_vline(0, line=stroke(PUBLISHED))
    figure.update_layout(bargap=0.1)
    places = sorted(ticks)
    figure.update_xaxes(showgrid=False, tickvals=places, ticktext=[ticks[place] for place in places], tickangle=0)
    figure.update_xaxes(range=[-most_fruit - 1, most_steps + 1])
    figure.update_yaxes(tickformat=".0%", nticks=4, rangemode="tozero")
    return figure.finish(height=260)


def run_bars(wins: Mapping[str, Sequence[int]], chances: Sequence[float], games: int) -> Drawing:
    """Draw the games won in each run by game and way, in bars of half a standard error, and the normal densities."""
    figure, errors, line = Sketch(), np.linspace(-5, 5, 21), {**stroke(PUBLISHED, 2), "shape": "spline"}
    for (way, won), chance, role in zip(wins.items(), chances, (SIMULATED, "green"), strict=True):
        error, look = sqrt(chance * (1 - chance) / games), {"color": role_color(role), "opacity": 0.5}
        runs, _ = np.histogram((np.array(won) / games - chance) / error, errors)
        xs, density = chance + error * errors, len(won) * np.exp(-(errors**2) / 2) / sqrt(8 * pi)
        bars = {"x": (xs[:-1] + error / 4).tolist(), "y": runs.tolist(), "width": error / 2, "name": way}
        figure.add_trace("bar", hoverinfo="all", **bars, marker=look)
        figure.add_lines(xs.tolist(), density.tolist(), line=line)
        figure.add_label(f"<b>{way.rpartition(', ')[2]}</b>", x=chance, y=1, yref="paper", yanchor="bottom")
    figure.update_xaxes(tickformat=".0%", nticks=8, showgrid=False)
    return figure.finish(height=280, t=28, r=40)


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
