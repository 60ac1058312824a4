"""The type of a published figure: a figure that a source printed, next to our computation of it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure that a source printed, with our computation of it.

    what: a description of the figure.
    source: the document that printed it.
    printed: the figure as printed.
    compute: returns our figure.
    tolerance: the largest difference that counts as agreement.
    reason: the reason for the tolerance, in words.
    slow: whether the computation takes seconds.
    denominator: the denominator, if the source printed a fraction; else None.
    explained: the reason why ours differs, as a sentence; empty if it agrees.
    link: the page with the position or the rules of the figure, with its settings, as in "orchard?game=Orchard".

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
    denominator: int | None = None
    explained: str = ""
    link: str = ""

    def holds(self, ours: float) -> bool:
        """Return whether our figure agrees within the tolerance, plus 1e-12 for the rounding of floats."""
        return abs(ours - self.printed) <= self.tolerance + 1e-12
