"""The words of the command line."""

import argparse
from collections.abc import Mapping
from typing import Any, NoReturn

from boardodds.cli.executors import MAX_WORKERS
from boardodds.command.game_command import GameCommand
from boardodds.teaching import registry

SOLVE, SIMULATE, ABLATE = "solve", "simulate", "ablate"
JSON, CSV = "json", "csv"
LEVEL = 0.95

QUESTIONS: Mapping[str, GameCommand[Any]] = {
    command.name: command for game in registry.games().values() for command in game.commands
}
_VERBS = {
    SOLVE: "the exact answer",
    SIMULATE: "the answer of games that are played, with its error",
    ABLATE: "what each change of the rules does to the answer",
}


class Parser(argparse.ArgumentParser):
    """Raises ValueError with one sentence for what it cannot read."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def build() -> Parser:
    """The parser of all commands."""
    parser = Parser(
        prog="python -m boardodds", description="The odds of board games, as JSON or CSV.", allow_abbrev=False
    )
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for verb, words in _VERBS.items():
        games = verbs.add_parser(verb, help=words, description=f"{words.capitalize()}.", allow_abbrev=False)
        names = games.add_subparsers(dest="game", metavar="GAME", required=True)
        for question in QUESTIONS.values():
            if verb == ABLATE or (question.is_solved if verb == SOLVE else question.is_played):
                words = question.help
                _add_options(
                    names.add_parser(question.name, help=words, description=words, allow_abbrev=False), verb, question
                )
    return parser


def _add_options(parser: argparse.ArgumentParser, verb: str, question: GameCommand[Any]) -> None:
    first, case = next(iter(question.presets.items()))
    rules, ours = ", ".join(question.written.of(case.rules)), ", ".join(question.variants(case))
    parser.add_argument(
        "--preset", choices=question.presets, default=first, help=f"where to start, {first} if not given"
    )
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=f"change one of {rules}")
    for name, option in question.options.items():
        parser.add_argument(f"--{name}", metavar=name.upper(), help=option.help)
    parser.add_argument("--format", choices=(JSON, CSV), default=JSON, help=f"{JSON} if not given")
    parser.add_argument("--quiet", action="store_true", help="tell no progress")
    if verb == ABLATE:
        words = f"'name: field=value,field=value', or one of ours: {ours}; all of ours if none is given"
        parser.add_argument("--variant", action="append", default=[], metavar="VARIANT", help=words)
    else:
        parser.add_argument("--distribution", action="store_true", help="add whole distributions")
    if question.is_played and verb != SOLVE:
        _add_play(parser, verb, question)


def _add_play(parser: argparse.ArgumentParser, verb: str, question: GameCommand[Any]) -> None:
    is_choice = verb == ABLATE and question.is_solved
    games = "the answer is exact if not given" if is_choice else f"{question.games:,} if not given"
    parser.add_argument("--games", help=f"how many to play; {games}")
    parser.add_argument("--seed", help="the same seed gives the same games wherever they are played; 1 if not given")
    parser.add_argument("--level", help=f"confidence level of the intervals, {LEVEL} if not given")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", help=f"processes to play in, 1 to {MAX_WORKERS}; 1 if not given")
    where.add_argument("--dask", metavar="ADDRESS", help="Dask scheduler to play on, as in tcp://127.0.0.1:8786")
