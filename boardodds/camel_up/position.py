"""A Camel Up board as a value, and its text notation.

``1:BWOG 2:Y dice=BWOGY tiles=5o.8m`` means: blue, white, orange and green on square 1, from the bottom up; yellow on square 2;
five dice in the pyramid; an oasis on square 5 and a mirage on square 8, or in the second edition a cheering and a booing tile.
Without ``dice``, the dice of all camels on the board are in the pyramid; ``dice=`` means that the pyramid is empty. Commas and
further spaces are allowed between the parts, as in ``1: BWOG, 2: Y, dice=B W``.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse
from operator import itemgetter
from typing import TypeVar

from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, SECOND_EDITION, TILE_NAMES, Rules, camel_name
from boardodds.probability.validate import check_kind, check_whole, make_plain, of_text

MAX_TEXT = 1000
# With fewer camels there is nothing to win.
MIN_RACING = 2

T = TypeVar("T")

# A stack; or a field with everything up to the next stack or field; or anything else.
_PART = re.compile(
    r"([0-9]{1,9})\s*:\s*([A-Za-z0-9]+)\b(?!\s*[:=])|([A-Za-z]+)\s*=([^:=]*?)(?=[\s,;]+[A-Za-z0-9]+\s*[:=]|\s*$)|[^\s,;]+"
)
_SEPARATORS = re.compile(r"[\s,;.]+")
_TILE = re.compile(r"([0-9]{1,9})([omOM])")
_STACK_FORMAT = "square:camels from the bottom up, as in 1:BWOG"


@dataclass(frozen=True, slots=True)
class Position:
    """The camels and tiles on the board, and the dice in the pyramid.

    A board without camels is also a position, with the notation ``dice=``, but it has no odds. The constructor sorts the fields,
    so that equal boards are equal values.

    stacks: (square, camels from the bottom up), sorted by square.
    dice: the dice in the pyramid, in the order of the camels on the board, the grey die ``x`` last.
    tiles: (square, ``o`` for an oasis or ``m`` for a mirage), sorted by square.

    Raises ValueError with one sentence if no rules allow such a board.

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
        make_plain(self)
        object.__setattr__(self, "stacks", tuple(sorted(filter(itemgetter(1), self.stacks))))
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))
        self._check_camels()
        self._check_tiles()
        # Thousands of boards are created, so this property is computed only once for each.
        all_dice = self.all_dice
        self._check_dice(all_dice)
        object.__setattr__(self, "dice", "".join(filter(tuple(self.dice).__contains__, all_dice)))

    def _check_camels(self) -> None:
        squares = [square for square, _ in self.stacks]
        if duplicate := _first_duplicate(squares):
            raise ValueError(f"position: square {duplicate} is named twice; write its camels together, bottom to top")
        for square in squares:
            # The last square depends on the rules, so only ``check`` knows it.
            check_whole("square", square, 1)
        camels = self.camels
        if camel := _first_duplicate(camels):
            raise ValueError(f"position: camel {camel} stands on the board twice")
        if camels and not (camels.isascii() and camels.isalnum()):
            raise ValueError(f"position: camels must be letters or digits, got {camels[:40]!r}")
        if GREY_DIE in camels:
            raise ValueError(f"position: {GREY_DIE} is the grey die, not a camel")

    def _check_tiles(self) -> None:
        squares = [square for square, _ in self.tiles]
        if duplicate := _first_duplicate(squares):
            raise ValueError(f"tiles: square {duplicate} has two tiles; only one fits")
        for square, kind in self.tiles:
            check_whole("square", square, 1)
            if kind not in TILE_NAMES:
                raise ValueError(f"tiles: a tile is o (+1) or m (-1), got {kind!r} on square {square}")

    def _check_dice(self, all_dice: str) -> None:
        for die in self.dice:
            if die not in all_dice:
                raise ValueError(f"dice must be those of the camels on the board ({all_dice or 'none'}), got {die}")
        if duplicate := _first_duplicate(self.dice):
            raise ValueError(f"dice: die {duplicate} is named twice")

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Return the position of a text in the notation; ``str`` returns the text of a position.

        Raises ValueError with the place of the mistake and what was expected there.

        >>> Position.parse("1:BWOG 2Y")
        Traceback (most recent call last):
        ...
        ValueError: position, at '2Y' (character 8): expected square:camels from the bottom up, as in 1:BWOG
        """
        if len(text) > MAX_TEXT:
            raise ValueError(f"position must be at most {MAX_TEXT} characters, got {len(text)}")
        stacks: list[tuple[int, str]] = []
        fields: dict[str, str] = {}
        for part in _PART.finditer(text):
            square, camels, field, value = part.groups()
            field, where = field and field.lower(), f"at {part.group()[:40]!r} (character {part.start() + 1})"
            if square:
                stacks.append((int(square), camels))
            elif field not in ("dice", "tiles"):
                expected = "dice=… or tiles=…" if field else _STACK_FORMAT
                raise ValueError(f"position, {where}: expected {expected}")
            elif field in fields:
                raise ValueError(f"position, {where}: {field}= is given twice")
            else:
                fields[field] = value
        if not stacks and not fields:
            raise ValueError(f"position: the board is empty; expected {_STACK_FORMAT}")
        dice = fields.get("dice", _dice_of("".join(camels for _, camels in stacks)))
        return cls(tuple(stacks), _SEPARATORS.sub("", dice), tuple(_parse_tiles(fields.get("tiles", ""))))

    def __str__(self) -> str:
        words = [*(f"{square}:{camels}" for square, camels in self.stacks), f"dice={self.dice}"]
        tiles = ".".join(f"{square}{kind}" for square, kind in self.tiles)
        return " ".join([*words, f"tiles={tiles}"] if tiles else words)

    @property
    def camels(self) -> str:
        """All camels from the rearmost to the leader, each stack from the bottom up."""
        return "".join(map(itemgetter(1), self.stacks))

    @property
    def racing(self) -> str:
        """The racing camels from the rearmost to the leader."""
        return "".join(filterfalse(str.islower, self.camels))

    @property
    def all_dice(self) -> str:
        """The dice of all camels on the board, in the order of the camels, the grey die last."""
        return _dice_of(self.camels)

    def square_of(self, camel: str) -> int:
        """Return the square of a camel.

        Raises KeyError if the camel is not on the board.

        >>> Position.parse("1:BWOG 2:Y").square_of("Y")
        2
        """
        for square, camels in self.stacks:
            if camel in set(camels):
                return square
        raise KeyError(camel)

    def camels_on(self, square: int) -> str:
        """Return the camels on a square from the bottom up; "" if there are none."""
        return dict(self.stacks).get(square, "")

    def with_camel(self, camel: str, square: int, level: int | None = None) -> "Position":
        """Return the position with one camel moved or added to a square.

        An added camel also adds its die to the pyramid.

        level: the camel's height in the stack, 0 for the bottom, limited to the height of the stack; None for the top.

        Raises ValueError if ``camel`` is not one letter or digit.

        >>> str(Position.parse("1:BWOG 2:Y dice=G").with_camel("B", 2))
        '1:WOG 2:YB dice=G'
        """
        _check_one_camel(camel)
        stacks = {other: camels.replace(camel, "") for other, camels in self.stacks}
        stack = stacks.get(square, "")
        level = len(stack) if level is None else max(0, min(level, len(stack)))
        stacks[square] = stack[:level] + camel + stack[level:]
        new_die = "" if camel in self.camels else _dice_of(camel)
        dice = "".join(dict.fromkeys(self.dice + new_die))
        return replace(self, stacks=tuple(stacks.items()), dice=dice)

    def without_camel(self, camel: str) -> "Position":
        """Return the position without a camel and without its die; the last crazy camel removes the grey die.

        Raises ValueError if ``camel`` is not one letter or digit.

        >>> str(Position.parse("1:BWOG 2:Y").without_camel("Y"))
        '1:BWOG dice=BWOG'
        """
        _check_one_camel(camel)
        stacks = tuple((square, camels.replace(camel, "")) for square, camels in self.stacks)
        remaining_dice = _dice_of("".join(camels for _, camels in stacks))
        return replace(self, stacks=stacks, dice="".join(die for die in self.dice if die in remaining_dice))

    def with_tile(self, square: int, kind: str) -> "Position":
        """Return the position with a tile added, which replaces a tile on the same square.

        Raises ValueError if the square or kind is invalid, or camels stand on the square.

        >>> str(Position.parse("1:BWOG 2:Y").with_tile(4, "o"))
        '1:BWOG 2:Y dice=BWOGY tiles=4o'
        """
        self.check_empty(square)
        return replace(self, tiles=(*self.without_tile(square).tiles, (square, kind)))

    def check_empty(self, square: int) -> None:
        """Raise ValueError if camels stand on the square of a tile."""
        if self.camels_on(square):
            raise ValueError(f"tiles: square {square} has camels; a tile needs an empty square")

    def without_tile(self, square: int) -> "Position":
        """Return the position without the tile on a square; the same position if there is none."""
        return replace(self, tiles=tuple(tile for tile in self.tiles if tile[0] != square))


def stack_camels(placed: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return the stacks of camels that are put on their squares one after another."""
    stacks: dict[int, str] = {}
    for square, camel in placed:
        stacks[square] = stacks.get(square, "") + camel
    return tuple(stacks.items())


def check(position: Position | str, rules: Rules = FIRST_EDITION) -> Position:
    """Return a position, or that of a text. Raises ValueError with one sentence if it does not fit the rules.

    >>> check(Position.parse("1:BW 20:G"))
    Traceback (most recent call last):
    ...
    ValueError: square must be 1..16, got 20 for green: past the finish there is no leg left to run
    """
    position = of_text(Position, "position", position)
    check_kind(Rules, "rules", rules)
    _check_known(position, rules)
    _check_on_track(position, rules)
    if position.tiles:
        check_tiles(position, rules)
    if len(position.racing) < MIN_RACING:
        raise ValueError(f"a leg needs at least {MIN_RACING} racing camels on the board, got {len(position.racing)}")
    missing = [camel_name(camel) for camel in rules.crazy if camel not in position.camels]
    # Whether or not the grey die is in the pyramid, since the next leg rolls it again.
    if len(missing) > rules.lone_crazy and GREY_DIE in position.all_dice:
        raise ValueError(
            f"dice: the grey die needs both crazy camels on the board, or none of them: {missing[0]} is missing"
        )
    return position


def check_tiles(position: Position, rules: Rules) -> None:
    """Raise ValueError if tiles touch or lie under camels, unless the rules let tiles touch: then one can lie under camels."""
    squares = [square for square, _ in position.tiles]
    for square in squares if not rules.tiles_touch else ():
        position.check_empty(square)
        if square + 1 in squares:
            raise ValueError(f"tiles: squares {square} and {square + 1} are next to each other; tiles must not touch")


def _check_known(position: Position, rules: Rules) -> None:
    for camel in position.camels:
        if camel not in rules.camels + rules.crazy:
            known = rules.camels + rules.crazy
            raise ValueError(f"camel must be one of {' '.join(known)}, got {camel}: {_explain_unknown(camel, known)}")


def _explain_unknown(camel: str, known: str) -> str:
    capital, name = camel.upper(), camel_name(camel)
    if capital in known:
        return f"write {capital} for {camel_name(capital)}"
    for edition, rules in (("first", FIRST_EDITION), ("second", SECOND_EDITION)):
        if camel in rules.camels + rules.crazy:
            return f"{name} is a camel of the {edition} edition"
    return f"these rules have no {name}"


def _check_on_track(position: Position, rules: Rules) -> None:
    for square, camels in position.stacks:
        if square > rules.track:
            raise ValueError(
                f"square must be 1..{rules.track}, got {square} for {camel_name(camels[-1])}: "
                "past the finish there is no leg left to run"
            )
    first = rules.first_tile_square
    for square, _ in position.tiles:
        if not first <= square <= rules.track:
            raise ValueError(f"tiles must be on squares {first}..{rules.track}, got a tile on {square}")


def rolls_left(position: Position | str, rules: Rules = FIRST_EDITION) -> int:
    """Return the number of rolls until the leg ends.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> rolls_left(Position.parse("1:BRPG 2:Y 14:w 15:k"), SECOND_EDITION)
    5
    """
    position = of_text(Position, "position", position)
    undrawn = rules.undrawn if GREY_DIE in position.all_dice else rules.undrawn_racing_dice
    return max(0, len(position.dice) - undrawn)


def legal_tile_squares(position: Position | str, rules: Rules = FIRST_EDITION) -> list[int]:
    """Return the squares where one more tile can be placed.

    They begin at ``rules.first_tile_square``, have no camels, and have no tile on them or, unless tiles may touch, next to them.

    >>> legal_tile_squares(Position.parse("1:BWOG 2:Y tiles=5o.8m"))
    [3, 10, 11, 12, 13, 14, 15, 16]
    """
    position = of_text(Position, "position", position)
    blocked = {square for square, _ in position.stacks}
    for square, _ in position.tiles:
        blocked |= {square} if rules.tiles_touch else {square - 1, square, square + 1}
    return [square for square in range(rules.first_tile_square, rules.track + 1) if square not in blocked]


def _check_one_camel(camel: str) -> None:
    if len(camel) != 1:
        raise ValueError(f"camel must be one letter or digit, got {camel!r}")


def _dice_of(camels: str) -> str:
    racing = "".join(filterfalse(str.islower, camels))
    return racing + (GREY_DIE if len(racing) < len(camels) else "")


def _first_duplicate(values: Sequence[T]) -> T | None:
    return next((value for number, value in enumerate(values) if value in values[:number]), None)


def _parse_tiles(text: str) -> Iterable[tuple[int, str]]:
    for word in filter(None, _SEPARATORS.split(text)):
        match = _TILE.fullmatch(word)
        if not match:
            raise ValueError(f"tiles, at {word[:40]!r}: expected a square and o (+1) or m (-1), as in tiles=5o.8m")
        yield int(match[1]), match[2].lower()
