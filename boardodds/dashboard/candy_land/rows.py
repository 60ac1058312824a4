"""What the Candy Land page tells of lengths: figures with their intervals, from a sample or exact."""

from collections.abc import Mapping, Sequence

from boardodds.candy_land import Comparison, Move, ReshuffledOdds, Rules, Sample
from boardodds.candy_land.compare import AS_IT_IS
from boardodds.candy_land.rules import RESHUFFLED
from boardodds.candy_land.sources import POST_GAMES, TABLE
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.inputs import CandySetup
from boardodds.dashboard.ui.data_tables import Columns, Rows
from boardodds.dashboard.ui.table_cells import FormattedCell, brief, estimate, figure, ranged
from boardodds.probability.estimate import Interval, Proportion, estimate_of, quantile_interval
from boardodds.probability.pmf import Pmf

QUANTILES = {"quickest tenth": 0.1, "median": 0.5, "slowest tenth": 0.9, "slowest hundredth": 0.99}

Lengths = Sample | ReshuffledOdds


def lengths(setup: CandySetup) -> Lengths:
    """The answer for the table: exact where every draw is from a full deck, otherwise simulated."""
    if setup.rules.deck == RESHUFFLED:
        return solvers.reshuffled_odds(setup.rules, setup.players)
    return solvers.sample(setup.rules, setup.players, setup.games, setup.seed)


def games_of(found: Lengths) -> int | None:
    """The games of a sample, None for what is exact."""
    return found.games if isinstance(found, Sample) else None


def in_short(found: Lengths) -> str:
    """What a player wants to know first."""
    turns = found.turns
    return (
        f"Half of the games are over within **{turns.quantile(0.5):.0f} turns**, nine in ten within "
        f"{turns.quantile(0.9):.0f}; one in a hundred takes {turns.quantile(0.99):.0f} or more."
    )


def visits_per_game(found: Lengths) -> list[float]:
    """JobScheduler that end on each space in one game, of all players together."""
    if isinstance(found, Sample):
        return [count / found.games for count in found.visit_counts]
    return list(found.visits)


def length_rows(found: Mapping[str, Lengths]) -> Rows:
    """A row for each name, as ``length_row`` has it."""
    return [{"rules": name, **length_row(each)} for name, each in found.items()]


def length_row(found: Lengths) -> dict[str, FormattedCell]:
    """Mean, shortest, quantiles and longest by their names, each with its 95% interval where it is simulated."""
    games, turns = games_of(found), found.turns
    row = {"mean": _mean(found)}
    for name, q in QUANTILES.items():
        value = turns.quantile(q)
        spread = quantile_interval(turns, q, games) if games else None
        row[name] = _in_range(value, spread) if spread else figure(f"{value:.0f}", value)
    for name, of_many in (("shortest", turns.smallest_of(POST_GAMES)), ("longest", turns.largest_of(POST_GAMES))):
        row[f"{name} of {POST_GAMES:,}"] = _in_range(of_many.quantile(0.5), _usual(of_many))
    return row


def _mean(found: Lengths) -> FormattedCell:
    return estimate(estimate_of(found.mean_turns), ".3f")


def _usual(extreme: Pmf) -> Interval:
    """Where 95% of it lie."""
    return Interval(extreme.quantile(0.025), extreme.quantile(0.975), 0.95)


def _in_range(value: float, spread: Interval) -> FormattedCell:
    """A whole number and its 95% range, which is not told if it holds only that."""
    suffix = f" ({spread.low:.0f} to {spread.high:.0f})" if spread.width else ""
    return ranged(f"{value:.0f}{suffix}", value, spread)


def impact_rows(played: Comparison, names: list[str]) -> Rows:
    """What each of some rules changes, with its interval and the standard error that separate games would leave."""
    before = played.samples[AS_IT_IS].mean_turns
    rows = []
    for name in names:
        after, difference = played.samples[name].mean_turns, played.difference(name)
        rows.append(
            {
                "change": name,
                "turns": estimate(after),
                "turns added": ranged(f"{difference.value:+.2f}", difference.value, difference.interval()),
                # a download has it beside what is added
                "95% CI": FormattedCell(_interval(difference.interval()), {}),
                "SE": difference.standard_error,
                "SE if played apart": (before.standard_error**2 + after.standard_error**2) ** 0.5,
            }
        )
    return rows


def _interval(found: Interval) -> str:
    return f"{found.low:+.2f} to {found.high:+.2f}"


def share_rows(played: Comparison, shares: Mapping[str, Mapping[str, float]]) -> Rows:
    """What each change adds alone, last of all, and on average over the orders of making them."""
    together = max(played.samples, key=lambda name: name.count(",") + (name != AS_IT_IS))
    rows = []
    for name, weights in shares.items():
        rest = ", ".join(other for other in shares if other != name) or AS_IT_IS
        last = played.contrast({together: 1, rest: -1})
        fair = played.contrast(weights)
        first = played.difference(name)
        rows.append(
            {"change": name}
            | {
                order: f"{found.value:+.2f} ({_interval(found.interval())})"
                for order, found in (("alone", first), ("after all others", last), ("on average over all orders", fair))
            }
        )
    return rows


def post_rows(played: Comparison) -> Rows:
    """The post's table beside ours; the z is the difference of the means in standard errors of both together."""
    rows = []
    for printed in TABLE:
        sample = played.samples[printed.name]
        ours, turns = sample.mean_turns, sample.turns
        error = (ours.standard_error**2 + ours.std**2 / POST_GAMES) ** 0.5
        median = turns.quantile(0.5)
        rows.append(
            {
                "game": printed.name,
                "mean, post": figure(f"{printed.mean:.2f}", printed.mean),
                "mean, ours": brief(ours),
                "z": round((printed.mean - ours.value) / error, 2) + 0.0,
                "median, post": figure(f"{printed.median:.0f}", printed.median),
                "median, ours": figure(f"{median:.0f}", median),
                "shortest, post": _beside(printed.shortest, _usual(turns.smallest_of(POST_GAMES))),
                "longest, post": _beside(printed.longest, _usual(turns.largest_of(POST_GAMES))),
            }
        )
    return rows


def _beside(printed: int, usual: Interval) -> FormattedCell:
    return ranged(f"{printed} (usual {usual.low:.0f} to {usual.high:.0f})", printed, usual)


def players_rows(found: Mapping[int, Lengths]) -> Rows:
    """A row for each number of players."""
    rows = []
    for players, each in found.items():
        first = each.seat_wins[0] if players > 1 else None
        rows.append(
            {
                "players": players,
                "rounds": estimate(estimate_of(each.mean_rounds), ".3f"),
                "turns of all": _mean(each),
                "first seat wins": _seat(first),
                "fair share": 1 / players,
            }
        )
    return rows


def _seat(win: Proportion | float | None) -> FormattedCell:
    """What a seat wins; nothing for who plays alone."""
    if win is None:
        return FormattedCell("", {})
    return estimate(estimate_of(win), ".3%")


def pmf_columns(found: Mapping[str, Pmf]) -> Columns:
    """The chance of each number of turns, a column for each name."""
    turns = sorted({turn for pmf in found.values() for turn in pmf.outcomes})
    columns: dict[str, list[float]] = {"turns": turns}
    for name, pmf in found.items():
        chances = dict(zip(pmf.outcomes, pmf.probabilities, strict=True))
        columns[name] = [chances.get(turn, 0.0) for turn in turns]
    return columns


def visit_columns(rules: Rules, found: Lengths) -> Columns:
    """For each space: what it is and how many turns of a game end there."""
    visits = visits_per_game(found)
    return {"space": range(1, len(visits) + 1), "is": rules.board, "turns that end there": visits}


def move_rows(moves: Sequence[Move]) -> Rows:
    """A game turn by turn; spaces are counted from 1, 0 is before the board."""
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
