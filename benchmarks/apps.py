"""Servers of the app, or of another script, in processes of their own."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]
_OPTIONS = ("--server.headless=true", "--server.address=127.0.0.1", "--server.fileWatcherType=none")
# The same as in the image: see Dockerfile.
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"}
_START_SECONDS = 60


class App:
    """A server of the app in a process of its own.

    core: the number of the only core to use, or None for all.
    script: the file to run.
    """

    def __init__(self, folder: Path, core: int | None = None, *, script: Path = ROOT / "app.py") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._log, self._core, self._script = folder / f"{self.port}.txt", core, script
        # All servers of a run share the results of its visitors.
        self._folders = {"BOARDODDS_RESULTS": str(folder / "results")}

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", str(self._script), f"--server.port={self.port}", *_OPTIONS]
        with self._log.open("a") as output:
            server = subprocess.Popen(  # noqa: S603
                command, cwd=ROOT, stdout=output, stderr=output, env=os.environ | _ENVIRONMENT | self._folders
            )
        self._process = psutil.Process(server.pid)
        if self._core is not None:
            # Before the process starts threads, which inherit the affinity.
            self._process.cpu_affinity([self._core])
        end = time.monotonic() + _START_SECONDS
        while time.monotonic() < end and server.poll() is None:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1):
                return
            time.sleep(0.1)
        raise RuntimeError(f"the app did not start:\n{self._log.read_text()}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self._process.send_signal(how)
        self._process.wait(10)

    def processor_seconds(self) -> float:
        """Return the processor time of the server itself, without its worker processes."""
        times = self._process.cpu_times()
        return float(times.user + times.system)

    def processes(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]

    def errors(self) -> list[str]:
        return [line for line in self._log.read_text().splitlines() if "Error: " in line or "Exception: " in line]


@contextmanager
def running(app: App) -> Iterator[App]:
    """Start an app, and stop it at the end."""
    app.start()
    try:
        yield app
    finally:
        app.stop()
