"""Starts the app, and the proxy of deploy/nginx.conf before several of them, on free ports of this machine."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NGINX_CONF = ROOT / "deploy" / "nginx.conf"
START_SECONDS = 60
OPTIONS = ("--server.headless=true", "--server.address=127.0.0.1", "--server.fileWatcherType=none")


@dataclass
class Replica:
    """One process of the app."""

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
            end(self.process)

    def events(self, kind: str) -> int:
        """How many sessions this replica saw ``connect`` or ``reconnect``."""
        return sum(self._counted(rf'session_events_total{{type="{kind}"}}'))

    def actions_asked(self) -> int:
        """How often its pages asked what to do in a leg."""
        return sum(self._counted(r'cache_lookups_total{cache="boardodds.dashboard.camel_up.solvers.actions",[^}]*}'))

    def _counted(self, name: str) -> list[int]:
        with urllib.request.urlopen(f"{self.address}/_stcore/metrics", timeout=5) as answer:  # noqa: S310 (loopback)
            return [int(count) for count in re.findall(rf"^{name} (\d+)$", answer.read().decode(), re.MULTILINE)]


@dataclass(frozen=True)
class Proxied:
    """A running proxy and the replicas behind it."""

    port: int
    replicas: Sequence[Replica]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def events(self, kind: str) -> list[int]:
        return [replica.events(kind) for replica in self.replicas]


@contextmanager
def app(folder: Path) -> Iterator[Replica]:
    replica = Replica(folder)
    replica.start()
    try:
        replica.wait()
        yield replica
    finally:
        replica.stop()


@contextmanager
def proxied(nginx: str, folder: Path, replicas: int) -> Iterator[Proxied]:
    """The proxy before that many replicas, which start at the same time."""
    site = Proxied(free_port(), [Replica(folder) for _ in range(replicas)])
    with ExitStack() as stack:
        for replica in site.replicas:
            replica.start()
            stack.callback(replica.stop)
        for replica in site.replicas:
            replica.wait()
        log = folder / "nginx.txt"
        command = nginx_command(nginx, folder, site.port, [replica.port for replica in site.replicas])
        with log.open("w") as output:
            proxy = subprocess.Popen([*command, "-g", _own_files(folder)], stdout=output, stderr=subprocess.STDOUT)
        stack.callback(end, proxy)
        wait_until_up(site.address, proxy, log)
        yield site


def nginx_command(nginx: str, folder: Path, port: int, replicas: Sequence[int]) -> list[str]:
    """nginx with the configuration of deploy/, its addresses and working folders put where this machine has them."""
    text = NGINX_CONF.read_text()
    text = _replaced(text, "listen 8080;", f"listen 127.0.0.1:{port};")
    servers = re.findall(r"^ *server app\d+:8501;\n", text, flags=re.MULTILINE)
    text = _replaced(text, "".join(servers), "".join(f"        server 127.0.0.1:{each};\n" for each in replicas))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    text = _replaced(
        text, "http {\n", "http {\n" + "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    )
    config = folder / "nginx.conf"
    config.write_text(text)
    return [nginx, "-e", "stderr", "-c", str(config)]


def _own_files(folder: Path) -> str:
    return f"daemon off; pid {folder}/nginx.pid;"


def checked(nginx: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """What nginx says of the configuration without starting."""
    command = nginx_command(nginx, folder, free_port(), [free_port(), free_port()])
    return subprocess.run([*command, "-t", "-g", _own_files(folder)], capture_output=True, text=True, check=False)


def find_nginx() -> str | None:
    # Debian puts it where the path of a plain user does not lead
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_up(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):  # noqa: S310 (loopback)
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"{address} did not start:\n{log.read_text()}")


def wait_for(done: Callable[[], bool]) -> None:
    give_up = time.monotonic() + START_SECONDS
    while not done():
        assert time.monotonic() < give_up
        time.sleep(0.1)


def end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(10)


def _replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} must stand once in {NGINX_CONF.name}"
    return text.replace(old, new)
