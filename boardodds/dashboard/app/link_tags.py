"""Tags in the head of each page, from which chats and posts make the preview of a link, and the picture that they name.

Streamlit has no call for tags, and its page is the same file for every address. The middleware ``LinkTags`` writes them into it;
all other answers pass through. A preview must not delay visitors: answers and pictures are computed in one thread each, and a
page whose answer takes longer than a moment has the tags of its general preview.
"""

import asyncio
import hashlib
import importlib
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from html import escape
from types import ModuleType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardodds.charts.preview import HEIGHT, SITE, WIDTH
from boardodds.dashboard.runtime.address import base_path, site_url
from boardodds.dashboard.runtime.compute import LongWorkError
from boardodds.dashboard.runtime.open_files import allow_open_files
from boardodds.dashboard.runtime.worker_pool import POOL

if TYPE_CHECKING:
    from boardodds.dashboard.app.previews import LinkPreview

_LOGGER = logging.getLogger(__name__)
_HOME = "home"
# Wall-clock seconds that a page waits for its answer, and a picture for its turn.
_PAGE_SECONDS, _PICTURE_SECONDS = 0.5, 10.0
# Calls that wait at the same time. With more, a page has its general tags at once, and a picture is refused.
_MAX_ANSWERS, _MAX_PICTURES = 8, 60
# The pictures that the server keeps, of about 60 kB each.
_MAX_KEPT = 200
# Seconds for which a picture may be kept: a day, and a minute if it is general because the answer takes long.
_MAX_AGE, _SHORT_AGE = 86_400, 60
# Without these the page would come compressed, in parts, or not at all.
_REQUEST_HEADERS = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range"}
_FILE_HEADERS = {b"content-length", b"etag", b"last-modified", b"accept-ranges"}
_PORTS = {"http": 80, "https": 443}

_P = ParamSpec("_P")
_R = TypeVar("_R")


class _Thread:
    """A thread for calls that must not block the server. A call that has waited too long is not started.

    most: the number of calls that may wait or run.
    """

    def __init__(self, name: str, most: int) -> None:
        self._pool = ThreadPoolExecutor(1, name)
        self._most, self._count = most, 0

    async def run(self, seconds: float, function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
        """Return the result of a call.

        Raises TimeoutError after these seconds, and at once if too many calls wait. A call that has started runs on.
        """
        if self._count >= self._most:
            raise TimeoutError("too many calls are waiting")
        self._count += 1
        try:
            future = self._pool.submit(function, *args, **kwargs)
            return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        finally:
            self._count -= 1


_answers, _pictures = _Thread("preview", _MAX_ANSWERS), _Thread("picture", _MAX_PICTURES)
# By page and settings, the oldest first. Only the server's own thread uses it.
_kept: dict[tuple[str, str], bytes] = {}


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Check the setting and import all games before the first request; at the end, end the workers, stopped ones too."""
    site_url()
    allow_open_files()
    _previews()
    yield
    POOL.stop()


class LinkTags:
    """A middleware that writes the tags of a link into the page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see https://asgi.readthedocs.io."""
        url_path = _page_of(scope)
        if url_path is None:
            await self._app(scope, receive, send)
            return
        preview = await _preview_soon(url_path, scope["query_string"].decode("latin-1"))
        headers = [(name, value) for name, value in scope["headers"] if name not in _REQUEST_HEADERS]
        plain = {**scope, "headers": headers, "extensions": {}}
        await self._app(plain, receive, _HeadWriter(send, preview, _address(scope)).send)


class _HeadWriter:
    """Writes tags into a page while it is sent, in one or several parts."""

    def __init__(self, send: Send, preview: "LinkPreview", address: str) -> None:
        self._send, self._preview, self._address = send, preview, address
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif message["type"] != "http.response.body" or self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._send_page(self._start)

    async def _send_page(self, start: Message) -> None:
        body = with_tags(self._body.decode(), self._preview, self._address).encode() if self._body else b""
        headers = [(name, value) for name, value in start["headers"] if name.lower() not in _FILE_HEADERS]
        if body:
            headers.append((b"content-length", str(len(body)).encode()))
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


def with_tags(html: str, preview: "LinkPreview", address: str) -> str:
    """Return a page with the tags of a preview, and with its title.

    address: of the site, such as ``https://example.org``. Chats do not follow relative addresses.

    >>> from boardodds.dashboard.app.previews import preview_of
    >>> with_tags("<head><title>Streamlit</title></head>", preview_of(""), "")[:74]
    '<head><title>boardodds</title><meta property="og:title" content="Odds for '
    """
    name = preview.page.url_path
    query = f"?{preview.query}" if preview.query else ""
    image = f"{address}/card/{name or _HOME}.png{query}"
    tags = {
        "og:title": preview.title,
        "og:description": preview.description,
        "og:type": "website",
        "og:site_name": SITE,
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": preview.content.finding,
    }
    named = {"description": preview.description, "twitter:card": "summary_large_image"}
    parts = [f"<title>{escape(preview.browser_title)}</title>"]
    parts += [f'<meta property="{tag}" content="{escape(text)}">' for tag, text in tags.items()]
    parts += [f'<meta name="{tag}" content="{escape(text)}">' for tag, text in named.items()]
    return html.replace("<title>Streamlit</title>", "".join(parts), 1)


async def _send_picture(request: Request) -> Response:
    """Answer the request for the picture of a link."""
    name = request.path_params["name"]
    url_path = "" if name == _HOME else name
    if url_path not in _previews().ALL_PAGES:
        return Response("no page has this name", status_code=404, media_type="text/plain")
    try:
        image, max_age = await _picture(url_path, request.url.query)
    except (TimeoutError, LongWorkError):
        return Response("too many pictures: try again later", status_code=503, headers={"Retry-After": "10"})
    tag = f'"{hashlib.sha256(image).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={max_age}"}
    known = [value.strip().removeprefix("W/") for value in request.headers.get("if-none-match", "").split(",")]
    if tag in known or known == ["*"]:
        return Response(status_code=304, headers=headers)
    return Response(image, media_type="image/png", headers=headers)


async def _picture(url_path: str, query_string: str) -> tuple[bytes, int]:
    """Return the picture of a link, and the seconds for which it may be kept. One that is final is drawn once."""
    settings = url_path, _previews().settings_of(url_path, query_string)
    if settings in _kept:
        return _kept[settings], _MAX_AGE
    is_final, image = await _pictures.run(_PICTURE_SECONDS, _draw, *settings)
    if not is_final:
        return image, _SHORT_AGE
    _kept[settings] = image
    if len(_kept) > _MAX_KEPT:
        del _kept[next(iter(_kept))]
    return image, _MAX_AGE


def _draw(url_path: str, query_string: str) -> tuple[bool, bytes]:
    preview = _preview(url_path, query_string)
    return preview.is_final, _previews().picture(preview)


def _preview(url_path: str, query_string: str) -> "LinkPreview":
    """Return the preview of a link, or the general one of its page if it fails. Then the page shows the error to its visitor."""
    preview: LinkPreview
    try:
        preview = _previews().preview_of(url_path, query_string)
    except Exception:
        _LOGGER.exception("The preview of a link to %s failed", url_path or _HOME)
        preview = _previews().general_preview(url_path, query_string)
    return preview


async def _preview_soon(url_path: str, query_string: str) -> "LinkPreview":
    """Return the preview of a link, or the general one of its page if that takes long."""
    preview: LinkPreview
    try:
        preview = await _answers.run(_PAGE_SECONDS, _preview, url_path, query_string)
    except TimeoutError:
        preview = _previews().general_preview(url_path, query_string)
    return preview


def _page_of(scope: Scope) -> str | None:
    """Return the address of the page that is requested; None if the request is for anything else."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    url_path: str = scope["path"].removeprefix(base_path()).strip("/")
    is_page: bool = url_path in _previews().ALL_PAGES
    return url_path if is_page else None


def _previews() -> ModuleType:
    """Import the previews, with all games: only after the start of the server, which the caches of the games need."""
    return importlib.import_module("boardodds.dashboard.app.previews")


def _is_page(message: Message) -> bool:
    types = [bytes(value) for name, value in message["headers"] if name.lower() == b"content-type"]
    return message["status"] == 200 and any(media_type.startswith(b"text/html") for media_type in types)


def _address(scope: Scope) -> str:
    """Return the address of the site; "" if neither the setting names it nor the socket has the host that the request names."""
    if url := site_url():
        return url
    (host, port), scheme = scope.get("server") or ("", None), scope["scheme"]
    names = [f"[{host}]" if ":" in host else host, *["localhost"] * (host in ("127.0.0.1", "::1"))]
    own = names if port == _PORTS.get(scheme) else [f"{name}:{port}" for name in names]
    named = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    return f"{scheme}://{named}{base_path()}" if named in own else ""


def routes() -> list[Route]:
    """Return the routes of the pictures."""
    return [Route(f"{base_path()}/card/{{name}}.png", _send_picture)]
