"""What can be asked of a game, as data: each game's module lists its questions."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from boardodds.command.measures import Answer, Effect
from boardodds.command.values import Text, Texts
from boardodds.probability.montecarlo import Progress, part_of

CaseT = TypeVar("CaseT")


@dataclass(frozen=True, slots=True)
class Play:
    """How many games are played, none for an exact answer; with which seed, and where."""

    games: int
    seed: int
    executor: Executor | None
    progress: Progress

    def part(self, number: int, parts: int) -> "Play":
        """For one of several cases: the next seed for each, so that they are independent, and its part of the progress."""
        return replace(self, seed=self.seed + number, progress=part_of(self.progress, number, parts))


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a case beside its rules. text: how it is written, if its type does not say."""

    help: str
    text: Text | None = None


def not_solved(_: Any, __: Progress) -> Answer:
    """For a question without an exact answer."""
    raise ValueError("this question has no exact answer: simulate it")


def not_played(_: Any, __: Play) -> Answer:
    """For a question that is only solved."""
    raise ValueError("this question is solved exactly, no games are played")


@dataclass(frozen=True, slots=True)
class GameCommand(Generic[CaseT]):
    """A question about a game. A case is a frozen dataclass of ``rules``, which is one too, and other fields.

    presets: cases to start from by name, the first unless another is asked for. options: the fields of a case beside its
    rules. variants: what to compare a case with, by name, if nothing is asked for, without those that cannot be; those that
    change nothing are left out. solve, simulate: answers a case. compare: plays variants and a baseline on the same cards;
    the measures of variants are independent where there is none. solved_as: turns a preset into what can be solved. games:
    as many as are played unless said otherwise. texts: rules that are not written as their types are.
    """

    name: str
    help: str
    presets: Mapping[str, CaseT]
    options: Mapping[str, Option]
    variants: Callable[[CaseT], Mapping[str, CaseT]]
    solve: Callable[[CaseT, Progress], Answer] = not_solved
    simulate: Callable[[CaseT, Play], Answer] = not_played
    compare: Callable[[CaseT, Mapping[str, CaseT], Play], Sequence[Effect]] | None = None
    solved_as: Callable[[CaseT], CaseT] = lambda case: case
    games: int = 100_000
    texts: Mapping[str, Text] = field(default_factory=dict)

    @property
    def is_solved(self) -> bool:
        """Whether it has an exact answer."""
        return self.solve is not not_solved

    @property
    def is_played(self) -> bool:
        """Whether games of it can be played."""
        return self.simulate is not not_played

    @property
    def written(self) -> Texts:
        """How the fields of a case are written."""
        own = {name: option.text for name, option in self.options.items() if option.text}
        return Texts({**self.texts, **own})

    def answer(self, case: CaseT, play: Play) -> Answer:
        """The answer for a case, exact if no games are to be played."""
        return self.simulate(case, play) if play.games else self.solve(case, play.progress)
