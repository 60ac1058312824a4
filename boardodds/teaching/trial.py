"""What a game offers as an example of chance: a question with an exact answer that can be played as well."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trial:
    """A question that a game ends with a yes or a no.

    key: short, for an address. question: as it is asked. exact: gives the exact chance of a yes. play: takes a number of
    games, at least 2, and a seed, and gives how many of them ended with a yes.

    >>> coin = Example("coin", "Heads?", exact=lambda: 0.5, play=lambda games, seed: games // 2)
    >>> coin.exact(), coin.play(10, 1)
    (0.5, 5)
    """

    key: str
    question: str
    exact: Callable[[], float]
    play: Callable[[int, int], int]
