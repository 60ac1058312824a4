"""Helpers for the tests of pages: they open, operate and read a page with Streamlit's own test runner."""

import json
import re
from collections.abc import Collection
from functools import cache
from typing import Any, TypeVar

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


def open_page(page: str | None = None, **query: Any) -> AppTest:
    """Open a page by a link and return it after its first run.

    page: the path of its script; the home page by default.
    query: the settings of the link.
    """
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
    app.session_state[CHARTS_SEEN] = True
    for name, value in query.items():
        app.query_params[name] = value
    if page:
        app.switch_page(str(ROOT / page))
    app.run()
    return app


def _board_proto(app: AppTest) -> Any:
    """Return Streamlit's message for the board, the only component of a page besides the frame and the room."""
    components = [element.proto for element in app.get("bidi_component")]
    (proto,) = [each for each in components if each.component_name not in ("boardodds.frame", "boardodds.room")]
    return proto


def open_figures(app: AppTest, key: str) -> AppTest:
    """Open a section "All figures" or a popover, and return the page after the run that draws it."""
    app.session_state[key] = True
    return app.run()


def open_setup(page: str, **query: Any) -> AppTest:
    return open_figures(open_page(page, **query), "setup")


def board_data(app: AppTest) -> dict[str, Any]:
    proto = _board_proto(app)
    (data,) = json.loads(proto.json)
    assert isinstance(data, dict)
    return data


def send_event(app: AppTest, *, stale: Collection[Widget] = (), **event: Any) -> None:
    """Send an event as the board's script in the browser does, and run the page.

    stale: widgets of an earlier run, whose values a late message from the browser still contains.
    """
    proto = _board_proto(app)
    states = app._tree.get_widget_states()
    for widget in stale:
        states.widgets.append(widget._widget_state)
    events = json.dumps([{"event": "event", "value": event}])
    states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{proto.id}__events", json_trigger_value=events)
    app._run(states)


def notice(app: AppTest) -> str:
    """Return the board's notice: why the last event was refused or what it removed."""
    return str(board_data(app)["notice"])


def advice(app: AppTest) -> str:
    """Return the text of the card with the best move; "" without a card."""
    labels = (part.proto.popover.label for part in app.get("popover"))
    text = "".join(label.removesuffix(WHY) for label in labels if label.endswith(WHY))
    return re.sub(r":gray\[(.*)\]", r"\1", text).replace("\\", "")


def html_of(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


def page_text(app: AppTest) -> str:
    elements = (element for kind in ("title", "header", "markdown", "warning") for element in app.get(kind))
    return "\n".join(str(getattr(element, "value", "")) for element in elements)


def warnings(app: AppTest) -> list[str]:
    return [warning.value.replace("\\", "") for warning in app.warning]


def headline(app: AppTest) -> str:
    return str(app.header[0].value)


def button(app: AppTest, label: str) -> Button:
    return app.button[[button.label for button in app.button].index(label)]


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


def run_lines(lines: str) -> object:
    *before, last = lines.splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)  # noqa: S102 (our own page)
    return eval(last, names)  # noqa: S307


def python_lines(app: AppTest) -> str:
    (lines,) = [code.value for code in app.code if "from boardodds" in code.value]
    return str(lines)


def show_chart(app: AppTest) -> dict[str, Any]:
    """Return the figure of the first chart, which on a page with a board is the one beside the hundred."""
    figure = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert isinstance(figure, dict)
    return figure


def view_of(elements: ElementList[WidgetT], name: str) -> WidgetT:
    """Return the widget with a key, or the one that shows a part of the state, by its name in the store.

    elements: the page's widgets of its kind, for example ``app.slider``.
    """
    (widget,) = [widget for widget in elements if re.fullmatch(rf"(\w+ )?{re.escape(name)}( \d+)?", widget.key or "")]
    return widget
