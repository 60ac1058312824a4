"""The solved race: for every board at the start of a leg, the chances of each winner, each loser and each number of legs."""

from dataclasses import dataclass
from math import comb

import numpy as np

from boardodds.camel_up.rules import Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.multisets import multiset_numbers, multisets

# The largest work of a table, in steps.
MAX_WORK = 64_000_000
# The largest work of a quick table, which takes a second or less.
QUICK_WORK = 13_000_000


@dataclass(frozen=True, slots=True)
class RaceTable:
    """The odds of the race from every board, at the start of a leg with all dice in the pyramid.

    A board is the squares of the camels in ascending order; a camel's place in this order is its rank, 0 for the rearmost.

    camels: the number of camels.
    track: the number of squares.
    win, last: float arrays (boards, camels), the probability of each rank to win the race, and to finish last.
    legs: float array (boards, legs + 1), the probability of each number of legs to the end of the race, from 0.
    """

    camels: int
    track: int
    win: Floats
    last: Floats
    legs: Floats

    @property
    def nbytes(self) -> int:
        """The size of the table in bytes."""
        return self.win.nbytes + self.last.nbytes + self.legs.nbytes

    def index(self, squares: Ints) -> Ints:
        """Return the rows of some boards in the table: int array (boards,).

        squares: int array (camels, boards), the squares of each board in ascending order.
        """
        return multiset_numbers(squares - 1, self.track - 1)

    def shortened(self, track: int) -> "RaceTable":
        """Return the table of a race on a shorter track: the boards at the end of this track.

        >>> from boardodds.camel_up.race_solver import build_table
        >>> short = build_table(2, Rules(track=9), ranks=True).shortened(8)
        >>> short.win.tolist() == build_table(2, Rules(track=8), ranks=True).win.tolist()
        True
        """
        boards = multisets(self.camels, track - 1).T
        rows = np.empty(boards.shape[1], dtype=np.int64)
        rows[multiset_numbers(boards, track - 1)] = multiset_numbers(
            boards + np.int16(self.track - track), self.track - 1
        )
        legs = self.legs[rows]
        max_legs = int(np.flatnonzero(legs.any(axis=0))[-1])
        return RaceTable(self.camels, track, self.win[rows], self.last[rows], legs[:, : max_legs + 1].copy())


def count_boards(camels: int, track: int) -> int:
    """Return the number of boards: the ways to choose the squares of the camels, without regard to their order.

    >>> count_boards(5, 16)
    15504
    """
    return comb(track + camels - 1, camels)


def dice_in_sets(camels: int) -> int:
    """Return the number of dice in all sets of dice together: each die is in half of the sets.

    >>> dice_in_sets(2), dice_in_sets(5)
    (4, 80)
    """
    dice: int = camels * 2 ** (camels - 1)
    return dice


def count_moves(camels: int, track: int, faces: tuple[int, ...]) -> int:
    """Return the number of moves that the solver of a table computes: from each board, with each die of each set and each face.

    >>> count_moves(5, 16, (1, 2, 3)) == 15_504 * 80 * 3
    True
    """
    return count_boards(camels, track) * dice_in_sets(camels) * len(set(faces))


def table_work(camels: int, track: int, faces: tuple[int, ...]) -> int:
    """Return the work of a table, by which it is limited: two steps for each move."""
    return 2 * count_moves(camels, track, faces)


def check_work(racing: int, rules: Rules) -> None:
    """Raise ValueError if a table takes too much work."""
    if (work := table_work(racing, rules.track, rules.faces)) > MAX_WORK:
        raise ValueError(
            f"a race of {racing} camels over {rules.track} squares takes {work:,} steps to solve; at most {MAX_WORK:,} "
            "are allowed: simulate it, or use fewer camels, squares or faces"
        )
