"""Orchard by plain recursion: every face of the die, every fruit a basket may pick, trees told apart, in exact fractions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from boardodds.orchard import Rules, State

Fruit = tuple[int, ...]
Value = Callable[[Fruit, int], Fraction]


def brute_win(rules: Rules, policy: str, state: State) -> Fraction:
    """The chance to win."""
    return brute_values(rules, policy)[0](state.fruit, state.raven_steps)


def brute_values(rules: Rules, policy: str) -> tuple[Value, Callable[[Fruit, int, int], Fraction]]:
    """Two functions: the chance to win from a state, and that while a basket still picks so many fruits."""

    @cache
    def win(fruit: Fruit, raven: int) -> Fraction:
        if raven == 0 or not any(fruit):
            return Fraction(raven > 0)
        # a roll that changes nothing is rolled again: only the faces that change something count
        faces = [win(without(fruit, tree), raven) for tree, left in enumerate(fruit) if left]
        faces += [win(fruit, raven - 1)] * rules.raven_faces
        if rules.basket_picks:
            faces += [basket(fruit, raven, rules.basket_picks)] * rules.basket_faces
        return sum(faces, start=Fraction(0)) / len(faces)

    @cache
    def basket(fruit: Fruit, raven: int, picks: int) -> Fraction:
        if picks == 0 or not any(fruit):
            return win(fruit, raven)
        after = {tree: basket(without(fruit, tree), raven, picks - 1) for tree, left in enumerate(fruit) if left}
        if policy == "optimal":
            return max(after.values())
        weights = pick_weights(policy, fruit)
        return sum((share * after[tree] for tree, share in weights.items()), start=Fraction(0))

    return win, basket


def without(fruit: Fruit, tree: int) -> Fruit:
    return (*fruit[:tree], fruit[tree] - 1, *fruit[tree + 1 :])


def pick_weights(policy: str, fruit: Fruit) -> dict[int, Fraction]:
    """How likely the basket picks from each tree."""
    bearing = [tree for tree, left in enumerate(fruit) if left]
    if policy == "random_type":
        return {tree: Fraction(1, len(bearing)) for tree in bearing}
    if policy == "random_fruit":
        return {tree: Fraction(fruit[tree], sum(fruit)) for tree in bearing}
    extreme = max if policy == "most_left" else min
    return {extreme(bearing, key=lambda tree: fruit[tree]): Fraction(1)}


def brute_rolls(rules: Rules, policy: str, state: State, rolls: int, *, won: bool) -> Fraction:
    """The chance that the game is won, or lost, with so many rolls at most, for policies that do not look at values."""

    @cache
    def over(fruit: Fruit, raven: int, left: int) -> Fraction:
        if raven == 0 or not any(fruit):
            return Fraction(won == (raven > 0))
        if left == 0:
            return Fraction(0)
        total = rules.raven_faces * over(fruit, raven - 1, left - 1)
        total += rules.basket_faces * basket(fruit, raven, rules.basket_picks, left - 1)
        for tree, hanging in enumerate(fruit):
            total += over(without(fruit, tree) if hanging else fruit, raven, left - 1)
        return Fraction(total, rules.faces)

    def basket(fruit: Fruit, raven: int, picks: int, left: int) -> Fraction:
        if picks == 0 or not any(fruit):
            return over(fruit, raven, left)
        weights = pick_weights(policy, fruit)
        parts = (share * basket(without(fruit, tree), raven, picks - 1, left) for tree, share in weights.items())
        return sum(parts, start=Fraction(0))

    return over(state.fruit, state.raven_steps, rolls)
