"""Simulated games of Orchard: every state is a number, and a table gives the next state for each face of the die."""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import OPTIMAL, RANDOM_POLICIES, Boards, cached_boards, pick_weights
from boardodds.orchard.rules import ORCHARD, Rules, State, first_state
from boardodds.orchard.solve import check_work
from boardodds.probability.arrays import Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import Proportion
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.pmf import Pmf

CHUNK = 100_000


@short_repr
@dataclass(frozen=True, slots=True)
class Sample:
    """The results of simulated games.

    games: the number of games.
    raven_left_counts: the number of games by the raven steps left at the end, from 0 for a lost game.
    seed: the seed of the simulation.
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
    # This builds the table before any game, and raises ValueError if it cannot be built.
    roll_table(rules, policy)
    counts = np.zeros(rules.raven_steps + 1, dtype=np.int64)
    for part in run_chunks(
        GameSampler(rules, policy, state), games, seed, chunk=CHUNK, executor=executor, progress=progress
    ):
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
        table = roll_table(self.rules, self.policy)
        width = self.rules.raven_steps + 1
        counts = np.zeros(width, dtype=np.int64)
        state: Ints = np.full(games, table.number(self.state), dtype=np.int32)
        while True:
            over = table.over.take(state)
            counts += np.bincount(state[over] % width, minlength=width)
            state = state[~over]
            if not len(state):
                return counts
            face = rng.integers(table.faces, size=len(state), dtype=np.uint8)
            state = table.after.take(state * np.int32(table.faces) + face)
            if table.pick_cdf.size:
                self._fill_basket(state, table, rng)

    def _fill_basket(self, state: Ints, table: "RollTable", rng: np.random.Generator) -> None:
        """Pick at random, in place, in the games whose negative state stands for a basket."""
        games = np.flatnonzero(state < 0)
        after = -state[games] - 1
        for _ in range(self.rules.basket_picks):
            after = table.pick(after, rng.random(len(after)))
        state[games] = after


@dataclass(frozen=True, slots=True)
class RollTable:
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
def roll_table(rules: Rules, policy: str) -> RollTable:
    """Return the roll table of a game under a policy, from a cache if it was built before.

    Raises ValueError for an unknown policy, and for an orchard with too many boards.
    """
    check_work(rules, policy)
    boards = cached_boards(tuple(sorted(rules.fruit)))
    width = rules.raven_steps + 1
    board, raven = np.arange(len(boards))[:, None], np.arange(width)
    states = (board * width + raven).astype(np.int32)
    is_random = policy in RANDOM_POLICIES and rules.basket_picks > 0
    # The table is filled in place, because that of a large orchard takes hundreds of megabytes.
    after = np.empty((*states.shape, rules.faces), dtype=np.int32)
    first_basket = rules.raven_faces + len(rules.fruit)
    after[:, :, : rules.raven_faces] = np.maximum(states - 1, board * width)[:, :, None]
    for face, after_pick in enumerate(boards.after_pick, start=rules.raven_faces):
        after[:, :, face] = after_pick[:, None] * width + raven
    if is_random:
        after[:, :, first_basket:] = (-1 - states)[:, :, None]
    elif rules.basket_faces:
        after_basket = boards.after_basket(policy, rules.basket_picks)
        after[:, :, first_basket:] = (after_basket[:, None] * width + raven)[:, :, None]
    over = np.zeros(states.shape, dtype=np.bool_)
    over[0], over[:, 0] = True, True
    return RollTable(
        faces=rules.faces,
        width=width,
        after=after.reshape(-1),
        over=over.reshape(-1),
        pick_cdf=_pick_cdf(boards, policy) if is_random else np.empty((0, 0)),
        after_pick=boards.after_pick.astype(np.int32),
        boards={tuple(fruit): number for number, fruit in enumerate(boards.fruit.tolist())},
    )


def _pick_cdf(boards: Boards, policy: str) -> NDArray[np.float64]:
    """Return the chance that a random pick chooses each tree or an earlier one: float array (boards, trees)."""
    weights = pick_weights(policy, boards.fruit)
    cdf: NDArray[np.float64] = np.cumsum((weights / np.maximum(weights.sum(axis=0), 1)).T, axis=1)
    return cdf
