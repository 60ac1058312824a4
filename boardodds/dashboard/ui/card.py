"""A game's card on the home page: a finding, a picture of a hundred games, and a note on the method."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """A computed answer with a picture.

    finding: the answer as one sentence.
    picture: HTML, from ``dashboard.ui.hundred``.
    note: the question of the picture and the method of its figures, as Markdown.
    """

    finding: str
    picture: str
    note: str
