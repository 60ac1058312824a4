"""How the tests of the pages open one with Streamlit's own test runner, and read it."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from boardodds.dashboard.app.site import ROOT


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


def drawing(app: AppTest) -> dict[str, Any]:
    """What the page's drawing shows."""
    drawn = _drawn(app)
    data: dict[str, Any] = json.loads(drawn.json or drawn.mixed.json)["board"]
    return data


def wish(app: AppTest, **edit: Any) -> None:
    """Does something on the page's drawing, as its script in the browser would tell."""
    drawn = _drawn(app)
    states = app._tree.get_widget_states()
    events = json.dumps([{"event": "edit", "value": edit}])
    states.widgets.add(id=f"$$STREAMLIT_INTERNAL_KEY_{drawn.id}__events", json_trigger_value=events)
    app._run(states)
    assert not app.exception


def refused(app: AppTest) -> str:
    """Why the last wish on the page's drawing was not done, or what it cost."""
    return str(drawing(app)["refused"])


def words(app: AppTest) -> str:
    return "\n".join(
        str(getattr(element, "value", ""))
        for kind in ("title", "subheader", "markdown", "warning")
        for element in app.get(kind)
    )


def warnings(app: AppTest) -> list[str]:
    return [warning.value.replace("\\", "") for warning in app.warning]


def headline(app: AppTest) -> str:
    return str(app.subheader[0].value)
