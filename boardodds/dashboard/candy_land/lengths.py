"""Lengths of games: Candy Land's solvers behind caches that all sessions share, their texts, and the rows of their tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from boardodds.candy_land import CLASSIC, Comparison, ReshuffledOdds, Rules, Sample, State, compare, simulate
from boardodds.candy_land.published_figures import POST_GAMES
from boardodds.candy_land.rules import RESHUFFLED
from boardodds.candy_land.simulation import check_playable, count_events
from boardodds.candy_land.solver import is_solvable, mean_events, solve_reshuffled
from boardodds.dashboard.candy_land.state import START_GAMES, CandyState
from boardodds.dashboard.runtime.compute import HEAVY, SHORT, Work, compute, compute_all, keep_results, work
from boardodds.dashboard.ui.panels import Rows, Values, estimate_columns, interval_columns
from boardodds.dashboard.ui.words import escape_markdown, percent
from boardodds.probability.display import plural
from boardodds.probability.estimate import estimate_of
from boardodds.probability.pmf import Pmf, quantile_interval

# Games times players up to this number take about a tenth of a second at most.
_FEW_GAMES = 60_000
# More games than this on the usual board, or a smaller one, take over about half a second.
_MAX_SHORT_GAMES = 500_000
_QUANTILES = {"10th percentile": 0.1, "median": 0.5, "90th percentile": 0.9, "99th percentile": 0.99}
# The columns of the range of exact extremes.
_RANGE = ("95% of runs from", "95% of runs to")  # In the order of ``Events``.
_EVENTS = (
    "a shortcut is taken",
    "a picture card leads back",
    "a picture card leads forward",
    "a piece lands on licorice",
)

Lengths = Sample | ReshuffledOdds
_sample = keep_results()(simulate)
odds = keep_results()(solve_reshuffled)


def solve_lengths(state: CandyState) -> Lengths:
    """Return the lengths of games from a state, exact if it can be solved; raise ValueError for a game that cannot end."""
    return odds(state.rules, state=state.position) if _is_exact(state) else sample(state)


def sample(state: CandyState) -> Sample:
    """Simulate games; raise ValueError for a game that cannot end."""
    if state.games * state.players <= _FEW_GAMES:
        return _sample(state.rules, games=state.games, seed=state.seed, state=state.position)
    check_playable(state.rules, state.players, state.position)
    found: Sample
    (found,) = compute_all([_simulation(state)], label=f"Playing {state.games:,} games…")
    return found


def solve_all_lengths(states: Sequence[CandyState]) -> list[Lengths]:
    """Return the lengths of games of each state, as ``solve_lengths`` does; what takes long is requested at once."""
    many = [state for state in states if not _is_exact(state) and state.games * state.players > _FEW_GAMES]
    compute_all([*map(_simulation, many)], label=f"Playing games of {len(states)} kinds…")
    return list(map(solve_lengths, states))


def _is_exact(state: CandyState) -> bool:
    return state.rules.deck == RESHUFFLED and is_solvable(state.rules, len(state.position.order()))


def _simulation(state: CandyState) -> Work:
    lane = HEAVY if state.games * _relative_length(state.rules) > _MAX_SHORT_GAMES else SHORT
    return work(simulate, state.rules, lane=lane, games=state.games, seed=state.seed, state=state.position)


def comparison(state: CandyState, cases: Mapping[str, Rules]) -> Comparison[Sample]:
    """Simulate games under several rules, with the same shuffles where the decks allow it."""
    games, arguments = state.compared_games, {"seed": state.seed, "state": state.position}
    is_heavy = games * sum(map(_relative_length, cases.values())) > _MAX_SHORT_GAMES
    label, lane = f"Playing {len(cases)} x {games:,} games…", HEAVY if is_heavy else SHORT
    return compute(compare, tuple(cases.items()), games=games, **arguments, label=label, lane=lane)


def _relative_length(rules: Rules) -> float:
    """Return the length of the way to the end in usual boards; at least 1, as each game takes some time."""
    # A shortcut that leads back makes the way longer.
    back = sum(max(0, start - end) for start, end in rules.shortcuts)
    return max(1.0, (len(rules.spaces) + back) / len(CLASSIC.spaces))


def refusal(name: str, rules: Callable[[], Rules], position: State) -> str:
    """Return in a sentence why a game can't be played on from a position, or its rules are impossible; "" if it can."""
    try:
        check_playable(rules(), len(position.spaces), position)
    except ValueError as error:
        return f"{name} isn't possible here: {escape_markdown(str(error))}."
    return ""


def sample_size(lengths: Lengths) -> int | None:
    """Return the number of simulated games, or None if the lengths are exact."""
    return lengths.games if isinstance(lengths, Sample) else None


def mean_text(lengths: Lengths) -> str:
    """Return the mean number of turns with its unit and, if it is simulated, its 95% interval.

    >>> from boardodds.candy_land import SCHEFFER
    >>> mean_text(odds(SCHEFFER)), mean_text(odds(SCHEFFER, players=3))
    ('39.16 turns on average', '62.49 turns in total on average')
    """
    number, *interval = f"{estimate_of(lengths.mean_turns):.2f}".partition(" (")
    return f"{number} turns{' in total' if lengths.players > 1 else ''} on average{''.join(interval)}"


def summarize(lengths: Lengths, *shares: float) -> str:
    """Return how many of the games are over within some percentiles of the turns, from 0 to 1.

    >>> from boardodds.candy_land import SCHEFFER
    >>> summarize(odds(SCHEFFER), 0.5, 0.9)
    '50.9% of the games are over within 32 turns, 90.2% within 73'
    """
    turns, places = lengths.turns, 0 if sample_size(lengths) else 1
    # Several percentiles can be the same number of turns.
    ends = dict.fromkeys(int(turns.quantile(share)) for share in shares)
    (half, first), *others = ((percent(turns.at_most(end), places), end) for end in ends)
    more = "".join(f", {most} within {end}" for most, end in others)
    return f"{half} of the games are over within {plural(first, 'turn')}{more}"


def statistics(lengths_by_rules: Mapping[str, Lengths], *, key: str) -> Values:
    """Return a section with the statistics of the number of turns under each of some rules, by name.

    Simulated extremes are those of all games, which are too few runs of ``POST_GAMES`` games to show how its extremes vary.
    """
    is_exact = [sample_size(lengths) is None for lengths in lengths_by_rules.values()]
    return Values(
        lambda: [
            ({"rules": name} if len(lengths_by_rules) > 1 else {}) | row
            for name, lengths in lengths_by_rules.items()
            for row in _statistics(lengths)
        ],
        key=key,
        places={"turns": 2, _RANGE[0]: 0, _RANGE[1]: 0},
        note=("Exact. " if all(is_exact) else "The intervals are 95% confidence intervals. ")
        + f"The shortest and the longest of {POST_GAMES:,} games are medians over runs of that many games, with the range of at "
        "least 95% of such runs." * any(is_exact),
    )


def _statistics(lengths: Lengths) -> Iterator[dict[str, Any]]:
    games, turns = sample_size(lengths), lengths.turns
    yield {"statistic": "mean"} | estimate_columns("turns", estimate_of(lengths.mean_turns))
    yield {"statistic": "standard deviation", "turns": turns.std}
    for name, q in _QUANTILES.items():
        interval = interval_columns("turns", quantile_interval(turns, q, games)) if games else {}
        yield {"statistic": name, "turns": turns.quantile(q)} | interval
    if games:
        for name, turn in (("shortest", turns.outcomes[0]), ("longest", turns.outcomes[-1])):
            yield {"statistic": f"{name} of the {games:,} simulated games", "turns": turn}
        return
    for name, extreme in (("shortest", turns.smallest_of(POST_GAMES)), ("longest", turns.largest_of(POST_GAMES))):
        row = {"statistic": f"{name} of {POST_GAMES:,} games", "turns": extreme.quantile(0.5)}
        yield row | dict(zip(_RANGE, map(extreme.quantile, (0.025, 0.975)), strict=True))


def event_rows(state: CandyState) -> Rows:
    """Return a row for each of the ``Events`` of a game, with the mean number of times for all players together."""
    if _is_exact(state) and state.is_start and state.players == 1:
        means: Iterable[Any] = mean_events(state.rules)
    else:
        games, label = min(state.games, START_GAMES), "Counting what happens…"
        found = compute(count_events, state.rules, state=state.position, games=games, seed=state.seed, label=label)
        means = found.values()
    return [
        {"what": what} | estimate_columns("times", estimate_of(mean)) for what, mean in zip(_EVENTS, means, strict=True)
    ]


def pmf_rows(pmfs: Mapping[str, Pmf]) -> Rows:
    """Return a row for each number of turns, and for each name a column with its chances."""
    turns = sorted({turn for pmf in pmfs.values() for turn in pmf.outcomes})
    return [{"turns": turn} | {name: pmf.probability(turn) for name, pmf in pmfs.items()} for turn in turns]
