"""The players of the Perudo page as its link has them: their names, and how they bluff."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from boardodds.perudo.bidders import LogitBidder, PolicyBidder
from boardodds.perudo.rules import MAX_PLAYERS

MAX_NAME = 12
# How often an opponent bluffs; a link has the first letter of each, by seat.
AS_SET, BLUFFS, _ = STYLES = ("as set", "bluffs a lot", "never bluffs")
_LETTERS = {style[0]: style for style in STYLES}
# The sharpness of someone who bluffs a lot is divided by this, and that of someone who never bluffs multiplied; random moves
# change the other way round.
BLUFF_FACTOR = 4

Model = LogitBidder | PolicyBidder


def player_name(names: str, seat: int) -> str:
    """Return the name of a player, or "player 2" for one without a name. No name can be Markdown or HTML.

    names: the names by seat, as a link has them.

    >>> player_name("Ann,,Zoe", 0), player_name("Ann,,Zoe", 1), player_name("Ann,,Zoe", 5)
    ('Ann', 'player 2', 'player 6')
    """
    return _at(names.split(","), seat, "") or f"player {seat + 1}"


def are_names(text: str) -> bool:
    """Return whether a text is the names of a link.

    >>> are_names("Ann,,O'Neil"), are_names("Ann,ann"), are_names("a,b,c,d,e,f,g,h,i,j,k"), are_names("[x](y)"), are_names(",,")
    (True, False, False, False, False)
    """
    names = text.split(",")
    shown = {player_name(text, seat).casefold() for seat in range(MAX_PLAYERS)}
    are_valid = all(not name or _is_name(name) for name in names)
    return bool(names[-1]) and len(names) <= MAX_PLAYERS == len(shown) and are_valid


def _is_name(name: str) -> bool:
    # Only characters that are plain text on the page and in charts.
    plain = (each.isalnum() or each in " -'’" or unicodedata.category(each)[0] == "M" for each in name)
    return len(name) <= MAX_NAME and name == name.strip() and name[0].isalnum() and all(plain)


def rename(names: str, seat: int, name: str) -> str:
    """Return the names with another name of one player; an empty one removes it. Raises ValueError if it is not allowed.

    >>> rename("Ann", 2, " Zoe "), rename("Ann,,Zoe", 2, "")
    ('Ann,,Zoe', 'Ann')
    >>> rename("Ann", 1, "<b>")
    Traceback (most recent call last):
    ...
    ValueError: a name must have 1 to 12 letters, digits, spaces, hyphens or apostrophes, got '<b>'
    """
    name = " ".join(name[: 10 * MAX_NAME].split())
    if name and not _is_name(name):
        raise ValueError(
            f"a name must have 1 to {MAX_NAME} letters, digits, spaces, hyphens or apostrophes, got {name[:20]!r}"
        )
    if name.casefold() in {player_name(names, other).casefold() for other in range(MAX_PLAYERS) if other != seat}:
        raise ValueError(f"two players must not have the same name, got {name!r}")
    return ",".join(_with(names.split(","), seat, name, "")).rstrip(",")


def are_styles(text: str) -> bool:
    """Return whether a text is the styles of a link.

    >>> are_styles("abn"), are_styles("x"), are_styles("ba")
    (True, False, False)
    """
    return bool(re.fullmatch(rf"[{''.join(_LETTERS)}]{{0,{MAX_PLAYERS - 1}}}[bn]", text))


def style_of(styles: str, seat: int) -> str:
    """Return how often a player bluffs."""
    return _LETTERS[_at(styles, seat, AS_SET[0])]


def with_style(styles: str, seat: int, style: str) -> str:
    """Return the styles with another one of one player.

    >>> with_style("", 2, "never bluffs"), with_style("aan", 2, "as set")
    ('aan', '')
    """
    if style not in STYLES:
        raise ValueError(f"style must be one of {', '.join(STYLES)}, got {style[:20]!r}")
    return "".join(_with(styles, seat, style[0], AS_SET[0])).rstrip(AS_SET[0])


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


def _at(values: Sequence[str], seat: int, usual: str) -> str:
    return values[seat] if seat < len(values) else usual


def _with(values: Sequence[str], seat: int, value: str, usual: str) -> list[str]:
    filled = [_at(values, each, usual) for each in range(MAX_PLAYERS)]
    filled[seat] = value
    return filled
