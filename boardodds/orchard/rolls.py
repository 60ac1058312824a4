"""The number of rolls in a game of Orchard, from one state: the fruit and the raven as two independent processes.

The chance to roll a raven does not depend on the fruit, and no policy looks at the raven. So the rolls without a raven are
computed from the boards alone, and the ravens are distributed among them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from boardodds.orchard.boards import Boards, basket_results, boards_of, number_boards_of, pick_chances, team_of
from boardodds.orchard.rules import Policy, Rules, State
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Measure, Result

# The chance of longer games that is left out of the distribution. Every roll picks from each tree with a chance of at least 1/20,
# so the rest of the games end within about a thousand rolls.
TAIL = 1e-12
# The number of rolls computed between two checks of the tail.
_ROLLS_PER_CHECK = 16


@short_repr
@dataclass(frozen=True, slots=True)
class Endings(Result):
    """The chance that a game ends with each roll, those that change nothing included, except for a tail of 1e-12.

    won, lost: the chance that the game is won, or lost, with each roll, from 0.
    """

    won: tuple[float, ...]
    lost: tuple[float, ...]

    def measures(self) -> Iterator[Measure]:
        for name, roll in product(("won", "lost"), range(len(self.won))):
            yield Measure(name, getattr(self, name)[roll], str(roll))

    @property
    def rolls(self) -> Pmf:
        """The number of rolls until the game is won or lost."""
        return Pmf.from_weights(
            {roll: won + lost for roll, (won, lost) in enumerate(zip(self.won, self.lost, strict=True))}
        )


def endings(rules: Rules, policies: tuple[Policy, ...], state: State) -> Endings:
    """Return the chance that a game from a state is won, or lost, with each roll.

    policies: the policy of all players; raises ValueError if they differ, since the fruit then depends on when a raven is rolled.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> found = endings(MY_FIRST_ORCHARD, ("most_left",), State((0, 0, 0, 1), 1))
    >>> round(found.won[1], 9), round(found.lost[1], 9)
    (0.333333333, 0.166666667)
    """
    policy, *others = team_of(rules, policies)
    if others:
        raise ValueError(f"the number of rolls needs the same policy for all players, got {', '.join(policies)}")
    is_start = sorted(state.fruit) == sorted(rules.fruit)
    boards = (boards_of if is_start else number_boards_of)(state.fruit, (policy,))
    first = np.zeros(len(boards))
    for after, chance in basket_results(policy, state).items():
        first[boards.number(after.fruit)] += float(chance)
    chances = _fruit_left(boards, rules, policy, first)
    fruit_left: list[float] = []
    tail = 1.0
    while tail > TAIL:
        fruit_left += islice(chances, _ROLLS_PER_CHECK)
        tail = _continuation(np.array([len(fruit_left) - 1]), np.array(fruit_left), rules, state.raven_steps)[0]
    return _endings(np.array(fruit_left), rules, state.raven_steps)


def _endings(fruit_left: Floats, rules: Rules, steps: int) -> Endings:
    """Return the endings by combining fruit and raven.

    fruit_left: float array (rolls,), the chance that fruit is left after 0, 1, ... rolls without a raven.
    steps: the number of raven steps that lose the game.
    """
    rolls = np.arange(len(fruit_left))
    last = np.append(np.flatnonzero(_continuation(rolls, fruit_left, rules, steps) <= TAIL), len(fruit_left) - 1)[0]
    won, lost = np.zeros(last + 1), np.zeros(last + 1)
    won[0], lost[0] = 1 - fruit_left[0], steps == 0
    if last:
        raven, before = rules.raven_faces / rules.faces, rolls[:last, None]
        ravens = _raven_chances(before, rules, steps)
        # Rounding can leave a slightly larger chance of fruit after a roll than before it.
        picked = np.maximum(-np.diff(fruit_left), 0)[np.maximum(before - np.arange(steps), 0)]
        won[1:] = (1 - raven) * (ravens * picked).sum(axis=1)
        lost[1:] = raven * ravens[:, -1] * fruit_left[np.maximum(before[:, 0] - steps + 1, 0)]
    return Endings(tuple(won.tolist()), tuple(lost.tolist()))


def _continuation(rolls: Ints, fruit_left: Floats, rules: Rules, steps: int) -> Floats:
    """Return the chance that a game is not over after each number of rolls: float array (rolls,)."""
    rolls = rolls[:, None]
    fruit = fruit_left[np.maximum(rolls - np.arange(steps), 0)]
    chances: Floats = (_raven_chances(rolls, rules, steps) * fruit).sum(axis=1)
    return chances


def _raven_chances(rolls: Ints, rules: Rules, steps: int) -> Floats:
    """Return the chance of exactly 0, 1, ... ravens in each number of rolls, int array (rolls, 1): float array (rolls, steps)."""
    raven, ravens = rules.raven_faces / rules.faces, np.arange(steps)
    # The ratio of each binomial chance to that of one raven fewer.
    ratios = np.maximum(rolls - ravens + 1, 0) / np.maximum(ravens, 1) * (raven / (1 - raven))
    return np.cumprod(np.where(ravens == 0, (1 - raven) ** rolls, ratios), axis=1, dtype=np.float64)


def _fruit_left(boards: Boards, rules: Rules, policy: Policy, first: Floats) -> Iterator[float]:
    """Yield the chance that fruit is left after 0, 1, ... rolls without a raven, from the chance of each board before."""
    picks = pick_chances(policy, boards.fruit, rules.basket_picks)
    chances = np.ones(len(boards))
    chances[0] = 0
    while True:
        # The rounded sum can be slightly more than 1.
        yield min(1.0, float(first @ chances))
        basket = chances
        for by_tree, none in picks:
            basket = np.einsum("tb,tb->b", by_tree, basket.take(boards.after_pick)) + none * basket
        colours = chances.take(boards.after_pick).sum(axis=0)
        chances = (colours + rules.basket_faces * basket) / (rules.faces - rules.raven_faces)
