"""How often something happens in simulated games: shortcuts, licorice, and picture cards that lead back or forward."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from boardodds.candy_land.games import start_games
from boardodds.candy_land.rules import CLASSIC, Rules
from boardodds.candy_land.simulation import GameSampler, check_playable
from boardodds.candy_land.state import State
from boardodds.candy_land.transitions import ONWARD, Events
from boardodds.probability.arrays import Ints
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import run_chunks

# The standard errors come from the differences between so many batches of games.
_BATCHES = 20


@dataclass(frozen=True, slots=True)
class _UseSampler:
    """A sampler for ``run_chunks``: the uses of each card in each state, in all games of a chunk."""

    rules: Rules
    start: State

    def __call__(self, games: int, rng: np.random.Generator) -> Ints:
        batch = start_games(self.rules, self.start, games)
        uses = batch.count_uses()
        GameSampler((self.rules,), self.start).play([batch], [self.rules], rng)
        return uses


def count_events(
    rules: Rules = CLASSIC,
    *,
    players: int = 1,
    state: State | None = None,
    games: int = 20_000,
    seed: int = 1,
    **run: Any,
) -> dict[str, MeanEstimate]:
    """Return the mean number of each event of ``Events`` in a game, for all players together, with its standard error.

    games: a multiple of 20. The other parameters and errors are those of ``simulate``.

    >>> count_events(games=20_000)["shortcuts"].interval(0.999).low < 0.49 < count_events()["shortcuts"].interval(0.999).high
    True
    """
    start, size = check_playable(rules, players, state), games // _BATCHES
    table = start_games(rules, start, 1).table
    means = [
        table.events(uses.reshape(table.after.shape)[:, :ONWARD] / size)
        for uses in run_chunks(_UseSampler(rules, start), size * _BATCHES, seed, chunk=size, **run)
    ]
    return {
        name: MeanEstimate.from_sample(column)
        for name, column in zip(Events._fields, zip(*means, strict=True), strict=True)
    }
