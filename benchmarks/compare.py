"""Timing of a task and a plain baseline in alternation, so that a slow moment of the machine affects both."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Task = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The median wall-clock seconds of a task and its baseline, and the median of their ratios in each round."""

    name: str
    task_seconds: float
    baseline_seconds: float
    ratio: float

    def per_game(self, task_games: float, baseline_games: float) -> "Comparison":
        """Return the comparison per game.

        task_games: the games that one run of the task plays.
        baseline_games: the same for the baseline; below 1 if one game of the task needs several runs of the baseline.
        """
        return Comparison(
            self.name,
            self.task_seconds / task_games,
            self.baseline_seconds / baseline_games,
            self.ratio * task_games / baseline_games,
        )


def seconds(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def compare(name: str, task: Task, baseline: Task, *, rounds: int, task_runs_per_round: int = 10) -> Comparison:
    """Time a task and its baseline in alternation.

    The task runs once before the first round to warm up. In each round it runs ``task_runs_per_round`` times, and the baseline
    runs once.
    """
    task()
    pairs = [(median(seconds(task) for _ in range(task_runs_per_round)), seconds(baseline)) for _ in range(rounds)]
    return Comparison(
        name,
        median(task_seconds for task_seconds, _ in pairs),
        median(baseline_seconds for _, baseline_seconds in pairs),
        median(baseline_seconds / task_seconds for task_seconds, baseline_seconds in pairs),
    )
