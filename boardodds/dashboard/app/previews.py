"""What the server says at an address: the tags of its page and the style of the site, or the way to the page that is meant.

A chat or a post shows the title and the description of the tags for a link.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, RedirectResponse, Response

from boardodds.charts.style import css_variables
from boardodds.dashboard.app.site import ALL_PAGES, HOME_PAGE, MENU, SITE, browser_title, finding_of
from boardodds.dashboard.runtime.compute import LongWorkError, short_only
from boardodds.dashboard.ui.reveal import is_hiding
from boardodds.dashboard.ui.words import join_words
from boardodds.entry.game import Page
from boardodds.games import GAMES

# The size of the pictures in static/, in pixels; chats and networks ask for it.
_WIDTH, _HEIGHT = 1200, 630
_STYLE_OF_ERROR = """
:root { color-scheme: light dark; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
body { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1, h2 { font-family: serif; line-height: 1.25 }
h2 { margin: 1.5rem 0 0; font-size: 1.125rem }
ul { margin: 0; padding: 0; list-style: none }
li a { display: block; padding: 0.375rem 0 }
a { color: var(--link) }
"""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a link to a page.

    finding: the answer to the link; "" if it takes long or there is none.
    """

    page: Page
    finding: str = ""

    @property
    def title(self) -> str:
        """The answer, after the name of its game; without one, the question of the page."""
        return f"{self.area}: {self.finding}" if self.finding else f"{self.page.question} · {SITE}"

    @property
    def description(self) -> str:
        """The question of the page, and the games of the site."""
        games = join_words([game.title for game in GAMES.values()])
        question = "" if self.page == HOME_PAGE else f"{self.page.question} "
        return f"{question}Set up your table and see the odds, of {games}."

    @property
    def area(self) -> str:
        """The game of the page; the page's title if it belongs to no game."""
        title = SITE if self.page == HOME_PAGE else self.page.title
        return next((game.title for game in GAMES.values() if self.page in game.pages), title)


def preview_of(url_path: str, query_string: str = "") -> LinkPreview:
    """Return the preview of a link to a page, with its answer unless that takes long or the page shows a problem in its place.

    >>> preview_of("orchard").title
    'Orchard: We win 78.2% of the time if the basket picks from the fullest tree'
    """
    page, finding = ALL_PAGES[url_path], finding_of(url_path)
    link = parse_qs(query_string, keep_blank_values=True)
    if finding is None or is_hiding(link):
        return LinkPreview(page)
    try:
        with short_only():
            return LinkPreview(page, finding(link))
    except (LongWorkError, ValueError):
        return LinkPreview(page)


def with_tags(html: str, preview: LinkPreview, address: str) -> str:
    """Return a page with the tags of a preview, and with its title.

    address: of the site, such as ``https://example.org``. Chats do not follow relative addresses.
    """
    page = preview.page
    tags = {
        "og:title": preview.title,
        "og:description": preview.description,
        "og:type": "website",
        "og:site_name": SITE,
        "og:image": f"{address}/app/static/{page.url_path or 'home'}.png",
        "og:image:type": "image/png",
        "og:image:width": str(_WIDTH),
        "og:image:height": str(_HEIGHT),
        "og:image:alt": f"{preview.area}: {page.question}",
    }
    named = {"description": preview.description, "twitter:card": "summary_large_image"}
    parts = [f"<title>{escape(browser_title(page))}</title>"]
    parts += [f'<meta property="{tag}" content="{escape(text)}">' for tag, text in tags.items()]
    parts += [f'<meta name="{tag}" content="{escape(text)}">' for tag, text in named.items()]
    # The style comes after the styles that Streamlit adds to the head.
    return html.replace("<title>Streamlit</title>", "".join(parts), 1).replace("</body>", f"{_style()}</body>", 1)


@cache
def _style() -> str:
    """Return the style of all pages, without comments and line breaks."""
    folder = Path(__file__).parents[1]
    # The later ones override the earlier ones: those of all pages first, then those of single areas.
    sheets = [folder / "app" / "frame.css"]
    sheets += [folder / "ui" / f"{name}.css" for name in ("charts", "hundred", "chance_grid", "layout")]
    sheets += sorted(folder.glob("*/site.css"))
    text = f":root{{{css_variables()}}}{''.join(sheet.read_text(encoding='utf-8') for sheet in sheets)}"
    short = re.sub(r"(/\*.*?\*/|\s)+", " ", text, flags=re.DOTALL)
    return f"<style>{short}</style>"


def _form(address: str) -> str:
    return address.lower().replace("-", "").replace("_", "")


_BY_FORM: Mapping[str, str] = {_form(url_path): url_path for url_path in ALL_PAGES}


def answer_without_page(address: str, query_string: str, base: str) -> Response:
    """Return a redirect if an address differs from that of a page only by case, hyphens or underscores, else a page with links.

    address, base: the path below that of the site, without slashes around it; and that of the site, such as ``/odds``.

    >>> answer_without_page("Camel-Up_leg", "track=20", "/odds").headers["location"]
    '/odds/camel_up_leg?track=20'
    """
    url_path = _BY_FORM.get(_form(address))
    if url_path is not None:
        query = f"?{query_string}" if query_string else ""
        return RedirectResponse(f"{base}/{url_path}{query}", 308, {"cache-control": "no-cache"})

    def link(page: Page) -> str:
        return f'<li><a href="{escape(base)}/{page.url_path}">{escape(page.question)}</a></li>'

    groups = {HOME_PAGE.title: (HOME_PAGE,), **MENU}
    links = "".join(f"<h2>{escape(name)}</h2><ul>{''.join(map(link, pages))}</ul>" for name, pages in groups.items())
    html = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>Page not found · {SITE}</title><link rel="icon" href="{escape(base)}/app/static/favicon.png">'
        f"<style>:root{{{css_variables()}}}{_STYLE_OF_ERROR}</style></head><body><main><h1>There is no page at this "
        f"address</h1><p>Check the address, or choose one of the pages of {SITE}.</p>{links}</main></body></html>"
    )
    return HTMLResponse(html, 404, {"cache-control": "no-cache"})
