"""The number of rolls in a game of Orchard, from one state: the fruit and the raven as two independent processes.

The chance to roll a raven does not depend on the fruit, and no policy looks at the raven. So the rolls without a raven are
computed from the boards alone, and the ravens are distributed among them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from boardodds.orchard.boards import Boards, basket_results, boards_of, pick_chances, team_of
from boardodds.orchard.rules import Policy, Rules, State
from boardodds.probability.arrays import Floats
from boardodds.probability.display import short_repr
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Measure, Result

# The chance of longer games that is left out of the distribution. Every roll picks from each tree with a chance of at least 1/20,
# so the rest of the games end within about a thousand rolls.
TAIL = 1e-12


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
    boards = boards_of(state.fruit, (policy,), cached=sorted(state.fruit) == sorted(rules.fruit))
    first = np.zeros(len(boards))
    for after, chance in basket_results(policy, state).items():
        first[boards.number(after.fruit)] += float(chance)
    chances = _fruit_left(boards, rules, policy, first)
    raven, steps, left = rules.raven_faces / rules.faces, state.raven_steps, next(chances)
    # By the number of ravens among the rolls so far: its chance, and that of fruit being left after the other rolls.
    ravens, fruit = np.eye(1, steps)[0], np.full(steps, left)
    won, lost = [1 - left], [float(steps == 0)]
    while ravens @ fruit > TAIL:
        later = np.append(next(chances), fruit[:-1])
        # Rounding can leave a slightly larger chance of fruit after a roll than before it.
        won.append(float((1 - raven) * ravens @ np.maximum(fruit - later, 0)))
        lost.append(float(raven * ravens[-1] * fruit[-1]))
        ravens, fruit = (1 - raven) * ravens + raven * np.append(0, ravens[:-1]), later
    return Endings(tuple(won), tuple(lost))


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
