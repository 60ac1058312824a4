"""Orchard on the command line: the chance of beating the raven."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from boardodds.entry.command import GameCommand, Option, Play
from boardodds.entry.measures import Answer, Measure, count_measures, pmf_measures
from boardodds.entry.text_formats import TextFormat
from boardodds.orchard import (
    MY_FIRST_ORCHARD,
    MY_FIRST_ORCHARD_FIVE,
    ORCHARD,
    ORCHARD_NINE,
    POLICIES,
    Odds,
    Rules,
    State,
)
from boardodds.orchard import simulate as simulate_games
from boardodds.orchard import solve as solve_game
from boardodds.orchard.rules import is_possible
from boardodds.orchard.solve import MOST_LEFT, count_boards
from boardodds.orchard.variants import variants
from boardodds.probability.montecarlo import Progress

# Games with more states are not solved in fractions, which would take more than a few seconds.
_MAX_FRACTION_STATES = 40_000


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line: the rules, the policy by which a basket picks, and the state; None is the start."""

    rules: Rules
    policy: str = MOST_LEFT
    state: State | None = None


def _variants(case: Case) -> dict[str, Case]:
    """Return the case under each rule change that allows its state, and under each policy."""
    possible = {
        name: replace(case, rules=rules)
        for name, rules in variants(case.rules).items()
        if case.state is None or is_possible(case.state, rules)
    }
    return possible | {f"policy {policy}": replace(case, policy=policy) for policy in POLICIES}


def _solve(case: Case, _: Progress) -> Answer:
    odds = solve_game(case.rules, policy=case.policy, state=case.state)
    states = count_boards(case.rules) * (case.rules.raven_steps + 1)
    win = odds.win_fraction() if states <= _MAX_FRACTION_STATES else odds.win
    return Answer([Measure("win", win), Measure("mean_rolls", odds.rolls.mean)], lambda: _distributions(odds))


def _distributions(odds: Odds) -> Iterator[Measure]:
    yield from pmf_measures("raven_left", odds.raven_left)
    yield from pmf_measures("rolls", odds.rolls)


def _simulate(case: Case, play: Play) -> Answer:
    sample = simulate_games(
        case.rules,
        policy=case.policy,
        games=play.games,
        seed=play.seed,
        state=case.state,
        executor=play.executor,
        progress=play.progress,
    )

    def distributions() -> Iterator[Measure]:
        return count_measures("raven_left", dict(enumerate(sample.raven_left_counts)))

    return Answer([Measure("win", sample.win)], distributions)


RAVEN = GameCommand(
    "orchard",
    "the chance of beating the raven in Orchard",
    {
        "orchard": Case(ORCHARD),
        "my_first_orchard": Case(MY_FIRST_ORCHARD),
        "orchard_nine": Case(ORCHARD_NINE),
        "my_first_orchard_five": Case(MY_FIRST_ORCHARD_FIVE),
    },
    {
        "policy": Option(f"how a basket picks: {', '.join(POLICIES)}"),
        "state": Option(
            "fruit left by tree and raven steps left, as in '4.4.3.2 raven=6' (default: the start)",
            TextFormat(State.parse),
        ),
    },
    _variants,
    _solve,
    _simulate,
)
