"""The pages of the site in the order of the menu: first the pages of each game, then the teaching pages."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from boardodds.dashboard.teaching.pages import TEACHING_PAGES
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.dashboards import dashboard_of, page_script
from boardodds.teaching import registry
from boardodds.teaching.entry import Page


@dataclass(frozen=True, slots=True)
class SitePage(Page):
    """A page with its card on the home page.

    card: returns the card.
    link: the query that shows the card's answer; empty for the page's default.
    """

    card: Callable[[], Card]
    link: Mapping[str, str]

    @property
    def path(self) -> Path:
        """The file of the page's script."""
        return page_script(self.url_path)


def _site_page(page: Page) -> SitePage:
    dashboard = dashboard_of(page.url_path)
    link = dashboard.card_links.get(page.url_path, {})
    return SitePage(**asdict(page), card=dashboard.cards[page.url_path], link=link)


_GAME_PAGES = [page for game in registry.games().values() for page in game.pages]
PAGES = tuple(map(_site_page, (*_GAME_PAGES, *TEACHING_PAGES)))
