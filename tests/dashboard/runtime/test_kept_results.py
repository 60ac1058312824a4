"""Results in files: the codec, files that can't be read or written, the limit of size; the pool and the caches that use them."""

import errno
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as np_st

from boardodds import camel_up, perudo
from boardodds.camel_up.race_solver import build_table
from boardodds.camel_up.rules import FIRST_EDITION
from boardodds.dashboard.runtime import compute as compute_module
from boardodds.dashboard.runtime import kept_results, worker_pool
from boardodds.dashboard.runtime.compute import keep_results
from boardodds.dashboard.runtime.environment import results_bytes, results_folder
from boardodds.dashboard.runtime.kept_results import Call, KeptResults, decode, encode
from boardodds.dashboard.runtime.worker_pool import Lane, WorkerPool
from boardodds.dashboard.ui.sheet import _sheets
from boardodds.probability.pmf import Pmf
from tests.dashboard.driving import open_page

SECONDS = 60
LEG = camel_up.Position.parse("1:BWOG 2:Y dice=OB tiles=5o.8m")
ROUND = perudo.RoundState.parse("2.1 me=1 hand=12 bids=2:1x6")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.fractions()
DTYPES = np_st.integer_dtypes() | np_st.floating_dtypes() | np_st.boolean_dtypes()
KEYS = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5)
_lists = partial(st.lists, max_size=3)
VALUES = st.recursive(
    SCALARS | st.sampled_from([LEG, Pmf((1, 2), (0.25, 0.75)), perudo.Call.DUDO, ROUND]),
    lambda inner: _lists(inner) | _lists(inner).map(tuple) | st.dictionaries(KEYS, inner, max_size=3),
)


@dataclass(frozen=True)
class Foreign:
    number: int


class Pair(NamedTuple):
    first: int
    second: int


@pytest.fixture(autouse=True)
def forget_sizes() -> None:
    kept_results._new_bytes.clear()
    kept_results._log_once.cache_clear()


@given(VALUES)
def test_values_come_back_equal_with_their_types(value: Any) -> None:
    found = decode(encode(value))
    assert found == value
    # Equal numbers of another type have another text.
    assert encode(found) == encode(value)


@given(np_st.arrays(DTYPES, np_st.array_shapes(min_side=0)))
def test_arrays_come_back_equal_and_read_only(array: np.ndarray[Any, Any]) -> None:
    found = decode(encode({"counts": (array,)}))["counts"][0]
    assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, array.shape, array.tobytes())
    assert not found.flags.writeable


def test_what_could_not_come_back_is_not_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("WARNING")
    results = KeptResults(tmp_path)
    for value in (Foreign(1), Pair(1, 2), {1, 2}, np.float64(0.5), np.array([None]), object(), print, 10**5000):
        caplog.clear()
        for _ in range(2):
            results.write("key", [value])
        assert (results.read("key"), len(caplog.records)) == (None, 1), type(value)


OTHER_TEXTS = (
    '["fields","os:environ"]',
    '["fields","boardodds.camel_up.leg:Fraction",1]',
    '["fields","boardodds.camel_up.leg:solve_leg",1]',
    '["fields","boardodds.probability.pmf:Pmf",["tuple",1]]',
    '["Enum","boardodds.perudo.bids:Call","NONE"]',
    '["array","O",1]',
    '["array","O,O",0,9]',
    '["array","<M8[s]",1]',
    '["array","<f8",-1]',
    '["array","<f8",0]',
    '["array","<f8",1000]',
    '["unknown",1]',
    "[]",
    "",
)


def test_a_file_of_others_is_no_result(tmp_path: Path) -> None:
    for text in (f'["tuple","key",{text}]' for text in OTHER_TEXTS):
        content = len(text).to_bytes(8, "big") + text.encode() + b"\1" * 8
        tmp_path.joinpath("key.result").write_bytes(sha256(content).digest() + content)
        assert KeptResults(tmp_path).read("key") is None, text


def test_a_damaged_file_is_no_result_and_is_replaced(tmp_path: Path) -> None:
    results, value = KeptResults(tmp_path), build_table(2, FIRST_EDITION, ranks=True)
    results.write("key", value)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    damaged = [whole[:length] for length in (0, 20, 40, 100, len(whole) - 1)]
    damaged += [whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :] for place in (3, 35, 60, len(whole) - 1)]
    for data in (*damaged, b"x" * 1_000, whole + b"x"):
        path.write_bytes(data)
        assert results.read("key") is None
    # That of another call, whole.
    path.rename(tmp_path / "other.result")
    assert results.read("other") is None
    results.write("key", value)
    assert path.read_bytes() == whole


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
def test_what_is_no_file_is_survived_and_the_limit_still_works(tmp_path: Path) -> None:
    results = KeptResults(tmp_path, max_bytes=11_000)
    names = dict.fromkeys(["pipe", "folder", "link", "loop", "huge"])
    pipe, folder, link, loop, huge = (tmp_path / f"{name}.result" for name in names)
    os.mkfifo(pipe)
    folder.mkdir()
    link.symlink_to(tmp_path / "nowhere")
    loop.symlink_to(loop)
    huge.touch()
    os.truncate(huge, 2**40)
    for path in (pipe, folder, link, loop, huge):
        os.utime(path, (1, 1), follow_symlinks=False)
    assert [results.read(name) for name in names] == [None] * 5
    for name in ("pipe", "link", "huge", "folder"):
        results.write(name, 1)
        assert (results.read(name) is None) == (name == "folder")
    for number in range(20):
        results.write(f"{number}", "x" * 1_000)
    assert sum(path.lstat().st_size for path in tmp_path.iterdir() if path != folder) <= 11_000
    assert results.read("19")


def test_without_memory_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = KeptResults(tmp_path)
    results.write("key", 1)
    for name in ("loads", "dumps"):
        monkeypatch.setattr(json, name, Mock(side_effect=MemoryError))
    results.write("other", 2)
    assert [results.read(key) for key in ("key", "other")] == [None] * 2


def key_of(results: KeptResults, function: Callable[..., object] = camel_up.race_length, *arguments: Any) -> str | None:
    return results.key(Call(function, arguments))


def test_the_key_depends_on_the_call_and_on_the_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = KeptResults(tmp_path)
    # A long distribution has a short ``repr``, which does not tell it from another one.
    long = [Pmf(tuple(range(1000)), (weight, *[0.0] * 998, 1 - weight)) for weight in (0.25, 0.5)]
    calls = [(2, 8), (2, 9), (2, 8.0), (True, 8), *[(pmf,) for pmf in long]]
    keys = [key_of(results, camel_up.race_length, *arguments) for arguments in calls]
    keys += [key_of(results, camel_up.solve_leg, 2, 8), results.key(Call(camel_up.race_length, (2,), (("track", 8),)))]
    assert None not in keys
    assert len(set(keys)) == len(keys)
    assert key_of(results, camel_up.race_length, 2, 8) == keys[0]
    kept_results.library_version.cache_clear()
    monkeypatch.setattr(np, "__version__", "0.0")
    try:
        assert key_of(results, camel_up.race_length, 2, 8) not in keys
    finally:
        kept_results.library_version.cache_clear()


def test_the_version_is_that_of_the_library_without_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_results, "_LIBRARY", tmp_path)
    files = {name: tmp_path / name for name in ("rules.py", "perudo/data/1v1.ending", "dashboard/page.py")}

    def version() -> bytes:
        kept_results.library_version.cache_clear()
        return kept_results.library_version()

    for path in files.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("1")
    versions = [version()]
    try:
        for path in files.values():
            path.write_text("2")
            versions.append(version())
    finally:
        kept_results.library_version.cache_clear()
    assert len(set(versions)) == 3
    assert versions[2] == versions[3]


@pytest.mark.parametrize("call", [(divmod, 7, 2), (camel_up.solve_leg, Path("x"))], ids=["function", "value"])
def test_a_call_from_elsewhere_has_no_key(call: tuple[Any, ...], tmp_path: Path) -> None:
    assert key_of(KeptResults(tmp_path), *call) is None
    assert key_of(KeptResults(), camel_up.race_length, 2, 8) is None


def refuse(number: int, *_: object, **__: object) -> None:
    raise OSError(number, os.strerror(number))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_cannot_be_written_keeps_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    results = KeptResults(tmp_path / "results")
    results.write("before", 1)
    monkeypatch.setattr(Path, "write_bytes", partial(refuse, number))
    caplog.set_level("WARNING")
    for key in "ab":
        results.write(key, 2)
        assert results.read(key) is None
    assert results.read("before") == (1, 60)
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["before.result"]
    assert len(caplog.records) == 1


def test_a_half_written_file_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()

    def replace(path: Path, _: Path) -> None:
        names.add(path.name)
        refuse(errno.ENOSPC)

    monkeypatch.setattr(Path, "replace", replace)
    for _ in range(2):
        KeptResults(tmp_path).write("key", 1)
    assert list(tmp_path.iterdir()) == []
    # Nobody who has seen one name can put a link in the place of the next one.
    assert len(names) == 2


def test_the_results_that_were_not_read_for_longest_go_first(tmp_path: Path) -> None:
    results = KeptResults(tmp_path, max_bytes=11_000)
    tmp_path.joinpath("notes.txt").write_text("x" * 20_000)
    for number in range(10):
        results.write(f"{number}", "x" * 1_000)
        os.utime(tmp_path / f"{number}.result", (number, number))
    assert results.read("0")
    results.write("10", "x" * 1_000)
    results.write("large", "x" * 2_000)
    left = {path.stem for path in tmp_path.glob("*.result")}
    assert left == {"0", "3", "4", "5", "6", "7", "8", "9", "10"}
    assert tmp_path.joinpath("notes.txt").exists()


def test_results_from_files_keep_to_the_size_of_the_cache(tmp_path: Path) -> None:
    results = KeptResults(tmp_path)
    calls = [Call(camel_up.race_length, (2, track)) for track in (8, 9, 10)]
    for call in calls:
        results.write(str(results.key(call)), "x" * 1_000)
    pool = WorkerPool(results, max_bytes=2_500)
    for call in calls:
        job = pool.request(call, Lane.SHORT)
        assert job.future.result(SECONDS)[0] == "x" * 1_000
        pool.leave(job)
    assert not pool._executors
    assert list(pool._jobs) == calls[1:]


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    """Let the caches of pages use a pool that keeps results in a folder."""
    pool = WorkerPool(KeptResults(tmp_path))
    monkeypatch.setattr(compute_module, "POOL", pool)
    yield pool
    pool.stop()


def cached(function: Callable[..., Any], entries: int = 2) -> tuple[Callable[..., Any], list[tuple[Any, ...]]]:
    """Return a cached function that the library has, and the list of its calls."""
    calls: list[tuple[Any, ...]] = []

    def counting(*arguments: Any) -> Any:
        calls.append(arguments)
        return function(*arguments)

    counting.__module__, counting.__qualname__ = "boardodds.camel_up.length", "counting"
    return keep_results(entries=entries)(counting), calls


@pytest.mark.usefixtures("pool")
def test_a_cached_function_shares_its_last_results() -> None:
    double, calls = cached(lambda number: [np.arange(number)])
    first = double(1)
    assert double(1) is first
    assert not first[0].flags.writeable
    double(2), double(1), double(3), double(1)
    assert calls == [(1,), (2,), (3,)]
    double(2)
    assert calls == [(1,), (2,), (3,), (2,)]


@pytest.mark.usefixtures("pool")
def test_a_page_with_a_result_that_can_t_be_kept_fails_its_test() -> None:
    with pytest.raises(TypeError, match=r"builtins\.set is no type that is kept"):
        cached(lambda number: {number})[0](1)


@pytest.mark.usefixtures("pool")
def test_equal_calls_at_the_same_time_are_computed_once() -> None:
    started, finish = threading.Event(), threading.Event()

    def wait(number: int) -> int:
        started.set()
        finish.wait(SECONDS)
        return number

    waiting, calls = cached(wait)
    results: list[int] = []
    threads = [threading.Thread(target=lambda: results.append(waiting(1))) for _ in range(3)]
    threads[0].start()
    started.wait(SECONDS)
    for thread in threads[1:]:
        thread.start()
    finish.set()
    for thread in threads:
        thread.join(SECONDS)
    assert (results, len(calls)) == ([1] * 3, 1)


def test_only_slow_results_are_kept(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for seconds, files in ((SECONDS, 0), (0, 1)):
        monkeypatch.setattr(worker_pool, "_QUICK_SECONDS", seconds)
        double, calls = cached(lambda number: 2 * number)
        assert double(4) == 8
        worker_pool._writer.submit(int).result(SECONDS)
        assert len(list(tmp_path.iterdir())) == files
    # After a restart the function is not called.
    double, calls = cached(lambda number: 2 * number)
    assert (double(4), calls) == (8, [])
    assert pool.results.folder == tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="paths of a home folder differ")
def test_the_folders_are_those_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert results_folder() is None
    monkeypatch.setenv("BOARDODDS_RESULTS", "/results")
    monkeypatch.setenv("BOARDODDS_RESULTS_MB", "7")
    assert (results_folder(), results_bytes()) == (Path("/results"), 7_000_000)
    monkeypatch.delenv("BOARDODDS_RESULTS")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert results_folder() == Path("/caches/boardodds")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/guest")
    assert results_folder() == Path("/home/guest/.cache/boardodds")


@pytest.mark.parametrize("text", ["lots", "-1", "0", "1.5", ""])
def test_a_setting_that_is_no_number_is_named(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("BOARDODDS_RESULTS_MB", text)
    with pytest.raises(ValueError, match=f"BOARDODDS_RESULTS_MB must be a whole number from 1, got '{text}'"):
        results_bytes()


LENGTH_PAGE, LENGTH_LINK = "pages/camel_up_length.py", {"camels": "2", "track": "8"}
LENGTH = Call(camel_up.race_length, (2,), (("faces", (1, 2, 3)), ("track", 8)))


def test_a_page_answers_whatever_happens_to_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = open_page(LENGTH_PAGE, **LENGTH_LINK).headline

    def is_kept(folder: Path) -> bool:
        """Open the page in a server that has just started; return whether no process was started for it."""
        pool = WorkerPool(KeptResults(folder))
        monkeypatch.setattr(compute_module, "POOL", pool)
        _sheets.cache_clear()
        had_result = pool.has_result(LENGTH)
        assert open_page(LENGTH_PAGE, **LENGTH_LINK).headline == expected
        assert pool.has_result(LENGTH)
        assert bool(pool._executors) is not had_result
        pool.stop()
        return had_result

    results = tmp_path / "results"
    assert [is_kept(results) for _ in range(2)] == [False, True]
    for path in results.iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    assert not is_kept(results)
    # No folder: workers refuse it too.
    (tmp_path / "file").touch()
    assert not is_kept(tmp_path / "file")
