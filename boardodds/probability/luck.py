"""Luck and decisions: what moved the value of a game from act to act.

A value is what can be expected at the end, such as the chance to win. Whatever nobody chooses, such as a roll, moves it by luck,
whose mean is zero if the values are right. A choice costs what the best action was worth more.
"""

from bisect import bisect_left
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from heapq import nlargest, nsmallest
from itertools import chain

import numpy as np

from boardodds.probability.display import short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.montecarlo import Progress, run_chunks

# Games in a chunk, whose accounts take milliseconds each.
_CHUNK = 50
# Rounding errors of values.
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Step:
    """An act of chance, or a choice.

    before, after: the value before and after it.
    best: the value after the best action of a choice; None for chance. It is ``before`` if that counts on the best play, and
        ``after`` for the choice of somebody else.
    words: what happened.
    """

    before: float
    after: float
    best: float | None = None
    words: str = ""

    @property
    def luck(self) -> float:
        """What chance added to the value; 0 for a choice."""
        return self.after - self.before if self.best is None else 0.0

    @property
    def cost(self) -> float:
        """What the best action was worth more; 0 for chance."""
        return 0.0 if self.best is None else self.best - self.after

    @property
    def offer(self) -> float:
        """What the best action added to the value; 0 for chance, and where the value before counts on it."""
        return 0.0 if self.best is None else self.best - self.before


@short_repr
@dataclass(frozen=True, slots=True)
class Account:
    """The value at the end of a game as a sum: ``start + luck + decisions + offers``.

    start: the value before the first step.
    """

    start: float
    steps: tuple[Step, ...]

    @property
    def end(self) -> float:
        """The value after the last step."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def luck(self) -> float:
        """The sum of what chance added."""
        return sum(step.luck for step in self.steps)

    @property
    def decisions(self) -> float:
        """The sum of what choices cost: 0 for the best play, less for any other."""
        return 0.0 - sum(step.cost for step in self.steps)

    @property
    def offers(self) -> float:
        """The sum of what the best actions added: 0 if the values are those of the best play."""
        return sum(step.offer for step in self.steps)

    def luckiest(self, number: int = 3) -> list[Step]:
        """Return the steps of chance that added most, the luckiest first."""
        return [step for step in nlargest(number, self.steps, key=lambda step: step.luck) if step.luck > _SAME]

    def unluckiest(self, number: int = 3) -> list[Step]:
        """Return the steps of chance that cost most, the unluckiest first."""
        return [step for step in nsmallest(number, self.steps, key=lambda step: step.luck) if step.luck < -_SAME]

    def costliest(self, number: int = 3) -> list[Step]:
        """Return the choices that cost most, the costliest first."""
        return [step for step in nlargest(number, self.steps, key=lambda step: step.cost) if step.cost > _SAME]

    def in_words(self, unit: str = "points", scale: float = 100) -> str:
        """Return luck and decisions in words: in percentage points, or in another unit; without decisions if there are none.

        scale: the number of units in a value of 1.

        >>> Account(0.5, (Step(0.5, 0.59), Step(0.59, 0.56, best=0.59))).in_words()
        'luck +9 points, decisions -3'
        """
        luck, decisions = (round(scale * value, scale < 10) + 0.0 for value in (self.luck, self.decisions))
        chosen = f", decisions {decisions:+g}" if any(step.best is not None for step in self.steps) else ""
        return f"luck {luck:+g} {unit}{chosen}"


def account(start: float, steps: list[Step]) -> Account:
    """Return the account of a game; raise ValueError unless each step begins with the value that the one before ends with.

    >>> lost = account(0.5, [Step(0.5, 0.75), Step(0.75, 0.5, best=0.75), Step(0.5, 0.0)])
    >>> lost.luck, lost.decisions, lost.end
    (-0.25, -0.25, 0.0)
    """
    for end, step in zip([start, *(step.after for step in steps)], steps, strict=False):
        if abs(gap := step.before - end) > _SAME:
            raise ValueError(f"steps must begin with the value before, got {step!r} with a gap of {gap:.3g}")
    return Account(start, tuple(steps))


@short_repr
@dataclass(frozen=True, slots=True)
class LuckSample:
    """The luck of simulated games, in ascending order."""

    luck: tuple[float, ...]

    @property
    def mean(self) -> MeanEstimate:
        """The mean luck, which is zero but for its error if the values are right."""
        return MeanEstimate.from_sample(self.luck)

    def less_than(self, luck: float) -> Proportion:
        """Return the proportion of the games with less luck: "luckier than 84% of games"."""
        return Proportion(bisect_left(self.luck, luck - _SAME), len(self.luck))


def simulate_luck(
    play: Callable[[np.random.Generator], Account],
    *,
    games: int = 1_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> LuckSample:
    """Return the luck of many games; the same seed gives the same games, whatever executor runs them.

    play: plays a game and returns its account. For an executor with other processes it must be picklable.
    executor: runs the chunks of 50 games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    >>> coin = simulate_luck(lambda rng: account(0.5, [Step(0.5, float(rng.integers(2)))]))
    >>> 0 in coin.mean.interval(0.99), 0.4 < coin.less_than(0.5).value < 0.6
    (True, True)
    """
    parts = run_chunks(partial(_play, play), games, seed, chunk=_CHUNK, executor=executor, progress=progress)
    return LuckSample(tuple(sorted(chain.from_iterable(parts))))


def _play(play: Callable[[np.random.Generator], Account], games: int, rng: np.random.Generator) -> list[float]:
    return [play(rng).luck for _ in range(games)]
