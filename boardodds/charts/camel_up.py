"""Camel Up pictures: stacked bars in the game's colours, and what a tile earns on each square."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.camel_up import FIRST_EDITION, LegOdds, Position, RaceOdds, RaceSample, camel_name
from boardodds.camel_up.position import OASIS
from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, PERCENT, ordinal, quiet
from boardodds.probability.estimate import Proportion
from boardodds.probability.pmf import Pmf

FILL = {
    "W": "#f4efe6",
    "G": "#2f8f4e",
    "B": "#2b6cb0",
    "O": "#e07b1a",
    "Y": "#f2c230",
    "R": "#c53030",
    "P": "#7a3fb0",
    "w": "#fffdf7",
    "k": "#1f1f1f",
    "0": "#2b6cb0",
    "1": "#e07b1a",
    "2": "#2f8f4e",
    "3": "#c53030",
    "4": "#f2c230",
    "5": "#7a3fb0",
    "6": "#0f9a8f",
    "7": "#c77796",
}
LIGHT_INK = "#ffffff"
_LIGHT_FILLS = frozenset("WOYw147")
# shares of a bar on a phone, or beside the board, that a letter fits into, and a letter with two digits
_SMALLEST_LETTER, _SMALLEST_LABEL = 0.045, 0.085
_SMALLEST_BAR = 0.0005


def ink(camel: str) -> str:
    """The colour in which a camel's letter reads on its fill."""
    return DARK_INK if camel in _LIGHT_FILLS else LIGHT_INK


def place_bars(odds: LegOdds) -> go.Figure:
    """One bar a place, split among the camels by their chance to end there."""
    rows = {
        ordinal(place): {camel: odds.probability(camel, place) for camel in odds.camels}
        for place in range(1, len(odds.camels) + 1)
    }
    return split_bars(rows, odds.ranking)


def end_bars(race: RaceOdds | RaceSample) -> go.Figure:
    """A bar for the winner of the race and one for the last camel, split among the camels."""
    rows = {
        name: {camel: _value(chance(camel)) for camel in race.camels}
        for name, chance in (("wins", race.win), ("last", race.last))
    }
    return split_bars(rows, race.ranking)


def leg_bars(pmfs: Mapping[str, Pmf], errors: Mapping[str, Sequence[float]] | None = None) -> go.Figure:
    """Chance of each number of legs, one colour a pmf; ``errors`` gives half an interval for each bar of a simulated one."""
    figure = Sketch()
    seen = [
        x for pmf in pmfs.values() for x, p in zip(pmf.outcomes, pmf.probabilities, strict=True) if p >= _SMALLEST_BAR
    ]
    for name, pmf in pmfs.items():
        spread = (errors or {}).get(name)
        figure.add_trace(
            "bar",
            x=pmf.outcomes,
            y=pmf.probabilities,
            name=name,
            error_y={"array": spread} if spread else None,
            text=[f"{100 * p:.1f}" if p >= _SMALLEST_BAR else "" for p in pmf.probabilities],
            textposition="outside",
            # of one size, also where that is wider than a bar
            constraintext="none",
            textfont={"size": 10},
            cliponaxis=False,
            hovertemplate=f"%{{x}} legs: %{{y:.3%}}<extra>{name if len(pmfs) > 1 else ''}</extra>",
        )
    figure.update_layout(barmode="group")
    figure.update_xaxes(title="legs", dtick=1, showgrid=False, range=[min(seen) - 0.6, max(seen) + 0.6])
    figure.update_yaxes(title="chance", tickformat=".0%", rangemode="tozero")
    return quiet(figure, height=320, legend=len(pmfs) > 1)


def camel_lines(means: Mapping[str, Mapping[int, float]], errors: Mapping[str, Mapping[int, float]]) -> go.Figure:
    """Expected legs by number of camels, a line for each rule.

    errors: half the 95% interval of those that are simulated, which are hollow.
    """
    figure = Sketch()
    for (name, by_camels), dash in zip(means.items(), ("solid", "dash"), strict=False):
        error = errors.get(name, {})
        figure.add_trace(
            "scatter",
            x=list(by_camels),
            y=list(by_camels.values()),
            error_y={"array": [error.get(camels, 0.0) for camels in by_camels], "visible": bool(error)},
            customdata=[f" +/- {error[camels]:.3f}" if camels in error else "" for camels in by_camels],
            name=name,
            mode="lines+markers",
            line={"dash": dash},
            marker={"symbol": ["circle-open" if camels in error else "circle" for camels in by_camels], "size": 8},
            hovertemplate=f"%{{x}} camels, {name}: %{{y:.3f}}%{{customdata}} legs<extra></extra>",
        )
    figure.update_xaxes(title="camels", dtick=1, showgrid=False)
    figure.update_yaxes(title="expected legs")
    return quiet(figure, height=320, legend=True)


def split_bars(rows: Mapping[str, Mapping[str, float]], camels: Sequence[str]) -> go.Figure:
    """Bars that each add up to 100%, the first row on top, split among the camels in the order given.

    rows: for each bar's label the probability of each camel; a camel that is missing counts as 0.
    """
    labels = list(rows)
    figure = Sketch()
    for camel in camels:
        shares = [row.get(camel, 0.0) for row in rows.values()]
        figure.add_trace(
            "bar",
            y=labels,
            x=shares,
            orientation="h",
            name=camel_name(camel),
            marker={"color": FILL.get(camel, "#888888"), "line": {"color": DARK_INK, "width": 1}},
            text=[_label(camel, share) for share in shares],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": ink(camel), "size": 13},
            hovertemplate=f"%{{y}}: {camel_name(camel)} %{{x:{PERCENT}}}<extra></extra>",
        )
    figure.update_layout(barmode="stack", uniformtext={"minsize": 10, "mode": "show"})
    # a little over 1, so that the last bar's edge and the last tick are not cut off
    figure.update_xaxes(range=[0, 1.004], tickformat=".0%", dtick=0.25, showgrid=False, zeroline=False)
    figure.update_yaxes(autorange="reversed", type="category", showgrid=False, ticksuffix=" ")
    return quiet(figure, height=56 + 34 * len(labels))


def tile_bars(coins: Mapping[tuple[str, int], float]) -> go.Figure:
    """Expected coins of one more tile on each square, oasis beside mirage.

    coins: by (kind, square), kind ``oasis`` or ``mirage``.
    """
    figure = Sketch()
    for kind, colour, pattern in (("oasis", "#2f8f4e", ""), ("mirage", "#c9973f", "/")):
        squares = [square for each, square in coins if each == kind]
        figure.add_trace(
            "bar",
            x=squares,
            y=[coins[kind, square] for square in squares],
            name=kind,
            marker={"color": colour, "pattern": {"shape": pattern}, "line": {"color": DARK_INK, "width": 1}},
            hovertemplate=f"{kind} on %{{x}}: %{{y:.2f}} coins<extra></extra>",
        )
    figure.update_layout(barmode="group")
    figure.update_xaxes(title="square", dtick=1, showgrid=False)
    figure.update_yaxes(title="expected coins", rangemode="tozero")
    return quiet(figure, height=300, legend=True)


def counting_rings(tree: Mapping[tuple[str, ...], str]) -> go.Figure:
    """The tree of rolls as rings, the first roll inside, each roll in the colour of the likeliest winner after it.

    tree: by the rolls so far, as in ``("O1", "B3")``, the camel that then wins most often.
    """
    paths = list(tree)
    inner = {path[:-1] for path in paths}
    figure = Sketch()
    figure.add_trace(
        "sunburst",
        ids=["/".join(path) for path in paths],
        labels=[f"<b>{path[-1]}</b>" for path in paths],
        parents=["/".join(path[:-1]) for path in paths],
        values=[int(path not in inner) for path in paths],
        branchvalues="remainder",
        leaf={"opacity": 1},
        marker={"colors": [FILL[tree[path]] for path in paths], "line": {"color": DARK_INK, "width": 1}},
        insidetextfont={"color": [ink(tree[path]) for path in paths]},
        customdata=[f"{', then '.join(path)}: {camel_name(tree[path])} wins" for path in paths],
        hovertemplate="%{customdata}<extra></extra>",
        insidetextorientation="horizontal",
    )
    return quiet(figure, height=380)


def _value(chance: float | Proportion) -> float:
    return chance if isinstance(chance, float) else chance.value


def _label(camel: str, share: float) -> str:
    """What fits into a segment: letter and percent, the letter, or nothing."""
    if share < _SMALLEST_LETTER:
        return ""
    return f"<b>{camel}</b>" + (f" {100 * share:.0f}" if share >= _SMALLEST_LABEL else "")


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return the picture of a question's position as SVG; None if it has none."""
    return camel_board(Position.parse(notation["position"])) if "position" in notation else None


def camel_board(position: Position) -> str:
    """Return the squares around the camels, the stacks, the tiles, the dice in the pyramid, and the finish if it is near."""
    occupied = [square for square, _ in position.stacks] + [square for square, _ in position.tiles]
    first, last = max(1, min(occupied) - 1), min(FIRST_EDITION.track, max(occupied) + 2)
    tallest = max(len(camels) for _, camels in position.stacks)
    step = min(52.0, (svg.WIDTH - 16) / (last - first + 1))
    ground = 52 + 24 * tallest
    parts = [svg.text(10, 24, "in the pyramid:" if position.dice else "the pyramid is empty")]
    for number, die in enumerate(position.dice):
        parts += _camel(136 + 30 * number, 8, 24, die)
    for square in range(first, last + 1):
        x = 8 + step * (square - first)
        parts += [
            svg.box(x + 1, ground, step - 2, 8, svg.FAINT, stroke=svg.LINE),
            svg.text(x + step / 2, ground + 24, str(square), "middle"),
        ]
    if last == FIRST_EDITION.track:
        end = 8 + step * (last - first + 1)
        parts += [svg.box(end - 2, ground - 26, 4, 34, DARK_INK), svg.text(end - 2, ground - 32, "finish", "end")]
    for square, camels in position.stacks:
        x = 8 + step * (square - first)
        for level, camel in enumerate(camels):
            parts += _camel(x + 3, ground - 24 * (level + 1), step - 6, camel)
    for square, kind in position.tiles:
        parts += _tile(8 + step * (square - first) + step / 2, ground - 12, kind == OASIS)
    return svg.sheet(parts, ground + 32)


def _camel(x: float, y: float, width: float, camel: str) -> list[str]:
    return [
        svg.box(x, y, width, 22, FILL[camel], stroke=DARK_INK, radius=6),
        svg.text(x + width / 2, y + 16, camel, "middle", fill=ink(camel), bold=True),
    ]


def _tile(x: float, y: float, oasis: bool) -> list[str]:
    fill, sign = ("#2f8f4e", "+1") if oasis else ("#8a6410", "-1")
    return [
        f'<circle cx="{x:.1f}" cy="{y}" r="12" fill="{fill}"/>',
        svg.text(x, y + 5, sign, "middle", fill="#ffffff", bold=True),
    ]
