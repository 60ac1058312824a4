"""Many predictions of one number on its scale, with their median, and the answer once it is shown."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from statistics import fmean, median

from boardodds.charts.style import EXACT, LOSING, Attributes, Drawing, Sketch, role_color, short_percent, stroke

# The dots beside each other on the scale, as many as a phone has room for.
_COLUMNS = 30
# The height of a dot, of the lowest plot, and of the two names above it, in pixels.
_DOT, _LOW, _NAMES = 12, 60, 44


def prediction_dots(
    numbers: Sequence[float], high: int, unit: str, answer: float | None = None, names: Sequence[str] = ()
) -> Drawing:
    """Draw predictions as dots, those near each other in a stack, with a line at the median and one at the answer.

    numbers: one or more, from 0 to ``high``.
    high: the greatest number that can be predicted. A scale in percent ends there, another one at the greatest number shown.
    unit: that of the numbers, in the singular, or "%".
    answer: None while it is hidden.
    names: in place of a scale, what each number stands for.
    """
    words: Callable[[float], str] = (lambda place: names[round(place)]) if names else partial(in_unit, unit=unit)
    lines = {} if names else {f"median {words(median(numbers))}": (median(numbers), LOSING, "dash")}
    figure = Sketch()
    if answer is not None:
        lines[f"{'most often' if names else 'answer'} {words(answer)}"] = answer, EXACT, "solid"
    last = max(1, high) if unit == "%" or names else max(1, *numbers, answer or 0)
    # Each name has a column of its own, and room for its words.
    columns, room = (last, 0.5) if names else (_COLUMNS, last / _COLUMNS)
    stacks = [list(near) for _, near in groupby(sorted(numbers), lambda number: number * columns // last)]
    figure.add_trace(
        "scatter",
        "%{customdata}",
        x=[fmean(stack) for stack in stacks for _ in stack],
        y=[level + 0.5 for stack in stacks for level in range(len(stack))],
        customdata=[words(number) for number in sorted(numbers)],
        mode="markers",
        marker={"size": _DOT - 2, "color": role_color(LOSING)},
    )
    for row, (text, (place, role, dash)) in enumerate(lines.items()):
        figure.add_vline(place, stroke(role, 2, dash))
        anchor = "left" if place < 0.15 * last else "right" if place > 0.85 * last else "center"
        figure.add_label(text, x=place, y=1, yref="paper", xanchor=anchor, yanchor="bottom", yshift=20 * row)
    height = max(_LOW, _DOT * (max(map(len, stacks)) + 1))
    scale: Attributes = {"ticksuffix": "%"} if unit == "%" else {"title": f"{unit}s" if unit else ""}
    if names:
        scale = {"tickvals": list(range(len(names))), "ticktext": list(names)}
    figure.update_xaxes(range=[-room, last + room], showgrid=False, nticks=6, **scale)
    figure.update_yaxes(visible=False, range=[0, height / _DOT])
    return figure.finish(height=_NAMES + height + (32 if unit == "%" else 52), t=_NAMES, r=40)


def in_unit(number: float, unit: str) -> str:
    """Return a number with its unit, given in the singular or as "%", with one decimal place if it is not whole.

    >>> in_unit(55, "%"), in_unit(73.84, "%"), in_unit(41.4, "turn"), in_unit(1, "leg"), in_unit(7, "")
    ('55%', '73.8%', '41.4 turns', '1 leg', '7')
    """
    if unit == "%":
        return short_percent(number / 100, 0 if number == round(number) else 1)
    return f"{number:,.1f}".removesuffix(".0") + (f" {unit}{'s' * (number != 1)}" if unit else "")
