"""Who wins the race, who comes last, and how long it is: exactly for the first edition, simulated where crazy camels run.

The rest of this leg is counted with its tiles and dice; each board on which it ends is looked up in the table of all boards at
the start of a leg. Tiles of later legs are left out: nobody knows where they will lie.
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
from boardodds.camel_up.rules import FIRST_EDITION, MAX_RACING_CAMELS, Rules, row_of
from boardodds.camel_up.setup import check_course
from boardodds.camel_up.simulate import RaceSample, simulate_race
from boardodds.camel_up.tally import Ending, Walk, is_leg_counted
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import as_tuples, check_flag, check_whole

SIMULATED_GAMES = 50_000
MAX_LENGTH_WORK = 500_000_000
MAX_CAMELS_ALONE = 100
# lengths that were worked out, by camels, track and faces
_LENGTHS: dict[tuple[int, int, tuple[int, ...]], Pmf] = {}
_MOST_LENGTHS = 512
# held while one length goes for another
_KEEPING = Lock()


@dataclass(frozen=True, slots=True)
class RaceOdds:
    """The end of the race, exactly.

    - camels: the racing camels on the board, in the order of the rules. wins, lasts: chance of each to win and to come last.
    - legs: pmf of the legs still to run, this one counted if any of its dice is left.
    """

    camels: str
    wins: tuple[float, ...]
    lasts: tuple[float, ...]
    legs: Pmf

    def win(self, camel: str) -> float:
        """The chance that the camel wins the race."""
        return self.wins[row_of(camel, self.camels)]

    def last(self, camel: str) -> float:
        """The chance that the camel comes last."""
        return self.lasts[row_of(camel, self.camels)]

    @property
    def mean_legs(self) -> float:
        """The expected number of legs still to run."""
        return self.legs.mean

    @property
    def ranking(self) -> str:
        """The camels from the likeliest winner down."""
        return "".join(sorted(self.camels, key=self.win, reverse=True))

    @property
    def ends_this_leg(self) -> float:
        """The chance that the race ends with this leg, or with the next one if no die is left in this."""
        return self.legs.probability(1)


def solve_race(
    position: Position, rules: Rules = FIRST_EDITION, *, progress: Progress | None = None
) -> RaceOdds | RaceSample:
    """The odds of the whole race from any position: RaceOdds where they can be counted, else a RaceSample with its errors.

    The first call for a set of rules builds the table of all boards, under a second for five camels; ``progress`` hears how far
    it is. With crazy camels, or too many boards, the race is not solved board by board: 50,000 races are simulated instead.

    >>> race = solve_race(Position.parse("9:BWOG 10:Y"))
    >>> {camel: round(race.win(camel), 4) for camel in "BWOGY"}
    {'B': 0.1872, 'W': 0.195, 'O': 0.2124, 'G': 0.2509, 'Y': 0.1546}
    """
    check(position, rules)
    if not is_counted(position, rules):
        return simulate_race(position, rules, games=SIMULATED_GAMES, seed=1)
    table = race_table(len(position.racing), rules, progress=progress)
    walk = Walk([position], rules)
    return _join(walk, walk.endings(), walk.outcomes, walk.total_rolls, table)[0]


@dataclass(frozen=True, slots=True)
class NextRaceRoll:
    """What one roll would do to the race: ``chance`` of this roll, and the odds of the race afterwards."""

    roll: Roll
    chance: Fraction
    after: RaceOdds


def next_race_rolls(position: Position, rules: Rules = FIRST_EDITION) -> list[NextRaceRoll]:
    """The odds of the race after each roll that may come next, in the order of the dice; nothing if the leg is over.

    Raises ValueError where the race cannot be solved exactly.

    >>> rolls = next_race_rolls(Position.parse("15:BWOG 16:Y dice=OB"))
    >>> [(str(r.roll), r.after.ranking[0]) for r in rolls]
    [('B1', 'G'), ('B2', 'G'), ('B3', 'G'), ('O1', 'W'), ('O2', 'G'), ('O3', 'G')]
    """
    check(position, rules)
    if not is_counted(position, rules):
        raise ValueError("this race is simulated, so what each roll would do to it is not solved")
    if not rolls_left(position, rules):
        return []
    table = race_table(len(position.racing), rules)
    rolls = moves.possible_rolls(position.dice, rules)
    walk = Walk([position] * len(rolls), rules)
    solved = _join(walk, walk.endings_by_roll(), walk.outcomes_by_roll, walk.total_rolls - 1, table)
    chances = len(position.dice) * rules.sides
    return [NextRaceRoll(roll, Fraction(roll.sides, chances), after) for roll, after in zip(rolls, solved, strict=True)]


def is_counted(position: Position, rules: Rules) -> bool:
    """Whether the race can be counted: crazy camels run backwards, and too many boards or rolls of this leg take too long."""
    crazy = any(camel.islower() for camel in position.camels)
    few_boards = table_work(len(position.racing), rules.track, rules.faces) <= MAX_WORK
    return not crazy and few_boards and is_leg_counted(position.dice, rolls_left(position, rules), rules)


def _join(walk: Walk, endings: Iterable[Ending], outcomes: int, rolls: int, table: RaceTable) -> list[RaceOdds]:
    """Looks up every board on which the leg ends, after so many rolls: the odds for each board that it began from."""
    boards = len(walk.stops)
    wins, lasts = np.zeros((2, walk.racing, boards))
    legs = np.zeros((boards, table.legs.shape[1] + 1))
    # the columns of what is left after this leg
    after = slice(int(rolls > 0), int(rolls > 0) + table.legs.shape[1])
    for ending in endings:
        place = moves.racing_order(ending.keys, walk.racing)
        over = ending.crossed
        legs[:, 1] += np.bincount(ending.board[over], ending.count[over], boards)
        squares, rank, board, count = _going_on(ending, place)
        row = table.index(squares)
        for camel in range(walk.racing):
            for total, chance, last in ((wins, table.win, 0), (lasts, table.last, walk.racing - 1)):
                # the race is over where a unit has crossed the line
                decided = ending.count[over] * (place[camel, over] == last)
                total[camel] += np.bincount(ending.board[over], decided, boards)
                total[camel] += np.bincount(board, count * chance[row, rank[camel]], boards)
        legs[:, after] += _by_board(board, count[:, None] * table.legs[row], boards)
    camels = walk.rows[: walk.racing]
    columns = zip((wins / outcomes).T.tolist(), (lasts / outcomes).T.tolist(), legs / outcomes, strict=True)
    return [RaceOdds(camels, tuple(win), tuple(last), _pmf(length)) for win, last, length in columns]


def _by_board(board: Ints, rows: Floats, boards: int) -> Floats:
    """Sums of rows (endings, columns) by their board: float array (boards, columns)."""
    columns = rows.shape[1]
    cell = board.astype(np.int64)[:, None] * columns + np.arange(columns)
    sums = np.bincount(cell.ravel(), rows.ravel(), boards * columns).astype(np.float64, copy=False)
    return sums.reshape(boards, columns)


def _going_on(ending: Ending, place: Ints) -> tuple[Ints, Ints, Ints, Floats]:
    """Where the race goes on: squares in ascending order and each camel's rank from the rear, both (camels, endings), the board
    that it began from and the count (endings,)."""
    going = np.flatnonzero(~ending.crossed)
    squares = np.sort(ending.keys[: len(place)].take(going, axis=1) >> moves.HEIGHT_BITS, axis=0)
    rank = len(place) - 1 - place.take(going, axis=1).astype(np.int64)
    return squares, rank, ending.board[going], ending.count[going]


def _pmf(legs: Floats) -> Pmf:
    return Pmf.from_weights({number: float(chance) for number, chance in enumerate(legs) if chance > 0})


def race_length(
    camels: int = 5,
    track: int = 16,
    faces: tuple[int, ...] = (1, 2, 3),
    stacking: bool = True,
    *,
    progress: Progress | None = None,
) -> Pmf:
    """Legs of a whole race without tiles, from camels placed by one roll each; that roll is not counted as a leg.

    With stacking 2 to 8 camels, as long as the work is not too much (7 camels on 16 squares take some 20 s, 3 on 200 some
    90 s); without it, 1 to 100 camels. One camel has nobody to stack with. Raises ValueError before any work if it is too much.

    >>> round(race_length(camels=5, track=16, stacking=True).mean, 6)
    4.722847
    >>> round(race_length(camels=5, track=16, stacking=False).mean, 6)
    6.534625
    """
    faces = as_tuples(faces)
    check_flag("stacking", stacking)
    check_whole("camels", camels, 1, MAX_RACING_CAMELS if stacking else MAX_CAMELS_ALONE)
    check_course(track, faces)
    rules = Rules(faces=faces, track=track)
    if not stacking or camels == 1:
        return _length_alone(camels, rules)
    work = table_work(camels, track, faces)
    if work > MAX_LENGTH_WORK:
        raise ValueError(
            f"a race of {camels} camels over {track} squares with stacking takes {work:,} steps to solve; "
            f"at most {MAX_LENGTH_WORK:,} can be: simulate it, or use fewer camels or squares"
        )
    return _length_stacked(camels, rules, progress)


def _length_stacked(camels: int, rules: Rules, progress: Progress | None) -> Pmf:
    """A length that was worked out before, or worked out now and kept: it is small, and the table that it comes from is not.

    With it those of all shorter tracks are worked out, which the table holds as well.
    """
    key = (camels, rules.track, rules.faces)
    if found := _LENGTHS.get(key):
        return found
    with solver_lock(camels, rules, progress):
        # somebody else may have worked it out in the meantime
        if found := _LENGTHS.get(key):
            return found
        table = legs_by_board(camels, rules, progress)
        tracks = range(max(rules.faces), rules.track + 1)
        built = {(camels, track, rules.faces): length_of(table, rules.faces, track) for track in tracks}
        with _KEEPING:
            _LENGTHS.update(built)
            while len(_LENGTHS) > _MOST_LENGTHS:
                _LENGTHS.pop(next(iter(_LENGTHS)))
        return built[key]


def length_of(table: RaceTable, faces: tuple[int, ...], track: int) -> Pmf:
    """Legs of a whole race from camels placed by one roll each, by a table for the same dice and this track or a longer one."""
    starts = np.sort(np.array(list(product(faces, repeat=table.camels))), axis=1)
    # a shorter race is the end of a longer one
    return _pmf(table.legs[table.index(starts.T + (table.track - track))].mean(axis=0))


def _length_alone(camels: int, rules: Rules) -> Pmf:
    """Without stacking each camel runs for itself: the race is not over after n legs if none of them is home.

    Source: the third approach of the race-length post, with the legs of one camel by convolution.
    """
    die = np.bincount(rules.faces) / len(rules.faces)
    square, running = die, [1.0]
    while running[-1] > 0:
        square = np.convolve(square, die)[: rules.track + 1]
        running.append(float(square.sum()) ** camels)
    return _pmf(-np.diff(running, prepend=1.0))
