"""Times a task beside a plain baseline in one run, in turn, so that a slow moment of the machine hits both."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Task = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Median seconds of a task and of its baseline, and the median of their ratios round by round."""

    name: str
    ours: float
    baseline: float
    ratio: float

    def per(self, ours: float, baseline: float) -> "Comparison":
        """The same for one of the games of which each side played so many; less than one where a baseline stands for more."""
        return Comparison(self.name, self.ours / ours, self.baseline / baseline, self.ratio * ours / baseline)

    def __str__(self) -> str:
        return f"{self.name:<52} {1000 * self.ours:10.2f} ms {1000 * self.baseline:12.1f} ms {self.ratio:9.0f} x"


HEADER = f"{'task':<52} {'ours':>13} {'plain':>15} {'faster':>11}"


def seconds(task: Task) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def compare(name: str, ours: Task, baseline: Task, *, rounds: int, ours_per_round: int = 10) -> Comparison:
    """Runs both in turn, ``rounds`` times, after one run of ours to warm up; a fast task runs several times a round."""
    ours()
    pairs = [(median(seconds(ours) for _ in range(ours_per_round)), seconds(baseline)) for _ in range(rounds)]
    return Comparison(
        name,
        median(mine for mine, _ in pairs),
        median(plain for _, plain in pairs),
        median(plain / mine for mine, plain in pairs),
    )
