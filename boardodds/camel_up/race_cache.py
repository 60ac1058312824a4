"""The cache of race tables: each table is solved once for all callers, and the cache has a limit of memory.

Tables are solved one at a time, because each takes much memory. Quick tables, which take a second or less, have a separate lock,
so that they do not wait for a long one. Tables in the cache are always available at once.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from boardodds.camel_up.race_solver import build_table
from boardodds.camel_up.race_table import QUICK_WORK, RaceTable, check_work, table_work
from boardodds.camel_up.rules import Rules
from boardodds.probability.montecarlo import Progress, ignore_progress

# Enough for about forty tables of five camels on 16 squares, or ten of six camels.
MAX_BYTES = 128_000_000
# The wall-clock time between two reports to a caller that waits. A report can raise an exception, which ends the wait.
_REPORT_SECONDS = 0.1

_Key = tuple[int, int, tuple[int, ...], bool, int]
# The tables by key, the least recently used first.
_tables: "OrderedDict[_Key, RaceTable]" = OrderedDict()
_tables_lock = Lock()
_solver_lock, _quick_solver_lock = Lock(), Lock()


def race_table(racing: int, rules: Rules, *, progress: Progress | None = None) -> RaceTable:
    """Return the table of a race, from the cache if possible.

    racing: the number of racing camels.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError before any work if the table takes too much.
    """
    check_work(racing, rules)
    key = _key(racing, rules)
    if found := _find(key):
        return found
    with solver_lock(racing, rules, progress):
        # Another caller may have solved it during the wait.
        if found := _find(key):
            return found
        table = build_table(racing, rules, ranks=True, progress=progress)
        _store(key, table)
        return table


def store_table(racing: int, rules: Rules, table: RaceTable) -> None:
    """Put a table into the cache that another process has solved."""
    _store(_key(racing, rules), table)


@contextmanager
def solver_lock(camels: int, rules: Rules, progress: Progress | None) -> Iterator[None]:
    """Hold the lock for solving a table; there is one lock for quick tables and one for all others.

    progress: called with 0 every 0.1 s during the wait for the lock; an exception from it ends the wait.
    """
    lock = _quick_solver_lock if table_work(camels, rules.track, rules.faces) <= QUICK_WORK else _solver_lock
    timeout = 0.0
    while not lock.acquire(timeout=timeout):
        (progress or ignore_progress)(0.0)
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
    """Return the table from the cache, if necessary cut from that of a longer track; None if there is neither."""
    racing, track, *rest = key
    with _tables_lock:
        long_enough = [other for other in _tables if [other[0], *other[2:]] == [racing, *rest] and other[1] >= track]
        if not long_enough:
            return None
        nearest = min(long_enough)
        _tables.move_to_end(nearest)
        table = _tables[nearest]
    if table.track > track:
        table = table.shortened(track)
        _store(key, table)
    return table


def _store(key: _Key, table: RaceTable) -> None:
    with _tables_lock:
        _tables[key] = table
        while len(_tables) > 1 and sum(other.nbytes for other in _tables.values()) > MAX_BYTES:
            _tables.popitem(last=False)
