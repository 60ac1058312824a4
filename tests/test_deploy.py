"""The proxy as docs/deploying.md describes it: a real nginx in front of two replicas of the app."""

import base64
import hashlib
import http.client
import json
import re
import socketserver
import ssl
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread

import pytest
import streamlit

from boardodds.dashboard.app.site import ALL_PAGES
from tests import serving
from tests.link_tags import HOSTILE_QUERIES, elements_of, read_tags
from tests.serving import NGINX_CONF, ROOT, SITE_URL, ProxiedSite, ask

pytestmark = pytest.mark.slow
STATIC = Path(streamlit.__file__).parent / "static"
STREAMLIT_PAGE = STATIC.joinpath("index.html").read_text(encoding="utf-8")
NEW_TAGS = 11
PLOTLY = next(STATIC.glob("static/js/PlotlyChart.*.js"))
GZIP = {"Accept-Encoding": "gzip"}
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def replica_of(site: ProxiedSite, headers: Mapping[str, str]) -> int:
    """Return the number of the replica that a websocket with these headers reaches, by the replicas' session counts."""
    before = site.events("connect")
    assert ask(site, "/_stcore/stream", {**HANDSHAKE, **headers}).status == http.client.SWITCHING_PROTOCOLS
    differences = [now - then for now, then in zip(site.events("connect"), before, strict=True)]
    assert sum(differences) == 1
    return differences.index(1)


def accepts(command: Sequence[str]) -> bool:
    check = serving.check_configuration(command)
    return check.returncode == 0 and "test is successful" in check.stderr and "[warn]" not in check.stderr


def test_nginx_accepts_the_configuration(nginx: str, tmp_path: Path) -> None:
    ports = [serving.free_port() for _ in range(3)]
    assert accepts(serving.nginx_command(nginx, tmp_path, serving.replica_changes(ports[0], ports[1:])))


@pytest.fixture(scope="module")
def https_site(nginx: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int, int]]:
    """Run deploy/https.conf with a certificate of its own; return the ports of http, https and the app, which is down."""
    folder = tmp_path_factory.mktemp("https")
    key, certificate = folder / "site.key", folder / "site.pem"
    names = ("-subj", "/CN=odds.example", "-keyout", str(key), "-out", str(certificate))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names]
    subprocess.run(command, check=True, capture_output=True)
    http, https, app = (serving.free_port() for _ in range(3))
    changes = {
        "listen 80;": f"listen 127.0.0.1:{http};",
        "listen 443 ssl;": f"listen 127.0.0.1:{https} ssl;",
        "server 127.0.0.1:8501;": f"server 127.0.0.1:{app};",
        "/etc/ssl/odds.example.pem": str(certificate),
        "/etc/ssl/private/odds.example.key": str(key),
    }
    nginx_command = serving.nginx_command(nginx, folder, changes, "https.conf")
    assert accepts(nginx_command)
    with serving.start_nginx(nginx_command, folder):
        serving.wait_for(lambda: serving.is_open(https))
        yield http, https, app


def get_https(port: int, path: str) -> tuple[int, dict[str, str], str]:
    context = ssl._create_unverified_context()  # noqa: S323 (loopback)
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=context)
    connection.request("GET", path, headers={"Host": "odds.example"})
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    text = response.read().decode()
    connection.close()
    return response.status, headers, text


def test_http_is_sent_to_https_with_the_whole_link(https_site: tuple[int, int, int]) -> None:
    response = ask(ProxiedSite(https_site[0], Path(), []), "/orchard?raven_steps=8&x=%2F")
    assert response.status == http.client.MOVED_PERMANENTLY
    assert response.headers["location"] == "https://odds.example/orchard?raven_steps=8&x=%2F"


def test_https_serves_the_app_and_says_so_while_it_is_updated(https_site: tuple[int, int, int], tmp_path: Path) -> None:
    _, https, app = https_site
    status, headers, text = get_https(https, "/orchard")
    assert (status, headers["content-type"]) == (http.client.SERVICE_UNAVAILABLE, "text/html")
    assert "being updated" in text
    assert headers["content-security-policy"].startswith("default-src 'none'")
    replica = serving.Replica(tmp_path, app)
    # A site below a path.
    replica.start(environment={"BOARDODDS_URL": "https://odds.example/odds", "STREAMLIT_SERVER_BASE_URL_PATH": "odds"})
    try:
        serving.wait_for(lambda: serving.is_open(app))
        serving.wait_for(lambda: get_https(https, "/odds/health")[0] == http.client.OK)
        status, headers, text = get_https(https, "/odds/orchard")
        assert status == http.client.OK
        assert read_tags(text)["og:image"] == "https://odds.example/odds/app/static/orchard.png"
        assert headers["strict-transport-security"] == "max-age=31536000"
        assert get_https(https, "/odds/_stcore/metrics")[0] == http.client.NOT_FOUND
    finally:
        replica.stop()


def test_compose_and_nginx_name_the_same_replicas() -> None:
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    servers = re.findall(r"server (app\d+):8501;", NGINX_CONF.read_text())
    assert len(servers) > 1
    replicas = re.findall(r"^  (app\d+): (?:\{<<: )?\*app(.*)$", compose, flags=re.MULTILINE)
    assert servers == [name for name, _ in replicas]
    # Only the first replica builds the image: two builds at the same time can fail.
    assert [settings for _, settings in replicas] == [", build: ..}"] + [""] * (len(servers) - 1)
    assert servers == re.findall(r"^      (app\d+): \{condition: service_healthy", compose, flags=re.MULTILINE)


def test_the_policy_allows_the_inline_script_of_the_installed_streamlit() -> None:
    (script,) = re.findall(rb"<script>(.*?)</script>", (STATIC / "index.html").read_bytes(), flags=re.DOTALL)
    assert f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'" in serving.HTTP_CONF.read_text()


def test_assets_are_compressed_and_kept_for_a_year_without_a_cookie(site: ProxiedSite) -> None:
    response = ask(site, f"/static/js/{PLOTLY.name}", GZIP)
    assert response.headers["content-encoding"] == "gzip"
    assert len(response.body) < PLOTLY.stat().st_size / 3
    assert response.headers["cache-control"] == "public, immutable, max-age=31536000"
    assert "set-cookie" not in response.headers
    assert ask(site, f"/static/js/{PLOTLY.name}").body == PLOTLY.read_bytes()


def test_a_page_is_compressed_and_sent_again_each_time(site: ProxiedSite) -> None:
    """The page differs from link to link, so the date of Streamlit's file says nothing about it."""
    request = {"If-Modified-Since": "Wed, 01 Jan 2098 00:00:00 GMT", "If-None-Match": "*", "Range": "bytes=0-9"}
    status, headers, _ = ask(site, "/camel_up_leg", GZIP | request)
    assert (status, headers["content-encoding"], headers["cache-control"]) == (http.client.OK, "gzip", "no-cache")
    assert not {"etag", "last-modified"} & set(headers)
    status, headers, body = ask(site, "/orchard", method="HEAD")
    assert (status, headers["content-type"].partition(";")[0], body) == (http.client.OK, "text/html", b"")


@pytest.mark.parametrize(
    ("page", "query"),
    [*((page, "") for page in ALL_PAGES), *zip(ALL_PAGES, HOSTILE_QUERIES, strict=False)],
    ids=lambda text: text[:40] or "home",
)
def test_a_link_has_a_preview_as_a_chat_program_reads_it(site: ProxiedSite, page: str, query: str) -> None:
    # A proxy refuses a longer address.
    status, _, body = ask(site, f"/{page}?{query[:8_000]}")
    assert status == http.client.OK
    html = body.decode()
    tags = read_tags(html)
    # Only tags and the style of the site are added to Streamlit's page: nothing of the link becomes an element.
    assert Counter(elements_of(html)) - Counter(elements_of(STREAMLIT_PAGE)) == {"meta": NEW_TAGS, "style": 1}
    assert tags["title"].endswith("boardodds")
    assert tags["og:title"]
    assert tags["description"]
    assert tags["og:image"] == f"{SITE_URL}/app/static/{page or 'home'}.png"
    if not query:
        status, headers, image = ask(site, f"/app/static/{page or 'home'}.png")
        assert (status, headers["content-type"], image[:4]) == (http.client.OK, "image/png", b"\x89PNG")
        assert "set-cookie" not in headers


@pytest.mark.parametrize("host", ["elsewhere.example", "odds.example:8443", 'a"b'])
def test_the_setting_names_the_site_and_no_request_does(site: ProxiedSite, host: str) -> None:
    # Without the proxy, which refuses what is no host.
    headers = {"Host": host, "X-Forwarded-Host": host, "X-Forwarded-Proto": "http"}
    _, _, body = ask(site.replicas[0], "/orchard", headers)
    assert read_tags(body.decode())["og:image"].startswith(f"{SITE_URL}/app/static/")
    assert host not in body.decode()


@pytest.mark.parametrize("path", ["/", "/orchard", f"/static/js/{PLOTLY.name}", "/_stcore/health", "/_stcore/metrics"])
def test_every_answer_has_the_security_headers(site: ProxiedSite, path: str) -> None:
    headers = ask(site, path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self' blob: 'sha256-")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["server"] == "nginx"


def test_only_answers_over_https_ask_for_https(site: ProxiedSite) -> None:
    for path in ("/", f"/static/js/{PLOTLY.name}", "/_stcore/metrics"):
        secure = ask(site, path, {"X-Forwarded-Proto": "https"}).headers
        assert secure["strict-transport-security"] == "max-age=31536000"
        for proto in ({}, {"X-Forwarded-Proto": "http"}, {"X-Forwarded-Proto": "nothttps"}):
            assert "strict-transport-security" not in ask(site, path, proto).headers


@pytest.mark.parametrize(
    ("query", "ancestors"),
    [
        ("", "'self'"),
        ("?embed=true", "*"),
        ("?position=1%3AW&embed=true", "*"),
        ("?embed=x", "'self'"),
        ("?embed=TRUE", "*"),
        ("?EMBED=true", "'self'"),
    ],
)
def test_only_embedded_pages_may_be_in_frames_elsewhere(site: ProxiedSite, query: str, ancestors: str) -> None:
    policy = ask(site, f"/camel_up_leg{query}").headers["content-security-policy"]
    assert policy.endswith(f"; frame-ancestors {ancestors}")


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
        # A site below a path.
        "/odds/_stcore/metrics",
        "/a/odds/_stcore/upload_file/a/b",
    ],
)
def test_metrics_and_unused_endpoints_are_closed(site: ProxiedSite, path: str) -> None:
    assert ask(site, path).status == http.client.NOT_FOUND


def test_a_large_body_is_refused(site: ProxiedSite) -> None:
    assert ask(site, "/", method="POST", body="x" * 20_000).status == http.client.REQUEST_ENTITY_TOO_LARGE


def test_the_log_has_no_visitor_when_the_replicas_are_down(nginx: str, tmp_path: Path) -> None:
    site = ProxiedSite(serving.free_port(), tmp_path, [])
    with serving.run_nginx(nginx, tmp_path, site.port, [serving.free_port(), serving.free_port()]):
        serving.wait_for(lambda: serving.is_open(site.port))
        assert ask(site, "/quiz?seed=997916&guesses=6").status == http.client.BAD_GATEWAY
    assert (tmp_path / "nginx.txt").read_text() == ""


def test_visitors_with_a_cookie_are_distributed_and_return_to_the_same_replica(site: ProxiedSite) -> None:
    cookies = [{"Cookie": f"boardodds_visit={hashlib.sha256(bytes([n])).hexdigest()[:32]}"} for n in range(16)]
    first = [replica_of(site, cookie) for cookie in cookies]
    # The distribution depends on the replicas' ports, which differ from run to run. All go to one replica in 1 of 30,000 runs.
    assert set(first) == {0, 1}
    assert [replica_of(site, cookie) for cookie in cookies] == first


def test_a_browser_without_cookies_is_assigned_by_its_address_and_name(site: ProxiedSite) -> None:
    names = [f"Browser {number}" for number in range(16)]
    first = [replica_of(site, {"User-Agent": name, "X-Forwarded-For": "192.0.2.1"}) for name in names]
    assert set(first) == {0, 1}
    # The address in this header changes nothing, because any client can write it.
    assert [replica_of(site, {"User-Agent": name, "X-Forwarded-For": "192.0.2.2"}) for name in names] == first


def test_a_cookie_is_set_once_and_for_frames_only_over_https(site: ProxiedSite) -> None:
    cookie = ask(site, "/").headers["set-cookie"]
    assert re.fullmatch(r"boardodds_visit=[0-9a-f]{32}; Path=/; HttpOnly; SameSite=Lax", cookie)
    secure = ask(site, "/", {"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert secure.endswith("; HttpOnly; SameSite=None; Secure; Partitioned")
    assert "set-cookie" not in ask(site, "/", {"Cookie": cookie.split(";")[0]}).headers
    assert "boardodds_visit" in ask(site, "/", {"Cookie": "boardodds_visit=forged"}).headers["set-cookie"]


def test_websockets_of_other_sites_are_refused_before_they_reach_the_app(site: ProxiedSite) -> None:
    host = f"127.0.0.1:{site.port}"
    assert ask(site, "/_stcore/stream", {**HANDSHAKE, "Origin": f"http://{host}"}).status == 101
    for origin in ("http://elsewhere.example", f"http://{host}.elsewhere.example", f"http://x{host}", "null"):
        for path in ("/_stcore/stream", "/odds/_stcore/stream"):
            response = ask(site, path, {**HANDSHAKE, "Origin": origin})
            # The app refuses it too, but first looks up its own public address, which blocks all visitors.
            assert response.status == http.client.FORBIDDEN
            assert b"nginx" in response.body


def test_the_service_has_the_variables_of_the_image_and_the_port_and_pid_file_of_the_proxy() -> None:
    service, proxy = ((serving.DEPLOY / f"{name}.service").read_text() for name in ("boardodds", "boardodds-proxy"))
    names = r"(?:HTTPS?|NO)_PROXY|OPENBLAS_NUM_THREADS|MALLOC_ARENA_MAX|STREAMLIT_SERVER_HEADLESS"
    variables = re.findall(rf"\b(?:{names})=[^\s\\]+", (ROOT / "Dockerfile").read_text())
    assert variables
    assert [text for text in variables if text not in service] == []
    https = (serving.DEPLOY / "https.conf").read_text()
    pids = re.findall(r"^PIDFile=(.*)", proxy, flags=re.MULTILINE)
    assert re.findall(r"^pid (.*);", https, flags=re.MULTILINE) == pids
    # The docs make the user and the folder.
    docs = (ROOT / "docs" / "deploying.md").read_text()
    (user,), (folder,) = (re.findall(rf"^{name}=(.*)", service, re.MULTILINE) for name in ("User", "WorkingDirectory"))
    assert f"useradd --system --home-dir {folder} {user}" in docs
    assert f"chown -R {user}: {folder}" in docs


@pytest.mark.parametrize(("base", "path"), [("", "/health"), ("odds", "/odds/health"), ("/a/odds/", "/a/odds/health")])
def test_the_health_check_of_the_image_is_below_the_path_of_the_site(base: str, path: str) -> None:
    code = re.findall(r'CMD \["python", "-c", \\\n +(".*")\]$', (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    requests: list[bytes] = []
    with socketserver.TCPServer(("127.0.0.1", 0), _recording_handler(requests)) as server:
        Thread(target=server.handle_request, daemon=True).start()
        settings = {"STREAMLIT_SERVER_PORT": f"{server.server_address[1]}", "STREAMLIT_SERVER_BASE_URL_PATH": base}
        subprocess.run([sys.executable, "-c", json.loads(code[0])], env=settings, capture_output=True, check=False)
    assert [request.split()[1].decode() for request in requests] == [path]


def test_the_app_sends_no_request_outside_as_it_starts(tmp_path: Path) -> None:
    requests: list[bytes] = []
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _recording_handler(requests)) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{proxy.server_address[1]}"
        replica = serving.Replica(tmp_path)
        # As in docs/deploying.md: the app listens on every address.
        replica.start(("--server.headless=true",), {"HTTP_PROXY": address, "HTTPS_PROXY": address})
        try:
            replica.wait()
            # A request would come before the app prints its address.
            serving.wait_for(lambda: "URL: http" in replica.log.read_text())
        finally:
            replica.stop()
        proxy.shutdown()
    assert not requests


def _recording_handler(requests: list[bytes]) -> type[socketserver.StreamRequestHandler]:
    class RecordingHandler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            requests.append(self.rfile.readline())

    return RecordingHandler


def test_too_many_new_pages_are_refused_for_their_address_only(site: ProxiedSite) -> None:
    # A school class that opens the page at the same time is served.
    for path, requests, served in (("/_stcore/stream", 160, 100), ("/", 400, 200)):
        flood = [ask(site, path, source="127.0.0.2").status for _ in range(requests)]
        assert http.client.TOO_MANY_REQUESTS not in flood[:served]
        assert http.client.TOO_MANY_REQUESTS in flood
    assert ask(site, "/").status == http.client.OK
    assert ask(site, "/_stcore/stream", HANDSHAKE).status == http.client.SWITCHING_PROTOCOLS
    # Refused requests are not in the log.
    assert "limiting" not in (site.folder / "nginx.txt").read_text()
