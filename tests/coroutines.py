"""Runs coroutines in tests, of which some share their thread with a browser's event loop."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_coroutine(main: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns that runs in a thread of its own.

    Playwright's event loop runs in the thread of the tests from the first browser test on, and a thread runs one at a time.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main).result()
