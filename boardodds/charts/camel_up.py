"""Camel Up charts: stacked bars in the camels' colours, lengths of races, tile values, and the picture of a board."""

from collections import Counter
from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.camel_up import FIRST_EDITION, Position, Rules, camel_name
from boardodds.camel_up.position import MIRAGE, OASIS, TILE_NAMES
from boardodds.camel_up.terms import tile_name
from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.marks import add_row, add_row_title, label_font, unit_ticks
from boardodds.charts.style import DARK_INK, HAIR, PERCENT, finish_chart, role_color
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED, SIMULATED
from boardodds.probability.estimate import Proportion

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
# The same for a row with its title at the left.
_TITLE_ROOM = 1.9
# The columns of a strip of diamonds, as many as fit next to each other on a phone, and its rows.
_STRIP_COLUMNS, _STRIP_ROWS = 40, 8


def ink(camel: str) -> str:
    """Return the colour in which a letter is readable on a camel's fill."""
    return DARK_INK if camel in _LIGHT_FILLS else LIGHT_INK


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
        axis = add_row(figure, row, 2, range=[0, _TITLE_ROOM * top])
        figure.add_trace(
            "bar",
            x=squares,
            y=values,
            yaxis=axis,
            marker={"color": [role_color(EXACT if value > best - HAIR else CONTEXT) for value in values]},
            text=[_coins_label(value, best=value > best - HAIR) for value in values],
            textposition="outside",
            constraintext="none",
            textfont=label_font(),
            cliponaxis=False,
            hovertemplate=f"{name} on square %{{x}}: %{{y:.2f}} coins<extra></extra>",
        )
        add_row_title(figure, axis, f"<b>{name}</b>")
    numbers = range(squares[0], squares[-1] + 1)
    step = 1 if len(numbers) <= _MAX_PRECISE_BARS + 6 else 2
    figure.update_xaxes(
        **unit_ticks(numbers[::step], "square"),
        range=[numbers[0] - 0.6, numbers[-1] + 0.6],
        showgrid=False,
        anchor=axis,
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
        axis = add_row(figure, row, len(differences), range=[-1, 1.5 * _STRIP_ROWS])
        figure.add_trace(
            "scatter",
            x=list(points),
            y=heights,
            yaxis=axis,
            mode="markers",
            marker={"color": role_color(PUBLISHED), "symbol": "diamond-open", "size": 8, "line": {"width": 1.5}},
            hovertemplate=f"{source}: %{{x:+.2f}} percentage points<extra></extra>",
        )
        add_row_title(figure, axis, f"<b>{source}</b>: {len(points)} figures")
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
