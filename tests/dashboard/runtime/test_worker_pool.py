"""The worker pool: shared jobs, progress, cancellation, lanes, the cache, and worker processes that die."""

import gc
import os
import weakref
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from boardodds.dashboard.runtime import worker_pool
from boardodds.dashboard.runtime.kept_results import Call
from boardodds.dashboard.runtime.worker_pool import MAX_JOBS, FullPoolError, Job, Lane, WorkerPool
from tests.dashboard.runtime import jobs
from tests.serving import wait_for

SECONDS = 60


@pytest.fixture(scope="module")
def shared_pool() -> Iterator[WorkerPool]:
    pool = WorkerPool()
    yield pool
    pool.stop()


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool()
    yield pool
    pool.stop()


def stepping(folder: Path, name: str = "stop") -> Call:
    return Call(jobs.step_until_file, (folder, name))


def result(job: Job) -> object:
    return job.future.result(SECONDS)[0]


def test_equal_requests_share_one_job_which_goes_on_while_one_waits(shared_pool: WorkerPool, tmp_path: Path) -> None:
    requests = [shared_pool.request(stepping(tmp_path), Lane.SHORT) for _ in range(4)]
    assert len(set(map(id, requests))) == 1
    wait_for(lambda: shared_pool.fraction(requests[0]) == 0.5)
    for job in requests[:3]:
        shared_pool.leave(job)
    tmp_path.joinpath("stop").touch()
    assert result(requests[3]) != os.getpid()
    shared_pool.leave(requests[3])
    # The result is in the cache.
    assert shared_pool.request(stepping(tmp_path), Lane.SHORT) is requests[0]
    shared_pool.leave(requests[0])
    assert tmp_path.joinpath("log").read_text() == "started\n"


def test_a_job_is_cancelled_when_the_last_request_leaves(shared_pool: WorkerPool, tmp_path: Path) -> None:
    job = shared_pool.request(stepping(tmp_path), Lane.SHORT)
    wait_for(lambda: shared_pool.fraction(job) == 0.5)
    shared_pool.leave(job)
    wait_for(job.future.done)
    assert job.future.exception() is not None
    # The next request starts again.
    again = shared_pool.request(stepping(tmp_path), Lane.SHORT)
    assert again is not job
    tmp_path.joinpath("stop").touch()
    result(again)
    shared_pool.leave(again)
    assert tmp_path.joinpath("log").read_text() == "started\n" * 2


def test_a_queued_job_has_no_progress_and_can_be_cancelled(shared_pool: WorkerPool, tmp_path: Path) -> None:
    first = shared_pool.request(stepping(tmp_path), Lane.SHORT)
    wait_for(lambda: shared_pool.fraction(first) == 0.5)
    queued = [shared_pool.request(stepping(tmp_path, f"stop{number}"), Lane.SHORT) for number in range(3)]
    assert [shared_pool.fraction(job) for job in queued] == [None] * 3
    # A long job has a process of its own.
    other = shared_pool.request(Call(divmod, (7, 2)), Lane.LONG)
    assert result(other) == (3, 1)
    for job in queued:
        shared_pool.leave(job)
    tmp_path.joinpath("stop").touch()
    result(first)
    shared_pool.leave(first)
    shared_pool.leave(other)
    for job in queued:
        wait_for(job.future.done)
    assert tmp_path.joinpath("log").read_text() == "started\n"


def test_workers_have_lower_priority_and_no_streamlit(shared_pool: WorkerPool) -> None:
    base = os.nice(0)
    for lane in Lane:
        job = shared_pool.request(Call(jobs.describe_process, (lane.value,)), lane)
        assert result(job) == (base + lane.value, False)
        shared_pool.leave(job)


def test_an_error_reaches_every_request_and_is_not_cached(shared_pool: WorkerPool) -> None:
    first = shared_pool.request(Call(jobs.refuse, (7,)), Lane.SHORT)
    with pytest.raises(ValueError, match="value must be small, got 7"):
        result(first)
    shared_pool.leave(first)
    wait_for(lambda: Call(jobs.refuse, (7,)) not in shared_pool._jobs)


def test_results_are_read_only_and_the_cache_keeps_the_newest_within_its_size(pool: WorkerPool) -> None:
    pool.max_bytes = 3 * 8_500
    made = []
    for number in range(4):
        made.append(pool.request(Call(jobs.make_array, (1_000 + number,)), Lane.SHORT))
        (array,) = made[-1].future.result(SECONDS)[0]["arrays"]
        wait_for(lambda: made[-1].nbytes > 0)
        assert not array.flags.writeable
        pool.leave(made[-1])
    wait_for(lambda: len(pool._jobs) == 3)
    assert [call.arguments[0] for call in pool._jobs] == [1_001, 1_002, 1_003]
    # A request makes a result the newest.
    pool.leave(pool.request(Call(jobs.make_array, (1_001,)), Lane.SHORT))
    last = pool.request(Call(jobs.make_array, (1_005,)), Lane.SHORT)
    result(last)
    wait_for(lambda: [call.arguments[0] for call in pool._jobs] == [1_003, 1_001, 1_005])
    pool.leave(last)


def test_a_dropped_result_needs_no_collection_of_cycles(pool: WorkerPool) -> None:
    call = Call(jobs.make_array, (1_000,))
    gc.disable()
    try:
        job = pool.request(call, Lane.SHORT)
        result(job)
        pool.leave(job)
        wait_for(lambda: pool._jobs[call].nbytes > 0)
        future = weakref.ref(job.future)
        del job
        del pool._jobs[call]
        wait_for(lambda: future() is None)
    finally:
        gc.enable()


@pytest.mark.slow
def test_a_lane_whose_worker_died_gets_new_processes(pool: WorkerPool, tmp_path: Path) -> None:
    call = Call(jobs.end_process_once, (tmp_path, 1))
    first, neighbour = pool.request(call, Lane.SHORT), pool.request(Call(divmod, (7, 2)), Lane.LONG)
    with pytest.raises(BrokenExecutor):
        result(first)
    pool.leave(first)
    again = pool.request(call, Lane.SHORT)
    assert result(again) == "survived"
    assert result(neighbour) == (3, 1)
    broken = pool.request(Call(jobs.end_process_once, (tmp_path, 3)), Lane.SHORT)
    with pytest.raises(BrokenExecutor):
        result(broken)
    assert result(pool.request(Call(divmod, (9, 2)), Lane.SHORT)) == (4, 1)
    wait_for(lambda: broken.call not in pool._jobs)


def test_long_jobs_leave_the_slots_of_short_ones(pool: WorkerPool, tmp_path: Path) -> None:
    taken = [pool.request(stepping(tmp_path, f"{number}"), Lane.LONG) for number in range(MAX_JOBS)]
    with pytest.raises(FullPoolError):
        pool.request(Call(divmod, (7, 2)), Lane.LONG)
    assert result(pool.request(Call(divmod, (9, 2)), Lane.SHORT)) == (4, 1)
    pool.leave(taken[-1])
    wait_for(lambda: bool(pool._free_slots[Lane.LONG]))
    for job in taken[:-1]:
        pool.leave(job)


def test_a_job_that_the_system_refuses_takes_no_slot(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(WorkerPool, "_submit", refuse)
    for _ in range(MAX_JOBS + 1):
        with pytest.raises(OSError, match="no more processes"):
            pool.request(Call(divmod, (7, 2)), Lane.SHORT)
    monkeypatch.undo()
    assert result(pool.request(Call(divmod, (7, 2)), Lane.SHORT)) == (3, 1)


@pytest.mark.slow
def test_a_job_that_takes_too_long_ends_its_process_even_if_no_one_waits(pool: WorkerPool) -> None:
    process = pool.request(Call(os.getpid), Lane.SHORT)
    first = result(process)
    pool.max_seconds = 1
    hung, queued = (pool.request(call, Lane.LONG) for call in (Call(jobs.hang), Call(divmod, (7, 2))))
    wait_for(lambda: pool.fraction(hung) == 0)
    # The next processes have the usual limit.
    pool.max_seconds = worker_pool.MAX_SECONDS
    pool.leave(hung)
    for broken in (hung, queued):
        with pytest.raises(BrokenExecutor):
            result(broken)
    assert result(pool.request(queued.call, Lane.LONG)) == (3, 1)
    # The other lane keeps its process.
    del pool._jobs[process.call]
    assert result(pool.request(process.call, Lane.SHORT)) == first
