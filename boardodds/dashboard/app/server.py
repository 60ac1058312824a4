"""What the server does besides the pages: the tags of links, the health check, and what comes before the first request.

Chats and posts make the preview of a link from tags in the head of its page, which is the same file for all addresses. The
middleware ``LinkTags`` writes them into it, and the style of the site, so that nothing is drawn before it. An address without a
page gets an answer of our own. A preview must not delay visitors: answers are computed in one thread, and a page whose answer
takes longer than a moment has its question as title.

Each message of a browser starts a run of its page. The middleware ``MessageLimit`` reads messages only as fast as a visitor can
make them, so that a connection that sends hundreds a second does not hold up the others. It closes one whose message is larger
or deeper than any of a page.
"""

import asyncio
import importlib
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import accumulate
from types import ModuleType
from typing import TYPE_CHECKING, Any

import streamlit as st
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from boardodds.dashboard.runtime.environment import allow_open_files, base_path, site_url
from boardodds.dashboard.runtime.rooms import forget_old
from boardodds.dashboard.runtime.worker_pool import POOL
from boardodds.dashboard.ui.board_component import SCRIPTS

if TYPE_CHECKING:
    from boardodds.dashboard.app.previews import LinkPreview

_LOGGER = logging.getLogger(__name__)
# Wall-clock seconds that a page waits for its answer, and the answers that may wait at the same time.
_MAX_SECONDS, _MAX_ANSWERS = 0.5, 8
# Without these the page would come compressed, in parts, or not at all.
_REQUEST_HEADERS = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range"}
_FILE_HEADERS = {b"content-length", b"etag", b"last-modified", b"accept-ranges"}
_PORTS = {"http": 80, "https": 443}
# The messages of a connection: those that may come at once, and those a second in the long run. Streamlit's sliders send at most
# 5 a second, a board waits for each answer, and a number input whose arrow key is held down sends some 30 a second.
BURST, MESSAGES_PER_SECOND = 60, 20
# A page's widgets send at most 2 kB, and with the record of a long game, in its box and in the link, some 15 kB. Boards' events
# nest four lists and objects.
MAX_MESSAGE_BYTES, MAX_JSON_DEPTH = 256_000, 50
# How the addresses of Streamlit's own files begin.
_FILES = ("media/", "_stcore/")
# The code with which a WebSocket is closed for the size of a message.
_TOO_LARGE = 1009

_thread = ThreadPoolExecutor(1, "preview")
# Only the server's own thread uses it.
_waiting: set[asyncio.Future[Any]] = set()


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    """Check the setting and import all games before the first request; at the end, end the processes, stopped ones too."""
    site_url()
    allow_open_files()
    forget_old()
    _previews()
    yield
    POOL.stop()


class MessageLimit:
    """A middleware that reads the messages of each connection no faster than ``MESSAGES_PER_SECOND``, after a burst.

    The rest waits in the network, so that a client that sends more has to wait too. A message that no page sends closes the
    connection. ``clock`` and ``sleep`` count seconds.
    """

    def __init__(
        self,
        app: ASGIApp,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._app, self._clock, self._sleep = app, clock, sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see https://asgi.readthedocs.io."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        # The time at which the messages so far would be read without a burst.
        due = self._clock()
        is_open = True

        async def receive_in_time() -> Message:
            nonlocal due, is_open
            if (pause := due - BURST / MESSAGES_PER_SECOND - self._clock()) > 0:
                await self._sleep(pause)
            if not is_open:
                # What the client sent before it left would keep a server that ends waiting.
                return {"type": "websocket.disconnect", "code": 1006}
            message = await receive()
            due = max(due, self._clock()) + 1 / MESSAGES_PER_SECOND
            if _is_excessive(message.get("bytes") or b""):
                await send({"type": "websocket.close", "code": _TOO_LARGE})
                is_open = False
                return {"type": "websocket.disconnect", "code": _TOO_LARGE}
            return message

        async def send_while_open(message: Message) -> None:
            nonlocal is_open
            try:
                await send(message)
            except OSError:
                is_open = False
                raise

        await self._app(scope, receive_in_time, send_while_open)


def _is_excessive(data: bytes) -> bool:
    """Return whether a browser's message would take long to read, or can't be read: Python reads JSON by recursion."""
    if len(data) > MAX_MESSAGE_BYTES:
        return True
    try:
        states = BackMsg.FromString(data).rerun_script.widget_states.widgets
    except DecodeError:
        # Streamlit reports it to the sender.
        return False
    return any(_depth(state.json_value or state.json_trigger_value) > MAX_JSON_DEPTH for state in states)


def _depth(text: str) -> int:
    brackets = re.findall(r"[\[\]{}]", text)
    return max(accumulate(1 if bracket in "[{" else -1 for bracket in brackets), default=0)


class LinkTags:
    """A middleware that writes the tags of a link into the page, and answers an address without a page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see https://asgi.readthedocs.io."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        url_path = scope["path"].removeprefix(base_path()).strip("/")
        query_string = scope["query_string"].decode("latin-1")
        preview, site = None, _address(scope)
        if url_path in _previews().ALL_PAGES:
            preview = await _preview_soon(url_path, query_string)
            headers = [(name, value) for name, value in scope["headers"] if name not in _REQUEST_HEADERS]
            scope = {**scope, "headers": headers, "extensions": {}}
        start: Message | None = None
        page = b""

        async def send_own(message: Message) -> None:
            nonlocal start, page
            if message["type"] == "http.response.start" and _is_page(message):
                start = message
            elif start is None:
                await send(message)
            else:
                # The page can come in parts.
                page += message.get("body", b"")
                if not message.get("more_body", False):
                    if preview:
                        own, body = _with_tags(preview, site, start, page)
                    else:
                        own, body = _without_page(url_path, query_string, start)
                    await send(own)
                    await send({"type": "http.response.body", "body": body})

        # A file to download can be a page too, such as a worksheet.
        await self._app(scope, receive, send if url_path.startswith(_FILES) else send_own)


def _with_tags(preview: "LinkPreview", site: str, start: Message, page: bytes) -> tuple[Message, bytes]:
    headers = [(name, value) for name, value in start["headers"] if name.lower() not in _FILE_HEADERS]
    # A request for the headers alone has no page.
    if page:
        page = _previews().with_tags(page.decode(), preview, site).encode()
        headers.append((b"content-length", str(len(page)).encode()))
    return {**start, "headers": headers}, page


def _without_page(url_path: str, query_string: str, start: Message) -> tuple[Message, bytes]:
    response: Response = _previews().answer_without_page(url_path, query_string, base_path())
    return {**start, "status": response.status_code, "headers": response.raw_headers}, bytes(response.body)


async def _preview_soon(url_path: str, query_string: str) -> "LinkPreview":
    """Return the preview of a link; without its answer if that takes long, or if too many are waiting."""
    previews = _previews()
    preview: LinkPreview = previews.LinkPreview(previews.ALL_PAGES[url_path])
    if len(_waiting) >= _MAX_ANSWERS:
        return preview
    answer = asyncio.get_running_loop().run_in_executor(_thread, previews.preview_of, url_path, query_string)
    _waiting.add(answer)
    try:
        preview = await asyncio.wait_for(answer, _MAX_SECONDS)
    except TimeoutError:
        pass
    except Exception:
        # Any page's answer is computed here. Whatever it raises, the page itself comes, and shows the error to its visitor.
        _LOGGER.exception("The preview of a link to %s failed", url_path or "home")
    finally:
        _waiting.discard(answer)
    return preview


def _previews() -> ModuleType:
    """Import the previews, with all games: only after the start of the server, which the boards of the games need."""
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


async def _check_health(_request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


async def _send_script(request: Request) -> Response:
    if not (script := SCRIPTS.get(request.path_params["name"])):
        return PlainTextResponse("no such script", 404)
    return Response(
        script, media_type="text/javascript", headers={"cache-control": "public, max-age=31536000, immutable"}
    )


def routes() -> list[Route]:
    """Return the routes of the health check and of the scripts of the boards."""
    return [Route(f"{base_path()}/health", _check_health), Route(f"{base_path()}/boards/{{name}}", _send_script)]
