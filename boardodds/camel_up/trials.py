"""Trials of Camel Up: yes-or-no questions with an exact answer, which can also be simulated."""

from boardodds.camel_up.leg import solve_leg
from boardodds.camel_up.position import Position
from boardodds.camel_up.race import race_length
from boardodds.camel_up.simulate import simulate_leg, simulate_race_length
from boardodds.entry.trial import Trial

_CAMELS, _SQUARES, _MAX_LEGS = 5, 16, 4
_POSITION = Position.parse("1:BWOG 2:Y")
_GREEN = "G"

TRIALS = (
    Trial(
        "leg",
        "leg",
        "Four camels in a stack, yellow one square ahead: does green win the leg?",
        "green wins",
        exact=lambda: solve_leg(_POSITION).probability(_GREEN, place=1),
        play=lambda games, seed: simulate_leg(_POSITION, games=games, seed=seed).probability(_GREEN).successes,
    ),
    Trial(
        "race",
        "race",
        "Is a Camel Up race over within four legs?",
        "the race is over within four legs",
        exact=lambda: race_length(_CAMELS, _SQUARES).at_most(_MAX_LEGS),
        play=lambda games, seed: sum(
            simulate_race_length(_CAMELS, _SQUARES, games=games, seed=seed).leg_counts[: _MAX_LEGS + 1]
        ),
    ),
)
