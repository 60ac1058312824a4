"""The app in separate processes on free ports of this machine, and their resources."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from types import TracebackType

import psutil

from boardodds.dashboard.ui.dashboards import ROOT

_MAX_START_SECONDS = 60
_OPTIONS = ["--server.headless=true", "--server.address=127.0.0.1", "--server.fileWatcherType=none"]
# Errors as plain text, so that they can be counted.
_OPTIONS += ["--logger.enableRich=false"]
# The same as in the image: see Dockerfile.
_ENVIRONMENT = {"MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"}
_ERROR_LINE = re.compile(r"^[\w.]*(?:Error|Exception): .*", re.MULTILINE)


class App:
    """A context manager that runs the app.

    core: the number of the only core to use, or None for all. Not every system supports it.
    """

    def __init__(self, core: int | None = None) -> None:
        self._core = core

    def __enter__(self) -> "App":
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._folder = tempfile.TemporaryDirectory()
        self._log = Path(self._folder.name) / "log.txt"
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={self.port}", *_OPTIONS]
        with self._log.open("w") as output:
            self._server = subprocess.Popen(  # noqa: S603
                command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, env=os.environ | _ENVIRONMENT
            )
        self._process = psutil.Process(self._server.pid)
        if self._core is not None:
            # Before the process starts threads, which inherit the affinity.
            self._process.cpu_affinity([self._core])
        try:
            self._wait_until_up()
        except RuntimeError:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stop()

    @property
    def is_running(self) -> bool:
        return self._server.poll() is None

    def megabytes(self) -> float:
        """Return the memory of the server and its worker processes in megabytes (sum of the resident set sizes)."""
        return sum(float(process.memory_info().rss) for process in self._processes()) / 1e6

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server and its worker processes so far."""
        times = [process.cpu_times() for process in self._processes()]
        return float(sum(time.user + time.system for time in times))

    def _processes(self) -> list[psutil.Process]:
        return [self._process, *self._process.children(recursive=True)]

    def errors(self) -> list[str]:
        """Return the error lines in the log."""
        return _ERROR_LINE.findall(self._log.read_text())

    def _wait_until_up(self) -> None:
        deadline = time.monotonic() + _MAX_START_SECONDS
        while time.monotonic() < deadline and self.is_running:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the app did not start:\n{self._log.read_text()}")

    def _stop(self) -> None:
        self._server.terminate()
        self._server.wait(10)
        self._folder.cleanup()


class Replicas:
    """A context manager that runs several apps; their resources are added up.

    number: how many apps.
    pinned: whether each app uses only one core, the next one for each app.
    """

    def __init__(self, number: int, *, pinned: bool = False) -> None:
        cores = cycle(range(psutil.cpu_count() or 1))
        self._apps = [App(next(cores) if pinned else None) for _ in range(number)]
        self._stack = ExitStack()

    def __enter__(self) -> "Replicas":
        with ExitStack() as stack:
            for app in self._apps:
                stack.enter_context(app)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def ports(self) -> list[int]:
        return [app.port for app in self._apps]

    @property
    def are_running(self) -> bool:
        return all(app.is_running for app in self._apps)

    def megabytes(self) -> float:
        """Return the memory of all servers in megabytes."""
        return sum(app.megabytes() for app in self._apps)

    def cpu_seconds(self) -> float:
        """Return the CPU time of all servers so far."""
        return sum(app.cpu_seconds() for app in self._apps)

    def errors(self) -> list[str]:
        """Return the error lines in all logs."""
        return [error for app in self._apps for error in app.errors()]
