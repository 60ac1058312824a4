"""Candy Land beside a plain loop: ``python -m benchmarks.candy_land``.

The plain loop looks moves up in a dictionary that is made beforehand, shuffles with ``random`` and plays game after game. The
last lines say where the time of our own games goes.
"""

import random
from functools import partial
from itertools import count

import numpy as np

from benchmarks.compare import HEADER, compare, seconds
from boardodds.candy_land import CLASSIC, SCHEFFER, Rules, Sample, simulate
from boardodds.candy_land.board import WON, move
from boardodds.candy_land.chain import begun_alone, check_ends, reshuffled_chain, solve_reshuffled, turns_alone
from boardodds.candy_land.simulate import CHUNK, Dealer
from tests.oracles.candy_land import mean_turns

GAMES = 10_000
TIMES = 20


class PlainGames:
    """Games one after the other, of one player."""

    def __init__(self, rules: Rules) -> None:
        self.deck = [card for card, copies in rules.cards.items() for _ in range(copies)]
        self.after = {
            (space, card): move(rules, space, card) for space in range(-1, len(rules.board)) for card in rules.cards
        }

    def turns(self, games: int) -> int:
        """The turns of so many games together."""
        rng, after, total = random.Random(1), self.after, 0
        for _ in range(games):
            space: int | None = -1
            cards: list[str] = []
            while space is not WON:
                if not cards:
                    cards = self.deck.copy()
                    rng.shuffle(cards)
                space = after[space, cards.pop()]
                total += 1
        return total


class NewGames:
    """Our games, each time of another seed: the first shuffles of a seed are kept."""

    def __init__(self, rules: Rules, games: int) -> None:
        self._rules, self._games, self._seeds = rules, games, count(1)

    def __call__(self) -> Sample:
        return simulate(self._rules, games=self._games, seed=next(self._seeds))


def solve_anew(rules: Rules) -> object:
    for kept in (solve_reshuffled, check_ends, turns_alone, begun_alone, reshuffled_chain):
        kept.cache_clear()
    return solve_reshuffled(rules)


def main() -> None:
    print(HEADER)
    plain = PlainGames(CLASSIC)
    ours = NewGames(CLASSIC, TIMES * GAMES)
    what = f"classic, {TIMES * GAMES:,} games against {GAMES:,}"
    found = compare(what, ours, partial(plain.turns, GAMES), rounds=5, ours_per_round=3)
    print(found, f"  per game {TIMES * found.ratio:.0f} x, {TIMES * GAMES / found.ours:,.0f} games a second")
    print(
        compare(
            "Scheffer's chain, whole distribution",
            partial(solve_anew, SCHEFFER),
            partial(mean_turns, SCHEFFER),
            rounds=5,
        )
    )
    rng, dealer = np.random.default_rng(1), Dealer(CLASSIC)
    shuffle = min(seconds(partial(dealer.deal, CHUNK, rng)) for _ in range(5)) / CHUNK
    print(f"{'of one of our games: its first shuffle':<52} {1e6 * shuffle:10.2f} us")
    print(f"{'                     everything':<52} {1e6 * found.ours / (TIMES * GAMES):10.2f} us")
    print(f"{'a million games':<52} {seconds(partial(simulate, CLASSIC, games=1_000_000)):10.2f} s")


if __name__ == "__main__":
    main()
