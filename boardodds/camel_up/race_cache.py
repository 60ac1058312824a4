"""The cache of solved races: each table is solved once for all callers, and kept within a limit of memory.

Tables are solved one at a time, because each takes much memory. A table that takes a second or less has a lock of its own, so
that it does not wait for a long one. Tables that are in the cache are always available at once.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from boardodds.camel_up.race_solver import build_table
from boardodds.camel_up.race_table import QUICK_WORK, RaceTable, check_work, table_work
from boardodds.camel_up.rules import Rules
from boardodds.probability.montecarlo import Progress, nobody_listens

# enough for some forty tables of five camels on 16 squares, or ten of six
MAX_BYTES = 128_000_000
# the seconds between two reports of a caller that waits; each report can raise an exception, which ends the wait
_REPORT_SECONDS = 0.1

_Key = tuple[int, int, tuple[int, ...], bool, int]
# the least recently used first
_tables: "OrderedDict[_Key, RaceTable]" = OrderedDict()
_tables_lock = Lock()
_solver_lock, _quick_solver_lock = Lock(), Lock()


def race_table(racing: int, rules: Rules, *, progress: Progress | None = None) -> RaceTable:
    """Return the table of a race, from the cache or solved.

    progress: called with the share of the work that is done, 0 to 1. Raises ValueError, before any work, if it is too much.
    """
    check_work(racing, rules)
    key = _key(racing, rules)
    if found := _find(key):
        return found
    with solver_lock(racing, rules, progress):
        # another caller may have solved it in the meantime
        if found := _find(key):
            return found
        built = build_table(racing, rules, ranks=True, progress=progress)
        _keep(key, built)
        return built


@contextmanager
def solver_lock(camels: int, rules: Rules, progress: Progress | None) -> Iterator[None]:
    """Hold the lock that lets one table be solved at a time; there is one for quick tables and one for all others.

    progress: called with 0 again and again during the wait; an exception that it raises ends the wait.
    """
    lock = _quick_solver_lock if table_work(camels, rules.track, rules.faces) <= QUICK_WORK else _solver_lock
    timeout = 0.0
    while not lock.acquire(timeout=timeout):
        (progress or nobody_listens)(0.0)
        timeout = _REPORT_SECONDS
    try:
        yield
    finally:
        lock.release()


def has_table(racing: int, rules: Rules) -> bool:
    """Return whether the table is in the cache."""
    return _find(_key(racing, rules)) is not None


def _key(racing: int, rules: Rules) -> _Key:
    return racing, rules.track, tuple(sorted(rules.faces)), rules.stacking, rules.undrawn


def _find(key: _Key) -> RaceTable | None:
    """Return the table from the cache, or made from the cached table of a longer track; None if there is neither."""
    racing, track, *rest = key
    with _tables_lock:
        longer = [each for each in _tables if [each[0], *each[2:]] == [racing, *rest] and each[1] >= track]
        if not longer:
            return None
        nearest = min(longer)
        _tables.move_to_end(nearest)
        found = _tables[nearest]
    if found.track > track:
        found = found.shortened(track)
        _keep(key, found)
    return found


def _keep(key: _Key, table: RaceTable) -> None:
    with _tables_lock:
        _tables[key] = table
        while len(_tables) > 1 and sum(each.nbytes for each in _tables.values()) > MAX_BYTES:
            _tables.popitem(last=False)
