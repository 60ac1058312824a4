"""Caches of answers that all sessions share, with a bounded number of entries."""

from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

import streamlit as st

MAX_ENTRIES = 256
# the number of simulated games up to which an answer comes while a slider moves
FEW_GAMES = 20_000

_P = ParamSpec("_P")
_R = TypeVar("_R")


def cache_by_text(
    *, keys: Collection[type] = (), entries: int = MAX_ENTRIES, spinner: bool | str = False
) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return a decorator that caches a function's answers for all sessions.

    Streamlit would hash a value field by field, a long board square by square, although its ``repr`` says everything. Answers are
    pickled, so a caller that changes one does not change it for others. Where a page needs dozens of answers in one run, use
    ``functools.lru_cache(MAX_ENTRIES)`` and immutable answers instead: finding one in Streamlit's
    cache takes 0.1 to 0.2 milliseconds.

    keys: the types of parameters that are hashed by their ``repr``.
    entries: the number of answers that are kept.
    spinner: a text shown during the computation, or whether to show Streamlit's own.
    """
    return st.cache_data(max_entries=entries, show_spinner=spinner, hash_funcs=dict.fromkeys(keys, repr))
