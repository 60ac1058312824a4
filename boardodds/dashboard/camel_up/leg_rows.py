"""Results of a Camel Up leg as tables: one builder for what a page shows and what its download holds."""

from collections.abc import Mapping, Sequence

from boardodds.camel_up import Action, LegOdds, LegSample, NextRoll, camel_name
from boardodds.camel_up.sources import Published
from boardodds.charts.style import ordinal
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import Z95


def places(odds: LegOdds) -> Rows:
    """A row for each camel and place: probability, exact fraction in lowest terms, count and outcomes."""
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


def place_grid(odds: LegOdds, *, exact: bool) -> Rows:
    """The camels by place, as percent or as exact fractions in lowest terms."""

    def cell(camel: str, place: int) -> str:
        return str(odds.fraction(camel, place)) if exact else f"{odds.probability(camel, place):.1%}"

    columns = range(1, len(odds.camels) + 1)
    return [
        {"camel": f"{camel} {camel_name(camel)}"} | {ordinal(place): cell(camel, place) for place in columns}
        for camel in odds.ranking
    ]


def actions(ranked: Sequence[Action]) -> Rows:
    """A row for each action, the best first; half a 95% interval where anything was simulated."""
    simulated = any(action.standard_error for action in ranked)
    return [
        {"action": str(action), "adds (coins)": action.expected_coins}
        | ({"±": Z95 * action.standard_error} if simulated else {})
        | {
            "all of yours (coins)": action.coins.mean,
            "standard deviation": action.std,
            "chance of loss": action.chance_of_loss,
        }
        for action in ranked
    ]


def next_rolls(rolls: Sequence[NextRoll]) -> Rows:
    """A row for each roll: its chance, the camel that moves, and the win probabilities after it."""
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
    """A row for each square with the expected coins of either tile."""
    squares = sorted({square for _, square in coins})
    return [
        {"square": square, "oasis": coins["oasis", square], "mirage": coins["mirage", square]} for square in squares
    ]


def effects(ablation: Ablation[LegOdds]) -> Rows:
    """A row for each variant and camel: win probability now, under the variant, and the difference in percentage points."""
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
    """The variants by camel: win probability and, in brackets, the difference to the baseline in percentage points."""
    rows: dict[str, dict[str, str]] = {
        "now": {camel_name(camel): f"{ablation.baseline.probability(camel):.1%}" for camel in ablation.baseline.ranking}
    }
    for effect in ablation.effects(_win_odds):
        cell = f"{effect.value:.1%} ({100 * effect.difference:+z.1f})"
        rows.setdefault(effect.variant, {})[camel_name(effect.measure)] = cell
    return [{"rules": name} | cells for name, cells in rows.items()]


def published(rows: Sequence[tuple[Published, LegOdds]]) -> Rows:
    """What a source printed beside what is computed here, for first and second place of every camel."""
    return [
        {"case": row.name, "position": str(row.position), "camel": camel_name(camel)}
        | {
            f"{ordinal(place)} {suffix}": value
            for place, shares in ((1, row.first), (2, row.second))
            for suffix, value in _beside(shares.get(camel, 0.0), odds.probability(camel, place))
        }
        for row, odds in rows
        for camel in odds.camels
    ]


def sample(odds: LegOdds, simulated: LegSample) -> Rows:
    """The exact win probability of each camel beside the simulated one and its interval."""
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
                "holds the exact value": "yes" if odds.probability(camel) in interval else "no",
            }
        )
    return rows


def _win_odds(odds: LegOdds) -> dict[str, float]:
    return {camel: odds.probability(camel) for camel in odds.ranking}


def _beside(printed: float, ours: float) -> list[tuple[str, float]]:
    return [("post", printed), ("ours", ours), ("diff", ours - printed)]
