"""Helpers that run the command line as a separate process and read its answers."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardodds.cli.stops import STOP_SIGNALS

ROOT = Path(__file__).parents[2]

LEVEL = "0.9999"

Ask = Callable[..., Any]


def rows_by_measure(answer: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the rows of an answer by their measure and subject."""
    return {(row["measure"], row["of"]): row for row in answer["results"]}


def enable_signals() -> None:
    """Restore the default action of the signals that stop the command line.

    A shell that runs the tests in the background makes them ignore SIGINT, ``nohup`` SIGHUP, and child processes inherit that.
    """
    for signum in STOP_SIGNALS:
        signal.signal(signum, signal.SIG_DFL)


def start_process(*words: str, **options: Any) -> subprocess.Popen[str]:
    """Start the command line with these arguments; the options are those of Popen."""
    command = [sys.executable, "-m", "boardodds", *words]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=enable_signals, **options)
