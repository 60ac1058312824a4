"""The leg played many times with dice: for comparison with the exact count, and for seeing how slowly a simulation
learns."""

from dataclasses import dataclass

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.moves import Ints
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, Rules
from boardodds.estimate import Proportion

MAX_GAMES = 10_000_000
_CHUNK = 1 << 16


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
        if camel not in self.camels or len(camel) != 1:
            raise ValueError(f"camel must be one of {' '.join(self.camels)}, got {camel!r}")
        if not 1 <= place <= len(self.camels):
            raise ValueError(f"place must be 1..{len(self.camels)}, got {place}")
        return Proportion(self.counts[self.camels.index(camel)][place - 1], self.games)


def simulate_leg(position: Position, rules: Rules = FIRST_EDITION, *, games: int, seed: int) -> LegSample:
    """Plays the rest of the leg ``games`` times, 1 to 10 million, with random dice.

    >>> sample = simulate_leg(Position.parse("1:BWOG 2:Y"), games=20_000, seed=1)
    >>> 10033 / 29160 in sample.probability("G", place=1).interval(0.999)
    True
    """
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"games must be 1..{MAX_GAMES:,}, got {games:,}")
    check(position, rules)
    rng = np.random.default_rng(seed)
    racing = len(position.racing)
    counts = np.zeros((racing, racing), dtype=np.int64)
    for start in range(0, games, _CHUNK):
        keys = _play(position, rules, min(_CHUNK, games - start), rng)
        for camel, place in enumerate(moves.racing_order(keys, racing)):
            counts[camel] += np.bincount(place, minlength=racing)
    camels = moves.camel_rows(position, rules)[:racing]
    return LegSample(camels, games, tuple(tuple(row) for row in counts.tolist()), seed)


def _play(position: Position, rules: Rules, games: int, rng: np.random.Generator) -> Ints:
    """The final boards of so many legs: int array (camels, games)."""
    rows = moves.camel_rows(position, rules)
    keys = np.repeat(moves.board_keys(position, rows), games, axis=1)
    effects = moves.tile_effects(position, rules.track)[None, :]
    drawn = rng.permuted(np.tile(np.arange(len(position.dice)), (games, 1)), axis=1)
    running = np.arange(games)
    for turn in range(rolls_left(position, rules)):
        die = drawn[running, turn]
        mover, steps = _throw(die, keys[:, running], position.dice, rows, rules, rng)
        moved = moves.move(keys[:, running], mover, steps, np.repeat(effects, len(running), axis=0), rules)
        keys[:, running] = moved.keys
        running = running[~moved.ended]
    return keys


def _throw(die: Ints, keys: Ints, dice: str, rows: str, rules: Rules, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Throws one die on each board: the row of the camel that moves and its signed steps, both (boards,)."""
    number = np.array(rules.faces, dtype=np.int16)[rng.integers(len(rules.faces), size=len(die))]
    mover = np.array([0 if each == GREY_DIE else rows.index(each) for each in dice])[die]
    if GREY_DIE not in dice:
        return mover, number
    grey = die == dice.index(GREY_DIE)
    named = np.array([rows.index(camel) for camel in rules.crazy])[rng.integers(2, size=int(grey.sum()))]
    mover[grey] = moves.crazy_movers(keys[:, grey], named, rows, rules)
    return mover, np.where(grey, -number, number)
