"""Orchard by plain recursion in fractions, over every face of the die and every fruit that a basket can pick.

Unlike the library, it distinguishes trees with the same fruit, and it finds the optimal pick by comparing all picks.
"""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations

from boardodds.orchard import Rules, State

Fruit = tuple[int, ...]
Value = Callable[[Fruit, int], Fraction]


def brute_win(rules: Rules, policy: str, state: State) -> Fraction:
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
        if policy == "optimal":
            return max(basket(remove_fruit(fruit, tree), raven, picks - 1) for tree, left in enumerate(fruit) if left)
        ends = basket_ends(policy, fruit, picks)
        return sum((chance * win(left, raven) for left, chance in ends.items()), start=Fraction(0))

    return win, basket


def basket_ends(policy: str, fruit: Fruit, picks: int) -> dict[Fruit, Fraction]:
    """Return the chance of what is left after a basket, for policies that do not compare chances to win."""
    ends: dict[Fruit, Fraction] = defaultdict(Fraction)
    if policy == "different_trees":
        # The fullest trees, in every order of equal ones.
        for order in permutations(range(len(fruit))):
            trees = [tree for tree in sorted(order, key=lambda tree: -fruit[tree]) if fruit[tree]][:picks]
            ends[tuple(left - (tree in trees) for tree, left in enumerate(fruit))] += 1
        return {end: number / sum(ends.values()) for end, number in ends.items()}
    if picks == 0 or not any(fruit):
        return {fruit: Fraction(1)}
    for tree, chance in pick_chances(policy, fruit).items():
        for end, share in basket_ends(policy, remove_fruit(fruit, tree), picks - 1).items():
            ends[end] += chance * share
    return dict(ends)


def remove_fruit(fruit: Fruit, tree: int) -> Fruit:
    return (*fruit[:tree], fruit[tree] - 1, *fruit[tree + 1 :])


def pick_chances(policy: str, fruit: Fruit) -> dict[int, Fraction]:
    """Return the chance that a basket picks from each tree, for policies that do not compare chances to win."""
    bearing = [tree for tree, left in enumerate(fruit) if left]
    if policy == "in_order" or (policy == "favourite_first" and fruit[0]):
        return {bearing[0]: Fraction(1)}
    if policy in ("random_type", "favourite_first"):
        return {tree: Fraction(1, len(bearing)) for tree in bearing}
    if policy == "random_fruit":
        return {tree: Fraction(fruit[tree], sum(fruit)) for tree in bearing}
    extreme = (max if policy == "most_left" else min)(fruit[tree] for tree in bearing)
    equal = [tree for tree in bearing if fruit[tree] == extreme]
    return {tree: Fraction(1, len(equal)) for tree in equal}


def brute_team(rules: Rules, policies: tuple[str, ...], state: State, end: Value) -> Fraction:
    """Return the mean of a value of the end of a game whose players take turns, for policies that do not compare chances to win.

    end: returns the value of the end from the fruit and the raven steps left.
    """

    @cache
    def value(fruit: Fruit, raven: int, player: int) -> Fraction:
        if raven == 0 or not any(fruit):
            return end(fruit, raven)
        changing = sum(left > 0 for left in fruit) + rules.raven_faces + bool(rules.basket_picks) * rules.basket_faces
        stays = 1 - Fraction(changing, rules.faces)
        total = Fraction(0)
        # The turn goes round until a roll changes something.
        for turn in range(len(policies)):
            roller = (player + turn) % len(policies)
            after = (roller + 1) % len(policies)
            faces = [value(remove_fruit(fruit, tree), raven, after) for tree, left in enumerate(fruit) if left]
            faces += [value(fruit, raven - 1, after)] * rules.raven_faces
            if rules.basket_picks:
                faces += [basket(fruit, raven, rules.basket_picks, roller)] * rules.basket_faces
            total += stays**turn * sum(faces, start=Fraction(0)) / rules.faces
        return total / (1 - stays ** len(policies))

    def basket(fruit: Fruit, raven: int, picks: int, player: int) -> Fraction:
        ends, following = basket_ends(policies[player], fruit, picks), (player + 1) % len(policies)
        return sum((chance * value(left, raven, following) for left, chance in ends.items()), start=Fraction(0))

    player = state.next - 1
    if state.basket:
        return basket(state.fruit, state.raven_steps, state.basket, player)
    return value(state.fruit, state.raven_steps, player)


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
        ends = basket_ends(policy, fruit, picks)
        return sum((chance * over(end, raven, left) for end, chance in ends.items()), start=Fraction(0))

    return basket(state.fruit, state.raven_steps, state.basket, rolls)
