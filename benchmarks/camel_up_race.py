"""The race solver compared with simulation to the same precision: ``python -m benchmarks.camel_up_race``.

A simulation never reaches an exact answer. Its time is measured on a small sample of plain Python races and scaled up to the
number of races with a standard error of 0.00005, half a unit of the fourth decimal of published race odds.
"""

import random
import tracemalloc
from functools import partial

from benchmarks.compare import HEADER, compare, seconds
from boardodds.camel_up import Position, Rules, simulate_race, solve_race
from boardodds.camel_up.race_solver import build_table
from tests.oracles.camel_up_race import dice_race

POSITION = Position.parse("9:BWOG 10:Y")
MID_LEG = Position.parse("1:BWOG 2:Y tiles=4m.7o")
SAMPLE = 5_000
STANDARD_ERROR = 0.00005


def play_plain_races(races: int) -> None:
    rng = random.Random(1)
    for _ in range(races):
        dice_race([""] * 9 + ["BWOG", "Y"], 16, rng)


def main() -> None:
    solve_race(POSITION)
    print(HEADER)
    table = compare(
        "table of all boards, 5 camels, against 5,000 races",
        build_five_camel_table,
        lambda: play_plain_races(SAMPLE),
        rounds=5,
        task_runs_per_round=1,
    )
    print(table)
    answer = compare(
        "one answer from the table, against 5,000 races",
        lambda: solve_race(POSITION),
        lambda: play_plain_races(SAMPLE),
        rounds=5,
    )
    print(answer)
    races_needed = 0.25 * 0.75 / STANDARD_ERROR**2
    plain_seconds = table.baseline_seconds * races_needed / SAMPLE
    exact_seconds = table.task_seconds + answer.task_seconds
    print(
        f"races for a standard error of {STANDARD_ERROR}: {races_needed:,.0f}, at the pace above "
        f"{plain_seconds:,.0f} s in plain Python; the table and an answer took "
        f"{exact_seconds:.2f} s: {plain_seconds / exact_seconds:,.0f} x"
    )
    simulation_seconds = seconds(lambda: simulate_race(POSITION, games=100_000, seed=1))
    print(
        f"the same with the vectorised simulator of this library: {simulation_seconds * races_needed / 100_000:,.0f} s"
    )
    print(
        f"{'one answer mid-race with tiles':<52} {1000 * min(seconds(lambda: solve_race(MID_LEG)) for _ in range(9)):10.2f} ms"
    )
    tracemalloc.start()
    build_five_camel_table()
    print(f"{'peak memory of building the table':<52} {tracemalloc.get_traced_memory()[1] / 1e6:10.0f} MB")
    tracemalloc.stop()
    for camels in (6, 7):
        build_seconds = seconds(partial(build_table, camels, Rules(), ranks=False))
        print(f"{f'race length, {camels} camels with stacking':<52} {build_seconds:10.1f} s")


def build_five_camel_table() -> object:
    return build_table(5, Rules(), ranks=True)


if __name__ == "__main__":
    main()
