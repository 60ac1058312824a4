"""Candy Land's solvers behind caches that all sessions share."""

from functools import lru_cache

from boardodds.candy_land import CLASSIC, Comparison, ReshuffledOdds, Rules, Sample, compare, simulate, solve_reshuffled
from boardodds.candy_land.simulate import check_playable
from boardodds.dashboard.runtime.cache import MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.compute import LONG, SHORT, compute

# A comparison of up to this many games, of all rules together, is quick enough to follow a slider.
_FEW_COMPARED_GAMES = 100_000
# Games times players up to this number take less than about a tenth of a second.
_FEW_GAMES = 100_000
# More games than this on the usual board, or a smaller one, take over about half a second.
_MAX_SHORT_GAMES = 500_000
_KEYS = (Rules,)


def sample(rules: Rules, players: int, games: int, seed: int) -> Sample:
    """Simulate games. Raise ValueError for a game that cannot end."""
    if games * players <= _FEW_GAMES:
        return _sample(rules, players, games, seed)
    check_playable(rules, players)
    lane = LONG if games * _relative_length(rules) > _MAX_SHORT_GAMES else SHORT
    return compute(
        simulate, rules, players=players, games=games, seed=seed, label=f"Playing {games:,} games…", lane=lane
    )


@cache_by_text(keys=_KEYS)
def _sample(rules: Rules, players: int, games: int, seed: int) -> Sample:
    return simulate(rules, players=players, games=games, seed=seed)


@lru_cache(maxsize=MAX_ENTRIES)
def reshuffled_odds(rules: Rules, players: int) -> ReshuffledOdds:
    """Solve the game whose deck is reshuffled before every draw."""
    return solve_reshuffled(rules, players=players)


def comparison(cases: tuple[tuple[str, Rules], ...], players: int, games: int, seed: int) -> Comparison:
    """Simulate games under several rules, with the same shuffles where the decks allow it.

    cases: (name, rules) of each case.
    games: the number of games of each case.
    """
    all_games = len(cases) * games
    if all_games <= _FEW_COMPARED_GAMES:
        return _comparison(cases, players, games, seed)
    lane = LONG if games * sum(_relative_length(rules) for _, rules in cases) > _MAX_SHORT_GAMES else SHORT
    return compute(
        compare,
        cases,
        players=players,
        games=games,
        seed=seed,
        label=f"Playing {len(cases)} x {games:,} games…",
        lane=lane,
    )


@cache_by_text(keys=_KEYS, entries=64)
def _comparison(cases: tuple[tuple[str, Rules], ...], players: int, games: int, seed: int) -> Comparison:
    return compare(cases, players=players, games=games, seed=seed)


def _relative_length(rules: Rules) -> float:
    """Return the length of the way to the end, as a multiple of the usual board; at least 1, as each game takes some time.

    A shortcut that leads back makes the way longer.
    """
    back = sum(max(0, start - end) for start, end in rules.shortcuts)
    return max(1.0, (len(rules.spaces) + back) / len(CLASSIC.spaces))
