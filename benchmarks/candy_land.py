"""Candy Land compared with a plain loop: ``python -m benchmarks.candy_land``.

The plain loop looks up moves in a dictionary that is built before the measurement, shuffles with ``random`` and plays one game at
a time. The last lines of the output show how much of the simulation's time is the first shuffle.
"""

import random
from functools import partial
from itertools import count

import numpy as np

from benchmarks.compare import HEADER, compare, seconds
from boardodds.candy_land import CLASSIC, SCHEFFER, Rules, Sample, simulate
from boardodds.candy_land.games import Dealer
from boardodds.candy_land.simulate import CHUNK
from boardodds.candy_land.solve import (
    WON,
    _solve_reshuffled,
    check_ends,
    landing,
    reshuffled_chain,
    solo_turns,
    solo_visits,
    solve_reshuffled,
)
from tests.oracles.candy_land import mean_turns

GAMES = 10_000
GAMES_FACTOR = 20


class PlainGames:
    """One-player games in a plain loop."""

    def __init__(self, rules: Rules) -> None:
        self.deck = [card for card, copies in rules.cards.items() for _ in range(copies)]
        self.next_space = {
            (space, card): landing(rules, space, card).space
            for space in range(-1, len(rules.board))
            for card in rules.cards
        }

    def count_turns(self, games: int) -> int:
        """Play some games and return their total number of turns."""
        rng, next_space, total = random.Random(1), self.next_space, 0
        for _ in range(games):
            space: int | None = -1
            cards: list[str] = []
            while space is not WON:
                if not cards:
                    cards = self.deck.copy()
                    rng.shuffle(cards)
                space = next_space[space, cards.pop()]
                total += 1
        return total


class FreshGames:
    """Games of the library, with a new seed for each call, since the first shuffles of a seed are cached."""

    def __init__(self, rules: Rules, games: int) -> None:
        self._rules, self._games, self._seeds = rules, games, count(1)

    def __call__(self) -> Sample:
        return simulate(self._rules, games=self._games, seed=next(self._seeds))


def solve_without_cache(rules: Rules) -> object:
    for cached_function in (_solve_reshuffled, check_ends, solo_turns, solo_visits, reshuffled_chain):
        cached_function.cache_clear()
    return solve_reshuffled(rules)


def main() -> None:
    print(HEADER)
    plain_games = PlainGames(CLASSIC)
    games = FreshGames(CLASSIC, GAMES_FACTOR * GAMES)
    name = f"classic, {GAMES_FACTOR * GAMES:,} games against {GAMES:,}"
    result = compare(name, games, partial(plain_games.count_turns, GAMES), rounds=5, task_runs_per_round=3)
    print(
        result,
        f"  per game {GAMES_FACTOR * result.ratio:.0f} x, {GAMES_FACTOR * GAMES / result.task_seconds:,.0f} games a second",
    )
    print(
        compare(
            "Scheffer's chain, whole distribution",
            partial(solve_without_cache, SCHEFFER),
            partial(mean_turns, SCHEFFER),
            rounds=5,
        )
    )
    rng, dealer = np.random.default_rng(1), Dealer(CLASSIC)
    shuffle_seconds = min(seconds(partial(dealer.deal, CHUNK, rng)) for _ in range(5)) / CHUNK
    print(f"{'of one of our games: its first shuffle':<52} {1e6 * shuffle_seconds:10.2f} us")
    print(f"{'                     everything':<52} {1e6 * result.task_seconds / (GAMES_FACTOR * GAMES):10.2f} us")
    print(f"{'a million games':<52} {seconds(partial(simulate, CLASSIC, games=1_000_000)):10.2f} s")


if __name__ == "__main__":
    main()
