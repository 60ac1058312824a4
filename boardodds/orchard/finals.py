"""The chance of each final state of Orchard, passed forward from each state to the states that follow it."""

import numpy as np

from boardodds.orchard.boards import Boards, cached_boards, pick_weights
from boardodds.orchard.rules import Rules, State
from boardodds.probability.arrays import Floats


def final_states(rules: Rules, policy: str, state: State) -> dict[State, float]:
    """Return the chance of each final state that can be reached from a state.

    A final state gives the fruit in ascending order, without regard to which tree has how much.

    >>> chances = final_states(Rules(fruit=(1,), basket_faces=0), "most_left", State((1,), 1))
    >>> {str(final): chance for final, chance in chances.items()}
    {'0 raven=1': 0.5, '1 raven=0': 0.5}
    """
    boards = cached_boards(tuple(sorted(rules.fruit)))
    forward = _ForwardPass(boards, rules, policy, state)
    for level in reversed(boards.levels):
        forward.propagate(level)
    chance = forward.chance
    won = {State(tuple(boards.fruit[0].tolist()), steps): float(p) for steps, p in enumerate(chance[0]) if p}
    lost = {
        State(tuple(boards.fruit[board].tolist()), 0): float(chance[board, 0]) for board in np.flatnonzero(chance[:, 0])
    }
    return won | lost


class _ForwardPass:
    """The chance that a game comes to each state, computed from the boards with most fruit down.

    chance: float array (boards, raven steps left), where 0 steps left is a lost game.
    baskets: a list of such arrays, for the states in which a basket still picks 0, 1, ... fruits.
    """

    def __init__(self, boards: Boards, rules: Rules, policy: str, state: State) -> None:
        self.boards, self.rules = boards, rules
        weights = pick_weights(policy, boards.fruit)
        self.pick_chances = weights / np.maximum(weights.sum(axis=0), 1)
        self.chance = np.zeros((len(boards), rules.raven_steps + 1))
        self.chance[boards.number(state.fruit), state.raven_steps] = 1
        self.baskets = [np.zeros_like(self.chance) for _ in range(rules.basket_picks + 1)]

    def propagate(self, level: slice) -> None:
        """Pass the chances of the boards with some total of fruit on to the states that follow them."""
        rules, chance = self.rules, self.chance
        for picks in range(rules.basket_picks, 0, -1):
            self._pick(level, picks, self.baskets[picks][level])
        basket_faces = rules.basket_faces if rules.basket_picks else 0
        changing = self.boards.kinds[level] + rules.raven_faces + basket_faces
        shares = np.zeros_like(chance[level])
        for steps in range(rules.raven_steps, 0, -1):
            shares[:, steps] = chance[level, steps] / changing
            chance[level, steps - 1] += rules.raven_faces * shares[:, steps]
        chance[level, 1:] = 0
        for bears, after_pick in zip((self.boards.fruit[level] > 0).T, self.boards.after_pick, strict=True):
            np.add.at(chance, after_pick[level], bears[:, None] * shares)
        if basket_faces:
            self._pick(level, rules.basket_picks, basket_faces * shares)

    def _pick(self, level: slice, picks: int, chance: Floats) -> None:
        """Let a basket pick one fruit.

        picks: the number of fruits that the basket still picks, with this one.
        chance: float array (boards of the level, raven steps left), the chance of each state before the pick.
        """
        for after_pick, pick_chance in zip(self.boards.after_pick, self.pick_chances, strict=True):
            after, share = after_pick[level], chance * pick_chance[level, None]
            basket_ends = (after == 0) | (picks == 1)
            np.add.at(self.chance, after[basket_ends], share[basket_ends])
            np.add.at(self.baskets[picks - 1], after[~basket_ends], share[~basket_ends])
