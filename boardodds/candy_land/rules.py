"""Candy Land: the rules as data.

Source: "Adventures in Candy Land" (Chris Clark, 2021) for the board and the game; the rulebooks of the classic and the
newer printings for what it leaves open. A space has an index from 0, as in the post; printed boards, and everything that
is shown to people, count from 1. A card of a colour moves forward to the next space of that colour, a double to the one
after that, a special to its own space, wherever that is. A card whose colour is no longer ahead wins.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from boardodds.probability.validate import as_whole, check_flag, check_tuple, check_whole, keep_tuples

COLORS = {"R": "red", "P": "purple", "Y": "yellow", "B": "blue", "O": "orange", "G": "green"}
START = -1

STUCK, LOSE_TURN, OFF = "stuck", "lose_turn", "off"
LICORICE_RULES = (STUCK, LOSE_TURN, OFF)
ON, REMOVED, CARDS_OFF, FORWARD_ONLY = "on", "removed", "cards_off", "forward_only"
SPECIALS_RULES = (ON, REMOVED, CARDS_OFF, FORWARD_ONLY)
FIRST_COUNTS, END_ONLY = "first_counts", "end_only"
DOUBLE_RULES = (FIRST_COUNTS, END_ONLY)
REAL, RESHUFFLED = "real", "reshuffled"
DECKS = (REAL, RESHUFFLED)

MAX_PLAYERS = 6
MAX_SPACES = 300
MAX_COPIES = 40
MAX_CARDS = 200

_SPECIAL_NAMES = ("Plumpy", "Mr. Mint", "Jolly", "Gramma Nut", "Princess Lolly", "Queen Frostine")


def _with_specials(*indices: int) -> tuple[str, ...]:
    """128 spaces in the six colours in turn, and the specials put in at these indices, in ascending order."""
    spaces = [tuple(COLORS)[number % len(COLORS)] for number in range(128)]
    for index, name in zip(indices, _SPECIAL_NAMES, strict=True):
        spaces.insert(index, name)
    return tuple(spaces)


@dataclass(frozen=True, slots=True)
class Rules:
    """Every point on which boards, printings and readers differ.

    - spaces: from the first to the last, a letter of ``COLORS`` or the name of a special.
    - shortcuts: pairs of indices, from and to, taken by who lands exactly on the first. licorice: indices.
    - singles, doubles: cards by colour, in the order of ``COLORS``. special_copies: cards of each special.
    - licorice_rule: ``stuck`` until the space's colour is drawn, single or double, which then moves you; ``lose_turn``, the
        next one, without drawing; or ``off``.
    - specials: ``on``; ``removed``, cards and spaces, so that every later space moves up, as in the post; ``cards_off``, and
        the board left alone; ``forward_only``, a card that leads back is ignored.
    - double_cards: ``first_counts`` also for licorice, which ends the move, and shortcuts; or ``end_only``.
    - last_space_wins: landing there wins; otherwise, as in the post, only a card whose colour is no longer ahead does.
    - deck: ``real``, drawn without replacement and shuffled again when it runs out; or ``reshuffled`` before every draw.

    >>> len(CLASSIC.board), CLASSIC.board[4], CLASSIC.deck_size
    (134, 'O', 66)
    >>> len(replace(CLASSIC, specials="removed").board)
    128
    >>> replace(CLASSIC, licorice=(8,))
    Traceback (most recent call last):
    ...
    ValueError: licorice must be on spaces of a colour, got space 9, which is Plumpy
    """

    spaces: tuple[str, ...] = _with_specials(8, 17, 42, 74, 94, 103)
    shortcuts: tuple[tuple[int, int], ...] = ((4, 58), (33, 46))
    licorice: tuple[int, ...] = (47, 85, 120)
    singles: tuple[int, ...] = (8,) * 6
    doubles: tuple[int, ...] = (2,) * 6
    special_copies: int = 1
    licorice_rule: str = STUCK
    specials: str = ON
    double_cards: str = FIRST_COUNTS
    last_space_wins: bool = False
    deck: str = REAL

    def __post_init__(self) -> None:
        keep_tuples(self, "spaces", "shortcuts", "licorice", "singles", "doubles")
        for name, value, allowed in (
            ("licorice_rule", self.licorice_rule, LICORICE_RULES),
            ("specials", self.specials, SPECIALS_RULES),
            ("double_cards", self.double_cards, DOUBLE_RULES),
            ("deck", self.deck, DECKS),
        ):
            if value not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
        check_flag("last_space_wins", self.last_space_wins)
        _check_row(self.spaces)
        _check_deck(self)
        _check_spaces(self)
        _check_licorice(self)
        _check_shortcuts(self)

    @property
    def board(self) -> tuple[str, ...]:
        """The spaces in play: without the specials if they are removed."""
        if self.specials != REMOVED:
            return self.spaces
        return tuple(space for space in self.spaces if space in COLORS)

    @property
    def special_cards(self) -> int:
        """Cards of specials in the deck."""
        if self.specials in (REMOVED, CARDS_OFF):
            return 0
        return self.special_copies * sum(space not in COLORS for space in self.spaces)

    @property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return sum(self.singles) + sum(self.doubles) + self.special_cards

    @property
    def cards(self) -> dict[str, int]:
        """Copies of each kind of card that the deck has: a colour's letter, the letter twice, a special's name.

        >>> CLASSIC.cards["R"], CLASSIC.cards["RR"], CLASSIC.cards["Jolly"]
        (8, 2, 1)
        """
        copies = dict(zip(COLORS, self.singles, strict=True))
        copies |= {2 * color: number for color, number in zip(COLORS, self.doubles, strict=True)}
        if self.special_cards:
            copies |= {space: self.special_copies for space in self.spaces if space not in COLORS}
        return {card: number for card, number in copies.items() if number}


def _check_deck(rules: Rules) -> None:
    for name, counts in (("singles", rules.singles), ("doubles", rules.doubles)):
        check_tuple(name, counts, "whole numbers")
        if len(counts) != len(COLORS):
            raise ValueError(
                f"{name} must give {len(COLORS)} numbers, one for each of {''.join(COLORS)}, got {len(counts)}"
            )
        for count in counts:
            check_whole(name, count, 0, MAX_COPIES, "of each colour")
    check_whole("special_copies", rules.special_copies, 0, MAX_COPIES)
    if not 1 <= rules.deck_size <= MAX_CARDS:
        raise ValueError(f"the deck must have 1..{MAX_CARDS} cards, got {rules.deck_size}")


def _check_row(spaces: object) -> None:
    if isinstance(spaces, str):
        raise ValueError("spaces must be a tuple with one text for each space, got a text: parse_spaces reads one")
    check_tuple("spaces", spaces, "texts")


def _check_spaces(rules: Rules) -> None:
    check_whole("spaces", len(rules.spaces), 1, MAX_SPACES)
    specials = Counter(space for space in rules.spaces if space not in COLORS)
    for name, times in specials.items():
        if not re.fullmatch(r"[A-Z][A-Za-z.' -]{1,19}", name) or name[0] * 2 == name:
            raise ValueError(
                f"spaces must be one of {''.join(COLORS)} or a special's name of 2 to 20 letters, got {name[:40]!r}"
            )
        if times > 1:
            raise ValueError(f"spaces must have each special once, got {name} {times} times")
    for color, single, double in zip(COLORS, rules.singles, rules.doubles, strict=True):
        if single + double and color not in rules.spaces:
            raise ValueError(
                f"spaces must have every colour of the deck, got none in {COLORS[color]}: its first card would win at once"
            )


def _check_licorice(rules: Rules) -> None:
    board = rules.board
    check_tuple("licorice", rules.licorice, "indices")
    for index in rules.licorice:
        as_whole("licorice", index)
    if len(set(rules.licorice)) != len(rules.licorice):
        raise ValueError(f"licorice must name each space once, got {_numbers(rules.licorice)}")
    for index in rules.licorice:
        check_whole("licorice spaces", index + 1, 1, len(board))
        if board[index] not in COLORS:
            raise ValueError(f"licorice must be on spaces of a colour, got space {index + 1}, which is {board[index]}")


def _check_shortcuts(rules: Rules) -> None:
    _check_pairs(rules.shortcuts)
    last = len(rules.board)
    starts = [start for start, _ in rules.shortcuts]
    if len(set(starts)) != len(starts):
        raise ValueError(f"shortcuts must start on different spaces, got {_numbers(starts)}")
    for start, end in rules.shortcuts:
        named = f"{start + 1} to {end + 1}"
        if not (0 <= start < last and 0 <= end < last):
            raise ValueError(f"shortcuts must stay on spaces 1..{last}, got {named}")
        if end in starts:
            raise ValueError(f"shortcuts must not lead onto a shortcut, which could go round in a loop, got {named}")
        for index in (start, end):
            if index in rules.licorice:
                raise ValueError(f"shortcuts must not start or end on licorice, got {named}")


def _check_pairs(shortcuts: object) -> None:
    check_tuple("shortcuts", shortcuts, "pairs of indices")
    for pair in cast(tuple[object, ...], shortcuts):
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ValueError(f"shortcuts must be pairs of indices, from and to, got {str(pair)[:40]}")
        for index in pair:
            as_whole("shortcuts", index)


def _numbers(indices: "tuple[int, ...] | list[int]") -> str:
    return " ".join(str(index + 1) for index in indices)


def parse_spaces(text: str) -> tuple[str, ...]:
    """Reads a row of spaces: letters of ``COLORS``, and specials by name in brackets; spaces between them are ignored.

    >>> parse_spaces("RPY[Mr. Mint] B")
    ('R', 'P', 'Y', 'Mr. Mint', 'B')
    >>> format_spaces(parse_spaces("RPY[Mr. Mint] B"))
    'RPY[Mr. Mint]B'
    >>> parse_spaces("RPX")
    Traceback (most recent call last):
    ...
    ValueError: spaces must be letters of RPYBOG and specials in brackets, as in RPY[Jolly]BOG, got 'X'
    """
    found, at = [], 0
    for match in re.finditer(r"\[([^\[\]]*)\]|([A-Z])|\s+", text):
        unread = text[at : match.start()]
        if unread or (match[2] and match[2] not in COLORS):
            break
        if match[1] is not None or match[2]:
            found.append(match[2] or match[1].strip())
        at = match.end()
    if at != len(text):
        raise ValueError(
            f"spaces must be letters of {''.join(COLORS)} and specials in brackets, as in RPY[Jolly]BOG, "
            f"got {text[at:][:20]!r}"
        )
    return tuple(found)


def format_spaces(spaces: tuple[str, ...]) -> str:
    """The row of spaces that ``parse_spaces`` reads.

    >>> format_spaces(("R", "P", "Jolly", "G"))
    'RP[Jolly]G'
    """
    return "".join(space if space in COLORS else f"[{space}]" for space in spaces)


CLASSIC = Rules()
# the board and the rules of the printed chain: doubles look at where they end, and the 134th space is the finish
SCHEFFER = Rules(
    spaces=_with_specials(8, 17, 42, 74, 95, 103),
    double_cards=END_ONLY,
    last_space_wins=True,
)
# 64 cards: 36 singles and 22 doubles; orange and green have one double less
DECK_64: Mapping[str, Any] = {"singles": (6,) * 6, "doubles": (4, 4, 4, 4, 3, 3)}
# 44 cards: no source that we know gives the make-up; this is the nearest to four singles for each double
DECK_44: Mapping[str, Any] = {"singles": (5,) * 6, "doubles": (2, 2, 1, 1, 1, 1)}
# newer printings: licorice costs a turn, doubles look only at where they end, the rainbow space at the end wins
MODERN = replace(
    CLASSIC,
    **DECK_64,
    licorice_rule=LOSE_TURN,
    double_cards=END_ONLY,
    last_space_wins=True,
)
