"""One table of the main tasks, each next to a plain Python baseline: ``python -m benchmarks``.

If one call plays many games, both columns are per game. The baseline of an exact race is the number of plain races that gives its
four decimals, scaled up from a few thousand.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import camel_up_leg, camel_up_race, candy_land, charts, orchard, perudo
from benchmarks.compare import Comparison, compare
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, rank_actions, solve_leg
from boardodds.candy_land import CLASSIC, SCHEFFER
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD
from boardodds.perudo.match import play_matches
from tests.oracles.camel_up_leg import brute_leg
from tests.oracles.candy_land import mean_turns

RACES = 5_000
CARD_GAMES = 10_000
CARD_GAMES_FACTOR = 20
MATCHES = 2_000

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))


def compare_legs() -> Iterator[Comparison]:
    published, second = camel_up_leg.PUBLISHED, camel_up_leg.SECOND
    plain = partial(brute_leg, published, FIRST_EDITION)
    yield compare("Camel Up, a leg: five dice, all places", partial(solve_leg, published), plain, rounds=5)
    yield compare(
        "Camel Up, a leg: second edition, five of six dice",
        partial(solve_leg, second, SECOND_EDITION),
        partial(brute_leg, second, SECOND_EDITION),
        rounds=2,
    )
    yield compare(
        "Camel Up, a leg: every action ranked",
        partial(rank_actions, published),
        camel_up_leg.brute_force_tiles,
        rounds=1,
    )


def compare_races() -> Iterator[Comparison]:
    races_needed = 0.25 * 0.75 / camel_up_race.STANDARD_ERROR**2
    comparison = compare(
        "Camel Up, a race: the table of all boards, exactly",
        camel_up_race.build_five_camel_table,
        partial(camel_up_race.play_plain_races, RACES),
        rounds=3,
        task_runs_per_round=1,
    )
    yield comparison.per_game(1, RACES / races_needed)


def compare_cards() -> Iterator[Comparison]:
    comparison = compare(
        "Candy Land, simulated, per game",
        candy_land.FreshGames(CLASSIC, CARD_GAMES_FACTOR * CARD_GAMES),
        partial(candy_land.PlainGames(CLASSIC).count_turns, CARD_GAMES),
        rounds=5,
        task_runs_per_round=2,
    )
    yield comparison.per_game(CARD_GAMES_FACTOR * CARD_GAMES, CARD_GAMES)
    yield compare(
        "Candy Land, the exact chain, whole distribution",
        partial(candy_land.solve_without_cache, SCHEFFER),
        partial(mean_turns, SCHEFFER),
        rounds=5,
    )


def compare_orchards() -> Iterator[Comparison]:
    for name, rules in (("Orchard", ORCHARD), ("My First Orchard", MY_FIRST_ORCHARD)):
        yield compare(
            f"{name}, exact, every state",
            partial(orchard.solve_without_cache, rules),
            partial(orchard.plain_win_chance, rules),
            rounds=5,
        )
    comparison = compare(
        "My First Orchard, simulated, per game",
        partial(orchard.simulate_games, MY_FIRST_ORCHARD),
        partial(orchard.count_plain_wins, MY_FIRST_ORCHARD, orchard.GAMES),
        rounds=3,
        task_runs_per_round=3,
    )
    yield comparison.per_game(10 * orchard.GAMES, orchard.GAMES)


def compare_matches() -> Iterator[Comparison]:
    comparison = compare(
        "Perudo, a match of six naive players",
        partial(play_matches, perudo.SIX, games=MATCHES),
        partial(perudo.play_plain_match, 1),
        rounds=5,
        task_runs_per_round=1,
    )
    yield comparison.per_game(MATCHES, 1)


def compare_rendering() -> Iterator[Comparison]:
    yield charts.compare_place_chart()


def main() -> None:
    argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__).parse_args()
    groups: tuple[Callable[[], Iterator[Comparison]], ...] = (
        compare_legs,
        compare_races,
        compare_cards,
        compare_orchards,
        compare_matches,
        compare_rendering,
    )
    print("| task | ours | plain | faster |\n|---|--:|--:|--:|")
    for group in groups:
        for row in group():
            print(
                f"| {row.name} | {_format(row.task_seconds)} | {_format(row.baseline_seconds)} | {row.ratio:,.0f} x |",
                flush=True,
            )


def _format(seconds: float) -> str:
    """Format seconds in the unit that needs the fewest digits."""
    size, unit = next((pair for pair in _UNITS if seconds >= pair[0]), _UNITS[-1])
    number = seconds / size
    return f"{number:,.0f} {unit}" if number >= 10 else f"{number:.2g} {unit}"


if __name__ == "__main__":
    main()
