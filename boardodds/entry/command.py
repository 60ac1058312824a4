"""The questions that the command line answers about a game, as data: each game's module lists its own."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from boardodds.entry.measures import Answer, Effect
from boardodds.entry.text_formats import CaseFormat, TextFormat
from boardodds.probability.montecarlo import Progress, subprogress

CaseT = TypeVar("CaseT")


@dataclass(frozen=True, slots=True)
class Play:
    """The settings of a simulation.

    games: the number of games; 0 for an exact answer.
    seed: 0 or more.
    executor: runs the games; None runs them on the calling thread.
    progress: called with the fraction done, from 0 to 1.
    """

    games: int
    seed: int
    executor: Executor | None
    progress: Progress

    def part(self, number: int, parts: int) -> "Play":
        """Return the settings for one of several cases, with its part of the progress.

        Each case has its own seed, the next after the one before, so that the cases are independent.

        number: the case's number, from 0.
        parts: the number of cases.
        """
        return replace(self, seed=self.seed + number, progress=subprogress(self.progress, number, parts))


@dataclass(frozen=True, slots=True)
class Option:
    """A field of a case, other than its rules, as an option of the command line.

    help: a description of the option.
    format: the text format of the field; None for the format of its type.
    """

    help: str
    format: TextFormat | None = None


def refuse_to_solve(_: Any, __: Progress) -> Answer:
    """Raise ValueError: the solver of a question without an exact answer."""
    raise ValueError("this question has no exact answer: simulate it")


def refuse_to_simulate(_: Any, __: Play) -> Answer:
    """Raise ValueError: the simulator of a question that has only an exact answer."""
    raise ValueError("this question is solved exactly and cannot be simulated")


@dataclass(frozen=True, slots=True)
class GameCommand(Generic[CaseT]):
    """A question about a game, which is answered for one case at a time.

    A case is a frozen dataclass. Its field ``rules`` is a frozen dataclass too; its other fields are the options.

    name: the word for the question on the command line.
    help: a description of the question.
    presets: cases to start from, by name; the first is the default.
    options: the fields of a case other than its rules, by name.
    variants: takes a case and returns the built-in variants that are possible for it, by name. A variant that equals the case is
        ignored.
    solve: takes a case and a progress callback, returns the exact answer.
    simulate: takes a case and the settings of a simulation, returns the simulated answer.
    compare: simulates a baseline and its variants with common random numbers; None to simulate each of them independently.
    make_solvable: turns a preset into a case that can be solved.
    games: the default number of games.
    formats: the text formats of fields that are not written in the format of their type, by name.
    """

    name: str
    help: str
    presets: Mapping[str, CaseT]
    options: Mapping[str, Option]
    variants: Callable[[CaseT], Mapping[str, CaseT]]
    solve: Callable[[CaseT, Progress], Answer] = refuse_to_solve
    simulate: Callable[[CaseT, Play], Answer] = refuse_to_simulate
    compare: Callable[[CaseT, Mapping[str, CaseT], Play], Sequence[Effect]] | None = None
    make_solvable: Callable[[CaseT], CaseT] = lambda case: case
    games: int = 100_000
    formats: Mapping[str, TextFormat] = field(default_factory=dict)

    @property
    def is_solved(self) -> bool:
        """Whether the question has an exact answer."""
        return self.solve is not refuse_to_solve

    @property
    def is_played(self) -> bool:
        """Whether the question can be simulated."""
        return self.simulate is not refuse_to_simulate

    @property
    def case_format(self) -> CaseFormat:
        """The text format of the fields of a case."""
        option_formats = {name: option.format for name, option in self.options.items() if option.format}
        return CaseFormat({**self.formats, **option_formats})

    def answer(self, case: CaseT, play: Play) -> Answer:
        """Return the answer for a case: simulated, or exact if the number of games is 0."""
        return self.simulate(case, play) if play.games else self.solve(case, play.progress)
