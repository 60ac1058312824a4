"""Helpers for the tests of pages: they open, operate and read a page with Streamlit's own test runner."""

import json
import re
from collections.abc import Collection
from functools import cache
from html import unescape
from typing import Any, Self, TypeVar

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button, ElementList, Widget

from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.ui.panels import CHARTS_SEEN
from boardodds.dashboard.ui.play_page import WHY

# The longest wait for a run. It is long because the machine can be busy; no test measures time.
SECONDS = 120

WidgetT = TypeVar("WidgetT", bound=Widget)

# Streamlit would search all installed packages for components whenever a test opens a page.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


class Page(AppTest):
    """A page of the app that is opened, operated and read without a browser."""

    def run(self, *, timeout: float | None = None) -> Self:
        super().run(timeout=timeout)
        return self

    @property
    def _board(self) -> Any:
        """Streamlit's message for the board, the only component of a page besides the frame and the room."""
        components = [element.proto for element in self.get("bidi_component")]
        (proto,) = [each for each in components if each.component_name not in ("boardodds.frame", "boardodds.room")]
        return proto

    @property
    def board_data(self) -> dict[str, Any]:
        (data,) = json.loads(self._board.json)
        assert isinstance(data, dict)
        return data

    @property
    def notice(self) -> str:
        """The board's notice: why the last event was refused or what it removed."""
        return str(self.board_data["notice"])

    @property
    def advice(self) -> str:
        labels = (part.proto.popover.label for part in self.get("popover"))
        text = "".join(label.removesuffix(WHY) for label in labels if label.endswith(WHY))
        return re.sub(r":gray\[(.*)\]", r"\1", text).replace("\\", "")

    @property
    def html_parts(self) -> list[str]:
        """The HTML of the page without the styles that all pages share."""
        bodies = [element.proto.body for element in self.get("html")]
        return [body for body in bodies if body and not body.startswith("<style")]

    @property
    def html_text(self) -> str:
        return " ".join(self.html_parts)

    @property
    def pictures(self) -> list[str]:
        return [unescape(alt) for alt in re.findall(r'<img [^>]*alt="(.*?)"', self.html_text)]

    @property
    def page_text(self) -> str:
        elements = (element for kind in ("title", "header", "markdown", "warning") for element in self.get(kind))
        return "\n".join(str(getattr(element, "value", "")) for element in elements)

    @property
    def warnings(self) -> list[str]:
        return [warning.value.replace("\\", "") for warning in self.warning]

    @property
    def headline(self) -> str:
        return str(self.header[0].value)

    @property
    def captions(self) -> str:
        return " ".join(caption.value for caption in self.caption)

    @property
    def python_lines(self) -> str:
        (lines,) = [code.value for code in self.code if "from boardodds" in code.value]
        return str(lines)

    @property
    def first_chart(self) -> dict[str, Any]:
        """The figure of the first chart, which on a page with a board is the one beside the hundred."""
        figure = json.loads(self.get("plotly_chart")[0].proto.spec)
        assert isinstance(figure, dict)
        return figure

    def button_named(self, label: str) -> Button:
        return next(button for button in self.button if button.label == label)

    def press(self, label: str) -> Self:
        self.button_named(label).click().run()
        return self

    def open_figures(self, key: str) -> Self:
        """Open a section "All figures" or a popover, and return the page after the run that draws it."""
        self.session_state[key] = True
        return self.run()

    def send_event(self, *, stale: Collection[Widget] = (), **event: Any) -> None:
        """Send an event as the board's script in the browser does, and run the page.

        stale: widgets of an earlier run, whose values a late message from the browser still contains.
        """
        states = self._tree.get_widget_states()
        for widget in stale:
            states.widgets.append(widget._widget_state)
        events = json.dumps([{"event": "event", "value": event}])
        states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{self._board.id}__events", json_trigger_value=events)
        self._run(states)


def open_page(page: str | None = None, **query: Any) -> Page:
    """Open a page, by default the home page, with the settings of a link, and return it after its first run."""
    app = Page(str(ROOT / "app.py"), default_timeout=SECONDS)
    app.session_state[CHARTS_SEEN] = True
    for name, value in query.items():
        app.query_params[name] = value
    if page:
        app.switch_page(str(ROOT / page))
    return app.run()


def open_setup(page: str, **query: Any) -> Page:
    return open_page(page, **query).open_figures("setup")


def run_lines(lines: str) -> object:
    *before, last = lines.splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)  # noqa: S102 (our own page)
    return eval(last, names)  # noqa: S307


def cells(table: str) -> list[list[str]]:
    """Return the texts of the rows of a table, without its head and the notes above its rows."""
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in table.partition("<tbody>")[2].split("</tr>")]
    return [row for row in rows if len(row) > 1]


def view_of(elements: ElementList[WidgetT], name: str) -> WidgetT:
    """Return the widget with a key, or the one that shows a part of the state, by its name in the store.

    elements: the page's widgets of its kind, for example ``app.slider``.
    """
    (widget,) = [widget for widget in elements if re.fullmatch(rf"(\w+ )?{re.escape(name)}( \d+)?", widget.key or "")]
    return widget
