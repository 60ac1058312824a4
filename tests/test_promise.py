"""What docs/stability.md promises of Python and of the command line: nothing that stands in tests/known/promise.txt is gone.

``python -m tests.test_promise`` adds what is new to the file. What is gone stays in it, and fails here.
"""

import argparse
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import isclass, signature
from itertools import groupby
from pathlib import Path

from boardodds.cli.run import ABLATE, build_parser, run_command
from boardodds.games import GAMES

FILE = Path(__file__).parent / "known" / "promise.txt"
MODULES = (*GAMES, "probability.pmf", "probability.estimate", "probability.results", "probability.luck")


def promised() -> set[tuple[str, str]]:
    """Return the names of Python, each with its parameters or attributes, and the commands with their options and columns."""
    found = [*(named for module in MODULES for named in _names(module)), *_commands()]
    return {(name, part) for name, parts in found for part in ("", *parts)}


def _names(module: str) -> Iterator[tuple[str, Iterable[str]]]:
    package = import_module(f"boardodds.{module}")
    own = [name for name, value in vars(package).items() if getattr(value, "__module__", "") == package.__name__]
    for name in getattr(package, "__all__", [name for name in own if not name.startswith("_")]):
        value = getattr(package, name)
        if isclass(value):
            # An enumeration of texts has the methods of texts too.
            other = dir(str) if issubclass(value, str) else []
            yield f"{module}.{name}", {part for part in dir(value) if not part.startswith("_")} - {*other}
        else:
            yield f"{module}.{name}", signature(value).parameters if callable(value) else ()


def _subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return next(dict(action.choices) for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def _commands() -> Iterator[tuple[str, Iterable[str]]]:
    for verb, verb_parser in _subparsers(build_parser()).items():
        for question, parser in _subparsers(verb_parser).items():
            options = [option for action in parser._actions for option in action.option_strings]
            yield f"{verb} {question}", options
            # The variants of one game have the columns of all.
            if verb != ABLATE or question == "orchard":
                games = ["--games", "50"] if "--games" in options else []
                _, rows = run_command(build_parser().parse_args([verb, question, *games]))
                yield f"columns of {verb} {question}", {column for row in rows for column in row}
                yield f"measures of {verb} {question}", {str(row["measure"]) for row in rows}


def read() -> set[tuple[str, str]]:
    """Return the promise of the file."""
    lines = [line.partition(":") for line in FILE.read_text(encoding="utf-8").splitlines()]
    return {(name, part) for name, _, parts in lines for part in ("", *parts.split())}


def test_nothing_promised_is_gone_and_all_that_is_public_is_promised() -> None:
    known, now = read(), promised()
    assert known - now == set()
    assert now - known == set(), "python -m tests.test_promise adds it"


if __name__ == "__main__":
    everything = sorted(read() | promised())
    lines = [
        f"{name}:{' '.join(part for _, part in pairs)}" for name, pairs in groupby(everything, lambda pair: pair[0])
    ]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
