"""The parser of the command line, and the run of one command: from its options to the rows of the answer."""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from boardodds import __version__
from boardodds.cli.executors import MAX_WORKERS, open_executor
from boardodds.entry.command import GameCommand, Play, case_differences, case_values, change_case
from boardodds.games import GAMES
from boardodds.probability.declared_rules import with_rules
from boardodds.probability.montecarlo import MAX_GAMES, check_seed
from boardodds.probability.results import Effect, Measure, Result, Results, Row
from boardodds.probability.validate import check_whole

SOLVE, SIMULATE, ABLATE = "solve", "simulate", "ablate"
JSON, CSV = "json", "csv"
# The settings of simulations besides their number of games, and their defaults.
DEFAULTS: Mapping[str, Any] = {"seed": 1, "level": 0.95, "workers": 1, "dask": None}
# The questions of all games by their names on the command line.
COMMANDS: Mapping[str, GameCommand[Any]] = {
    command.name: command for game in GAMES.values() for command in game.commands
}
_VERB_HELP = {
    SOLVE: "compute the exact answer",
    SIMULATE: "estimate the answer by simulation, with confidence intervals",
    ABLATE: "show how each rule change affects the answer",
}


class Parser(argparse.ArgumentParser):
    """A parser that raises ValueError with one sentence instead of printing its usage and exiting."""

    def error(self, message: str) -> NoReturn:
        """Raise ValueError with argparse's message."""
        raise ValueError(message)


def build_parser() -> Parser:
    """Return the parser of the whole command line: solve, simulate and ablate for the questions of all games."""
    parser = Parser(
        prog="python -m boardodds",
        description="Compute the odds of board games and print them as JSON or CSV.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"boardodds {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for verb, verb_help in _VERB_HELP.items():
        verb_parser = verbs.add_parser(
            verb, help=verb_help, description=f"{verb_help.capitalize()}.", allow_abbrev=False
        )
        games = verb_parser.add_subparsers(dest="game", metavar="QUESTION", required=True)
        for command in COMMANDS.values():
            if verb == ABLATE or (command.solve if verb == SOLVE else command.simulate):
                game_parser = games.add_parser(
                    command.name, help=command.help, description=command.help, allow_abbrev=False
                )
                _add_options(game_parser, verb, command)
    return parser


def _add_options(parser: argparse.ArgumentParser, verb: str, command: GameCommand[Any]) -> None:
    first, case = next(iter(command.printed.items()))
    parser.add_argument(
        "--game", dest="printed", choices=command.printed, default=first, help=f"the printed game (default: {first})"
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"change a rule, one of {', '.join(command.rules)}",
    )
    for name, option in command.options.items():
        parser.add_argument(f"--{name}", metavar=name.upper(), help=option.help or option.label)
    parser.add_argument("--format", choices=(JSON, CSV), default=JSON, help=f"output format (default: {JSON})")
    if verb == ABLATE:
        variants = ", ".join(command.variants(case))
        variant_help = (
            f"'name: field=value,field=value', or a built-in variant: {variants} (default: all built-in variants)"
        )
        parser.add_argument("--variant", action="append", default=[], metavar="VARIANT", help=variant_help)
    else:
        parser.add_argument("--distribution", action="store_true", help="add the whole distributions")
    if command.simulate and verb != SOLVE:
        _add_simulation_options(parser, verb, command)


def _add_simulation_options(parser: argparse.ArgumentParser, verb: str, command: GameCommand[Any]) -> None:
    def add(group: Any, name: str, convert: type, text: str, metavar: str | None = None) -> None:
        # A setting that was not given is not in the parsed options.
        group.add_argument(f"--{name}", type=convert, metavar=metavar, default=argparse.SUPPRESS, help=text)

    default = "solve exactly" if verb == ABLATE and command.solve else f"{command.games:,}"
    add(parser, "games", int, f"number of games to simulate (default: {default})")
    seed_help = f"seed of the games (default: {DEFAULTS['seed']}); the same seed gives the same games on every machine"
    add(parser, "seed", int, seed_help)
    add(parser, "level", float, f"confidence level of the intervals (default: {DEFAULTS['level']})")
    executors = parser.add_mutually_exclusive_group()
    add(executors, "workers", int, f"number of processes, 1 to {MAX_WORKERS} (default: {DEFAULTS['workers']})", "N")
    add(executors, "dask", str, "Dask scheduler to use, as in tcp://127.0.0.1:8786", "ADDRESS")


def run_command(options: argparse.Namespace) -> tuple[dict[str, Any], list[Row]]:
    """Run a command and return the inputs that its answer depends on, and the rows of the answer."""
    command = COMMANDS[options.game]
    settings = _read_settings(options, command)
    games, seed, level = settings["games"], settings["seed"], settings["level"]
    printed = command.printed[options.printed]
    start = printed if games else command.make_solvable(printed)
    rules = with_rules(start.rules, _read_pairs(options.rule, "rule"))
    option_texts = {name: text for name in command.options if (text := getattr(options, name)) is not None}
    case = change_case(replace(start, rules=rules), option_texts)
    inputs: dict[str, Any] = {"rules": case_values(case.rules)} | case_values(case)
    inputs |= {"games": games, "seed": seed, "level": level} if games else {}
    with open_executor(settings["workers"], settings["dask"]) as executor:
        play = Play(games, seed, executor)
        if options.verb != ABLATE:
            return inputs, command.result(case, play).rows(level=level, distributions=options.distribution)
        variants = _build_variants(options.variant, command, case)
        inputs["variants"] = {name: case_differences(case, variant) for name, variant in variants.items()}
        return inputs, _effects(command, case, variants, play).rows(level=level)


def _read_settings(options: argparse.Namespace, command: GameCommand[Any]) -> dict[str, Any]:
    """Return the settings, with 0 games for an exact answer; raise ValueError for settings without effect."""
    given = {name: value for name, value in vars(options).items() if name in ("games", *DEFAULTS)}
    if options.verb != SIMULATE and "games" not in given and command.solve:
        if given:
            raise ValueError(f"--{next(iter(given))} applies only to simulations: add --games")
        return {"games": 0, **DEFAULTS}
    settings = {"games": command.games, **DEFAULTS, **given}
    check_whole("games", settings["games"], 1, MAX_GAMES)
    check_seed(settings["seed"])
    if not 0 < settings["level"] < 1:
        raise ValueError(f"level must lie between 0 and 1, got {settings['level']}")
    return settings


def _build_variants(texts: Sequence[str], command: GameCommand[Any], case: Any) -> dict[str, Any]:
    """Return the variants of a case by name: the requested ones, or all built-in ones that differ from the case.

    texts: a name of a built-in variant, or "name: field=value,field=value", for each requested variant.
    """
    built_in = command.variants(case)
    if not texts:
        return {name: variant for name, variant in built_in.items() if variant != case}
    variants: dict[str, Any] = {}
    for text in texts:
        name, changes = _read_variant(text)
        if not name or name in variants:
            raise ValueError(f"variant must have a name of its own, got {text[:40]!r}")
        if not changes and name not in built_in:
            raise ValueError(f"variant must be 'name: field=value' or one of {', '.join(built_in)}, got {text[:40]!r}")
        with _name_variant_in_errors(name):
            variants[name] = change_case(case, changes) if changes else built_in[name]
    return variants


def _effects(command: GameCommand[Any], case: Any, variants: Mapping[str, Any], play: Play) -> Result:
    """Return the effect of every variant on every measure that its answer has in common with the baseline's."""
    if play.games and command.compare:
        return command.compare(case, variants, play)

    def measures(number: int, name: str, item: Any) -> list[Measure]:
        with _name_variant_in_errors(name):
            return list(command.result(item, replace(play, seed=play.seed + number)).measures())

    baseline = {(measure.name, measure.subject): measure.value for measure in measures(0, "", case)}
    return Results(
        Effect(measure.name, measure.value, measure.subject, variant=name, baseline=baseline[key])
        for number, (name, variant) in enumerate(variants.items(), 1)
        for measure in measures(number, name, variant)
        if (key := (measure.name, measure.subject)) in baseline
    )


@contextmanager
def _name_variant_in_errors(name: str) -> Iterator[None]:
    """Add the variant's name to the message of a ValueError; an empty name, that of the baseline, adds nothing."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"variant {name!r}: {error}" if name else str(error)) from error


def _read_pairs(pairs: list[str], noun: str) -> dict[str, str]:
    """Return the values of texts NAME=VALUE by name. Raises ValueError if a name occurs twice.

    noun: the word for a pair in the error message.

    >>> _read_pairs(["track=20", "faces=1,2"], "rule")
    {'track': '20', 'faces': '1,2'}
    """
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals:
            raise ValueError(f"{noun} must be NAME=VALUE, got {pair[:40]!r}")
        if name in values:
            raise ValueError(f"{noun} must name each field once, got {name!r} twice")
        values[name] = value.strip()
    return values


def _read_variant(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the changes of a text "name: field=value,field=value", or of a name alone.

    A name can contain colons, and a value commas: either separates only if a field name and "=" follow.

    >>> _read_variant("long: track=20,faces=1,2"), _read_variant("licorice: no effect")
    (('long', {'track': '20', 'faces': '1,2'}), ('licorice: no effect', {}))
    """
    name, *changes = re.split(r":\s*(?=[a-z_]+=)", text, maxsplit=1)
    pairs = [pair for part in changes for pair in re.split(r",(?=\s*[a-z_]+=)", part)]
    return name.strip(), _read_pairs(pairs, "variant")
