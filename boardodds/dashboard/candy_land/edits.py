"""What a visitor sets up on the Candy Land page, and the events that change it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from boardodds.candy_land import CLASSIC, DECK_44, DECK_64, MODERN, SCHEFFER, Rules, parse_spaces
from boardodds.candy_land.rules import DECKS, MAX_PLAYERS
from boardodds.candy_land.sources import POST_GAMES
from boardodds.dashboard.candy_land.labels import BLOG_POST, CUSTOM, DOUBLES, LICORICE, NEWER_PRINTING, SPECIALS
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

BOARDS = {BLOG_POST: CLASSIC, "Scheffer": SCHEFFER, NEWER_PRINTING: MODERN}
DECK_SIZES: Mapping[str, Mapping[str, Any]] = {
    "66": {"singles": CLASSIC.singles, "doubles": CLASSIC.doubles},
    "64": DECK_64,
    "44": DECK_44,
}
# The page starts with as many games as are played in about 50 milliseconds, so that the answer is there at once.
START_GAMES = 50_000
GAMES = (POST_GAMES, 20_000, START_GAMES, 200_000, 1_000_000, 5_000_000)
# The maximum for each rule set of a comparison, which can have many of them.
_MAX_COMPARED_GAMES = 200_000
# The tails of the post's shortest and longest games need more games than the mean.
_MIN_POST_GAMES, _MAX_POST_GAMES = START_GAMES, 1_000_000
# The longest text of each part of a custom board.
MAX_TEXTS = {"spaces": 2_000, "jumps": 200, "sticky": 200}
LINK: Allowed = {
    "board": one_of([*BOARDS, CUSTOM]),
    "players": whole_number(1, MAX_PLAYERS),
    "licorice": one_of(LICORICE),
    "specials": one_of(SPECIALS),
    "doubles": one_of(DOUBLES),
    "deck": one_of(DECKS),
    "cards": one_of(DECK_SIZES),
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

    @property
    def post_games(self) -> int:
        """The number of games for each of the post's four rule sets."""
        return max(_MIN_POST_GAMES, min(self.games, _MAX_POST_GAMES))


@dataclass(frozen=True, slots=True)
class CandySettings:
    """The settings of the page, under the names that they have in a link; options have the labels of the page.

    spaces, jumps, sticky: a custom board as texts, with spaces counted from 1. They can be invalid.
    """

    board: str = BLOG_POST
    licorice: str = "stuck"
    specials: str = "on"
    doubles: str = "first counts too"
    deck: str = "real"
    cards: str = "66"
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
            "deck": self.deck,
            "double_cards": DOUBLES[self.doubles],
            "last_space_wins": self.last,
            **DECK_SIZES[self.cards],
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

    >>> settings = read_link({"board": ["newer printing"], "players": ["4"]})
    >>> settings.cards, settings.setup().rules == MODERN, write_link(settings)
    ('64', True, {'board': ['newer printing'], 'players': ['4']})
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

    >>> apply(CandySettings(), {"kind": "set", "name": "board", "value": "newer printing"}).licorice
    'lose a turn'
    """
    match event:
        case {"kind": "set", "name": "board", "value": str(board)} if board in (*BOARDS, CUSTOM):
            return _with_board(settings, board)
        case {"kind": "set", "name": str(name), "value": value} if name in LINK:
            return with_setting(settings, name, value, LINK)
    return settings


def _preset(board: str) -> Rules:
    return BOARDS.get(board, CLASSIC)


def _with_board(settings: CandySettings, board: str) -> CandySettings:
    """Return the settings with another board and its own rules."""
    preset = _preset(board)
    deck = {"singles": preset.singles, "doubles": preset.doubles}
    return replace(
        settings,
        board=board,
        licorice=label_of(preset.licorice_rule, LICORICE),
        specials=label_of(preset.specials, SPECIALS),
        doubles=label_of(preset.double_cards, DOUBLES),
        deck=preset.deck,
        cards=next(name for name, size in DECK_SIZES.items() if size == deck),
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
