"""One game of Orchard, roll by roll."""

from dataclasses import dataclass

import numpy as np

from boardodds.orchard.rules import ORCHARD, Rules, State, first_state
from boardodds.orchard.solve import OPTIMAL, Solver
from boardodds.probability.montecarlo import check_seed

RAVEN, BASKET = "raven", "basket"


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll and the state after it.

    rolled: the number of the tree from 0, ``raven`` or ``basket``.
    state: the state after the roll.
    win: the chance to win from that state.
    """

    rolled: int | str
    state: State
    win: float


def play(rules: Rules = ORCHARD, *, policy: str = OPTIMAL, seed: int = 1, state: State | None = None) -> list[Turn]:
    """Play one game to its end and return its rolls; the same seed gives the same game.

    policy: how a basket picks, one of ``POLICIES``.
    state: the first state; the start of the rules if None.

    Raises ValueError for an unknown policy, and for a state that the rules do not allow.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> game = play(MY_FIRST_ORCHARD, policy="most_left", seed=3)
    >>> game[-1].state.is_won or game[-1].state.is_lost
    True
    """
    check_seed(seed)
    state, turns = first_state(rules, state), list[Turn]()
    rng = np.random.default_rng(seed)
    solver = Solver(rules, policy)
    faces: list[int | str] = [*range(len(rules.fruit)), *[BASKET] * rules.basket_faces, *[RAVEN] * rules.raven_faces]
    while not (state.is_won or state.is_lost):
        face = faces[int(rng.integers(len(faces)))]
        if face == RAVEN:
            state = State(state.fruit, state.raven_steps - 1)
        elif face == BASKET:
            state = _fill_basket(solver, state, rng)
        elif isinstance(face, int):
            state = _pick(state, face)
        turns.append(Turn(face, state, solver.win(state) if not state.is_lost else 0.0))
    return turns


def _fill_basket(solver: Solver, state: State, rng: np.random.Generator) -> State:
    for _ in range(solver.rules.basket_picks):
        if not any(state.fruit):
            break
        # The solver orders the trees by their fruit, fewest first.
        order = sorted(range(len(state.fruit)), key=lambda tree: state.fruit[tree])
        chances = solver.pick_chances(state)
        state = _pick(state, order[int(rng.choice(len(order), p=chances))])
    return state


def _pick(state: State, tree: int) -> State:
    fruit = tuple(max(0, left - (number == tree)) for number, left in enumerate(state.fruit))
    return State(fruit, state.raven_steps)
