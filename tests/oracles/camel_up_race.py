"""Slow oracles of the race: a recursion over every roll for short races, and a simulation for longer ones.

As in the solver, only the first leg has tiles. The moves are those of the brute force of the leg.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from boardodds.camel_up import Position, Rules
from boardodds.camel_up.rules import GREY_DIE
from tests.oracles.camel_up_leg import Board, camel_to_move, crossed, is_racing, move, ranking

FrozenBoard = tuple[tuple[int, str], ...]


@dataclass
class BruteRace:
    """Exact chances: of each camel to win and to finish last, and of each number of legs to the end of the race."""

    win: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    last: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    legs: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    def add(self, other: "BruteRace", weight: Fraction, more_legs: int = 0) -> None:
        for camel, chance in other.win.items():
            self.win[camel] += chance * weight
        for camel, chance in other.last.items():
            self.last[camel] += chance * weight
        for legs, chance in other.legs.items():
            self.legs[legs + more_legs] += chance * weight


def brute_race(position: Position, rules: Rules) -> BruteRace:
    """Return the exact chances by a recursion over every roll; only for short tracks without crazy camels."""

    @cache
    def solve(stacks: FrozenBoard, dice: str, tiles: FrozenBoard) -> BruteRace:
        if len(dice) <= rules.undrawn:
            all_dice = "".join(camels for _, camels in stacks)
            result = BruteRace()
            result.add(solve(stacks, "".join(sorted(all_dice)), ()), Fraction(1), more_legs=1)
            return result
        result = BruteRace()
        board: Board = {square: list(camels) for square, camels in stacks}
        weight = Fraction(1, len(dice) * len(rules.faces))
        for die in dice:
            for number in rules.faces:
                after, _ = move(board, die, number, dict(tiles), rules)
                if crossed(after, rules):
                    order = ranking(after)
                    result.win[order[0]] += weight
                    result.last[order[-1]] += weight
                    result.legs[1] += weight
                else:
                    new_stacks = tuple(sorted((square, "".join(camels)) for square, camels in after.items() if camels))
                    result.add(solve(new_stacks, dice.replace(die, ""), tiles), weight)
        return result

    race = solve(position.stacks, "".join(sorted(position.dice)), position.tiles)
    if len(position.dice) <= rules.undrawn:
        # The leg is over, so it does not count as a leg of the rest of the race.
        race.legs = defaultdict(Fraction, {legs - 1: chance for legs, chance in race.legs.items()})
    return race


def dice_race(squares: list[str], track: int, rng: random.Random, *, stacking: bool = True) -> tuple[str, str, int]:
    """Simulate one race of the first edition, and return the winner, the loser and the number of legs.

    squares: the stacks by square, each from the bottom up; the first item is square 0.
    """
    stacks = squares + [""] * (track + 4 - len(squares))
    square_of = {camel: square for square, camels in enumerate(stacks) for camel in camels}
    legs = 0
    while True:
        legs += 1
        for camel in rng.sample(sorted(square_of), len(square_of)):
            origin = square_of[camel]
            height = stacks[origin].index(camel)
            unit = stacks[origin][height:] if stacking else camel
            stacks[origin] = stacks[origin].replace(unit, "")
            target = origin + rng.randint(1, 3)
            stacks[target] += unit
            for member in unit:
                square_of[member] = target
            if target > track:
                order = "".join(stacks)
                return order[-1], order[0], legs


def dice_length(racing: int, rules: Rules, rng: random.Random) -> int:
    """Simulate one race from the placement of its camels, and return the number of legs.

    racing: the number of racing camels, the first of the rules'.
    """
    board: dict[int, list[str]] = {}
    camels = list(rules.camels[:racing])
    # All racing camels are placed before the first crazy one.
    for camel in rng.sample(camels, racing) + rng.sample(list(rules.crazy), len(rules.crazy)):
        number = rng.choice(rules.faces)
        board.setdefault(number if is_racing(camel) else rules.track + 1 - number, []).append(camel)
    legs = 0
    while True:
        legs += 1
        dice = camels + ([GREY_DIE] if rules.crazy else [])
        for die in rng.sample(dice, len(dice) - rules.undrawn):
            camel = camel_to_move(board, rng.choice(rules.crazy), rules) if die == GREY_DIE else die
            board, _ = move(board, camel, rng.choice(rules.faces), {}, rules)
            if crossed(board, rules):
                return legs
