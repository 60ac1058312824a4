"""From what was asked to the rows of the answer."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from boardodds.cli.executors import executor_of
from boardodds.cli.parser import ABLATE, LEVEL, QUESTIONS, SIMULATE
from boardodds.cli.progress_meter import Meter
from boardodds.command.game_command import GameCommand, Play
from boardodds.command.measures import Answer, Effect, Row, effect_row, row_of
from boardodds.command.values import NUMBER, WHOLE, read_pairs, read_variant
from boardodds.probability.ablation import ablate
from boardodds.probability.montecarlo import MAX_GAMES, Progress
from boardodds.probability.validate import check_whole

_MAX_SEED = 10**18 - 1


@dataclass(frozen=True, slots=True)
class Settings:
    """How games are played; no games if the answer is exact."""

    games: int = 0
    seed: int = 1
    level: float = LEVEL
    workers: int = 1
    dask: str | None = None

    @classmethod
    def of(cls, options: argparse.Namespace, question: GameCommand[Any]) -> "Settings":
        """Reads the options. Raises ValueError for values that cannot be, and for those that would do nothing."""
        given = {name: text for name in cls.__slots__ if (text := getattr(options, name, None)) is not None}
        if options.verb == SIMULATE or "games" in given or not question.is_solved:
            settings = cls(**{"games": question.games} | {name: _READ[name](text) for name, text in given.items()})
            settings._check()
            return settings
        if given:
            raise ValueError(f"{next(iter(given))} is for games that are played: give --games as well")
        return cls()

    def _check(self) -> None:
        check_whole("games", self.games, 1, MAX_GAMES)
        check_whole("seed", self.seed, 0, _MAX_SEED)
        if not 0 < self.level < 1:
            raise ValueError(f"level must lie between 0 and 1, got {self.level}")

    @property
    def inputs(self) -> dict[str, int | float]:
        """What the answer depends on: not on where the games are played."""
        return {"games": self.games, "seed": self.seed, "level": self.level} if self.games else {}


_READ: Mapping[str, Callable[[str], Any]] = {
    "games": lambda text: WHOLE.parse("games", text),
    "seed": lambda text: WHOLE.parse("seed", text),
    "level": lambda text: NUMBER.parse("level", text),
    "workers": lambda text: WHOLE.parse("workers", text),
    "dask": str,
}


def ask(options: argparse.Namespace) -> tuple[dict[str, Any], list[Row]]:
    """What the answer depends on, and the rows of the answer."""
    question = QUESTIONS[options.game]
    settings = Settings.of(options, question)
    case = _case(options, question, settings)
    inputs = question.written.written(case) | settings.inputs
    with executor_of(settings.workers, settings.dask) as executor, _meter(options.quiet) as progress:
        play = Play(settings.games, settings.seed, executor, progress)
        if options.verb != ABLATE:
            answer = question.answer(case, play)
            measures = [*answer.measures, *(answer.distributions() if options.distribution else ())]
            return inputs, [row_of(measure, settings.level) for measure in measures]
        variants = _variants(options.variant, question, case)
        inputs["variants"] = {name: question.written.differences(case, each) for name, each in variants.items()}
        return inputs, [effect_row(effect, settings.level) for effect in _effects(question, case, variants, play)]


@contextmanager
def _meter(quiet: bool) -> Iterator[Progress]:
    if quiet:
        yield lambda _: None
        return
    meter = Meter(sys.stderr)
    try:
        yield meter
    finally:
        meter.close()


def _case(options: argparse.Namespace, question: GameCommand[Any], settings: Settings) -> Any:
    preset = question.presets[options.preset]
    start = preset if settings.games else question.solved_as(preset)
    case = question.written.changed(start, read_pairs(options.rule, "rule"), rules_only=True)
    own = {name: text for name in question.options if (text := getattr(options, name)) is not None}
    return question.written.changed(case, own)


def _variants(texts: Sequence[str], question: GameCommand[Any], case: Any) -> dict[str, Any]:
    """The cases to compare a case with: those asked for, or ours that change anything."""
    ours = question.variants(case)
    if not texts:
        return {name: each for name, each in ours.items() if each != case}
    variants: dict[str, Any] = {}
    for text in texts:
        name, changes = read_variant(text)
        if not name or name in variants:
            raise ValueError(f"variant must have a name of its own, got {text[:40]!r}")
        if not changes and name not in ours:
            raise ValueError(f"variant must be 'name: field=value' or one of {', '.join(ours)}, got {text[:40]!r}")
        with _named(name):
            variants[name] = question.written.changed(case, changes) if changes else ours[name]
    return variants


def _effects(question: GameCommand[Any], case: Any, variants: Mapping[str, Any], play: Play) -> Sequence[Effect]:
    """Every measure that a variant and the case have."""
    if play.games and question.compare:
        return question.compare(case, variants, play)

    def answer(part: tuple[int, str, Any]) -> Answer:
        number, name, each = part
        with _named(name):
            return question.answer(each, play.part(number, 1 + len(variants)))

    numbered = {name: (number, name, each) for number, (name, each) in enumerate(variants.items(), 1)}
    ablation = ablate(answer, (0, "", case), numbered)
    before = {(measure.name, measure.of): measure for measure in ablation.baseline.measures}
    return [
        Effect(name, before[key], measure)
        for name, answered in ablation.variants.items()
        for measure in answered.measures
        if (key := (measure.name, measure.of)) in before
    ]


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Says which variant an error is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"variant {name!r}: {error}" if name else str(error)) from error
