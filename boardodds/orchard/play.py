"""One game of Orchard, told roll by roll."""

from dataclasses import dataclass

import numpy as np

from boardodds.orchard.rules import Rules, State, check
from boardodds.orchard.solve import kept_solver
from boardodds.probability.montecarlo import check_seed

RAVEN, BASKET = "raven", "basket"


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll: what came up (the tree's number from 0, ``raven`` or ``basket``), the state after it, its chance to win."""

    rolled: int | str
    state: State
    win: float


def play(rules: Rules, policy: str, seed: int, state: State | None = None) -> list[Turn]:
    """Plays a game to its end; the same seed gives the same game. state: where it begins, the start of the rules if not given.

    Raises ValueError for a state that cannot come up under the rules.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> game = play(MY_FIRST_ORCHARD, "most_left", seed=3)
    >>> game[-1].state.is_won or game[-1].state.is_lost
    True
    """
    check_seed(seed)
    now, turns = state or rules.start, []
    check(now, rules)
    rng = np.random.default_rng(seed)
    solver = kept_solver(rules, policy)
    faces: list[int | str] = [*range(len(rules.fruit)), *[BASKET] * rules.basket_faces, *[RAVEN] * rules.raven_faces]
    while not (now.is_won or now.is_lost):
        face = faces[int(rng.integers(len(faces)))]
        if face == RAVEN:
            now = State(now.fruit, now.raven_steps - 1)
        elif face == BASKET:
            now = _fill_basket(rules, policy, now, rng)
        elif isinstance(face, int):
            now = _pick(now, face)
        turns.append(Turn(face, now, solver.win(now) if not now.is_lost else 0.0))
    return turns


def _fill_basket(rules: Rules, policy: str, state: State, rng: np.random.Generator) -> State:
    solver = kept_solver(rules, policy)
    for _ in range(rules.basket_picks):
        if not any(state.fruit):
            break
        # the solver knows trees by how much fruit they bear, fewest first
        order = sorted(range(len(state.fruit)), key=lambda tree: state.fruit[tree])
        chances = solver.pick_chances(state)
        state = _pick(state, order[int(rng.choice(len(order), p=chances))])
    return state


def _pick(state: State, tree: int) -> State:
    fruit = tuple(max(0, left - (each == tree)) for each, left in enumerate(state.fruit))
    return State(fruit, state.raven_steps)
