"""The players of the Perudo page: their names, how they bluff, and the notation of links for them."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace

from boardodds.perudo.bidders import HUMAN, HUMAN_ERROR, LogitBidder, PolicyBidder
from boardodds.perudo.rules import MAX_PLAYERS
from boardodds.probability.declared_rules import Text
from boardodds.probability.validate import check_whole, parse_whole

MAX_NAME = 12
# How often an opponent bluffs.
AS_SET, BLUFFS, _ = STYLES = ("as set", "bluffs a lot", "never bluffs")
# The sharpness of someone who bluffs a lot is divided by this, and that of someone who never bluffs multiplied; random moves
# change the other way round.
BLUFF_FACTOR = 4

FITTED = (
    f"Sharpness {HUMAN.sharpness:g} is fitted to perfect play with two to four dice: its chances that opening bids are true are "
    f"{100 * HUMAN_ERROR:.1f} percentage points off on average."
)

Model = LogitBidder | PolicyBidder


def shown_names(names: Sequence[str]) -> list[str]:
    """Return the names by seat, with "player 2" for a player without a name. No name can be Markdown or HTML.

    >>> shown_names(("Ann", "", "Zoe"))
    ['Ann', 'player 2', 'Zoe']
    """
    return [name or f"player {seat}" for seat, name in enumerate(names, 1)]


def are_names(names: Sequence[str]) -> bool:
    """Return whether the players may have these names, of all seats.

    >>> rest = ("",) * 7
    >>> [are_names((*names, *rest)) for names in (("Ann", "", "O'Neil"), ("Ann", "ann", ""), ("[x](y)", "", ""))]
    [True, False, False]
    """
    shown = {name.casefold() for name in shown_names(names)}
    return len(shown) == len(names) == MAX_PLAYERS and all(not name or _is_name(name) for name in names)


def _is_name(name: str) -> bool:
    # Only characters that are plain text on the page and in charts.
    plain = (each.isalnum() or each in " -'’" or unicodedata.category(each)[0] == "M" for each in name)
    return len(name) <= MAX_NAME and name == name.strip() and name[0].isalnum() and all(plain)


def rename(names: Sequence[str], seat: int, name: str) -> tuple[str, ...]:
    """Return the names with another name of one player; an empty one removes it. Raises ValueError if it is not allowed.

    >>> rename(("Ann", "", ""), 2, " Zoe "), rename(("Ann", "", "Zoe"), 2, "")
    (('Ann', '', 'Zoe'), ('Ann', '', ''))
    >>> rename(("Ann", ""), 1, "<b>")
    Traceback (most recent call last):
    ...
    ValueError: a name must have 1 to 12 letters, digits, spaces, hyphens or apostrophes, got '<b>'
    """
    name = " ".join(name[: 10 * MAX_NAME].split())
    if name and not _is_name(name):
        raise ValueError(
            f"a name must have 1 to {MAX_NAME} letters, digits, spaces, hyphens or apostrophes, got {name[:20]!r}"
        )
    shown = shown_names(names)
    if name.casefold() in map(str.casefold, shown[:seat] + shown[seat + 1 :]):
        raise ValueError(f"two players must not have the same name, got {name!r}")
    return (*names[:seat], name, *names[seat + 1 :])


def with_style(styles: tuple[str, ...], seat: int, style: str) -> tuple[str, ...]:
    if style not in STYLES:
        raise ValueError(f"style must be one of {', '.join(STYLES)}, got {style[:20]!r}")
    return (*styles[:seat], style, *styles[seat + 1 :])


def styled(model: Model, style: str) -> Model:
    """Return a model for a player who bluffs more or less often than it says: who bids less or more by the own dice.

    >>> styled(LogitBidder(8), "bluffs a lot"), styled(PolicyBidder(slip=0.02), "never bluffs").slip
    (LogitBidder(sharpness=2.0), 0.005)
    """
    if style == AS_SET:
        return model
    factor = BLUFF_FACTOR if style == BLUFFS else 1 / BLUFF_FACTOR
    if isinstance(model, LogitBidder):
        return LogitBidder(model.sharpness / factor)
    return replace(model, slip=min(model.slip * factor, 1))


def _read_names(text: str) -> tuple[str, ...]:
    names = _of_all_seats(text.split(","), "")
    if text[-1:] in ("", ",") or not are_names(names):
        raise ValueError(f"names must be different, with commas between them, got {text[:40]!r}")
    return names


def _read_styles(text: str) -> tuple[str, ...]:
    letters = {style[0]: style for style in STYLES}
    if not re.fullmatch(rf"[{''.join(letters)}]{{0,{MAX_PLAYERS - 1}}}[bn]", text):
        raise ValueError(f"styles must be the first letters of {', '.join(STYLES)}, got {text[:40]!r}")
    return _of_all_seats([letters[letter] for letter in text], AS_SET)


def _of_all_seats(values: Sequence[str], usual: str) -> tuple[str, ...]:
    return (*values, *[usual] * (MAX_PLAYERS - len(values)))


def read_seats(text: str) -> frozenset[int]:
    """Return the seats, or the places of dice, from 0, that a link numbers from 1."""
    return frozenset(parse_whole("number", number) - 1 for number in text.split("."))


def seats_text(seats: Iterable[int]) -> str:
    """Return the text that ``read_seats`` reads."""
    return ".".join(str(seat + 1) for seat in sorted(seats))


def _check_seats(name: str, seats: Iterable[int]) -> None:
    for seat in seats:
        check_whole(name, seat + 1, 1, MAX_PLAYERS)


NAMES = Text(_read_names, lambda names: ",".join(names).rstrip(","))
# A link has the first letter of each style.
STYLE_LETTERS = Text(_read_styles, lambda styles: "".join([style[0] for style in styles]).rstrip(AS_SET[0]))
SEATS = Text(read_seats, seats_text, _check_seats)
SEAT = Text(
    lambda text: parse_whole("seat", text) - 1,
    lambda seat: f"{seat + 1}",
    lambda name, seat: _check_seats(name, [seat]),
)
