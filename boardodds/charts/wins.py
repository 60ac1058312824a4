"""Charts of chances of winning that several games share: by name, by number, by seat, and compared with a base."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from textwrap import wrap

from boardodds.charts.marks import NO_FILL, error_bars, highlight
from boardodds.charts.style import EXACT, PUBLISHED, SIMULATED, Drawing, Sketch, role_color, short_percent, stroke
from boardodds.probability.estimate import Z95, Estimate, MeanEstimate, Proportion, estimate_of


def seat_bars(wins: Sequence[Proportion | float]) -> Drawing:
    """Draw how far each seat's chance is from an equal one, in percentage points: exact, or simulated with its 95% interval."""
    fair = 1 / len(wins)
    estimates = [estimate_of(win) for win in wins]
    shares, errors = [win.value for win in estimates], [100 * Z95 * win.standard_error for win in estimates]
    is_simulated = any(errors)
    role = SIMULATED if is_simulated else EXACT
    color = role_color(role)
    seats = [str(seat) for seat in range(1, len(wins) + 1)]
    figure = Sketch()
    figure.add_trace(
        "bar",
        "player %{x}: %{y:+.2f} percentage points from an equal chance",
        x=seats,
        y=[100 * (share - fair) for share in shares],
        **error_bars(errors if is_simulated else None, role),
        marker={"color": NO_FILL if is_simulated else color, "line": {"color": color, "width": 2}},
    )
    figure.add_hline(0, line=stroke(PUBLISHED, 1.5))
    corner = {"x": 1, "xref": "x domain", "xanchor": "right", "y": 1, "yref": "y domain", "yanchor": "bottom"}
    figure.add_label(f"line: equal chance, {short_percent(fair)}", **corner)
    chances = [f"{seat}<br><b>{escape(short_percent(share))}</b>" for seat, share in zip(seats, shares, strict=True)]
    figure.update_yaxes(visible=False)
    figure.update_xaxes(showgrid=False, type="category", tickvals=seats)
    figure.update_xaxes(ticktext=[f"player {chances[0]}", *chances[1:]])
    return figure.finish(height=240, t=28)


def win_bars(wins: Mapping[str, float], *, current: str) -> Drawing:
    """Draw one bar of the chance of winning for each name, with the bar ``current`` highlighted."""
    names, rows, figure = list(wins), list(range(len(wins))), Sketch()
    figure.add_trace(
        "bar",
        "%{hovertext}: %{x:.1%}",
        y=rows,
        x=list(wins.values()),
        orientation="h",
        marker=highlight(name == current for name in names),
        width=[0.7 if name == current else 0.35 for name in names],
        hovertext=names,
    )
    for row, (name, win) in enumerate(wins.items()):
        figure.add_label(_bold(short_percent(win), name == current), x=win, y=row, xanchor="left", xshift=4)
    # Leave room for the number to the right of a full bar.
    figure.update_xaxes(visible=False, range=[0, 1.2])
    # If the names were the values of the axis, Plotly would take a name such as "10" for a number.
    figure.update_yaxes(tickvals=rows, ticktext=[f"{_bold(name, name == current)} " for name in names])
    figure.update_yaxes(range=[len(names) - 0.5, -0.5], showgrid=False, zeroline=False)
    return figure.finish(height=16 + 32 * len(names))


def _bold(text: str, is_bold: bool) -> str:
    return f"<b>{escape(text)}</b>" if is_bold else escape(text)


# A name of more letters than this would not fit above its marks on a phone.
_NAME_LETTERS = 42
# The height of a line of text.
_LINE_PIXELS = 18


def change_dots(
    values: Mapping[str, MeanEstimate | float],
    *,
    base: float,
    base_name: str,
    label: Callable[[float], str],
    role: str = EXACT,
) -> Drawing:
    """Draw values as ranked dots, the highest first, each with its distance from a base.

    Names stand above their dots, so that long ones have room on a phone.

    base, base_name: the value that all are compared with, and its name.
    label: returns the text of a value.
    role: the origin of the values: simulated ones are hollow, with their 95% interval.
    """
    dots = {name: estimate_of(value) for name, value in values.items()}
    ranked = sorted(dots.items(), key=lambda entry: -entry[1].value)
    names = ["<br>".join(wrap(escape(name), _NAME_LETTERS)) for name, _ in ranked]
    heights = [2 * _LINE_PIXELS + _LINE_PIXELS * (name.count("<br>") + 1) for name in names]
    # The vertical axis counts pixels, so that names of several lines get the room they need.
    places = [sum(heights[: number + 1]) - _LINE_PIXELS for number in range(len(heights))]
    figure = Sketch()
    ends = [base, *(end for dot in dots.values() for end in dot.interval())]
    low, high = min(ends), max(ends)
    # Room for a value next to the outermost dots.
    room = 0.3 * (high - low) or 1.0
    low, high = low - room, high + room
    for name, (_, dot), place in zip(names, ranked, places, strict=True):
        _add_change(figure, name, dot, place, base, label, role)
    share = (base - low) / (high - low)
    # Without leaving the chart.
    anchor = "left" if share < 0.3 else "right" if share > 0.7 else "center"
    figure.add_label(escape(base_name), x=base, y=1, yref="paper", xanchor=anchor, yanchor="bottom", yshift=4)
    figure.update_xaxes(visible=False, range=[low, high])
    figure.update_yaxes(visible=False, range=[sum(heights), 0])
    return figure.finish(height=32 + sum(heights), t=28, b=4)


def _add_change(
    figure: Sketch, name: str, dot: Estimate, place: float, base: float, label: Callable[[float], str], role: str
) -> None:
    low, high = dot.interval()
    for start, end, line in ((base, dot.value, stroke()), (low, high, stroke(role, 3))):
        figure.add_shape(type="line", x0=start, x1=end, y0=place, y1=place, line=line)
    figure.add_shape(type="line", x0=base, x1=base, y0=place - 10, y1=place + 10, line=stroke(PUBLISHED, 1.5))
    symbol = "circle" if role == EXACT else "circle-open"
    figure.add_trace(
        "scatter",
        f"%{{text}}: {label(dot.value)}",
        x=[dot.value],
        y=[place],
        mode="markers",
        marker={"symbol": symbol, "size": 11, "color": role_color(role), "line": {"width": 2}},
        text=[name.replace("<br>", " ")],
    )
    text = f"<b>{escape(label(dot.value))}</b>"
    if dot.value >= base:
        figure.add_label(text, x=max(high, base), y=place, xanchor="left", xshift=8)
    else:
        figure.add_label(text, x=min(low, base), y=place, xanchor="right", xshift=-8)
    left = {"x": 0, "xref": "x domain", "xanchor": "left", "align": "left"}
    figure.add_label(name, **left, y=place - 10, yanchor="bottom")
