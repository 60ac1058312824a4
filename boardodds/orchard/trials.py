"""Orchard as two trials."""

from boardodds.entry.trial import Trial
from boardodds.orchard.rules import MY_FIRST_ORCHARD, ORCHARD
from boardodds.orchard.simulate import simulate
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE, solve

TRIALS = (
    Trial(
        "orchard",
        "orchard",
        "Do we win Orchard if the basket picks from the fullest tree?",
        "we win",
        exact=lambda: solve(ORCHARD, policy=MOST_LEFT).win,
        play=lambda games, seed: simulate(ORCHARD, policy=MOST_LEFT, games=games, seed=seed).wins,
    ),
    Trial(
        "my_first_orchard",
        "my first orchard",
        "Do we win My First Orchard if the basket picks from any type at random?",
        "we win",
        exact=lambda: solve(MY_FIRST_ORCHARD, policy=RANDOM_TYPE).win,
        play=lambda games, seed: simulate(MY_FIRST_ORCHARD, policy=RANDOM_TYPE, games=games, seed=seed).wins,
    ),
)
