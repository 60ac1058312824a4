"""Camel Up charts: stacked bars in the camels' colours, lengths of races, tile values, and the picture of a board."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.camel_up import FIRST_EDITION, LegOdds, Position, RaceOdds, RaceSample, Rules, camel_name
from boardodds.camel_up.position import MIRAGE, OASIS, TILE_NAMES
from boardodds.camel_up.terms import tile_name
from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, HAIR, PERCENT, finish_chart, ordinal
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
# The shortest segments, as fractions of a bar, with room for a letter and for a letter with two digits. The narrowest bars
# decide: those on a phone, and those next to the board.
_MIN_LETTER_SHARE, _MIN_LABEL_SHARE = 0.045, 0.085
# Bars that round to 0.0% get no label, and the axis need not show them.
_MIN_BAR_CHANCE = 0.0005


def ink(camel: str) -> str:
    """Return the colour in which a letter is readable on a camel's fill."""
    return DARK_INK if camel in _LIGHT_FILLS else LIGHT_INK


def place_bars(odds: LegOdds) -> go.Figure:
    """Draw one bar for each place in the leg, split among the camels by their chance of that place."""
    rows = {
        ordinal(place): {camel: odds.probability(camel, place) for camel in odds.camels}
        for place in range(1, len(odds.camels) + 1)
    }
    return split_bars(rows, odds.ranking)


def end_bars(race: RaceOdds | RaceSample) -> go.Figure:
    """Draw one bar for the overall winner and one for the overall loser, split among the camels by their chances."""
    rows = {
        name: {camel: _value(chance(camel)) for camel in race.camels}
        for name, chance in (("wins", race.win), ("finishes last", race.last))
    }
    return split_bars(rows, race.ranking)


def leg_bars(pmfs: Mapping[str, Pmf], errors: Mapping[str, Sequence[float]] | None = None) -> go.Figure:
    """Draw the chance of each number of legs, with one colour for each distribution.

    pmfs: by name, the distribution of the number of legs.
    errors: by the name of a simulated distribution, half the width of the 95% interval of each bar.
    """
    figure = Sketch()
    shown_legs = [
        x for pmf in pmfs.values() for x, p in zip(pmf.outcomes, pmf.probabilities, strict=True) if p >= _MIN_BAR_CHANCE
    ]
    for name, pmf in pmfs.items():
        half_widths = (errors or {}).get(name)
        figure.add_trace(
            "bar",
            x=pmf.outcomes,
            y=pmf.probabilities,
            name=name,
            error_y={"array": half_widths} if half_widths else None,
            text=[_bar_label(p) for p in pmf.probabilities],
            textposition="outside",
            # Keep one text size for all labels, even where a label is wider than its bar.
            constraintext="none",
            textfont={"size": 10},
            cliponaxis=False,
            hovertemplate=f"%{{x}} legs: %{{y:.3%}}<extra>{name if len(pmfs) > 1 else ''}</extra>",
        )
    figure.update_layout(barmode="group")
    figure.update_xaxes(title="legs", dtick=1, showgrid=False, range=[min(shown_legs) - 0.6, max(shown_legs) + 0.6])
    figure.update_yaxes(title="chance", tickformat=".0%", rangemode="tozero")
    return finish_chart(figure, height=320, legend=len(pmfs) > 1)


def camel_lines(means: Mapping[str, Mapping[int, float]], errors: Mapping[str, Mapping[int, float]]) -> go.Figure:
    """Draw the expected number of legs by number of camels, one line for each rule.

    means: by the name of a rule, the expected legs for each number of camels.
    errors: by name and number of camels, half the width of the 95% interval; only for simulated means, whose points are hollow.
    """
    figure = Sketch()
    for (name, by_camels), dash in zip(means.items(), ("solid", "dash"), strict=False):
        half_widths = errors.get(name, {})
        figure.add_trace(
            "scatter",
            x=list(by_camels),
            y=list(by_camels.values()),
            error_y={"array": [half_widths.get(camels, 0.0) for camels in by_camels], "visible": bool(half_widths)},
            customdata=[
                f" ± {half_widths[camels]:.3f} (95% CI)" if camels in half_widths else "" for camels in by_camels
            ],
            name=name,
            mode="lines+markers",
            line={"dash": dash},
            marker={
                "symbol": ["circle-open" if camels in half_widths else "circle" for camels in by_camels],
                "size": 8,
            },
            hovertemplate=f"%{{x}} camels, {name}: %{{y:.3f}} legs%{{customdata}}<extra></extra>",
        )
    figure.update_xaxes(title="camels", dtick=1, showgrid=False)
    figure.update_yaxes(title="expected legs")
    return finish_chart(figure, height=320, legend=True)


def split_bars(rows: Mapping[str, Mapping[str, float]], camels: Sequence[str]) -> go.Figure:
    """Draw horizontal bars of 100%, each split among the camels; the first row is on top.

    rows: by the label of a bar, the chance of each camel; a missing camel counts as 0.
    camels: the camels in the order of their segments.
    """
    labels = list(rows)
    figure = Sketch()
    for camel in camels:
        shares = [chances.get(camel, 0.0) for chances in rows.values()]
        figure.add_trace(
            "bar",
            y=labels,
            x=shares,
            orientation="h",
            name=camel_name(camel),
            marker={"color": FILL.get(camel, "#888888"), "line": {"color": DARK_INK, "width": 1}},
            text=[_segment_label(camel, share) for share in shares],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": ink(camel), "size": 13},
            hovertemplate=f"%{{y}}: {camel_name(camel)} %{{x:{PERCENT}}}<extra></extra>",
        )
    figure.update_layout(barmode="stack", uniformtext={"minsize": 10, "mode": "show"})
    # A range that ends at 1 would cut off the outline of the bars and the last tick.
    figure.update_xaxes(range=[0, 1.004], tickformat=".0%", dtick=0.25, showgrid=False, zeroline=False)
    figure.update_yaxes(autorange="reversed", type="category", showgrid=False, ticksuffix=" ")
    return finish_chart(figure, height=56 + 34 * len(labels))


def tile_bars(coins: Mapping[tuple[str, int], float], rules: Rules) -> go.Figure:
    """Draw the coins that one more tile is expected to earn on each square, with one bar for each side of the tile.

    coins: by (kind, square), where the kind is ``oasis`` or ``mirage``.
    rules: of the edition that names the tiles.
    """
    figure = Sketch()
    for letter, colour, pattern in ((OASIS, "#2f8f4e", ""), (MIRAGE, "#c9973f", "/")):
        kind, name = TILE_NAMES[letter], tile_name(letter, rules)
        squares = [square for tile_kind, square in coins if tile_kind == kind]
        figure.add_trace(
            "bar",
            x=squares,
            y=[coins[kind, square] for square in squares],
            name=name,
            marker={"color": colour, "pattern": {"shape": pattern}, "line": {"color": DARK_INK, "width": 1}},
            hovertemplate=f"{name} on square %{{x}}: %{{y:.2f}} coins<extra></extra>",
        )
    figure.update_layout(barmode="group")
    figure.update_xaxes(title="square", dtick=1, showgrid=False)
    figure.update_yaxes(title="expected coins", rangemode="tozero")
    return finish_chart(figure, height=300, legend=True)


def counting_rings(tree: Mapping[tuple[str, ...], str]) -> go.Figure:
    """Draw the tree of rolls as rings, the first roll inside, each roll in the colour of the most likely winner after it.

    tree: by the rolls so far, such as ``("O1", "B3")``, the camel that then wins most often.
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
        customdata=[
            f"{', then '.join(path)}: {camel_name(tree[path])} {'is most likely to win' if path in inner else 'wins'}"
            for path in paths
        ],
        hovertemplate="%{customdata}<extra></extra>",
        insidetextorientation="horizontal",
    )
    return finish_chart(figure, height=380)


def _bar_label(chance: float) -> str:
    """Return the label of a bar in percent, which is 100.0 only for a certain event."""
    if chance < _MIN_BAR_CHANCE:
        return ""
    return f"{100 * chance:.1f}" if chance < 1 - _MIN_BAR_CHANCE or chance > 1 - HAIR else ">99.9"


def _value(chance: float | Proportion) -> float:
    return chance if isinstance(chance, float) else chance.value


def _segment_label(camel: str, share: float) -> str:
    """Return the text that fits into a segment: the letter with the percentage, the letter, or nothing."""
    if share < _MIN_LETTER_SHARE:
        return ""
    return f"<b>{camel}</b>" + (f" {100 * share:.0f}" if share >= _MIN_LABEL_SHARE else "")


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of the position in a question, or None if the question has no position."""
    return camel_board(Position.parse(notation["position"])) if "position" in notation else None


def camel_board(position: Position) -> str:
    """Return an SVG picture of a position.

    It shows the squares around the camels, the stacks, the tiles, the dice in the pyramid, and the finish line if it is near.
    """
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
