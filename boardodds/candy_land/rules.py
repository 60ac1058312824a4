"""The rules of Candy Land as data.

Sources: the blog post "Adventures in Candy Land" (Chris Clark, 2021) for the board and the game; the rulebooks for the points
that the post leaves open. The other printings name theirs.

A single card moves the player forward to the next space of its colour, and a double card to the second one. If there is no such
space ahead, the player wins. A picture card, called a special in the code, moves the player to its own space, forward or back.

The code numbers spaces from 0, as the post does. Printed boards and everything shown to a visitor count from 1.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Literal, get_args

from boardodds.probability.declared_rules import OneOf, Switch, Text, Whole, Wholes, check_rules, neighbours, rule
from boardodds.probability.display import short_rules
from boardodds.probability.validate import check_whole

COLORS = {"R": "red", "P": "purple", "Y": "yellow", "B": "blue", "O": "orange", "G": "green"}
START = -1

# The options of the rules.
LicoriceRule = Literal["stuck", "lose_turn", "off"]
Specials = Literal["on", "removed", "cards_off", "forward_only", "draw_again"]
DoubleCards = Literal["first_counts", "end_only"]
Deck = Literal["real", "reshuffled"]
OccupiedSpace = Literal["share", "next"]
PlaysUntil = Literal["first", "everyone"]
LastSpace = Literal["run_over", "last_space", "exact"]
STUCK, LOSE_TURN, OFF = get_args(LicoriceRule)
ON, REMOVED, CARDS_OFF, FORWARD_ONLY, DRAW_AGAIN = get_args(Specials)
FIRST_COUNTS, END_ONLY = get_args(DoubleCards)
REAL, RESHUFFLED = get_args(Deck)
SHARE, NEXT = get_args(OccupiedSpace)
FIRST, EVERYONE = get_args(PlaysUntil)
RUN_OVER, LAST_SPACE, EXACT = get_args(LastSpace)

MAX_PLAYERS = 6
MAX_SPACES = 300
MAX_COPIES = 40
MAX_CARDS = 200

_SPECIAL_NAMES = ("Plumpy", "Mr. Mint", "Jolly", "Gramma Nut", "Princess Lolly", "Queen Frostine")


def _insert_specials(*indices: int) -> tuple[str, ...]:
    """Return 128 spaces that repeat the six colours, with the specials inserted at their ascending places in the result."""
    spaces = [tuple(COLORS)[number % len(COLORS)] for number in range(128)]
    for index, name in zip(indices, _SPECIAL_NAMES, strict=True):
        spaces.insert(index, name)
    return tuple(spaces)


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
    space = rf"[{''.join(COLORS)}]|\[[^\[\]]*\]"
    if rest := re.sub(rf"^(?:{space}|\s)*", "", text):
        raise ValueError(
            f"spaces must be letters of {''.join(COLORS)} and picture spaces in brackets, as in RPY[Jolly]BOG, got {rest[:20]!r}"
        )
    return tuple(name.strip("[]").strip() for name in re.findall(space, text))


@lru_cache(maxsize=64)
def format_spaces(spaces: tuple[str, ...]) -> str:
    """Return the text that ``parse_spaces`` reads back as these spaces."""
    return "".join(space if space in COLORS else f"[{space}]" for space in spaces)


def _check_spaces(name: str, spaces: tuple[str, ...]) -> None:
    check_whole(name, len(spaces), 1, MAX_SPACES)
    specials = Counter(space for space in spaces if space not in COLORS)
    for special, count in specials.items():
        if not re.fullmatch(r"[A-Za-z][A-Za-z.' -]{1,19}", special) or special[0] * 2 == special:
            raise ValueError(
                f"{name} must be one of {''.join(COLORS)} or a picture space's name of 2 to 20 letters, got {special[:40]!r}"
            )
        if count > 1:
            raise ValueError(f"{name} must have each picture space once, got {special} {count} times")


def color_of(card: str) -> str | None:
    """Return the colour of a single or double card, None for a picture card.

    >>> color_of("R"), color_of("RR"), color_of("Jolly")
    ('R', 'R', None)
    """
    return card[0] if card[0] in COLORS and card == card[0] * len(card) else None


def _parse_licorice(text: str) -> tuple[int, ...]:
    """Return the indices of spaces that a text numbers from 1, as in 48 86."""
    if not all(re.fullmatch("[0-9]{1,4}", number) for number in text.split()):
        raise ValueError(f"licorice must be spaces by their numbers from 1, as in 48 86, got {text[:40]!r}")
    return tuple(int(number) - 1 for number in text.split())


def _format_indices(indices: Iterable[int]) -> str:
    return " ".join(str(index + 1) for index in indices)


def _parse_shortcuts(text: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs of indices of a text that numbers spaces from 1, as in 5>59 34>47."""
    if not all(re.fullmatch("[0-9]{1,4}>[0-9]{1,4}", pair) for pair in text.split()):
        raise ValueError(f"shortcuts must be pairs of spaces, as in 5>59 34>47, got {text[:40]!r}")
    pairs = (pair.split(">") for pair in text.split())
    return tuple((int(start) - 1, int(end) - 1) for start, end in pairs)


def _format_shortcuts(pairs: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{start + 1}>{end + 1}" for start, end in pairs)


_COPIES = Wholes(0, MAX_COPIES, len(COLORS), len(COLORS), "of each colour")
_COPIES_HELP = f"With commas between them, in the order {', '.join(COLORS.values())}."


@short_rules
@dataclass(frozen=True, slots=True)
class Rules:
    """A board, a deck, and a choice for each rule on which printings and readers differ; the defaults are the post's.

    A space is a letter of ``COLORS`` or the name of a special. ``shortcuts`` and ``licorice`` have indices of spaces.

    Raises ValueError for a value that is out of range.

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

    spaces: tuple[str, ...] = rule(
        _insert_specials(8, 17, 42, 74, 94, 103),
        Text(parse_spaces, format_spaces, _check_spaces),
        "Spaces",
        "From first to last: R P Y B O G for the colours, picture spaces by name in brackets, as in [Jolly].",
    )
    shortcuts: tuple[tuple[int, int], ...] = rule(
        ((4, 58), (33, 46)),
        Text(_parse_shortcuts, _format_shortcuts, nearby=lambda pairs: [()] if pairs else []),
        "Shortcuts",
        "Pairs of spaces, counted from 1, as in 5>59 34>47. If you land exactly on the first, you move to the second.",
    )
    licorice: tuple[int, ...] = rule(
        (47, 85, 120), Text(_parse_licorice, _format_indices), "Licorice spaces", "Their numbers, counted from 1."
    )
    singles: tuple[int, ...] = rule((8,) * 6, _COPIES, "Single cards of each colour", _COPIES_HELP)
    doubles: tuple[int, ...] = rule((2,) * 6, _COPIES, "Double cards of each colour", _COPIES_HELP)
    special_copies: int = rule(1, Whole(0, MAX_COPIES), "Copies of each picture card")
    licorice_rule: LicoriceRule = rule(
        STUCK,
        OneOf({STUCK: "stuck until its colour", LOSE_TURN: "lose a turn", OFF: "no effect"}),
        "Licorice",
        "`stuck until its colour`: you stay until you draw that space's colour, and that card moves you.",
    )
    pictures_free: bool = rule(
        False, Switch(), "A picture card frees a stuck piece", "As in a program for the box of 136 spaces."
    )
    specials: Specials = rule(
        ON,
        OneOf(
            {
                ON: "in play",
                REMOVED: "no cards or spaces",
                CARDS_OFF: "no cards",
                FORWARD_ONLY: "only forward",
                DRAW_AGAIN: "draw again instead of going back",
            }
        ),
        "Picture cards",
        "`no cards or spaces`: the board is shorter (the blog post's version). Shortcuts and licorice keep their numbers, not "
        "their spaces. `only forward`: a card that would move you back is ignored, and the turn is over. `draw again`: it is put "
        "away, and you draw another.",
    )
    spared: tuple[int, ...] = rule(
        (),
        Wholes(1, MAX_PLAYERS, 0, MAX_PLAYERS, nearby=lambda spared: [()] if spared else [(1,), (2,)]),
        "Spared players",
        "By their numbers in the order of play: `only forward` and `draw again` hold for them alone; if empty, for all.",
    )
    double_cards: DoubleCards = rule(
        FIRST_COUNTS,
        OneOf({FIRST_COUNTS: "both spaces count", END_ONLY: "only the second space counts"}),
        "Double cards",
        "`both spaces count`: licorice on the first of the two spaces stops you and a shortcut there is taken, as in the blog "
        "post; after the shortcut the card goes on to the second space. In the rulebook only the second space counts.",
    )
    ending: LastSpace = rule(
        RUN_OVER,
        OneOf(
            {
                RUN_OVER: "past the last space",
                LAST_SPACE: "on the last space or past it",
                EXACT: "exactly on the last space",
            }
        ),
        "A player wins",
        "`past the last space`: with a card whose colour is not ahead, as in the blog post. `exactly on the last space`: such a "
        "card leaves you where you are, and so does a double card without a second space ahead, unless its first space counts "
        "and is the last one.",
    )
    deck: Deck = rule(
        REAL,
        OneOf({REAL: "shuffled when it runs out", RESHUFFLED: "shuffled before every draw"}),
        "Deck",
        "A deck that is shuffled before every draw can be solved exactly.",
    )
    occupied_space: OccupiedSpace = rule(
        SHARE,
        OneOf({SHARE: "shared", NEXT: "go on to the next of that colour"}),
        "Occupied spaces",
        "For single and double cards. Picture spaces and the ends of shortcuts are always shared.",
    )
    plays_until: PlaysUntil = rule(
        FIRST,
        OneOf({FIRST: "the first player is in the castle", EVERYONE: "everyone is in the castle"}),
        "The game ends when",
    )
    cards_to_choose: int = rule(
        1,
        Whole(1, 2),
        "Cards to choose from",
        "`2`: you draw two cards, use the one that takes you further, and both leave the deck. Licorice counts six spaces less.",
    )

    def __post_init__(self) -> None:
        check_rules(self)
        _check_deck(self)
        _check_licorice(self)
        _check_shortcuts(self)
        object.__setattr__(self, "spared", tuple(sorted(set(self.spared))))

    def of_player(self, player: int) -> "Rules":
        """Return the rules that hold for a player, by number: pictures lead those back who are not spared."""
        if not self.spared:
            return self
        goes_back = player not in self.spared and self.specials in (FORWARD_ONLY, DRAW_AGAIN)
        return replace(self, spared=(), specials=ON if goes_back else self.specials)

    @property
    def board(self) -> tuple[str, ...]:
        """The spaces in play: all of them, or those of a colour if the picture spaces are removed."""
        if self.specials != REMOVED:
            return self.spaces
        return tuple(space for space in self.spaces if space in COLORS)

    @property
    def last_place(self) -> int:
        """The number of the last space on which a player can stand, from 1; a last space that wins is the castle."""
        return len(self.board) - int(self.ending != RUN_OVER)

    @property
    def special_cards(self) -> int:
        """The number of picture cards in the deck."""
        if self.specials in (REMOVED, CARDS_OFF):
            return 0
        return self.special_copies * (len(self.spaces) - sum(map(self.spaces.count, COLORS)))

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
    if not 1 <= rules.deck_size <= MAX_CARDS:
        raise ValueError(f"the deck must have 1..{MAX_CARDS} cards, got {rules.deck_size}")
    for color, single, double in zip(COLORS, rules.singles, rules.doubles, strict=True):
        if single + double and color not in rules.spaces:
            raise ValueError(
                f"spaces must have every colour of the deck, got none in {COLORS[color]}: its first card would win at once"
            )


def _check_licorice(rules: Rules) -> None:
    board = rules.board
    if len(set(rules.licorice)) != len(rules.licorice):
        raise ValueError(f"licorice must name each space once, got {_format_indices(rules.licorice)}")
    for index in rules.licorice:
        check_whole("licorice spaces", index + 1, 1, len(board))
        if board[index] not in COLORS:
            raise ValueError(f"licorice must be on spaces of a colour, got space {index + 1}, which is {board[index]}")


def _check_shortcuts(rules: Rules) -> None:
    last = len(rules.board)
    starts = [start for start, _ in rules.shortcuts]
    if len(set(starts)) != len(starts):
        raise ValueError(f"shortcuts must start on different spaces, got {_format_indices(starts)}")
    for start, end in rules.shortcuts:
        pair = f"{start + 1} to {end + 1}"
        if not (0 <= start < last and 0 <= end < last):
            raise ValueError(f"shortcuts must stay on spaces 1..{last}, got {pair}")
        if end in starts:
            raise ValueError(f"shortcuts must not lead onto a shortcut, which could go round in a loop, got {pair}")
        for index in (start, end):
            if index in rules.licorice:
                raise ValueError(f"shortcuts must not start or end on licorice, got {pair}")


CLASSIC = Rules()
# Scheffer's published Markov chain: the first space of a double has no effect, and the last space wins.
SCHEFFER = Rules(spaces=_insert_specials(8, 17, 42, 74, 95, 103), double_cards=END_ONLY, ending=LAST_SPACE)
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
# 64 cards. Source: github.com/bradfitz/candysim (2021), where a picture card moves a stuck piece too.
BOX_136 = Rules(
    spaces=parse_spaces(
        "PYBOGRP[Heart]YBOGRPY[Candy Cane]BOGRPYBOGRPY[Gingerbread Man]BOGRPYBOGRPYB[Gumdrop]OGRPYBOGRPYBOGRPYBOGRPYBOGRPYBOG"
        "[Peanut Brittle]RPYBOGRPYBOGRPYBOGRPYB[Lollipop]OGRPYBO[Ice Cream Float]GRPYBOGRPYBOGRPYBOGRPYBOGRPYB"
    ),
    shortcuts=((4, 60), (33, 46)),
    licorice=(48, 88, 123),
    singles=(8, 7, 7, 7, 7, 8),
    doubles=(2, 2, 2, 3, 2, 2),
    pictures_free=True,
    double_cards=END_ONLY,
)
# The printed games, by their names in links and on the command line, and what stands on the board or the box.
_PRINTED = {
    "classic": (CLASSIC, "Rainbow Trail"),
    "box_2014": (BOX_2014, "Hasbro 2014"),
    "box_peppermint_pass": (BOX_PEPPERMINT_PASS, "Peppermint Pass"),
    "box_136": (BOX_136, "136 spaces"),
    "scheffer": (SCHEFFER, "Scheffer"),
}
PRINTED = {name: rules for name, (rules, _) in _PRINTED.items()}
PRINTED_LABELS = {name: label for name, (_, label) in _PRINTED.items()}


def variants(rules: Rules) -> dict[str, Rules]:
    """Return the rules with one thing changed, by the change in words, without changes that the board does not allow.

    >>> list(variants(CLASSIC))[:3]
    ['shortcuts: none', 'licorice: lose a turn', 'licorice: no effect']
    """
    return neighbours(rules, [each.name for each in fields(Rules) if each.name not in ("special_copies", "spared")])
