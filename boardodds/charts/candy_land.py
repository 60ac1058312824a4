"""Candy Land charts: the colours of the board, the course of one game, a small board."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.candy_land import parse_spaces
from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, finish_chart, role_color
from boardodds.charts.tokens import ACCENTS, EXACT, LOSING, PUBLISHED, WINNING

SPACE_FILLS = {"R": "#d64545", "P": "#8e5bc0", "Y": "#e0b400", "B": "#3b7dd8", "O": "#e8842c", "G": "#3f9b45"}
PICTURE_FILL = "#e86fae"
TOKEN_FILLS = ("#111111", "#ffffff", "#00857f", "#7a4a00", "#5a5a6a", "#b000b0")


def game_lines(tracks: Sequence[Sequence[int]], turn: int, spaces: int) -> go.Figure:
    """Draw the space of each player after every turn of one game.

    tracks: by player, the number of their space after each turn.
    turn: the turn to mark.
    spaces: the number of spaces on the board.
    """
    figure = Sketch()
    roles = (EXACT, WINNING, LOSING, *ACCENTS)
    for player, (track, role) in enumerate(zip(tracks, roles, strict=False)):
        figure.add_trace(
            "scatter",
            x=list(range(len(track))),
            y=list(track),
            mode="lines",
            name=f"player {player + 1}",
            line={"shape": "hv", "width": 2, "color": role_color(role)},
            text=["start" if space == 0 else "castle" if space > spaces else f"space {space}" for space in track],
            hovertemplate=f"player {player + 1}, turn %{{x}}: %{{text}}<extra></extra>",
        )
    figure.add_vline(x=turn, line={"dash": "dot", "width": 1.5, "color": role_color(PUBLISHED)})
    last = len(tracks[0]) - 1
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000_000) if last <= 6 * step)
    ticks = list(range(0, last + 1, step))
    figure.update_xaxes(showgrid=False, tickvals=ticks, ticktext=[*map(str, ticks[:-1]), f"turn {ticks[-1]}"])
    figure.update_yaxes(range=[-2, spaces + 3], tickvals=[0, spaces + 1], ticktext=["start", "castle"])
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
