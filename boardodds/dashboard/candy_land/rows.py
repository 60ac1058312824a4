"""Rows of the Candy Land page's tables: lengths of games, exact or simulated with their intervals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boardodds.candy_land import Comparison, Move, ReshuffledOdds, Rules, Sample
from boardodds.candy_land.chain import is_solvable
from boardodds.candy_land.compare import AS_IT_IS
from boardodds.candy_land.rules import COLORS, OFF, RESHUFFLED
from boardodds.candy_land.sources import POST_GAMES
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.edits import CandySetup
from boardodds.dashboard.candy_land.labels import change_label
from boardodds.dashboard.ui.data_tables import Rows, estimate_columns, interval_columns
from boardodds.dashboard.ui.page_text import percent
from boardodds.probability.estimate import Interval, Proportion, estimate_of, quantile_interval
from boardodds.probability.pmf import Pmf

QUANTILES = {"10th percentile": 0.1, "median": 0.5, "90th percentile": 0.9, "99th percentile": 0.99}
# The orders in which a change can be made, for its effect: without the others, and after all of them.
ORDERS = ("alone", "after all others", "average over all orders")

Lengths = Sample | ReshuffledOdds


def solve_lengths(setup: CandySetup) -> Lengths:
    """Return the lengths of games: exact if the game can be solved, otherwise simulated."""
    if setup.rules.deck == RESHUFFLED and is_solvable(setup.rules, setup.players):
        return solvers.reshuffled_odds(setup.rules, setup.players)
    return solvers.sample(setup.rules, setup.players, setup.games, setup.seed)


def sample_size(lengths: Lengths) -> int | None:
    """Return the number of simulated games, or None if the lengths are exact."""
    return lengths.games if isinstance(lengths, Sample) else None


def mean_text(lengths: Lengths) -> str:
    """Return the mean number of turns with its unit, and after it the 95% interval if it is simulated.

    >>> from boardodds.candy_land import SCHEFFER, solve_reshuffled
    >>> mean_text(solve_reshuffled(SCHEFFER)), mean_text(solve_reshuffled(SCHEFFER, players=3))
    ('39.16 turns on average', '62.49 turns in total on average')
    """
    number, bracket, interval = f"{estimate_of(lengths.mean_turns):.2f}".partition(" (")
    return f"{number} turns{' in total' if lengths.players > 1 else ''} on average{bracket}{interval}"


def length_headline(players: int, lengths: Lengths) -> str:
    """Return the mean length of a game in one line."""
    return f"A {'one' if players == 1 else players}-player game takes {mean_text(lengths)}"


def summarize(lengths: Lengths) -> str:
    """Return the sentence with the median, the 90th and the 99th percentile of the number of turns."""
    turns = lengths.turns
    return (
        f"At least half of the games are over within {turns.quantile(0.5):.0f} turns, at least 90% within "
        f"{turns.quantile(0.9):.0f}. At most 1% take more than {turns.quantile(0.99):.0f}"
    )


def chance_within(lengths: Lengths, turns: int) -> str:
    """Return the chance that a game is over within some turns, with its 95% interval if it is simulated."""
    chance, games = lengths.turns.at_most(turns), sample_size(lengths)
    return str(Proportion(round(chance * games), games)) if games else percent(chance, 2)


def legend(rules: Rules) -> str:
    """Return the sentence on the signs that the picture of the board has; empty if it has none.

    >>> from boardodds.candy_land import CLASSIC, switched
    >>> legend(CLASSIC)
    '★ picture space, ✖ licorice, 1↗ ↘1: start and end of a shortcut.'
    >>> legend(switched(CLASSIC, ["no licorice", "no specials"]))
    '1↗ ↘1: start and end of a shortcut.'
    """
    signs = {
        "★ picture space": any(space not in COLORS for space in rules.board),
        "✖ licorice": rules.licorice and rules.licorice_rule != OFF,
        "1↗ ↘1: start and end of a shortcut": rules.shortcuts,
    }
    shown = ", ".join(sign for sign, is_shown in signs.items() if is_shown)
    return f"{shown}." if shown else ""


def visits_per_game(lengths: Lengths) -> list[float]:
    """Return by space the mean number of turns of a game that end there, of all players together."""
    if isinstance(lengths, Sample):
        return [count / lengths.games for count in lengths.visit_counts]
    return list(lengths.visits)


def length_rows(lengths_by_rules: Mapping[str, Lengths]) -> Rows:
    """Return a row for each statistic of each of some rules, by name; without the name of the only ones.

    The mean and the quantiles have a 95% confidence interval if they are simulated. The shortest and the longest of
    ``POST_GAMES`` games always have the range that contains them in 95% of runs of that many games.
    """
    if len(lengths_by_rules) == 1:
        return list(_statistics(*lengths_by_rules.values()))
    return [
        {"rules": change_label(name), **row}
        for name, lengths in lengths_by_rules.items()
        for row in _statistics(lengths)
    ]


def _statistics(lengths: Lengths) -> Iterator[dict[str, Any]]:
    games, turns = sample_size(lengths), lengths.turns
    yield {"statistic": "mean"} | estimate_columns("turns", estimate_of(lengths.mean_turns))
    for name, q in QUANTILES.items():
        interval = quantile_interval(turns, q, games) if games else None
        yield {"statistic": name, "turns": turns.quantile(q)} | (
            interval_columns("turns", interval) if interval else {}
        )
    for name, extreme in (("shortest", turns.smallest_of(POST_GAMES)), ("longest", turns.largest_of(POST_GAMES))):
        row = {"statistic": f"{name} of {POST_GAMES:,} games", "turns": extreme.quantile(0.5)}
        yield row | interval_columns("turns", _usual_range(extreme))


def _usual_range(extreme: Pmf) -> Interval:
    """Return the central range that contains the shortest or the longest game in 95% of runs."""
    return Interval(extreme.quantile(0.025), extreme.quantile(0.975), 0.95)


def impact_rows(comparison: Comparison, names: list[str]) -> Rows:
    """Return a row with the effect of each rule change on the mean number of turns.

    "SE if independent" is the standard error of the effect if both rules were simulated independently.
    """
    before = comparison.samples[AS_IT_IS].mean_turns
    rows = []
    for name in names:
        after, difference = comparison.samples[name].mean_turns, comparison.difference(name)
        rows.append(
            {"change": change_label(name)}
            | estimate_columns("turns added", difference)
            | {
                "SE": difference.standard_error,
                "SE if independent": (before.standard_error**2 + after.standard_error**2) ** 0.5,
            }
            | estimate_columns("turns", after)
        )
    return rows


def shapley_rows(comparison: Comparison, shares: Mapping[str, Mapping[str, float]]) -> Rows:
    """Return a row for each rule change: its effect alone, after all other changes, and on average over all orders.

    comparison: samples of all combinations of the changes.
    shares: by change, the weights of the samples whose sum is the average effect, from ``fair_shares``.
    """
    all_changes = max(comparison.samples, key=lambda name: name.count(",") + (name != AS_IT_IS))
    rows = []
    for name, weights in shares.items():
        other_changes = ", ".join(other for other in shares if other != name) or AS_IT_IS
        last = comparison.contrast({all_changes: 1, other_changes: -1})
        average = comparison.contrast(weights)
        row: dict[str, object] = {"change": change_label(name)}
        for order, effect in zip(ORDERS, (comparison.difference(name), last, average), strict=True):
            row |= estimate_columns(order, effect)
        rows.append(row)
    return rows


def players_rows(lengths_by_players: Mapping[int, Lengths]) -> Rows:
    """Return a row for each number of players: rounds, turns, and the first player's chance of winning."""
    return [
        {"players": players}
        | (estimate_columns("first player wins", estimate_of(lengths.seat_wins[0])) if players > 1 else {})
        | {"equal chance": 1 / players}
        | estimate_columns("turns of all players", estimate_of(lengths.mean_turns))
        | estimate_columns("rounds", estimate_of(lengths.mean_rounds))
        for players, lengths in lengths_by_players.items()
    ]


def pmf_rows(pmfs: Mapping[str, Pmf]) -> Rows:
    """Return a row for each number of turns, and for each name a column with its chances."""
    turns = sorted({turn for pmf in pmfs.values() for turn in pmf.outcomes})
    return [{"turns": turn} | {name: pmf.probability(turn) for name, pmf in pmfs.items()} for turn in turns]


def visit_rows(rules: Rules, lengths: Lengths) -> Rows:
    """Return a row for each space: its colour or picture, and the mean number of turns of a game that end there."""
    return [
        {"space": number, "is": space, "turns that end there": visits}
        for number, (space, visits) in enumerate(zip(rules.board, visits_per_game(lengths), strict=True), start=1)
    ]


def move_rows(moves: Sequence[Move]) -> Rows:
    """Return a row for each turn of a game; spaces are counted from 1, and 0 is the start before the board."""
    return [
        {
            "turn": move.turn,
            "player": move.player,
            "card": move.card or "(misses a turn)",
            "from": move.start + 1,
            "to": "home" if move.space is None else str(move.space + 1),
            "stuck": move.stuck,
            "deck shuffled": move.shuffled,
        }
        for move in moves
    ]
