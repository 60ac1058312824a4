"""Camel Up charts: bars in the camels' colours, lengths of races, tile values, and the picture of a board."""

from collections.abc import Mapping, Sequence
from math import isclose
from typing import Any

from boardodds.camel_up import FIRST_EDITION, LegOdds, Position, Rules, camel_name
from boardodds.camel_up.rules import MIRAGE, OASIS, TILE_NAMES, tile_name
from boardodds.charts import svg
from boardodds.charts.hundred import PIECES, counts_of_hundred
from boardodds.charts.marks import add_row, add_row_title, highlight, label_font, unit_ticks
from boardodds.charts.style import DARK_INK, HAIR, PUBLISHED, Drawing, Sketch, ordinal, short_percent, stroke
from boardodds.probability.estimate import Estimate, Exact

_LETTERS = {
    "W": "#f4efe6",
    "G": "#2f8f4e",
    "B": "#2b6cb0",
    "O": "#e07b1a",
    "Y": "#f2c230",
    "R": "#c53030",
    "P": "#7a3fb0",
}
_LETTERS |= {"w": "#fffdf7", "k": "#1f1f1f"}
_NUMBERS = {str(number): _LETTERS[camel] for number, camel in enumerate("BOGRYP")}
FILL = {**_LETTERS, **_NUMBERS, "6": "#0f9a8f", "7": "#c77796"}
_LIGHT_FILLS = frozenset("WOYw147")
# In pixels: a chart on a phone, where labels need the largest part of a bar, and the room that parts of labels need.
_PHONE_PIXELS = 340
_LETTER_PIXELS, _DIGIT_PIXELS, _SPACE_PIXELS = 9.5, 7.5, 4
# In pixels: a bar, the room of a bar with the gap to the next one, and the line of a name above it.
_BAR_PIXELS, _ROW_PIXELS, _NAME_PIXELS = 25.5, 34, 20
# Longer names of bars stand above them, so that the bars have room on a phone.
_MAX_SIDE_LETTERS = 7
# The opacity of a bar that is not filled, as the end of a colour.
_TINT = "4d"
# Bars that round to 0.00 coins get no label, and the axis ends before them.
MIN_BAR_COINS = 0.005
# With more bars than this, their labels would touch each other on a phone.
_MAX_LEVEL_LABELS = 9
# The room above the bars for labels and the title, and below them for the labels of those under the line, as a multiple of the
# height from the lowest to the highest bar; more if labels are upright.
_LEVEL_ROOM, _UPRIGHT_ROOM = (0.9, 0.45), (1.3, 0.75)


def fill(camel: str) -> str:
    """Return the colour of a camel: grey for the grey die, and for camels that no edition has."""
    return FILL.get(camel, "#888888")


def ink(camel: str) -> str:
    """Return the colour in which a letter is readable on a camel's fill."""
    return DARK_INK if camel in _LIGHT_FILLS else "#ffffff"


def split_bars(rows: Mapping[str, Mapping[str, float]], camels: Sequence[str]) -> Drawing:
    """Draw horizontal bars of 100%, each split among the camels; the first row is on top, with its label in bold.

    Labels are whole percentages that add up to 100. A narrow segment has only its letter, or nothing.

    rows: by the label of a bar, the chance of each camel; a missing camel counts as 0.
    camels: the camels in the order of their segments.
    """
    names = list(rows)
    labels = [f"<b>{names[0]}</b>", *names[1:]]
    longest = max(map(len, rows))
    names_above = longest > _MAX_SIDE_LETTERS
    name_pixels = _NAME_PIXELS if names_above else 0
    bar_pixels = _PHONE_PIXELS - (0 if names_above else _LETTER_PIXELS * (longest + 1))
    row_pixels = _ROW_PIXELS + name_pixels
    shares = {camel: [chances.get(camel, 0.0) for chances in rows.values()] for camel in camels}
    # By largest remainders, so that they add up to 100; a list for each camel.
    percents = zip(*(counts_of_hundred(row) for row in zip(*shares.values(), strict=True)), strict=True)
    figure = Sketch()
    for (camel, chances), counts in zip(shares.items(), percents, strict=True):
        figure.add_trace(
            "bar",
            f"%{{customdata}}: {camel_name(camel)} %{{x:.1%}}",
            y=labels,
            x=chances,
            width=_BAR_PIXELS / row_pixels,
            orientation="h",
            name=camel_name(camel),
            marker={"color": fill(camel), "line": {"color": DARK_INK, "width": 1}},
            text=[_segment_label(camel, *pair, bar_pixels) for pair in zip(chances, counts, strict=True)],
            customdata=names,
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            textfont={"color": ink(camel), "size": 13},
        )
    figure.update_layout(barmode="stack", uniformtext={"minsize": 12, "mode": "show"})
    # A range that ends at 1 would cut off the outline of the bars.
    figure.update_xaxes(range=[0, 1.004], visible=False)
    # The first row is at the top.
    figure.update_yaxes(range=[len(labels) - 0.5, -0.5 - name_pixels / row_pixels], type="category")
    figure.update_yaxes(showgrid=False, ticksuffix=" ", visible=not names_above)
    for number, label in enumerate(labels if names_above else []):
        place = {"x": 0, "xref": "x domain", "xanchor": "left", "y": number, "yanchor": "bottom"}
        figure.add_label(label, yshift=_BAR_PIXELS / 2 + 3, **place)
    return figure.finish(height=24 + row_pixels * len(labels) + name_pixels)


def place_bars(odds: LegOdds) -> Drawing:
    """Draw a group of bars for each camel, the most likely winner first: its chance of each place, the first place filled."""
    figure, ranking = Sketch(), odds.ranking
    for place in range(1, len(odds.camels) + 1):
        name, chances = ordinal(place), [odds.probability(camel, place) for camel in ranking]
        texts = [
            f"{camel_name(camel)} {name}: {short_percent(chance)}, {chance * odds.outcomes:,.0f} of {odds.outcomes:,}"
            for camel, chance in zip(ranking, chances, strict=True)
        ]
        _add_camels(figure, ranking, chances, texts, is_filled=place == 1)
    # On one line, and short, since the chart is low and narrow on a phone.
    return _finish_camels(figure, [f"{camel} <b>{short_percent(odds.probability(camel), 0)}</b>" for camel in ranking])


def end_bars(wins: Mapping[str, Estimate], lasts: Mapping[str, Estimate]) -> Drawing:
    """Draw a bar for each camel: upwards, filled, its chance of winning the race; downwards its chance of finishing last."""
    figure = Sketch()
    for chances, words, sign in ((wins, "wins", 1), (lasts, "finishes last", -1)):
        labels = [short_percent(chance.value, 0) for chance in chances.values()]
        texts = [
            f"{camel_name(camel)} {words}: {short_percent(chance.value) if isinstance(chance, Exact) else chance}"
            for camel, chance in chances.items()
        ]
        values = [sign * chance.value for chance in chances.values()]
        more = {"text": labels, "textposition": "outside", "textfont": label_font(), "cliponaxis": False}
        _add_camels(figure, list(chances), values, texts, is_filled=sign > 0, **more)
    figure.update_layout(barmode="overlay")
    # Room for the labels.
    highest, lowest = (max(chance.value for chance in chances.values()) for chances in (wins, lasts))
    room = 0.2 * (highest + lowest)
    figure.update_yaxes(range=[-lowest - room, highest + room])
    return _finish_camels(figure, [camel_name(camel) for camel in wins])


def _add_camels(
    figure: Sketch,
    camels: Sequence[str],
    values: Sequence[float],
    texts: Sequence[str],
    *,
    is_filled: bool,
    **more: Any,
) -> None:
    fills = [fill(camel) for camel in camels]
    marker = {"color": fills, "line": stroke(PUBLISHED)}
    if not is_filled:
        marker = {"color": [f"{color}{_TINT}" for color in fills], "line": stroke()}
    bars = {"x": list(range(len(camels))), "y": list(values), "customdata": list(texts)}
    figure.add_trace("bar", "%{customdata}", **bars, marker=marker, **more)


def _finish_camels(figure: Sketch, names: Sequence[str]) -> Drawing:
    """Return a chart with the names of the camels below their bars."""
    figure.update_xaxes(tickvals=list(range(len(names))), ticktext=list(names), tickangle=0)
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(visible=False)
    return figure.finish(height=None)


def tile_bars(coins: Mapping[tuple[str, int], float], rules: Rules) -> Drawing:
    """Draw the coins that a tile is expected to earn on each square: a row for each side of the tile, its best bar marked.

    A tile that costs coins, because of the tickets that its owner has, has a bar below the line. The squares end at the last one
    on which either side changes coins by an amount that doesn't round to 0.00.

    coins: by (kind, square), where the kind is ``oasis`` or ``mirage``; a side that can't be placed there has no bar.
    rules: of the edition that names the tiles.
    """
    figure = Sketch()
    useful = useful_squares(coins)
    numbers = range(useful[0], useful[-1] + 1)
    is_level = len(numbers) <= _MAX_LEVEL_LABELS
    title_room, below_room = _LEVEL_ROOM if is_level else _UPRIGHT_ROOM
    top, bottom = max(coins.values()), min(0.0, *coins.values())
    low = bottom - below_room * (top - bottom) if bottom else 0.0
    high = top + title_room * (top - bottom)
    for row, letter in enumerate((OASIS, MIRAGE)):
        kind, name = TILE_NAMES[letter], tile_name(letter, rules)
        squares = [square for square in useful if (kind, square) in coins]
        values = [coins[kind, square] for square in squares]
        is_best = [value > max(values) - HAIR for value in values]
        axis = add_row(figure, row, 2, range=[low, high])
        figure.add_trace(
            "bar",
            f"{name} on square %{{x}}: %{{y:.2f}} coins",
            x=squares,
            y=values,
            yaxis=axis,
            marker=highlight(is_best),
            text=[_coins_label(value, best=best) for value, best in zip(values, is_best, strict=True)],
            textposition="outside",
            textangle=0 if is_level else -90,
            constraintext="none",
            textfont=label_font(),
            cliponaxis=False,
        )
        add_row_title(figure, axis, f"<b>{name}</b>")
    ends = [numbers[0] - 0.6, numbers[-1] + 0.6]
    figure.update_xaxes(**unit_ticks(numbers, "square"), range=ends, showgrid=False, anchor=axis)
    return figure.finish(height=320)


def useful_squares(coins: Mapping[tuple[str, int], float]) -> list[int]:
    """Return the squares up to the last one on which a tile earns coins that don't round to 0.00; all if there is none.

    >>> useful_squares({("oasis", 3): 1.2, ("oasis", 5): 0.01, ("oasis", 6): 0.004})
    [3, 5]
    """
    squares = sorted({square for _, square in coins})
    last = max((square for (_, square), value in coins.items() if abs(value) >= MIN_BAR_COINS), default=squares[-1])
    return [square for square in squares if square <= last]


def _coins_label(coins: float, *, best: bool) -> str:
    """Return the label of a bar of coins, in bold for the best bar, and nothing for coins that round to 0.00."""
    if abs(coins) < MIN_BAR_COINS:
        return ""
    return f"<b>{coins:.2f}</b>" if best else f"{coins:.2f}"


def _segment_label(camel: str, share: float, percents: int, bar_pixels: float) -> str:
    """Return the text that fits into a segment on a phone: the letter with the percentage, the letter, or nothing.

    percents: the share in whole percent, which is 100 only for a certain event.
    bar_pixels: the width of the whole bar on a phone.
    """
    number = f">{PIECES - 1}" if percents == PIECES and not isclose(share, 1, abs_tol=HAIR) else f"{percents}"
    # The space is used twice: within the label, and for both margins.
    if share * bar_pixels >= _LETTER_PIXELS + 2 * _SPACE_PIXELS + _DIGIT_PIXELS * len(number):
        return f"<b>{camel}</b> {number}"
    return f"<b>{camel}</b>" if share * bar_pixels >= _LETTER_PIXELS + _SPACE_PIXELS else ""


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of the position in a question, or None if the question has no position."""
    return camel_board(Position.parse(notation["position"])) if "position" in notation else None


def camel_board(position: Position) -> str:
    """Return an SVG picture of a position: the whole track with the stacks and the tiles, and the dice in the pyramid."""
    track = FIRST_EDITION.track
    tallest = max(len(camels) for _, camels in position.stacks)
    step = (svg.WIDTH - 16) / track
    ground = 52 + 24 * tallest
    parts = [svg.text(10, 24, "in the pyramid:" if position.dice else "the pyramid is empty")]
    # In the order of the edition, as on the page's board.
    for number, die in enumerate(sorted(position.dice, key=FIRST_EDITION.camels.find)):
        parts += _camel(136 + 30 * number, 8, 24, die)
    for square in range(1, track + 1):
        x = 8 + step * (square - 1)
        parts.append(svg.box(x + 1, ground, step - 2, 8, svg.FAINT, stroke=svg.LINE))
        parts.append(svg.text(x + step / 2, ground + 24, str(square), "middle"))
    end = 8 + step * track
    # Above all stacks, so that none hides the word.
    parts += [svg.box(end - 2, 30, 4, ground - 22, svg.WRITING), svg.text(end, 24, "finish", "end")]
    for square, camels in position.stacks:
        x = 8 + step * (square - 1)
        for level, camel in enumerate(camels):
            parts += _camel(x + 3, ground - 24 * (level + 1), step - 6, camel)
    for square, kind in position.tiles:
        parts += _tile(8 + step * (square - 0.5), ground - 12, kind == OASIS)
    return svg.sheet(parts, ground + 32)


def camel_piece(camel: str) -> str:
    """Return an SVG picture of a camel alone, as small as a letter."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26">{"".join(_camel(1, 2, 24, camel))}</svg>'


def _camel(x: float, y: float, width: float, camel: str) -> list[str]:
    return [
        svg.box(x, y, width, 22, fill(camel), stroke=DARK_INK, radius=6),
        svg.text(x + width / 2, y + 16, camel, "middle", fill=ink(camel), bold=True),
    ]


def _tile(x: float, y: float, oasis: bool) -> list[str]:
    # Outlined, so that no tile looks like a camel.
    return [
        f'<circle cx="{x:.1f}" cy="{y}" r="12" stroke-width="1.5" {svg.painted(svg.PAPER, svg.WRITING)}/>',
        svg.text(x, y + 5, "+1" if oasis else "−1", "middle", bold=True),
    ]
