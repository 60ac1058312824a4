"""Compute what most visitors ask for, before they do: ``python -m boardodds.dashboard.app.ready``.

It opens every page as a visitor does: first each view; then other starts of the game (``PlayPage.starts``) and each option of
the widgets that have few, such as editions, switches and numbers of players; then pairs of options, as far as the time goes. The
results go to the folder of the setting ``BOARDODDS_RESULTS``. Nothing is listed here, so what a new page shows is ready too.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product, zip_longest
from typing import Any, NamedTuple

import streamlit as st
from streamlit.logger import set_log_level
from streamlit.testing.v1 import AppTest

from boardodds.dashboard.app.site import HOME_PAGE, PAGES, dashboards
from boardodds.dashboard.runtime.worker_pool import POOL
from boardodds.dashboard.ui.dashboards import page_script
from boardodds.dashboard.ui.state_store import VIEW

# Wall-clock seconds: for all pages, for a page, and for work that is otherwise left to those who ask for it.
_MAX_SECONDS = 300
_MAX_PAGE_SECONDS, _MAX_WORK_SECONDS = 120, 10
_MAX_OPTIONS = 8
_LISTED, _SWITCH = "button_group", "toggle"
# Worker processes import the script under another name.
_SCRIPT = f"""
if __name__ == "__main__":
    from boardodds.dashboard.app import frame
    from boardodds.dashboard.runtime.compute import short_only

    with short_only(long_seconds={_MAX_WORK_SECONDS}):
        frame.run()
"""


class Option(NamedTuple):
    """An option of a widget.

    kind, number: the widget, by its place among those of its kind.
    """

    kind: str
    number: int
    value: Any


class Visit(NamedTuple):
    """A visit of a page, by a link with settings, in a view, with some options chosen."""

    url_path: str
    view: str = ""
    options: tuple[Option, ...] = ()
    link: tuple[tuple[str, str], ...] = ()


def main() -> None:
    """Open pages for some minutes, those that are visited most first."""
    # Streamlit warns that there is no server. It gives its loggers another level when it first reads its options.
    st.get_option("logger.level")
    set_log_level("ERROR")
    end = time.monotonic() + _MAX_SECONDS
    for _ in visits():
        if time.monotonic() > end:
            break
    POOL.stop()


def visits() -> Iterator[Visit]:
    """Open pages and yield what was visited."""
    options: dict[Visit, list[list[Option]]] = {}
    for page in (HOME_PAGE, *PAGES):
        visit = Visit(page.url_path)
        app = open_page(visit)
        options[visit] = list(_options(app))
        yield visit
        # A page shows its first view unless its link names another one.
        for tab in app.tabs[1:]:
            visit = Visit(page.url_path, tab.label)
            options[visit] = list(_options(open_page(visit)))
            yield visit
    singles = [(visit, (option,)) for visit, widgets in options.items() for option in chain(*widgets)]
    # The pages in turn, because one of them has more pairs than there is time for.
    by_page = [[(visit, pair) for pair in _pairs(options[visit])] for visit in options if not visit.view]
    pairs = filter(None, chain(*zip_longest(*by_page)))
    starts = [
        Visit(url_path, link=tuple(link.items()))
        for dashboard in dashboards().values()
        for url_path, page in dashboard.pages.items()
        for link in page.starts
    ]
    for visit in chain(starts, (visit._replace(options=chosen) for visit, chosen in chain(singles, pairs))):
        open_page(visit)
        yield visit


def _pairs(widgets: Sequence[list[Option]]) -> Iterator[tuple[Option, Option]]:
    """Yield pairs of options of different widgets, the first from a list of all its options, the second from no switch."""
    for first, second in combinations(widgets, 2):
        if first[0].kind == _LISTED and second[0].kind != _SWITCH:
            yield from product(first, second)


def open_page(visit: Visit) -> AppTest:
    """Draw a page, with the popover for what is set up once, and choose the options."""
    app = AppTest.from_string(_SCRIPT, default_timeout=_MAX_PAGE_SECONDS)
    app.switch_page(str(page_script(visit.url_path or "home")))
    app.session_state["setup"] = True
    for name, value in (*visit.link, *([(VIEW, visit.view)] if visit.view else [])):
        app.query_params[name] = value
    app.run()
    for option in visit.options:
        widgets: Any = app.get(option.kind)
        # An earlier option can have removed the widget.
        if option.number < len(widgets):
            widgets[option.number].set_value(option.value).run()
    return app


def _options(app: AppTest) -> Iterator[list[Option]]:
    """Yield the options of each widget that has few."""
    for kind in (_LISTED, "selectbox", "slider", _SWITCH):
        for number, widget in enumerate(app.get(kind)):
            values = _values(widget)
            if 1 <= len(values) <= _MAX_OPTIONS:
                yield [Option(kind, number, value) for value in values]


def _values(widget: Any) -> list[Any]:
    if widget.type == _SWITCH:
        return [not widget.value]
    return list(range(int(widget.min), int(widget.max) + 1)) if widget.type == "slider" else list(widget.options)


if __name__ == "__main__":
    main()
