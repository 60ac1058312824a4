"""How many rolls a game of Orchard takes, from one state: the fruit and the raven as two clocks.

Whether a roll is a raven does not depend on the fruit, and no policy looks at the raven. So the rolls without a raven
are followed on the boards alone, and ravens are dealt among them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from boardodds.orchard.boards import BY_CHANCE, Boards, boards_of, number_boards, pick_weights
from boardodds.orchard.rules import Rules, State
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.pmf import Pmf

MAX_ROLLS = 5_000
# the rest of the distribution that is left out
REST = 1e-12
# rolls followed before it is asked whether they are enough
_ROLLS_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Endings:
    """With which roll a game ends, to a rest of 1e-12.

    won, lost: the chance that it is won, or lost, with each roll from 0; rolls that change nothing are counted.
    """

    won: tuple[float, ...]
    lost: tuple[float, ...]

    @property
    def rolls(self) -> Pmf:
        """The number of rolls to the end, won or lost."""
        return Pmf.from_weights(
            {roll: won + lost for roll, (won, lost) in enumerate(zip(self.won, self.lost, strict=True))}
        )


def endings(rules: Rules, policy: str, state: State) -> Endings:
    """With which roll the game ends, and how.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> soon = endings(MY_FIRST_ORCHARD, "most_left", State((0, 0, 0, 1), 1))
    >>> round(soon.won[1], 9), round(soon.lost[1], 9)
    (0.333333333, 0.166666667)
    """
    most = tuple(sorted(state.fruit))
    boards = boards_of(most) if most == tuple(sorted(rules.fruit)) else number_boards(most)
    chances = _fruit_left(boards, rules, policy)
    left: list[float] = []
    goes_on = 1.0
    while goes_on > REST and len(left) <= MAX_ROLLS:
        left += islice(chances, _ROLLS_AT_ONCE)
        goes_on = _goes_on(np.array([len(left) - 1]), np.array(left), rules, state.raven_steps)[0]
    return _endings(np.array(left), rules, state.raven_steps)


def _endings(left: Floats, rules: Rules, steps: int) -> Endings:
    """left: the chance that fruit is left after 0, 1, ... rolls without a raven. steps: raven steps that end the game."""
    rolls = np.arange(len(left))
    last = np.append(np.flatnonzero(_goes_on(rolls, left, rules, steps) <= REST), len(left) - 1)[0]
    won, lost = np.zeros(last + 1), np.zeros(last + 1)
    won[0], lost[0] = 1 - left[0], steps == 0
    if last:
        raven, before = rules.raven_faces / rules.faces, rolls[:last, None]
        ravens = _ravens(before, rules, steps)
        # a rounding may leave more fruit after a roll than before it
        picked = np.maximum(-np.diff(left), 0)[np.maximum(before - np.arange(steps), 0)]
        won[1:] = (1 - raven) * (ravens * picked).sum(axis=1)
        lost[1:] = raven * ravens[:, -1] * left[np.maximum(before[:, 0] - steps + 1, 0)]
    return Endings(tuple(won.tolist()), tuple(lost.tolist()))


def _goes_on(rolls: Ints, left: Floats, rules: Rules, steps: int) -> Floats:
    """The chance that the game goes on after so many rolls (rolls,); ``left`` and ``steps`` as above."""
    rolls = rolls[:, None]
    fruit_left = left[np.maximum(rolls - np.arange(steps), 0)]
    goes_on: Floats = (_ravens(rolls, rules, steps) * fruit_left).sum(axis=1)
    return goes_on


def _ravens(rolls: Ints, rules: Rules, steps: int) -> Floats:
    """The chance of 0, 1, ... ravens, fewer than ``steps``, in so many rolls, (rolls, 1): float array (rolls, steps)."""
    raven, ravens = rules.raven_faces / rules.faces, np.arange(steps)
    # each number's chance from that of one raven fewer
    more = (rolls - ravens + 1) / np.maximum(ravens, 1) * (raven / (1 - raven))
    return np.cumprod(np.where(ravens == 0, (1 - raven) ** rolls, more), axis=1, dtype=np.float64)


def _fruit_left(boards: Boards, rules: Rules, policy: str) -> Iterator[float]:
    """The chance that fruit is left on the fullest board after 0, 1, ... rolls without a raven."""
    roll = _drawn(boards, rules, policy) if policy in BY_CHANCE else _chosen(boards, rules, policy)
    left = np.ones(len(boards))
    left[0] = 0
    while True:
        yield float(left[-1])
        left = roll(left)


def _chosen(boards: Boards, rules: Rules, policy: str) -> Callable[[Floats], Floats]:
    """The expectation of a value of every board (boards,) one roll later, where the policy leaves nothing to chance."""
    ahead = np.concatenate([boards.down, boards.picked(policy, rules.basket_picks)[None]])
    faces = np.array([1.0] * len(boards.down) + [float(rules.basket_faces)]) / (rules.faces - rules.raven_faces)
    return lambda values: faces @ values.take(ahead)


def _drawn(boards: Boards, rules: Rules, policy: str) -> Callable[[Floats], Floats]:
    """The same where the policy draws each fruit."""
    weights = pick_weights(policy, boards.fruit)
    shares = weights / np.maximum(weights.sum(axis=0), 1)
    # what is won stays won, whatever the basket still picks
    shares[0, 0] = 1

    def roll(values: Floats) -> Floats:
        after = values.take(boards.down)
        later: Floats = after.sum(axis=0)
        picked = values
        for _ in range(rules.basket_picks):
            picked = np.einsum("tb,tb->b", shares, picked.take(boards.down))
        later += rules.basket_faces * picked
        later /= rules.faces - rules.raven_faces
        return later

    return roll
