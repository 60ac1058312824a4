"""Who wins the leg: exact counts over all sequences of the dice still in the pyramid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.moves import Roll
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, Rules, column_of, row_of
from boardodds.camel_up.tally import Tally, tally, tally_rolls
from boardodds.probability.montecarlo import Progress


@dataclass(frozen=True, slots=True)
class LegOdds:
    """Where every racing camel stands when the leg is over, exactly.

    - camels: the racing camels on the board, in the order of the rules.
    - outcomes: equally likely dice sequences; 3^N * N! for N dice of the first edition.
    - places: for each camel its counts out of ``outcomes`` by place, first place first.
    - tile_stops: for each tile's square, the units that stop on it, summed over all sequences.
    - tile_price: coins a tile pays for each unit.
    - finish: (winner, runner-up) -> count out of ``outcomes``.
    - states: different states that the count went through, in place of ``outcomes`` sequences.
    """

    camels: str
    outcomes: int
    places: tuple[tuple[int, ...], ...]
    tile_stops: Mapping[int, int]
    tile_price: int
    finish: Mapping[tuple[str, str], int]
    states: int

    def count(self, camel: str, place: int) -> int:
        """In how many of the ``outcomes`` sequences the camel ends in that place, 1 for first."""
        return self.places[row_of(camel, self.camels)][column_of(place, self.camels)]

    def probability(self, camel: str, place: int = 1) -> float:
        """The chance that the camel ends the leg in that place."""
        return self.count(camel, place) / self.outcomes

    def fraction(self, camel: str, place: int = 1) -> Fraction:
        """The same chance as an exact fraction."""
        return Fraction(self.count(camel, place), self.outcomes)

    @property
    def tile_coins(self) -> dict[int, float]:
        """Expected coins that the tile on each square pays its owner in the rest of this leg."""
        return {square: self.tile_price * stops / self.outcomes for square, stops in self.tile_stops.items()}

    @property
    def ranking(self) -> str:
        """The camels from the likeliest winner down; equal chances to win by the chance of second place, and so on."""
        return "".join(sorted(self.camels, key=lambda camel: self.places[self.camels.index(camel)], reverse=True))

    @property
    def favourite(self) -> str:
        """The likeliest winner."""
        return self.ranking[0]


@dataclass(frozen=True, slots=True)
class NextRoll:
    """What one roll would do: ``chance`` of this roll, the camel that then really moves, and the odds afterwards."""

    roll: Roll
    chance: Fraction
    moved: str
    after: LegOdds


@dataclass(frozen=True, slots=True)
class Rolled:
    """The board after a roll: its position, or None if the unit crossed the line and ended the leg; the tile stopped
    on."""

    position: Position | None
    moved: str
    stopped_on: int | None


def solve_leg(position: Position, rules: Rules = FIRST_EDITION, *, progress: Progress | None = None) -> LegOdds:
    """Counts all ways in which the leg can end.

    progress: called with the share done, from 0 to 1; a leg of eight dice takes seconds. Raises ValueError if the position
    cannot be played under the rules, or has too many dice sequences to solve.
    Source: the counting argument of "Camel Calculator", with equal states put together instead of gone through one by
    one.

    >>> odds = solve_leg(Position.parse("1:BWOG 2:Y"))
    >>> odds.outcomes, odds.count("G", place=1), f"{odds.probability('G', place=1):.1%}"
    (29160, 10033, '34.4%')
    """
    check(position, rules)
    return odds_of(tally([position], rules, progress=progress), 0, position, rules)


def solve_legs(positions: Sequence[Position], rules: Rules = FIRST_EDITION) -> list[LegOdds]:
    """Solves boards that have the same camels and dice in one pass, which is much faster than one at a time.

    Raises ValueError for boards that differ in them.

    >>> [odds.favourite for odds in solve_legs([Position.parse("1:BW dice=B"), Position.parse("1:B 3:W dice=B")])]
    ['W', 'B']
    """
    for position in positions:
        check(position, rules)
        first = positions[0]
        if set(position.camels) != set(first.camels) or set(position.dice) != set(first.dice):
            raise ValueError(f"positions must have the same camels and dice, got {first} and {position}")
    result = tally(positions, rules)
    return [odds_of(result, board, position, rules) for board, position in enumerate(positions)]


def odds_of(result: Tally, board: int, position: Position, rules: Rules) -> LegOdds:
    """One board's share of a tally."""
    camels = moves.camel_rows(position, rules)[: len(position.racing)]
    finish = result.finish[board].sum(axis=0)
    return LegOdds(
        camels=camels,
        outcomes=result.outcomes,
        places=tuple(tuple(row) for row in result.places[board].tolist()),
        tile_stops={square: int(result.stops[board, square]) for square, _ in position.tiles},
        tile_price=rules.tile_coins,
        finish={(camels[i], camels[j]): int(finish[i, j]) for i, j in zip(*np.nonzero(finish), strict=True)},
        states=int(result.states[board]),
    )


def roll_die(position: Position, roll: Roll, rules: Rules = FIRST_EDITION) -> Rolled:
    """Plays one roll.

    >>> str(roll_die(Position.parse("1:BWOG 2:Y"), Roll("O", "O", 2, sides=1)).position)
    '1:BW 2:Y 3:OG dice=BWYG'
    """
    check(position, rules)
    if roll not in moves.possible_rolls(position.dice, rules):
        raise ValueError(f"roll must be of a die in the pyramid ({position.dice or 'none left'}), got {roll}")
    return _apply_roll(position, roll, rules)


def next_rolls(position: Position, rules: Rules = FIRST_EDITION) -> list[NextRoll]:
    """The odds after each roll that may come next, in the order of the dice; nothing if the leg is over.

    >>> rolls = next_rolls(Position.parse("1:BWOG 2:Y dice=OB"))
    >>> [(str(r.roll), r.after.favourite) for r in rolls]
    [('B1', 'G'), ('B2', 'G'), ('B3', 'G'), ('O1', 'W'), ('O2', 'W'), ('O3', 'G')]
    """
    check(position, rules)
    if not rolls_left(position, rules):
        return []
    rolls = moves.possible_rolls(position.dice, rules)
    chances = len(position.dice) * rules.sides
    solved, movers = tally_rolls(position, rules), _movers(position, rolls, rules)
    return [
        NextRoll(roll, Fraction(roll.sides, chances), movers[board], odds_of(solved, board, position, rules))
        for board, roll in enumerate(rolls)
    ]


def _movers(position: Position, rolls: Sequence[Roll], rules: Rules) -> list[str]:
    """The camel that really moves with each roll."""
    rows = moves.camel_rows(position, rules)
    movers = [roll.camel for roll in rolls]
    grey = [board for board, roll in enumerate(rolls) if roll.die == GREY_DIE]
    if grey:
        keys = np.repeat(moves.board_keys(position, rows), len(grey), axis=1)
        named = np.array([rows.index(movers[board]) for board in grey])
        for board, row in zip(grey, moves.crazy_movers(keys, named, rows, rules).tolist(), strict=True):
            movers[board] = rows[row]
    return movers


def _apply_roll(position: Position, roll: Roll, rules: Rules) -> Rolled:
    rows = moves.camel_rows(position, rules)
    mover = rows.index(_movers(position, [roll], rules)[0])
    effects = moves.tile_effects(position, rules.track)[None, :]
    steps = np.array([moves.signed_steps(roll)], dtype=np.int16)
    moved = moves.move(moves.board_keys(position, rows), np.array([mover]), steps, effects, rules)
    dice = position.dice.replace(roll.die, "")
    later = None if moved.ended[0] else moves.position_of(moved.keys[:, 0], rows, dice, position.tiles)
    return Rolled(later, rows[mover], int(moved.stop[0]) or None)
