"""How many rolls a game of Orchard takes, from one state: the fruit and the raven as two clocks.

Whether a roll is a raven does not depend on the fruit, and no policy looks at the raven. So the rolls without a raven
are followed on the boards alone, and ravens are dealt among them.
"""

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from boardodds.orchard.boards import BY_CHANCE, Boards, Ints, boards_of, number_boards, pick_weights
from boardodds.orchard.ravens import Floats
from boardodds.orchard.rules import Rules, State
from boardodds.pmf import Pmf

MAX_ROLLS = 5_000
# the rest of the distribution that is left out
REST = 1e-12
# rolls followed before it is asked whether they are enough
_ROLLS_AT_ONCE = 16


def rolls_left(rules: Rules, policy: str, state: State) -> Pmf:
    """The number of rolls to the end, those that change nothing counted, to a rest of 1e-12.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> round(rolls_left(MY_FIRST_ORCHARD, "most_left", State((0, 0, 0, 1), 1)).probability(1), 9)
    0.5
    """
    most = tuple(sorted(state.fruit))
    boards = boards_of(most) if most == tuple(sorted(rules.fruit)) else number_boards(most)
    chances = _fruit_left(boards, rules, policy)
    fruit: list[float] = []
    goes_on = np.ones(1)
    while goes_on[-1] > REST and len(fruit) <= MAX_ROLLS:
        fruit += islice(chances, _ROLLS_AT_ONCE)
        goes_on = _goes_on(np.array([len(fruit) - 1]), np.array(fruit), rules, state.raven_steps)
    goes_on = _goes_on(np.arange(len(fruit)), np.array(fruit), rules, state.raven_steps)
    last = np.append(np.flatnonzero(goes_on <= REST), len(fruit) - 1)[0]
    ends = -np.diff(goes_on[: last + 1], prepend=1.0)
    return Pmf.from_weights({roll: max(0.0, chance) for roll, chance in enumerate(ends.tolist())})


def _goes_on(rolls: Ints, fruit: Floats, rules: Rules, steps: int) -> Floats:
    """The chance that the game goes on after so many rolls (rolls,).

    fruit: the chance that fruit is left after 0, 1, ... rolls without a raven. steps: raven steps that end the game.
    """
    raven, rolls = rules.raven_faces / rules.faces, rolls[:, None]
    ravens = np.arange(steps)
    # how likely that many of the rolls are ravens: each number's chance from that of one raven fewer
    more = (rolls - ravens + 1) / np.maximum(ravens, 1) * (raven / (1 - raven))
    chance = np.cumprod(np.where(ravens == 0, (1 - raven) ** rolls, more), axis=1)
    goes_on: Floats = (chance * fruit[np.maximum(rolls - ravens, 0)]).sum(axis=1)
    return goes_on


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
