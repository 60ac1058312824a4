"""The typical error of a proportion, in words."""

from boardodds.probability.estimate import Z95


def standard_error(games: int, exact: float) -> float:
    """Return the standard deviation of the proportion of yes in some games."""
    return float((exact * (1 - exact) / games) ** 0.5)


def error_sentence(games: int, exact: float) -> str:
    """Return how near to the exact chance 95% of simulations are.

    >>> error_sentence(1_000, 0.78)
    'After 1,000 games, about 19 of 20 runs are within 2.6 percentage points of the exact chance'
    """
    points = 100 * Z95 * standard_error(games, exact)
    return f"After {games:,} games, about 19 of 20 runs are within {points:.1f} percentage points of the exact chance"
