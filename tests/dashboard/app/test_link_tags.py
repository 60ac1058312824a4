"""The middleware writes tags into pages only, and a page comes even if its preview fails."""

import asyncio
import logging
import re
import threading
from typing import Any

import pytest

from boardodds.dashboard.app import previews, server
from boardodds.dashboard.app.previews import LinkPreview
from boardodds.dashboard.app.server import LinkTags
from boardodds.dashboard.app.site import ALL_PAGES
from tests.link_tags import read_tags
from tests.serving import run_coroutine

PAGE = b"<html><head><title>Streamlit</title></head></html>"


def answer(
    path: str, parts: list[bytes], media_type: str = "text/html", status: int = 200, query_string: bytes = b""
) -> tuple[dict[bytes, bytes], bytes]:
    """Return the headers with the status, and the body that a browser gets if the server sends a body in these parts."""
    sent: list[Any] = []

    async def server(_scope: Any, _receive: Any, send: Any) -> None:
        headers = [(b"content-type", media_type.encode()), (b"etag", b"x"), (b"content-length", b"1")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": part is not parts[-1]})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query_string,
        "scheme": "http",
        "headers": [(b"host", b"h")],
    }
    run_coroutine(LinkTags(server)(scope, receive, send))
    return {**dict(sent[0]["headers"]), b":status": str(sent[0]["status"]).encode()}, b"".join(
        message["body"] for message in sent[1:]
    )


@pytest.mark.parametrize("parts", [[PAGE], [PAGE[:15], PAGE[15:30], PAGE[30:]], [PAGE, b""]])
def test_a_page_in_parts_has_tags_and_its_length(parts: list[bytes]) -> None:
    headers, body = answer("/", parts)
    assert read_tags(body.decode())["og:title"] == "Odds for the board games you play · boardodds"
    assert headers[b"content-length"] == str(len(body)).encode()
    assert b"etag" not in headers


@pytest.mark.parametrize(
    ("path", "media_type", "status"),
    [("/nothing", "image/png", 200), ("/quiz", "text/plain", 200), ("/quiz", "text/html", 404)],
)
def test_everything_else_passes_through(path: str, media_type: str, status: int) -> None:
    headers, body = answer(path, [PAGE], media_type, status)
    assert body == PAGE
    assert headers[b"etag"] == b"x"


@pytest.mark.parametrize("base", ["", "/odds"])
@pytest.mark.parametrize(
    ("path", "page"),
    [("/candyland", "candy_land"), ("/Camel_Up-Leg", "camel_up_leg"), ("/index.html", None), ("/quiz/x", None)],
)
def test_a_wrong_address_leads_to_the_page_that_is_meant_or_to_all(
    path: str, page: str | None, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "base_path", lambda: base)
    headers, body = answer(base + path, [PAGE[:9], PAGE[9:]], query_string=b"track=20&x=%C3%A9")
    assert (headers[b":status"], headers.get(b"location")) == (
        (b"308", f"{base}/{page}?track=20&x=%C3%A9".encode()) if page else (b"404", None)
    )
    links = set(re.findall(r'<a href="(.*?)"', body.decode()))
    assert links == (set() if page else {f"{base}/{url_path}" for url_path in ALL_PAGES if url_path != "ask"})
    assert int(headers[b"content-length"]) == len(body)


def test_answers_beyond_the_limit_are_left_out_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def answered(url_path: str, _query_string: str) -> LinkPreview:
        go_on.wait(60)
        return LinkPreview(ALL_PAGES[url_path], "answered")

    monkeypatch.setattr(previews, "preview_of", answered)
    monkeypatch.setattr(server, "_MAX_SECONDS", 60)
    monkeypatch.setattr(server, "_MAX_ANSWERS", 2)

    async def run() -> list[str]:
        waiting = [asyncio.create_task(server._preview_soon("orchard", "")) for _ in range(2)]
        await asyncio.sleep(0)
        refused = await server._preview_soon("orchard", "")
        go_on.set()
        later = [*await asyncio.gather(*waiting), await server._preview_soon("orchard", "")]
        return [preview.finding for preview in (refused, *later)]

    assert run_coroutine(run()) == ["", *["answered"] * 3]


def test_a_page_comes_without_its_preview(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(url_path: str, _query_string: str) -> None:
        raise RuntimeError(url_path)

    monkeypatch.setattr(previews, "preview_of", fail)
    with caplog.at_level(logging.ERROR):
        _, body = answer("/orchard", [PAGE])
    assert read_tags(body.decode())["og:title"] == "Will we beat the raven? · boardodds"
    assert [record.message for record in caplog.records] == ["The preview of a link to orchard failed"]
    # It does not wait long either.
    go_on = threading.Event()
    monkeypatch.setattr(previews, "preview_of", lambda *_: go_on.wait(60))
    monkeypatch.setattr(server, "_MAX_SECONDS", 0.01)
    _, late = answer("/orchard", [PAGE])
    go_on.set()
    assert late == body


@pytest.mark.parametrize(
    ("host", "socket", "scheme", "address"),
    [
        ("127.0.0.1:8501", ("127.0.0.1", 8501), "http", "http://127.0.0.1:8501"),
        ("localhost:8501", ("127.0.0.1", 8501), "http", "http://localhost:8501"),
        ("[::1]:8501", ("::1", 8501), "http", "http://[::1]:8501"),
        ("192.0.2.7", ("192.0.2.7", 443), "https", "https://192.0.2.7"),
        ("192.0.2.7", ("192.0.2.7", 8501), "http", ""),
        ("localhost:8501", ("192.0.2.7", 8501), "http", ""),
        ("elsewhere.example", ("192.0.2.7", 80), "http", ""),
        ("elsewhere.example:8501", ("127.0.0.1", 8501), "http", ""),
        ("", ("192.0.2.7", 80), "http", ""),
        ("localhost", None, "http", ""),
    ],
)
def test_without_the_setting_only_the_host_of_the_socket_is_named(
    host: str, socket: tuple[str, int] | None, scheme: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "site_url", lambda: "")
    scope = {"server": socket, "scheme": scheme, "headers": [(b"host", host.encode())]}
    assert server._address(scope) == address
