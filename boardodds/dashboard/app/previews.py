"""The preview of a link: the title, the description and the picture that a chat or a post shows for it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import parse_qs, urlencode

from boardodds.charts.preview import SITE, Preview, preview_svg
from boardodds.charts.tokens import ACCENTS, SURFACES
from boardodds.dashboard.app.dashboards import dashboard_of, with_labels
from boardodds.dashboard.app.raster import png_of
from boardodds.dashboard.app.site import HOME_PAGE, PAGES, browser_title
from boardodds.dashboard.runtime.cache import MAX_ENTRIES
from boardodds.dashboard.runtime.compute import LongWorkError, compute, forget, short_only
from boardodds.dashboard.ui.page_text import join_words
from boardodds.entry.game import Page
from boardodds.games import GAMES

# By address, every page of the site.
ALL_PAGES: Mapping[str, Page] = {page.url_path: page for page in (HOME_PAGE, *PAGES)}
# Of a query, also as it is written into the address of the picture: nginx takes addresses of up to 8,000 characters. A link with
# more has the general preview.
_MAX_CHARACTERS, _MAX_SETTINGS = 7_000, 60
# The query of the picture that shows the question of its page.
GENERAL = "general"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a link to a page.

    query: of its picture, the settings of the link or ``GENERAL``.
    is_final: whether the same link always has this preview. Otherwise its answer takes long, and is not in the cache yet.
    """

    page: Page
    content: Preview
    query: str
    is_final: bool

    @property
    def browser_title(self) -> str:
        """The title of the page in the browser."""
        return browser_title(self.page)

    @property
    def title(self) -> str:
        """The answer, after the name of its game; of a general preview, the question of the page."""
        if self.content.finding == self.page.question:
            return f"{self.page.question} · {SITE}"
        return f"{_area(self.page)}: {self.content.finding}"

    @property
    def description(self) -> str:
        """The question of the page, and the games of the site."""
        games = join_words([game.title for game in GAMES.values()])
        question = "" if self.page == HOME_PAGE else f"{self.page.question} "
        return f"{question}Set up your table and see the odds, of {games}."


def preview_of(url_path: str, query_string: str = "") -> LinkPreview:
    """Return the preview of a link; the page's general one if its answer takes long, or if the page shows a problem in its place.

    url_path: the address of the page, one of ``ALL_PAGES``.

    >>> preview_of("orchard").title
    'Orchard: We win 78.2% of the time if the basket picks from the fullest tree'
    """
    general = general_preview(url_path, query_string)
    try:
        content = _solve(url_path, general.query)
    except LongWorkError:
        return general
    except ValueError:
        # The page shows the sentence of the error.
        content = None
    if content is None:
        return replace(general, query=GENERAL, is_final=True)
    return replace(general, content=content, is_final=True)


def general_preview(url_path: str, query_string: str) -> LinkPreview:
    """Return the preview of a link without an answer, which may come later."""
    page = ALL_PAGES[url_path]
    return LinkPreview(page, Preview(page.question), settings_of(url_path, query_string), is_final=False)


def picture(preview: LinkPreview) -> bytes:
    """Return the picture of a preview as PNG.

    Raises LongWorkError if the worker process has no time for it.
    """
    heading = _area(preview.page)
    if preview.content.finding != preview.page.question:
        heading = f"{heading} · {preview.page.question}"
    accent = ACCENTS.get(_game_of(preview.page), SURFACES["action"])
    svg = preview_svg(preview.content, heading=heading, accent=accent)
    with short_only():
        image = compute(png_of, svg, label="Drawing…")
    # In the workers' cache it would displace results of long work.
    forget(png_of, svg)
    return image


def settings_of(url_path: str, query_string: str) -> str:
    """Return the page's settings of a link with current labels, always encoded alike; ``GENERAL`` if there are too many.

    >>> settings_of("orchard", "state=1.2&fbclid=x"), settings_of("orchard", "x" * 9_000)
    ('state=1.2', 'general')
    """
    if query_string == GENERAL or len(query_string) > _MAX_CHARACTERS:
        return GENERAL
    try:
        query = parse_qs(query_string, keep_blank_values=True, max_num_fields=_MAX_SETTINGS)
    except ValueError:
        return GENERAL
    allowed = dashboard_of(url_path).allowed.get(url_path, {})
    known = {name: values for name, values in with_labels(url_path, query).items() if name in allowed}
    settings = urlencode(known, doseq=True)
    return settings if len(settings) <= _MAX_CHARACTERS else GENERAL


@lru_cache(maxsize=MAX_ENTRIES)
def _solve(url_path: str, query: str) -> Preview | None:
    solve = dashboard_of(url_path).previews.get(url_path)
    if solve is None or query == GENERAL:
        return None
    with short_only():
        return solve(parse_qs(query, keep_blank_values=True))


def _area(page: Page) -> str:
    """Return the game of a page; the page's title if it belongs to no game."""
    if game := _game_of(page):
        return GAMES[game].title
    return SITE if page == HOME_PAGE else page.title


def _game_of(page: Page) -> str:
    """Return the name of the game package of a page; "" if it belongs to no game."""
    return next((name for name, game in GAMES.items() if page in game.pages), "")
