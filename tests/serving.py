"""Run the app, or several replicas of it behind the proxy of deploy/nginx.conf, on free ports of this machine."""

import asyncio
import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
NGINX_CONF, HTTP_CONF = DEPLOY / "nginx.conf", DEPLOY / "http.conf"
# Wall-clock seconds that the app may take to start. They are many because the machine can be busy; no test measures time.
START_SECONDS = 180
# The address that the replicas behind the proxy have in their setting.
SITE_URL = "https://odds.example"
OPTIONS = ("--server.headless=true", "--server.address=127.0.0.1", "--server.fileWatcherType=none")


def skip_unchanged(kind: str) -> None:
    """Skip a test of ``engines``, ``proxy`` or ``notebooks`` if .ci/run found that nothing it depends on has changed."""
    if kind in os.environ.get("BOARDODDS_UNCHANGED", "").split():
        pytest.skip("nothing that it depends on has changed on this branch (BOARDODDS_ALL=1 .ci/run runs it)")


@dataclass
class Replica:
    """A process of the app, which writes its log to a folder."""

    folder: Path
    port: int = field(default_factory=lambda: free_port())
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / f"app{self.port}.txt"

    def start(self, options: Sequence[str] = OPTIONS, environment: Mapping[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={self.port}", *options]
        with self.log.open("a") as output:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=os.environ | (environment or {})
            )

    def wait(self) -> None:
        assert self.process is not None
        wait_until_up(self.address, self.process, self.log)

    def stop(self) -> None:
        if self.process is not None:
            stop_process(self.process)

    def events(self, kind: str) -> int:
        with urllib.request.urlopen(f"{self.address}/_stcore/metrics", timeout=5) as response:  # noqa: S310 (loopback)
            metrics = response.read().decode()
        return sum(map(int, re.findall(rf'^session_events_total{{type="{kind}"}} (\d+)$', metrics, re.MULTILINE)))


@dataclass(frozen=True)
class ProxiedSite:
    """A running proxy with its port, the folder of the logs, and the replicas behind it."""

    port: int
    folder: Path
    replicas: Sequence[Replica]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def results(self) -> Path:
        return self.folder / "results"

    def events(self, kind: str) -> list[int]:
        return [replica.events(kind) for replica in self.replicas]


@contextmanager
def run_app(folder: Path, results: Path | None = None) -> Iterator[Replica]:
    """Run one replica without a proxy, with or without a folder of results, and stop it at the end."""
    replica = Replica(folder)
    replica.start(environment={"BOARDODDS_RESULTS": str(results)} if results else {})
    try:
        replica.wait()
        yield replica
    finally:
        replica.stop()


@contextmanager
def run_proxied(nginx: str, folder: Path, replicas: int) -> Iterator[ProxiedSite]:
    site = ProxiedSite(free_port(), folder, [Replica(folder) for _ in range(replicas)])
    with ExitStack() as stack:
        for replica in site.replicas:
            replica.start(environment={"BOARDODDS_URL": SITE_URL, "BOARDODDS_RESULTS": str(site.results)})
            stack.callback(replica.stop)
        for replica in site.replicas:
            replica.wait()
        proxy = stack.enter_context(run_nginx(nginx, folder, site.port, [replica.port for replica in site.replicas]))
        wait_until_up(site.address, proxy, folder / "nginx.txt")
        yield site


@contextmanager
def run_nginx(nginx: str, folder: Path, port: int, replicas: Sequence[int]) -> "Iterator[subprocess.Popen[bytes]]":
    with start_nginx(nginx_command(nginx, folder, replica_changes(port, replicas)), folder) as proxy:
        yield proxy


@contextmanager
def start_nginx(command: Sequence[str], folder: Path) -> "Iterator[subprocess.Popen[bytes]]":
    with (folder / "nginx.txt").open("w") as output:
        proxy = subprocess.Popen([*command, "-g", "daemon off;"], stdout=output, stderr=subprocess.STDOUT)
    try:
        yield proxy
    finally:
        stop_process(proxy)


def replica_changes(port: int, replicas: Sequence[int]) -> dict[str, str]:
    """Return what stands in place of lines of nginx.conf, for a port of this machine and the ports of replicas."""
    servers = "".join(re.findall(r"^ *server app\d+:8501;\n", NGINX_CONF.read_text(), flags=re.MULTILINE))
    local_servers = "".join(f"        server 127.0.0.1:{replica};\n" for replica in replicas)
    return {"listen 8080;": f"listen 127.0.0.1:{port};", servers: local_servers}


def nginx_command(nginx: str, folder: Path, changes: Mapping[str, str], name: str = NGINX_CONF.name) -> list[str]:
    """Write a configuration of deploy/, with changes for this machine, and return the command that starts nginx with it."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    local = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    text = (DEPLOY / name).read_text()
    # A pid file in the folder, in place of one that only root can write.
    text = f"pid {folder}/nginx.pid;\n" + re.sub(r"^pid .*\n", "", text, flags=re.MULTILINE)
    for old, new in {"http {\n": "http {\n" + local, **changes}.items():
        assert text.count(old) == 1, f"{old!r} must stand once in {name}"
        text = text.replace(old, new)
    (folder / name).write_text(text)
    for part in ("http.conf", "pages.conf"):
        shutil.copy(DEPLOY / part, folder)
    return [nginx, "-e", "stderr", "-c", str(folder / name)]


class Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(
    server: Replica | ProxiedSite,
    path: str,
    headers: Mapping[str, str] | None = None,
    *,
    method: str = "GET",
    body: str = "",
    source: str = "127.0.0.1",
) -> Response:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(source, 0))
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        # After a handshake the connection stays open, so there is no body to read.
        content = b"" if response.status == http.client.SWITCHING_PROTOCOLS else response.read()
        return Response(response.status, {name.lower(): value for name, value in response.getheaders()}, content)
    finally:
        connection.close()


def check_configuration(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)


def find_nginx() -> str | None:
    # Debian installs it in /usr/sbin, which is not in the PATH of ordinary users.
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until_up(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):  # noqa: S310 (loopback)
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"{address} did not start:\n{log.read_text()}")


def wait_for(condition: Callable[[], object], event: str = "") -> None:
    deadline = time.monotonic() + START_SECONDS
    while not condition():
        assert time.monotonic() < deadline, f"this did not happen: {event}"
        time.sleep(0.1)


def run_coroutine(main: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns that runs in a thread of its own.

    Playwright's event loop runs in the thread of the tests from the first browser test on, and a thread runs one at a time.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main).result()


def stop_process(process: "subprocess.Popen[Any]") -> None:
    process.terminate()
    process.wait(START_SECONDS)
