"""Candy Land pictures: the board as a winding path, how long games are, what a rule costs, one game told."""

from collections.abc import Mapping, Sequence
from math import sqrt

import plotly.graph_objects as go

from boardodds.candy_land import Rules, parse_spaces
from boardodds.candy_land.rules import COLORS, OFF
from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, DASHES, quiet

SPACE_FILLS = {"R": "#d64545", "P": "#8e5bc0", "Y": "#e0b400", "B": "#3b7dd8", "O": "#e8842c", "G": "#3f9b45"}
_SPECIAL_FILL = "#e86fae"
_TOKENS = ("#111111", "#ffffff", "#00a3a3", "#7a4a00", "#5a5a6a", "#b000b0")
_ROW = 12
_CELL = 26


def path(spaces: int) -> list[tuple[int, int]]:
    """Where each space lies, column and row: rows to and fro, joined at their ends by one space, from the bottom up.

    >>> path(14)[11:14]
    [(11, 0), (11, 1), (11, 2)]
    """
    places = []
    for index in range(spaces):
        bend, along = divmod(index, _ROW + 1)
        row = 2 * bend + (along == _ROW)
        column = min(along, _ROW - 1)
        places.append((column if bend % 2 == 0 else _ROW - 1 - column, row))
    return places


def board(rules: Rules, visits: Sequence[float], tokens: Sequence[int | None] = ()) -> go.Figure:
    """The board, and on each space a disc that is as large as the space is often visited.

    visits: by index of a space, turns that end there. tokens: where the players stand, -1 before the board, None home.
    """
    spaces = rules.board
    places = path(len(spaces))
    xs, ys = [x for x, _ in places], [y for _, y in places]
    letters = [_letter(rules, index, space) for index, space in enumerate(spaces)]
    most = most_shown(visits)
    figure = Sketch()
    figure.add_trace("scatter", x=xs, y=ys, mode="lines", line={"color": "#b9a98c", "width": 4}, hoverinfo="skip")
    fills = [SPACE_FILLS.get(space, _SPECIAL_FILL) for space in spaces]
    figure.add_trace(
        "scatter", x=xs, y=ys, mode="markers", marker={"symbol": "square", "size": 24, "color": fills}, hoverinfo="skip"
    )
    figure.add_trace(
        "scatter",
        x=xs,
        y=ys,
        mode="markers+text",
        marker={"size": [21 * min(1.0, sqrt(visit / most)) for visit in visits], "color": "#ffffff", "opacity": 0.62},
        text=letters,
        textfont={"size": 11, "color": "#1b1b1b"},
        customdata=[[_space_in_words(rules, index, space), visits[index]] for index, space in enumerate(spaces)],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]:.3f} turns a game end here<extra></extra>",
    )
    for start, end in rules.shortcuts:
        _arrow(figure, places[start], places[end])
    _add_tokens(figure, places, tokens)
    for (x, y), sign in ((_before(), "▶"), (_home(places), "🏰")):
        figure.add_annotation(x=x, y=y, text=sign, showarrow=False, font={"size": 16})
    figure.update_xaxes(visible=False, range=[-1.6, _ROW + 0.6])
    figure.update_yaxes(visible=False, range=[-0.8, max(ys) + 0.8])
    return quiet(figure, height=40 + _CELL * (max(ys) + 1))


def most_shown(visits: Sequence[float]) -> float:
    """The visits that the largest disc stands for: licorice, which holds people for long, may have more.

    >>> most_shown([0.1, 0.2, 0.2, 5.0])
    0.2
    """
    often = sorted(visits)
    # the largest of all but the few that stand out
    return often[-1 - len(often) // 20 - (len(often) > 2)] or 1.0


def _before() -> tuple[int, int]:
    """Where the start lies."""
    return (-1, 0)


def _home(places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Where the castle lies: one further along the path."""
    (x, y), bend = places[-1], (len(places) - 1) // (_ROW + 1)
    return (x + (1 if bend % 2 == 0 else -1), y)


def _letter(rules: Rules, index: int, space: str) -> str:
    if index in rules.licorice and rules.licorice_rule != OFF:
        return f"<b>{space}✖</b>"
    return space if space in COLORS else "★"


def _space_in_words(rules: Rules, index: int, space: str) -> str:
    text = f"{index + 1}: {COLORS.get(space, space)}"
    if index in rules.licorice:
        text += ", licorice"
    for start, end in rules.shortcuts:
        if index == start:
            text += f", shortcut to {end + 1}"
    return text


def _arrow(figure: Sketch, start: tuple[int, int], end: tuple[int, int]) -> None:
    figure.add_annotation(
        x=end[0],
        y=end[1],
        ax=start[0],
        ay=start[1],
        xref="x",
        yref="y",
        axref="x",
        ayref="y",
        arrowhead=2,
        arrowwidth=2,
        arrowcolor="#14a098",
        opacity=0.8,
        standoff=9,
        startstandoff=9,
    )


def _add_tokens(figure: Sketch, places: Sequence[tuple[int, int]], tokens: Sequence[int | None]) -> None:
    """A ring with a number for each player; those on one space stand side by side, those before the board above its arrow."""
    stands: dict[tuple[float, float], int] = {}
    for player, token in enumerate(tokens):
        where = _home(places) if token is None else _before() if token < 0 else places[token]
        beside = stands.get(where, 0)
        stands[where] = beside + 1
        x, y = (0.0, 0.9 * (beside + 1)) if where == _before() else (0.28 * beside, 0.2 * beside)
        figure.add_trace(
            "scatter",
            x=[where[0] + x],
            y=[where[1] + y],
            mode="markers+text",
            marker={
                "size": 20,
                "color": _TOKENS[player],
                "line": {"width": 2, "color": "#f0a04b"},
            },
            text=[f"<b>{player + 1}</b>"],
            textfont={"color": "#111111" if _TOKENS[player] == "#ffffff" else "#ffffff", "size": 12},
            hovertemplate=f"player {player + 1}<extra></extra>",
        )


def game_lines(tracks: Sequence[Sequence[int]], shown: int, spaces: int) -> go.Figure:
    """Where each player stands after every turn of one game; the turn shown is marked."""
    figure = Sketch()
    for player, track in enumerate(tracks):
        figure.add_trace(
            "scatter",
            x=list(range(len(track))),
            y=list(track),
            mode="lines",
            name=f"player {player + 1}",
            line={"shape": "hv", "dash": DASHES[player % len(DASHES)], "width": 2},
            hovertemplate=f"player {player + 1}, turn %{{x}}: space %{{y}}<extra></extra>",
        )
    figure.add_vline(x=shown, line={"dash": "dot", "width": 1, "color": "#888888"})
    figure.update_xaxes(title="turn", showgrid=False)
    figure.update_yaxes(title="space", range=[-2, spaces + 3])
    return quiet(figure, height=260, legend=len(tracks) > 1)


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return the picture of a question's small board as SVG; None for the full board, which is too large."""
    return track_picture(parse_spaces(notation["spaces"])) if "spaces" in notation else None


def track_picture(spaces: Sequence[str]) -> str:
    """Return the spaces in order, with the player before the first one."""
    step = min(48.0, (svg.WIDTH - 60) / len(spaces))
    parts = [svg.text(10, 40, "you")]
    for number, space in enumerate(spaces):
        x = 50 + step * number
        parts.append(svg.box(x, 14, step - 4, 40, SPACE_FILLS.get(space, svg.LINE), stroke=DARK_INK, radius=6))
        parts.append(svg.text(x + step / 2 - 2, 40, space[:1], "middle", fill=DARK_INK, bold=True))
        parts.append(svg.text(x + step / 2 - 2, 72, str(number + 1), "middle"))
    return svg.sheet(parts, 82)
