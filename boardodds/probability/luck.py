"""Luck and decisions: what moved the value of a game from act to act.

A value is what can be expected at the end, such as the chance to win. Whatever nobody chooses, such as a roll, moves it by luck,
whose mean is zero if the values are right. A choice costs what the best action was worth more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import nlargest
from itertools import chain, pairwise

import numpy as np

from boardodds.probability.display import short_repr, signed
from boardodds.probability.estimate import Proportion
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.results import Result

# Games in a chunk, each of which takes milliseconds.
_CHUNK = 50
# Rounding errors of values.
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Step:
    """An act of chance, or a choice.

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


@short_repr
@dataclass(frozen=True, slots=True)
class Account(Result):
    """The value at the end of a game as a sum: ``start + luck + decisions + offers``.

    start: the value before the first step.
    steps: each begins with the value that the one before ends with; another one raises ValueError.

    >>> lost = Account(0.5, (Step(0.5, 0.75), Step(0.75, 0.5, best=0.75), Step(0.5, 0.0)))
    >>> lost.luck, lost.decisions, lost.end, lost.without_luck
    (-0.25, -0.25, 0.0, 0.25)
    """

    _MEASURES = ("start", "luck", "decisions", "offers", "end")

    start: float
    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        for end, step in zip([self.start, *(step.after for step in self.steps)], self.steps, strict=False):
            if abs(gap := step.before - end) > _SAME:
                raise ValueError(f"steps must begin with the value before, got {step!r} with a gap of {gap:.3g}")

    @classmethod
    def of_values(cls, values: Sequence[float], choices: Sequence[bool], words: Sequence[str]) -> "Account":
        """Return the account of a game whose values count on the best play.

        values: before the first act, and after each act.
        choices, words: of each act, whether it was a choice, and what happened.

        >>> Account.of_values([0.5, 0.75, 0.5], [False, True], ["apples", "picked pears"]).decisions
        -0.25
        """
        acts = zip(pairwise(values), choices, words, strict=True)
        steps = (Step(before, after, before if is_choice else None, text) for (before, after), is_choice, text in acts)
        return cls(values[0], tuple(steps))

    @property
    def end(self) -> float:
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
        return sum(step.best - step.before for step in self.steps if step.best is not None)

    @property
    def without_luck(self) -> float:
        """What the value would be at the end if chance had added nothing."""
        return self.end - self.luck

    def most(self, size: Callable[[Step], float], number: int = 3) -> list[Step]:
        """Return the steps of the largest size above zero, the largest first.

        >>> [step.after for step in Account(0.5, (Step(0.5, 0.75), Step(0.75, 0.5))).most(lambda step: -step.luck)]
        [0.5]
        """
        return [step for step in nlargest(number, self.steps, key=size) if size(step) > _SAME]

    def in_words(self, unit: str = "points") -> str:
        """Return luck and decisions in words: in percentage points, or in another unit; without decisions if there are none.

        >>> Account(0.5, (Step(0.5, 0.59), Step(0.59, 0.56, best=0.59))).in_words()
        'luck +9 points, decisions −3'
        """
        scale, places = (100, 0) if unit == "points" else (1, 1)
        luck, decisions = (signed(scale * value, places) for value in (self.luck, self.decisions))
        chosen = f", decisions {decisions}" if any(step.best is not None for step in self.steps) else ""
        return f"luck {luck} {unit.removesuffix('s') if luck[1:] == '1' else unit}{chosen}"


def simulate_luck(
    replay: Callable[[np.random.Generator], float],
    *,
    games: int = 1_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[float, ...]:
    """Return the luck of many games in ascending order; the same seed gives the same games.

    replay: plays a game and returns its luck.
    progress: called with the proportion of the games played, from 0 to 1.

    >>> luck = simulate_luck(lambda rng: float(rng.integers(2)) - 0.5)
    >>> 0.4 < luckier_than(luck, 0.5).value < 0.6
    True
    """
    parts = run_chunks(partial(_play, replay), games, seed, chunk=_CHUNK, progress=progress)
    return tuple(sorted(chain.from_iterable(parts)))


def luckier_than(games: Sequence[float], luck: float) -> Proportion:
    """Return the proportion of games with less luck: "luckier than 84% of games"."""
    return Proportion(sum(other < luck - _SAME for other in games), len(games))


def _play(replay: Callable[[np.random.Generator], float], games: int, rng: np.random.Generator) -> list[float]:
    return [replay(rng) for _ in range(games)]
