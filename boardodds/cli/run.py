"""The run of one command: from its parsed options to the rows of the answer."""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from boardodds.cli.executors import open_executor
from boardodds.cli.parser import ABLATE, COMMANDS, DEFAULTS, SIMULATE
from boardodds.entry.command import GameCommand, Play
from boardodds.entry.measures import Answer, Effect, Row, effect_row, measure_row
from boardodds.entry.text_formats import read_pairs, read_variant
from boardodds.probability.ablation import ablate
from boardodds.probability.montecarlo import MAX_GAMES, Progress, check_seed, ignore_progress
from boardodds.probability.validate import check_whole

# Wall-clock seconds between two lines of progress.
_REPORT_SECONDS = 5.0


def run_command(options: argparse.Namespace) -> tuple[dict[str, Any], list[Row]]:
    """Run a command and return the inputs that its answer depends on, and the rows of the answer."""
    command = COMMANDS[options.game]
    settings = _read_settings(options, command)
    games, seed, level = settings["games"], settings["seed"], settings["level"]
    case = _build_case(options, command, is_simulated=games > 0)
    inputs = command.case_format.write(case) | ({"games": games, "seed": seed, "level": level} if games else {})
    # Standard error is None if it was closed.
    is_quiet = options.quiet or sys.stderr is None
    with open_executor(settings["workers"], settings["dask"]) as executor:
        play = Play(games, seed, executor, ignore_progress if is_quiet else progress_meter())
        if options.verb != ABLATE:
            answer = command.answer(case, play)
            measures = [*answer.measures, *(answer.distributions() if options.distribution else ())]
            return inputs, [measure_row(measure, level) for measure in measures]
        variants = _build_variants(options.variant, command, case)
        inputs["variants"] = {
            name: command.case_format.differences(case, variant) for name, variant in variants.items()
        }
        return inputs, [effect_row(effect, level) for effect in _effects(command, case, variants, play)]


def progress_meter() -> Progress:
    """Return a progress callback that writes the fraction done and the time left to standard error every five seconds.

    >>> progress_meter()(0.5)
    """
    start = last = time.monotonic()

    def report(share: float) -> None:
        nonlocal last
        now = time.monotonic()
        if share and now - last >= _REPORT_SECONDS:
            last = now
            print(f"{share:.0%}, about {(now - start) * (1 - share) / share:.0f} s to go", file=sys.stderr)  # noqa: T201

    return report


def _read_settings(options: argparse.Namespace, command: GameCommand[Any]) -> dict[str, Any]:
    """Return the settings of a simulation, or of an exact answer, with 0 games.

    Raises ValueError for invalid values and for settings without effect.
    """
    given = {name: value for name, value in vars(options).items() if name in ("games", *DEFAULTS)}
    if options.verb != SIMULATE and "games" not in given and command.is_solved:
        if given:
            raise ValueError(f"--{next(iter(given))} applies only to simulations: add --games")
        return {"games": 0, **DEFAULTS}
    settings = {"games": command.games, **DEFAULTS, **given}
    check_whole("games", settings["games"], 1, MAX_GAMES)
    check_seed(settings["seed"])
    if not 0 < settings["level"] < 1:
        raise ValueError(f"level must lie between 0 and 1, got {settings['level']}")
    return settings


def _build_case(options: argparse.Namespace, command: GameCommand[Any], *, is_simulated: bool) -> Any:
    preset = command.presets[options.preset]
    start = preset if is_simulated else command.make_solvable(preset)
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
