"""How the tests of the pages open one with Streamlit's own test runner, and read it."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from boardodds.dashboard.ui.dashboards import ROOT


def open_page(page: str | None = None, **query: Any) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    if page:
        for name, value in query.items():
            app.query_params[name] = value
        app.switch_page(str(ROOT / page)).run()
    assert not app.exception
    return app


def _drawn(app: AppTest) -> Any:
    """The page's drawing as Streamlit sends it, besides the frame of every page."""
    (proto,) = [each.proto for each in app.get("bidi_component") if each.proto.component_name != "boardodds.frame"]
    return proto


def board_data(app: AppTest) -> dict[str, Any]:
    """What the page's drawing shows."""
    drawn = _drawn(app)
    data: dict[str, Any] = json.loads(drawn.json or drawn.mixed.json)["board"]
    return data


def send_event(app: AppTest, **edit: Any) -> None:
    """Does something on the page's drawing, as its script in the browser would tell."""
    drawn = _drawn(app)
    states = app._tree.get_widget_states()
    events = json.dumps([{"event": "edit", "value": edit}])
    states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{drawn.id}__events", json_trigger_value=events)
    app._run(states)
    assert not app.exception


def notice(app: AppTest) -> str:
    """Why the last event on the page's board was refused, or what it removed."""
    return str(board_data(app)["notice"])


def page_text(app: AppTest) -> str:
    return "\n".join(
        str(getattr(element, "value", ""))
        for kind in ("title", "subheader", "markdown", "warning")
        for element in app.get(kind)
    )


def warnings(app: AppTest) -> list[str]:
    return [warning.value.replace("\\", "") for warning in app.warning]


def headline(app: AppTest) -> str:
    return str(app.subheader[0].value)


def press(app: AppTest, label: str) -> AppTest:
    return button(app, label).click().run()


def button(app: AppTest, label: str) -> Button:
    return app.button[[button.label for button in app.button].index(label)]


def captions(app: AppTest) -> str:
    return " ".join(caption.value for caption in app.caption)


def run_lines(lines: str) -> object:
    """What the last of some lines of Python gives."""
    *before, last = lines.splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)  # noqa: S102 (our own page)
    return eval(last, names)  # noqa: S307


def python_lines(app: AppTest) -> str:
    (lines,) = [code.value for code in app.code if "from boardodds" in code.value]
    return str(lines)
