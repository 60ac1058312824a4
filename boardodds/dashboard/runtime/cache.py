"""Caches of results that all sessions share, with a bounded number of entries."""

from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

import streamlit as st

MAX_ENTRIES = 256
# The number of simulated games up to which a page answers without delay while a slider moves.
FEW_GAMES = 20_000

_P = ParamSpec("_P")
_R = TypeVar("_R")


def cache_by_text(
    *, keys: Collection[type] = (), entries: int = MAX_ENTRIES
) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return a decorator that caches a function's results for all sessions.

    Streamlit would hash an argument field by field, a long board square by square, although its ``repr`` identifies it. Results
    are pickled, so a caller that changes one does not change it for others. If a page needs dozens of results in one run, use
    ``functools.lru_cache(MAX_ENTRIES)`` and immutable results: a look-up in Streamlit's cache takes 0.1 to 0.2 milliseconds.

    keys: the types of arguments that are hashed by their ``repr``.
    entries: the maximum number of results in the cache.
    """
    return st.cache_data(max_entries=entries, show_spinner=False, hash_funcs=dict.fromkeys(keys, repr))
