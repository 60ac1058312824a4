"""The answer to an address without a page: the way to the page that is meant, or a page with links to all pages."""

from collections.abc import Mapping
from html import escape

from starlette.responses import HTMLResponse, RedirectResponse, Response

from boardodds.charts.style import css_variables
from boardodds.dashboard.app.site import ALL_PAGES, HOME_PAGE, MENU, SITE
from boardodds.entry.game import Page

_STYLE = """
:root { color-scheme: light dark; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
body { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1, h2 { font-family: serif; line-height: 1.25 }
h2 { margin: 1.5rem 0 0; font-size: 1.125rem }
ul { margin: 0; padding: 0; list-style: none }
li a { display: block; padding: 0.375rem 0 }
a { color: var(--link) }
"""


def _form(address: str) -> str:
    return address.lower().replace("-", "").replace("_", "")


_BY_FORM: Mapping[str, str] = {_form(url_path): url_path for url_path in ALL_PAGES}


def answer_for(address: str, query_string: str, base: str) -> Response:
    """Return a redirect if an address differs from that of a page only by case, hyphens or underscores, else a page with links.

    address: the path below that of the site, without slashes around it.
    base: the path of the site, such as ``/odds``.

    >>> answer_for("Camel-Up_leg", "track=20", "/odds").headers["location"]
    '/odds/camel_up_leg?track=20'
    """
    url_path = _BY_FORM.get(_form(address))
    if url_path is not None:
        query = f"?{query_string}" if query_string else ""
        return RedirectResponse(f"{base}/{url_path}{query}", 308, {"cache-control": "no-cache"})
    return HTMLResponse(_page(base), 404, {"cache-control": "no-cache"})


def _page(base: str) -> str:
    def link(page: Page) -> str:
        return f'<li><a href="{escape(base)}/{page.url_path}">{escape(page.question)}</a></li>'

    groups = {HOME_PAGE.title: (HOME_PAGE,), **MENU}
    links = "".join(f"<h2>{escape(name)}</h2><ul>{''.join(map(link, pages))}</ul>" for name, pages in groups.items())
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>Page not found · {SITE}</title><link rel="icon" href="{escape(base)}/app/static/favicon.png">'
        f"<style>:root{{{css_variables()}}}{_STYLE}</style></head><body><main><h1>There is no page at this address</h1>"
        f"<p>Check the address, or choose one of the pages of {SITE}.</p>{links}</main></body></html>"
    )
