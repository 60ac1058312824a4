"""The type of a trial: a yes-or-no question with an exact answer that can also be simulated."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trial:
    """A yes-or-no question about one game, with its exact and its simulated answer.

    key: the trial's identifier.
    title: the label of its button, and its name in links.
    question: the question as the page shows it.
    yes: what happens in a game that counts as a yes.
    exact: returns the exact probability of a yes.
    play: takes a number of games, 2 or more, and a seed; returns the number of games that ended with a yes.

    >>> coin = Trial("coin", "a coin", "Heads?", "it shows heads", exact=lambda: 0.5, play=lambda games, seed: games // 2)
    >>> coin.exact(), coin.play(10, 1)
    (0.5, 5)
    """

    key: str
    title: str
    question: str
    yes: str
    exact: Callable[[], float]
    play: Callable[[int, int], int]
