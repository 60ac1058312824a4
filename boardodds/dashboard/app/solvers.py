"""The library's solvers behind caches that all sessions share. Keys are frozen positions and rules; sizes are bounded."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from boardodds import camel_up
from boardodds.camel_up import (
    Action,
    LegOdds,
    LegSample,
    NextRaceRoll,
    NextRoll,
    Position,
    RaceBets,
    RaceOdds,
    RaceSample,
    Rules,
    Ticket,
)
from boardodds.camel_up.counting import Level, levels
from boardodds.camel_up.race import SIMULATED_GAMES, is_counted
from boardodds.camel_up.race_table import QUICK_WORK, has_table, race_table, table_work
from boardodds.camel_up.simulate import simulate_race
from boardodds.camel_up.sources import NUMBERED
from boardodds.candy_land import Comparison as CandyComparison
from boardodds.candy_land import ReshuffledOdds, solve_reshuffled
from boardodds.candy_land import Rules as CandyRules
from boardodds.candy_land import Sample as CandySample
from boardodds.candy_land import compare as compare_candy
from boardodds.candy_land import simulate as simulate_candy
from boardodds.candy_land.simulate import check_playable
from boardodds.dashboard.ui.parts import progress
from boardodds.orchard import Endings
from boardodds.orchard import Odds as OrchardOdds
from boardodds.orchard import Rules as OrchardRules
from boardodds.orchard import State as OrchardState
from boardodds.orchard import solve as solve_orchard
from boardodds.orchard.solve import count_boards, kept_solver
from boardodds.perudo import OneDieGame, opening_bluffs, solve_one_die
from boardodds.perudo import Rules as PerudoRules
from boardodds.perudo.agents import Agent
from boardodds.perudo.bidders import BidderModel, LogitBidder
from boardodds.perudo.inference import Posterior, posterior
from boardodds.perudo.match import Matches, play_matches
from boardodds.perudo.round_state import RoundState
from boardodds.probability.estimate import Proportion
from boardodds.probability.pmf import Pmf
from boardodds.teaching import large_numbers, quiz
from boardodds.teaching.quiz import QuizQuestion

_ENTRIES = 256
# simulated games up to which an answer comes while a slider moves; where rules are compared, of all of them together
_FEW_GAMES = 20_000
_FEW_COMPARED = 100_000
# states of an orchard up to which whole distributions are worked out at once
_ROLLS_STATES = 40_000


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the person has: the tickets held, the next ticket of every camel (0 none), and the square of their own tile."""

    held: tuple[Ticket, ...]
    next_tickets: tuple[tuple[str, int], ...]
    own_tile: int | None


# Streamlit would take these apart field by field, a long board a space at a time, where their text says all
_KEYS: dict[str | type[Any], Callable[[Any], Any]] = dict.fromkeys(
    (Position, Rules, RaceOdds, RaceSample, RaceBets, Holdings, CandyRules, OrchardRules, OrchardState, PerudoRules),
    repr,
)
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _cached(entries: int = _ENTRIES, *, spinner: bool | str = False) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """A cache that all sessions share, of so many answers; the values that it keeps are pickled, so nobody can change them."""
    return st.cache_data(max_entries=entries, show_spinner=spinner, hash_funcs=_KEYS)


# a page asks for dozens of these in a run, and Streamlit's cache takes a tenth of a millisecond or two to find each; nobody
# changes them, nor the other answers that are kept as they are below
@lru_cache(maxsize=_ENTRIES)
def leg(position: Position, rules: Rules) -> LegOdds:
    return camel_up.solve_leg(position, rules)


@_cached()
def next_rolls(position: Position, rules: Rules) -> list[NextRoll]:
    return camel_up.next_rolls(position, rules)


@_cached()
def actions(
    position: Position,
    rules: Rules,
    holdings: Holdings,
    race: RaceOdds | RaceSample | None,
    race_bets: RaceBets | None,
) -> list[Action]:
    with progress("Weighing every action…") as tell:
        return camel_up.rank_actions(
            position,
            rules,
            next_tickets=dict(holdings.next_tickets),
            held=holdings.held,
            own_tile=holdings.own_tile,
            race=race,
            race_bets=race_bets,
            progress=tell,
        )


def race(position: Position, rules: Rules, *, thorough: bool = False) -> RaceOdds | RaceSample:
    """The odds of the race: exact where that is quick or ``thorough`` asks for it; else simulated.

    The first exact one under some rules shows how far the table of all boards is.
    """
    camel_up.check(position, rules)
    # not also where the table happens to be kept: one link is one answer
    if not is_counted(position, rules) or not (thorough or is_race_quick(position, rules)):
        return _race_sample(position, rules)
    racing = len(position.racing)
    if not has_table(racing, rules):
        with progress("Solving every board of the race…", turn=False) as tell:
            race_table(racing, rules, progress=tell)
    return _race(position, rules)


def is_race_quick(position: Position, rules: Rules) -> bool:
    """Whether every board of the race can be solved while somebody waits."""
    return table_work(len(position.racing), rules.track, rules.faces) <= QUICK_WORK


@lru_cache(maxsize=_ENTRIES)
def _race(position: Position, rules: Rules) -> RaceOdds | RaceSample:
    return camel_up.solve_race(position, rules)


@_cached(spinner="Running the race…")
def _race_sample(position: Position, rules: Rules) -> RaceSample:
    return simulate_race(position, rules, games=SIMULATED_GAMES, seed=1)


@_cached()
def next_race_rolls(position: Position, rules: Rules) -> list[NextRaceRoll]:
    return camel_up.next_race_rolls(position, rules)


@_cached()
def tile_map(position: Position, rules: Rules) -> dict[tuple[str, int], float]:
    with progress("Trying a tile on every square…") as tell:
        return camel_up.tile_map(position, rules, progress=tell)


@_cached()
def growth() -> dict[int, LegOdds]:
    """The leg from one stack of six camels with one to six of their dice left."""
    camels = NUMBERED.camels
    boards = {n: Position(((1, camels),), camels[:n]) for n in range(1, len(camels) + 1)}
    return {n: camel_up.solve_leg(position, NUMBERED) for n, position in boards.items()}


@_cached()
def counting_levels(position: Position) -> list[Level]:
    return levels(position)


@_cached()
def counting_tree(position: Position, rules: Rules) -> dict[tuple[str, ...], str]:
    """By the rolls so far the camel that then wins most often, for a position with few dice left."""
    tree: dict[tuple[str, ...], str] = {}
    for first in camel_up.next_rolls(position, rules):
        path = (str(first.roll),)
        tree[path] = first.after.favourite
        later = camel_up.roll_die(position, first.roll, rules).position
        if later is not None:
            branches = counting_tree(later, rules)
            tree |= {path + rest: winner for rest, winner in branches.items()}
    return tree


@_cached(spinner="Rolling the dice…")
def leg_sample(position: Position, rules: Rules, games: int, seed: int) -> LegSample:
    return camel_up.simulate_leg(position, rules, games=games, seed=seed)


@lru_cache(maxsize=_ENTRIES)
def orchard(rules: OrchardRules, policy: str, state: OrchardState) -> OrchardOdds:
    return solve_orchard(rules, policy, state)


@lru_cache(maxsize=_ENTRIES)
def orchard_wins(rules: OrchardRules, policy: str, states: tuple[OrchardState, ...]) -> tuple[float, ...]:
    """The chance to win from many states of one game, which is solved once for all."""
    solver = kept_solver(rules, policy)
    return tuple(solver.win(state) for state in states)


@_cached()
def orchard_fraction(rules: OrchardRules, policy: str, state: OrchardState) -> Fraction:
    with progress("Working in fractions…") as tell:
        return solve_orchard(rules, policy, state).win_fraction(tell)


@_cached()
def orchard_fractions(
    rules: OrchardRules, policy: str, states: tuple[OrchardState, ...]
) -> dict[OrchardState, Fraction]:
    """The exact chance to win from each of a few states of a small game."""
    return {state: solve_orchard(rules, policy, state).win_fraction() for state in states}


@lru_cache(maxsize=_ENTRIES)
def orchard_endings(rules: OrchardRules, policy: str, state: OrchardState) -> Endings | None:
    """With which roll the game ends; None where it would take longer than a page should."""
    if count_boards(rules) * (rules.raven_steps + 1) > _ROLLS_STATES:
        return None
    return solve_orchard(rules, policy, state).endings


@lru_cache(maxsize=_ENTRIES)
def orchard_raven_left(rules: OrchardRules, policy: str, state: OrchardState) -> Pmf | None:
    """The raven's steps left at the end; None where it would take longer than a page should."""
    if count_boards(rules) * (rules.raven_steps + 1) > _ROLLS_STATES:
        return None
    return solve_orchard(rules, policy, state).raven_left


@_cached()
def candy_sample(rules: CandyRules, players: int, games: int, seed: int) -> CandySample:
    check_playable(rules, players)
    with progress(f"Playing {games:,} games…", long=games > _FEW_GAMES) as tell:
        return simulate_candy(rules, players, games, seed, progress=tell)


@lru_cache(maxsize=_ENTRIES)
def candy_odds(rules: CandyRules, players: int) -> ReshuffledOdds:
    return solve_reshuffled(rules, players)


@_cached(64)
def candy_comparison(cases: tuple[tuple[str, CandyRules], ...], players: int, games: int, seed: int) -> CandyComparison:
    with progress(f"Playing {len(cases)} x {games:,} games…", long=len(cases) * games > _FEW_COMPARED) as tell:
        return compare_candy(dict(cases), players, games, seed, progress=tell)


@lru_cache(maxsize=_ENTRIES)
def perudo(state: RoundState, model: BidderModel, rules: PerudoRules) -> Posterior:
    return posterior(state, model, rules)


def perudo_naive(state: RoundState, rules: PerudoRules) -> Posterior:
    """The dice alone: without bids every model says the same."""
    return perudo(state, LogitBidder(0), rules)


@_cached(64, spinner="Solving the game of one die each…")
def perudo_one_die(rules: PerudoRules) -> OneDieGame:
    with progress("Solving the game of one die each…", long=True):
        return solve_one_die(rules)


@_cached(64, spinner="Asking how often to bluff…")
def perudo_bluffs(rules: PerudoRules) -> tuple[float, float]:
    with progress("Asking how often to bluff…", long=True):
        return opening_bluffs(rules)


@_cached(8)
def perudo_matches(
    players: tuple[Agent, ...], rules: PerudoRules, matches: int, seed: int, reads: tuple[BidderModel, ...] = ()
) -> Matches:
    label = f"Playing {matches:,} matches" + (" and reading their bids…" if reads else "…")
    with progress(label, long=True) as tell:
        return play_matches(players, rules, matches=matches, seed=seed, reads=reads, progress=tell)


@_cached(64)
def classroom_runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    with progress(f"Playing {runs} x {games:,} games…", long=games * runs > _FEW_GAMES) as tell:
        return large_numbers.run(key, games, runs, seed, progress=tell)


@_cached(32, spinner="Playing…")
def classroom_samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    with progress("Playing…"):
        return large_numbers.repeat(key, games, repetitions, seed)


@lru_cache(maxsize=_ENTRIES)
def question(seed: int, number: int, keys: tuple[str, ...], by_hand: bool) -> QuizQuestion:
    return quiz.question(seed, number, keys, by_hand=by_hand)
