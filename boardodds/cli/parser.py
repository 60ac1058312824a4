"""The parser of the command line: its commands, games and options."""

import argparse
from collections.abc import Mapping
from typing import Any, NoReturn

from boardodds import __version__
from boardodds.cli.executors import MAX_WORKERS
from boardodds.entry.command import GameCommand
from boardodds.games import GAMES

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
        games = verb_parser.add_subparsers(dest="game", metavar="GAME", required=True)
        for command in COMMANDS.values():
            if verb == ABLATE or (command.is_solved if verb == SOLVE else command.is_played):
                game_parser = games.add_parser(
                    command.name, help=command.help, description=command.help, allow_abbrev=False
                )
                _add_options(game_parser, verb, command)
    return parser


def _add_options(parser: argparse.ArgumentParser, verb: str, command: GameCommand[Any]) -> None:
    first, case = next(iter(command.presets.items()))
    rules = ", ".join(command.case_format.field_formats(case.rules))
    parser.add_argument(
        "--preset", choices=command.presets, default=first, help=f"the case to start from (default: {first})"
    )
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help=f"change a rule, one of {rules}"
    )
    for name, option in command.options.items():
        parser.add_argument(f"--{name}", metavar=name.upper(), help=option.help)
    parser.add_argument("--format", choices=(JSON, CSV), default=JSON, help=f"output format (default: {JSON})")
    parser.add_argument("--quiet", action="store_true", help="don't show progress")
    if verb == ABLATE:
        variants = ", ".join(command.variants(case))
        variant_help = (
            f"'name: field=value,field=value', or a built-in variant: {variants} (default: all built-in variants)"
        )
        parser.add_argument("--variant", action="append", default=[], metavar="VARIANT", help=variant_help)
    else:
        parser.add_argument("--distribution", action="store_true", help="add the whole distributions")
    if command.is_played and verb != SOLVE:
        _add_simulation_options(parser, verb, command)


def _add_simulation_options(parser: argparse.ArgumentParser, verb: str, command: GameCommand[Any]) -> None:
    def add(group: Any, name: str, convert: type, text: str, metavar: str | None = None) -> None:
        # A setting that was not given is not in the parsed options.
        group.add_argument(f"--{name}", type=convert, metavar=metavar, default=argparse.SUPPRESS, help=text)

    default = "solve exactly" if verb == ABLATE and command.is_solved else f"{command.games:,}"
    add(parser, "games", int, f"number of games to simulate (default: {default})")
    add(parser, "seed", int, "seed of the games (default: 1); the same seed gives the same games on every machine")
    add(parser, "level", float, f"confidence level of the intervals (default: {DEFAULTS['level']})")
    executors = parser.add_mutually_exclusive_group()
    add(executors, "workers", int, f"number of processes, 1 to {MAX_WORKERS} (default: 1)", "N")
    add(executors, "dask", str, "Dask scheduler to use, as in tcp://127.0.0.1:8786", "ADDRESS")
