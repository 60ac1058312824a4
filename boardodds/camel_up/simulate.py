"""Legs and races played many times with dice: beside the exact count, and in its place where there is none."""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up import moves
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, MAX_RACING_CAMELS, Rules, column_of, row_of
from boardodds.camel_up.setup import check_course, next_leg
from boardodds.probability.arrays import Ints
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample
from boardodds.probability.montecarlo import MAX_GAMES, Progress, run_chunks
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import as_tuples, check_flag, check_whole

CHUNK = 1 << 16
# stands for the row of the crazy camel that the grey die names when it is thrown
_GREY = -1

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LegSample:
    """Where every racing camel stood after each of ``games`` simulated legs.

    camels: as in LegOdds. counts: for each camel the legs by place, first place first. seed: what was asked for, to
    repeat it.
    """

    camels: str
    games: int
    counts: tuple[tuple[int, ...], ...]
    seed: int

    def probability(self, camel: str, place: int = 1) -> Proportion:
        """The share of legs in which the camel ended in that place, with its error."""
        return Proportion(self.counts[row_of(camel, self.camels)][column_of(place, self.camels)], self.games)


def simulate_leg(
    position: Position,
    rules: Rules = FIRST_EDITION,
    *,
    games: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> LegSample:
    """Plays the rest of the leg ``games`` times with random dice; the same seed gives the same legs, whatever runs them.

    executor: where the chunks of 65,536 legs run; here if none is given.

    >>> sample = simulate_leg(Position.parse("1:BWOG 2:Y"), games=20_000, seed=1)
    >>> 10033 / 29160 in sample.probability("G", place=1).interval(0.999)
    True
    """
    check(position, rules)
    racing = len(position.racing)
    counts = np.zeros((racing, racing), dtype=np.int64)
    player = LegPlayer(position, rules)
    for part in run_chunks(player, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        counts += part
    camels = moves.camel_rows(position, rules)[:racing]
    return LegSample(camels, games, tuple(tuple(row) for row in counts.tolist()), seed)


@dataclass(frozen=True, slots=True)
class LegPlayer:
    """Plays legs; picklable, so that it can be sent to where they are to be played."""

    position: Position
    rules: Rules

    def __call__(self, legs: int, rng: np.random.Generator) -> Counts:
        """Legs by camel and place: int array (camels, places)."""
        keys = _start_boards(self.position, self.rules, legs)
        _play_leg(keys, np.arange(legs), self.position, self.rules, rng)
        racing = len(self.position.racing)
        return np.stack([np.bincount(place, minlength=racing) for place in moves.racing_order(keys, racing)])


@dataclass(frozen=True, slots=True)
class RaceSample:
    """How ``games`` simulated races ended.

    camels: the racing camels, in the order of the rules. wins, lasts: races that each won, and came last in. leg_counts:
    races by legs still to run, from 0. seed: what was asked for, to repeat it.
    """

    camels: str
    games: int
    wins: tuple[int, ...]
    lasts: tuple[int, ...]
    leg_counts: tuple[int, ...]
    seed: int

    def win(self, camel: str) -> Proportion:
        """The share of races that the camel won."""
        return Proportion(self.wins[row_of(camel, self.camels)], self.games)

    def last(self, camel: str) -> Proportion:
        """The share of races in which the camel came last."""
        return Proportion(self.lasts[row_of(camel, self.camels)], self.games)

    @property
    def ranking(self) -> str:
        """The camels from the most frequent winner down."""
        return "".join(sorted(self.camels, key=lambda camel: self.win(camel).value, reverse=True))

    @property
    def length(self) -> LengthSample:
        """The races by legs still to run."""
        return LengthSample(self.leg_counts)

    @property
    def legs(self) -> Pmf:
        """The pmf of the sample: legs still to run, this one counted if any of its dice is left."""
        return self.length.pmf

    @property
    def mean_legs(self) -> MeanEstimate:
        """The mean of the legs still to run, with its error."""
        return self.length.mean

    @property
    def ends_this_leg(self) -> Proportion:
        """The share of races that ended with this leg, or with the next one if no die is left in this."""
        return self.length.probability(1)


def simulate_race(
    position: Position,
    rules: Rules = FIRST_EDITION,
    *,
    games: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> RaceSample:
    """Plays the rest of the race ``games`` times, at least 2; tiles lie in this leg only.

    executor: where the chunks of 65,536 races run; here if none is given.

    >>> sample = simulate_race(Position.parse("9:BWOG 10:Y"), games=5_000, seed=1)
    >>> 0.2509 in sample.win("G").interval(0.999)
    True
    """
    check(position, rules)
    camels = moves.camel_rows(position, rules)[: len(position.racing)]
    return _sample_races(RacePlayer(position, rules, camels), games, seed, executor, progress)


def simulate_race_length(
    camels: int = 5,
    track: int = 16,
    faces: tuple[int, ...] = (1, 2, 3),
    stacking: bool = True,
    *,
    games: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> RaceSample:
    """Plays whole races of 2 to 8 camels from their placement by one roll each, in random order where they share a square.

    Its legs are those of ``race_length``, with their error. executor: as in ``simulate_race``.

    >>> 4.722847 in simulate_race_length(5, games=20_000, seed=1).mean_legs.interval(0.999)
    True
    """
    faces = as_tuples(faces)
    check_flag("stacking", stacking)
    check_whole("camels", camels, 2, MAX_RACING_CAMELS)
    check_course(track, faces)
    named = "12345678"[:camels]
    rules = Rules(camels=named, faces=faces, track=track, stacking=stacking)
    player = RacePlayer(Position(((1, named),), named), rules, named, placed=True)
    return _sample_races(player, games, seed, executor, progress)


def _sample_races(
    player: "RacePlayer", games: int, seed: int, executor: Executor | None, progress: Progress | None
) -> RaceSample:
    check_whole("games", games, 2, MAX_GAMES)
    wins, lasts = np.zeros(len(player.camels), dtype=np.int64), np.zeros(len(player.camels), dtype=np.int64)
    legs: Counts = np.zeros(1, dtype=np.int64)
    for part in run_chunks(player, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        wins += part.wins
        lasts += part.lasts
        longest = max(len(legs), len(part.legs))
        legs = np.pad(legs, (0, longest - len(legs))) + np.pad(part.legs, (0, longest - len(part.legs)))
    return RaceSample(player.camels, games, tuple(wins.tolist()), tuple(lasts.tolist()), tuple(legs.tolist()), seed)


@dataclass(frozen=True, slots=True)
class Races:
    """What a chunk of races came to: wins and lasts (camels,), and races by their legs (legs + 1,)."""

    wins: Counts
    lasts: Counts
    legs: Counts


@dataclass(frozen=True, slots=True)
class RacePlayer:
    """Plays races; picklable, so that it can be sent to where they are to be played.

    leg: the board, and the dice and tiles of the first leg. camels: the racing camels in the order of the rules. placed:
    whether the camels are placed by one roll each instead of as on the board.
    """

    leg: Position
    rules: Rules
    camels: str
    placed: bool = False

    def __call__(self, races: int, rng: np.random.Generator) -> Races:
        keys = self._place(races, rng) if self.placed else _start_boards(self.leg, self.rules, races)
        keys, length = _race(keys, self.leg, self.rules, rng)
        place = moves.racing_order(keys, len(self.camels))
        wins, lasts = ((place == wanted).sum(axis=1) for wanted in (0, len(self.camels) - 1))
        return Races(wins, lasts, np.bincount(length))

    def _place(self, races: int, rng: np.random.Generator) -> Ints:
        """Boards with the camels placed by one roll each (camels, races)."""
        camels = len(self.camels)
        squares = rng.choice(self.rules.faces, size=(camels, races))
        turn = _draw(np.arange(camels), camels, races, rng)
        same = squares[:, None] == squares[None, :]
        height = (same & (turn[:, None] > turn[None, :])).sum(axis=1)
        keys: Ints = (squares << moves.HEIGHT_BITS | height).astype(np.int16)
        return keys


def _race(keys: Ints, leg: Position, rules: Rules, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Plays races from boards (camels, games) to their end, in place; returns them and the legs that each took (games,)."""
    length = np.zeros(keys.shape[1], dtype=np.int64)
    running: Ints = np.arange(keys.shape[1])
    while len(running):
        if rolls_left(leg, rules):
            length[running] += 1
        running = _play_leg(keys, running, leg, rules, rng)
        leg = next_leg(leg)
    return keys, length


def _start_boards(position: Position, rules: Rules, games: int) -> Ints:
    """The same board for so many games: int array (camels, games)."""
    return np.repeat(moves.board_keys(position, moves.camel_rows(position, rules)), games, axis=1)


def _play_leg(keys: Ints, running: Ints, position: Position, rules: Rules, rng: np.random.Generator) -> Ints:
    """Plays one leg with the dice and tiles of a position on the columns ``running`` of keys, in place.

    Returns the columns on which nobody has crossed the line.
    """
    rows = moves.camel_rows(position, rules)
    effects = moves.tile_effects(position, rules.track)[None, :] if position.tiles else None
    named = np.array([_GREY if die == GREY_DIE else rows.index(die) for die in position.dice], dtype=np.int8)
    drawn = _draw(named, rolls_left(position, rules), len(running), rng)
    boards = keys.take(running, axis=1)
    for turn in range(len(drawn)):
        mover, steps = _throw(drawn[turn], boards, rows, rules, rng)
        moved = moves.move(boards, mover, steps, effects, rules)
        boards = moved.keys
        if moved.ended.any():
            keys[:, running[moved.ended]] = boards[:, moved.ended]
            going = np.flatnonzero(~moved.ended)
            running, boards, drawn = running[going], boards.take(going, axis=1), drawn.take(going, axis=1)
    keys[:, running] = boards
    return running


def _draw(dice: Ints, rolls: int, games: int, rng: np.random.Generator) -> Ints:
    """The dice that leave the pyramid one after the other in each game (rolls, games)."""
    orders = dice.take(_orders(len(dice), rolls))
    drawn: Ints = orders.take(rng.integers(orders.shape[1], size=games), axis=1)
    return drawn


# to look up an order takes a tenth of the time that shuffling the dice of every game does; at most 3 MB, for nine dice
@lru_cache(maxsize=16)
def _orders(dice: int, rolls: int) -> Ints:
    """Every order in which so many of the dice, numbered from 0, may be rolled, in a column (rolls, orders)."""
    orders = np.array(list(permutations(range(dice), rolls)), dtype=np.int8)
    return np.ascontiguousarray(orders.T)


def _throw(drawn: Ints, keys: Ints, rows: str, rules: Rules, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Throws one die on each board, by the row that it names: the row that moves and its signed steps, both (boards,)."""
    number = np.array(rules.faces, dtype=np.int16).take(rng.integers(len(rules.faces), size=len(drawn), dtype=np.uint8))
    mover = drawn.astype(np.intp)
    grey = np.flatnonzero(drawn == _GREY)
    if len(grey):
        named = np.array([rows.index(camel) for camel in rules.crazy]).take(rng.integers(2, size=len(grey)))
        mover[grey] = moves.crazy_movers(keys.take(grey, axis=1), named, rows, rules)
        number[grey] = -number[grey]
    return mover, number
