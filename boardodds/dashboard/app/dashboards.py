"""The pages' half of every game and of the teaching pages: a new game is a line here."""

from collections.abc import Mapping
from functools import lru_cache

from boardodds.dashboard.ui.dashboards import Dashboard


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
    return next((each for each in dashboards().values() if url_path in each.headlines), Dashboard())
