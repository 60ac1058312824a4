"""The type of a published figure: a printed figure beside the computation of ours."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure that a source printed, with the computation of ours.

    what: the figure in words.
    source: the document that printed it.
    printed: the figure.
    compute: returns ours.
    tolerance: the largest difference that counts as agreement.
    reason: the reason of the tolerance, in words.
    slow: whether the computation takes more than a moment.
    over: the denominator, if a fraction was printed.

    >>> coin = PublishedFigure("heads", "any book", 0.5, lambda: 0.5, tolerance=0.0, reason="exact")
    >>> coin.holds(coin.compute())
    True
    """

    what: str
    source: str
    printed: float
    compute: Callable[[], float]
    tolerance: float
    reason: str
    slow: bool = False
    over: int | None = None

    def holds(self, ours: float) -> bool:
        """Return whether our figure lies within the tolerance; 1e-12 more is allowed for the rounding of floats."""
        return abs(ours - self.printed) <= self.tolerance + 1e-12
