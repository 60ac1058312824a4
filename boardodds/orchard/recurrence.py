"""The recurrence of Orchard for one state, face by face, as it is worked out by hand."""

from dataclasses import dataclass
from fractions import Fraction

from boardodds.orchard.rules import Rules, State, check
from boardodds.orchard.solve import kept_solver

# chances of a basket's picks have no larger denominator: no orchard has more fruit
_MOST_FRUIT = 160


@dataclass(frozen=True, slots=True)
class Term:
    """What a face leads to: ``chance`` of the face, and the state after it, fullest tree first."""

    face: str
    chance: Fraction
    after: State


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A state's chance to win is the sum of its terms' chances times what they lead to, divided by 1 - repeats.

    repeats: the chance of a roll that changes nothing.
    """

    terms: tuple[Term, ...]
    repeats: Fraction


def recurrence(rules: Rules, policy: str, state: State) -> Recurrence:
    """The faces of the die in one state; trees are not told apart, the fullest comes first.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> found = recurrence(MY_FIRST_ORCHARD, "most_left", State((1, 0, 0, 0), 1))
    >>> [(term.face, str(term.chance), str(term.after)) for term in found.terms][::2]
    [('tree with 1', '1/6', '0.0.0.0 raven=1'), ('raven', '1/6', '1.0.0.0 raven=0')]
    >>> str(found.repeats)
    '1/2'
    """
    check(state, rules)
    if state.is_won or state.is_lost:
        raise ValueError(f"state must not be the end of the game, got {state}")
    face = Fraction(1, rules.faces)
    fruit = tuple(sorted(state.fruit, reverse=True))
    bearing = sorted({left for left in fruit if left}, reverse=True)
    terms = [
        Term(f"tree with {left}", face * fruit.count(left), _picked(State(fruit, state.raven_steps), left))
        for left in bearing
    ]
    if rules.basket_faces and rules.basket_picks:
        filled = _filled(rules, policy, State(fruit, state.raven_steps))
        terms += [Term("basket", face * rules.basket_faces * chance, after) for after, chance in filled.items()]
    if rules.raven_faces:
        terms.append(Term("raven", face * rules.raven_faces, State(fruit, state.raven_steps - 1)))
    return Recurrence(tuple(terms), 1 - sum((term.chance for term in terms), start=Fraction(0)))


def _picked(state: State, left: int) -> State:
    """One fruit less on a tree that bears so much."""
    fruit = list(state.fruit)
    fruit[fruit.index(left)] -= 1
    return State(tuple(sorted(fruit, reverse=True)), state.raven_steps)


def _filled(rules: Rules, policy: str, state: State) -> dict[State, Fraction]:
    """The states that a basket can lead to, with their chances."""
    solver = kept_solver(rules, policy)
    states = {state: Fraction(1)}
    for _ in range(rules.basket_picks):
        later: dict[State, Fraction] = {}
        for now, share in states.items():
            if not any(now.fruit):
                later[now] = later.get(now, Fraction(0)) + share
                continue
            # the solver knows trees by how much fruit they bear, fewest first
            for left, chance in zip(sorted(now.fruit), solver.pick_chances(now), strict=True):
                if chance:
                    after = _picked(now, left)
                    share_after = share * Fraction(chance).limit_denominator(_MOST_FRUIT)
                    later[after] = later.get(after, Fraction(0)) + share_after
        states = later
    return states
