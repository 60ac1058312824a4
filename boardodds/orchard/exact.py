"""The exact chance to win as a fraction, by the recurrence over the fruit that is left; and the recurrence of one state by hand.

An example. Two trees with one fruit each, one raven step, and a basket that picks one fruit. With one fruit left, three faces
change something: its colour, the basket and the raven, two of which win. With two fruit left, three of four faces lead there, so
the chance is 3/4 of 2/3:

>>> from boardodds.orchard.rules import Rules, State
>>> win_fraction(Rules(fruit=(1, 1), raven_steps=1, basket_picks=1), ("most_left",), State((1, 1), 1))
Fraction(1, 2)
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from boardodds.orchard.boards import basket_results, boards_of, kept_trees, pick_weights, team_of
from boardodds.orchard.rules import BASKET, RAVEN, Policy, Rules, State, after_roll, check_policies, check_state
from boardodds.probability.montecarlo import Progress, ignore_progress
from boardodds.probability.validate import check_whole


def win_fraction(
    rules: Rules, policies: tuple[Policy, ...], state: State, progress: Progress = ignore_progress
) -> Fraction:
    """Return the exact chance to win from a state.

    policies: the policy of all players; raises ValueError if they differ.
    progress: called with the proportion of the work done, from 0 to 1.
    """
    policy, *others = team_of(rules, policies)
    if others:
        raise ValueError(
            f"a fraction needs the same policy for all players, got {', '.join(policies)}: use the decimal chance"
        )
    results = basket_results(policy, state).items()
    return sum((chance * _win(rules, policy, after, progress) for after, chance in results), start=Fraction(0))


def _win(rules: Rules, policy: Policy, state: State, progress: Progress) -> Fraction:
    """Return the chance to win from a state without a basket to be filled."""
    boards, steps = boards_of(state.fruit, (policy,), cached=False), state.raven_steps
    after_pick = boards.after_pick.T.tolist()
    weights = [pick_weights(policy, boards.fruit, left).T.tolist() for left in range(1, rules.basket_picks + 1)]
    fruit, trees = boards.fruit.sum(axis=1).tolist(), len(state.fruit)
    baskets = rules.basket_faces if rules.basket_picks else 0
    # A multiple of every number of faces that change something, and of every number of trees or fruits to choose from.
    unit = lcm(*range(1, trees + baskets + rules.raven_faces + 1))
    unit *= lcm(*{sum(by_tree) or 1 for by_board in weights for by_tree in by_board})
    # By board, the chance to win with 0, 1, ... raven steps left, times ``unit`` for each step and each fruit.
    wins = [[0, *(unit**step for step in range(1, steps + 1))]]
    for level in boards.levels:
        for board in range(level.start, level.stop):
            # A bare tree changes nothing.
            faces: dict[int, int | Fraction] = {**Counter(after for after in after_pick[board] if after != board)}
            if baskets:
                for after, chance in _after_basket(board, after_pick, weights).items():
                    faces[after] = faces.get(after, 0) + baskets * chance
            total, row = sum(faces.values()) + rules.raven_faces, [0]
            factors = [
                (number * unit ** (fruit[board] - fruit[after]) // total, wins[after])
                for after, number in faces.items()
            ]
            raven = rules.raven_faces * unit // total
            for step in range(1, steps + 1):
                row.append(sum(factor * after[step] for factor, after in factors) + raven * row[-1])
            wins.append(row)
        progress(level.stop / len(boards))
    return Fraction(wins[-1][steps], unit ** (fruit[-1] + steps))


def _after_basket(
    board: int, after_pick: Sequence[Sequence[int]], weights: Sequence[Sequence[Sequence[int]]]
) -> Mapping[int, Fraction]:
    """Return the chance of each board after the picks of a basket.

    weights: by the picks that the basket still makes, from 1 on, and by board and tree, the weight of the tree.
    """
    chances = {board: Fraction(1)}
    for by_board in reversed(weights):
        later: dict[int, Fraction] = defaultdict(Fraction)
        for before, chance in chances.items():
            total = sum(by_board[before])
            if not total:
                # Nothing is picked.
                later[before] += chance
            for after, weight in zip(after_pick[before], by_board[before], strict=True):
                if weight:
                    later[after] += chance * Fraction(weight, total)
        chances = later
    return chances


@dataclass(frozen=True, slots=True)
class Term:
    """One face of the die, or one result of a basket.

    after: the state after it, with the fullest tree first.
    """

    face: str
    chance: Fraction
    after: State


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The recurrence for the chance to win from a state.

    The chance to win is the sum of each term's chance times the chance to win after it, divided by 1 - ``repeats``.

    terms: the faces that change something.
    repeats: the chance of a roll that changes nothing.
    """

    terms: tuple[Term, ...]
    repeats: Fraction


def recurrence(rules: Rules, policy: Policy, state: State) -> Recurrence:
    """Return the recurrence for one state.

    Trees with the same fruit share a term, and the fullest tree comes first.

    Raises ValueError for a state that the rules do not allow, that has a basket to be filled or that ends the game, for an
    unknown policy, and for one that picks from a tree by its place.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> found = recurrence(MY_FIRST_ORCHARD, "most_left", State((1, 0, 0, 0), 1))
    >>> [(term.face, str(term.chance), str(term.after)) for term in found.terms][::2]
    [('tree with 1', '1/6', '0.0.0.0 raven=1'), ('raven', '1/6', '1.0.0.0 raven=0')]
    >>> str(found.repeats)
    '1/2'
    """
    check_state(state, rules)
    if state.is_won or state.is_lost:
        raise ValueError(f"state must not be the end of the game, got {state}")
    check_policies("policy", (policy,))
    check_whole("state: basket", state.basket, 0, 0)
    if kept_trees([policy], len(rules.fruit)):
        raise ValueError(f"policy must not pick from a tree because of its place, got {policy}")
    # Of players who pick alike, it makes no difference whose turn it is.
    face, state = Fraction(1, rules.faces), replace(_fullest_first(state), next=1)
    terms = []
    for left in dict.fromkeys(filter(None, state.fruit)):
        after = _fullest_first(after_roll(state, state.fruit.index(left), rules))
        terms.append(Term(f"tree with {left}", face * state.fruit.count(left), after))
    if rules.basket_faces and rules.basket_picks:
        results: dict[State, Fraction] = defaultdict(Fraction)
        for after, chance in basket_results(policy, after_roll(state, BASKET, rules)).items():
            results[_fullest_first(after)] += chance
        terms += [Term("basket", face * rules.basket_faces * chance, after) for after, chance in results.items()]
    if rules.raven_faces:
        terms.append(Term("raven", face * rules.raven_faces, after_roll(state, RAVEN, rules)))
    return Recurrence(tuple(terms), 1 - sum((term.chance for term in terms), start=Fraction(0)))


def _fullest_first(state: State) -> State:
    return replace(state, fruit=tuple(sorted(state.fruit, reverse=True)))
