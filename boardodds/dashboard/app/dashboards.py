"""The pages' half of every game and of the teaching pages: a new game is a line here."""

from collections.abc import Mapping
from functools import lru_cache

from boardodds.dashboard.ui.dashboards import Dashboard
from boardodds.dashboard.ui.labels import label_of
from boardodds.dashboard.ui.settings import Query


@lru_cache(maxsize=1)
def dashboards() -> Mapping[str, Dashboard]:
    """Return the dashboard of every game by the name of its package, and last that of the teaching pages.

    >>> list(dashboards())[-1]
    'teaching'
    """
    # Imported here, because the caches of their solvers need the server to run.
    from boardodds.dashboard import camel_up, candy_land, orchard, perudo, teaching

    return {
        "camel_up": camel_up.DASHBOARD,
        "candy_land": candy_land.DASHBOARD,
        "orchard": orchard.DASHBOARD,
        "perudo": perudo.DASHBOARD,
        "teaching": teaching.DASHBOARD,
    }


def dashboard_of(url_path: str) -> Dashboard:
    """Return the dashboard of a page; an empty one for the home page."""
    found = (each for each in dashboards().values() if url_path in {*each.allowed, *each.notes})
    return next(found, Dashboard())


def with_labels(url_path: str, query: Query) -> dict[str, list[str]]:
    """Return a page's query with the library's name of an option replaced by its label on the page.

    >>> with_labels("candy_land", {"licorice": ["lose_turn"], "players": ["2"]})
    {'licorice': ['lose a turn'], 'players': ['2']}
    """
    labels = dashboard_of(url_path).option_labels.get(url_path, {})
    return {
        setting: [label_of(value, labels.get(setting, {})) for value in values] for setting, values in query.items()
    }
