"""Candy Land pictures: the board as a winding path, how long games are, what a rule costs, one game told."""

from collections.abc import Mapping, Sequence
from math import sqrt

import plotly.graph_objects as go

from boardodds.candy_land import Rules
from boardodds.candy_land.rules import COLORS, OFF
from boardodds.charts.figure import Sketch
from boardodds.charts.style import quiet
from boardodds.probability.estimate import Z95, MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf

SPACE_FILLS = {"R": "#d64545", "P": "#8e5bc0", "Y": "#e0b400", "B": "#3b7dd8", "O": "#e8842c", "G": "#3f9b45"}
_SPECIAL_FILL = "#e86fae"
_TOKENS = ("#111111", "#ffffff", "#00a3a3", "#7a4a00", "#5a5a6a", "#b000b0")
_ROW = 12
_CELL = 26
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
# share of the games that a picture of lengths shows; the rest is a tail that would flatten it
_SHOWN = 0.995


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
    said = f"{index + 1}: {COLORS.get(space, space)}"
    if index in rules.licorice:
        said += ", licorice"
    for start, end in rules.shortcuts:
        if index == start:
            said += f", shortcut to {end + 1}"
    return said


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


def length_lines(lengths: Mapping[str, tuple[Pmf, int | None]], x_title: str = "turns") -> go.Figure:
    """How long games are, a line for each name; a simulated one has a band that holds 95% of each point.

    lengths: by name the pmf and the number of simulated games, None for an exact one.
    """
    figure = Sketch()
    last = max(pmf.quantile(_SHOWN) for pmf, _ in lengths.values())
    for number, (name, (pmf, games)) in enumerate(lengths.items()):
        color = f"rgba({_RGB[number % len(_RGB)]},"
        chances = dict(zip(pmf.outcomes, pmf.probabilities, strict=True))
        xs = list(range(1, int(last) + 1))
        ys = [chances.get(x, 0.0) for x in xs]
        if games:
            _band(figure, xs, ys, games, fill=f"{color}0.25)")
        figure.add_trace(
            "scatter",
            x=xs,
            y=ys,
            mode="lines",
            name=name,
            line={"color": f"{color}1)", "dash": _DASHES[number % len(_DASHES)], "width": 2},
            hovertemplate=f"{name}<br>%{{x}} {x_title}: %{{y:.2%}}<extra></extra>",
        )
    figure.update_xaxes(title=x_title, showgrid=False, range=[0, last])
    figure.update_yaxes(tickformat=".1%", rangemode="tozero")
    return quiet(figure, height=360, legend=len(lengths) > 1)


# the theme's colours, in an order that keeps neighbours apart
_RGB = ("180,83,10", "43,108,176", "47,143,78", "122,63,176", "197,48,48", "15,118,110", "138,109,59", "219,90,142")


def _band(figure: Sketch, xs: Sequence[int], ys: Sequence[float], games: int, *, fill: str) -> None:
    half = [Z95 * sqrt(y * (1 - y) / games) for y in ys]
    edges = [y + h for y, h in zip(ys, half, strict=True)] + [
        max(0.0, y - h) for y, h in zip(reversed(ys), reversed(half), strict=True)
    ]
    figure.add_trace(
        "scatter",
        x=[*xs, *reversed(xs)],
        y=edges,
        fill="toself",
        fillcolor=fill,
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def impact_bars(impacts: Mapping[str, MeanEstimate]) -> go.Figure:
    """How many turns each change adds or takes, with its 95% interval."""
    names = list(impacts)
    values = [impact.value for impact in impacts.values()]
    errors = [Z95 * impact.standard_error for impact in impacts.values()]
    figure = Sketch()
    figure.add_trace(
        "bar",
        y=names,
        x=values,
        orientation="h",
        error_x={"type": "data", "array": errors, "thickness": 2, "color": "#7a7a88"},
        marker={"pattern": {"shape": ["" if value >= 0 else "/" for value in values]}},
        customdata=errors,
        hovertemplate="%{y}: %{x:+.2f} ± %{customdata:.2f} turns<extra></extra>",
    )
    figure.add_vline(x=0, line={"width": 1, "color": "#888888"})
    reach = max((abs(value) + error for value, error in zip(values, errors, strict=True)), default=1) or 1
    for name, value, error in zip(names, values, errors, strict=True):
        side = 1 if value >= 0 else -1
        figure.add_annotation(
            x=value + side * (error + 0.02 * reach),
            y=name,
            text=f"{value:+.2f}",
            showarrow=False,
            xanchor="left" if side > 0 else "right",
        )
    low, high = min([0, *values]) - 0.25 * reach, max([0, *values]) + 0.25 * reach
    figure.update_xaxes(title="turns added", range=[low, high], zeroline=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    return quiet(figure, height=80 + 34 * len(names))


def seat_bars(wins: Sequence[Proportion | float]) -> go.Figure:
    """How much more or less than a fair share each seat wins, in points; simulated ones with their 95% interval."""
    fair = 1 / len(wins)
    values = [100 * ((win if isinstance(win, float) else win.value) - fair) for win in wins]
    errors = [0.0 if isinstance(win, float) else 100 * Z95 * win.standard_error for win in wins]
    shares = [win if isinstance(win, float) else win.value for win in wins]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=[f"seat {seat + 1}" for seat in range(len(wins))],
        y=values,
        error_y={"type": "data", "array": errors, "thickness": 2, "color": "#7a7a88", "visible": any(errors)},
        text=[f"{share:.1%}" for share in shares],
        textposition="inside",
        hovertemplate="%{x}: %{y:+.2f} points beside a fair share<extra></extra>",
    )
    figure.update_yaxes(title="points beside a fair share")
    figure.update_xaxes(showgrid=False)
    return quiet(figure, height=300)


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
            line={"shape": "hv", "dash": _DASHES[player % len(_DASHES)], "width": 2},
            hovertemplate=f"player {player + 1}, turn %{{x}}: space %{{y}}<extra></extra>",
        )
    figure.add_vline(x=shown, line={"dash": "dot", "width": 1, "color": "#888888"})
    figure.update_xaxes(title="turn", showgrid=False)
    figure.update_yaxes(title="space", range=[-2, spaces + 3])
    return quiet(figure, height=260, legend=len(tracks) > 1)
