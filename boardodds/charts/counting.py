"""The chart of the counting page: how many states replace the nodes of a tree."""

from collections.abc import Mapping, Sequence
from math import log10

import plotly.graph_objects as go

from boardodds.charts.style import CONTEXT, EXACT, Sketch, finish_chart, role_color
from boardodds.probability.display import plural

# The room for a number at either side, in powers of ten: a number of six digits on a phone.
_ROOM = 1.8
# The powers of ten between two ticks, so that their numbers don't touch on a phone.
_TICK_STEP = 2


def growth_line(nodes: Mapping[int, int], states: Mapping[int, int]) -> go.Figure:
    """Draw the number of inner nodes of the tree of rolls and of the states that replace them, on a logarithmic scale.

    nodes, states: by the number of dice.
    """
    figure = Sketch()
    names = [plural(dice, "die", "dice") for dice in nodes]
    for name, dice in zip(names, nodes, strict=True):
        figure.add_trace(
            "scatter",
            x=[states[dice], nodes[dice]],
            y=[name, name],
            mode="lines",
            line={"color": role_color(CONTEXT), "width": 2},
            hoverinfo="skip",
        )
    # Where both are equal, one dot covers the other.
    shown_nodes = [f"{nodes[dice]:,}" if nodes[dice] != states[dice] else "" for dice in nodes]
    shown_states = [f"{'both ' if nodes[dice] == states[dice] else ''}{states[dice]:,}" for dice in states]
    _add_ends(figure, names, list(nodes.values()), shown_nodes, name="nodes", role=CONTEXT, side="right")
    _add_ends(figure, names, list(states.values()), shown_states, name="states", role=EXACT, side="left")
    most = log10(max(nodes.values()))
    ticks = [10**power for power in range(0, int(most) + 1, _TICK_STEP)]
    figure.update_xaxes(
        type="log",
        range=[-_ROOM, most + _ROOM],
        tickvals=ticks,
        ticktext=[f"{tick:,}" for tick in ticks],
        tickangle=0,
        zeroline=False,
    )
    figure.update_yaxes(type="category", showgrid=False, ticksuffix=" ")
    return finish_chart(figure, height=54 + 44 * len(nodes))


def _add_ends(
    figure: Sketch,
    names: Sequence[str],
    counts: Sequence[int],
    shown: Sequence[str],
    *,
    name: str,
    role: str,
    side: str,
) -> None:
    """Add the dots at one end of all lines, with their numbers; the last one names the series."""
    figure.add_trace(
        "scatter",
        x=list(counts),
        y=list(names),
        mode="markers+text",
        marker={"size": 12, "color": role_color(role)},
        text=[*shown[:-1], f"<b>{name}</b><br>{shown[-1]}"],
        textposition=f"middle {side}",
        cliponaxis=False,
        hovertemplate=f"%{{y}}: %{{x:,}} {name}<extra></extra>",
    )
