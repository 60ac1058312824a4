"""The questions that the command line answers about a game, as data: each game's module lists its own."""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from types import NoneType
from typing import Any, Generic, TypeVar

from boardodds.probability.declared_rules import Rule, rules_of, with_rules
from boardodds.probability.results import Result

JsonValue = str | int | float | bool | None
CaseT = TypeVar("CaseT")


@dataclass(frozen=True, slots=True)
class Play:
    """The settings of a simulation.

    games: 0 for an exact answer.
    executor: runs the games; None runs them on the calling thread.
    """

    games: int
    seed: int
    executor: Executor | None

    @property
    def arguments(self) -> dict[str, Any]:
        """The settings as keyword arguments of a simulator."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, slots=True)
class GameCommand(Generic[CaseT]):
    """A question about a game, which is answered for one case at a time.

    A case is a frozen dataclass. Its field ``rules`` is a dataclass of declared rules; its other fields are the options, declared
    in the same way.

    name: the word for the question on the command line.
    printed: cases to start from, by the name of a printed game; the first is the default.
    variants: returns the built-in variants that are possible for a case, by name. One that equals the case is ignored.
    solve, simulate: return the result of a case; None if there is no exact or no simulated one.
    compare: simulates a baseline and its variants with common random numbers; None to simulate each of them independently.
    make_solvable: turns a printed case into one that can be solved.
    games: the default number of games.
    """

    name: str
    help: str
    printed: Mapping[str, CaseT]
    variants: Callable[[CaseT], Mapping[str, CaseT]]
    solve: Callable[[CaseT], Result] | None = None
    simulate: Callable[[CaseT, Play], Result] | None = None
    compare: Callable[[CaseT, Mapping[str, CaseT], Play], Result] | None = None
    make_solvable: Callable[[CaseT], CaseT] = lambda case: case
    games: int = 100_000

    @property
    def _first(self) -> Any:
        return next(iter(self.printed.values()))

    @property
    def options(self) -> Mapping[str, Rule]:
        """The fields of a case other than its rules, by name."""
        return rules_of(type(self._first))

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules of a case, by name."""
        return rules_of(type(self._first.rules))

    def result(self, case: CaseT, play: Play) -> Result:
        """Return the result of a case: simulated, or exact if the number of games is 0 or the question cannot be simulated.

        Raises ValueError for an exact answer to a question that has none.
        """
        if play.games and self.simulate:
            return self.simulate(case, play)
        if self.solve is None:
            raise ValueError("this question has no exact answer: simulate it")
        return self.solve(case)


def change_case(case: Any, texts: Mapping[str, str]) -> Any:
    """Return the case with other values, given as text by name, in some of its fields, or in those of its rules.

    Raises ValueError for unknown names and for values that are not allowed.
    """
    options = rules_of(type(case))
    names = [*rules_of(type(case.rules)), *options]
    if unknown := [name for name in texts if name not in names]:
        raise ValueError(f"field must be one of {', '.join(names)}, got {unknown[0][:40]!r}")
    case_texts = {name: text for name, text in texts.items() if name in options}
    rule_texts = {name: text for name, text in texts.items() if name not in options}
    return with_rules(replace(case, rules=with_rules(case.rules, rule_texts)), case_texts)


def case_values(case: Any) -> dict[str, JsonValue]:
    """Return the declared fields of a case, and those of its rules, as the output shows them."""
    values = ((name, each.kind, getattr(case, name)) for name, each in rules_of(type(case)).items())
    is_json = (int, float, NoneType)
    return {name: value if isinstance(value, is_json) else kind.format(value) for name, kind, value in values}


def case_differences(case: Any, other: Any) -> dict[str, JsonValue]:
    """Return the fields of another case, and those of its rules, that differ from the case, as the output shows them."""
    before, after = (case_values(item.rules) | case_values(item) for item in (case, other))
    return {name: value for name, value in after.items() if value != before[name]}
