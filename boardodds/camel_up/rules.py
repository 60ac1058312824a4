"""The rules of Camel Up as data.

Source: the rulebooks of the first edition (2014) and the second (2018). Every point on which editions, printings or readings
differ is a field of ``Rules``, so a variant is ``dataclasses.replace(FIRST_EDITION, ...)``.

Squares are numbered from 1; a camel past square ``track`` has finished. Camels are single characters: a racing camel is a capital
letter or a digit, a crazy camel (second edition) a small letter. ``x`` is the grey die, which moves the crazy camels.
"""

from dataclasses import dataclass
from math import lcm

from boardodds.probability.validate import check_whole, make_plain

GREY_DIE = "x"
MAX_RACING_CAMELS = 8
MAX_CRAZY_CAMELS = 2
MAX_TRACK = 200
MAX_FACE, MAX_FACES = 20, 12
MAX_COINS = 1_000_000
_TUPLE_FIELDS = ("leg_tickets", "race_cards")
_COIN_FIELDS = ("leg_tickets", "ticket_second", "ticket_wrong", "race_cards", "race_wrong", "roll_coins", "tile_coins")

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
    """Return the colour or the number of a camel or a die in words.

    >>> camel_name("G"), camel_name("3"), camel_name("k")
    ('green', 'camel 3', 'crazy black')
    """
    return NAMES.get(camel, f"camel {camel}")


def row_of(camel: str, camels: str) -> int:
    """Return the index of a camel in the camels of a result; raise ValueError if it is not one of them."""
    if camel not in tuple(camels):
        raise ValueError(f"camel must be one of {' '.join(camels)}, got {camel!r}")
    return camels.index(camel)


def column_of(place: int, camels: str) -> int:
    """Return the index of a place, 1 for first, in the places of a result; raise ValueError if there is no such place."""
    check_whole("place", place, 1, len(camels))
    return place - 1


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game of Camel Up; the defaults are the first edition.

    camels: the racing camels, two to eight different characters.
    faces: the numbers on a racing die, equally likely; numbers can be repeated.
    track: the number of squares before the finish.
    stacking: whether a camel carries those above it. Without stacking it moves alone. Camels on one square are still ordered: the
        last to arrive counts as ahead of the others, or as behind them if it comes from a mirage.
    crazy: the crazy camels, which run backwards: two or none. With them the pyramid also contains the grey die.
    crazy_priority: whether some rolls of the grey die move the other crazy camel. If only one crazy camel carries racing camels,
        that one moves. Otherwise, if one stands directly on the other, the upper one moves. If False, or without stacking, the
        rolled camel always moves.
    undrawn: the number of dice that stay in the pyramid at the end of a leg, 0 or 1.
    leg_tickets: the coins of each betting ticket of a camel that wins the leg, from the top of the stack.
    ticket_second, ticket_wrong: the coins of a ticket whose camel is second, and of one whose camel is neither first nor second.
    race_cards: the coins of the right race bets on the overall winner, or on the overall loser, from the first on the pile. All
        further ones pay the last value.
    race_wrong: the coins of a wrong race bet.
    roll_coins, tile_coins: the coins for a roll, and for each unit that stops on a player's tile.
    first_tile_square: the first square on which players can place a tile.

    Raises ValueError if a field is out of range.

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
        make_plain(self)
        _check_camels(self.camels, self.crazy)
        check_faces(self.faces)
        check_whole("track", self.track, 3, MAX_TRACK, "squares")
        check_whole("undrawn", self.undrawn, 0, 1, "dice")
        for name in _COIN_FIELDS:
            coins = getattr(self, name)
            for number in coins if name in _TUPLE_FIELDS else (coins,):
                check_whole(name, number, -MAX_COINS, MAX_COINS, "coins")
        if not self.leg_tickets or list(self.leg_tickets) != sorted(self.leg_tickets, reverse=True):
            raise ValueError(f"leg_tickets must be coins from the top of the stack down, got {self.leg_tickets}")
        if not self.race_cards:
            raise ValueError("race_cards must be the coins of at least one card, got none")
        check_whole("first_tile_square", self.first_tile_square, 2)

    @property
    def dice(self) -> str:
        """All dice of the game, the grey die last.

        >>> SECOND_EDITION.dice
        'BYGRPx'
        """
        return self.camels + (GREY_DIE if self.crazy else "")

    @property
    def sides(self) -> int:
        """The smallest number of sides with which every die of the game has equally likely sides.

        All dice are counted with this number of sides, so that all sequences of rolls are equally likely.

        >>> FIRST_EDITION.sides, SECOND_EDITION.sides
        (3, 6)
        """
        return lcm(len(self.faces), len(self.crazy) * len(self.faces)) if self.crazy else len(self.faces)

    def die_rolls(self, die: str) -> list[tuple[str, int]]:
        """Return the equally likely rolls of a die, as (camel, number); the grey die can roll either crazy camel.

        >>> FIRST_EDITION.die_rolls("G")
        [('G', 1), ('G', 2), ('G', 3)]
        >>> len(SECOND_EDITION.die_rolls("x"))
        6
        """
        camels = self.crazy if die == GREY_DIE else die
        return [(camel, face) for camel in camels for face in self.faces]


def check_faces(faces: tuple[int, ...]) -> None:
    """Raise ValueError unless there are 1 to 12 faces from 1 to 20."""
    if not 1 <= len(faces) <= MAX_FACES or not all(1 <= face <= MAX_FACE for face in faces):
        raise ValueError(f"faces must be 1 to {MAX_FACES} whole numbers from 1 to {MAX_FACE}, got {faces}")


def _check_camels(camels: str, crazy: str) -> None:
    racing_ok = all(camel.isascii() and (camel.isupper() or camel.isdigit()) for camel in camels)
    if not 2 <= len(camels) <= MAX_RACING_CAMELS or not racing_ok or len(set(camels)) != len(camels):
        raise ValueError(f"camels must be 2..{MAX_RACING_CAMELS} different capital letters or digits, got {camels!r}")
    crazy_ok = all(camel.isascii() and camel.islower() and camel != GREY_DIE for camel in crazy)
    if len(crazy) not in (0, MAX_CRAZY_CAMELS) or not crazy_ok or len(set(crazy)) != len(crazy):
        raise ValueError(f"crazy must be empty or two different small letters other than {GREY_DIE}, got {crazy!r}")


FIRST_EDITION = Rules()
SECOND_EDITION = Rules(camels="BYGRP", crazy="wk", undrawn=1, leg_tickets=(5, 3, 2, 2))
