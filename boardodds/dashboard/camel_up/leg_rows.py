"""Results of a Camel Up leg as rows of tables, for the page and for its CSV files."""

from collections.abc import Mapping, Sequence

from boardodds.camel_up import Action, LegOdds, LegSample, NextRoll, camel_name
from boardodds.camel_up.sources import PublishedOdds
from boardodds.charts.style import in_percent, ordinal, short_percent
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.dashboard.ui.table_cells import with_headings
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import Z95

LOSS = "chance of a loss"
# The headings of the CSV file where they differ from those on the page.
_ACTION_CSV_HEADINGS = {
    "expected gain (coins)": "adds (coins)",
    "leg total (coins)": "all of yours (coins)",
    LOSS: "chance of loss",
}
_COMPARISON_HEADINGS = {"post": "published", "ours": "here", "diff": "difference"}


def places(odds: LegOdds) -> Rows:
    """Return a row for each camel and place: probability, fraction in lowest terms, count and number of outcomes."""
    return [
        {
            "camel": camel_name(camel),
            "place": place,
            "probability": odds.probability(camel, place),
            "fraction": str(odds.fraction(camel, place)),
            "count": odds.count(camel, place),
            "outcomes": odds.outcomes,
        }
        for camel in odds.ranking
        for place in range(1, len(odds.camels) + 1)
    ]


def place_grid(odds: LegOdds, *, exact: bool) -> dict[str, dict[str, tuple[float, str]]]:
    """Return by camel and place the chance and its text, in percent or, if ``exact``, as a fraction in lowest terms."""

    def cell(camel: str, place: int) -> tuple[float, str]:
        chance = odds.probability(camel, place)
        return chance, str(odds.fraction(camel, place)) if exact else short_percent(chance)

    columns = range(1, len(odds.camels) + 1)
    return {row_name(camel): {ordinal(place): cell(camel, place) for place in columns} for camel in odds.ranking}


def row_name(camel: str) -> str:
    """Return the name of a camel in a grid, with its letter on the board; it stays on one line next to wide cells.

    >>> row_name("G"), row_name("3")
    ('G\\xa0green', 'camel\\xa03')
    """
    name = camel_name(camel) if camel.isdigit() else f"{camel} {camel_name(camel)}"
    return name.replace(" ", "\N{NO-BREAK SPACE}")


def action_grid(ranked: Sequence[Action]) -> dict[str, dict[str, tuple[float, str]]]:
    """Return by action its expected gain, with half the width of a simulated one's 95% interval, and its chance of a loss."""
    return {
        str(action): {
            "expected gain": (0.0, _gain_text(action)),
            LOSS: (action.chance_of_loss, short_percent(action.chance_of_loss)),
        }
        for action in ranked
    }


def _gain_text(action: Action) -> str:
    half_width = Z95 * action.standard_error
    return f"{action.expected_coins:z.2f}" + (f" ±{half_width:.2f}" if half_width else "")


def actions(ranked: Sequence[Action]) -> Rows:
    """Return a row for each action, in the given order.

    If any action is simulated, "±" is half the width of the 95% interval.
    """
    simulated = any(action.standard_error for action in ranked)
    return [
        {"action": str(action), "expected gain (coins)": action.expected_coins}
        | ({"±": Z95 * action.standard_error} if simulated else {})
        | {
            "leg total (coins)": action.coins.mean,
            "standard deviation": action.std,
            LOSS: action.chance_of_loss,
        }
        for action in ranked
    ]


def action_csv(ranked: Sequence[Action]) -> Rows:
    """Return the rows of actions for the CSV file, whose headings stay the same when those on the page change."""
    return with_headings(actions(ranked), _ACTION_CSV_HEADINGS)


def next_rolls(rolls: Sequence[NextRoll]) -> Rows:
    """Return a row for each roll: its chance, the camel that moves, and each camel's chance of winning after it."""
    return [
        {
            "roll": str(roll.roll),
            "chance": float(roll.chance),
            "moves": camel_name(roll.moved),
        }
        | {camel_name(camel): roll.after.probability(camel) for camel in roll.after.camels}
        for roll in rolls
    ]


def tile_coins(coins: Mapping[tuple[str, int], float]) -> Rows:
    """Return a row for each square with the expected coins of both tiles.

    coins: by kind of tile and square.
    """
    squares = sorted({square for _, square in coins})
    return [
        {"square": square, "oasis": coins["oasis", square], "mirage": coins["mirage", square]} for square in squares
    ]


def effects(ablation: Ablation[LegOdds]) -> Rows:
    """Return a row for each variant and camel: the chance of winning now, under the variant, and the difference."""
    return [
        {
            "what if": effect.variant,
            "camel": camel_name(effect.measure),
            "now": effect.baseline,
            "then": effect.value,
            "difference (points)": 100 * effect.difference,
        }
        for effect in ablation.effects(_win_odds)
    ]


def effect_grid(ablation: Ablation[LegOdds]) -> Rows:
    """Return a row for each variant and a column for each camel.

    Cells are chances of winning with the difference of the printed figures in brackets, in percentage points.
    """
    rows: dict[str, dict[str, str]] = {
        "now": {
            camel_name(camel): short_percent(ablation.baseline.probability(camel))
            for camel in ablation.baseline.ranking
        }
    }
    for effect in ablation.effects(_win_odds):
        cell = f"{short_percent(effect.value)} ({printed_difference(effect.baseline, effect.value)})"
        rows.setdefault(effect.variant, {})[camel_name(effect.measure)] = cell
    return [{"rules": name} | cells for name, cells in rows.items()]


def printed_difference(before: float, after: float) -> str:
    """Return the difference of two chances as they are printed, in percentage points, so that readers find the same.

    >>> printed_difference(0.19248, 0.31481), printed_difference(0.5, 0.5)
    ('+12.3', '+0.0')
    """
    first, second = (float(in_percent(chance).rstrip("%")) for chance in (before, after))
    return f"{second - first:+z.1f}"


def comparison(rows: Sequence[tuple[PublishedOdds, LegOdds]]) -> Rows:
    """Return a row for each published case and camel: our chances of first and second place next to the published ones."""
    return [
        {"case": row.name, "position": str(row.position), "camel": camel_name(camel)}
        | {
            f"{ordinal(place)} {suffix}": value
            for place, printed in ((1, row.first), (2, row.second))
            for suffix, value in _compare(printed.get(camel, 0.0), odds.probability(camel, place))
        }
        for row, odds in rows
        for camel in odds.camels
    ]


def comparison_grid(rows: Rows) -> Rows:
    """Return the rows of a comparison for the page, without the position."""

    def heading(name: str) -> str:
        place, _, column = name.rpartition(" ")
        return f"{place} {_COMPARISON_HEADINGS[column]}" if place else name

    return [{heading(name): cell for name, cell in row.items() if name != "position"} for row in rows]


def sample(odds: LegOdds, simulated: LegSample) -> Rows:
    """Return a row for each camel: its exact chance of winning next to the simulated one with its 95% interval."""
    rows = []
    for camel in odds.ranking:
        estimate = simulated.probability(camel)
        interval = estimate.interval()
        rows.append(
            {
                "camel": camel_name(camel),
                "exact": odds.probability(camel),
                "simulated": estimate.value,
                "from": interval.low,
                "to": interval.high,
                "contains the exact value": "yes" if odds.probability(camel) in interval else "no",
            }
        )
    return rows


def _win_odds(odds: LegOdds) -> dict[str, float]:
    return {camel: odds.probability(camel) for camel in odds.ranking}


def _compare(printed: float, ours: float) -> list[tuple[str, float]]:
    return [("post", printed), ("ours", ours), ("diff", ours - printed)]
