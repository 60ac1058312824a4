"""The odds of the race and its length: exact for the first edition, simulated with crazy camels.

The idea. The rest of this leg is counted with its dice and tiles. Each board at its end is looked up in a table with the odds of
all boards at the start of a leg. Later legs have no tiles: nobody knows where players will place them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from threading import Lock

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.moves import Roll
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.race_cache import race_table, solver_lock
from boardodds.camel_up.race_solver import legs_by_board
from boardodds.camel_up.race_table import MAX_WORK, RaceTable, table_work
from boardodds.camel_up.rules import FIRST_EDITION, MAX_RACING_CAMELS, Rules, camel_name, row_of
from boardodds.camel_up.setup import check_course
from boardodds.camel_up.simulate import RaceSample, simulate_race
from boardodds.camel_up.tally import Ending, Walk, is_leg_solvable
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import as_plain, check_whole

SIMULATED_GAMES = 50_000
MAX_LENGTH_WORK = 500_000_000
MAX_CAMELS_WITHOUT_STACKING = 100
# The cache of lengths with stacking, by camels, track and faces. The lock protects updates.
_LENGTHS: dict[tuple[int, int, tuple[int, ...]], Pmf] = {}
_MAX_LENGTHS = 512
_LENGTHS_LOCK = Lock()


@short_repr
@dataclass(frozen=True, slots=True)
class RaceOdds:
    """The exact odds of a race.

    camels: the racing camels on the board, in the order of the rules.
    wins, lasts: the chance of each camel to win the race, and to finish last.
    legs: pmf of the number of legs to the end of the race, including this one unless it is over.
    """

    camels: str
    wins: tuple[float, ...]
    lasts: tuple[float, ...]
    legs: Pmf

    def win(self, camel: str) -> float:
        """Return the chance that the camel wins the race."""
        return self.wins[row_of(camel, self.camels)]

    def last(self, camel: str) -> float:
        """Return the chance that the camel finishes last."""
        return self.lasts[row_of(camel, self.camels)]

    def _repr_html_(self) -> str:
        rows = [
            {"camel": camel_name(camel), "wins": self.win(camel), "last": self.last(camel)} for camel in self.ranking
        ]
        return html_table(f"The race, exact; {self.mean_legs:.2f} legs on average", rows)

    @property
    def mean_legs(self) -> float:
        """The expected number of legs to the end of the race."""
        return self.legs.mean

    @property
    def ranking(self) -> str:
        """The camels from the most to the least likely winner."""
        return "".join(sorted(self.camels, key=self.win, reverse=True))

    @property
    def ends_this_leg(self) -> float:
        """The chance that the race ends in this leg, or in the next one if this leg is over."""
        return self.legs.probability(1)


def solve_race(
    position: Position, rules: Rules = FIRST_EDITION, *, progress: Progress | None = None
) -> RaceOdds | RaceSample:
    """Return the odds of the race from any position: exact RaceOdds, or a RaceSample of 50,000 simulated races.

    The race is simulated if crazy camels run or there are too many boards to solve. The first call for a set of rules builds the
    table of all boards, which takes under a second for five camels.

    progress: called with the fraction of the table that is built, from 0 to 1.

    Raises ValueError if the position does not fit the rules.

    >>> race = solve_race(Position.parse("9:BWOG 10:Y"))
    >>> {camel: round(race.win(camel), 4) for camel in "BWOGY"}
    {'B': 0.1872, 'W': 0.195, 'O': 0.2124, 'G': 0.2509, 'Y': 0.1546}
    """
    check(position, rules)
    if not is_race_solvable(position, rules):
        return simulate_race(position, rules, games=SIMULATED_GAMES, seed=1)
    table = race_table(len(position.racing), rules, progress=progress)
    walk = Walk(position, rules)
    return _race_odds(walk, walk.endings(), walk.outcomes, walk.total_rolls, table)[0]


@dataclass(frozen=True, slots=True)
class NextRaceRoll:
    """One possible next roll, its chance, and the odds of the race after it."""

    roll: Roll
    chance: Fraction
    after: RaceOdds


def next_race_rolls(position: Position, rules: Rules = FIRST_EDITION) -> list[NextRaceRoll]:
    """Return the odds of the race after each possible next roll, in the order of the dice; none if the leg is over.

    Raises ValueError if the position does not fit the rules, or the race cannot be solved exactly.

    >>> rolls = next_race_rolls(Position.parse("15:BWOG 16:Y dice=OB"))
    >>> [(str(r.roll), r.after.ranking[0]) for r in rolls]
    [('B1', 'G'), ('B2', 'G'), ('B3', 'G'), ('O1', 'W'), ('O2', 'G'), ('O3', 'G')]
    """
    check(position, rules)
    if not is_race_solvable(position, rules):
        raise ValueError("this race is simulated, so its odds after each roll are not available")
    if not rolls_left(position, rules):
        return []
    table = race_table(len(position.racing), rules)
    rolls = moves.possible_rolls(position.dice, rules)
    walk = Walk(position, rules, boards=len(rolls))
    odds = _race_odds(walk, walk.endings_by_roll(), walk.outcomes_by_roll, walk.total_rolls - 1, table)
    total_sides = len(position.dice) * rules.sides
    return [
        NextRaceRoll(roll, Fraction(roll.sides, total_sides), after) for roll, after in zip(rolls, odds, strict=True)
    ]


def is_race_solvable(position: Position, rules: Rules) -> bool:
    """Return whether the race can be solved exactly.

    It cannot with crazy camels, which run backwards, or if the boards or the rolls of this leg are too many.
    """
    has_crazy = any(camel.islower() for camel in position.camels)
    has_few_boards = table_work(len(position.racing), rules.track, rules.faces) <= MAX_WORK
    return not has_crazy and has_few_boards and is_leg_solvable(position.dice, rolls_left(position, rules), rules)


def _race_odds(walk: Walk, endings: Iterable[Ending], outcomes: int, rolls: int, table: RaceTable) -> list[RaceOdds]:
    """Return the odds of the race for each board at the start of a walk.

    endings: the ends of the leg; a race that goes on from one of them has the odds of its board in ``table``.
    outcomes: the number of sequences for each board.
    rolls: the number of rolls to the end of the leg; with 0 the leg is over and does not count.
    """
    boards = len(walk.stops)
    wins, lasts = np.zeros((2, walk.racing, boards))
    legs = np.zeros((boards, table.legs.shape[1] + 1))
    # The numbers of legs from the table come after this leg, unless it is over.
    later_legs = slice(int(rolls > 0), int(rolls > 0) + table.legs.shape[1])
    for ending in endings:
        place = moves.racing_order(ending.keys, walk.racing)
        crossed = ending.crossed
        legs[:, 1] += np.bincount(ending.board[crossed], ending.count[crossed], boards)
        squares, rank, board, count = _unfinished_races(ending, place)
        row = table.index(squares)
        for camel in range(walk.racing):
            for total, chance, wanted_place in ((wins, table.win, 0), (lasts, table.last, walk.racing - 1)):
                # If a unit has crossed the line, the race is over and the order of the camels is final.
                final_count = ending.count[crossed] * (place[camel, crossed] == wanted_place)
                total[camel] += np.bincount(ending.board[crossed], final_count, boards)
                total[camel] += np.bincount(board, count * chance[row, rank[camel]], boards)
        legs[:, later_legs] += _sum_by_board(board, count[:, None] * table.legs[row], boards)
    camels = walk.rows[: walk.racing]
    columns = zip((wins / outcomes).T.tolist(), (lasts / outcomes).T.tolist(), legs / outcomes, strict=True)
    return [RaceOdds(camels, tuple(win), tuple(last), _legs_pmf(length)) for win, last, length in columns]


def _sum_by_board(board: Ints, rows: Floats, boards: int) -> Floats:
    """Return the sums of the rows of each board: float array (boards, columns).

    board: int array (endings,), the number of the board of each row.
    rows: float array (endings, columns).
    """
    columns = rows.shape[1]
    cell = board.astype(np.int64)[:, None] * columns + np.arange(columns)
    sums = np.bincount(cell.ravel(), rows.ravel(), boards * columns).astype(np.float64, copy=False)
    return sums.reshape(boards, columns)


def _unfinished_races(ending: Ending, place: Ints) -> tuple[Ints, Ints, Ints, Floats]:
    """Return the endings after which the race goes on: squares, ranks, boards and counts.

    place: int array (camels, endings), the place of each racing camel, 0 for the leader.

    The squares, in ascending order, and the rank of each camel, 0 for the rearmost, are int arrays (camels, endings). The numbers
    of the boards at the start, and the counts, are arrays (endings,).
    """
    unfinished = np.flatnonzero(~ending.crossed)
    squares = np.sort(ending.keys[: len(place)].take(unfinished, axis=1) >> moves.HEIGHT_BITS, axis=0)
    rank = len(place) - 1 - place.take(unfinished, axis=1).astype(np.int64)
    return squares, rank, ending.board[unfinished], ending.count[unfinished]


def _legs_pmf(legs: Floats) -> Pmf:
    return Pmf.from_weights({number: float(chance) for number, chance in enumerate(legs) if chance > 0})


def race_length(
    camels: int = 5,
    track: int = 16,
    faces: tuple[int, ...] = (1, 2, 3),
    stacking: bool = True,
    *,
    progress: Progress | None = None,
) -> Pmf:
    """Return the pmf of the number of legs of a whole race without tiles.

    One roll for each camel places it on the track; these rolls do not count as a leg.

    camels: 1 to 8 with stacking, 1 to 100 without.
    track: the number of squares.
    faces: the numbers on a die.
    stacking: whether a camel carries those above it.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError before any work if an argument is out of range, or a race with stacking would take too long. About 20 s for
    7 camels on 16 squares and 90 s for 3 on 200 are still allowed.

    >>> round(race_length(camels=5, track=16, stacking=True).mean, 6)
    4.722847
    >>> round(race_length(camels=5, track=16, stacking=False).mean, 6)
    6.534625
    """
    camels, track, faces = as_plain((camels, track, faces))
    check_whole("camels", camels, 1, MAX_RACING_CAMELS if stacking else MAX_CAMELS_WITHOUT_STACKING)
    check_course(track, faces)
    rules = Rules(faces=faces, track=track)
    if not stacking or camels == 1:
        return _length_without_stacking(camels, rules)
    work = table_work(camels, track, faces)
    if work > MAX_LENGTH_WORK:
        raise ValueError(
            f"a race of {camels} camels over {track} squares with stacking takes {work:,} steps to solve; "
            f"at most {MAX_LENGTH_WORK:,} are allowed: simulate it, or use fewer camels or squares"
        )
    return _length_with_stacking(camels, rules, progress)


def _length_with_stacking(camels: int, rules: Rules, progress: Progress | None) -> Pmf:
    """Return a length from the cache, or compute and cache it.

    Its table is large and is not kept. The table also contains all shorter tracks, so their lengths are cached as well.
    """
    key = (camels, rules.track, rules.faces)
    if found := _LENGTHS.get(key):
        return found
    with solver_lock(camels, rules, progress):
        # Another caller may have computed it during the wait.
        if found := _LENGTHS.get(key):
            return found
        table = legs_by_board(camels, rules, progress)
        tracks = range(max(rules.faces), rules.track + 1)
        lengths = {(camels, track, rules.faces): length_from_table(table, rules.faces, track) for track in tracks}
        with _LENGTHS_LOCK:
            _LENGTHS.update(lengths)
            while len(_LENGTHS) > _MAX_LENGTHS:
                _LENGTHS.pop(next(iter(_LENGTHS)))
        return lengths[key]


def length_from_table(table: RaceTable, faces: tuple[int, ...], track: int) -> Pmf:
    """Return the pmf of the number of legs of a whole race after the placement by one roll for each camel.

    table: a table for the same dice, and for this track or a longer one.
    """
    starts = np.sort(np.array(list(product(faces, repeat=table.camels))), axis=1)
    # A race on a short track is the last part of a race on a long one.
    return _legs_pmf(table.legs[table.index(starts.T + (table.track - track))].mean(axis=0))


def _length_without_stacking(camels: int, rules: Rules) -> Pmf:
    """Return the pmf of the number of legs without stacking.

    The camels run independently, so the race is unfinished after n legs with the chance for one camel to the power ``camels``.
    Source: the third approach of the race-length post, with the square of one camel by convolution.
    """
    die = np.bincount(rules.faces) / len(rules.faces)
    square, unfinished = die, [1.0]
    while unfinished[-1] > 0:
        square = np.convolve(square, die)[: rules.track + 1]
        unfinished.append(float(square.sum()) ** camels)
    return _legs_pmf(-np.diff(unfinished, prepend=1.0))
