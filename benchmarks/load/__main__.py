"""Drives many visitors through every page of the app, and reports how long they waited and what it cost the server.

``python -m benchmarks.load`` starts the app by itself on a free port. An exception shown, a lost connection and an answer that
does not come are errors, and make the exit status 1. ``--expensive 10`` sets the same visitors beside themselves with ten
others who press the longest simulations again and again.
"""

import argparse
import asyncio
import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice

import uvloop

from benchmarks.load import report
from benchmarks.load.expensive import TASKS, Task
from benchmarks.load.server import Replicas
from benchmarks.load.visitors import Crowd, Habits, Log

# a visitor arrives every so many seconds
_ARRIVE_EVERY = 0.1
_TRACED = 10


def main() -> int:
    options = _options()
    ordinary = options.ordinary or options.expensive > 0
    habits = Habits(think=options.think, timeout=options.timeout, ordinary=ordinary)
    logs = _with_and_without(options, habits) if options.expensive else [_run(options, habits, ())]
    return int(any(log.errors for log in logs))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--sessions", type=int, default=100, help="visitors at once")
    parser.add_argument("--replicas", type=int, default=1, help="servers, among which the visitors are shared out")
    parser.add_argument(
        "--pin", action="store_true", help="keep each server on one core, as cpuset does for a container"
    )
    parser.add_argument("--seconds", type=float, default=120, help="how long they stay")
    parser.add_argument("--reruns", type=int, help="stay for so many reruns of all together instead")
    parser.add_argument(
        "--think", type=float, default=1, help="seconds between two moves, half to one and a half of it"
    )
    parser.add_argument("--timeout", type=float, default=60, help="seconds after which a missing answer is an error")
    parser.add_argument("--ordinary", action="store_true", help="visitors leave alone what asks for much work")
    parser.add_argument("--expensive", type=int, default=0, help="further visitors who press the longest simulations")
    parser.add_argument("--slowest", type=int, default=0, help="how many of the slowest controls to list")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _with_and_without(options: argparse.Namespace, habits: Habits) -> list[Log]:
    """The ordinary visitors alone, and beside others at work, each time with an app of their own."""
    tasks = tuple(islice(cycle(TASKS), options.expensive))
    logs = {"alone": _run(options, habits, ()), f"beside {len(tasks)} at work": _run(options, habits, tasks)}
    print(f"\n{report.beside(logs)}")
    return list(logs.values())


def _run(options: argparse.Namespace, habits: Habits, tasks: tuple[Task, ...]) -> Log:
    """One run with an app of its own, and its tables; the log of the ordinary visitors."""
    with Replicas(options.replicas, pinned=options.pin) as app:
        log, work, cost = uvloop.run(_drive(app, options, habits, tasks))
    tables = [report.answers(log), report.costs(cost)]
    if tasks:
        tables.append(report.slowest(work, len(work.samples)))
    if options.slowest:
        tables.append(report.slowest(log, options.slowest))
    tables += [report.errors(log), report.errors(work), report.counted(cost.errors)]
    print("\n" + "\n\n".join(table for table in tables if table), flush=True)
    return log


async def _drive(
    app: Replicas, options: argparse.Namespace, habits: Habits, tasks: tuple[Task, ...]
) -> tuple[Log, Log, report.Cost]:
    """The log of the ordinary visitors, that of those who do ``tasks``, and what all of them cost."""
    # what is worked out only once shall not count as the memory or the wait of one session
    await Crowd(app.ports, habits, options.seed).look_round()
    before = app.megabytes()
    crowd = Crowd(app.ports, habits, options.seed)
    workers = Crowd(app.ports, replace(habits, timeout=10 * habits.timeout, ordinary=False), options.seed)
    visits = [asyncio.create_task(crowd.tourist(n, n * _ARRIVE_EVERY)) for n in range(options.sessions)]
    while crowd.arrived < options.sessions and app.are_running:
        await asyncio.sleep(0.1)
    works = [asyncio.create_task(workers.worker(n, task)) for n, task in enumerate(tasks)]
    workers.begin()
    answered, start, cpu = len(crowd.log.samples), time.monotonic(), app.cpu_seconds()
    crowd.begin()
    memory = await _watch(crowd, app, options)
    seconds, cpu = time.monotonic() - start, app.cpu_seconds() - cpu
    answered = len(crowd.log.samples) + len(workers.log.samples) - answered
    crowd.stop()
    for work in works:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
    await asyncio.gather(*visits)
    cost = report.Cost(options.sessions, before, memory, answered, seconds, cpu, app.errors())
    return crowd.log, workers.log, cost


async def _watch(crowd: Crowd, app: Replicas, options: argparse.Namespace) -> list[tuple[int, float]]:
    """Waits until the run is over; the memory after so many reruns, which is also told on the way."""
    start, traced, done = time.monotonic(), [(0, app.megabytes())], 0.0
    while done < 1 and app.are_running:
        await asyncio.sleep(0.2)
        done = crowd.log.reruns / options.reruns if options.reruns else (time.monotonic() - start) / options.seconds
        if done * _TRACED >= len(traced):
            traced.append((crowd.log.reruns, app.megabytes()))
            print(f"{crowd.log.reruns:,} reruns, {traced[-1][1]:.0f} MB", file=sys.stderr, flush=True)
    return traced


if __name__ == "__main__":
    sys.exit(main())
