"""The site: its pages by the heading of the menu, and the pages of every game; a new game is a line in ``play_pages``."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from boardodds.dashboard.teaching import CHECK, FINDINGS, LEARN, UNLISTED
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.settings import Query
from boardodds.entry.game import Page
from boardodds.games import GAMES

SITE = "boardodds"
HOME_PAGE = Page("", "Home", "Odds for the board games you play")
# The pages by heading: a game with several pages has its own heading, and all others share one.
MENU = {game.title: tuple(game.pages) for game in GAMES.values() if len(game.pages) > 1} | {
    "Other games": tuple(page for game in GAMES.values() if len(game.pages) == 1 for page in game.pages),
    "Learn": LEARN,
    "Check": CHECK,
}
PAGES = tuple(page for pages in MENU.values() for page in pages)
# By address, every page of the site, with those that only a link opens.
ALL_PAGES: Mapping[str, Page] = {page.url_path: page for page in (HOME_PAGE, *PAGES, *UNLISTED)}


def browser_title(page: Page) -> str:
    """Return the title of a page in the browser."""
    return SITE if page == HOME_PAGE else f"{page.title} · {SITE}"


@cache
def play_pages() -> Mapping[str, Mapping[str, PlayPage[Any]]]:
    """Return the pages with a board by address, by the name of the package of their game."""
    # Imported here, because their boards need the server to run.
    from boardodds.dashboard import camel_up, candy_land, orchard, perudo

    pages: Mapping[str, Any] = {
        "camel_up": camel_up.PAGES,
        "candy_land": candy_land.PAGES,
        "orchard": orchard.PAGES,
        "perudo": perudo.PAGES,
    }
    return pages


def finding_of(url_path: str) -> Callable[[Query], str] | None:
    """Return the function that answers a link to a page in one line; None for a page without an answer."""
    pages = {address: page for group in play_pages().values() for address, page in group.items()}
    return pages[url_path].finding_of_link if url_path in pages else FINDINGS.get(url_path)
