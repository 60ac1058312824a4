"""Orchard beside plain Python: ``python -m benchmarks.orchard``.

The plain solver is a recursion over the states with trees told apart, in floats; the plain simulator is a loop over rolls.
"""

import random
from functools import cache, partial

from benchmarks.compare import HEADER, compare, seconds
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, Rules, simulate
from boardodds.orchard.boards import number_boards
from boardodds.orchard.ravens import solve_boards
from boardodds.probability.arrays import Floats
from tests.oracles.orchard import without

GAMES = 20_000
MANY = 2_000_000


def plain_win(rules: Rules) -> float:
    """The chance to win with most_left."""

    @cache
    def win(fruit: tuple[int, ...], raven: int) -> float:
        if raven == 0 or not any(fruit):
            return float(raven > 0)
        faces = [win(without(fruit, tree), raven) for tree, left in enumerate(fruit) if left]
        faces.append(win(fruit, raven - 1))
        basket = fruit
        for _ in range(rules.basket_picks):
            if any(basket):
                basket = without(basket, basket.index(max(basket)))
        faces.append(win(basket, raven))
        return sum(faces) / len(faces)

    return win(rules.fruit, rules.raven_steps)


def plain_games(rules: Rules, games: int) -> int:
    """Games won of so many with random_type, which needs the most dice."""
    rng, won = random.Random(1), 0
    for _ in range(games):
        fruit, raven = list(rules.fruit), rules.raven_steps
        while raven and any(fruit):
            face = rng.randrange(6)
            if face == 4:
                raven -= 1
            elif face == 5:
                for _ in range(rules.basket_picks):
                    if bearing := [tree for tree, left in enumerate(fruit) if left]:
                        fruit[rng.choice(bearing)] -= 1
            elif fruit[face]:
                fruit[face] -= 1
        won += raven > 0
    return won


def solve_all(rules: Rules) -> Floats:
    """The boards numbered and solved anew."""
    return solve_boards(number_boards(rules.fruit), rules, "most_left")


def ours(rules: Rules) -> object:
    return simulate(rules, "random_type", games=10 * GAMES, seed=1)


def main() -> None:
    print(HEADER)
    for name, rules in (("Orchard", ORCHARD), ("My First Orchard", MY_FIRST_ORCHARD)):
        print(compare(f"{name}, exact, every state", partial(solve_all, rules), partial(plain_win, rules), rounds=5))
    for name, rules in (("Orchard", ORCHARD), ("My First Orchard", MY_FIRST_ORCHARD)):
        plain = partial(plain_games, rules, GAMES)
        what = f"{name}, {10 * GAMES:,} games against {GAMES:,}"
        found = compare(what, partial(ours, rules), plain, rounds=3, ours_per_round=3)
        print(found, f"  per game {10 * found.ratio:.0f} x")
    for policy in ("random_type", "most_left"):
        took = seconds(partial(simulate, MY_FIRST_ORCHARD, policy, games=MANY, seed=1))
        print(f"{f'My First Orchard, {policy}':<52} {MANY / took / 1e6:10.2f} million games a second on one core")


if __name__ == "__main__":
    main()
