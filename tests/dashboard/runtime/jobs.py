"""Jobs for the tests of the worker pool. Worker processes import them by name."""

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

from boardodds.probability.arrays import Ints
from boardodds.probability.montecarlo import Progress

# Wall-clock seconds after which a job ends by itself, so that a test that fails ends too.
MAX_SECONDS = 300


def step_until_file(folder: Path, name: str, *, progress: Progress) -> int:
    """Write a line to ``log`` in the folder, and report progress until the named file exists; return the process's id."""
    with folder.joinpath("log").open("a") as log:
        log.write("started\n")
    end = time.monotonic() + MAX_SECONDS
    while not folder.joinpath(name).exists() and time.monotonic() < end:
        progress(0.5)
        time.sleep(0.005)
    return os.getpid()


def end_process_once(folder: Path, times: int) -> str:
    """End the process by a signal for the first calls, then return a text."""
    calls = folder / "calls"
    done = len(calls.read_text()) if calls.exists() else 0
    calls.write_text("x" * (done + 1))
    if done < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def describe_process(_lane: int) -> tuple[int, bool]:
    return os.nice(0), "streamlit" in sys.modules


def make_array(size: int) -> dict[str, tuple[Ints, ...]]:
    return {"arrays": (np.zeros(size, dtype=np.int64),)}


def hang() -> None:
    """Wait without reporting progress, so that only the limit of time ends the job."""
    time.sleep(MAX_SECONDS)


def refuse(value: int) -> None:
    raise ValueError(f"value must be small, got {value}")
