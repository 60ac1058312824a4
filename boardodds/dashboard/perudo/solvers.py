"""Perudo's solvers behind caches that all sessions share."""

from functools import lru_cache

from boardodds.dashboard.runtime.cache import MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.perudo import OneDieGame, Rules, inference, opening_bluffs, solve_one_die
from boardodds.perudo.agents import Agent
from boardodds.perudo.bidders import BidderModel, LogitBidder
from boardodds.perudo.inference import Posterior
from boardodds.perudo.match import play_matches
from boardodds.perudo.match_results import Matches
from boardodds.perudo.round_state import RoundState

_KEYS = (Rules,)


@lru_cache(maxsize=MAX_ENTRIES)
def posterior(state: RoundState, model: BidderModel, rules: Rules) -> Posterior:
    """Return the chances of every hand given the bids, if the players bid as the model has it."""
    return inference.posterior(state, model, rules)


def naive_posterior(state: RoundState, rules: Rules) -> Posterior:
    """Return the chances of every hand from the dice alone.

    Bids of the round must be removed from the state first. Without bids the model makes no difference.
    """
    return posterior(state, LogitBidder(0), rules)


@cache_by_text(keys=_KEYS, entries=64, spinner="Solving the game of one die each…")
def one_die_game(rules: Rules) -> OneDieGame:
    """Solve the game of two players with one die each."""
    with progress("Solving the game of one die each…", long=True):
        return solve_one_die(rules)


@cache_by_text(keys=_KEYS, entries=64, spinner="Asking how often to bluff…")
def bluffs(rules: Rules) -> tuple[float, float]:
    """Return the lowest and the highest chance of a bluff among all optimal ways to open the game of one die each."""
    with progress("Asking how often to bluff…", long=True):
        return opening_bluffs(rules)


@cache_by_text(keys=_KEYS, entries=8)
def matches(
    players: tuple[Agent, ...], rules: Rules, matches: int, seed: int, models: tuple[BidderModel, ...] = ()
) -> Matches:
    """Play whole matches.

    models: for each, the calls have the chance of dudo given the bids.
    """
    label = f"Playing {matches:,} matches" + (" and reading their bids…" if models else "…")
    with progress(label, long=True) as report:
        return play_matches(players, rules, matches=matches, seed=seed, models=models, progress=report)
