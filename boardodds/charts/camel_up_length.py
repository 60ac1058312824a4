"""Camel Up charts of the length of a race: the number of legs, and their mean by the number of camels."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from boardodds.charts.marks import add_label, add_row, add_row_title, label_font, unit_ticks
from boardodds.charts.style import CONTEXT, EXACT, HAIR, SIMULATED, Sketch, finish_chart, role_color
from boardodds.probability.pmf import Pmf

# Bars that round to 0.0% get no label, and the axis doesn't show them.
_MIN_BAR_CHANCE = 0.0005
RARE_LENGTHS = f"Numbers of legs with a chance below {_MIN_BAR_CHANCE:.2%} are not drawn."
# The height of a row as a multiple of its highest bar, which leaves room for the bar's label.
_LABEL_ROOM = 1.4
# With more bars than this, labels with a decimal place would touch each other on a phone.
_MAX_PRECISE_BARS = 10


def leg_bars(pmfs: Mapping[str, Pmf], errors: Mapping[str, Sequence[float]] | None = None) -> go.Figure:
    """Draw the chance of each number of legs, one row for each distribution. Two rows fill the place of the chart.

    Exact chances are bars. Simulated ones are hollow points with their 95% intervals. Rare lengths are not drawn.

    pmfs: by the label of its row, the distribution of the number of legs; the first row is on top.
    errors: by the label of a simulated distribution, half the width of the 95% interval of each chance.
    """
    figure = Sketch()
    chances = {name: dict(zip(pmf.outcomes, pmf.probabilities, strict=True)) for name, pmf in pmfs.items()}
    drawn = {name: [x for x, p in row.items() if p >= _MIN_BAR_CHANCE] for name, row in chances.items()}
    lengths = [int(x) for row in drawn.values() for x in row]
    legs = range(min(lengths), max(lengths) + 1)
    places = 1 if len(legs) <= _MAX_PRECISE_BARS else 0
    low, high = legs[0] - 0.6, legs[-1] + 0.6
    for row, (name, pmf) in enumerate(pmfs.items()):
        axis = add_row(figure, row, len(pmfs), range=[0, _LABEL_ROOM * max(pmf.probabilities)])
        half_widths = dict(zip(pmf.outcomes, (errors or {}).get(name, ()), strict=False))
        figure.add_trace(
            **_length_marks([half_widths[x] for x in drawn[name]] if half_widths else None),
            x=drawn[name],
            y=[chances[name][x] for x in drawn[name]],
            yaxis=axis,
            text=[_bar_label(chances[name][x], places) for x in drawn[name]],
            textfont=label_font(),
            cliponaxis=False,
            hovertemplate=f"%{{x}} legs{', ' if name else ''}{name}: %{{y:.3%}}<extra></extra>",
        )
        add_row_title(figure, axis, f"<b>{name}</b>")
    step = 1 if places else 2
    figure.update_xaxes(
        **unit_ticks(legs[::step], "legs"), range=[low, high], showgrid=False, zeroline=False, anchor=axis
    )
    return finish_chart(figure, height=None if len(pmfs) > 1 else 190)


def _length_marks(half_widths: Sequence[float] | None) -> dict[str, Any]:
    """Return the form of the chances of one distribution: bars if they are exact, else hollow points with intervals."""
    if half_widths is None:
        return {
            "kind": "bar",
            "marker": {"color": role_color(EXACT)},
            "textposition": "outside",
            # Keep one text size for all labels, even where a label is wider than its bar.
            "constraintext": "none",
        }
    return {
        "kind": "scatter",
        "mode": "markers+text",
        "marker": {"color": role_color(SIMULATED), "symbol": "circle-open", "size": 9, "line": {"width": 2}},
        "error_y": {"array": half_widths, "color": role_color(SIMULATED), "thickness": 2, "width": 0},
        "textposition": "top center",
    }


def camel_dots(
    means: Mapping[str, Mapping[int, float]], errors: Mapping[str, Mapping[int, float]], current: int
) -> go.Figure:
    """Draw the expected number of legs by number of camels: a point for each rule, and a line between the two.

    Points of the first rule are circles, those of the second squares.

    means: by the name of a rule, the expected legs for each number of camels; the first rule has the fewest legs.
    errors: by name and number of camels, half the width of the 95% interval; only for simulated means, whose points are hollow.
    current: the number of camels whose means are written next to their points.
    """
    figure = Sketch()
    (fewer, fewer_by_camels), (more, more_by_camels) = means.items()
    both = [camels for camels in fewer_by_camels if camels in more_by_camels]
    figure.add_trace(
        "scatter",
        x=[x for camels in both for x in (camels, camels, None)],
        y=[y for camels in both for y in (fewer_by_camels[camels], more_by_camels[camels], None)],
        mode="lines",
        line={"color": role_color(CONTEXT), "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    for (name, by_camels), symbol in zip(means.items(), ("circle", "square"), strict=True):
        figure.add_trace(**_mean_points(name, by_camels, errors.get(name, {}), symbol))
    last, last_of_more = max(fewer_by_camels), max(more_by_camels)
    # The points of the second rule go on above this name.
    add_label(figure, text=f"<b>{fewer}</b>", x=last, y=fewer_by_camels[last], xanchor="left", xshift=10)
    # Where they end at the same number, their name is further up, above the mean of the current number.
    above = 38 if last_of_more > last else 58
    place = {"x": last_of_more, "y": more_by_camels[last_of_more]}
    add_label(figure, text=f"<b>{more}</b>", **place, xanchor="right", xshift=8, yshift=above)
    for by_camels, side in ((fewer_by_camels, -16), (more_by_camels, 16)):
        add_label(figure, text=f"{by_camels[current]:.2f}", x=current, y=by_camels[current], yshift=side)
    camels = sorted({*fewer_by_camels, *more_by_camels})
    values = [value for by_camels in means.values() for value in by_camels.values()]
    span = max(values) - min(values)
    figure.update_xaxes(**unit_ticks(camels, "camels", current), showgrid=False, zeroline=False)
    figure.update_yaxes(
        nticks=5, ticksuffix=" legs", showticksuffix="last", range=[min(values) - 0.2 * span, max(values) + 0.25 * span]
    )
    return finish_chart(figure, height=320)


def _mean_points(
    name: str, by_camels: Mapping[int, float], half_widths: Mapping[int, float], symbol: str
) -> dict[str, Any]:
    """Return the points of one rule: filled if they are exact, hollow with their 95% intervals if they are simulated."""
    simulated = [camels in half_widths for camels in by_camels]
    return {
        "kind": "scatter",
        "x": list(by_camels),
        "y": list(by_camels.values()),
        "error_y": {
            "array": [half_widths.get(camels, 0.0) for camels in by_camels],
            "visible": bool(half_widths),
            "color": role_color(SIMULATED),
            "thickness": 2,
            "width": 0,
        },
        "customdata": [
            f" ± {half_widths[camels]:.3f} (95% CI)" if camels in half_widths else "" for camels in by_camels
        ],
        "name": name,
        "mode": "markers",
        "marker": {
            "symbol": [f"{symbol}-open" if is_simulated else symbol for is_simulated in simulated],
            "color": (colors := [role_color(SIMULATED if is_simulated else EXACT) for is_simulated in simulated]),
            "size": 10,
            "line": {"width": 2, "color": colors},
        },
        "hovertemplate": f"%{{x}} camels, {name}: %{{y:.3f}} legs%{{customdata}}<extra></extra>",
    }


def _bar_label(chance: float, places: int = 1) -> str:
    """Return the label of a bar in percent, which is 100 only for a certain event; nothing for a chance that rounds to 0."""
    smallest = 0.5 / 10 ** (places + 2)
    if chance < smallest:
        return ""
    is_rounded_up = 1 - smallest <= chance <= 1 - HAIR
    return f">{100 - 10**-places:.{places}f}" if is_rounded_up else f"{100 * chance:.{places}f}"
