"""A player's dice in the places where the visitor entered them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's dice in the places where they were tapped; the notation of a round has them in ascending order.

    unconfirmed: the places of dice that nobody has entered: those of the round before, or made up for a new hand.

    >>> Hand((6, 6, 1)).of_length(2, sides=6), Hand((4,)).of_length(3, sides=6)
    (Hand(dice=(6, 6), unconfirmed=()), Hand(dice=(4, 3, 4), unconfirmed=(1, 2)))
    """

    dice: tuple[int, ...] = ()
    unconfirmed: tuple[int, ...] = ()

    def of_length(self, dice: int, sides: int) -> "Hand":
        """Return the hand cut to a number of dice, or filled up with unconfirmed dice; no face is above the number of sides."""
        kept = tuple(min(die, sides) for die in self.dice[:dice])
        new_places = range(len(kept), dice)
        unconfirmed = (*(place for place in self.unconfirmed if place < dice), *new_places)
        return Hand((*kept, *(min(2 + place, sides) for place in new_places)), unconfirmed)

    def all_unconfirmed(self) -> "Hand":
        """Return the same dice, all unconfirmed, for a new round."""
        return Hand(self.dice, tuple(range(len(self.dice))))


# Hands by seat.
Hands = Mapping[int, Hand]
