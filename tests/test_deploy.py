"""What docs/deploying.md promises of the proxy, asked of a real nginx before two replicas of the app."""

import base64
import hashlib
import http.client
import re
import socketserver
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
import streamlit

from tests import serving
from tests.serving import NGINX_CONF, ROOT, Proxied

STATIC = Path(streamlit.__file__).parent / "static"
PLOTLY = next(STATIC.glob("static/js/PlotlyChart.*.js"))
GZIP = {"Accept-Encoding": "gzip"}
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(site: Proxied, path: str, headers: Mapping[str, str] | None = None, **options: object) -> Answer:
    """The answer to one request on a connection of its own, from ``source`` and with ``body`` if given."""
    source = str(options.get("source", "127.0.0.1"))
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10, source_address=(source, 0))
    try:
        connection.request("POST" if "body" in options else "GET", path, str(options.get("body", "")), headers or {})
        answer = connection.getresponse()
        # after a handshake the connection stays open and has nothing to read to its end
        body = b"" if answer.status == http.client.SWITCHING_PROTOCOLS else answer.read()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, body)
    finally:
        connection.close()


def replica_of(site: Proxied, headers: Mapping[str, str]) -> int:
    """Which replica a websocket with these headers reaches, by what the replicas count."""
    before = site.events("connect")
    assert ask(site, "/_stcore/stream", {**HANDSHAKE, **headers}).status == http.client.SWITCHING_PROTOCOLS
    more = [now - then for now, then in zip(site.events("connect"), before, strict=True)]
    assert sum(more) == 1
    return more.index(1)


def test_nginx_accepts_the_configuration(nginx: str, tmp_path: Path) -> None:
    said = serving.checked(nginx, tmp_path)
    assert said.returncode == 0, said.stderr
    assert "test is successful" in said.stderr
    assert "[warn]" not in said.stderr


def test_compose_and_nginx_name_the_same_replicas() -> None:
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    servers = re.findall(r"server (app\d+):8501;", NGINX_CONF.read_text())
    assert len(servers) > 1
    replicas = re.findall(r"^  (app\d+): (?:\{<<: )?\*app(.*)$", compose, flags=re.MULTILINE)
    assert servers == [name for name, _ in replicas]
    # two builds of one image at the same time fail now and then
    assert [own for _, own in replicas] == [", build: ..}"] + [""] * (len(servers) - 1)
    assert servers == re.findall(r"^      (app\d+): \{condition: service_healthy", compose, flags=re.MULTILINE)


def test_the_policy_knows_the_inline_script_of_the_installed_streamlit() -> None:
    (script,) = re.findall(rb"<script>(.*?)</script>", (STATIC / "index.html").read_bytes(), flags=re.DOTALL)
    assert f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'" in NGINX_CONF.read_text()


def test_assets_are_compressed_and_kept_for_a_year_without_a_cookie(site: Proxied) -> None:
    answer = ask(site, f"/static/js/{PLOTLY.name}", GZIP)
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.body) < PLOTLY.stat().st_size / 3
    assert answer.headers["cache-control"] == "public, immutable, max-age=31536000"
    assert "set-cookie" not in answer.headers
    assert ask(site, f"/static/js/{PLOTLY.name}").body == PLOTLY.read_bytes()


def test_a_page_is_compressed_and_asked_for_again_each_time(site: Proxied) -> None:
    answer = ask(site, "/camel_up_leg", GZIP)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/orchard", f"/static/js/{PLOTLY.name}", "/_stcore/health", "/_stcore/metrics"])
def test_every_answer_has_the_security_headers(site: Proxied, path: str) -> None:
    headers = ask(site, path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self' blob: 'sha256-")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["server"] == "nginx"


@pytest.mark.parametrize(
    ("query", "where"),
    [("", "'self'"), ("?embed=true", "*"), ("?position=1%3AW&embed=true", "*"), ("?embed=x", "'self'")],
)
def test_only_the_embedded_form_may_stand_in_a_frame_elsewhere(site: Proxied, query: str, where: str) -> None:
    policy = ask(site, f"/camel_up_leg{query}").headers["content-security-policy"]
    assert policy.endswith(f"; frame-ancestors {where}")


@pytest.mark.parametrize(
    "path",
    [
        "/_stcore/metrics",
        "/_stcore/metrics/",
        "/_stcore/metrics?format=json",
        "//_stcore//metrics",
        "/_stcore/%6Detrics",
        "/static/../_stcore/metrics",
        "/_stcore/script-health-check",
        "/_stcore/upload_file/a/b",
        "/_stcore/agent/interact",
        "/_stcore/agent/mcp",
    ],
)
def test_figures_about_the_server_and_unused_doors_are_closed(site: Proxied, path: str) -> None:
    assert ask(site, path).status == http.client.NOT_FOUND


def test_a_large_body_is_refused(site: Proxied) -> None:
    assert ask(site, "/", body="x" * 20_000).status == http.client.REQUEST_ENTITY_TOO_LARGE


def test_visitors_with_a_cookie_are_spread_and_each_comes_back_to_the_same_replica(site: Proxied) -> None:
    cookies = [{"Cookie": f"boardodds_visit={hashlib.sha256(bytes([n])).hexdigest()[:32]}"} for n in range(16)]
    first = [replica_of(site, cookie) for cookie in cookies]
    # the addresses of the replicas differ from run to run and with them who goes where: all in one place once in 30,000
    assert set(first) == {0, 1}
    assert [replica_of(site, cookie) for cookie in cookies] == first


def test_a_browser_that_keeps_no_cookie_stays_by_its_address_and_name(site: Proxied) -> None:
    names = [f"Browser {number}" for number in range(16)]
    first = [replica_of(site, {"User-Agent": name, "X-Forwarded-For": "192.0.2.1"}) for name in names]
    assert set(first) == {0, 1}
    # another address in a header that anyone can write changes nothing
    assert [replica_of(site, {"User-Agent": name, "X-Forwarded-For": "192.0.2.2"}) for name in names] == first


def test_a_cookie_is_given_once_and_for_frames_only_by_https(site: Proxied) -> None:
    given = ask(site, "/").headers["set-cookie"]
    assert re.fullmatch(r"boardodds_visit=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax", given)
    secure = ask(site, "/", {"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert secure.endswith("; HttpOnly; SameSite=None; Secure; Partitioned")
    assert "set-cookie" not in ask(site, "/", {"Cookie": given.split(";")[0]}).headers
    assert "boardodds_visit" in ask(site, "/", {"Cookie": "boardodds_visit=forged"}).headers["set-cookie"]


def test_a_page_of_another_site_is_refused_before_it_reaches_the_app(site: Proxied) -> None:
    own = f"127.0.0.1:{site.port}"
    assert ask(site, "/_stcore/stream", {**HANDSHAKE, "Origin": f"http://{own}"}).status == 101
    for origin in ("http://elsewhere.example", f"http://{own}.elsewhere.example", f"http://x{own}", "null"):
        answer = ask(site, "/_stcore/stream", {**HANDSHAKE, "Origin": origin})
        # the app refuses it too, but asks outside for its own address first, and everybody waits
        assert answer.status == http.client.FORBIDDEN
        assert b"nginx" in answer.body


def test_the_app_asks_nothing_of_anybody_as_it_starts(tmp_path: Path) -> None:
    asked: list[bytes] = []
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _noting(asked)) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{proxy.server_address[1]}"
        replica = serving.Replica(tmp_path)
        # as docs/deploying.md has it, on every address
        replica.start(("--server.headless=true",), {"HTTP_PROXY": address, "HTTPS_PROXY": address})
        try:
            replica.wait()
            # it asked before it printed its address
            serving.wait_for(lambda: "URL: http" in replica.log.read_text())
        finally:
            replica.stop()
        proxy.shutdown()
    assert not asked


def _noting(asked: list[bytes]) -> type[socketserver.StreamRequestHandler]:
    """What notes the first line of every request that goes outside."""

    class Noting(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.rfile.readline())

    return Noting


def test_a_flood_of_new_pages_from_one_address_is_slowed_and_no_other_address_is(site: Proxied) -> None:
    flood = [ask(site, "/_stcore/stream", source="127.0.0.2").status for _ in range(160)]
    # a class that opens the page at once gets in
    assert http.client.TOO_MANY_REQUESTS not in flood[:100]
    assert http.client.TOO_MANY_REQUESTS in flood
    assert ask(site, "/_stcore/stream", HANDSHAKE).status == http.client.SWITCHING_PROTOCOLS
