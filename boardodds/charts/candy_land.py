"""Candy Land charts: the board as a winding path with its most visited spaces, the course of one game, a small board."""

from collections.abc import Mapping, Sequence
from math import sqrt

import plotly.graph_objects as go

from boardodds.candy_land import Rules, parse_spaces
from boardodds.candy_land.rules import COLORS, OFF
from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, DASHES, finish_chart

SPACE_FILLS = {"R": "#d64545", "P": "#8e5bc0", "Y": "#e0b400", "B": "#3b7dd8", "O": "#e8842c", "G": "#3f9b45"}
_PICTURE_FILL = "#e86fae"
_TOKEN_FILLS = ("#111111", "#ffffff", "#00a3a3", "#7a4a00", "#5a5a6a", "#b000b0")
_SPACES_PER_ROW = 12
_CELL_PIXELS = 26


def path(spaces: int) -> list[tuple[int, int]]:
    """Return the column and row of each space on a winding path from the bottom up.

    Rows run to the right and to the left in turn; one space joins the end of each row to the next.

    >>> path(14)[11:14]
    [(11, 0), (11, 1), (11, 2)]
    """
    places = []
    for index in range(spaces):
        bend, offset = divmod(index, _SPACES_PER_ROW + 1)
        row = 2 * bend + (offset == _SPACES_PER_ROW)
        column = min(offset, _SPACES_PER_ROW - 1)
        places.append((column if bend % 2 == 0 else _SPACES_PER_ROW - 1 - column, row))
    return places


def board(rules: Rules, visits: Sequence[float], tokens: Sequence[int | None] = ()) -> go.Figure:
    """Draw the board, with a disc on each space whose area grows with the number of visits.

    visits: by the index of a space, the turns per game that end there.
    tokens: by player, the index of their space; -1 before the first space, None in the castle.
    """
    spaces = rules.board
    places = path(len(spaces))
    xs, ys = [x for x, _ in places], [y for _, y in places]
    labels = [_space_label(rules, index, space) for index, space in enumerate(spaces)]
    max_visits = max_disc_visits(visits)
    figure = Sketch()
    figure.add_trace("scatter", x=xs, y=ys, mode="lines", line={"color": "#b9a98c", "width": 4}, hoverinfo="skip")
    fills = [SPACE_FILLS.get(space, _PICTURE_FILL) for space in spaces]
    figure.add_trace(
        "scatter", x=xs, y=ys, mode="markers", marker={"symbol": "square", "size": 24, "color": fills}, hoverinfo="skip"
    )
    figure.add_trace(
        "scatter",
        x=xs,
        y=ys,
        mode="markers+text",
        marker={
            "size": [21 * min(1.0, sqrt(visit / max_visits)) for visit in visits],
            "color": "#ffffff",
            "opacity": 0.62,
        },
        text=labels,
        textfont={"size": 11, "color": "#1b1b1b"},
        customdata=[[_space_description(rules, index, space), visits[index]] for index, space in enumerate(spaces)],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]:.3f} turns per game end here<extra></extra>",
    )
    for start, end in rules.shortcuts:
        _add_arrow(figure, places[start], places[end])
    _add_tokens(figure, places, tokens)
    for (x, y), sign in ((_start_place(), "▶"), (_castle_place(places), "🏰")):
        figure.add_annotation(x=x, y=y, text=sign, showarrow=False, font={"size": 16})
    figure.update_xaxes(visible=False, range=[-1.6, _SPACES_PER_ROW + 0.6])
    figure.update_yaxes(visible=False, range=[-0.8, max(ys) + 0.8])
    return finish_chart(figure, height=40 + _CELL_PIXELS * (max(ys) + 1))


def max_disc_visits(visits: Sequence[float]) -> float:
    """Return the number of visits that the largest disc shows.

    Spaces with many more visits, such as licorice that players are stuck on, get the same disc. Otherwise all other discs would
    be too small.

    >>> max_disc_visits([0.1, 0.2, 0.2, 5.0])
    0.2
    """
    ascending = sorted(visits)
    # Skip the highest 5%, and one more if there are at least three spaces.
    return ascending[-1 - len(ascending) // 20 - (len(ascending) > 2)] or 1.0


def _start_place() -> tuple[int, int]:
    """Return the place in front of the first space."""
    return (-1, 0)


def _castle_place(places: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the place of the castle, one step after the last space."""
    (x, y), bend = places[-1], (len(places) - 1) // (_SPACES_PER_ROW + 1)
    return (x + (1 if bend % 2 == 0 else -1), y)


def _space_label(rules: Rules, index: int, space: str) -> str:
    if index in rules.licorice and rules.licorice_rule != OFF:
        return f"<b>{space}✖</b>"
    return space if space in COLORS else "★"


def _space_description(rules: Rules, index: int, space: str) -> str:
    text = f"space {index + 1}: {COLORS.get(space, space)}"
    if index in rules.licorice:
        text += ", licorice" if rules.licorice_rule != OFF else ", licorice (off)"
    for start, end in rules.shortcuts:
        if index == start:
            text += f", shortcut to {end + 1}"
    return text


def _add_arrow(figure: Sketch, start: tuple[int, int], end: tuple[int, int]) -> None:
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
    """Add a numbered disc for each player: side by side on a space, and one above the other in front of the board."""
    tokens_at: dict[tuple[float, float], int] = {}
    for player, token in enumerate(tokens):
        place = _castle_place(places) if token is None else _start_place() if token < 0 else places[token]
        rank = tokens_at.get(place, 0)
        tokens_at[place] = rank + 1
        x, y = (0.0, 0.9 * (rank + 1)) if place == _start_place() else (0.28 * rank, 0.2 * rank)
        figure.add_trace(
            "scatter",
            x=[place[0] + x],
            y=[place[1] + y],
            mode="markers+text",
            marker={
                "size": 20,
                "color": _TOKEN_FILLS[player],
                "line": {"width": 2, "color": "#f0a04b"},
            },
            text=[f"<b>{player + 1}</b>"],
            textfont={"color": "#111111" if _TOKEN_FILLS[player] == "#ffffff" else "#ffffff", "size": 12},
            hovertemplate=f"player {player + 1}<extra></extra>",
        )


def game_lines(tracks: Sequence[Sequence[int]], turn: int, spaces: int) -> go.Figure:
    """Draw the space of each player after every turn of one game.

    tracks: by player, the number of their space after each turn.
    turn: the turn to mark.
    spaces: the number of spaces on the board.
    """
    figure = Sketch()
    for player, track in enumerate(tracks):
        figure.add_trace(
            "scatter",
            x=list(range(len(track))),
            y=list(track),
            mode="lines",
            name=f"player {player + 1}",
            line={"shape": "hv", "dash": DASHES[player % len(DASHES)], "width": 2},
            text=["start" if space == 0 else "castle" if space > spaces else f"space {space}" for space in track],
            hovertemplate=f"player {player + 1}, turn %{{x}}: %{{text}}<extra></extra>",
        )
    figure.add_vline(x=turn, line={"dash": "dot", "width": 1, "color": "#888888"})
    figure.update_xaxes(title="turn", showgrid=False)
    figure.update_yaxes(title="space", range=[-2, spaces + 3])
    return finish_chart(figure, height=260, legend=len(tracks) > 1)


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of the small board in a question, or None for the full board, which is too large."""
    return track_picture(parse_spaces(notation["spaces"])) if "spaces" in notation else None


def track_picture(spaces: Sequence[str]) -> str:
    """Return an SVG picture of a row of spaces, with the player in front of the first one."""
    step = min(48.0, (svg.WIDTH - 60) / len(spaces))
    parts = [svg.text(10, 40, "you")]
    for number, space in enumerate(spaces):
        x = 50 + step * number
        parts.append(svg.box(x, 14, step - 4, 40, SPACE_FILLS.get(space, svg.LINE), stroke=DARK_INK, radius=6))
        parts.append(svg.text(x + step / 2 - 2, 40, space[:1], "middle", fill=DARK_INK, bold=True))
        parts.append(svg.text(x + step / 2 - 2, 72, str(number + 1), "middle"))
    return svg.sheet(parts, 82)
