"""The players of the Perudo page: their names, how they bluff, and the notation of links for them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from boardodds.dashboard.ui.names import Names
from boardodds.perudo.bidders import HUMAN, HUMAN_ERROR, LogitBidder, PolicyBidder
from boardodds.perudo.rules import MAX_PLAYERS
from boardodds.probability.declared_rules import Text
from boardodds.probability.validate import check_whole, parse_whole

NAMES = Names(tuple(f"player {number}" for number in range(1, MAX_PLAYERS + 1)))
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


# A link has the first letter of each style.
STYLE_LETTERS = Text(_read_styles, lambda styles: "".join([style[0] for style in styles]).rstrip(AS_SET[0]))
SEATS = Text(read_seats, seats_text, _check_seats)
SEAT = Text(
    lambda text: parse_whole("seat", text) - 1,
    lambda seat: f"{seat + 1}",
    lambda name, seat: _check_seats(name, [seat]),
)
