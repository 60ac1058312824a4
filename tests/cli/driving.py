"""Helpers to run the command line as a process of its own, and to read its answers."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

LEVEL = "0.9999"

Ask = Callable[..., Any]


def rows_of(answer: Any) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["measure"], row["of"]): row for row in answer["results"]}


def hears_interrupts() -> None:
    """A shell that runs the tests in the background has them ignore interrupts, which their children inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def process(*words: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "boardodds", *words]
    return subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=hears_interrupts, **options
    )
