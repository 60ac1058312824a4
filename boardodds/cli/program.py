"""The command line as a program: it parses a command, runs it and writes JSON or CSV."""

import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from boardodds.cli.deadline import DeadlineError
from boardodds.cli.lost_games import LostGamesError
from boardodds.cli.parser import CSV, build_parser
from boardodds.cli.run import run_command
from boardodds.cli.stops import StopError
from boardodds.command.measures import Row

FAILED, BAD_INPUT, TIMED_OUT, CLOSED_PIPE = 1, 2, 124, 141
# The bound for a message in characters: an invalid argument may be a whole file, pasted by mistake.
_MAX_MESSAGE_LENGTH = 1000


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    The exit code is 0 for success, 1 if games, output or a package is missing, 2 for bad input, 124 after ``--timeout``, 141 if
    the reader of the output has closed it, and 128 plus the number of a signal that stopped the command: 129, 130 or 143.

    argv: the arguments; None for those of this process.

    >>> main(["solve", "perudo_bid", "--bid", "2x4", "--hand", "", "--unseen", "4", "--format", "csv"])
    measure,of,value,fraction
    true,2x4,0.4074074074074074,11/27
    exact,2x4,0.2962962962962963,8/27
    0
    """
    try:
        return _run(argv)
    except ValueError as error:
        return _report_error(error, BAD_INPUT)
    except (LostGamesError, ImportError) as error:
        # A package that only some commands need can be missing.
        return _report_error(error, FAILED)
    except DeadlineError as error:
        return _report_error(error, TIMED_OUT)
    except StopError as error:
        _discard_output()
        return _report_error(error, error.exit_code)


def _run(argv: Sequence[str] | None) -> int:
    options = build_parser().parse_args(argv)
    inputs, rows = run_command(options)
    if options.format == CSV:
        return _write(_format_csv(rows))
    answer = {"command": options.verb, "game": options.game, "inputs": inputs, "results": rows}
    return _write(json.dumps(answer, indent=2) + "\n")


def _format_csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _write(text: str) -> int:
    if sys.stdout is None:
        return _report_error(OSError("the answer cannot be written: standard output is closed"), FAILED)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, UnicodeError) as error:
        _discard_output()
        return CLOSED_PIPE if isinstance(error, BrokenPipeError) else _report_error(error, FAILED)
    return 0


def _discard_output() -> None:
    """Replace standard output by a null device: Python flushes it again at exit, which could fail or wait for a reader."""
    # Standard output is None if it was closed, and has no file descriptor where another program captures it.
    with suppress(AttributeError, OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_error(error: BaseException, code: int) -> int:
    message = " ".join(str(error).split())
    if len(message) > _MAX_MESSAGE_LENGTH:
        message = f"{message[:_MAX_MESSAGE_LENGTH]}…"
    # If standard error is closed or full, the exit code alone reports the failure.
    with suppress(OSError):
        if sys.stderr is not None:
            sys.stderr.write(f"boardodds: {message}\n")
            sys.stderr.flush()
    return code
