"""The odds of the race: exact for the first edition, simulated with crazy camels.

The idea. The rest of this leg is counted with its dice and tiles. Each board at its end is looked up in a table with the odds of
all boards at the start of a leg. Later legs have no tiles: nobody knows where players will place them.

Each table is solved once and kept in a cache with a limit of memory.
"""

from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.moves import Roll, is_leg_solvable
from boardodds.camel_up.places import Race
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.race_solver import MAX_WORK, RaceTable, build_table, check_work, table_work
from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.camel_up.simulation import RaceSample, simulate_race
from boardodds.camel_up.tally import Walk
from boardodds.probability.arrays import Floats
from boardodds.probability.display import short_repr
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Result, Results

SIMULATED_GAMES = 50_000
# Enough for about forty tables of five camels on 16 squares, or ten of six camels.
MAX_BYTES = 128_000_000

_Key = tuple[int, int, tuple[int, ...], bool, int]
# The tables by key, the least recently used first.
_tables: dict[_Key, RaceTable] = {}
_tables_lock = Lock()


@short_repr
@dataclass(frozen=True, slots=True)
class RaceOdds(Race[float]):
    """The exact odds of a race.

    camels: the racing camels on the board, in the order of the rules.
    wins, lasts: the chance of each camel to win the race, and to finish last.
    legs: pmf of the number of legs to the end of the race, including this one unless it is over.
    """

    _DISTRIBUTIONS = ("legs",)

    camels: str
    wins: tuple[float, ...]
    lasts: tuple[float, ...]
    legs: Pmf

    def probability(self, camel: str, place: int = 1) -> float:
        """Return the chance that the camel finishes in the first or the last place, which alone are counted."""
        return (self.wins if self._is_first(place) else self.lasts)[self._row(camel)]

    @property
    def mean_legs(self) -> float:
        """The expected number of legs to the end of the race."""
        return self.legs.mean

    @property
    def ends_this_leg(self) -> float:
        """The chance that the race ends in this leg, or in the next one if this leg is over."""
        return self.legs.probability(1)


RaceT = TypeVar("RaceT", RaceOdds, RaceSample)


def solve_race(
    position: Position | str, rules: Rules = FIRST_EDITION, *, progress: Progress | None = None
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
    position = check(position, rules)
    if not is_race_solvable(position, rules):
        return simulate_race(position, rules, games=SIMULATED_GAMES, seed=1)
    table = race_table(len(position.racing), rules, progress=progress)
    return _race_odds(Walk(position, rules), table)[0]


@dataclass(frozen=True, slots=True)
class NextRaceRoll(Result, Generic[RaceT]):
    """One possible next roll, its chance, and the odds of the race after it."""

    _MEASURES = ("chance",)
    _OF = "roll"

    roll: Roll
    chance: Fraction
    after: RaceT


def next_race_rolls(position: Position | str, rules: Rules = FIRST_EDITION) -> Results[NextRaceRoll[RaceOdds]]:
    """Return the odds of the race after each possible next roll, in the order of the dice; none if the leg is over.

    Raises ValueError if the position does not fit the rules, or the race cannot be solved exactly.

    >>> rolls = next_race_rolls(Position.parse("15:BWOG 16:Y dice=OB"))
    >>> [(str(r.roll), r.after.ranking[0]) for r in rolls]
    [('B1', 'G'), ('B2', 'G'), ('B3', 'G'), ('O1', 'W'), ('O2', 'G'), ('O3', 'G')]
    """
    position = check(position, rules)
    if not is_race_solvable(position, rules):
        raise ValueError("this race is simulated, so its odds after each roll are not available")
    if not rolls_left(position, rules):
        return Results()
    walk, total_sides = Walk(position, rules, by_roll=True), len(position.dice) * rules.sides
    odds = _race_odds(walk, race_table(len(position.racing), rules))
    return Results(
        NextRaceRoll(roll, Fraction(roll.sides, total_sides), after)
        for roll, after in zip(walk.leg.rolls, odds, strict=True)
    )


def is_race_solvable(position: Position, rules: Rules) -> bool:
    """Return whether the race can be solved exactly.

    It cannot with crazy camels, which run backwards, or if the boards or the rolls of this leg are too many.
    """
    has_crazy = any(camel.islower() for camel in position.camels)
    has_few_boards = table_work(len(position.racing), rules.track, rules.faces) <= MAX_WORK
    return not has_crazy and has_few_boards and is_leg_solvable(position.dice, rolls_left(position, rules), rules)


def _race_odds(walk: Walk, table: RaceTable) -> list[RaceOdds]:
    """Return the odds of the race for each board at the start of a walk.

    A race that goes on from an end of the leg has the odds of its board in ``table``.
    """
    boards, racing, columns = len(walk.stops), walk.leg.racing, table.legs.shape[1]
    wins, lasts = np.zeros((2, racing, boards))
    legs = np.zeros((boards, columns + 1))
    # The numbers of legs from the table come after this leg, unless it is over.
    later_legs = slice(int(walk.rolls > 0), int(walk.rolls > 0) + columns)
    for ending, has_crossed in walk.endings():
        # If a unit has crossed the line, the race is over and the order of the camels is final.
        over, going = ending.take(has_crossed), ending.take(~has_crossed)
        place, going_place = (moves.racing_order(each.keys, racing) for each in (over, going))
        legs[:, 1] += np.bincount(over.board, over.count, boards)
        row = table.index(np.sort(going.keys[:racing] >> moves.HEIGHT_BITS, axis=0))
        for camel in range(racing):
            rank = racing - 1 - going_place[camel].astype(np.int64)
            for total, chance, wanted_place in ((wins, table.win, 0), (lasts, table.last, racing - 1)):
                total[camel] += np.bincount(over.board, over.count * (place[camel] == wanted_place), boards)
                total[camel] += np.bincount(going.board, going.count * chance[row, rank], boards)
        cell = going.board.astype(np.int64)[:, None] * columns + np.arange(columns)
        sums = np.bincount(cell.ravel(), (going.count[:, None] * table.legs[row]).ravel(), boards * columns)
        legs[:, later_legs] += sums.reshape(boards, columns)
    camels = walk.leg.rows[:racing]
    odds = zip(*((each / walk.outcomes).T.tolist() for each in (wins, lasts)), legs / walk.outcomes, strict=True)
    return [RaceOdds(camels, tuple(win), tuple(last), legs_pmf(length)) for win, last, length in odds]


def legs_pmf(legs: Floats) -> Pmf:
    return Pmf.from_weights({number: float(chance) for number, chance in enumerate(legs) if chance > 0})


def race_table(racing: int, rules: Rules, *, progress: Progress | None = None) -> RaceTable:
    """Return the table of a race, from the cache if possible.

    racing: the number of racing camels.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError before any work if the table takes too much.
    """
    check_work(racing, rules)
    table = _tables.get(_key(racing, rules)) or build_table(racing, rules, ranks=True, progress=progress)
    store_table(racing, rules, table)
    return table


def store_table(racing: int, rules: Rules, table: RaceTable) -> None:
    """Put a table into the cache, as the most recently used one."""
    key = _key(racing, rules)
    with _tables_lock:
        _tables.pop(key, None)
        _tables[key] = table
        while len(_tables) > 1 and sum(other.nbytes for other in _tables.values()) > MAX_BYTES:
            del _tables[next(iter(_tables))]


def has_table(racing: int, rules: Rules) -> bool:
    """Return whether the table is in the cache."""
    return _key(racing, rules) in _tables


def _key(racing: int, rules: Rules) -> _Key:
    return racing, rules.track, tuple(sorted(rules.faces)), rules.stacking, rules.undrawn_racing_dice
