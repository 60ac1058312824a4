"""Candy Land charts: the colours of the board and the players, a small board, and lengths of games."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, sqrt

from boardodds.candy_land import parse_spaces
from boardodds.charts import svg
from boardodds.charts.hundred import DIAMOND, ROUND, SQUARE
from boardodds.charts.marks import NO_FILL, add_row, add_row_title, error_bars, label_font
from boardodds.charts.style import CONTEXT, DARK_INK, EXACT, SIMULATED, Attributes, Drawing, Sketch, role_color
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95
from boardodds.probability.pmf import Pmf

SPACE_FILLS = {"R": "#d64545", "P": "#8e5bc0", "Y": "#e0b400", "B": "#3b7dd8", "O": "#e8842c", "G": "#3f9b45"}
PICTURE_FILL = "#e86fae"
# By player: the role whose colour the player has, and the form of the pieces in the hundred.
PLAYER_ROLES = ("pink", "published", "exact", "winning", "ochre", "losing")
PLAYER_FORMS = ((ROUND, False), (SQUARE, False), (DIAMOND, False), (ROUND, True), (SQUARE, True), (DIAMOND, True))


def turns_needed(lengths: Mapping[str, Pmf], roles: Sequence[str]) -> Drawing:
    """Draw how many turns each player still needs: a row for each, with the name and the median.

    lengths: by player, the distribution of their own turns to the castle.
    roles: by player, the role of the colour.
    """
    last = int(max(pmf.quantile(_SHOWN_SHARE) for pmf in lengths.values()))
    width, figure = _bin_width(last), Sketch()
    for row, ((name, pmf), role) in enumerate(zip(lengths.items(), roles, strict=True)):
        bins = _bins(pmf, width, last)
        axis = add_row(figure, row, len(lengths), range=[0, max(bins)])
        middles, names = _places(bins, width)
        bars = {"x": middles, "y": bins, "yaxis": axis, "name": name, "text": names, "textposition": "none"}
        look = {"marker": {"color": role_color(role)}}
        figure.add_trace("bar", "%{text}: %{y:.1%}", escape(name), **bars, **look)
        title = f"<b>{escape(name)}</b> {pmf.quantile(0.5):.0f}"
        add_row_title(figure, axis, title, xanchor="right", xshift=-6, y=0.5, yanchor="middle")
    # Six rows on a phone leave no room to spare.
    figure.update_layout(bargap=0.1, font={"size": 12})
    figure.update_xaxes(**_turn_ticks(last, width), anchor=axis)
    return figure.finish(height=None, l=37 + 7 * max(map(len, lengths)), t=2, b=2)


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


# The share of games that a chart of lengths shows. The long tail of the rest would compress it.
_SHOWN_SHARE = 0.995
_MAX_BINS = 32
_BIN_WIDTHS: Sequence[int] = tuple(digit * 10**power for power in range(5) for digit in (1, 2, 5))


def length_bins(lengths: Mapping[str, tuple[Pmf, int | None]], *, base: str = "", height: int | None = None) -> Drawing:
    """Draw distributions of the length of games in intervals of equal width.

    Exact chances are solid; simulated ones are hollow, with their 95% interval. Several distributions have a row each, except for
    the base.

    lengths: by name, the distribution and the number of simulated games, or None if it is exact.
    base: the name of the distribution that the others are compared with; it is drawn in grey behind each of them.
    height: of the chart of a single distribution; if None, it fills its place on the page.
    """
    last = int(max(pmf.quantile(_SHOWN_SHARE) for pmf, _ in lengths.values()))
    width, figure = _bin_width(last), Sketch()
    bins = {name: _bins(pmf, width, last) for name, (pmf, _) in lengths.items()}
    rows = [name for name in lengths if name != base]
    # The part of a row that its heading takes.
    heading = 0.34 if base else 0.0
    attributes = {"range": [0, 1.08 * max(map(max, bins.values()))], "nticks": 4, "tickformat": ".0%"}
    upper = {"fixedrange": True, "automargin": True, "anchor": "x", "tickfont": label_font()}
    for row, name in enumerate(rows):
        # The lowest row has the axis that all rows share.
        axis = f"y{len(rows) - row}" if row < len(rows) - 1 else "y"
        pmf, games = lengths[name]
        if base:
            look = {"marker": {"color": role_color(CONTEXT), "opacity": 0.45}, "name": base, "width": width}
            figure.add_trace("bar", x=_places(bins[base], width)[0], y=bins[base], yaxis=axis, **look)
            # Above the ticks too: a phone has no room to spare.
            title = f"<b>{escape(name)}</b>, mean {pmf.mean:.2f}"
            add_row_title(figure, axis, title, xshift=-36, yanchor="bottom")
        _add_chances(figure, axis, name, bins[name], width, games, as_points=bool(base))
        domain = [1 - (row + 1) / len(rows), 1 - (row + heading) / len(rows)]
        here = {**attributes, "domain": domain, **(upper if axis != "y" else {})}
        figure.update_layout(**{axis.replace("y", "yaxis"): here})
    figure.update_layout(bargap=0.15, barmode="overlay")
    figure.update_xaxes(**_turn_ticks(last, width))
    return figure.finish(height=32 + 145 * len(rows) if base else height)


def _turn_ticks(last: int, width: int) -> Attributes:
    """Return the attributes of an axis of turns up to ``last`` in intervals of ``width``, with the unit on the last tick."""
    step = next((width for width in _BIN_WIDTHS if last <= width * 6), _BIN_WIDTHS[-1])
    ticks = list(range(0, last + 1, step))
    texts = [*map(str, ticks[:-1]), plural(ticks[-1], "turn")]
    # The bar of each length reaches half a unit to both sides.
    ends = [-0.5, width * ceil((last + 1) / width) - 0.5]
    return {"range": ends, "showgrid": False, "zeroline": False, "tickvals": ticks, "ticktext": texts}


def _bin_width(last: int) -> int:
    """Return the width of the intervals in which lengths from 0 to ``last`` are drawn."""
    return next((width for width in _BIN_WIDTHS if last + 1 <= width * _MAX_BINS), _BIN_WIDTHS[-1])


def _bins(pmf: Pmf, width: int, last: int) -> list[float]:
    """Return the chance of each interval of ``width`` lengths, from 0 on."""
    chances = [0.0] * (last // width + 1)
    for length, chance in zip(pmf.outcomes, pmf.probabilities, strict=True):
        if length <= last:
            chances[int(length) // width] += chance
    return chances


def _places(bins: Sequence[float], width: int) -> tuple[list[float], list[str]]:
    """Return the middle of each interval, and the interval in words."""
    starts = [number * width for number in range(len(bins))]
    names = [plural(start, "turn") if width == 1 else f"{start} to {start + width - 1} turns" for start in starts]
    return [start + (width - 1) / 2 for start in starts], names


def _add_chances(
    figure: Sketch, axis: str, name: str, bins: Sequence[float], width: int, games: int | None, *, as_points: bool
) -> None:
    middles, names = _places(bins, width)
    role = SIMULATED if games else EXACT
    color = role_color(role)
    half_widths = [Z95 * sqrt(chance * (1 - chance) / games) for chance in bins] if games else None
    bar = {"color": NO_FILL if games else color, "line": {"color": color, "width": 1.5}}
    point = {"symbol": "circle-open" if games else "circle", "size": 7, "color": color}
    bars: Attributes = {"marker": bar, "textposition": "none"}
    points: Attributes = {"marker": point, "mode": "markers", "cliponaxis": False}
    kind, form = ("scatter", points) if as_points else ("bar", bars)
    chances = {"x": middles, "y": list(bins), "text": names, "name": name, **error_bars(half_widths, role)}
    figure.add_trace(kind, "%{text}: %{y:.2%}", **form, yaxis=axis, **chances)
