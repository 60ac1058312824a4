"""Candy Land compared with a plain loop.

The plain loop looks up moves in a dictionary that is built before the measurement, shuffles with ``random`` and plays one game at
a time.
"""

import random
from itertools import count

from boardodds.candy_land import Rules, Sample, simulate
from boardodds.candy_land.solver import (
    _solve_reshuffled,
    check_ends,
    reshuffled_chain,
    solo_turns,
    solo_visits,
    solve_reshuffled,
)
from boardodds.candy_land.transitions import WON, landing


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
