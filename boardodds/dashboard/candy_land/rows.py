"""Rows of the Candy Land page's tables: lengths of games, exact or simulated with their intervals."""

from collections.abc import Mapping, Sequence

from boardodds.candy_land import Comparison, Move, ReshuffledOdds, Rules, Sample
from boardodds.candy_land.chain import is_solvable
from boardodds.candy_land.compare import AS_IT_IS
from boardodds.candy_land.rules import COLORS, OFF, RESHUFFLED
from boardodds.candy_land.sources import POST_GAMES, TABLE
from boardodds.charts.changes import Dot
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.edits import CandySetup
from boardodds.dashboard.candy_land.labels import change_label
from boardodds.dashboard.ui.data_tables import Columns, Rows
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_cells import (
    FormattedCell,
    brief_estimate,
    estimate,
    figure,
    interval_cell,
    with_headings,
)
from boardodds.probability.estimate import Z95, Interval, Proportion, estimate_of, quantile_interval
from boardodds.probability.pmf import Pmf

QUANTILES = {"10th percentile": 0.1, "median": 0.5, "90th percentile": 0.9, "99th percentile": 0.99}
# The headings of CSV files do not change. By heading on the page, the one in the file if it differs.
_CSV_HEADINGS = {
    "10th percentile": "quickest tenth",
    "90th percentile": "slowest tenth",
    "99th percentile": "slowest hundredth",
    f"shortest of {POST_GAMES:,} games": f"shortest of {POST_GAMES:,}",
    f"longest of {POST_GAMES:,} games": f"longest of {POST_GAMES:,}",
    "SE if independent": "SE if played apart",
    "turns of all players": "turns of all",
    "first player wins": "first seat wins",
    "equal chance": "fair share",
}
_NO_LABELS: Mapping[str, str] = {}

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


def length_rows(lengths_by_rules: Mapping[str, Lengths], labels: Mapping[str, str] = _NO_LABELS) -> Rows:
    """Return a row with the columns of ``length_row`` for each of several rules, by name.

    labels: by name, the text on the page; by default the label of the rule change.
    """
    return [{"rules": _name_cell(name, labels), **length_row(lengths)} for name, lengths in lengths_by_rules.items()]


def _name_cell(name: str, labels: Mapping[str, str] = _NO_LABELS) -> FormattedCell:
    """Return the cell of the name of some rules, which the CSV file has as the library writes it."""
    return FormattedCell(labels.get(name) or change_label(name), {"": name})


def csv_rows(rows: Rows) -> Rows:
    """Return rows of the page with the headings of CSV files."""
    return with_headings(rows, _CSV_HEADINGS)


def length_row(lengths: Lengths) -> dict[str, FormattedCell]:
    """Return by name the mean, the quantiles, and the shortest and the longest of ``POST_GAMES`` games.

    The mean and the quantiles have a 95% confidence interval if they are simulated. The shortest and the longest always have
    the range that contains them in 95% of runs of that many games.
    """
    games, turns = sample_size(lengths), lengths.turns
    row = {"mean": _mean_cell(lengths)}
    for name, q in QUANTILES.items():
        value = turns.quantile(q)
        interval = quantile_interval(turns, q, games) if games else None
        row[name] = _whole_cell(value, interval) if interval else figure(f"{value:.0f}", value)
    for name, extreme in (("shortest", turns.smallest_of(POST_GAMES)), ("longest", turns.largest_of(POST_GAMES))):
        row[f"{name} of {POST_GAMES:,} games"] = _whole_cell(extreme.quantile(0.5), _usual_range(extreme))
    return row


def _mean_cell(lengths: Lengths) -> FormattedCell:
    return estimate(estimate_of(lengths.mean_turns), ".3f")


def _usual_range(extreme: Pmf) -> Interval:
    """Return the central range that contains the shortest or the longest game in 95% of runs."""
    return Interval(extreme.quantile(0.025), extreme.quantile(0.975), 0.95)


def _whole_cell(value: float, interval: Interval) -> FormattedCell:
    """Return the cell of a whole number, whose text shows the interval unless the interval is that number alone."""
    suffix = f" ({interval.low:.0f} to {interval.high:.0f})" if interval.width else ""
    return interval_cell(f"{value:.0f}{suffix}", value, interval)


def impact_rows(comparison: Comparison, names: list[str]) -> Rows:
    """Return a row with the effect of each rule change on the mean number of turns.

    "SE if independent" is the standard error of the effect if both rules were simulated independently.
    """
    before = comparison.samples[AS_IT_IS].mean_turns
    rows = []
    for name in names:
        after, difference = comparison.samples[name].mean_turns, comparison.difference(name)
        rows.append(
            {
                "change": _name_cell(name),
                "turns": estimate(after),
                "turns added": interval_cell(f"{difference.value:+.2f}", difference.value, difference.interval()),
                # The CSV file has no column of this name, because it has the ends of the interval next to "turns added".
                "95% CI": FormattedCell(_format_interval(difference.interval()), {}),
                "SE": difference.standard_error,
                "SE if independent": (before.standard_error**2 + after.standard_error**2) ** 0.5,
            }
        )
    return rows


def _format_interval(interval: Interval, places: int = 2) -> str:
    return f"{interval.low:+.{places}f} to {interval.high:+.{places}f}"


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
        first = comparison.difference(name)
        rows.append(
            {"change": change_label(name)}
            | {
                order: f"{effect.value:+.1f} ({_format_interval(effect.interval(), 1)})"
                for order, effect in (
                    ("alone", first),
                    ("after all others", last),
                    ("average over all orders", average),
                )
            }
        )
    return rows


def post_rows(comparison: Comparison) -> Rows:
    """Return the rows of the post's table with our results next to the published ones.

    z is the published mean minus ours, divided by the standard error of the difference. The post gives no standard errors, so
    the published mean gets the one that its number of games has with our standard deviation.
    """
    rows = []
    for printed in TABLE:
        sample = comparison.samples[printed.name]
        ours, turns = sample.mean_turns, sample.turns
        error = (ours.standard_error**2 + ours.std**2 / POST_GAMES) ** 0.5
        median = turns.quantile(0.5)
        rows.append(
            {
                "game": _name_cell(printed.name),
                "mean, post": figure(f"{printed.mean:.2f}", printed.mean),
                "mean, ours": brief_estimate(ours),
                "z": round((printed.mean - ours.value) / error, 2) + 0.0,
                "median, post": figure(f"{printed.median:.0f}", printed.median),
                "median, ours": figure(f"{median:.0f}", median),
                "shortest, post": _published_cell(printed.shortest, _usual_range(turns.smallest_of(POST_GAMES))),
                "longest, post": _published_cell(printed.longest, _usual_range(turns.largest_of(POST_GAMES))),
            }
        )
    return rows


def post_dots(comparison: Comparison) -> dict[str, Dot]:
    """Return by game the post's mean minus ours, with the 95% interval of the difference; see ``post_rows``."""
    dots = {}
    for printed in TABLE:
        ours = comparison.samples[printed.name].mean_turns
        difference = printed.mean - ours.value
        half_width = Z95 * (ours.standard_error**2 + ours.std**2 / POST_GAMES) ** 0.5
        dots[change_label(printed.name)] = Dot(difference, difference - half_width, difference + half_width)
    return dots


def _published_cell(printed: int, usual: Interval) -> FormattedCell:
    """Return the cell of a published extreme with the range of that extreme in 95% of runs here."""
    return interval_cell(f"{printed} (usual: {usual.low:.0f} to {usual.high:.0f})", printed, usual)


def players_rows(lengths_by_players: Mapping[int, Lengths]) -> Rows:
    """Return a row for each number of players: rounds, turns, and the first player's chance of winning."""
    rows = []
    for players, lengths in lengths_by_players.items():
        first_player_win = lengths.seat_wins[0] if players > 1 else None
        rows.append(
            {
                "players": players,
                "rounds": estimate(estimate_of(lengths.mean_rounds), ".3f"),
                "turns of all players": _mean_cell(lengths),
                "first player wins": _win_cell(first_player_win),
                "equal chance": 1 / players,
            }
        )
    return rows


def _win_cell(win: Proportion | float | None) -> FormattedCell:
    """Return the cell of a chance of winning; an empty one for None, a game of one player."""
    if win is None:
        return FormattedCell("", {})
    return estimate(estimate_of(win), ".3%")


def pmf_columns(pmfs: Mapping[str, Pmf]) -> Columns:
    """Return a column with the numbers of turns, and for each name a column with their chances."""
    turns = sorted({turn for pmf in pmfs.values() for turn in pmf.outcomes})
    columns: dict[str, list[float]] = {"turns": turns}
    for name, pmf in pmfs.items():
        chances = dict(zip(pmf.outcomes, pmf.probabilities, strict=True))
        columns[name] = [chances.get(turn, 0.0) for turn in turns]
    return columns


def visit_columns(rules: Rules, lengths: Lengths) -> Columns:
    """Return by space its colour or picture, and the mean number of turns of a game that end there."""
    visits = visits_per_game(lengths)
    return {"space": range(1, len(visits) + 1), "is": rules.board, "turns that end there": visits}


def visit_rows(rules: Rules, lengths: Lengths) -> Rows:
    """Return the columns of ``visit_columns`` as rows."""
    columns = visit_columns(rules, lengths)
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


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
