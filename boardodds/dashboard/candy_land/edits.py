"""What a visitor sets up on the Candy Land page, and the events that change it."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from boardodds.candy_land import BOX_2014, BOX_PEPPERMINT_PASS, CLASSIC, SCHEFFER, Rules, parse_spaces
from boardodds.candy_land.rules import COLORS, MAX_COPIES, MAX_PLAYERS
from boardodds.candy_land.sources import POST_GAMES
from boardodds.dashboard.candy_land.labels import (
    CUSTOM,
    DECK,
    DOUBLES,
    HASBRO_2014,
    LICORICE,
    OCCUPIED,
    PEPPERMINT_PASS,
    RAINBOW_TRAIL,
    SPECIALS,
)
from boardodds.dashboard.ui.labels import label_of
from boardodds.dashboard.ui.settings import (
    MAX_SEED,
    Allowed,
    Query,
    at_most,
    changed_settings,
    from_text,
    last_value,
    one_of,
    switch,
    whole_number,
    with_setting,
)
from boardodds.entry.text_formats import join

BOARDS = {
    RAINBOW_TRAIL: CLASSIC,
    HASBRO_2014: BOX_2014,
    PEPPERMINT_PASS: BOX_PEPPERMINT_PASS,
    "Scheffer": SCHEFFER,
}
# The page starts with as many games as are played in about 50 milliseconds, so that the answer is there at once.
START_GAMES = 50_000
GAMES = (POST_GAMES, 20_000, START_GAMES, 200_000, 1_000_000, 5_000_000)
# The maximum for each rule set of a comparison, which can have many of them.
_MAX_COMPARED_GAMES = 200_000
# The longest text of each part of a custom board.
MAX_TEXTS = {"spaces": 2_000, "jumps": 200, "sticky": 200}


def _are_counts(text: str) -> bool:
    """Return whether a text has a number of cards for each colour, as in 8,8,8,8,8,8."""
    return bool(re.fullmatch("[0-9]{1,2}(,[0-9]{1,2}){5}", text)) and max(map(int, text.split(","))) <= MAX_COPIES


LINK: Allowed = {
    "board": one_of([*BOARDS, CUSTOM]),
    "players": whole_number(1, MAX_PLAYERS),
    "licorice": one_of(LICORICE),
    "specials": one_of(SPECIALS),
    "double_cards": one_of(DOUBLES),
    "deck": one_of(DECK),
    "occupied_space": one_of(OCCUPIED),
    "singles": _are_counts,
    "doubles": _are_counts,
    "special_copies": whole_number(0, MAX_COPIES),
    "shortcuts": switch,
    "last": switch,
    **{name: at_most(length) for name, length in MAX_TEXTS.items()},
    "played": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
}


@dataclass(frozen=True, slots=True)
class CandySetup:
    """The rules, the number of players, and how much is simulated."""

    rules: Rules
    players: int
    games: int
    seed: int

    @property
    def compared_games(self) -> int:
        """The number of games for each rule set of a comparison."""
        return min(self.games, _MAX_COMPARED_GAMES)


@dataclass(frozen=True, slots=True)
class CandySettings:
    """The settings of the page, under the names that they have in a link; options have the labels of the page.

    singles, doubles: the number of single and of double cards of each colour, in the order of the library's ``COLORS``.
    special_copies: the copies of each picture card.
    spaces, jumps, sticky: a custom board as texts, with spaces counted from 1. They can be invalid.
    """

    board: str = RAINBOW_TRAIL
    licorice: str = label_of(CLASSIC.licorice_rule, LICORICE)
    specials: str = label_of(CLASSIC.specials, SPECIALS)
    double_cards: str = label_of(CLASSIC.double_cards, DOUBLES)
    deck: str = label_of(CLASSIC.deck, DECK)
    occupied_space: str = label_of(CLASSIC.occupied_space, OCCUPIED)
    singles: str = join(CLASSIC.singles)
    doubles: str = join(CLASSIC.doubles)
    special_copies: int = CLASSIC.special_copies
    shortcuts: bool = True
    last: bool = False
    spaces: str = "RPYBOG[Plumpy]RPYBOGRPYBOG[Jolly]RPYBOGRPYBOG"
    jumps: str = "4>18"
    sticky: str = "22 30"
    players: int = 1
    played: int = START_GAMES
    seed: int = 1

    def setup(self) -> CandySetup:
        """Return what the settings describe. Raises ValueError if a custom board cannot be read."""
        rules = {
            "licorice_rule": LICORICE[self.licorice],
            "specials": SPECIALS[self.specials],
            "deck": DECK[self.deck],
            "double_cards": DOUBLES[self.double_cards],
            "last_space_wins": self.last,
            "occupied_space": OCCUPIED[self.occupied_space],
            "singles": tuple(map(int, self.singles.split(","))),
            "doubles": tuple(map(int, self.doubles.split(","))),
            "special_copies": self.special_copies,
        }
        board = self._custom_board() if self.board == CUSTOM else {}
        closed = {} if self.shortcuts else {"shortcuts": ()}
        return CandySetup(replace(_preset(self.board), **board | rules | closed), self.players, self.played, self.seed)

    def _custom_board(self) -> dict[str, Any]:
        return {
            "spaces": parse_spaces(self.spaces),
            "shortcuts": tuple(_parse_jump(pair) for pair in self.jumps.split()),
            "licorice": tuple(_parse_space(number, self.sticky) for number in self.sticky.split()),
        }


_START = CandySettings()


def read_link(query: Query) -> CandySettings:
    """Return the settings of a link.

    >>> settings = read_link({"board": ["Hasbro 2014"], "players": ["4"]})
    >>> settings.singles, settings.setup().rules == BOX_2014, write_link(settings)
    ('3,3,4,4,4,4', True, {'board': ['Hasbro 2014'], 'players': ['4']})
    """
    usual = asdict(_with_board(_START, last_value(query, "board", _START.board)))
    return CandySettings(**{name: from_text(last_value(query, name, value), value) for name, value in usual.items()})


def write_link(settings: CandySettings) -> Query:
    """Return the settings of a link, without those at the board's defaults and without a custom board that is not in use."""
    usual = asdict(_with_board(_START, settings.board)) | {"board": _START.board}
    names = [name for name in LINK if settings.board == CUSTOM or name not in MAX_TEXTS]
    return changed_settings({name: getattr(settings, name) for name in names}, usual)


def apply(settings: CandySettings, event: Mapping[str, Any]) -> CandySettings:
    """Return the settings after an event, or raise ValueError if the event is not possible.

    >>> apply(CandySettings(), {"kind": "set", "name": "board", "value": "Hasbro 2014"}).licorice
    'lose a turn'
    >>> apply(CandySettings(), {"kind": "set", "name": "singles", "color": "P", "value": 5}).singles
    '8,5,8,8,8,8'
    """
    match event:
        case {"kind": "set", "name": "board", "value": str(board)} if board in (*BOARDS, CUSTOM):
            return _with_board(settings, board)
        case {"kind": "set", "name": ("singles" | "doubles") as name, "color": str(color), "value": value}:
            counts = dict(zip(COLORS, getattr(settings, name).split(","), strict=True)) | {color: value}
            return with_setting(settings, name, join(tuple(counts.values())), LINK)
        case {"kind": "set", "name": str(name), "value": value} if name in LINK:
            return with_setting(settings, name, value, LINK)
    return settings


def _preset(board: str) -> Rules:
    return BOARDS.get(board, CLASSIC)


def _with_board(settings: CandySettings, board: str) -> CandySettings:
    """Return the settings with another board and its own rules."""
    preset = _preset(board)
    return replace(
        settings,
        board=board,
        licorice=label_of(preset.licorice_rule, LICORICE),
        specials=label_of(preset.specials, SPECIALS),
        double_cards=label_of(preset.double_cards, DOUBLES),
        deck=label_of(preset.deck, DECK),
        occupied_space=label_of(preset.occupied_space, OCCUPIED),
        singles=join(preset.singles),
        doubles=join(preset.doubles),
        special_copies=preset.special_copies,
        shortcuts=True,
        last=preset.last_space_wins,
    )


def _parse_jump(pair: str) -> tuple[int, int]:
    start, arrow, end = pair.partition(">")
    if not arrow:
        raise ValueError(f"shortcuts must be pairs of spaces, as in 5>59 34>47, got {pair!r}")
    return _parse_space(start, pair), _parse_space(end, pair)


def _parse_space(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(f"spaces must be given by their numbers from 1, got {whole!r}")
    return int(text) - 1
