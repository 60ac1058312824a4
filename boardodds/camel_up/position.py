"""A Camel Up board as a value, and its notation as text.

``1:BWOG 2:Y dice=BWOGY tiles=5o.8m`` reads: on square 1 blue, white, orange and green from the bottom up; yellow on
2; five dice in the pyramid; an oasis on 5 and a mirage on 8. ``dice`` left out means that every die of the camels on
the board is still in the pyramid; ``dice=`` means that none is.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from boardodds.camel_up.rules import GREY_DIE, MAX_TRACK, Rules, camel_name
from boardodds.probability.validate import check_whole

OASIS = "o"
MIRAGE = "m"
TILE_NAMES = {OASIS: "oasis", MIRAGE: "mirage"}
MAX_TEXT = 1000

T = TypeVar("T")

_STACK = re.compile(r"([0-9]{1,4}):([A-Za-z0-9]+)")
_TILE = re.compile(r"([0-9]{1,4})([om])")
_SQUARE = "square:camels from the bottom up, as in 1:BWOG"


@dataclass(frozen=True, slots=True)
class Position:
    """Where the camels and tiles are and which dice are still in the pyramid.

    - stacks: (square, camels bottom..top) by square.
    - dice: the dice in the pyramid, in the order of the camels on the board, the grey die ``x`` last.
    - tiles: (square, ``o`` or ``m``) by square.

    A board without camels is a position too, written ``dice=``, though no leg can be run from it. Whatever order they
    are given in, the fields are kept in this order, so that equal boards are equal values.

    >>> p = Position.parse("2:Y 1:BWOG")
    >>> str(p)
    '1:BWOG 2:Y dice=BWOGY'
    >>> Position.parse(str(p)) == p
    True
    >>> Position.parse("1:BB")
    Traceback (most recent call last):
    ...
    ValueError: position: camel B stands on the board twice
    """

    stacks: tuple[tuple[int, str], ...]
    dice: str
    tiles: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        stacks = tuple(sorted((square, camels) for square, camels in self.stacks if camels))
        object.__setattr__(self, "stacks", stacks)
        object.__setattr__(self, "tiles", tuple(sorted((square, kind) for square, kind in self.tiles)))
        self._check_camels()
        self._check_tiles()
        # worked out once: boards are made by the thousand
        all_dice = self.all_dice
        self._check_dice(all_dice)
        object.__setattr__(self, "dice", "".join(die for die in all_dice if die in self.dice))

    def _check_camels(self) -> None:
        squares = [square for square, _ in self.stacks]
        if twice := _doubled(squares):
            raise ValueError(f"position: square {twice} is named twice; write its camels together, bottom to top")
        for square in squares:
            _check_square(square)
        if doubled := _doubled(self.camels):
            raise ValueError(f"position: camel {doubled} stands on the board twice")
        if self.camels and not (self.camels.isascii() and self.camels.isalnum()):
            raise ValueError(f"position: camels must be letters or digits, got {self.camels[:40]!r}")
        if GREY_DIE in self.camels:
            raise ValueError(f"position: {GREY_DIE} is the grey die, not a camel")

    def _check_tiles(self) -> None:
        squares = [square for square, _ in self.tiles]
        if doubled := _doubled(squares):
            raise ValueError(f"tiles: square {doubled} holds two tiles; only one fits")
        for square, kind in self.tiles:
            _check_square(square)
            if kind not in TILE_NAMES:
                raise ValueError(f"tiles: a tile is o (oasis) or m (mirage), got {kind!r} on square {square}")
            if self.camels_on(square):
                raise ValueError(f"tiles: square {square} holds camels; a tile needs an empty square")
            if square + 1 in squares:
                raise ValueError(
                    f"tiles: squares {square} and {square + 1} are next to each other; tiles must not touch"
                )

    def _check_dice(self, all_dice: str) -> None:
        if doubled := _doubled(self.dice):
            raise ValueError(f"dice: die {doubled} is named twice")
        for die in self.dice:
            if die not in all_dice:
                wanted = "there are no crazy camels" if die == GREY_DIE else f"no racing camel {die} is"
                raise ValueError(f"dice: die {die} cannot be in the pyramid, {wanted} on the board")

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Reads the notation; ``str`` writes it back.

        Raises ValueError that says where and what was expected.

        >>> Position.parse("1:BWOG 2Y")
        Traceback (most recent call last):
        ...
        ValueError: position, at '2Y' (character 8): expected square:camels from the bottom up, as in 1:BWOG
        """
        if len(text) > MAX_TEXT:
            raise ValueError(f"position must be at most {MAX_TEXT} characters, got {len(text)}")
        stacks: list[tuple[int, str]] = []
        named: dict[str, str] = {}
        for word in re.finditer(r"\S+", text):
            field, equals, value = word.group().partition("=")
            if equals and field in ("dice", "tiles"):
                if field in named:
                    raise ValueError(f"position, {_where(word)}: {field}= is given twice")
                named[field] = value
            elif match := _STACK.fullmatch(word.group()):
                stacks.append((int(match[1]), match[2]))
            else:
                expected = "dice=… or tiles=…" if equals else _SQUARE
                raise ValueError(f"position, {_where(word)}: expected {expected}")
        if not stacks and not named:
            raise ValueError(f"position: the board is empty; expected {_SQUARE}")
        dice = named.get("dice", _dice_of("".join(camels for _, camels in stacks)))
        return cls(tuple(stacks), dice, tuple(_parse_tiles(named.get("tiles", ""))))

    def __str__(self) -> str:
        words = [f"{square}:{camels}" for square, camels in self.stacks]
        words.append(f"dice={self.dice}")
        if self.tiles:
            words.append("tiles=" + ".".join(f"{square}{kind}" for square, kind in self.tiles))
        return " ".join(words)

    @property
    def camels(self) -> str:
        """All camels from the rearmost to the leader, each stack from the bottom up."""
        return "".join(camels for _, camels in self.stacks)

    @property
    def racing(self) -> str:
        """The racing camels from the rearmost to the leader."""
        return "".join(camel for camel in self.camels if not camel.islower())

    @property
    def all_dice(self) -> str:
        """Every die that the camels on the board bring along, in canonical order."""
        return _dice_of(self.camels)

    def square_of(self, camel: str) -> int:
        """The square a camel stands on; KeyError if it is not on the board.

        >>> Position.parse("1:BWOG 2:Y").square_of("Y")
        2
        """
        for square, camels in self.stacks:
            if camel in set(camels):
                return square
        raise KeyError(camel)

    def camels_on(self, square: int) -> str:
        """The camels on a square from the bottom up, or an empty text."""
        return dict(self.stacks).get(square, "")

    def with_camel(self, camel: str, square: int, level: int | None = None) -> "Position":
        """Puts a camel on a square at a level of the stack, 0 the bottom, the top if none is given.

        A camel that was not on the board brings its die to the pyramid. A level above the top is the top, one below 0 the bottom.
        Raises ValueError for more than one camel.

        >>> str(Position.parse("1:BWOG 2:Y dice=G").with_camel("B", 2))
        '1:WOG 2:YB dice=G'
        """
        _check_one(camel)
        stacks = {other: camels.replace(camel, "") for other, camels in self.stacks}
        stack = stacks.get(square, "")
        level = len(stack) if level is None else max(0, min(level, len(stack)))
        stacks[square] = stack[:level] + camel + stack[level:]
        brought = "" if camel in self.camels else _dice_of(camel)
        dice = "".join(dict.fromkeys(self.dice + brought))
        return replace(self, stacks=tuple(stacks.items()), dice=dice)

    def without_camel(self, camel: str) -> "Position":
        """Takes a camel off the board, and its die out of the pyramid; the grey die goes with the last crazy camel.

        Raises ValueError for more than one camel.

        >>> str(Position.parse("1:BWOG 2:Y").without_camel("Y"))
        '1:BWOG dice=BWOG'
        """
        _check_one(camel)
        stacks = tuple((square, camels.replace(camel, "")) for square, camels in self.stacks)
        left = _dice_of("".join(camels for _, camels in stacks))
        return replace(self, stacks=stacks, dice="".join(die for die in self.dice if die in left))

    def with_tile(self, square: int, kind: str) -> "Position":
        """Lays a tile, in place of the one that lies there if any; ValueError where none may lie.

        >>> str(Position.parse("1:BWOG 2:Y").with_tile(4, "o"))
        '1:BWOG 2:Y dice=BWOGY tiles=4o'
        """
        return replace(self, tiles=(*self.without_tile(square).tiles, (square, kind)))

    def without_tile(self, square: int) -> "Position":
        """Takes the tile off a square, if there is one."""
        return replace(self, tiles=tuple(tile for tile in self.tiles if tile[0] != square))


def check(position: Position, rules: Rules) -> None:
    """Raises ValueError with one sentence if the position cannot be played under the rules.

    >>> check(Position.parse("1:BW 20:G"), Rules())
    Traceback (most recent call last):
    ...
    ValueError: square must be 1..16, got 20 for green: past the finish there is no leg left to run
    """
    _check_known(position, rules)
    _check_on_track(position, rules)
    if len(position.racing) < 2:
        raise ValueError(f"a leg needs at least 2 racing camels on the board, got {len(position.racing)}")
    if GREY_DIE in position.dice and any(camel not in position.camels for camel in rules.crazy):
        raise ValueError("dice: the grey die needs both crazy camels on the board")


def _check_known(position: Position, rules: Rules) -> None:
    for camel in position.camels:
        if camel not in rules.camels + rules.crazy:
            known = rules.camels + rules.crazy
            capital, none = camel.upper(), f"these rules have no {camel_name(camel)}"
            hint = f"write {capital} for {camel_name(capital)}" if capital in known else none
            raise ValueError(f"camel must be one of {' '.join(known)}, got {camel}: {hint}")


def _check_on_track(position: Position, rules: Rules) -> None:
    for square, camels in position.stacks:
        if square > rules.track:
            raise ValueError(
                f"square must be 1..{rules.track}, got {square} for {camel_name(camels[-1])}: "
                "past the finish there is no leg left to run"
            )
    first = rules.first_tile_square
    for square, kind in position.tiles:
        if not first <= square <= rules.track:
            raise ValueError(f"tiles must lie on squares {first}..{rules.track}, got {TILE_NAMES[kind]} on {square}")


def rolls_left(position: Position, rules: Rules) -> int:
    """How many dice are still to be rolled before the leg ends.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> rolls_left(Position.parse("1:BRPG 2:Y 14:w 15:k"), SECOND_EDITION)
    5
    """
    return max(0, len(position.dice) - rules.undrawn)


def legal_tile_squares(position: Position, rules: Rules) -> list[int]:
    """The squares on which one more tile may be laid: empty, not the first, not next to a tile.

    >>> legal_tile_squares(Position.parse("1:BWOG 2:Y tiles=5o.8m"), Rules())
    [3, 10, 11, 12, 13, 14, 15, 16]
    """
    taken = {square for square, _ in position.stacks}
    for square, _ in position.tiles:
        taken |= {square - 1, square, square + 1}
    return [square for square in range(rules.first_tile_square, rules.track + 1) if square not in taken]


def _check_one(camel: str) -> None:
    if len(camel) != 1:
        raise ValueError(f"camel must be one letter or digit, got {camel!r}")


def _check_square(square: int) -> None:
    check_whole("square", square, 1, MAX_TRACK)


def _dice_of(camels: str) -> str:
    racing = "".join(camel for camel in camels if not camel.islower())
    return racing + (GREY_DIE if len(racing) < len(camels) else "")


def _doubled(values: Iterable[T]) -> T | None:
    seen: set[T] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def _parse_tiles(text: str) -> Iterable[tuple[int, str]]:
    for word in text.split(".") if text else ():
        match = _TILE.fullmatch(word)
        if not match:
            raise ValueError(f"tiles, at {word!r}: expected a square and o or m, dots between, as in tiles=5o.8m")
        yield int(match[1]), match[2]


def _where(word: re.Match[str]) -> str:
    return f"at {word.group()!r} (character {word.start() + 1})"
