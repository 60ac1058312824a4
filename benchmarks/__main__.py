"""One table of the headline tasks, ours beside the plain baseline: ``python -m benchmarks``.

Where one call plays many games, both columns are per game. A race is set beside so many plain races as would give its four
places, scaled up from a few thousand. The modules of this folder tell more about each.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import camel_up_leg, camel_up_race, candy_land, charts, orchard, perudo, tables
from benchmarks.compare import Comparison, compare
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, rank_actions, solve_leg
from boardodds.candy_land import CLASSIC, SCHEFFER
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD
from boardodds.perudo.match import play_matches
from tests.oracles.camel_up_leg import brute_leg
from tests.oracles.candy_land import mean_turns

RACES = 5_000
CARD_GAMES = 10_000
CARD_TIMES = 20
MATCHES = 2_000

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))


def legs() -> Iterator[Comparison]:
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
        camel_up_leg.brute_tile_map,
        rounds=1,
    )


def races() -> Iterator[Comparison]:
    needed = 0.25 * 0.75 / camel_up_race.STANDARD_ERROR**2
    found = compare(
        "Camel Up, a race: the table of all boards, exactly",
        camel_up_race.table,
        partial(camel_up_race.plain_races, RACES),
        rounds=3,
        ours_per_round=1,
    )
    yield found.per(1, RACES / needed)


def cards() -> Iterator[Comparison]:
    found = compare(
        "Candy Land, simulated, per game",
        candy_land.NewGames(CLASSIC, CARD_TIMES * CARD_GAMES),
        partial(candy_land.PlainGames(CLASSIC).turns, CARD_GAMES),
        rounds=5,
        ours_per_round=2,
    )
    yield found.per(CARD_TIMES * CARD_GAMES, CARD_GAMES)
    yield compare(
        "Candy Land, the exact chain, whole distribution",
        partial(candy_land.solve_anew, SCHEFFER),
        partial(mean_turns, SCHEFFER),
        rounds=5,
    )


def orchards() -> Iterator[Comparison]:
    for name, rules in (("Orchard", ORCHARD), ("My First Orchard", MY_FIRST_ORCHARD)):
        yield compare(
            f"{name}, exact, every state",
            partial(orchard.solve_all, rules),
            partial(orchard.plain_win, rules),
            rounds=5,
        )
    found = compare(
        "My First Orchard, simulated, per game",
        partial(orchard.ours, MY_FIRST_ORCHARD),
        partial(orchard.plain_games, MY_FIRST_ORCHARD, orchard.GAMES),
        rounds=3,
        ours_per_round=3,
    )
    yield found.per(10 * orchard.GAMES, orchard.GAMES)


def matches() -> Iterator[Comparison]:
    found = compare(
        "Perudo, a match of six naive players",
        partial(play_matches, perudo.SIX, matches=MATCHES),
        partial(perudo.plain_match, 1),
        rounds=5,
        ours_per_round=1,
    )
    yield found.per(MATCHES, 1)


def pictures() -> Iterator[Comparison]:
    yield charts.place_chart()
    yield tables.action_table()


def main() -> None:
    argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__).parse_args()
    groups: tuple[Callable[[], Iterator[Comparison]], ...] = (legs, races, cards, orchards, matches, pictures)
    print("| task | ours | plain | faster |\n|---|--:|--:|--:|")
    for group in groups:
        for found in group():
            print(
                f"| {found.name} | {_time(found.ours)} | {_time(found.baseline)} | {found.ratio:,.0f} x |", flush=True
            )


def _time(seconds: float) -> str:
    """Seconds in the unit that leaves a number of a few digits."""
    size, unit = next((each for each in _UNITS if seconds >= each[0]), _UNITS[-1])
    number = seconds / size
    return f"{number:,.0f} {unit}" if number >= 10 else f"{number:.2g} {unit}"


if __name__ == "__main__":
    main()
