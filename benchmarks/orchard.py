"""Orchard compared with plain Python.

The plain solver is a recursion in floats over states with distinguishable trees. The plain simulator is a loop over rolls.
"""

import random
from functools import cache

from boardodds.orchard import Rules, simulate
from boardodds.orchard.boards import number_boards
from boardodds.orchard.ravens import solve_boards
from boardodds.probability.arrays import Floats
from tests.oracles.orchard import remove_fruit

GAMES = 20_000


def plain_win_chance(rules: Rules) -> float:
    """Return the chance of winning with the policy most_left."""

    @cache
    def win(fruit: tuple[int, ...], raven: int) -> float:
        if raven == 0 or not any(fruit):
            return float(raven > 0)
        faces = [win(remove_fruit(fruit, tree), raven) for tree, left in enumerate(fruit) if left]
        faces.append(win(fruit, raven - 1))
        basket = fruit
        for _ in range(rules.basket_picks):
            if any(basket):
                basket = remove_fruit(basket, basket.index(max(basket)))
        faces.append(win(basket, raven))
        return sum(faces) / len(faces)

    return win(rules.fruit, rules.raven_steps)


def count_plain_wins(rules: Rules, games: int) -> int:
    """Return how many of ``games`` are won with random_type, the policy with the most random numbers."""
    rng, won = random.Random(1), 0
    for _ in range(games):
        fruit, raven = list(rules.fruit), rules.raven_steps
        while raven and any(fruit):
            face = rng.randrange(6)
            if face == 4:
                raven -= 1
            elif face == 5:
                for _ in range(rules.basket_picks):
                    if trees_left := [tree for tree, left in enumerate(fruit) if left]:
                        fruit[rng.choice(trees_left)] -= 1
            elif fruit[face]:
                fruit[face] -= 1
        won += raven > 0
    return won


def solve_without_cache(rules: Rules) -> Floats:
    """Return the solution of all boards, numbered and solved without the cache."""
    return solve_boards(number_boards(rules.fruit), rules, ("most_left",))


def simulate_games(rules: Rules) -> object:
    return simulate(rules, policy="random_type", games=10 * GAMES, seed=1)
