"""Drive many visitors through every page of the app, and report their waiting times and the server's resources.

``python -m benchmarks.load`` starts the app on a free port. Exceptions on a page, lost connections and missing answers are
errors, which make the exit status 1. ``--expensive 10`` runs the same visitors twice: alone, and at the same time as ten others
who start the longest simulations again and again. ``--crawlers 200`` does so with programs that read previews of links.
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
from benchmarks.load.crawlers import Crawlers
from benchmarks.load.expensive import TASKS, Task
from benchmarks.load.server import Replicas
from benchmarks.load.visitors import Crowd, Habits, Log

_ARRIVAL_INTERVAL_SECONDS = 0.1
_MEMORY_SAMPLES = 10


def main() -> int:
    options = _options()
    is_compared = options.expensive > 0 or options.crawlers > 0
    ordinary = options.ordinary or options.expensive > 0
    habits = Habits(think=options.think, timeout=options.timeout, ordinary=ordinary)
    logs = _run_with_and_without_work(options, habits) if is_compared else [_run(options, habits)]
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
    parser.add_argument(
        "--crawlers", type=int, default=0, help="programs that read the preview of a new link every 20 s"
    )
    parser.add_argument("--slowest", type=int, default=0, help="how many of the slowest controls to list")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _run_with_and_without_work(options: argparse.Namespace, habits: Habits) -> list[Log]:
    """Run the ordinary visitors alone and then with the others, each time with a new app; return both logs."""
    tasks = tuple(islice(cycle(TASKS), options.expensive))
    others = [f"{len(tasks)} at work"] * bool(tasks) + [f"{options.crawlers} crawlers"] * bool(options.crawlers)
    logs = {
        "alone": _run(options, habits),
        f"beside {' and '.join(others)}": _run(options, habits, tasks, options.crawlers),
    }
    print(f"\n{report.compare_logs(logs)}")
    return list(logs.values())


def _run(options: argparse.Namespace, habits: Habits, tasks: tuple[Task, ...] = (), crawlers: int = 0) -> Log:
    """Run the visitors with a new app, print the tables, and return the log of the ordinary visitors."""
    with Replicas(options.replicas, pinned=options.pin) as app:
        crowd = Crawlers(app.ports, crawlers, options.seed)
        log, worker_log, cost = uvloop.run(_drive(app, options, habits, tasks, crowd))
    tables = [report.answers(log), report.costs(cost)]
    if tasks:
        tables.append(report.slowest_controls(worker_log, len(worker_log.samples)))
    if crawlers:
        tables.append(report.slowest_controls(crowd.log, len(crowd.log.samples)))
    if options.slowest:
        tables.append(report.slowest_controls(log, options.slowest))
    tables += [report.errors(log), report.errors(worker_log), report.errors(crowd.log), report.count_texts(cost.errors)]
    print("\n" + "\n\n".join(table for table in tables if table), flush=True)
    return log


async def _drive(
    app: Replicas, options: argparse.Namespace, habits: Habits, tasks: tuple[Task, ...], crawlers: Crawlers
) -> tuple[Log, Log, report.Cost]:
    """Drive the visitors, and return the log of the ordinary ones, the log of the expensive ones, and the cost of both.

    tasks: the work of each expensive visitor.
    """
    # Fill the caches first, so that their memory and waiting times don't count for one session.
    await Crowd(app.ports, habits, options.seed).open_all_pages()
    idle_megabytes = app.megabytes()
    crowd = Crowd(app.ports, habits, options.seed)
    worker_crowd = Crowd(app.ports, replace(habits, timeout=10 * habits.timeout, ordinary=False), options.seed)
    visits = [asyncio.create_task(crowd.run_tourist(n, n * _ARRIVAL_INTERVAL_SECONDS)) for n in range(options.sessions)]
    while crowd.arrivals < options.sessions and app.are_running:
        await asyncio.sleep(0.1)
    worker_tasks = [asyncio.create_task(worker_crowd.run_worker(n, task)) for n, task in enumerate(tasks)]
    crawling = asyncio.create_task(crawlers.run())
    worker_crowd.start()
    answers_before, start, cpu = len(crowd.log.samples), time.monotonic(), app.cpu_seconds()
    crowd.start()
    memory = await _watch(crowd, app, options)
    seconds, cpu = time.monotonic() - start, app.cpu_seconds() - cpu
    answers = len(crowd.log.samples) + len(worker_crowd.log.samples) - answers_before
    crowd.stop()
    for other in (*worker_tasks, crawling):
        other.cancel()
        with suppress(asyncio.CancelledError):
            await other
    await asyncio.gather(*visits)
    cost = report.Cost(options.sessions, idle_megabytes, memory, answers, seconds, cpu, app.errors())
    return crowd.log, worker_crowd.log, cost


async def _watch(crowd: Crowd, app: Replicas, options: argparse.Namespace) -> list[tuple[int, float]]:
    """Wait until the run is over, and return (reruns, megabytes) at regular intervals, which are also printed."""
    start, samples, fraction = time.monotonic(), [(0, app.megabytes())], 0.0
    while fraction < 1 and app.are_running:
        await asyncio.sleep(0.2)
        fraction = crowd.log.reruns / options.reruns if options.reruns else (time.monotonic() - start) / options.seconds
        if fraction * _MEMORY_SAMPLES >= len(samples):
            samples.append((crowd.log.reruns, app.megabytes()))
            print(f"{crowd.log.reruns:,} reruns, {samples[-1][1]:.0f} MB", file=sys.stderr, flush=True)
    return samples


if __name__ == "__main__":
    sys.exit(main())
