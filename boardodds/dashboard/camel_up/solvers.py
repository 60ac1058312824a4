"""Camel Up's solvers with caches that all sessions share."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from boardodds import camel_up
from boardodds.camel_up import Action, NextRaceRoll, Position, RaceOdds, RaceSample, Rules
from boardodds.camel_up.actions import best_first, rank_race_bets
from boardodds.camel_up.leg import can_end_race, wins_in_stacks
from boardodds.camel_up.published_figures import NUMBERED
from boardodds.camel_up.race import SIMULATED_GAMES, has_table, is_race_solvable, store_table
from boardodds.camel_up.race_solver import QUICK_WORK, build_table, table_work
from boardodds.camel_up.simulation import simulate_race
from boardodds.camel_up.tally import count_nodes, levels
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.runtime.compute import LONG, SHORT, compute, compute_all, keep_results, work

# With more states than this, all actions together take over about 60 milliseconds.
_MAX_STATES = 7_000
# So many races are simulated after each roll: those of all rolls take half a second.
ROLL_GAMES = 10_000
leg = keep_results()(camel_up.solve_leg)
next_rolls = keep_results()(camel_up.next_rolls)
_next_race_rolls = keep_results()(camel_up.next_race_rolls)
counting_levels = keep_results()(levels)
stacks = keep_results(entries=1)(wins_in_stacks)
_rank_actions = keep_results()(camel_up.rank_actions)
_solve_race = keep_results()(camel_up.solve_race)
_simulate_race = keep_results()(simulate_race)
_can_end_race = lru_cache(can_end_race)


def actions(state: CamelState, race: RaceOdds | RaceSample | None = None) -> list[Action]:
    """Return every roll, ticket and tile of the visitor, and with the odds of the race every race bet, the best first."""
    position, rules = state.position, state.rules
    if race:
        return best_first([*actions(state), *race_bets(state, race)])
    options: dict[str, Any] = {"next_tickets": state.next_tickets, "held": state.held, "own_tile": state.own_square}
    options |= {"coins": state.coins_now, "partner": state.partner(), "available": state.available()}
    if leg(position, rules).states > _MAX_STATES:
        return compute(camel_up.rank_actions, position, rules, label="Comparing all actions…", **options)
    return _rank_actions(position, rules, **options)


def race_bets(state: CamelState, race: RaceOdds | RaceSample) -> list[Action]:
    """Return every race bet of the visitor, the best first."""
    bets, others = state.race_bets, state.players - 1
    left = others * len(state.rules.camels) - bets.winner_laid - bets.last_laid
    is_last_turn = _can_end_race(state.position, state.rules, state.players)
    later_cards = None if is_last_turn else max(0, min(others, left))
    return rank_race_bets(race, bets, state.rules, later_cards=later_cards)


def race(position: Position, rules: Rules, *, thorough: bool = False) -> RaceOdds | RaceSample:
    """Return the odds of the race: exact if that is quick or ``thorough``, else simulated."""
    camel_up.check(position, rules)
    # The choice does not depend on whether the table is cached, so that a link always gives the same answer.
    if not is_race_solvable(position, rules) or not (thorough or is_race_quick(position, rules)):
        return _simulate_race(position, rules, games=SIMULATED_GAMES, seed=1)
    _store_tables([(position, rules)])
    return _solve_race(position, rules)


def quick_races(cases: Iterable[tuple[Position, Rules]]) -> list[RaceOdds | RaceSample]:
    """Return the odds of each race, exact if that is quick, else simulated. The tables of all are requested at once."""
    cases = list(cases)
    _store_tables([case for case in cases if is_race_solvable(*case) and is_race_quick(*case)])
    return [race(*case) for case in cases]


def _store_tables(cases: Iterable[tuple[Position, Rules]]) -> None:
    """Solve the tables of all boards that the races need, as far as they are not in the cache."""
    missing = [case for case in cases if not has_table(len(case[0].racing), case[1])]
    works = [
        work(
            build_table,
            len(position.racing),
            # The table does not depend on the names of the camels.
            Rules(faces=rules.faces, track=rules.track, stacking=rules.stacking, undrawn=rules.undrawn_racing_dice),
            lane=SHORT if is_race_quick(position, rules) else LONG,
            ranks=True,
        )
        for position, rules in missing
    ]
    tables = compute_all(works, label="Solving every board of the race…")
    for (position, rules), table in zip(missing, tables, strict=True):
        store_table(len(position.racing), rules, table)


def race_of(state: CamelState) -> RaceOdds | RaceSample:
    """Return the odds of a state's race, exact if that is quick or switched on."""
    return race(state.position, state.rules, thorough=state.exact)


def next_race_rolls(position: Position, rules: Rules, *, is_exact: bool) -> list[NextRaceRoll[Any]]:
    """Return the odds of the race after each possible next roll, exact or simulated."""
    if is_exact:
        return _next_race_rolls(position, rules)
    rolls = camel_up.possible_rolls(position.dice, rules) if camel_up.rolls_left(position, rules) else ()
    ends = [camel_up.roll_die(position, roll, rules) for roll in rolls]
    works = [work(simulate_race, end.position, rules, games=ROLL_GAMES, seed=1) for end in ends if end.position]
    samples = iter(compute_all(works, label="Simulating the race after each roll…"))
    total = len(position.dice) * rules.sides
    return [
        NextRaceRoll(roll, Fraction(roll.sides, total), next(samples) if end.position else _decided(end.final_order))
        for roll, end in zip(rolls, ends, strict=True)
    ]


def _decided(order: str) -> RaceSample:
    wins = (ROLL_GAMES, *[0] * (len(order) - 1))
    return RaceSample(order, ROLL_GAMES, wins, wins[::-1], (0, ROLL_GAMES), seed=1)


def is_race_quick(position: Position, rules: Rules) -> bool:
    """Return whether every board of the race can be solved while a visitor waits."""
    return table_work(len(position.racing), rules.track, rules.faces) <= QUICK_WORK


@keep_results(entries=1)
def growth() -> tuple[dict[int, int], dict[int, int]]:
    """Return the nodes of the tree and the states, from one stack of six camels, by the number of dice left, 1 to 6."""
    camels = NUMBERED.camels
    boards = {n: Position(((1, camels),), camels[:n]) for n in range(1, len(camels) + 1)}
    states = {n: camel_up.solve_leg(position, NUMBERED).states for n, position in boards.items()}
    return {n: count_nodes(n, NUMBERED.sides) for n in states}, states
