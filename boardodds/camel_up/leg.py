"""The exact odds of a leg, counted over all sequences of the dice in the pyramid."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import accumulate, product

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.moves import LegRolls, Roll
from boardodds.camel_up.places import Leg
from boardodds.camel_up.position import Position, check, rolls_left, stack_camels
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, Rules
from boardodds.camel_up.tally import Tally, Walk
from boardodds.probability.display import short_repr
from boardodds.probability.montecarlo import Progress
from boardodds.probability.results import Measure, Result, Results


@short_repr
@dataclass(frozen=True, slots=True)
class LegOdds(Leg[float]):
    """The exact odds of a leg: the place of every racing camel at its end.

    camels: the racing camels on the board, in the order of the rules.
    outcomes: the number of equally likely dice sequences; 3^N * N! for N dice of the first edition.
    places: for each camel, the number of sequences by place, first place first.
    tile_stops: by the square of each tile, the number of units that stop on it, summed over all sequences.
    tile_price: the coins that a tile pays for each unit.
    finish: by (winner, runner-up), the number of sequences.
    states: the number of different states that were counted instead of the sequences.
    """

    camels: str
    outcomes: int
    places: tuple[tuple[int, ...], ...]
    tile_stops: Mapping[int, int] = field(hash=False)
    tile_price: int
    finish: Mapping[tuple[str, str], int] = field(hash=False)
    states: int

    def count(self, camel: str, place: int) -> int:
        """Return the number of sequences, out of ``outcomes``, in which the camel ends in this place, 1 for first.

        Raises ValueError if the camel or the place does not exist on this board.
        """
        return self._count(self.places, camel, place)

    def probability(self, camel: str, place: int = 1) -> float:
        """Return the chance that the camel ends the leg in this place, 1 for first."""
        return self.count(camel, place) / self.outcomes

    def fraction(self, camel: str, place: int = 1) -> Fraction:
        """Return the chance that the camel ends the leg in this place as an exact fraction."""
        return Fraction(self.count(camel, place), self.outcomes)

    @property
    def tile_coins(self) -> dict[int, float]:
        """The coins that each tile pays its owner on average in the rest of this leg, by its square."""
        return {square: self.tile_price * stops / self.outcomes for square, stops in self.tile_stops.items()}

    @property
    def ranking(self) -> str:
        """The camels from the most to the least likely winner; second places, and so on, break ties."""
        places = dict(zip(self.camels, self.places, strict=True))
        return "".join(sorted(self.camels, key=places.__getitem__, reverse=True))

    @property
    def favourite(self) -> str:
        """The camel that is most likely to win the leg."""
        return self.ranking[0]

    def measures(self) -> Iterator[Measure]:
        for place, camel in product(range(1, len(self.camels) + 1), self.camels):
            yield Measure(f"place_{place}", self.fraction(camel, place), camel)
        for square, coins in self.tile_coins.items():
            yield Measure("tile_coins", coins, str(square))


@dataclass(frozen=True, slots=True)
class NextRoll(Result):
    """One possible next roll, its chance, and the odds after it.

    moved: the camel that moves; for the grey die it may be another camel than the one rolled.
    """

    _MEASURES = ("chance",)
    _OF = "roll"

    roll: Roll
    chance: Fraction
    moved: str
    after: LegOdds


@dataclass(frozen=True, slots=True)
class RollResult:
    """The board after a roll.

    position: the new position, None if the unit crossed the line and ended the race.
    moved: the camel that moved; for the grey die it may be another camel than the one rolled.
    stopped_on: the square of the tile on which the unit stopped, None if it stopped on no tile.
    crossed: the camels that crossed the line with this roll, from the bottom up; empty if the race goes on.
    final_order: the racing camels from the first to the last if the race has ended, else empty.
    """

    position: Position | None
    moved: str
    stopped_on: int | None
    crossed: str = ""
    final_order: str = ""


def solve_leg(position: Position | str, rules: Rules = FIRST_EDITION, *, progress: Progress | None = None) -> LegOdds:
    """Return the exact odds of a leg.

    Source: the counting argument of "Camel Calculator", but with equal states merged instead of every sequence listed.

    progress: called with the fraction done, from 0 to 1; a leg of eight dice takes seconds.

    Raises ValueError if the position does not fit the rules, or has too many dice sequences to solve.

    >>> odds = solve_leg(Position.parse("1:BWOG 2:Y"))
    >>> odds.outcomes, odds.count("G", place=1), f"{odds.probability('G', place=1):.1%}"
    (29160, 10033, '34.4%')
    """
    position = check(position, rules)
    return odds_of(Walk(position, rules, progress=progress).tally(), 0, position, rules)


def wins_in_stacks(rules: Rules = FIRST_EDITION) -> dict[tuple[int, int], Fraction]:
    """Return the chance to win the leg by the height of a stack and the place in it, 1 at the bottom.

    It is the mean over all stacks of that height on all boards on which the first rolls can place the racing camels. They move
    alike, so one board stands for all with the same stacks under other names.
    """
    camels, wins = rules.camels, dict[tuple[int, int], list[Fraction]]()
    for heights in product(range(len(camels) + 1), repeat=len(rules.faces)):
        if sum(heights) == len(camels):
            tops = zip(rules.faces, heights, accumulate(heights), strict=True)
            board = Position(tuple((square, camels[top - height : top]) for square, height, top in tops), camels)
            odds = solve_leg(board, rules)
            for _, stack in board.stacks:
                for place, camel in enumerate(stack, start=1):
                    wins.setdefault((len(stack), place), []).append(odds.fraction(camel))
    return {place: sum(chances, Fraction()) / len(chances) for place, chances in sorted(wins.items())}


def odds_of(result: Tally, board: int, position: Position, rules: Rules) -> LegOdds:
    """Return the odds of one board of a tally, by its number in the tally."""
    camels, finish = result.camels, result.finish[board].sum(axis=0)
    return LegOdds(
        camels=camels,
        outcomes=result.outcomes,
        places=tuple(tuple(row) for row in result.places[board].tolist()),
        tile_stops={square: int(result.stops[board, square]) for square, _ in position.tiles},
        tile_price=rules.tile_coins,
        finish={(camels[i], camels[j]): int(finish[i, j]) for i, j in zip(*np.nonzero(finish), strict=True)},
        states=int(result.states[board]),
    )


def roll_die(position: Position | str, roll: Roll | str, rules: Rules = FIRST_EDITION) -> RollResult:
    """Return the board after one roll, or after that of a text such as O2.

    Raises ValueError if the position does not fit the rules, or the die is not in the pyramid.

    >>> str(roll_die("1:BWOG 2:Y", "O2").position)
    '1:BW 2:Y 3:OG dice=BWYG'
    >>> end = roll_die(Position.parse("15:BW 16:GY dice=G"), Roll("G", "G", 1, sides=1))
    >>> end.position, end.crossed, end.final_order
    (None, 'GY', 'YGWB')
    """
    position = check(position, rules)
    if isinstance(roll, str):
        rolls = {str(each): each for each in moves.possible_rolls(position.dice, rules)}
        if roll not in rolls:
            raise ValueError(f"roll must be one of {' '.join(rolls) or 'no dice'}, got {roll!r:.40}")
        roll = rolls[roll]
    _check_roll(position, roll, rules)
    leg = LegRolls(position, rules, position.dice)
    number = np.array([leg.rolls.index(roll)])
    mover = leg.movers(leg.keys, number)
    result = moves.move(leg.keys, mover, leg.steps[number], leg.effects, rules)
    moved, stop, keys = leg.rows[int(mover[0])], int(result.stop[0]) or None, result.keys[:, 0]
    # From the rearmost to the leader.
    camels = [(int(keys[row]) >> moves.HEIGHT_BITS, leg.rows[row]) for row in np.argsort(keys)]
    if result.ended[0]:
        crossed = "".join(camel for square, camel in camels if not 1 <= square <= rules.track)
        racing = "".join(camel for _, camel in reversed(camels) if not camel.islower())
        return RollResult(None, moved, stop, crossed, racing)
    return RollResult(Position(stack_camels(camels), position.dice.replace(roll.die, ""), position.tiles), moved, stop)


def _check_roll(position: Position, roll: Roll, rules: Rules) -> None:
    if not rolls_left(position, rules):
        raise ValueError(f"roll: the leg is over, so no die is rolled, got {roll}")
    possible = [each for each in moves.possible_rolls(position.dice, rules) if each.die == roll.die]
    if not possible:
        raise ValueError(f"roll must be of a die in the pyramid ({position.dice}), got {roll}")
    if roll not in possible:
        for each in possible:
            if (each.camel, each.number) == (roll.camel, roll.number):
                raise ValueError(f"sides must be {each.sides} of {rules.sides} for {roll}, got {roll.sides}")
        raise ValueError(f"roll must be one of {' '.join(map(str, possible))}, got {roll!r}")


def next_rolls(position: Position | str, rules: Rules = FIRST_EDITION) -> Results[NextRoll]:
    """Return the odds after each possible next roll, in the order of the dice; none if the leg is over.

    >>> rolls = next_rolls(Position.parse("1:BWOG 2:Y dice=OB"))
    >>> [(str(r.roll), r.after.favourite) for r in rolls]
    [('B1', 'G'), ('B2', 'G'), ('B3', 'G'), ('O1', 'W'), ('O2', 'W'), ('O3', 'G')]
    """
    position = check(position, rules)
    if not rolls_left(position, rules):
        return Results()
    walk, total_sides = Walk(position, rules, by_roll=True), len(position.dice) * rules.sides
    result = walk.tally()
    return Results(
        NextRoll(roll, Fraction(roll.sides, total_sides), moved, odds_of(result, board, position, rules))
        for board, (roll, moved) in enumerate(zip(walk.leg.rolls, _movers(walk.leg), strict=True))
    )


def _movers(leg: LegRolls) -> list[str]:
    """Return the camel that moves with each roll; for the grey die it may be another camel than the one rolled."""
    number = np.arange(len(leg.rolls))
    return [leg.rows[row] for row in leg.movers(leg.keys, number, np.zeros_like(number)).tolist()]


def can_end_race(position: Position, rules: Rules, turns: int) -> bool:
    """Return whether the race can end within this number of turns, in each of which a player can roll; True if in doubt.

    In doubt, because others can place tiles before the second turn, and each tile takes a camel one square further.
    """
    reach = (turns - 1) * (max(rules.faces) + 1)
    for roll in moves.possible_rolls(position.dice, rules):
        if (after := roll_die(position, roll, rules).position) is None:
            return True
        crazy = [square for square, camels in after.stacks if any(map(str.islower, camels))]
        if after.square_of(after.racing[-1]) + reach > rules.track or min(crazy, default=rules.track) <= reach:
            return True
    return False


class MoveReason(Enum):
    """Why a crazy camel moves after a roll of the grey die, in words."""

    CARRIES = "only it carries racing camels"
    UPPER = "it stands on the other crazy camel"
    ROLLED = "it is the one rolled"
    ALONE = "it is the only one on the board"


def explain_grey_rolls(position: Position, rules: Rules) -> dict[str, tuple[str, MoveReason]]:
    """Return for each roll of the grey die, such as "k2", the crazy camel that moves and the reason.

    Raises ValueError if the position does not fit the rules, or the grey die is not in the pyramid.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> explain_grey_rolls(Position.parse("3:BY 4:G 15:wR 16:k"), SECOND_EDITION)["k2"]
    ('w', <MoveReason.CARRIES: 'only it carries racing camels'>)
    """
    check(position, rules)
    if GREY_DIE not in position.dice:
        raise ValueError(f"the grey die must be in the pyramid, got {position.dice or 'no dice'}")
    leg = LegRolls(position, rules, GREY_DIE)
    movers = _movers(leg)
    reason = _reason(position, movers, rules)
    return {str(roll): (moved, reason) for roll, moved in zip(leg.rolls, movers, strict=True)}


def _reason(position: Position, movers: list[str], rules: Rules) -> MoveReason:
    """Return why these crazy camels move, one for each roll of the grey die."""
    if len(set(movers)) > 1:
        return MoveReason.ROLLED
    if not set(rules.crazy) <= set(position.camels):
        return MoveReason.ALONE
    carries = [
        any(other not in rules.crazy for other in position.camels_on(position.square_of(camel)).partition(camel)[2])
        for camel in rules.crazy
    ]
    return MoveReason.UPPER if carries[0] == carries[1] else MoveReason.CARRIES
