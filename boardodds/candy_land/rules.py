"""The rules of Candy Land as data.

Sources: the blog post "Adventures in Candy Land" (Chris Clark, 2021) for the board and the game; the rulebooks for the points
that the post leaves open. The other printings name theirs.

A single card moves the player forward to the next space of its colour, and a double card to the second one. If there is no such
space ahead, the player wins. A picture card, called a special in the code, moves the player to its own space, forward or back.

The code numbers spaces from 0, as the post does. Printed boards and everything shown to a visitor count from 1.
"""

import re
from collections import Counter
from dataclasses import dataclass

from boardodds.probability.validate import check_whole, make_plain

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
SHARE, NEXT = "share", "next"
OCCUPIED_RULES = (SHARE, NEXT)

MAX_PLAYERS = 6
MAX_SPACES = 300
MAX_COPIES = 40
MAX_CARDS = 200

_SPECIAL_NAMES = ("Plumpy", "Mr. Mint", "Jolly", "Gramma Nut", "Princess Lolly", "Queen Frostine")


def _insert_specials(*indices: int) -> tuple[str, ...]:
    """Return 128 spaces that repeat the six colours, with the specials inserted.

    indices: the places of the specials in the result, in ascending order.
    """
    spaces = [tuple(COLORS)[number % len(COLORS)] for number in range(128)]
    for index, name in zip(indices, _SPECIAL_NAMES, strict=True):
        spaces.insert(index, name)
    return tuple(spaces)


@dataclass(frozen=True, slots=True)
class Rules:
    """A board, a deck, and a choice for each rule on which printings and readers differ.

    spaces: the spaces in order, each a letter of ``COLORS`` or the name of a special.
    shortcuts: pairs of indices; a player who lands exactly on the first space of a pair moves to the second.
    licorice: the indices of the licorice spaces.
    singles, doubles: the number of cards of each colour, in the order of ``COLORS``.
    special_copies: the number of cards of each special.
    licorice_rule: ``stuck`` until the player draws the space's colour, single or double, which then moves the player;
        ``lose_turn`` for a lost turn without a draw; ``off`` for no effect.
    specials: ``on``; ``removed`` if there are neither their cards nor their spaces, as in the post: the board is shorter, and
        shortcuts and licorice keep their numbers, not their spaces; ``cards_off`` if only their cards are left out;
        ``forward_only`` if a card that leads back is ignored.
    double_cards: ``first_counts`` if licorice on the first space of the colour ends the move, and a shortcut there is taken;
        ``end_only`` if the first space has no effect.
    last_space_wins: whether landing on the last space wins. If not, as in the post, only a card whose colour is not ahead wins.
    deck: ``real`` if it is drawn without replacement and shuffled when it runs out; ``reshuffled`` before every draw.
    occupied_space: ``share`` if several players can be on one space; ``next`` if a player whose single or double card leads to an
        occupied space goes on to the next space of that colour. Players share picture spaces and the ends of shortcuts.

    Raises ValueError for values that are out of range or contradict each other.

    >>> from dataclasses import replace
    >>> len(CLASSIC.board), CLASSIC.board[4], CLASSIC.deck_size
    (134, 'O', 66)
    >>> len(replace(CLASSIC, specials="removed").board)
    128
    >>> replace(CLASSIC, licorice=(8,))
    Traceback (most recent call last):
    ...
    ValueError: licorice must be on spaces of a colour, got space 9, which is Plumpy
    """

    spaces: tuple[str, ...] = _insert_specials(8, 17, 42, 74, 94, 103)
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
    occupied_space: str = SHARE

    def __post_init__(self) -> None:
        make_plain(self)
        for name, value, allowed in (
            ("licorice_rule", self.licorice_rule, LICORICE_RULES),
            ("specials", self.specials, SPECIALS_RULES),
            ("double_cards", self.double_cards, DOUBLE_RULES),
            ("deck", self.deck, DECKS),
            ("occupied_space", self.occupied_space, OCCUPIED_RULES),
        ):
            if value not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
        _check_deck(self)
        _check_spaces(self)
        _check_licorice(self)
        _check_shortcuts(self)

    @property
    def board(self) -> tuple[str, ...]:
        """The spaces in play: all of them, or those of a colour if the picture spaces are removed."""
        if self.specials != REMOVED:
            return self.spaces
        return tuple(space for space in self.spaces if space in COLORS)

    @property
    def special_cards(self) -> int:
        """The number of picture cards in the deck."""
        if self.specials in (REMOVED, CARDS_OFF):
            return 0
        return self.special_copies * sum(space not in COLORS for space in self.spaces)

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return sum(self.singles) + sum(self.doubles) + self.special_cards

    @property
    def cards(self) -> dict[str, int]:
        """The number of cards of each kind in the deck.

        A single has the letter of its colour as its kind, a double the letter twice, a special its name.

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
        if len(counts) != len(COLORS):
            raise ValueError(
                f"{name} must give {len(COLORS)} numbers, one for each of {''.join(COLORS)}, got {len(counts)}"
            )
        for count in counts:
            check_whole(name, count, 0, MAX_COPIES, "of each colour")
    check_whole("special_copies", rules.special_copies, 0, MAX_COPIES)
    if not 1 <= rules.deck_size <= MAX_CARDS:
        raise ValueError(f"the deck must have 1..{MAX_CARDS} cards, got {rules.deck_size}")


def _check_spaces(rules: Rules) -> None:
    check_whole("spaces", len(rules.spaces), 1, MAX_SPACES)
    specials = Counter(space for space in rules.spaces if space not in COLORS)
    for name, count in specials.items():
        if not re.fullmatch(r"[A-Z][A-Za-z.' -]{1,19}", name) or name[0] * 2 == name:
            raise ValueError(
                f"spaces must be one of {''.join(COLORS)} or a picture space's name of 2 to 20 letters, got {name[:40]!r}"
            )
        if count > 1:
            raise ValueError(f"spaces must have each picture space once, got {name} {count} times")
    for color, single, double in zip(COLORS, rules.singles, rules.doubles, strict=True):
        if single + double and color not in rules.spaces:
            raise ValueError(
                f"spaces must have every colour of the deck, got none in {COLORS[color]}: its first card would win at once"
            )


def _check_licorice(rules: Rules) -> None:
    board = rules.board
    if len(set(rules.licorice)) != len(rules.licorice):
        raise ValueError(f"licorice must name each space once, got {_space_numbers(rules.licorice)}")
    for index in rules.licorice:
        check_whole("licorice spaces", index + 1, 1, len(board))
        if board[index] not in COLORS:
            raise ValueError(f"licorice must be on spaces of a colour, got space {index + 1}, which is {board[index]}")


def _check_shortcuts(rules: Rules) -> None:
    last = len(rules.board)
    starts = [start for start, _ in rules.shortcuts]
    if len(set(starts)) != len(starts):
        raise ValueError(f"shortcuts must start on different spaces, got {_space_numbers(starts)}")
    for start, end in rules.shortcuts:
        pair = f"{start + 1} to {end + 1}"
        if not (0 <= start < last and 0 <= end < last):
            raise ValueError(f"shortcuts must stay on spaces 1..{last}, got {pair}")
        if end in starts:
            raise ValueError(f"shortcuts must not lead onto a shortcut, which could go round in a loop, got {pair}")
        for index in (start, end):
            if index in rules.licorice:
                raise ValueError(f"shortcuts must not start or end on licorice, got {pair}")


def _space_numbers(indices: "tuple[int, ...] | list[int]") -> str:
    return " ".join(str(index + 1) for index in indices)


def parse_spaces(text: str) -> tuple[str, ...]:
    """Return the spaces that a text names: letters of ``COLORS``, and picture spaces by name in brackets.

    Blanks between them are ignored. Raises ValueError for other texts.

    >>> parse_spaces("RPY[Mr. Mint] B")
    ('R', 'P', 'Y', 'Mr. Mint', 'B')
    >>> format_spaces(parse_spaces("RPY[Mr. Mint] B"))
    'RPY[Mr. Mint]B'
    >>> parse_spaces("RPX")
    Traceback (most recent call last):
    ...
    ValueError: spaces must be letters of RPYBOG and picture spaces in brackets, as in RPY[Jolly]BOG, got 'X'
    """
    spaces, end = [], 0
    for match in re.finditer(r"\[([^\[\]]*)\]|([A-Z])|\s+", text):
        unmatched = text[end : match.start()]
        if unmatched or (match[2] and match[2] not in COLORS):
            break
        if match[1] is not None or match[2]:
            spaces.append(match[2] or match[1].strip())
        end = match.end()
    if end != len(text):
        raise ValueError(
            f"spaces must be letters of {''.join(COLORS)} and picture spaces in brackets, as in RPY[Jolly]BOG, "
            f"got {text[end:][:20]!r}"
        )
    return tuple(spaces)


def format_spaces(spaces: tuple[str, ...]) -> str:
    """Return the text that ``parse_spaces`` reads back as these spaces.

    >>> format_spaces(("R", "P", "Jolly", "G"))
    'RP[Jolly]G'
    """
    return "".join(space if space in COLORS else f"[{space}]" for space in spaces)


CLASSIC = Rules()
# Scheffer's published Markov chain: the first space of a double has no effect, and the last space wins.
SCHEFFER = Rules(
    spaces=_insert_specials(8, 17, 42, 74, 95, 103),
    double_cards=END_ONLY,
    last_space_wins=True,
)
# 2014, 44 cards. Source: the photographs of the board and of all cards in github.com/mattkram/candy-land.
BOX_2014 = Rules(
    spaces=parse_spaces(
        "RPYBOGRPYBOGRPYBOGRP[Peppermint]YBOGRPYBOGR[Peanut]PYBOGRPYBOGRPYBO[Lollipop]GRPYBOGRPYBOGRPY[Ice Cream]BOGRPYBOGRPYBOG"
    ),
    shortcuts=((3, 35), (17, 24)),
    licorice=(26, 53),
    singles=(3, 3, 4, 4, 4, 4),
    doubles=(3,) * 6,
    licorice_rule=LOSE_TURN,
    double_cards=END_ONLY,
    occupied_space=NEXT,
)
# 64 cards; its longer shortcut is the Peppermint Pass. Source: github.com/williamjacksn/candy-land.
BOX_PEPPERMINT_PASS = Rules(
    spaces=parse_spaces(
        "RPYBOGRP[Cupcake]YBOGRPYBOG[Ice Cream]RPYBOGRPYBOGRPYBOGRPY[Gummy Star]BOGRPYBOGRPYBOGRPYBOGRPYBO[Gingerbread]"
        "GRPYBOGRPYBOGRPYBOGRPY[Lollypop]BOGRPYBOG[Popsicle]RPYBOGRPYBOGRP[Chocolate]BOGRPYBOGRPYBOG"
    ),
    shortcuts=((3, 59), (28, 40)),
    licorice=(44, 75),
    singles=(6, 5, 6, 6, 6, 6),
    doubles=(4, 4, 4, 4, 3, 3),
    licorice_rule=LOSE_TURN,
    double_cards=END_ONLY,
)
