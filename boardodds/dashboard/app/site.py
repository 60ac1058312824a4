"""The pages of the site: the home page, and by the heading of the menu those of each game and the teaching pages."""

from boardodds.dashboard.teaching.pages import CHECK, LEARN
from boardodds.entry.game import Page
from boardodds.games import GAMES

SITE = "boardodds"
OTHER_GAMES = "Other games"
HOME_PAGE = Page("", "Home", "Odds for the board games you play")


def _menu() -> dict[str, tuple[Page, ...]]:
    """Return the pages by heading: a game with several pages has its own heading, and all others share one."""
    games = GAMES.values()
    headings = {game.title: tuple(game.pages) for game in games if len(game.pages) > 1}
    headings[OTHER_GAMES] = tuple(page for game in games if len(game.pages) == 1 for page in game.pages)
    return headings | {"Learn": LEARN, "Check": CHECK}


MENU = _menu()
PAGES = tuple(page for pages in MENU.values() for page in pages)


def browser_title(page: Page) -> str:
    """Return the title of a page in the browser.

    >>> browser_title(HOME_PAGE), browser_title(CHECK[0])
    ('boardodds', 'Methods · boardodds')
    """
    return SITE if page == HOME_PAGE else f"{page.title} · {SITE}"
