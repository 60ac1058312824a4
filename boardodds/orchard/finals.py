"""How a game of Orchard ends: the chance of each final state, going forward through the states that change anything."""

import numpy as np

from boardodds.orchard.boards import Boards, boards_of, pick_weights
from boardodds.orchard.rules import Rules, State
from boardodds.probability.arrays import Floats


def final_states(rules: Rules, policy: str, state: State) -> dict[State, float]:
    """The chance of each final state; trees are not told apart, their fruit is in ascending order.

    >>> found = final_states(Rules(fruit=(1,), basket_faces=0), "most_left", State((1,), 1))
    >>> {str(final): chance for final, chance in found.items()}
    {'0 raven=1': 0.5, '1 raven=0': 0.5}
    """
    boards = boards_of(tuple(sorted(rules.fruit)))
    going = _Going(boards, rules, policy, state)
    for level in reversed(boards.levels):
        going.pass_on(level)
    chance = going.chance
    won = {State(tuple(boards.fruit[0].tolist()), steps): float(p) for steps, p in enumerate(chance[0]) if p}
    lost = {
        State(tuple(boards.fruit[board].tolist()), 0): float(chance[board, 0]) for board in np.flatnonzero(chance[:, 0])
    }
    return won | lost


class _Going:
    """The chance of each state to come up (boards, raven steps), and that while a basket still picks 0, 1, ... fruits."""

    def __init__(self, boards: Boards, rules: Rules, policy: str, state: State) -> None:
        self.boards, self.rules = boards, rules
        weights = pick_weights(policy, boards.fruit)
        self.picks = weights / np.maximum(weights.sum(axis=0), 1)
        self.chance = np.zeros((len(boards), rules.raven_steps + 1))
        self.chance[boards.at(state.fruit), state.raven_steps] = 1
        self.baskets = [np.zeros_like(self.chance) for _ in range(rules.basket_picks + 1)]

    def pass_on(self, level: slice) -> None:
        """Hands the chances of boards with so much fruit in all on to the boards that they can become."""
        rules, chance = self.rules, self.chance
        for left in range(rules.basket_picks, 0, -1):
            self._pick(level, left, self.baskets[left][level])
        basket_faces = rules.basket_faces if rules.basket_picks else 0
        changing = self.boards.kinds[level] + rules.raven_faces + basket_faces
        shares = np.zeros_like(chance[level])
        for steps in range(rules.raven_steps, 0, -1):
            shares[:, steps] = chance[level, steps] / changing
            chance[level, steps - 1] += rules.raven_faces * shares[:, steps]
        chance[level, 1:] = 0
        for bears, down in zip((self.boards.fruit[level] > 0).T, self.boards.down, strict=True):
            np.add.at(chance, down[level], bears[:, None] * shares)
        if basket_faces:
            self._pick(level, rules.basket_picks, basket_faces * shares)

    def _pick(self, level: slice, left: int, arriving: Floats) -> None:
        """A basket that still picks ``left`` fruits picks one: the game goes on after the last one, or is won."""
        for down, picks in zip(self.boards.down, self.picks, strict=True):
            after, picked = down[level], arriving * picks[level, None]
            over = (after == 0) | (left == 1)
            np.add.at(self.chance, after[over], picked[over])
            np.add.at(self.baskets[left - 1], after[~over], picked[~over])
