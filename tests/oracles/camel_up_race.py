"""Plain, slow answers about a whole race: a recursion over every roll for small races, and dice for large ones.

No tiles lie in legs after the first, as the solver assumes. The moves are those of the leg's brute force.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from boardodds.camel_up import Position, Rules
from tests.oracles.camel_up_leg import Board, crossed, move, ranking

Frozen = tuple[tuple[int, str], ...]


@dataclass
class BruteRace:
    """Exact chances as fractions: to win and to come last by camel, and of each number of legs still to run."""

    win: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    last: defaultdict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    legs: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))

    def add(self, other: "BruteRace", share: Fraction, more_legs: int = 0) -> None:
        for camel, chance in other.win.items():
            self.win[camel] += chance * share
        for camel, chance in other.last.items():
            self.last[camel] += chance * share
        for legs, chance in other.legs.items():
            self.legs[legs + more_legs] += chance * share


def brute_race(position: Position, rules: Rules) -> BruteRace:
    """Follows every roll of the race; first edition only, and only for short tracks."""

    @cache
    def from_here(frozen: Frozen, dice: str, tiles: Frozen) -> BruteRace:
        if len(dice) <= rules.undrawn:
            everything = "".join(camels for _, camels in frozen)
            result = BruteRace()
            result.add(from_here(frozen, "".join(sorted(everything)), ()), Fraction(1), more_legs=1)
            return result
        result = BruteRace()
        board: Board = {square: list(camels) for square, camels in frozen}
        share = Fraction(1, len(dice) * len(rules.faces))
        for die in dice:
            for number in rules.faces:
                after, _ = move(board, die, number, dict(tiles), rules)
                if crossed(after, rules):
                    order = ranking(after)
                    result.win[order[0]] += share
                    result.last[order[-1]] += share
                    result.legs[1] += share
                else:
                    frozen_after = tuple(
                        sorted((square, "".join(camels)) for square, camels in after.items() if camels)
                    )
                    result.add(from_here(frozen_after, dice.replace(die, ""), tiles), share)
        return result

    found = from_here(position.stacks, "".join(sorted(position.dice)), position.tiles)
    if len(position.dice) <= rules.undrawn:
        # the leg is over: what is still to run begins with the next one
        found.legs = defaultdict(Fraction, {legs - 1: chance for legs, chance in found.legs.items()})
    return found


def dice_race(squares: list[str], track: int, rng: random.Random, *, stacking: bool = True) -> tuple[str, str, int]:
    """One race with dice from stacks by square (squares[1] is square 1): winner, last and legs. First edition."""
    stacks = squares + [""] * (track + 4 - len(squares))
    where = {camel: square for square, camels in enumerate(stacks) for camel in camels}
    legs = 0
    while True:
        legs += 1
        for camel in rng.sample(sorted(where), len(where)):
            here = where[camel]
            height = stacks[here].index(camel)
            unit = stacks[here][height:] if stacking else camel
            stacks[here] = stacks[here].replace(unit, "")
            to = here + rng.randint(1, 3)
            stacks[to] += unit
            for rider in unit:
                where[rider] = to
            if to > track:
                order = "".join(stacks)
                return order[-1], order[0], legs
