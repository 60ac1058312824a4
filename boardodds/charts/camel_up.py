"""Camel Up charts: stacked bars in the camels' colours, lengths of races, tile values, and the picture of a board."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from boardodds.camel_up import FIRST_EDITION, Position, Rules, camel_name
from boardodds.camel_up.position import MIRAGE, OASIS, TILE_NAMES
from boardodds.camel_up.terms import tile_name
from boardodds.charts import svg
from boardodds.charts.common import add_label
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, HAIR, PERCENT, finish_chart, role_color
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED, SIMULATED
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
_MIN_BAR_COINS = 0.05
# With more bars than this, labels with a decimal place would touch each other on a phone.
_MAX_PRECISE_BARS = 10
# The height of a row as a multiple of its highest bar, which leaves room for the bar's label and a flag.
_FLAG_ROOM = 1.8
# The same for a row with its title at the left.
_TITLE_ROOM = 1.9
# The gap between two rows, as a fraction of the chart's height.
_ROW_GAP = 0.06
# The columns of a strip of diamonds, as many as fit next to each other on a phone, and its rows.
_STRIP_COLUMNS, _STRIP_ROWS = 40, 8


def ink(camel: str) -> str:
    """Return the colour in which a letter is readable on a camel's fill."""
    return DARK_INK if camel in _LIGHT_FILLS else LIGHT_INK


def leg_bars(pmfs: Mapping[str, Pmf], errors: Mapping[str, Sequence[float]] | None = None) -> go.Figure:
    """Draw the chance of each number of legs, one row for each distribution, with its mean as a flag.

    Exact chances are bars. Simulated ones are hollow points with their 95% intervals.

    pmfs: by the label of its row, the distribution of the number of legs; the first row is on top.
    errors: by the label of a simulated distribution, half the width of the 95% interval of each chance.
    """
    figure = Sketch()
    shown = [
        int(x)
        for pmf in pmfs.values()
        for x, p in zip(pmf.outcomes, pmf.probabilities, strict=True)
        if p >= _MIN_BAR_CHANCE
    ]
    legs = range(min(shown), max(shown) + 1)
    places = 1 if len(legs) <= _MAX_PRECISE_BARS else 0
    low, high = legs[0] - 0.6, legs[-1] + 0.6
    for row, (name, pmf) in enumerate(pmfs.items()):
        axis = _add_row(figure, row, len(pmfs), range=[0, _FLAG_ROOM * max(pmf.probabilities)])
        figure.add_trace(
            **_length_marks((errors or {}).get(name)),
            x=pmf.outcomes,
            y=pmf.probabilities,
            yaxis=axis,
            text=[_bar_label(p, places) for p in pmf.probabilities],
            textfont=_label_font(),
            cliponaxis=False,
            hovertemplate=f"%{{x}} legs{', ' if name else ''}{name}: %{{y:.3%}}<extra></extra>",
        )
        _add_flag(figure, axis, pmf.mean, f"{name}{': ' if name else ''}mean {pmf.mean:.2f}", (low, high))
    step = 1 if places else 2
    figure.update_xaxes(**_ticks(legs[::step], "legs"), range=[low, high], showgrid=False, zeroline=False, anchor=axis)
    return finish_chart(figure, height=40 + 150 * len(pmfs))


def _label_font() -> dict[str, Any]:
    """Return the font of a number outside its bar or point, in the colour that is closest to the page's ink."""
    return {"size": 13, "color": role_color(PUBLISHED)}


def _length_marks(half_widths: Sequence[float] | None) -> dict[str, Any]:
    """Return the form of the chances of one distribution: bars if they are exact, else hollow points with intervals."""
    if half_widths is None:
        return {
            "kind": "bar",
            "marker": {"color": role_color(EXACT)},
            "textposition": "outside",
            # Keep one text size for all labels, even where a label is wider than its bar.
            "constraintext": "none",
        }
    return {
        "kind": "scatter",
        "mode": "markers+text",
        "marker": {"color": role_color(SIMULATED), "symbol": "circle-open", "size": 9, "line": {"width": 2}},
        "error_y": {"array": half_widths, "color": role_color(SIMULATED), "thickness": 2, "width": 0},
        "textposition": "top center",
    }


def _add_row(figure: Sketch, row: int, rows: int, **attributes: Any) -> str:
    """Add a hidden vertical axis for one of several rows above a common horizontal axis, and return its name."""
    axis = f"y{row + 1}" if row else "y"
    domain = [1 - (row + 1) / rows, 1 - row / rows - (_ROW_GAP if row else 0)]
    hidden = {"visible": False, "fixedrange": True, "anchor": "x"}
    figure.update_layout(**{axis.replace("y", "yaxis"): {**hidden, "domain": domain, **attributes}})
    return axis


def _add_flag(figure: Sketch, axis: str, x: float, text: str, bounds: tuple[float, float]) -> None:
    """Add a text with an arrow to a row, above the labels of its bars; the text stays within the bounds of the axis."""
    place = (x - bounds[0]) / (bounds[1] - bounds[0])
    figure.add_annotation(
        text=f"<b>{text}</b>",
        x=x,
        y=0.76,
        yref=f"{axis} domain",
        ax=0,
        ay=-20,
        xanchor="left" if place < 1 / 3 else "right" if place > 2 / 3 else "center",
        yanchor="bottom",
        showarrow=True,
        font=_label_font(),
        arrowhead=2,
        arrowwidth=2,
        arrowcolor=role_color(CONTEXT),
    )


def _ticks(values: Sequence[int], unit: str, current: int | None = None) -> dict[str, Any]:
    """Return the ticks of an axis of whole numbers, with the unit below the last one and one number in bold."""
    texts = [f"<b>{value}</b>" if value == current else str(value) for value in values]
    return {"tickvals": list(values), "ticktext": [*texts[:-1], f"{texts[-1]}<br>{unit}"], "tickangle": 0}


def camel_dots(
    means: Mapping[str, Mapping[int, float]], errors: Mapping[str, Mapping[int, float]], current: int
) -> go.Figure:
    """Draw the expected number of legs by number of camels: a point for each rule, and a line between the two.

    means: by the name of a rule, the expected legs for each number of camels; the first rule has the fewest legs.
    errors: by name and number of camels, half the width of the 95% interval; only for simulated means, whose points are hollow.
    current: the number of camels whose means are written next to their points.
    """
    figure = Sketch()
    (fewer, fewer_by_camels), (more, more_by_camels) = means.items()
    both = [camels for camels in fewer_by_camels if camels in more_by_camels]
    figure.add_trace(
        "scatter",
        x=[x for camels in both for x in (camels, camels, None)],
        y=[y for camels in both for y in (fewer_by_camels[camels], more_by_camels[camels], None)],
        mode="lines",
        line={"color": role_color(CONTEXT), "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    for name, by_camels in means.items():
        figure.add_trace(**_mean_points(name, by_camels, errors.get(name, {})))
    last = max(fewer_by_camels)
    # The points of the second rule go on above this name.
    add_label(figure, text=f"<b>{fewer}</b>", x=last, y=fewer_by_camels[last], xanchor="left", xshift=10)
    last = max(more_by_camels)
    add_label(figure, text=f"<b>{more}</b>", x=last, y=more_by_camels[last], xanchor="right", xshift=8, yshift=38)
    for by_camels, side in ((fewer_by_camels, -16), (more_by_camels, 16)):
        add_label(figure, text=f"{by_camels[current]:.2f}", x=current, y=by_camels[current], yshift=side)
    camels = sorted({*fewer_by_camels, *more_by_camels})
    values = [value for by_camels in means.values() for value in by_camels.values()]
    span = max(values) - min(values)
    figure.update_xaxes(**_ticks(camels, "camels", current), showgrid=False, zeroline=False)
    figure.update_yaxes(
        nticks=5, ticksuffix=" legs", showticksuffix="last", range=[min(values) - 0.2 * span, max(values) + 0.25 * span]
    )
    return finish_chart(figure, height=320)


def _mean_points(name: str, by_camels: Mapping[int, float], half_widths: Mapping[int, float]) -> dict[str, Any]:
    """Return the points of one rule: filled if they are exact, hollow with their 95% intervals if they are simulated."""
    simulated = [camels in half_widths for camels in by_camels]
    return {
        "kind": "scatter",
        "x": list(by_camels),
        "y": list(by_camels.values()),
        "error_y": {
            "array": [half_widths.get(camels, 0.0) for camels in by_camels],
            "visible": bool(half_widths),
            "color": role_color(SIMULATED),
            "thickness": 2,
            "width": 0,
        },
        "customdata": [
            f" ± {half_widths[camels]:.3f} (95% CI)" if camels in half_widths else "" for camels in by_camels
        ],
        "name": name,
        "mode": "markers",
        "marker": {
            "symbol": ["circle-open" if is_simulated else "circle" for is_simulated in simulated],
            "color": (colors := [role_color(SIMULATED if is_simulated else EXACT) for is_simulated in simulated]),
            "size": 10,
            "line": {"width": 2, "color": colors},
        },
        "hovertemplate": f"%{{x}} camels, {name}: %{{y:.3f}} legs%{{customdata}}<extra></extra>",
    }


def split_bars(rows: Mapping[str, Mapping[str, float]], camels: Sequence[str]) -> go.Figure:
    """Draw horizontal bars of 100%, each split among the camels; the first row is on top, with its label in bold.

    rows: by the label of a bar, the chance of each camel; a missing camel counts as 0.
    camels: the camels in the order of their segments.
    """
    first, *others = rows
    labels = [f"<b>{first}</b>", *others]
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
    figure.update_layout(barmode="stack", uniformtext={"minsize": 12, "mode": "show"})
    # A range that ends at 1 would cut off the outline of the bars.
    figure.update_xaxes(range=[0, 1.004], visible=False)
    figure.update_yaxes(autorange="reversed", type="category", showgrid=False, ticksuffix=" ")
    return finish_chart(figure, height=24 + 34 * len(labels))


def tile_bars(coins: Mapping[tuple[str, int], float], rules: Rules) -> go.Figure:
    """Draw the coins that one more tile is expected to earn on each square: a row for each side of the tile, its best bar marked.

    coins: by (kind, square), where the kind is ``oasis`` or ``mirage``.
    rules: of the edition that names the tiles.
    """
    figure = Sketch()
    squares = sorted({square for _, square in coins})
    top = max(coins.values())
    for row, letter in enumerate((OASIS, MIRAGE)):
        kind, name = TILE_NAMES[letter], tile_name(letter, rules)
        values = [coins[kind, square] for square in squares]
        best = max(values)
        axis = _add_row(figure, row, 2, range=[0, _TITLE_ROOM * top])
        figure.add_trace(
            "bar",
            x=squares,
            y=values,
            yaxis=axis,
            marker={"color": [role_color(EXACT if value > best - HAIR else CONTEXT) for value in values]},
            text=[_coins_label(value, best=value > best - HAIR) for value in values],
            textposition="outside",
            constraintext="none",
            textfont=_label_font(),
            cliponaxis=False,
            hovertemplate=f"{name} on square %{{x}}: %{{y:.2f}} coins<extra></extra>",
        )
        add_label(
            figure,
            text=f"<b>{name}</b>",
            x=0,
            xref="x domain",
            xanchor="left",
            y=1,
            yref=f"{axis} domain",
            yanchor="top",
        )
    numbers = range(squares[0], squares[-1] + 1)
    step = 1 if len(numbers) <= _MAX_PRECISE_BARS + 6 else 2
    figure.update_xaxes(
        **_ticks(numbers[::step], "square"), range=[numbers[0] - 0.6, numbers[-1] + 0.6], showgrid=False, anchor=axis
    )
    return finish_chart(figure, height=320)


def _coins_label(coins: float, *, best: bool) -> str:
    """Return the label of a bar of coins: those of the best bar in bold, to the cent, and nothing for no coins."""
    if coins < _MIN_BAR_COINS:
        return ""
    return f"<b>{coins:.2f}</b>" if best else f"{coins:.1f}"


def sample_points(exact: Mapping[str, float], simulated: Mapping[str, Proportion]) -> go.Figure:
    """Draw the exact chance of each camel as a filled point, and the simulated one as a hollow point with its 95% interval.

    exact, simulated: by camel, the most likely first.
    """
    figure = Sketch()
    names = [camel_name(camel) for camel in exact]
    intervals = [simulated[camel].interval() for camel in exact]
    values = [simulated[camel].value for camel in exact]
    figure.add_trace(
        "scatter",
        x=values,
        y=names,
        mode="markers",
        error_x={
            "array": [interval.high - value for interval, value in zip(intervals, values, strict=True)],
            "arrayminus": [value - interval.low for interval, value in zip(intervals, values, strict=True)],
            "color": role_color(SIMULATED),
            "thickness": 2,
        },
        marker={"color": role_color(SIMULATED), "symbol": "circle-open", "size": 14, "line": {"width": 2}},
        hovertemplate=f"%{{y}}, simulated: %{{x:{PERCENT}}}<extra></extra>",
    )
    figure.add_trace(
        "scatter",
        x=list(exact.values()),
        y=names,
        mode="markers",
        marker={"color": role_color(EXACT), "size": 7},
        hovertemplate=f"%{{y}}, exact: %{{x:{PERCENT}}}<extra></extra>",
    )
    figure.update_xaxes(tickformat=".0%", nticks=5, rangemode="tozero", zeroline=False)
    figure.update_yaxes(autorange="reversed", type="category", showgrid=False, ticksuffix=" ")
    return finish_chart(figure, height=44 + 34 * len(names))


def difference_strips(differences: Mapping[str, Sequence[float]]) -> go.Figure:
    """Draw differences from published figures as open diamonds, a strip for each source; similar ones are above each other.

    differences: by the name of the source, ours minus the published ones, in percentage points.
    """
    figure = Sketch()
    reach = 1.1 * max(abs(difference) for row in differences.values() for difference in row) + HAIR
    width = 2 * reach / _STRIP_COLUMNS
    for row, (source, points) in enumerate(differences.items()):
        columns = Counter[int]()
        heights = []
        for column in (round(point / width) for point in points):
            heights.append(columns[column] % _STRIP_ROWS)
            columns[column] += 1
        axis = _add_row(figure, row, len(differences), range=[-1, 1.5 * _STRIP_ROWS])
        figure.add_trace(
            "scatter",
            x=list(points),
            y=heights,
            yaxis=axis,
            mode="markers",
            marker={"color": role_color(PUBLISHED), "symbol": "diamond-open", "size": 8, "line": {"width": 1.5}},
            hovertemplate=f"{source}: %{{x:+.2f}} percentage points<extra></extra>",
        )
        add_label(
            figure,
            text=f"<b>{source}</b>: {len(points)} figures",
            x=0,
            xref="x domain",
            xanchor="left",
            y=1,
            yref=f"{axis} domain",
            yanchor="top",
        )
    figure.add_vline(x=0, line={"color": role_color(CONTEXT), "width": 1})
    figure.update_xaxes(
        range=[-reach, reach],
        nticks=5,
        ticksuffix=" points",
        showticksuffix="last",
        showgrid=False,
        zeroline=False,
        anchor=axis,
    )
    return finish_chart(figure, height=40 + 120 * len(differences))


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


def _bar_label(chance: float, places: int = 1) -> str:
    """Return the label of a bar in percent, which is 100 only for a certain event; nothing for a chance that rounds to 0."""
    smallest = 0.5 / 10 ** (places + 2)
    if chance < smallest:
        return ""
    is_rounded_up = 1 - smallest <= chance <= 1 - HAIR
    return f">{100 - 10**-places:.{places}f}" if is_rounded_up else f"{100 * chance:.{places}f}"


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
        parts += [svg.box(end - 2, ground - 26, 4, 34, svg.WRITING), svg.text(end - 2, ground - 32, "finish", "end")]
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
