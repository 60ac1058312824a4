"""Results of a Camel Up leg as rows of tables."""

from collections.abc import Mapping, Sequence

from boardodds.camel_up import Action, LegOdds, LegSample, NextRoll, camel_name
from boardodds.charts.style import ordinal, short_percent
from boardodds.dashboard.ui.data_tables import Rows, estimate_columns
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import Z95

LOSS, POINTS = "chance of a loss", "difference (points)"


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
            POINTS: 100 * effect.difference,
        }
        for effect in ablation.effects(_win_odds)
    ]


def sample(odds: LegOdds, simulated: LegSample) -> Rows:
    """Return a row for each camel: its exact chance of winning next to the simulated one with its 95% interval."""
    return [
        {"camel": camel_name(camel), "exact": odds.probability(camel)}
        | estimate_columns("simulated", estimate := simulated.probability(camel))
        | {"contains the exact value": "yes" if odds.probability(camel) in estimate.interval() else "no"}
        for camel in odds.ranking
    ]


def _win_odds(odds: LegOdds) -> dict[str, float]:
    return {camel: odds.probability(camel) for camel in odds.ranking}
