"""The recurrence of Orchard for one state, face by face, as in a computation by hand."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from boardodds.orchard.rules import Rules, State, check_state
from boardodds.orchard.solve import Solver

# No orchard has more fruit, so no chance of a pick has a larger denominator.
_MAX_DENOMINATOR = 160


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


def recurrence(rules: Rules, policy: str, state: State) -> Recurrence:
    """Return the recurrence for one state.

    Trees with the same fruit share a term, and the fullest tree comes first.

    Raises ValueError for a state that the rules do not allow or that ends the game, and for an unknown policy.

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


def _fill_basket(rules: Rules, policy: str, state: State) -> dict[State, Fraction]:
    """Return the chance of each state after a basket."""
    solver = Solver(rules, policy)
    chances = {state: Fraction(1)}
    for _ in range(rules.basket_picks):
        later: dict[State, Fraction] = defaultdict(Fraction)
        for before, chance in chances.items():
            if not any(before.fruit):
                later[before] += chance
                continue
            # The solver orders the trees by their fruit, fewest first.
            for left, pick_chance in zip(sorted(before.fruit), solver.pick_chances(before), strict=True):
                if pick_chance:
                    later[_pick(before, left)] += chance * Fraction(pick_chance).limit_denominator(_MAX_DENOMINATOR)
        chances = later
    return chances
