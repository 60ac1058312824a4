"""The site: its pages by the heading of the menu, and the pages' half of every game; a new game is a line in ``dashboards``."""

from collections.abc import Mapping
from functools import lru_cache

from boardodds.dashboard.teaching import CHECK, LEARN, UNLISTED
from boardodds.dashboard.ui.dashboards import Dashboard
from boardodds.entry.game import Page
from boardodds.games import GAMES

SITE = "boardodds"
OTHER_GAMES = "Other games"
HOME_PAGE = Page("", "Home", "Odds for the board games you play")
# The pages by heading: a game with several pages has its own heading, and all others share one.
MENU = {game.title: tuple(game.pages) for game in GAMES.values() if len(game.pages) > 1} | {
    OTHER_GAMES: tuple(page for game in GAMES.values() if len(game.pages) == 1 for page in game.pages),
    "Learn": LEARN,
    "Check": CHECK,
}
PAGES = tuple(page for pages in MENU.values() for page in pages)
# By address, every page of the site, with those that only a link opens.
ALL_PAGES: Mapping[str, Page] = {page.url_path: page for page in (HOME_PAGE, *PAGES, *UNLISTED)}


def browser_title(page: Page) -> str:
    """Return the title of a page in the browser.

    >>> browser_title(HOME_PAGE), browser_title(CHECK[0])
    ('boardodds', 'Methods · boardodds')
    """
    return SITE if page == HOME_PAGE else f"{page.title} · {SITE}"


@lru_cache(maxsize=1)
def dashboards() -> Mapping[str, Dashboard]:
    """Return the dashboard of every game by the name of its package, and last that of the teaching pages.

    >>> list(dashboards())[-1]
    'teaching'
    """
    # Imported here, because their boards need the server to run.
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
    return next((each for each in dashboards().values() if each.finding_of_link(url_path)), Dashboard())
