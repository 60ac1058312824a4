"""The pages' half of every game, found by its folder's name: ``boardodds.dashboard.<game>.DASHBOARD``."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from boardodds.charts.preview import Preview
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.labels import label_of
from boardodds.dashboard.ui.settings import Allowed, Query
from boardodds.teaching import registry

_PACKAGE = Path(__file__).resolve().parents[2]
# The folder of app.py, pages/, static/ and .streamlit/: the checkout, or a folder of the installed package.
ROOT = installed if (installed := _PACKAGE / "site").is_dir() else _PACKAGE.parent
TEACHING = "teaching"


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The parts of one game's pages that the site needs. The keys of each mapping are the pages' url_paths.

    card: returns the game's card on the home page; None for the teaching pages.
    notes: of the teaching pages, functions that return the sentence of the page on the home page.
    links: the query with which the home page opens a page, if it is not the page's default.
    allowed: the settings that a link to the page may have, with a check of their values.
    previews: functions that return the preview of a link from its settings. For None, and for a ValueError, the link has the
        page's general preview.
    option_labels: by setting and label, the library's name of an option. Older links use the library's names.
    """

    card: Callable[[], Card] | None = None
    notes: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    allowed: Mapping[str, Allowed] = field(default_factory=dict)
    previews: Mapping[str, Callable[[Query], Preview | None]] = field(default_factory=dict)
    option_labels: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)


@lru_cache(maxsize=1)
def dashboards() -> Mapping[str, Dashboard]:
    """Return the dashboard of every game by its folder's name, and last that of the teaching pages.

    >>> list(dashboards())[-1]
    'teaching'
    """
    return {
        name: importlib.import_module(f"boardodds.dashboard.{name}").DASHBOARD for name in (*registry.games(), TEACHING)
    }


def dashboard_of(url_path: str) -> Dashboard:
    """Return the dashboard of a page; an empty one for the home page."""
    found = (each for each in dashboards().values() if url_path in {*each.allowed, *each.notes})
    return next(found, Dashboard())


def page_script(url_path: str) -> Path:
    """Return the file of a page's script."""
    return ROOT / "pages" / f"{url_path}.py"


def with_labels(url_path: str, query: Query) -> dict[str, list[str]]:
    """Return a page's query with the library's name of an option replaced by its label on the page.

    >>> with_labels("candy_land", {"licorice": ["lose_turn"], "players": ["2"]})
    {'licorice': ['lose a turn'], 'players': ['2']}
    """
    labels = dashboard_of(url_path).option_labels.get(url_path, {})
    return {
        setting: [label_of(value, labels.get(setting, {})) for value in values] for setting, values in query.items()
    }
