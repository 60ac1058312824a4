"""Camel Up: the odds of a leg and of the race, and the expected coins of every action.

The rules follow the rulebooks of both editions. ``Rules`` documents every switch, ``Position`` the notation of a board.

>>> from boardodds import camel_up
>>> odds = camel_up.solve_leg(camel_up.Position.parse("1:BWOG 2:Y dice=BWOGY"))
>>> round(odds.probability("G", place=1), 3)
0.344
"""

from boardodds.camel_up.actions import Action, rank_actions
from boardodds.camel_up.bets import Partner, RaceBets, Ticket, next_ticket
from boardodds.camel_up.leg import LegOdds, NextRoll, RollResult, next_rolls, roll_die, solve_leg
from boardodds.camel_up.length import race_length
from boardodds.camel_up.luck import account_leg
from boardodds.camel_up.moves import Roll, possible_rolls
from boardodds.camel_up.position import Position, check, legal_tile_squares, rolls_left
from boardodds.camel_up.race import NextRaceRoll, RaceOdds, next_race_rolls, solve_race
from boardodds.camel_up.rules import FIRST_EDITION, SECOND_EDITION, Rules, camel_name
from boardodds.camel_up.simulation import LegSample, RaceSample, simulate_leg, simulate_race, simulate_race_length

__all__ = [
    "FIRST_EDITION",
    "SECOND_EDITION",
    "Action",
    "LegOdds",
    "LegSample",
    "NextRaceRoll",
    "NextRoll",
    "Partner",
    "Position",
    "RaceBets",
    "RaceOdds",
    "RaceSample",
    "Roll",
    "RollResult",
    "Rules",
    "Ticket",
    "account_leg",
    "camel_name",
    "check",
    "legal_tile_squares",
    "next_race_rolls",
    "next_rolls",
    "next_ticket",
    "possible_rolls",
    "race_length",
    "rank_actions",
    "roll_die",
    "rolls_left",
    "simulate_leg",
    "simulate_race",
    "simulate_race_length",
    "solve_leg",
    "solve_race",
]


def __dir__() -> list[str]:
    return __all__
