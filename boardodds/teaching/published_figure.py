"""What a source printed and what comes out here, to be set side by side."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A printed figure that can be recomputed.

    what: the figure in words. source: where it was printed. printed: the figure. compute: gives ours. tolerance: how far ours may
    lie from it, and why: the reason. slow: whether it takes more than a moment. over: the denominator, if a fraction was printed.

    >>> coin = Check("heads", "any book", 0.5, lambda: 0.5, tolerance=0.0, reason="exact")
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
        """Whether ours lies within the tolerance; a hair more is let pass, for roundings of floats."""
        return abs(ours - self.printed) <= self.tolerance + 1e-12
