"""The rules of Camel Up as data.

Source: the rulebooks of the first edition (2014) and the second (2018), as read in the project's rules notes.
Every point on which printings or readers differ is a field here, so a variant is ``dataclasses.replace(FIRST_EDITION,
...)``.

Squares are numbered from 1; a camel that stands past square ``track`` has finished. Camels are single characters: a
racing camel is a capital letter or a digit, a crazy camel (second edition) a small letter; ``x`` is the grey die that
moves them.
"""

from dataclasses import dataclass
from math import lcm
from typing import SupportsIndex

from boardodds.probability.validate import check_flag, check_tuple, check_whole, keep_tuples

GREY_DIE = "x"
MAX_RACING_CAMELS = 8
MAX_CRAZY_CAMELS = 2
MAX_TRACK = 200
MAX_FACE, MAX_FACES = 20, 12
MAX_COINS = 1_000_000
_STACKS = ("leg_tickets", "race_cards")
_COINS = ("leg_tickets", "ticket_second", "ticket_wrong", "race_cards", "race_wrong", "roll_coins", "tile_coins")

NAMES = {
    "W": "white",
    "G": "green",
    "B": "blue",
    "O": "orange",
    "Y": "yellow",
    "R": "red",
    "P": "purple",
    "w": "crazy white",
    "k": "crazy black",
    GREY_DIE: "grey",
}


def camel_name(camel: str) -> str:
    """The word for a camel or a die.

    >>> camel_name("G"), camel_name("3"), camel_name("k")
    ('green', 'camel 3', 'crazy black')
    """
    return NAMES.get(camel, f"camel {camel}")


def row_of(camel: str, camels: str) -> int:
    """Where a camel stands in a result's list of camels; ValueError if it is not in it."""
    if camel not in camels or len(camel) != 1:
        raise ValueError(f"camel must be one of {' '.join(camels)}, got {camel!r}")
    return camels.index(camel)


def column_of(place: int, camels: str) -> int:
    """Where a place, 1 for first, stands in a result's list of places; ValueError if there is no such place."""
    check_whole("place", place, 1, len(camels))
    return place - 1


@dataclass(frozen=True, slots=True)
class Rules:
    """What a table of Camel Up plays by; the defaults are the first edition.

    - camels: racing camels, one character each, two to eight of them.
    - faces: the numbers on a racing die, equally likely; a number may be repeated.
    - track: squares up to the finish.
    - stacking: whether a camel carries those above it. Without it a camel walks alone; camels that share a square still
        stand in the order in which they came, and the last to come counts as ahead, or as behind if a mirage sent it
        there.
    - crazy: crazy camels, which run backwards; both or none. With them the pyramid holds the grey die as well.
    - crazy_priority: whether a crazy camel that alone carries racing camels, or stands directly on the other, moves in
        place of the one the grey die names. Off, or without stacking: the die is obeyed.
    - undrawn: dice that stay in the pyramid when the leg ends.
    - leg_tickets: coins of the leg tickets of one camel if it wins the leg, from the top of the stack.
    - ticket_second, ticket_wrong: coins of a ticket when its camel is second, or neither first nor second.
    - race_cards: coins of the right cards on the winner (or the last camel) of the race in the order in which they were laid;
        further ones pay as the last. race_wrong: coins of a wrong one.
    - roll_coins, tile_coins: coins for rolling a die, and for each unit that stops on one's tile.
    - first_tile_square: the first square that may hold a tile.

    >>> from dataclasses import replace
    >>> replace(FIRST_EDITION, stacking=False).track
    16
    >>> Rules(faces=())
    Traceback (most recent call last):
    ...
    ValueError: faces must be 1 to 12 whole numbers from 1 to 20, got ()
    """

    camels: str = "WGBOY"
    faces: tuple[int, ...] = (1, 2, 3)
    track: int = 16
    stacking: bool = True
    crazy: str = ""
    crazy_priority: bool = True
    undrawn: int = 0
    leg_tickets: tuple[int, ...] = (5, 3, 2)
    ticket_second: int = 1
    ticket_wrong: int = -1
    race_cards: tuple[int, ...] = (8, 5, 3, 2, 1, 1)
    race_wrong: int = -1
    roll_coins: int = 1
    tile_coins: int = 1
    first_tile_square: int = 2

    def __post_init__(self) -> None:
        keep_tuples(self, "faces", "leg_tickets", "race_cards")
        _check_camels(self.camels, self.crazy)
        check_faces(self.faces)
        check_flag("stacking", self.stacking)
        check_flag("crazy_priority", self.crazy_priority)
        check_whole("track", self.track, 3, MAX_TRACK, "squares")
        check_whole("undrawn", self.undrawn, 0, 1, "dice")
        for name in _COINS:
            coins = getattr(self, name)
            if name in _STACKS:
                check_tuple(name, coins, "coins")
            for each in coins if name in _STACKS else (coins,):
                check_whole(name, each, -MAX_COINS, MAX_COINS, "coins")
        if not self.leg_tickets or list(self.leg_tickets) != sorted(self.leg_tickets, reverse=True):
            raise ValueError(f"leg_tickets must be coins from the top of the stack down, got {self.leg_tickets}")
        if not self.race_cards:
            raise ValueError("race_cards must be the coins of at least one card, got none")
        check_whole("first_tile_square", self.first_tile_square, 2)

    @property
    def dice(self) -> str:
        """All dice of the game, the grey one last.

        >>> SECOND_EDITION.dice
        'BYGRPx'
        """
        return self.camels + (GREY_DIE if self.crazy else "")

    @property
    def sides(self) -> int:
        """Sides of the die on which every die of the game can be printed evenly: the base of the common denominator.

        >>> FIRST_EDITION.sides, SECOND_EDITION.sides
        (3, 6)
        """
        return lcm(len(self.faces), len(self.crazy) * len(self.faces)) if self.crazy else len(self.faces)

    def die_rolls(self, die: str) -> list[tuple[str, int]]:
        """The equally likely rolls of a die, as (camel named, number).

        >>> FIRST_EDITION.die_rolls("G")
        [('G', 1), ('G', 2), ('G', 3)]
        >>> len(SECOND_EDITION.die_rolls("x"))
        6
        """
        named = self.crazy if die == GREY_DIE else die
        return [(camel, face) for camel in named for face in self.faces]


def check_faces(faces: tuple[int, ...]) -> None:
    """Raises ValueError for numbers that cannot be those of a racing die."""
    if not isinstance(faces, tuple) or not 1 <= len(faces) <= MAX_FACES or not all(map(_is_face, faces)):
        raise ValueError(f"faces must be 1 to {MAX_FACES} whole numbers from 1 to {MAX_FACE}, got {faces}")


def _is_face(number: object) -> bool:
    return isinstance(number, SupportsIndex) and not isinstance(number, bool) and 1 <= int(number) <= MAX_FACE


def _check_camels(camels: str, crazy: str) -> None:
    racing_ok = all(c.isascii() and (c.isupper() or c.isdigit()) for c in camels)
    if not 2 <= len(camels) <= MAX_RACING_CAMELS or not racing_ok or len(set(camels)) != len(camels):
        raise ValueError(f"camels must be 2..{MAX_RACING_CAMELS} different capital letters or digits, got {camels!r}")
    crazy_ok = all(c.isascii() and c.islower() and c != GREY_DIE for c in crazy)
    if len(crazy) not in (0, MAX_CRAZY_CAMELS) or not crazy_ok or len(set(crazy)) != len(crazy):
        raise ValueError(f"crazy must be empty or two different small letters other than {GREY_DIE}, got {crazy!r}")


FIRST_EDITION = Rules()
SECOND_EDITION = Rules(camels="BYGRP", crazy="wk", undrawn=1, leg_tickets=(5, 3, 2, 2))
