"""The leg solver compared with the plain brute force of the tests: ``python -m benchmarks.camel_up_leg``."""

import subprocess
import sys

from benchmarks.compare import HEADER, compare, seconds
from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    Position,
    legal_tile_squares,
    rank_actions,
    solve_leg,
)
from tests.oracles.camel_up_leg import brute_leg

PUBLISHED = Position.parse("1:BWOG 2:Y")
SECOND = Position.parse("1:BRPG 2:Y 14:w 15:k")


def brute_force_tiles() -> None:
    for square in legal_tile_squares(PUBLISHED, FIRST_EDITION):
        for kind in "om":
            brute_leg(PUBLISHED.with_tile(square, kind), FIRST_EDITION)


def cold_import_seconds(module: str) -> float:
    """Return the median seconds that an import adds to the start of an interpreter."""

    def run(code: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))  # noqa: S603

    return sorted(run(f"import {module}") - run("pass") for _ in range(5))[2]


def main() -> None:
    print(HEADER)
    print(
        compare(
            "five dice, all places", lambda: solve_leg(PUBLISHED), lambda: brute_leg(PUBLISHED, FIRST_EDITION), rounds=7
        )
    )
    print(
        compare(
            "second edition, five of six dice",
            lambda: solve_leg(SECOND, SECOND_EDITION),
            lambda: brute_leg(SECOND, SECOND_EDITION),
            rounds=3,
        )
    )
    print(compare("five dice, every action ranked", lambda: rank_actions(PUBLISHED), brute_force_tiles, rounds=2))
    for module in ("boardodds", "boardodds.camel_up"):
        print(f"{'cold import ' + module:<52} {1000 * cold_import_seconds(module):10.0f} ms")


if __name__ == "__main__":
    main()
