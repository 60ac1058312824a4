"""The run of one command: from its parsed options to the rows of the answer."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from boardodds.cli.deadline import Deadline
from boardodds.cli.executors import open_executor
from boardodds.cli.parser import ABLATE, COMMANDS, LEVEL, SIMULATE
from boardodds.cli.progress_meter import Meter
from boardodds.command.game_command import GameCommand, Play
from boardodds.command.measures import Answer, Effect, Row, effect_row, measure_row
from boardodds.command.values import NUMBER, WHOLE, read_pairs, read_variant
from boardodds.probability.ablation import ablate
from boardodds.probability.montecarlo import MAX_GAMES, Progress, ignore_progress
from boardodds.probability.validate import check_whole

_MAX_SEED = 10**18 - 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a simulation.

    games: the number of games; 0 if the answer is exact.
    seed: the seed of the run.
    level: the confidence level of the intervals.
    workers: the number of processes.
    dask: the address of a Dask scheduler; None for no cluster.
    timeout: the wall-clock seconds that the simulation may take; None for no limit.
    """

    games: int = 0
    seed: int = 1
    level: float = LEVEL
    workers: int = 1
    dask: str | None = None
    timeout: float | None = None

    @classmethod
    def from_options(cls, options: argparse.Namespace, command: GameCommand[Any]) -> "Settings":
        """Return the settings of a command's options. Raises ValueError for invalid values and for options without effect."""
        texts = {name: text for name in cls.__slots__ if (text := getattr(options, name, None)) is not None}
        if options.verb == SIMULATE or "games" in texts or not command.is_solved:
            settings = cls(**{"games": command.games} | {name: _PARSERS[name](text) for name, text in texts.items()})
            settings._check()
            return settings
        if texts:
            raise ValueError(f"--{next(iter(texts))} applies only to simulations: add --games")
        return cls()

    def _check(self) -> None:
        check_whole("games", self.games, 1, MAX_GAMES)
        check_whole("seed", self.seed, 0, _MAX_SEED)
        if not 0 < self.level < 1:
            raise ValueError(f"level must lie between 0 and 1, got {self.level}")

    @property
    def inputs(self) -> dict[str, int | float]:
        """The settings that the answer depends on; it is the same on every executor."""
        return {"games": self.games, "seed": self.seed, "level": self.level} if self.games else {}


_PARSERS: Mapping[str, Callable[[str], Any]] = {
    "games": lambda text: WHOLE.parse("games", text),
    "seed": lambda text: WHOLE.parse("seed", text),
    "level": lambda text: NUMBER.parse("level", text),
    "workers": lambda text: WHOLE.parse("workers", text),
    "dask": str,
    "timeout": lambda text: NUMBER.parse("timeout", text),
}


def run_command(options: argparse.Namespace) -> tuple[dict[str, Any], list[Row]]:
    """Run a command and return the inputs that its answer depends on, and the rows of the answer."""
    command = COMMANDS[options.game]
    settings = Settings.from_options(options, command)
    case = _build_case(options, command, settings)
    inputs = command.case_format.write(case) | settings.inputs
    deadline = Deadline(settings.timeout)
    with open_executor(settings.workers, settings.dask, deadline) as executor, _open_meter(options.quiet) as meter:

        def progress(share: float) -> None:
            deadline.check()
            meter(share)

        play = Play(settings.games, settings.seed, executor, progress)
        if options.verb != ABLATE:
            answer = command.answer(case, play)
            measures = [*answer.measures, *(answer.distributions() if options.distribution else ())]
            return inputs, [measure_row(measure, settings.level) for measure in measures]
        variants = _build_variants(options.variant, command, case)
        inputs["variants"] = {
            name: command.case_format.differences(case, variant) for name, variant in variants.items()
        }
        return inputs, [effect_row(effect, settings.level) for effect in _effects(command, case, variants, play)]


@contextmanager
def _open_meter(quiet: bool) -> Iterator[Progress]:
    if quiet:
        yield ignore_progress
        return
    meter = Meter(sys.stderr)
    try:
        yield meter
    finally:
        meter.close()


def _build_case(options: argparse.Namespace, command: GameCommand[Any], settings: Settings) -> Any:
    preset = command.presets[options.preset]
    start = preset if settings.games else command.make_solvable(preset)
    case = command.case_format.change(start, read_pairs(options.rule, "rule"), rules_only=True)
    option_texts = {name: text for name in command.options if (text := getattr(options, name)) is not None}
    return command.case_format.change(case, option_texts)


def _build_variants(texts: Sequence[str], command: GameCommand[Any], case: Any) -> dict[str, Any]:
    """Return the variants of a case by name: the requested ones, or all built-in ones that differ from the case.

    texts: a name of a built-in variant, or "name: field=value,field=value", for each requested variant.
    """
    built_in = command.variants(case)
    if not texts:
        return {name: variant for name, variant in built_in.items() if variant != case}
    variants: dict[str, Any] = {}
    for text in texts:
        name, changes = read_variant(text)
        if not name or name in variants:
            raise ValueError(f"variant must have a name of its own, got {text[:40]!r}")
        if not changes and name not in built_in:
            raise ValueError(f"variant must be 'name: field=value' or one of {', '.join(built_in)}, got {text[:40]!r}")
        with _name_variant_in_errors(name):
            variants[name] = command.case_format.change(case, changes) if changes else built_in[name]
    return variants


def _effects(command: GameCommand[Any], case: Any, variants: Mapping[str, Any], play: Play) -> Sequence[Effect]:
    """Return the effect of every variant on every measure that its answer has in common with the baseline's."""
    if play.games and command.compare:
        return command.compare(case, variants, play)

    def answer(numbered_case: tuple[int, str, Any]) -> Answer:
        number, name, item = numbered_case
        with _name_variant_in_errors(name):
            return command.answer(item, play.part(number, 1 + len(variants)))

    numbered = {name: (number, name, variant) for number, (name, variant) in enumerate(variants.items(), 1)}
    ablation = ablate(answer, (0, "", case), numbered)
    baseline = {(measure.name, measure.subject): measure for measure in ablation.baseline.measures}
    return [
        Effect(name, baseline[key], measure)
        for name, variant_answer in ablation.variants.items()
        for measure in variant_answer.measures
        if (key := (measure.name, measure.subject)) in baseline
    ]


@contextmanager
def _name_variant_in_errors(name: str) -> Iterator[None]:
    """Add the variant's name to the message of a ValueError; an empty name, that of the baseline, adds nothing."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"variant {name!r}: {error}" if name else str(error)) from error
