"""Orchard played with a die, very many times: every state is a number, and a table says where each face leads."""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import BY_CHANCE, MOST_LEFT, Boards, boards_of, pick_weights
from boardodds.orchard.rules import Rules, State, check
from boardodds.orchard.solve import check_work
from boardodds.probability.arrays import Ints
from boardodds.probability.estimate import Proportion
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.pmf import Pmf

CHUNK = 100_000


@dataclass(frozen=True, slots=True)
class Sample:
    """How ``games`` simulated games ended.

    wins: games won. raven_left_counts: games by the raven's steps left at the end, from 0, which is lost.
    """

    games: int
    raven_left_counts: tuple[int, ...]
    seed: int

    @property
    def wins(self) -> int:
        return self.games - self.raven_left_counts[0]

    @property
    def win(self) -> Proportion:
        """The share of games won, with its error."""
        return Proportion(self.wins, self.games)

    @property
    def raven_left(self) -> Pmf:
        """The pmf of the sample."""
        return Pmf.from_weights(dict(enumerate(self.raven_left_counts)))


def simulate(
    rules: Rules,
    policy: str = MOST_LEFT,
    games: int = 100_000,
    seed: int = 1,
    *,
    state: State | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Plays games from the start or from any state; the same seed gives the same games, whatever runs them.

    executor: where the chunks of 100,000 games run; here if none is given.

    >>> from boardodds.orchard.rules import ORCHARD
    >>> sample = simulate(ORCHARD, "most_left", games=20_000, seed=1)
    >>> 0.78193 in sample.win.interval(0.999)
    True
    """
    state = state or rules.start
    check(state, rules)
    table(rules, policy)
    counts = np.zeros(rules.raven_steps + 1, dtype=np.int64)
    for part in run_chunks(
        Player(rules, policy, state), games, seed, chunk=CHUNK, executor=executor, progress=progress
    ):
        counts += part
    return Sample(games, tuple(counts.tolist()), seed)


@dataclass(frozen=True, slots=True)
class Player:
    """Plays games; picklable, so that it can be sent to where they are to be played."""

    rules: Rules
    policy: str
    state: State

    def __call__(self, games: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Games by the raven's steps left at the end: int array (raven steps + 1,)."""
        where = table(self.rules, self.policy)
        width = self.rules.raven_steps + 1
        counts = np.zeros(width, dtype=np.int64)
        state: Ints = np.full(games, where.start(self.state), dtype=np.int32)
        while True:
            over = where.over.take(state)
            counts += np.bincount(state[over] % width, minlength=width)
            state = state[~over]
            if not len(state):
                return counts
            face = rng.integers(where.faces, size=len(state), dtype=np.uint8)
            state = where.after.take(state * np.int32(where.faces) + face)
            if where.basket.size:
                self._fill_basket(state, where, rng)

    def _fill_basket(self, state: Ints, where: "RollTable", rng: np.random.Generator) -> None:
        """Picks at random for the games in which a basket came up, which the table marks by a negative state; in
        place."""
        basket = np.flatnonzero(state < 0)
        now = -state[basket] - 1
        for _ in range(self.rules.basket_picks):
            now = where.pick(now, rng.random(len(now)))
        state[basket] = now


@dataclass(frozen=True, slots=True)
class RollTable:
    """Where each face of the die leads; a state is its board times (raven steps + 1) plus the raven's steps.

    after: the next state, or -1 - state where a basket comes up that picks at random (states * faces,). over: whether
    the game is (states,). basket: by board, the chance that the tree picked is this one or one before (boards,
    trees), with no trees where the policy leaves nothing to chance. down: the board after one fruit of a tree (trees,
    boards).
    """

    faces: int
    width: int
    after: Ints
    over: NDArray[np.bool_]
    basket: NDArray[np.float64]
    down: NDArray[np.int32]
    boards: dict[tuple[int, ...], int]

    def start(self, state: State) -> int:
        """The number of a state."""
        return self.boards[tuple(sorted(state.fruit))] * self.width + state.raven_steps

    def pick(self, states: Ints, chance: NDArray[np.float64]) -> Ints:
        """The states after one fruit that is picked at random, by a uniform number each; no fruit stays no fruit."""
        board, raven = np.divmod(states, self.width)
        tree = (chance[:, None] >= self.basket[board]).sum(axis=1)
        # the last sum may fall short of 1 by a rounding
        picked: Ints = (self.down[np.minimum(tree, len(self.down) - 1), board] * self.width + raven).astype(np.int32)
        return picked


@lru_cache(maxsize=2)
def table(rules: Rules, policy: str) -> RollTable:
    """The table of a game under a policy, built once."""
    check_work(rules, policy)
    boards = boards_of(tuple(sorted(rules.fruit)))
    width = rules.raven_steps + 1
    board, raven = np.arange(len(boards))[:, None], np.arange(width)
    states = (board * width + raven).astype(np.int32)
    by_chance = policy in BY_CHANCE and rules.basket_picks > 0
    # face by face into its place: of large orchards the table takes hundreds of megabytes
    after = np.empty((*states.shape, rules.faces), dtype=np.int32)
    basket_from = rules.raven_faces + len(rules.fruit)
    after[:, :, : rules.raven_faces] = np.maximum(states - 1, board * width)[:, :, None]
    for face, down in enumerate(boards.down, start=rules.raven_faces):
        after[:, :, face] = down[:, None] * width + raven
    if by_chance:
        after[:, :, basket_from:] = (-1 - states)[:, :, None]
    elif rules.basket_faces:
        after[:, :, basket_from:] = (boards.picked(policy, rules.basket_picks)[:, None] * width + raven)[:, :, None]
    over = np.zeros(states.shape, dtype=np.bool_)
    over[0], over[:, 0] = True, True
    return RollTable(
        faces=rules.faces,
        width=width,
        after=after.reshape(-1),
        over=over.reshape(-1),
        basket=_shares(boards, policy) if by_chance else np.empty((0, 0)),
        down=boards.down.astype(np.int32),
        boards={tuple(fruit): number for number, fruit in enumerate(boards.fruit.tolist())},
    )


def _shares(boards: Boards, policy: str) -> NDArray[np.float64]:
    """The chance that a policy that draws picks this tree or one before (boards, trees)."""
    weights = pick_weights(policy, boards.fruit)
    shares: NDArray[np.float64] = np.cumsum((weights / np.maximum(weights.sum(axis=0), 1)).T, axis=1)
    return shares
