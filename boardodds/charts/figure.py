"""Figures written down as plain data, and made into Plotly's objects only for who asks for them.

Plotly's objects check every attribute when it is set, which takes milliseconds a figure: for a page that is drawn anew with each
move of a slider, half of its time. The tests have every figure checked instead.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import plotly.graph_objects as go
import plotly.io

Attributes = dict[str, Any]

_ACROSS = {"type": "line", "x0": 0, "x1": 1, "xref": "x domain", "yref": "y"}
_UPWARDS = {"type": "line", "y0": 0, "y1": 1, "xref": "x", "yref": "y domain"}


class Drawing(go.Figure):  # type: ignore[misc]
    """A figure that stays plain data until one of its parts is asked for: drawn on a page, none is."""

    def __init__(self, plain: Attributes) -> None:
        self.__dict__["_plain"] = plain

    def __getattr__(self, name: str) -> Any:
        # asked only for what is missing, and before Plotly has set up the figure all of it is
        plain = self.__dict__.pop("_plain", None)
        if plain is None:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        super().__init__(plain)
        return getattr(self, name)

    def to_dict(self) -> Attributes:
        """The figure's data, layout and frames; what Streamlit and Plotly's writers of JSON ask for."""
        plain: Attributes = self.__dict__.get("_plain") or super().to_dict()
        return plain


class Sketch:
    """Traces and layout as they are put together; the methods are Plotly's by name and by what they take."""

    def __init__(self) -> None:
        self._data: list[Attributes] = []
        self._layout: Attributes = {"xaxis": {}, "yaxis": {}, "shapes": [], "annotations": []}
        self._frames: list[Attributes] = []

    def add_trace(self, kind: str, **attributes: Any) -> None:
        """A trace of a kind as Plotly names it: ``bar``, ``scatter``, ``heatmap``."""
        self._data.append({"type": kind, **attributes})

    def add_shape(self, **attributes: Any) -> None:
        self._layout["shapes"].append(attributes)

    def add_annotation(self, **attributes: Any) -> None:
        self._layout["annotations"].append(attributes)

    def add_hline(self, y: float, line: Attributes, text: str = "") -> None:
        """A line across the whole plot; the text stands on its right end."""
        self.add_shape(**_ACROSS, y0=y, y1=y, line=line)
        if text:
            self.add_annotation(
                text=text, x=1, xref="x domain", xanchor="right", y=y, yref="y", yanchor="bottom", showarrow=False
            )

    def add_vline(self, x: float, line: Attributes) -> None:
        """A line over the whole height of the plot."""
        self.add_shape(**_UPWARDS, x0=x, x1=x, line=line)

    def add_frame(self, data: Sequence[Attributes], traces: Sequence[int]) -> None:
        """A frame of an animation: new data for some of the traces."""
        self._frames.append({"data": list(data), "traces": list(traces)})

    def update_layout(self, **attributes: Any) -> None:
        self._layout.update(attributes)

    def update_xaxes(self, title: str = "", **attributes: Any) -> None:
        self._layout["xaxis"].update(_titled(title), **attributes)

    def update_yaxes(self, title: str = "", **attributes: Any) -> None:
        self._layout["yaxis"].update(_titled(title), **attributes)

    def draw(self, look: Attributes) -> go.Figure:
        """The figure, in a look of its own where the sketch says nothing else."""
        layout = {"template": _template(plotly.io.templates.default), **look}
        for name, value in self._layout.items():
            layout[name] = {**layout.get(name, {}), **value} if isinstance(value, dict) else value
        frames = {"frames": self._frames} if self._frames else {}
        return Drawing({"data": self._data, "layout": layout, **frames})


def _titled(title: str) -> Attributes:
    return {"title": {"text": title}} if title else {}


@cache
def _template(name: str) -> Attributes:
    plain: Attributes = plotly.io.templates[name].to_plotly_json()
    return plain
