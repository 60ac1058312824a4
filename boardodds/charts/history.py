"""The charts of a game so far: the answer after each act, and its luck beside that of many games."""

from collections.abc import Mapping, Sequence
from html import escape

from boardodds.charts.style import PUBLISHED, SIMULATED, Drawing, Sketch, in_percent, role_color, stroke
from boardodds.probability.estimate import Estimate

_HEIGHT = 168
_LUCK_HEIGHT, _LUCK_BARS = 120, 30
# What a visitor who went back has left.
_LEFT_OPACITY = 0.4
_HALF = 0.5


def history_line(
    values: Mapping[str, Sequence[Estimate | None]],
    colors: Sequence[str],
    acts: Sequence[str],
    forms: Sequence[str],
    current: int,
) -> Drawing:
    """Draw a line for each series of chances, with a mark for each act and a ring around the current one.

    values: by the name of its series, the chance at the start and after each act; None where it is not known.
    colors: the colour of each series.
    acts, forms: the words and the form, as Plotly names it, of the start and of each act.
    current: the number of the current act, from 0 for the start.
    """
    figure, numbers = Sketch(), range(len(acts))
    for (name, chances), color in zip(values.items(), colors, strict=True):
        marker = {
            "symbol": list(forms),
            "size": [13 if number == current else 9 for number in numbers],
            "color": color,
            "opacity": [1 if number <= current else _LEFT_OPACITY for number in numbers],
            "line": {"color": role_color(PUBLISHED), "width": [2 if number == current else 0.75 for number in numbers]},
        }
        texts = [f"{escape(words)}, {_text(chance)}" for words, chance in zip(acts, chances, strict=True)]
        ys = [chance and chance.value for chance in chances]
        # The outline of the line: a white or a yellow one is too faint on a light page.
        figure.add_lines(numbers, ys, connectgaps=True, line=stroke(PUBLISHED, 3), showlegend=False)
        # A tap on a point goes there and leaves the others as they are.
        tapped = {"cliponaxis": False, "unselected": {"marker": {}}, "marker": marker}
        look = {"mode": "lines+markers", "line": {"color": color, "width": 1.5}, "connectgaps": True, **tapped}
        figure.add_lines(numbers, ys, "%{text}", escape(name), name=escape(name), text=texts, **look)
    # At most six ticks, at whole numbers.
    figure.update_xaxes(showgrid=False, zeroline=False, tick0=0, dtick=max(1, -(-(len(acts) - 1) // 5)))
    # Of many players none has a large chance at first.
    most = max(chance.value for chances in values.values() for chance in chances if chance)
    top = 1.0 if most > _HALF else _HALF
    figure.update_yaxes(range=[0, top], tickvals=[0, top / 2, top], tickformat=".0%", zeroline=False)
    # The highest tick reaches half a pixel above the chart, and would be left out.
    figure.update_yaxes(ticklabeloverflow="allow")
    figure.update_layout(hovermode="closest")
    return figure.finish(height=_HEIGHT + 40 * (len(values) > 1), legend=len(values) > 1)


def _text(chance: Estimate | None) -> str:
    if chance is None or not chance.standard_error:
        return in_percent(chance.value) if chance else ""
    low, high = (in_percent(limit) for limit in (chance.interval().low, chance.interval().high))
    return f"{in_percent(chance.value)} (95% CI {low} to {high})"


def luck_bars(games: Sequence[float], luck: float, unit: str) -> Drawing:
    """Draw the distribution of the luck of many games in some unit, with a line at the luck of one."""
    figure = Sketch()
    bars = {"x": list(games), "nbinsx": _LUCK_BARS, "marker": {"color": role_color(SIMULATED)}}
    figure.add_trace("histogram", f"luck in {unit}: %{{x}}, games: %{{y}}", **bars)
    figure.add_vline(luck, line=stroke(PUBLISHED, 2))
    figure.update_xaxes(f"luck in {unit}", zeroline=False)
    figure.update_yaxes(visible=False)
    return figure.finish(height=_LUCK_HEIGHT)
