"""Candy Land's solvers behind caches that all sessions share."""

from functools import lru_cache

from boardodds.candy_land import Comparison, ReshuffledOdds, Rules, Sample, compare, simulate, solve_reshuffled
from boardodds.candy_land.simulate import check_playable
from boardodds.dashboard.runtime.cache import FEW_GAMES, MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.progress_bar import progress

# A comparison of up to this many games, of all rules together, is quick enough to follow a slider.
_FEW_COMPARED_GAMES = 100_000
_KEYS = (Rules,)


@cache_by_text(keys=_KEYS)
def sample(rules: Rules, players: int, games: int, seed: int) -> Sample:
    """Simulate games. Raise ValueError for a game that cannot end."""
    check_playable(rules, players)
    with progress(f"Playing {games:,} games…", long=games > FEW_GAMES) as report:
        return simulate(rules, players, games, seed, progress=report)


@lru_cache(maxsize=MAX_ENTRIES)
def reshuffled_odds(rules: Rules, players: int) -> ReshuffledOdds:
    """Solve the game whose deck is reshuffled before every draw."""
    return solve_reshuffled(rules, players)


@cache_by_text(keys=_KEYS, entries=64)
def comparison(cases: tuple[tuple[str, Rules], ...], players: int, games: int, seed: int) -> Comparison:
    """Simulate games under several rules, with the same shuffles where the decks allow it.

    cases: (name, rules) of each case.
    games: the number of games of each case.
    """
    with progress(f"Playing {len(cases)} x {games:,} games…", long=len(cases) * games > _FEW_COMPARED_GAMES) as report:
        return compare(dict(cases), players, games, seed, progress=report)
