"""The pages of the site by the heading of the menu: first the pages of each game, then the teaching pages."""

from boardodds.dashboard.teaching.pages import CHECK, LEARN
from boardodds.teaching import registry
from boardodds.teaching.entry import Page

OTHER_GAMES = "Other games"


def _menu() -> dict[str, tuple[Page, ...]]:
    """Return the pages by heading: a game with several pages has its own heading, and all others share one."""
    games = registry.games().values()
    headings = {game.title: tuple(game.pages) for game in games if len(game.pages) > 1}
    headings[OTHER_GAMES] = tuple(page for game in games if len(game.pages) == 1 for page in game.pages)
    return headings | {"Learn": LEARN, "Check": CHECK}


MENU = _menu()
PAGES = tuple(page for pages in MENU.values() for page in pages)
