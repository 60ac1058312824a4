"""Figures as plain data, which become Plotly objects only when a caller uses one of their attributes.

Plotly's objects check every attribute that is set. That takes milliseconds per figure, half the time of a page that is redrawn
with each move of a slider. The tests check every figure instead.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import plotly.graph_objects as go
import plotly.io

Attributes = dict[str, Any]

_HORIZONTAL_LINE = {"type": "line", "x0": 0, "x1": 1, "xref": "x domain", "yref": "y"}
_VERTICAL_LINE = {"type": "line", "y0": 0, "y1": 1, "xref": "x", "yref": "y domain"}


class Drawing(go.Figure):  # type: ignore[misc]
    """A figure that stays plain data until one of its attributes is used; drawing it on a page uses none."""

    def __init__(self, plain: Attributes) -> None:
        self.__dict__["_plain"] = plain

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for missing attributes. Before Plotly initialises the figure, all of them are missing.
        plain = self.__dict__.pop("_plain", None)
        if plain is None:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        super().__init__(plain)
        return getattr(self, name)

    def to_dict(self) -> Attributes:
        """Return the data, layout and frames of the figure, as Streamlit and Plotly's JSON writer need them."""
        plain: Attributes = self.__dict__.get("_plain") or super().to_dict()
        return plain


class Sketch:
    """Traces and layout under construction; methods are named as in Plotly."""

    def __init__(self) -> None:
        self._data: list[Attributes] = []
        self._layout: Attributes = {"xaxis": {}, "yaxis": {}, "shapes": [], "annotations": []}
        self._frames: list[Attributes] = []

    def add_trace(self, kind: str, **attributes: Any) -> None:
        """Add a trace; ``kind`` is Plotly's name of its type, such as ``bar``, ``scatter`` or ``heatmap``."""
        self._data.append({"type": kind, **attributes})

    def add_shape(self, **attributes: Any) -> None:
        self._layout["shapes"].append(attributes)

    def add_annotation(self, **attributes: Any) -> None:
        self._layout["annotations"].append(attributes)

    def add_hline(self, y: float, line: Attributes, text: str = "") -> None:
        """Add a horizontal line across the plot, with an optional text above its right end."""
        self.add_shape(**_HORIZONTAL_LINE, y0=y, y1=y, line=line)
        if text:
            self.add_annotation(
                text=text, x=1, xref="x domain", xanchor="right", y=y, yref="y", yanchor="bottom", showarrow=False
            )

    def add_vline(self, x: float, line: Attributes) -> None:
        """Add a vertical line over the whole height of the plot."""
        self.add_shape(**_VERTICAL_LINE, x0=x, x1=x, line=line)

    def add_frame(self, data: Sequence[Attributes], traces: Sequence[int]) -> None:
        """Add a frame to the animation.

        data: the new attributes of each changed trace.
        traces: the numbers of these traces.
        """
        self._frames.append({"data": list(data), "traces": list(traces)})

    def update_layout(self, **attributes: Any) -> None:
        self._layout.update(attributes)

    def update_xaxes(self, title: str = "", **attributes: Any) -> None:
        self._layout["xaxis"].update(_title_attributes(title), **attributes)

    def update_yaxes(self, title: str = "", **attributes: Any) -> None:
        self._layout["yaxis"].update(_title_attributes(title), **attributes)

    def draw(self, defaults: Attributes) -> go.Figure:
        """Return the figure, with ``defaults`` for layout attributes that the sketch doesn't set."""
        layout = {"template": template(plotly.io.templates.default), **defaults}
        for name, value in self._layout.items():
            layout[name] = {**layout.get(name, {}), **value} if isinstance(value, dict) else value
        frames = {"frames": self._frames} if self._frames else {}
        return Drawing({"data": self._data, "layout": layout, **frames})


def _title_attributes(title: str) -> Attributes:
    return {"title": {"text": title}} if title else {}


@cache
def template(name: str) -> Attributes:
    """Return one of Plotly's templates as plain data."""
    plain: Attributes = plotly.io.templates[name].to_plotly_json()
    return plain
