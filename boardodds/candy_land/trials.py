"""Candy Land as a trial, with the deck reshuffled before every draw so that the answer is exact."""

from dataclasses import replace

from boardodds.candy_land.chain import solve_reshuffled
from boardodds.candy_land.rules import RESHUFFLED, SCHEFFER
from boardodds.candy_land.simulate import simulate
from boardodds.entry.trial import Trial

_MAX_TURNS = 30
_RULES = replace(SCHEFFER, deck=RESHUFFLED)

TRIALS = (
    Trial(
        "candy_land",
        "candy land",
        f"Is Candy Land over within {_MAX_TURNS} turns, on Scheffer's board with the deck reshuffled before every draw?",
        f"the game is over within {_MAX_TURNS} turns",
        exact=lambda: solve_reshuffled(_RULES).turns.at_most(_MAX_TURNS),
        play=lambda games, seed: sum(simulate(_RULES, games=games, seed=seed).turn_counts[: _MAX_TURNS + 1]),
    ),
)
