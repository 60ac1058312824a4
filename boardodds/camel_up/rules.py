"""The rules of Camel Up as data, and the words of the game.

Source: the rulebooks of the first edition (2014) and the second (2018). Every point on which editions, printings or readings
differ is a field of ``Rules``, so a variant is ``dataclasses.replace(FIRST_EDITION, ...)``.

Squares are numbered from 1; a camel past square ``track`` has finished. Camels are single characters: a racing camel is a capital
letter or a digit, a crazy camel (second edition) a small letter. ``x`` is the grey die, which moves the crazy camels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import lcm

from boardodds.probability.declared_rules import Switch, Text, Whole, Wholes, check_rules, rule, same_rule
from boardodds.probability.display import short_rules
from boardodds.probability.validate import check_whole

GREY_DIE = "x"
OASIS, MIRAGE = "o", "m"
TILE_NAMES = {OASIS: "oasis", MIRAGE: "mirage"}
MAX_RACING_CAMELS = 8
MAX_CRAZY_CAMELS = 2
MAX_CAMELS_WITHOUT_STACKING = 100
MAX_TRACK = 200
MAX_FACE, MAX_FACES = 20, 12
MAX_COINS = 1_000_000

NAMES = {
    "W": "white",
    "G": "green",
    "B": "blue",
    "O": "orange",
    "Y": "yellow",
    "R": "red",
    "P": "purple",
    "w": "white",
    "k": "black",
    GREY_DIE: "grey",
}


def camel_name(camel: str) -> str:
    """Return the colour or the number of a camel or a die in words.

    >>> camel_name("G"), camel_name("3"), camel_name("k")
    ('green', 'camel 3', 'black')
    """
    return NAMES.get(camel, f"camel {camel}")


def _check_camels(name: str, camels: str) -> None:
    racing_ok = all(camel.isascii() and (camel.isupper() or camel.isdigit()) for camel in camels)
    if not 2 <= len(camels) <= MAX_RACING_CAMELS or not racing_ok or len(set(camels)) != len(camels):
        raise ValueError(f"{name} must be 2..{MAX_RACING_CAMELS} different capital letters or digits, got {camels!r}")


def _check_crazy(name: str, crazy: str) -> None:
    crazy_ok = all(camel.isascii() and camel.islower() and camel != GREY_DIE for camel in crazy)
    if len(crazy) not in (0, MAX_CRAZY_CAMELS) or not crazy_ok or len(set(crazy)) != len(crazy):
        raise ValueError(f"{name} must be empty or two different small letters other than {GREY_DIE}, got {crazy!r}")


def _other_faces(faces: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the faces of dice from 1 on with one number fewer and with one more."""
    if faces != tuple(range(1, len(faces) + 1)):
        return []
    return [faces[:-1]] * (len(faces) > 2) + [(*faces, len(faces) + 1)]


_COINS, _COIN_STACK = Whole(-MAX_COINS, MAX_COINS, "coins"), Wholes(-MAX_COINS, MAX_COINS, unit="coins")


@short_rules
@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game of Camel Up; the defaults are the first edition.

    Raises ValueError if a field is out of range.

    >>> from dataclasses import replace
    >>> replace(FIRST_EDITION, stacking=False).track
    16
    >>> Rules(faces=())
    Traceback (most recent call last):
    ...
    ValueError: faces must be 1..12 whole numbers, got 0
    """

    camels: str = rule(
        "WGBOY", Text(inspect=_check_camels), "Racing camels", "Two to eight different capital letters or digits."
    )
    faces: tuple[int, ...] = rule(
        (1, 2, 3),
        Wholes(1, MAX_FACE, longest=MAX_FACES, nearby=_other_faces),
        "Numbers on a die",
        "They are equally likely, and can be repeated.",
    )
    # Two squares more or fewer make a difference that can be seen.
    track: int = rule(16, Whole(3, MAX_TRACK, "squares", step=2), "Squares to the finish")
    stacking: bool = rule(
        True,
        Switch(),
        "Camels carry those above them",
        "Otherwise a camel moves alone. Camels on one square are still ordered: the last to arrive is ahead of the others, or "
        "behind them if it comes from a mirage.",
    )
    crazy: str = rule(
        "",
        Text(inspect=_check_crazy),
        "Crazy camels",
        "They run backwards: two small letters, or none. With them the pyramid also contains the grey die.",
    )
    crazy_priority: bool = rule(
        True,
        Switch(),
        "The grey die moves the crazy camel that carries racing camels",
        "If only one crazy camel carries racing camels, that one moves, whichever the grey die shows. If one stands "
        "directly on the other, the upper one moves. If camels don't carry others, neither rule applies.",
    )
    lone_crazy: bool = rule(
        False, Switch(), "One crazy camel is enough", "Whichever the grey die shows, it moves the one on the board."
    )
    undrawn: int = rule(0, Whole(0, 1, "dice"), "Dice that stay in the pyramid at the end of a leg")
    leg_tickets: tuple[int, ...] = rule(
        (5, 3, 2),
        _COIN_STACK,
        "Coins of the betting tickets",
        "Those of each ticket of a camel that wins the leg, from the top of the stack.",
    )
    ticket_second: int = rule(1, _COINS, "Coins of a ticket whose camel is second")
    ticket_wrong: int = rule(-1, _COINS, "Coins of a ticket whose camel is neither first nor second")
    race_cards: tuple[int, ...] = rule(
        (8, 5, 3, 2, 1, 1),
        _COIN_STACK,
        "Coins of the right race bets",
        "From the first card on the pile. All further ones pay the last value.",
    )
    race_wrong: int = rule(-1, _COINS, "Coins of a wrong race bet")
    roll_coins: int = rule(1, _COINS, "Coins for a roll")
    tile_coins: int = rule(1, _COINS, "Coins for each camel or stack that stops on a player's tile")
    tiles_touch: bool = rule(
        False,
        Switch(),
        "Tiles may touch",
        "A roll uses one tile: a camel that a tile takes onto another one stays there.",
    )
    first_tile_square: int = rule(2, Whole(2, None), "First square for a tile")
    turn_tile: bool = rule(
        True, Switch(), "A player may turn their tile over on its square", "Otherwise they can only move it."
    )

    def __post_init__(self) -> None:
        check_rules(self)
        if list(self.leg_tickets) != sorted(self.leg_tickets, reverse=True):
            raise ValueError(f"leg_tickets must be coins from the top of the stack down, got {self.leg_tickets}")

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

    @property
    def undrawn_racing_dice(self) -> int:
        """The dice that stay in the pyramid at the end of a leg without crazy camels on the board.

        The second edition has five tickets for its six dice, so without the grey die all are rolled.
        """
        return 0 if self.crazy else self.undrawn

    def die_rolls(self, die: str) -> list[tuple[str, int]]:
        """Return the equally likely rolls of a die, as (camel, number); the grey die can roll either crazy camel.

        >>> FIRST_EDITION.die_rolls("G")
        [('G', 1), ('G', 2), ('G', 3)]
        >>> len(SECOND_EDITION.die_rolls("x"))
        6
        """
        camels = self.crazy if die == GREY_DIE else die
        return list(product(camels, self.faces))


@dataclass(frozen=True, slots=True)
class Course:
    """The rules that the length of a race depends on; the fields are the parameters of ``race_length``.

    Raises ValueError if a field is out of range, or the track is shorter than the largest face, which can place a camel.
    """

    camels: int = rule(5, Whole(1, MAX_CAMELS_WITHOUT_STACKING), "Camels")
    track: int = same_rule(Rules, "track")
    faces: tuple[int, ...] = same_rule(Rules, "faces")
    stacking: bool = same_rule(Rules, "stacking")

    def __post_init__(self) -> None:
        check_rules(self)
        if self.stacking:
            check_whole("camels", self.camels, 1, MAX_RACING_CAMELS)
        check_whole("track", self.track, max(self.faces), MAX_TRACK, "squares, so that all camels start on it")


FIRST_EDITION = Rules()
SECOND_EDITION = Rules(camels="BYGRP", crazy="wk", undrawn=1, leg_tickets=(5, 3, 2, 2), turn_tile=False)
# The printed games, by their names in links and on the command line.
PRINTED = {"first_edition": FIRST_EDITION, "second_edition": SECOND_EDITION}
PRINTED_LABELS = {"first_edition": "First edition (2014)", "second_edition": "Second edition (sold today)"}


def tile_names(rules: Rules) -> Mapping[str, str]:
    """Return the names of the tiles, by kind: of the second edition if the rules have crazy camels, else of the first."""
    return {OASIS: "cheering tile", MIRAGE: "booing tile"} if rules.crazy else TILE_NAMES


def tile_name(kind: str, rules: Rules) -> str:
    """Return the name of a tile in the edition of the rules.

    >>> tile_name("m", SECOND_EDITION)
    'booing tile'
    """
    return tile_names(rules)[kind]


def with_article(noun: str) -> str:
    """Return a noun after "a" or "an".

    >>> with_article("oasis"), with_article("booing tile")
    ('an oasis', 'a booing tile')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
