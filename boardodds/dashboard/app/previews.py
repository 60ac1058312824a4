"""The preview of a link: the title and the description that a chat or a post shows for it."""

from dataclasses import dataclass
from urllib.parse import parse_qs

from boardodds.dashboard.app.site import ALL_PAGES, HOME_PAGE, SITE, browser_title, dashboard_of
from boardodds.dashboard.runtime.compute import LongWorkError, short_only
from boardodds.dashboard.ui.reveal import is_hiding
from boardodds.dashboard.ui.words import join_words
from boardodds.entry.game import Page
from boardodds.games import GAMES


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a link to a page.

    finding: the answer to the link; "" if it takes long or there is none.
    """

    page: Page
    finding: str = ""

    @property
    def browser_title(self) -> str:
        """The title of the page in the browser."""
        return browser_title(self.page)

    @property
    def title(self) -> str:
        """The answer, after the name of its game; without one, the question of the page."""
        return f"{area_of(self.page)}: {self.finding}" if self.finding else f"{self.page.question} · {SITE}"

    @property
    def description(self) -> str:
        """The question of the page, and the games of the site."""
        games = join_words([game.title for game in GAMES.values()])
        question = "" if self.page == HOME_PAGE else f"{self.page.question} "
        return f"{question}Set up your table and see the odds, of {games}."


def preview_of(url_path: str, query_string: str = "") -> LinkPreview:
    """Return the preview of a link, with its answer unless that takes long or the page shows a problem in its place.

    url_path: the address of the page, one of ``ALL_PAGES``.

    >>> preview_of("orchard").title
    'Orchard: We win 78.2% of the time if the basket picks from the fullest tree'
    """
    page, finding = ALL_PAGES[url_path], dashboard_of(url_path).finding_of_link(url_path)
    link = parse_qs(query_string, keep_blank_values=True)
    if finding is None or is_hiding(link):
        return LinkPreview(page)
    try:
        with short_only():
            return LinkPreview(page, finding(link))
    except (LongWorkError, ValueError):
        return LinkPreview(page)


def area_of(page: Page) -> str:
    """Return the game of a page; the page's title if it belongs to no game."""
    title = SITE if page == HOME_PAGE else page.title
    return next((game.title for game in GAMES.values() if page in game.pages), title)
