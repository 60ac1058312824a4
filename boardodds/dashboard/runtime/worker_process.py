"""What runs inside a worker process: one job at a time, which reports progress and can be cancelled.

This module must not import Streamlit, which takes a second and 80 MB, and it must be importable by name in a new process.
"""

import faulthandler
import inspect
import os
import signal
from collections.abc import MutableSequence
from multiprocessing.reduction import ForkingPickler
from typing import Any

from boardodds.dashboard.runtime.kept_results import Call, KeptResults
from boardodds.probability.montecarlo import exit_with_parent

# The fraction done of a job that no worker has started yet.
QUEUED = -1.0
# The arrays that the server shares with its workers, by the slot of a job: the fraction done, and whether it is cancelled;
# and the wall-clock seconds after which a job ends its process.
_fractions: MutableSequence[float] = []
_cancelled: MutableSequence[int] = []
_max_seconds = 0.0


class _CancelledJobError(Exception):
    """Raised inside a job whose result nobody waits for any more."""


def start_worker(
    fractions: MutableSequence[float], cancelled: MutableSequence[int], niceness: int, max_seconds: float
) -> None:
    """Prepare a new worker process, which ends with the server and runs at a lower priority."""
    global _fractions, _cancelled, _max_seconds
    _fractions, _cancelled, _max_seconds = fractions, cancelled, max_seconds
    # The server stops its processes; an interrupt of the whole process group is for the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()
    # Windows has no niceness.
    if hasattr(os, "nice"):
        os.nice(niceness)


def run_job(slot: int, call: Call, results: KeptResults, key: str | None) -> tuple[Any, int]:
    """Return the result of a call and its size in bytes, and keep it in a file: here, so that the server has no work with that.

    slot: the job's place in the shared arrays.
    key: the name of the file; None for a result that is not kept.
    """

    def report(fraction: float) -> None:
        _fractions[slot] = fraction
        if _cancelled[slot]:
            raise _CancelledJobError

    # It prints where the job hangs, and ends this process even in code that holds Python's lock.
    faulthandler.dump_traceback_later(_max_seconds, exit=True)
    try:
        report(0.0)
        result = call.run(**({"progress": report} if "progress" in inspect.signature(call.function).parameters else {}))
        if key:
            results.write(key, result)
        return result, ForkingPickler.dumps(result).nbytes
    finally:
        faulthandler.cancel_dump_traceback_later()
