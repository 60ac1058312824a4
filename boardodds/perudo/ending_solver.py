"""The solver of a round between two players: predictive CFR+ (Farina, Kroer and Sandholm 2021).

In each pass both players shift their chances towards the moves that they regret, for every hand at every sequence of bids. The
last regrets count twice, as a prediction of the next ones, and later passes count more in the averages, by their square. The
averages converge to an equilibrium; ``EndingGame.limits`` shows how close they are.
"""

import numpy as np

from boardodds.perudo.ending_game import EndingGame, Strategy, segment_sums
from boardodds.probability.arrays import Floats


class EndingSolver:
    """The regrets and the average strategies of both players.

    All arrays of a level have the hands of its player in their columns. Raises are in the order of the next level's nodes.
    """

    def __init__(self, game: EndingGame) -> None:
        self.game = game
        levels = list(enumerate(game.tree.levels))
        self._raise_regrets = [np.zeros((level.children, game.hands(depth))) for depth, level in levels]
        self._dudo_regrets = [np.zeros((level.nodes, game.hands(depth))) for depth, level in levels]
        self._raise_sums = [np.zeros_like(regrets) for regrets in self._raise_regrets]
        self._dudo_sums = [np.zeros_like(regrets) for regrets in self._dudo_regrets]
        self._strategy = [
            game.normalised(depth, self._raise_regrets[depth], self._dudo_regrets[depth]) for depth, _ in levels
        ]
        self._reach = [game.reaches(self._strategy, player) for player in (0, 1)]

    def improve(self, player: int, weight: float) -> None:
        """Update the regrets of a player against the other's present strategy, and add the player's strategy to the average."""
        game, other = self.game, self._reach[1 - player]
        values: Floats = np.zeros((0, len(game.hand_chances[player])))
        for depth in reversed(range(game.depth)):
            level = game.tree.levels[depth]
            if depth % 2 == player:
                calls = game.call_values(depth, player, other[depth], caller=player)
                values = self._update(depth, values, calls, weight * self._reach[player][depth])
            else:
                dudo = self._strategy[depth][1]
                calls = game.call_values(depth, player, other[depth] * dudo, caller=1 - player)
                values = segment_sums(values, level) + calls
        self._reach[player] = game.reaches(self._strategy, player)

    def _update(self, depth: int, values: Floats, calls: Floats, reach: Floats) -> Floats:
        """Update the regrets, the average and the strategy of a level; return the values of its nodes.

        values, calls: the values of the raises and of dudo.
        reach: the weights of the strategy in the average.
        """
        (raises, dudo), parent = self._strategy[depth], self.game.parent(depth)
        now = segment_sums(raises * values, self.game.tree.levels[depth]) + dudo * calls
        self._raise_sums[depth] += raises * reach[parent]
        self._dudo_sums[depth] += dudo * reach
        raise_regrets, dudo_regrets = values - now[parent], calls - now
        self._raise_regrets[depth] = np.maximum(0, self._raise_regrets[depth] + raise_regrets)
        if depth:
            self._dudo_regrets[depth] = np.maximum(0, self._dudo_regrets[depth] + dudo_regrets)
        self._strategy[depth] = self.game.normalised(
            depth,
            np.maximum(0, self._raise_regrets[depth] + raise_regrets),
            np.maximum(0, self._dudo_regrets[depth] + dudo_regrets) * (depth > 0),
        )
        return now

    def average(self) -> Strategy:
        """Return the average strategy."""
        sums = enumerate(zip(self._raise_sums, self._dudo_sums, strict=True))
        return [self.game.normalised(depth, raises, dudo) for depth, (raises, dudo) in sums]
