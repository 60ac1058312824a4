"""Solve the rounds of two players that are shipped as data: ``python -m benchmarks.perudo_endings``.

Without options, the command solves every round that is shipped, one after the other, and prints the table of docs/perudo.md. On
one core this takes about an hour. ``--dice 2 1`` solves one round; with other options, one of other rules. ``--output`` sets the
folder, ``--dry`` writes no file.
"""

import argparse
import json
import resource
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

import boardodds.perudo
from boardodds.perudo import STANDARD, Ending, Rules, solve_ending
from boardodds.perudo.ending_data import KIND, LEAST, STEPS, complete, file_name, read_ending
from boardodds.perudo.ending_game import EndingGame
from boardodds.perudo.rules import ACE_BIDS, ANY_HIGHER_RULES, RAISE_RULES, relevant_rules

_OUTPUT = Path(boardodds.perudo.__file__).parent / "data"
SHIPPED = (
    *((dice, STANDARD) for dice in ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3))),
    *((dice, ANY_HIGHER_RULES) for dice in ((1, 1), (2, 1), (1, 2))),
)
# The files store rounded chances, so the solver goes a little further than they promise.
_GAP = 9e-5
_PASSES = 20_000


def write_ending(ending: Ending) -> bytes:
    """Return the content of the file of a solved round."""
    game = EndingGame(ending.dice, ending.rules)
    weights = [np.where(chances < LEAST, 0, chances).astype(np.float64) for chances in ending.raise_chances]
    strategy = []
    for depth, (chances, dudo) in enumerate(game.with_dudo(weights)):
        strategy.append(game.normalised(depth, chances, np.where(dudo < LEAST, 0, dudo) * (depth > 0)))
    reaches = [game.reaches(strategy, player) for player in (0, 1)]
    steps = [
        np.where(reaches[depth % 2][depth][game.parents[depth]] > 0, np.rint(STEPS * raises), 0).astype(KIND)
        for depth, (raises, _) in enumerate(strategy)
    ]
    content = zlib.compress(b"".join(level.T.tobytes() for level in steps), 9)
    (low, high), _ = game.best_answers(complete(game, [level.astype(np.float64) for level in steps]))
    about = {"dice": ending.dice, "rules": asdict(ending.rules), "passes": ending.passes, "low": low, "high": high}
    return json.dumps(about).encode() + b"\n" + content


def _chosen(arguments: argparse.Namespace) -> Iterator[tuple[tuple[int, int], Rules]]:
    """Yield the rounds to solve."""
    if not arguments.dice:
        yield from SHIPPED
        return
    rules = Rules(
        sides=arguments.sides,
        wild_aces=not arguments.plain_aces,
        ace_bids=arguments.ace_bids,
        raise_rule=arguments.raise_rule,
    )
    yield (arguments.dice[0], arguments.dice[1]), relevant_rules(rules)


def _report(ending: Ending, solved: float, elapsed: float, size: int) -> str:
    """Return a row of the table: dice, raise rule, limits, gap, passes, seconds, peak memory so far, file size."""
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"| {ending.dice[0]} | {ending.dice[1]} | {ending.rules.raise_rule} | {ending.low:.5f} to {ending.high:.5f} | "
        f"{solved:.1e} | {ending.gap:.1e} | {ending.passes:,} | {elapsed:,.0f} | {memory:,.0f} MB | {size / 1000:,.0f} kB |"
    )


def main() -> None:
    """Solve rounds, write their files, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dice", type=int, nargs=2, metavar=("OPENER", "OTHER"), help="one round, instead of all")
    parser.add_argument("--sides", type=int, default=STANDARD.sides)
    parser.add_argument("--plain-aces", action="store_true", help="aces are not wild")
    parser.add_argument("--ace-bids", choices=ACE_BIDS, default=STANDARD.ace_bids)
    parser.add_argument("--raise-rule", choices=RAISE_RULES, default=STANDARD.raise_rule)
    parser.add_argument("--gap", type=float, default=_GAP, help="stop when the limits are this close")
    parser.add_argument("--passes", type=int, default=_PASSES, help="the largest number of passes")
    parser.add_argument("--output", type=Path, default=_OUTPUT, help="the folder of the files")
    parser.add_argument("--dry", action="store_true", help="write no file")
    arguments = parser.parse_args()
    print("| opener | other | raise rule | value | gap | gap as stored | passes | seconds | memory | file |")
    print("|--:|--:|---|---|--:|--:|--:|--:|--:|--:|")
    for dice, rules in _chosen(arguments):
        start = time.perf_counter()
        ending = solve_ending(dice, rules, gap=arguments.gap, passes=arguments.passes)
        elapsed, content = time.perf_counter() - start, write_ending(ending)
        stored = read_ending(content, dice, rules)
        if not arguments.dry:
            arguments.output.mkdir(parents=True, exist_ok=True)
            (arguments.output / file_name(dice, rules)).write_bytes(content)
        print(_report(stored, ending.gap, elapsed, len(content)), flush=True)


if __name__ == "__main__":
    main()
