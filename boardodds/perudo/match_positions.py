"""Where matches stand, many at once: in the middle of rounds, and at their starts."""

from dataclasses import dataclass

from boardodds.probability.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions in which players are to move, one of each match: arrays with a row for each match.

    dice: int array (matches, players), the number of dice of each player.
    reached_one_die: bool array (matches, players), whether a player has ever had one die.
    turn, bidder: int arrays (matches,), the seats of the player to move and of the last bidder.
    current: int array (matches,), the number of the current bid (see ``tables``); 0 before the first bid.
    palifico: int array (matches,), 1 in a palifico round, otherwise 0.
    face_counts: int array (matches, players, sides), the number of dice of each player that show each face.
    history: int array (matches, bids), the numbers of the bids of the round so far, and 0 for those to come. Players who don't
        use it need no columns.
    """

    dice: Ints
    reached_one_die: Bools
    turn: Ints
    bidder: Ints
    current: Ints
    palifico: Ints
    face_counts: Ints
    history: Ints


@dataclass(frozen=True, slots=True)
class RoundStarts:
    """Starts of rounds: arrays with a row for each round.

    dice: int array (rounds, players), the number of dice of each player.
    opener: int array (rounds,), the seat of the player who opens.
    palifico: int array (rounds,), 1 for a palifico round, otherwise 0.
    """

    dice: Ints
    opener: Ints
    palifico: Ints
