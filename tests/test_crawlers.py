"""Links as a chat program reads them: through the proxy and two replicas, without a browser."""

import http.client
from collections import Counter
from pathlib import Path

import pytest
import streamlit

from tests.known_answers import load_answers
from tests.link_tags import HOSTILE_QUERIES, elements_of, read_tags
from tests.serving import SITE_URL, ProxiedSite, ask

pytestmark = pytest.mark.slow
LINKS = load_answers("links")["link"]
# The page of methods has no link: its headline changes with each published figure.
PAGES = sorted({"methods", *(link["page"] for link in LINKS)})
STREAMLIT_PAGE = Path(streamlit.__file__).parent.joinpath("static", "index.html").read_text(encoding="utf-8")
NEW_TAGS = 11


@pytest.mark.parametrize(
    ("page", "query"),
    [(page, "") for page in PAGES]
    + [(page, query) for page, query in zip(PAGES, HOSTILE_QUERIES, strict=True) if len(query) < 8_000],
    ids=lambda text: text[:40] or "home",
)
def test_a_link_has_a_preview(site: ProxiedSite, page: str, query: str) -> None:
    status, headers, body = ask(site, f"/{page}?{query}")
    assert status == http.client.OK
    assert headers["cache-control"] == "no-cache"
    html = body.decode()
    tags = read_tags(html)
    # Only tags and the style of the site are added to Streamlit's page: nothing of the link becomes an element.
    assert Counter(elements_of(html)) - Counter(elements_of(STREAMLIT_PAGE)) == {"meta": NEW_TAGS, "style": 1}
    assert tags["title"].endswith("boardodds")
    assert tags["og:title"]
    assert tags["description"]
    assert tags["og:image"] == f"{SITE_URL}/app/static/{page or 'home'}.png"


@pytest.mark.parametrize("page", PAGES)
def test_the_picture_of_a_page_is_a_file(site: ProxiedSite, page: str) -> None:
    status, headers, image = ask(site, f"/app/static/{page or 'home'}.png")
    assert (status, headers["content-type"]) == (http.client.OK, "image/png")
    assert image.startswith(b"\x89PNG")
    assert "set-cookie" not in headers


@pytest.mark.parametrize("host", ["elsewhere.example", "odds.example:8443", 'a"b'])
def test_the_setting_names_the_site_and_no_request_does(site: ProxiedSite, host: str) -> None:
    # Without the proxy, which refuses what is no host.
    headers = {"Host": host, "X-Forwarded-Host": host, "X-Forwarded-Proto": "http"}
    _, _, body = ask(site.replicas[0], "/orchard", headers)
    assert read_tags(body.decode())["og:image"].startswith(f"{SITE_URL}/app/static/")
    assert host not in body.decode()


def test_a_head_request_is_answered(site: ProxiedSite) -> None:
    status, headers, body = ask(site, "/orchard", method="HEAD")
    assert (status, body) == (http.client.OK, b"")
    assert headers["content-type"].startswith("text/html")


def test_a_browser_that_has_the_page_asks_for_it_again(site: ProxiedSite) -> None:
    """The page differs from link to link, so the date of Streamlit's file says nothing about it."""
    request = {"If-Modified-Since": "Wed, 01 Jan 2098 00:00:00 GMT", "If-None-Match": "*", "Range": "bytes=0-9"}
    status, headers, body = ask(site, "/orchard", request)
    assert status == http.client.OK
    assert not {"etag", "last-modified"} & set(headers)
    assert b"og:title" in body


def test_too_many_pages_are_refused_for_their_address_only(site: ProxiedSite) -> None:
    statuses = [ask(site, "/", source="127.0.0.3").status for _ in range(400)]
    assert http.client.TOO_MANY_REQUESTS not in statuses[:200]
    assert http.client.TOO_MANY_REQUESTS in statuses
    assert ask(site, "/")[0] == http.client.OK
