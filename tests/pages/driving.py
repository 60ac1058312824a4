"""How the tests of the pages open one with Streamlit's own test runner, and read it."""

from typing import Any

from streamlit.testing.v1 import AppTest

from boardodds.dashboard.site import ROOT


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
