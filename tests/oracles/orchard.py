"""Orchard by plain recursion in fractions, over every face of the die and every fruit that a basket can pick.

Unlike the library, it distinguishes trees with the same fruit, and it finds the optimal pick by comparing all picks.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from boardodds.orchard import Rules, State

Fruit = tuple[int, ...]
Value = Callable[[Fruit, int], Fraction]


def brute_win(rules: Rules, policy: str, state: State) -> Fraction:
    """Return the chance to win."""
    return brute_values(rules, policy)[0](state.fruit, state.raven_steps)


def brute_values(rules: Rules, policy: str) -> tuple[Value, Callable[[Fruit, int, int], Fraction]]:
    """Return two functions: the chance to win from a state, and the chance while a basket still picks some fruits."""

    @cache
    def win(fruit: Fruit, raven: int) -> Fraction:
        if raven == 0 or not any(fruit):
            return Fraction(raven > 0)
        # A roll that changes nothing is repeated, so only the faces that change something count.
        faces = [win(remove_fruit(fruit, tree), raven) for tree, left in enumerate(fruit) if left]
        faces += [win(fruit, raven - 1)] * rules.raven_faces
        if rules.basket_picks:
            faces += [basket(fruit, raven, rules.basket_picks)] * rules.basket_faces
        return sum(faces, start=Fraction(0)) / len(faces)

    @cache
    def basket(fruit: Fruit, raven: int, picks: int) -> Fraction:
        if picks == 0 or not any(fruit):
            return win(fruit, raven)
        after = {tree: basket(remove_fruit(fruit, tree), raven, picks - 1) for tree, left in enumerate(fruit) if left}
        if policy == "optimal":
            return max(after.values())
        chances = pick_chances(policy, fruit)
        return sum((chance * after[tree] for tree, chance in chances.items()), start=Fraction(0))

    return win, basket


def remove_fruit(fruit: Fruit, tree: int) -> Fruit:
    """Return the fruit without one fruit of a tree."""
    return (*fruit[:tree], fruit[tree] - 1, *fruit[tree + 1 :])


def pick_chances(policy: str, fruit: Fruit) -> dict[int, Fraction]:
    """Return the chance that a basket picks from each tree, for policies that do not compare chances to win."""
    bearing = [tree for tree, left in enumerate(fruit) if left]
    if policy == "random_type":
        return {tree: Fraction(1, len(bearing)) for tree in bearing}
    if policy == "random_fruit":
        return {tree: Fraction(fruit[tree], sum(fruit)) for tree in bearing}
    extreme = max if policy == "most_left" else min
    return {extreme(bearing, key=lambda tree: fruit[tree]): Fraction(1)}


def brute_rolls(rules: Rules, policy: str, state: State, rolls: int, *, won: bool) -> Fraction:
    """Return the chance that the game is over within some rolls, for policies that do not compare chances to win.

    won: whether to count the games that are won; otherwise those that are lost.
    """

    @cache
    def over(fruit: Fruit, raven: int, left: int) -> Fraction:
        if raven == 0 or not any(fruit):
            return Fraction(won == (raven > 0))
        if left == 0:
            return Fraction(0)
        total = rules.raven_faces * over(fruit, raven - 1, left - 1)
        total += rules.basket_faces * basket(fruit, raven, rules.basket_picks, left - 1)
        for tree, amount in enumerate(fruit):
            total += over(remove_fruit(fruit, tree) if amount else fruit, raven, left - 1)
        return Fraction(total, rules.faces)

    def basket(fruit: Fruit, raven: int, picks: int, left: int) -> Fraction:
        if picks == 0 or not any(fruit):
            return over(fruit, raven, left)
        chances = pick_chances(policy, fruit)
        parts = (chance * basket(remove_fruit(fruit, tree), raven, picks - 1, left) for tree, chance in chances.items())
        return sum(parts, start=Fraction(0))

    return over(state.fruit, state.raven_steps, rolls)
