"""Simulated games of Orchard: every state is a number, and a lookup gives the next state for each face of the die."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import Boards, after_basket, basket_results, boards_of, pick_chances, team_of
from boardodds.orchard.rules import (
    BASKET,
    OPTIMAL,
    ORCHARD,
    RAVEN,
    Policy,
    Rules,
    State,
    after_pick,
    after_roll,
    as_policies,
    first_state,
)
from boardodds.orchard.solver import Solver, check_work
from boardodds.probability.arrays import Ints
from boardodds.probability.display import short_repr
from boardodds.probability.estimate import Proportion
from boardodds.probability.montecarlo import Progress, check_seed, run_chunks
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Comparison, Result, sample_covariance
from boardodds.probability.validate import as_list, check_whole

CHUNK = 100_000
MAX_CASES = 16
# A study like the paper's, but with fewer runs.
RUNS, RUN_GAMES = 200, 10_000


@short_repr
@dataclass(frozen=True, slots=True)
class Sample(Result):
    """The results of simulated games.

    raven_left_counts: the number of games by the raven steps left at the end, from 0 for a lost game.
    """

    _MEASURES = ("win",)
    _DISTRIBUTIONS = ("raven_left=raven_left_counts",)

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

    @property
    def raven_left(self) -> Pmf:
        """The distribution of the raven steps left at the end in the sample."""
        return Pmf.from_weights(dict(enumerate(self.raven_left_counts)))


def simulate(
    rules: Rules = ORCHARD,
    *,
    policy: Policy = OPTIMAL,
    policies: Sequence[Policy] = (),
    games: int = 100_000,
    seed: int = 1,
    state: State | str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Play many games; the same seed gives the same games, whatever executor runs them.

    policy: how every player's basket picks, one of ``POLICIES``.
    policies: the policy of each player, who take turns with every roll; in place of ``policy``.
    state: the first state; the start of the rules if None.
    executor: runs the chunks of 100,000 games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    Raises ValueError for policies that can't be used, a state that the rules do not allow, and an orchard with too many boards.

    >>> sample = simulate(ORCHARD, policy="most_left", games=20_000, seed=1)
    >>> 0.78193 in sample.win.interval(0.999)
    True
    """
    counts = np.zeros(rules.raven_steps + 1, dtype=np.int64)
    sampler = _sampler(rules, as_policies(policy, policies), state)
    for part in run_chunks(sampler, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        counts += part
    return Sample(games, tuple(counts.tolist()), seed)


def _sampler(rules: Rules, policies: tuple[Policy, ...], state: State | str | None) -> "GameSampler":
    """Return the sampler of games after all checks, with its lookups built."""
    state = first_state(rules, state, policies)
    check_work(rules, policies)
    sampler = GameSampler(rules, team_of(rules, policies), state)
    roll_lookups(rules, sampler.team)
    return sampler


def compare(
    policies: Iterable[Policy | Sequence[Policy]],
    rules: Rules = ORCHARD,
    *,
    games: int = 100_000,
    seed: int = 1,
    state: State | str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison[Sample]:
    """Play the same games under each of several policies, with the same rolls; they are other games than those of ``simulate``.

    policies: 1 to 16 policies, or those of the players in turn; the first is the baseline of differences.
    games: at least 2. The other parameters are those of ``simulate``, and so are the errors.

    >>> 0.04 < compare(["random_type", "most_left"], games=20_000).difference("most_left").value < 0.05
    True
    """
    teams = {
        ",".join(team): team
        for team in ((each,) if isinstance(each, str) else tuple(each) for each in as_list("policies", policies))
    }
    check_whole("policies", len(teams), 1, MAX_CASES)
    check_whole("games", games, 2, detail="for a standard error")
    paired = PairedSampler(tuple(_sampler(rules, team, state) for team in teams.values()))
    counts, products = np.zeros((len(teams), rules.raven_steps + 1), dtype=np.int64), np.zeros((len(teams), len(teams)))
    for left in run_chunks(paired, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        counts += [np.bincount(each, minlength=counts.shape[1]) for each in left]
        wins = (left > 0).astype(np.float64)
        products += wins @ wins.T
    samples = (Sample(games, tuple(row), seed) for row in counts.tolist())
    covariance = sample_covariance(products.diagonal(), products, games)
    return Comparison(dict(zip(teams, samples, strict=True)), "win", covariance, games)


def play_runs(
    rules: Rules, policy: Policy, runs: int, seed: int, *, progress: Progress | None = None
) -> tuple[int, ...]:
    """Return the number of games won in each of some runs of ``RUN_GAMES`` games."""
    sampler = GameSampler(rules, team_of(rules, (policy,)), rules.start)
    chunks = run_chunks(sampler, runs * RUN_GAMES, seed, chunk=RUN_GAMES, progress=progress)
    return tuple(RUN_GAMES - int(counts[0]) for counts in chunks)


@dataclass(frozen=True, slots=True)
class GameSampler:
    """A sampler for ``run_chunks``: plays games from a state. It can be pickled, for an executor of other processes."""

    rules: Rules
    team: tuple[Policy, ...]
    state: State

    def __call__(self, games: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the number of games by the raven steps left at the end: int array (raven steps + 1,)."""
        return np.bincount(self.play(games, rng), minlength=self.rules.raven_steps + 1)

    def play(self, games: int, rng: np.random.Generator, picks: np.random.Generator | None = None) -> Ints:
        """Return the raven steps left at the end of each game: int array (games,).

        picks: the random numbers of baskets. With them, each game has its own place and random numbers, the same under every
            policy, for its rolls from ``rng``. Without them, games that are over draw no more numbers, which is faster.
        """
        lookups, ends = roll_lookups(self.rules, self.team), list[Ints]()
        player = (self.state.next - 1) % len(self.team)
        results = basket_results(self.team[player], self.state)
        first = np.array([lookups[0].number(after) for after in results], dtype=np.int32)
        chosen = (
            (picks or rng).choice(len(first), games, p=[*map(float, results.values())])
            if len(first) > 1
            else np.zeros(games, int)
        )
        state: Ints = first[chosen]
        # All games have had the same number of rolls, so the same player is to move in all of them.
        for lookup in islice(cycle(lookups), player + bool(self.state.basket), None):
            over = lookup.over.take(state)
            if over.all():
                break
            if not picks:
                ends.append(state[over])
                state = state[~over]
            face = rng.integers(lookup.faces, size=len(state), dtype=np.uint8)
            state = lookup.after.take(state * np.int32(lookup.faces) + face)
            if lookup.pick_cdf:
                # A negative state stands for a basket that picks at random.
                baskets = np.flatnonzero(state < 0)
                after = -state[baskets] - 1
                for left in range(self.rules.basket_picks, 0, -1):
                    uniform = picks.random(games)[baskets] if picks else rng.random(len(after))
                    after = lookup.pick(after, uniform, left)
                state[baskets] = after
        return np.concatenate([*ends, state]) % (self.rules.raven_steps + 1)


@dataclass(frozen=True, slots=True)
class PairedSampler:
    """A sampler for ``run_chunks``: plays the same games under several policies, and returns an int array (policies, games)."""

    samplers: tuple[GameSampler, ...]

    def __call__(self, games: int, rng: np.random.Generator) -> Ints:
        seeds = rng.integers(2**63, size=2).tolist()
        return np.stack([each.play(games, *map(np.random.default_rng, seeds)) for each in self.samplers])


@dataclass(frozen=True, slots=True)
class RollLookup:
    """The next state for each state and each face of the die, under one policy.

    The number of a state is the number of its board times ``width``, plus its raven steps.

    width: the number of raven steps at the start, plus 1.
    after: int array (states * faces,), the next state; -1 - state for a basket that picks at random.
    over: bool array (states,), whether the game is over.
    pick_cdf: by the fruits that a basket still picks, from 1 on, a float array (boards, trees), the chance that a random pick
        chooses this tree or an earlier one; empty for a policy without randomness.
    """

    faces: int
    width: int
    after: Ints
    over: NDArray[np.bool_]
    pick_cdf: list[NDArray[np.float64]]
    boards: Boards

    def number(self, state: State) -> int:
        return self.boards.number(state.fruit) * self.width + state.raven_steps

    def pick(self, states: Ints, uniform: NDArray[np.float64], picks: int = 1) -> Ints:
        """Return the states after one random pick: int array (states,). A state in which nothing is picked stays the same.

        uniform: float array (states,), random numbers from 0 to 1.
        picks: the number of fruits that the baskets still pick.
        """
        board, raven = np.divmod(states, self.width)
        cdf = self.pick_cdf[picks - 1][board]
        # After rounding, the last sum of chances can be slightly less than 1.
        tree = np.minimum((uniform[:, None] >= cdf).sum(axis=1), cdf.shape[1] - 1)
        after = np.where(cdf[:, -1] > 0, self.boards.after_pick[tree, board].astype(np.int32), board)
        picked: Ints = (after * self.width + raven).astype(np.int32)
        return picked


@lru_cache(maxsize=2)
def roll_lookups(rules: Rules, team: tuple[Policy, ...]) -> tuple[RollLookup, ...]:
    """Return the roll lookup of each player, from a cache if they were built before.

    team: the policies of the players, as ``team_of`` returns them.
    """
    boards = boards_of(rules.fruit, team)
    lookups = {policy: _roll_lookup(rules, policy, boards) for policy in set(team)}
    return tuple(lookups[policy] for policy in team)


def _roll_lookup(rules: Rules, policy: Policy, boards: Boards) -> RollLookup:
    width = rules.raven_steps + 1
    board, raven = np.arange(len(boards))[:, None], np.arange(width)
    states = (board * width + raven).astype(np.int32)
    is_random = boards.picks_at_random(policy) and rules.basket_picks > 0
    # The lookup is filled in place, because that of a large orchard takes hundreds of megabytes.
    after, pick_cdf = np.empty((*states.shape, rules.faces), dtype=np.int32), list[NDArray[np.float64]]()
    first_basket = rules.raven_faces + len(rules.fruit)
    after[:, :, : rules.raven_faces] = np.maximum(states - 1, board * width)[:, :, None]
    for face, picked in enumerate(boards.after_pick, start=rules.raven_faces):
        after[:, :, face] = picked[:, None] * width + raven
    if is_random:
        after[:, :, first_basket:] = (-1 - states)[:, :, None]
        pick_cdf = [np.cumsum(each.T, axis=1) for each, _ in pick_chances(policy, boards.fruit, rules.basket_picks)]
    elif rules.basket_faces:
        basket = after_basket(boards, policy, rules.basket_picks)
        after[:, :, first_basket:] = (basket[:, None] * width + raven)[:, :, None]
    over = np.zeros(states.shape, dtype=np.bool_)
    over[0], over[:, 0] = True, True
    after[over] = states[over][:, None]
    return RollLookup(rules.faces, width, after.reshape(-1), over.reshape(-1), pick_cdf, boards)


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll and the state after it.

    roll: the number of the tree from 0, ``raven`` or ``basket``.
    win: the chance to win from that state.
    """

    roll: int | str
    state: State
    win: float


def play(
    rules: Rules = ORCHARD,
    *,
    policy: Policy = OPTIMAL,
    policies: Sequence[Policy] = (),
    seed: int = 1,
    state: State | str | None = None,
) -> list[Turn]:
    """Play one game to its end and return its rolls; the same seed gives the same game.

    policy, policies: as for ``simulate``.
    state: the first state, whose basket is filled before the first roll; the start of the rules if None.

    Raises ValueError for policies that can't be used, and for a state that the rules do not allow.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> game = play(MY_FIRST_ORCHARD, policy="most_left", seed=3)
    >>> game[-1].state.is_won or game[-1].state.is_lost
    True
    """
    check_seed(seed)
    players = as_policies(policy, policies)
    state = first_state(rules, state, players)
    solver = Solver(rules, players)
    rng, turns = np.random.default_rng(seed), list[Turn]()
    state = _fill_basket(players, state, rng)
    faces: list[int | str] = [*range(len(rules.fruit)), *[BASKET] * rules.basket_faces, *[RAVEN] * rules.raven_faces]
    while not (state.is_won or state.is_lost):
        face = faces[int(rng.integers(len(faces)))]
        state = _fill_basket(players, after_roll(state, face, rules, len(players)), rng)
        turns.append(Turn(face, state, solver.win(state) if not state.is_lost else 0.0))
    return turns


def _fill_basket(policies: tuple[Policy, ...], state: State, rng: np.random.Generator) -> State:
    """Return the state after the fruits that its basket still picks, if any."""
    policy = policies[(state.next - 1) % len(policies)]
    while state.basket:
        by_tree, none = pick_chances(policy, np.array([state.fruit]), state.basket)[-1]
        if none[0]:
            state = replace(state, basket=state.basket - 1)
        else:
            state = after_pick(state, int(rng.choice(len(by_tree), p=by_tree[:, 0])), len(policies))
    return state
