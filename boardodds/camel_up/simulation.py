"""Simulation of legs and races: a check of the exact odds, and an estimate where the race cannot be solved."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import permutations, product, zip_longest

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up import moves
from boardodds.camel_up.places import Leg, Race
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, MAX_RACING_CAMELS, SECOND_EDITION, Course, Rules
from boardodds.camel_up.setup import next_leg
from boardodds.probability.arrays import Ints
from boardodds.probability.display import short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample
from boardodds.probability.montecarlo import MAX_GAMES, Progress, run_chunks
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Measure
from boardodds.probability.validate import check_whole

# The number of legs or races that are simulated together with one random generator.
CHUNK = 1 << 16
# In arrays of rows: the grey die, whose camel is drawn only when the die is rolled.
_GREY = -1

Counts = NDArray[np.int64]


@short_repr
@dataclass(frozen=True, slots=True)
class LegSample(Leg[Proportion]):
    """The places of the racing camels after simulated legs.

    camels: the racing camels, in the order of the rules.
    counts: for each camel, the number of legs by place, first place first.
    """

    camels: str
    games: int
    counts: tuple[tuple[int, ...], ...]
    seed: int

    def probability(self, camel: str, place: int = 1) -> Proportion:
        """Return the proportion of legs in which the camel ended in this place, 1 for first."""
        return Proportion(self._count(self.counts, camel, place), self.games)

    def measures(self) -> Iterator[Measure]:
        for place, camel in product(range(1, len(self.camels) + 1), self.camels):
            yield Measure(f"place_{place}", self.probability(camel, place), camel)


@short_repr
@dataclass(frozen=True, slots=True)
class RaceSample(Race[Proportion]):
    """The winners, losers and lengths of simulated races.

    camels: the racing camels, in the order of the rules.
    wins, lasts: for each camel, the number of races that it won, and in which it finished last.
    leg_counts: the number of races by the number of legs to the end of the race, from 0.
    """

    _DISTRIBUTIONS = ("legs=leg_counts",)

    camels: str
    games: int
    wins: tuple[int, ...]
    lasts: tuple[int, ...]
    leg_counts: tuple[int, ...]
    seed: int

    def probability(self, camel: str, place: int = 1) -> Proportion:
        """Return the proportion of races in which the camel finished in the first or the last place, which alone are counted."""
        return Proportion((self.wins if self._is_first(place) else self.lasts)[self._row(camel)], self.games)

    @property
    def length(self) -> LengthSample:
        """The sample of the number of legs to the end of the race."""
        return LengthSample(self.leg_counts)

    @property
    def legs(self) -> Pmf:
        """The pmf of the sample: the number of legs to the end of the race, including this one unless it is over."""
        return self.length.pmf

    @property
    def mean_legs(self) -> MeanEstimate:
        """The mean number of legs to the end of the race, with its standard error."""
        return self.length.mean

    @property
    def ends_this_leg(self) -> Proportion:
        """The proportion of races that ended in this leg, or in the next one if this leg is over."""
        return self.length.probability(1)


def simulate_leg(
    position: Position | str,
    rules: Rules = FIRST_EDITION,
    *,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> LegSample:
    """Simulate the rest of the leg many times.

    games: the number of legs.
    seed: the seed; the same seed gives the same legs with any executor.
    executor: runs the chunks of 65,536 legs; with None they run in this thread.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError if the position does not fit the rules, or an argument is out of range.

    >>> sample = simulate_leg(Position.parse("1:BWOG 2:Y"), games=20_000, seed=1)
    >>> 10033 / 29160 in sample.probability("G", place=1).interval(0.999)
    True
    """
    position = check(position, rules)
    racing = len(position.racing)
    counts = np.zeros((racing, racing), dtype=np.int64)
    sampler = partial(_sample_legs, position, rules)
    for chunk_counts in run_chunks(sampler, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        counts += chunk_counts
    camels = moves.camel_rows(position, rules)[:racing]
    return LegSample(camels, games, tuple(map(tuple, counts.tolist())), seed)


def _sample_legs(position: Position, rules: Rules, legs: int, rng: np.random.Generator) -> Counts:
    """Simulate legs and return their number by camel and place: int array (camels, places)."""
    keys = _start_boards(position, rules, legs)
    _play_leg(keys, np.arange(legs), position, rules, rng)
    racing = len(position.racing)
    return np.stack([np.bincount(place, minlength=racing) for place in moves.racing_order(keys, racing)])


def simulate_race(
    position: Position | str,
    rules: Rules = FIRST_EDITION,
    *,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> RaceSample:
    """Simulate the rest of the race many times; only this leg has tiles.

    games: the number of races, at least 2.
    seed: the seed; the same seed gives the same races with any executor.
    executor: runs the chunks of 65,536 races; with None they run in this thread.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError if the position does not fit the rules, or an argument is out of range.

    >>> sample = simulate_race(Position.parse("9:BWOG 10:Y"), games=5_000, seed=1)
    >>> 0.2509 in sample.win("G").interval(0.999)
    True
    """
    position = check(position, rules)
    return _sample_races(RaceSampler(position, rules), games, seed, executor, progress)


def simulate_race_length(
    camels: int = 5,
    *,
    track: int = 16,
    faces: Sequence[int] = (1, 2, 3),
    stacking: bool = True,
    crazy: bool = False,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> RaceSample:
    """Simulate whole races; their number of legs estimates ``race_length``, if no crazy camels run.

    One roll for each camel places it on the track, in random order on a square that several camels share. Crazy camels are
    placed last, by as many squares before the finish line as the grey die shows.

    camels: the number of racing camels, 2 to 8.
    track, faces, stacking: as in ``race_length``.
    crazy: whether the two crazy camels of the second edition run too. Then one die stays in the pyramid at the end of a leg.
    games, seed, executor, progress: as in ``simulate_race``.

    Raises ValueError if an argument is out of range.

    >>> 4.722847 in simulate_race_length(5, games=20_000, seed=1).mean_legs.interval(0.999)
    True
    """
    check_whole("camels", camels, 2, MAX_RACING_CAMELS)
    course = Course(camels, track, tuple(faces), stacking)
    names = "12345678"[: course.camels]
    rules = Rules(camels=names, faces=course.faces, track=course.track, stacking=stacking)
    if crazy:
        rules = replace(rules, crazy=SECOND_EDITION.crazy, undrawn=SECOND_EDITION.undrawn)
    sampler = RaceSampler(Position(((1, names + rules.crazy),), rules.dice), rules, from_placement=True)
    return _sample_races(sampler, games, seed, executor, progress)


def _sample_races(
    sampler: "RaceSampler", games: int, seed: int, executor: Executor | None, progress: Progress | None
) -> RaceSample:
    check_whole("games", games, 2, MAX_GAMES)
    totals: list[list[int]] = [[], [], []]
    for chunk in run_chunks(sampler, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        totals = [
            [sum(pair) for pair in zip_longest(total, counts.tolist(), fillvalue=0)]
            for total, counts in zip(totals, chunk, strict=True)
        ]
    wins, lasts, legs = map(tuple, totals)
    return RaceSample(sampler.camels, games, wins, lasts, legs, seed)


@dataclass(frozen=True, slots=True)
class RaceSampler:
    """A sampler of races. It can be pickled, so that worker processes can call it.

    position: the board, and the dice and tiles of the first leg.
    from_placement: whether one roll places each camel at the start, instead of its square in ``position``.
    """

    position: Position
    rules: Rules
    from_placement: bool = False

    @property
    def camels(self) -> str:
        """The racing camels, in the order of the rules."""
        return moves.camel_rows(self.position, self.rules)[: len(self.position.racing)]

    def __call__(self, races: int, rng: np.random.Generator) -> tuple[Counts, Counts, Counts]:
        """Return by camel the number of races that it won, and in which it finished last; and by legs, the number of races."""
        keys = self._place(races, rng) if self.from_placement else _start_boards(self.position, self.rules, races)
        length = _play_races(keys, self.position, self.rules, rng)
        place = moves.racing_order(keys, len(self.camels))
        wins, lasts = ((place == wanted).sum(axis=1) for wanted in (0, len(self.camels) - 1))
        return wins, lasts, np.bincount(length)

    def _place(self, races: int, rng: np.random.Generator) -> Ints:
        """Return boards on which one roll has placed each camel: int array (camels, races)."""
        camels = len(self.camels)
        squares = rng.choice(self.rules.faces, size=(camels, races))
        order = _draw(np.arange(camels), camels, races, rng)
        if crazy := len(self.rules.crazy):
            before_finish = rng.choice(self.rules.faces, size=(crazy, races))
            squares = np.concatenate([squares, self.rules.track + 1 - before_finish])
            order = np.concatenate([order, camels + _draw(np.arange(crazy), crazy, races, rng)])
        same_square = squares[:, None] == squares[None, :]
        height = (same_square & (order[:, None] > order[None, :])).sum(axis=1)
        keys: Ints = (squares << moves.HEIGHT_BITS | height).astype(np.int16)
        return keys


def _play_races(keys: Ints, position: Position, rules: Rules, rng: np.random.Generator) -> Ints:
    """Play races to their end, with the dice and tiles of a position in the first leg; return their numbers of legs.

    The boards, ``keys``, are an int array (camels, games), which is changed in place; the numbers an int array (games,).
    """
    length = np.zeros(keys.shape[1], dtype=np.int64)
    running: Ints = np.arange(keys.shape[1])
    while len(running):
        if rolls_left(position, rules):
            length[running] += 1
        running = _play_leg(keys, running, position, rules, rng)
        position = next_leg(position)
    return length


def _start_boards(position: Position, rules: Rules, games: int) -> Ints:
    """Return copies of the same board: int array (camels, games)."""
    return np.repeat(moves.board_keys(position, moves.camel_rows(position, rules)), games, axis=1)


def _play_leg(keys: Ints, running: Ints, position: Position, rules: Rules, rng: np.random.Generator) -> Ints:
    """Play one leg on some boards, in place, and return the columns of those whose race goes on.

    keys: int array (camels, games), all boards.
    running: int array, the columns of the boards to play on.
    position: the dice and tiles of the leg.
    """
    rows = moves.camel_rows(position, rules)
    effects = moves.tile_effects(position, rules.track)[None, :] if position.tiles else None
    dice = np.array([_GREY if die == GREY_DIE else rows.index(die) for die in position.dice], dtype=np.int8)
    drawn = _draw(dice, rolls_left(position, rules), len(running), rng)
    boards = keys.take(running, axis=1)
    for roll in range(len(drawn)):
        mover, steps = _roll_dice(drawn[roll], boards, rows, rules, rng)
        result = moves.move(boards, mover, steps, effects, rules)
        boards = result.keys
        if result.ended.any():
            keys[:, running[result.ended]] = boards[:, result.ended]
            unfinished = np.flatnonzero(~result.ended)
            running, boards = running[unfinished], boards.take(unfinished, axis=1)
            drawn = drawn.take(unfinished, axis=1)
    keys[:, running] = boards
    return running


def _draw(dice: Ints, rolls: int, games: int, rng: np.random.Generator) -> Ints:
    """Return the dice that leave the pyramid in each game, in random order: int array (rolls, games)."""
    orders = dice.take(_orders(len(dice), rolls))
    drawn: Ints = orders.take(rng.integers(orders.shape[1], size=games), axis=1)
    return drawn


# Looking up an order takes a tenth of the time of shuffling the dice of every game. An array takes at most 3 MB, for nine dice.
@lru_cache(maxsize=16)
def _orders(dice: int, rolls: int) -> Ints:
    """Return every order in which dice, numbered from 0, can be drawn: int array (rolls, orders)."""
    orders = np.array(list(permutations(range(dice), rolls)), dtype=np.int8)
    return np.ascontiguousarray(orders.T)


def _roll_dice(drawn: Ints, keys: Ints, rows: str, rules: Rules, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Roll one die on each board, and return the row of the camel that moves and its signed steps: int arrays (boards,).

    drawn: int array (boards,), the row of the camel of each die, ``_GREY`` for the grey die.
    """
    number = np.array(rules.faces, dtype=np.int16).take(rng.integers(len(rules.faces), size=len(drawn), dtype=np.uint8))
    mover = drawn.astype(np.intp)
    grey = np.flatnonzero(drawn == _GREY)
    if len(grey):
        crazy_rows = np.array(moves.rolled_rows(rules.crazy, rows))
        rolled_row = crazy_rows.take(rng.integers(2, size=len(grey)))
        mover[grey] = moves.crazy_movers(keys.take(grey, axis=1), rolled_row, rows, rules)
        number[grey] = -number[grey]
    return mover, number
