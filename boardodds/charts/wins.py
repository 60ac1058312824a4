"""Charts of chances of winning that several games share: by name, by a number in the rules, and by seat."""

from collections.abc import Mapping, Sequence
from html import escape

import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.marks import (
    NO_FILL,
    add_base_name,
    add_label,
    error_bars,
    interval_bars,
    name_axis,
    ring,
    thin_line,
)
from boardodds.charts.style import PERCENT, finish_chart, role_color, short_percent
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED, SIMULATED
from boardodds.probability.estimate import Z95, MeanEstimate, Proportion

# More series than this have a legend instead of labels at their lines.
_MAX_LABELLED = 2


def seat_bars(wins: Sequence[Proportion | float]) -> go.Figure:
    """Draw how far each seat's chance of winning is from an equal chance, in percentage points.

    wins: by seat, an exact chance or a simulated proportion, which gets its 95% interval.
    """
    fair = 1 / len(wins)
    shares = [win if isinstance(win, float) else win.value for win in wins]
    errors = [0.0 if isinstance(win, float) else 100 * Z95 * win.standard_error for win in wins]
    is_simulated = any(errors)
    role = SIMULATED if is_simulated else EXACT
    seats = [str(seat) for seat in range(1, len(wins) + 1)]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=seats,
        y=[100 * (share - fair) for share in shares],
        **error_bars(errors if is_simulated else None, "error_y", role),
        marker={
            "color": NO_FILL if is_simulated else role_color(role),
            "line": {"color": role_color(role), "width": 2},
        },
        hovertemplate="player %{x}: %{y:+.2f} percentage points from an equal chance<extra></extra>",
    )
    figure.add_hline(0, line={"width": 1.5, "color": role_color(PUBLISHED)})
    add_label(
        figure,
        x=1,
        xref="x domain",
        xanchor="right",
        y=1,
        yref="y domain",
        yanchor="bottom",
        text=f"line: equal chance, {short_percent(fair)}",
    )
    labels = [
        f"{'player ' if seat == '1' else ''}{seat}<br><b>{escape(short_percent(share))}</b>"
        for seat, share in zip(seats, shares, strict=True)
    ]
    figure.update_yaxes(visible=False)
    figure.update_xaxes(showgrid=False, type="category", tickvals=seats, ticktext=labels)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=240)


def win_bars(wins: Mapping[str, float], *, current: str | None = None) -> go.Figure:
    """Draw one bar of the chance of winning for each name, with the bar ``current`` highlighted."""
    names = list(wins)
    figure = Sketch()
    figure.add_trace(
        "bar",
        y=list(range(len(names))),
        x=list(wins.values()),
        orientation="h",
        marker={"color": [role_color(EXACT if current in (None, name) else CONTEXT) for name in names]},
        width=[0.7 if current in (None, name) else 0.35 for name in names],
        hovertext=names,
        hovertemplate=f"%{{hovertext}}: %{{x:{PERCENT}}}<extra></extra>",
    )
    for row, (name, win) in enumerate(wins.items()):
        add_label(
            figure,
            x=win,
            y=row,
            text=_bold(short_percent(win), name == current),
            xanchor="left",
            xshift=4,
        )
    # Leave room for the number to the right of a full bar.
    figure.update_xaxes(visible=False, range=[0, 1.2])
    figure.update_yaxes(**name_axis([_bold(name, name == current) for name in names]))
    return finish_chart(figure, height=16 + 32 * len(names))


def _bold(text: str, is_bold: bool) -> str:
    return f"<b>{escape(text)}</b>" if is_bold else escape(text)


def win_lines(wins: Mapping[str, Mapping[int, float]], x_title: str, *, mark: int | None = None) -> go.Figure:
    """Draw the chance of winning against a number in the rules, one line for each name.

    wins: by name, the chance for each value of the number.
    x_title: what the number counts.
    mark: the value in the current rules, whose points are larger, or None.
    """
    figure = Sketch()
    roles = (EXACT, CONTEXT, PUBLISHED, "camel_up", "perudo")
    for (name, by_number), role in zip(wins.items(), roles, strict=False):
        figure.add_trace(
            "scatter",
            x=list(by_number),
            y=list(by_number.values()),
            name=name,
            mode="lines+markers",
            line={"color": role_color(role), "width": 2.5 if role == EXACT else 1.5},
            marker={"size": [12 if number == mark else 5 for number in by_number], "opacity": 1},
            hovertemplate=f"%{{x}}: %{{y:{PERCENT}}}<extra>{name}</extra>",
        )
    if 1 < len(wins) <= _MAX_LABELLED:
        _label_lines(figure, wins)
    numbers = sorted({number for line in wins.values() for number in line})
    if mark is not None:
        share = (mark - numbers[0]) / max(1, numbers[-1] - numbers[0])
        add_base_name(figure, f"these rules: {mark}", share, mark)
    step = 1 if len(numbers) <= 10 else 5
    ticks = [number for number in numbers if step == 1 or number % step == 0 or number == numbers[0]]
    figure.update_xaxes(title=x_title, tickvals=ticks, showgrid=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.04])
    if len(wins) <= _MAX_LABELLED:
        # Above the name of the mark; a legend would be in its place.
        shift = 4 if mark is None else 24
        add_label(
            figure,
            "chance of winning",
            x=0,
            xref="paper",
            xanchor="left",
            y=1,
            yref="paper",
            yanchor="bottom",
            yshift=shift,
        )
        figure.update_layout(margin={"l": 8, "r": 8, "t": shift + 24, "b": 8})
    elif mark is not None:
        figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=300, legend=len(wins) > _MAX_LABELLED)


def _label_lines(figure: Sketch, wins: Mapping[str, Mapping[int, float]]) -> None:
    """Write the names of two lines next to them, the higher one's above and the lower one's below, where they differ most.

    wins: by name, the chance for each value of a number, the same for both names.
    """
    (_, first), (_, second) = wins.items()
    numbers = list(first)
    # Not near the ends, where a name would be cut off.
    middle = numbers[len(numbers) // 3 : 2 * len(numbers) // 3 + 1]
    number = max(middle, key=lambda number: abs(first[number] - second[number]))
    rises = first[numbers[-1]] >= first[numbers[0]]
    for name, line in wins.items():
        is_upper = line[number] == max(first[number], second[number]) and (
            line is first or first[number] < second[number]
        )
        add_label(
            figure,
            x=number,
            y=line[number],
            text=escape(name),
            xanchor="right" if rises == is_upper else "left",
            yanchor="bottom" if is_upper else "top",
            xshift=-6 if rises == is_upper else 6,
        )


def win_intervals(
    wins: Mapping[str, Proportion] | Mapping[str, Proportion | MeanEstimate],
    level: float,
    level_name: str,
    *,
    axis: str = "proportion of games won",
) -> go.Figure:
    """Draw the proportion of matches that each player won, with 95% intervals and a vertical line.

    wins: by player, the proportion won.
    level, level_name: the place of the line and its name.
    axis: the title of the horizontal axis.
    """
    names, shares = list(wins), list(wins.values())
    highest = max([level, *(share.interval().high for share in shares)])
    bars = interval_bars(shares)
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=[share.value for share in shares],
        y=list(range(len(names))),
        mode="markers",
        marker=ring(SIMULATED, 11),
        error_x=bars,
        hovertext=names,
        hovertemplate="%{hovertext}: %{x:.1%}<extra></extra>",
    )
    # The numbers stand in a column, where no interval and no line crosses them.
    for row, share in enumerate(shares):
        figure.add_annotation(
            text=short_percent(share.value), x=1, xref="paper", xanchor="right", y=row, showarrow=False
        )
    figure.add_vline(level, line={**thin_line(), "dash": "dot"})
    figure.add_annotation(
        text=f"{level_name} {short_percent(level)}", x=level, y=1, yref="paper", yanchor="bottom", showarrow=False
    )
    figure.update_xaxes(title=axis, range=[0, 1.3 * highest], showticklabels=False, showgrid=False, zeroline=False)
    figure.update_yaxes(**name_axis([escape(name) for name in names]))
    figure.update_layout(margin={"l": 8, "r": 8, "t": 32, "b": 32})
    return finish_chart(figure, height=72 + 32 * len(names))
