"""Walk over random states for some minutes: ``python -m tests.dashboard.together --page perudo --minutes 120 --seed 3``."""

import argparse
import collections
import os
import re
import time
from collections.abc import Iterator

import numpy as np

os.environ.update(BOARDODDS_RESULTS="off")

from tests.dashboard.together import small_work, walk
from tests.dashboard.together.opened import open_drawn
from tests.dashboard.together.walkers import WALKERS

_OPENED = "opened"

_STATES = 50
# What differs between contradictions of one kind.
_NUMBERS = re.compile(r"'?[-+]?[0-9][0-9.e+-]*'?|'[A-Z]+'|\([A-Za-z]+\)|\bgot \w\b")


def main() -> None:
    ask = argparse.ArgumentParser()
    ask.add_argument("--page", choices=[*WALKERS, _OPENED], help="one page, or pages that are opened (default: all)")
    ask.add_argument("--minutes", type=float, default=1.0)
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    names, end = [args.page] if args.page else [*WALKERS, _OPENED], time.monotonic() + 60 * args.minutes
    states, kinds = collections.Counter[str](), collections.Counter[str]()
    number = 0
    while time.monotonic() < end:
        name, seed = names[number % len(names)], args.seed + number // len(names)
        number += 1
        # A walk of its own for each seed, so that a contradiction can be walked to again.
        with small_work():
            rng = np.random.default_rng(seed)
            for found in _open(rng) if name == _OPENED else walk(WALKERS[name], rng, _STATES):
                kind = f"{name}: {_NUMBERS.sub('#', found.partition(': ')[2])[:100]}"
                kinds[kind] += 1
                if kinds[kind] <= 3:
                    print(f"seed {seed} {found}", flush=True)  # noqa: T201
        states[name] += _STATES
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")  # noqa: T201
    print(", ".join(f"{name}: {count:,} states" for name, count in states.items()), f"{time.process_time():.0f} s")  # noqa: T201


def _open(rng: np.random.Generator) -> Iterator[str]:
    for _ in range(_STATES):
        address, found = open_drawn(WALKERS, rng)
        yield from (f"{address}: {sentence}" for sentence in found)


if __name__ == "__main__":
    main()
