"""Simulated games of Orchard: every state is a number, and a lookup gives the next state for each face of the die."""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import cached_boards, pick_weights
from boardodds.orchard.rules import OPTIMAL, ORCHARD, RANDOM_POLICIES, Rules, State, first_state
from boardodds.orchard.solve import Solver, check_work
from boardodds.probability.arrays import Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import Proportion
from boardodds.probability.montecarlo import Progress, check_seed, run_chunks
from boardodds.probability.pmf import Pmf

CHUNK = 100_000


@short_repr
@dataclass(frozen=True, slots=True)
class Sample:
    """The results of simulated games.

    raven_left_counts: the number of games by the raven steps left at the end, from 0 for a lost game.
    """

    games: int
    raven_left_counts: tuple[int, ...]
    seed: int

    @property
    def wins(self) -> int:
        """The number of games won."""
        return self.games - self.raven_left_counts[0]

    @property
    def win(self) -> Proportion:
        """The proportion of games won, with its standard error."""
        return Proportion(self.wins, self.games)

    def _repr_html_(self) -> str:
        return html_table("Chance to win, simulated", [{"games": f"{self.games:,}", "win": self.win}])

    @property
    def raven_left(self) -> Pmf:
        """The distribution of the raven steps left at the end in the sample."""
        return Pmf.from_weights(dict(enumerate(self.raven_left_counts)))


def simulate(
    rules: Rules = ORCHARD,
    *,
    policy: str = OPTIMAL,
    games: int = 100_000,
    seed: int = 1,
    state: State | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Play many games; the same seed gives the same games, whatever executor runs them.

    policy: how a basket picks, one of ``POLICIES``.
    state: the first state; the start of the rules if None.
    executor: runs the chunks of 100,000 games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    Raises ValueError for an unknown policy, a state that the rules do not allow, and an orchard with too many boards.

    >>> sample = simulate(ORCHARD, policy="most_left", games=20_000, seed=1)
    >>> 0.78193 in sample.win.interval(0.999)
    True
    """
    state = first_state(rules, state)
    # This builds the lookup before any game, and raises ValueError if it cannot be built.
    roll_lookup(rules, policy)
    counts = np.zeros(rules.raven_steps + 1, dtype=np.int64)
    sampler = GameSampler(rules, policy, state)
    for part in run_chunks(sampler, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        counts += part
    return Sample(games, tuple(counts.tolist()), seed)


@dataclass(frozen=True, slots=True)
class GameSampler:
    """A sampler for ``run_chunks``: plays games from a state. It can be pickled, for an executor of other processes."""

    rules: Rules
    policy: str
    state: State

    def __call__(self, games: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the number of games by the raven steps left at the end: int array (raven steps + 1,)."""
        lookup = roll_lookup(self.rules, self.policy)
        width = self.rules.raven_steps + 1
        counts = np.zeros(width, dtype=np.int64)
        state: Ints = np.full(games, lookup.number(self.state), dtype=np.int32)
        while True:
            over = lookup.over.take(state)
            counts += np.bincount(state[over] % width, minlength=width)
            state = state[~over]
            if not len(state):
                return counts
            face = rng.integers(lookup.faces, size=len(state), dtype=np.uint8)
            state = lookup.after.take(state * np.int32(lookup.faces) + face)
            if lookup.pick_cdf.size:
                # A negative state stands for a basket that picks at random.
                baskets = np.flatnonzero(state < 0)
                after = -state[baskets] - 1
                for _ in range(self.rules.basket_picks):
                    after = lookup.pick(after, rng.random(len(after)))
                state[baskets] = after


@dataclass(frozen=True, slots=True)
class RollLookup:
    """The next state for each state and each face of the die, under one policy.

    The number of a state is the number of its board times ``width``, plus its raven steps.

    faces: the number of faces of the die.
    width: the number of raven steps at the start, plus 1.
    after: int array (states * faces,), the next state; -1 - state for a basket that picks at random.
    over: bool array (states,), whether the game is over.
    pick_cdf: float array (boards, trees), the chance that a random pick chooses this tree or an earlier one; empty for a policy
        without randomness.
    after_pick: int array (trees, boards), the board after a pick from a tree.
    boards: the number of each board, by its fruit in ascending order.
    """

    faces: int
    width: int
    after: Ints
    over: NDArray[np.bool_]
    pick_cdf: NDArray[np.float64]
    after_pick: NDArray[np.int32]
    boards: dict[tuple[int, ...], int]

    def number(self, state: State) -> int:
        """Return the number of a state."""
        return self.boards[tuple(sorted(state.fruit))] * self.width + state.raven_steps

    def pick(self, states: Ints, uniform: NDArray[np.float64]) -> Ints:
        """Return the states after one random pick: int array (states,). A state without fruit stays the same.

        uniform: float array (states,), random numbers from 0 to 1.
        """
        board, raven = np.divmod(states, self.width)
        tree = (uniform[:, None] >= self.pick_cdf[board]).sum(axis=1)
        # After rounding, the last sum of chances can be slightly less than 1.
        tree = np.minimum(tree, len(self.after_pick) - 1)
        after: Ints = (self.after_pick[tree, board] * self.width + raven).astype(np.int32)
        return after


@lru_cache(maxsize=2)
def roll_lookup(rules: Rules, policy: str) -> RollLookup:
    """Return the roll lookup of a game under a policy, from a cache if it was built before.

    Raises ValueError for an unknown policy, and for an orchard with too many boards.
    """
    check_work(rules, policy)
    boards = cached_boards(tuple(sorted(rules.fruit)))
    width = rules.raven_steps + 1
    board, raven = np.arange(len(boards))[:, None], np.arange(width)
    states = (board * width + raven).astype(np.int32)
    is_random = policy in RANDOM_POLICIES and rules.basket_picks > 0
    # The lookup is filled in place, because that of a large orchard takes hundreds of megabytes.
    after, pick_cdf = np.empty((*states.shape, rules.faces), dtype=np.int32), np.empty((0, 0))
    first_basket = rules.raven_faces + len(rules.fruit)
    after[:, :, : rules.raven_faces] = np.maximum(states - 1, board * width)[:, :, None]
    for face, after_pick in enumerate(boards.after_pick, start=rules.raven_faces):
        after[:, :, face] = after_pick[:, None] * width + raven
    if is_random:
        after[:, :, first_basket:] = (-1 - states)[:, :, None]
        weights = pick_weights(policy, boards.fruit)
        pick_cdf = np.cumsum((weights / np.maximum(weights.sum(axis=0), 1)).T, axis=1)
    elif rules.basket_faces:
        after_basket = boards.after_basket(policy, rules.basket_picks)
        after[:, :, first_basket:] = (after_basket[:, None] * width + raven)[:, :, None]
    over = np.zeros(states.shape, dtype=np.bool_)
    over[0], over[:, 0] = True, True
    return RollLookup(
        faces=rules.faces,
        width=width,
        after=after.reshape(-1),
        over=over.reshape(-1),
        pick_cdf=pick_cdf,
        after_pick=boards.after_pick.astype(np.int32),
        boards={tuple(fruit): number for number, fruit in enumerate(boards.fruit.tolist())},
    )


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
