"""The recurrence of Orchard for one state, face by face, as in a computation by hand."""

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from boardodds.orchard.boards import basket_results, kept_trees
from boardodds.orchard.rules import BASKET, Policy, Rules, State, after_roll, check_policies, check_state
from boardodds.probability.validate import check_whole


@dataclass(frozen=True, slots=True)
class Term:
    """One face of the die, or one result of a basket.

    face: the face in words.
    chance: the chance of the face and the result.
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
    face, fruit = Fraction(1, rules.faces), tuple(sorted(state.fruit, reverse=True))
    state = State(fruit, state.raven_steps)
    amounts = sorted({left for left in fruit if left}, reverse=True)
    terms = [Term(f"tree with {left}", face * fruit.count(left), _pick(state, left)) for left in amounts]
    if rules.basket_faces and rules.basket_picks:
        results = _fill_basket(rules, policy, state)
        terms += [Term("basket", face * rules.basket_faces * chance, after) for after, chance in results.items()]
    if rules.raven_faces:
        terms.append(Term("raven", face * rules.raven_faces, State(fruit, state.raven_steps - 1)))
    return Recurrence(tuple(terms), 1 - sum((term.chance for term in terms), start=Fraction(0)))


def _pick(state: State, left: int) -> State:
    """Return the state after a pick from a tree with ``left`` fruit."""
    fruit = list(state.fruit)
    fruit[fruit.index(left)] -= 1
    return State(tuple(sorted(fruit, reverse=True)), state.raven_steps)


def _fill_basket(rules: Rules, policy: Policy, state: State) -> dict[State, Fraction]:
    """Return the chance of each state after a basket."""
    chances: dict[State, Fraction] = defaultdict(Fraction)
    for after, chance in basket_results(policy, after_roll(state, BASKET, rules)).items():
        chances[replace(after, fruit=tuple(sorted(after.fruit, reverse=True)))] += chance
    return chances
