"""The command line, for scripts and for simulations on several machines; ``main`` runs a command.

    python -m boardodds solve orchard --policy most_left
    python -m boardodds simulate candy_land --players 4 --games 1000000 --seed 1 --workers 2
    python -m boardodds ablate camel_up_length --variant "long: track=20"

The JSON output has the keys command, game, inputs and results. The inputs are everything that the results depend on, the rules
included, in the format of the command line's options. The results are rows with the same keys; the CSV output is these rows.

Every row has a measure, the camel, seat or number that it is "of" (may be empty), and a value. In addition:

solve: fraction, if the exact answer is a fraction.
simulate: standard_error; low and high, the confidence interval; count and trials, if the value is a proportion.
ablate: a row for each variant and measure with baseline, value, and difference, the value minus the baseline. They are exact,
with fractions; with ``--games`` they are simulated, each with its standard error and interval.
"""

import csv
import io
import json
import os
import sys
import textwrap
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor

from boardodds.cli.run import CSV, build_parser, run_command
from boardodds.probability.results import Row

__all__ = ["main"]

FAILED, BAD_INPUT, CLOSED_PIPE = 1, 2, 141
# The bound for a message in characters: an invalid argument may be a whole file, pasted by mistake.
_MAX_MESSAGE_LENGTH = 1000


def main(argv: Sequence[str]) -> int:
    """Run a command and return its exit status.

    The status is 0 for success, 1 if games, output or a package is missing, 2 for bad input, and 141 if the reader of the output
    has closed it.

    >>> main(["solve", "perudo_bid", "--bid", "2x4", "--hand", "", "--unseen", "2", "--format", "csv"])
    measure,of,value,fraction
    true,2x4,0.1111111111111111,1/9
    exact,2x4,0.1111111111111111,1/9
    stands,dudo,0.8888888888888888,8/9
    stands,1x1,0.3055555555555556,11/36
    stands,2x5,0.1111111111111111,1/9
    stands,2x6,0.1111111111111111,1/9
    0
    """
    try:
        options = build_parser().parse_args(argv)
        # Python has no such stream if the shell closed it, as with ``>&-``.
        if sys.stdout is None:
            raise OSError("the output is closed, so the answer can't be written; send it to a file or a terminal")
        inputs, rows = run_command(options)
        answer = {"command": options.verb, "game": options.game, "inputs": inputs, "results": rows}
        _write(_format_csv(rows) if options.format == CSV else json.dumps(answer, indent=2) + "\n")
    except BrokenPipeError:
        return CLOSED_PIPE
    except (ValueError, BrokenExecutor, ImportError, OSError) as error:
        message = textwrap.shorten(str(error), _MAX_MESSAGE_LENGTH, placeholder="…")
        print(f"boardodds: {message}", file=sys.stderr)  # noqa: T201
        return BAD_INPUT if isinstance(error, ValueError) else FAILED
    return 0


def _format_csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, KeyboardInterrupt):
        # Python flushes the output again at exit, which could fail again or wait for a reader.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise
