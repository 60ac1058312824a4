"""The game of Candy Land that the page asks about, as widgets whose values live in the address."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from boardodds.candy_land import CLASSIC, DECK_44, DECK_64, MODERN, SCHEFFER, Rules, parse_spaces
from boardodds.candy_land.rules import DECKS, MAX_PLAYERS
from boardodds.candy_land.sources import POST_GAMES
from boardodds.dashboard.candy_land.labels import DOUBLES, LICORICE, SPECIALS
from boardodds.dashboard.ui.labels import label_of
from boardodds.dashboard.ui.page_parts import choose, problem
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, any_text, one_of, switch, whole_number

BOARDS = {"post": CLASSIC, "Scheffer": SCHEFFER, "newer": MODERN}
OWN = "own"
_BOARD_WORDS = (
    "`post`: the board and the rules of the blog post. `Scheffer`: the board of the printed Markov chain, where the last "
    "space wins. `newer`: licorice costs one turn, 64 cards. `own`: your own spaces."
)
DECK_SIZES: Mapping[str, Mapping[str, Any]] = {
    "66": {"singles": CLASSIC.singles, "doubles": CLASSIC.doubles},
    "64": DECK_64,
    "44": DECK_44,
}
# at first as many as the post played, so the answer is there at once; who wants more places asks for more games
GAMES = (POST_GAMES, 20_000, 50_000, 200_000, 1_000_000, 5_000_000)
# of each rules in a comparison, of which there can be many
_MOST_COMPARED = 200_000
# the post's shortest and longest games need more, to know the tails that they come from
_POST_GAMES = (50_000, 1_000_000)
LINK: Allowed = {
    "board": one_of([*BOARDS, OWN]),
    "players": whole_number(1, MAX_PLAYERS),
    "licorice": one_of(LICORICE),
    "specials": one_of(SPECIALS),
    "doubles": one_of(DOUBLES),
    "deck": one_of(DECKS),
    "cards": one_of(DECK_SIZES),
    "shortcuts": switch,
    "last": switch,
    "spaces": any_text,
    "jumps": any_text,
    "sticky": any_text,
    "played": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
}
_OWN_SPACES = "RPYBOG[Plumpy]RPYBOGRPYBOG[Jolly]RPYBOGRPYBOG"
_OWN_JUMPS = "4>18"
_OWN_STICKY = "22 30"


@dataclass(frozen=True, slots=True)
class CandySetup:
    """The rules, who plays, and how much is simulated."""

    rules: Rules
    players: int
    games: int
    seed: int

    @property
    def compared_games(self) -> int:
        """Games of each rules in a comparison."""
        return min(self.games, _MOST_COMPARED)

    @property
    def post_games(self) -> int:
        """Games of each of the post's four rules."""
        least, most = _POST_GAMES
        return max(least, min(self.games, most))


def choose_table() -> CandySetup | None:
    """Draw all the widgets and return the setup, or show why the rules are impossible and return None."""
    board = choose("Board", [*BOARDS, OWN], key="board", on_change=_take_preset, help=_BOARD_WORDS)
    preset = BOARDS.get(board, CLASSIC)
    own = _own_texts() if board == OWN else None
    changes = _rules(preset)
    players, games, seed = _players_and_games()
    try:
        # read after the last widget: what is wrong with it must not take the others away
        fields = (own.read() if own else {}) | changes
        return CandySetup(replace(preset, **fields), players, games, seed)
    except ValueError as error:
        problem(str(error))
        return None


def _players_and_games() -> tuple[int, int, int]:
    players = st.slider("Players", 1, MAX_PLAYERS, 1, key="players", bind="query-params")
    with st.popover("Simulation", icon="🎲"):
        games = st.select_slider("Games", GAMES, GAMES[0], key="played", bind="query-params")
        seed = int(st.number_input("Seed", 0, MAX_SEED, 1, key="seed", bind="query-params"))
    return players, games, seed


def _rules(preset: Rules) -> dict[str, Any]:
    """Return the fields of the rules set by the widgets that every board has; no shortcuts if they are off."""
    now = _settings(preset)
    licorice = choose(
        "Licorice",
        list(LICORICE),
        key="licorice",
        default=now["licorice"],
        help="`stuck` until your colour is drawn, which then moves you; `lose a turn`: the next one; or `off`.",
    )
    specials = choose(
        "Specials",
        list(SPECIALS),
        key="specials",
        default=now["specials"],
        help="`removed`: cards and spaces, as the post does it, so that every later space moves up; `cards off`: the board is "
        "left alone; `forward only`: a card that leads back is ignored.",
    )
    shortcuts = st.toggle("Shortcuts", value=True, key="shortcuts", bind="query-params")
    deck = choose(
        "Deck",
        DECKS,
        key="deck",
        default=now["deck"],
        help="`real`: drawn without putting back, shuffled again when it runs out; `reshuffled` before every draw, which can be "
        "solved exactly.",
    )
    rules = {"licorice_rule": LICORICE[licorice], "specials": SPECIALS[specials], "deck": deck} | _house_rules(now)
    return rules if shortcuts else rules | {"shortcuts": ()}


def _house_rules(now: Mapping[str, Any]) -> dict[str, Any]:
    """Draw the rules that differ between printings and readings, and return their fields."""
    with st.popover("House rules", icon="🛠️"):
        doubles = choose(
            "Doubles",
            list(DOUBLES),
            key="doubles",
            default=now["doubles"],
            help="`first counts too`: licorice and shortcuts on the first of the two colours count as well, as in the post; "
            "`end only`, as in the rulebook.",
        )
        cards = choose(
            "Cards",
            list(DECK_SIZES),
            key="cards",
            default=now["cards"],
            help="66: eight singles and two doubles of each colour and six specials. 64: six singles, four doubles (orange and "
            "green three). 44: no source says which; five singles, red and purple two doubles, the others one.",
        )
        last = st.toggle("The last space wins", value=now["last"], key="last", bind="query-params")
    return {"double_cards": DOUBLES[doubles], "last_space_wins": last, **DECK_SIZES[cards]}


def _settings(preset: Rules) -> dict[str, Any]:
    """Return the values of the rule widgets for a board."""
    size = next(
        name
        for name, deck in DECK_SIZES.items()
        if (preset.singles, preset.doubles) == (deck["singles"], deck["doubles"])
    )
    return {
        "licorice": label_of(preset.licorice_rule, LICORICE),
        "specials": label_of(preset.specials, SPECIALS),
        "doubles": label_of(preset.double_cards, DOUBLES),
        "deck": preset.deck,
        "cards": size,
        "shortcuts": True,
        "last": preset.last_space_wins,
    }


def _take_preset() -> None:
    """Set the rule widgets to the rules of the selected board."""
    st.session_state.update(_settings(BOARDS.get(st.session_state.board or "", CLASSIC)))


@dataclass(frozen=True, slots=True)
class _OwnBoard:
    """A board as texts, with spaces counted from 1."""

    spaces: str
    jumps: str
    sticky: str

    def read(self) -> dict[str, Any]:
        """Return the board's fields of the rules. Raise ValueError for invalid texts."""
        return {
            "spaces": parse_spaces(self.spaces),
            "shortcuts": tuple(_jump(pair) for pair in self.jumps.split()),
            "licorice": tuple(_space(number, self.sticky) for number in self.sticky.split()),
        }


def _own_texts() -> _OwnBoard:
    return _OwnBoard(
        st.text_area(
            "Spaces",
            _OWN_SPACES,
            key="spaces",
            bind="query-params",
            max_chars=2_000,
            help="From the first to the last: R P Y B O G, and specials by name in brackets.",
        ),
        st.text_input("Shortcuts, from > to", _OWN_JUMPS, key="jumps", bind="query-params", max_chars=200),
        st.text_input("Licorice", _OWN_STICKY, key="sticky", bind="query-params", max_chars=200),
    )


def _jump(pair: str) -> tuple[int, int]:
    start, arrow, end = pair.partition(">")
    if not arrow:
        raise ValueError(f"shortcuts must be pairs of spaces, as in 5>59 34>47, got {pair!r}")
    return _space(start, pair), _space(end, pair)


def _space(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise ValueError(f"spaces must be given by their numbers from 1, got {whole!r}")
    return int(text) - 1
