"""Runs one command: reads it, asks the library, writes JSON or CSV."""

import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from boardodds.cli.executors import LostGamesError
from boardodds.cli.parser import CSV, build
from boardodds.cli.run import ask
from boardodds.command.measures import Row

FAILED, BAD_INPUT, INTERRUPTED, CLOSED_PIPE = 1, 2, 130, 141
# of what cannot be read, which may be a file pasted by mistake
_MOST_SAID = 1000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command, that of this process if none is given, and returns its exit code: 0, 2 for bad input, 1 for
    games or output that were lost.

    >>> main(["solve", "perudo_bid", "--bid", "2x4", "--hand", "", "--unseen", "4", "--format", "csv"])
    measure,of,value,fraction
    true,2x4,0.4074074074074074,11/27
    exact,2x4,0.2962962962962963,8/27
    0
    """
    try:
        options = build().parse_args(argv)
        inputs, rows = ask(options)
    except ValueError as error:
        return _complain(error, BAD_INPUT)
    except LostGamesError as error:
        return _complain(error, FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    if options.format == CSV:
        return _write(_csv(rows))
    answer = {"command": options.verb, "game": options.game, "inputs": inputs, "results": rows}
    return _write(json.dumps(answer, indent=2) + "\n")


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _write(text: str) -> int:
    if sys.stdout is None:
        return _complain(OSError("the answer has nowhere to go: standard output is closed"), FAILED)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, UnicodeError) as error:
        # what is left would be tried once more at the end of the process
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE if isinstance(error, BrokenPipeError) else _complain(error, FAILED)
    return 0


def _complain(error: Exception, code: int) -> int:
    words = " ".join(str(error).split())
    if len(words) > _MOST_SAID:
        words = f"{words[:_MOST_SAID]}…"
    # the code says it where nobody can be told
    with suppress(OSError):
        if sys.stderr is not None:
            sys.stderr.write(f"boardodds: {words}\n")
            sys.stderr.flush()
    return code
