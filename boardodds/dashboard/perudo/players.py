"""The players of the Perudo page: their names, and how they bluff."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from boardodds.perudo.bidders import LogitBidder, PolicyBidder
from boardodds.perudo.rules import MAX_PLAYERS

MAX_NAME = 12
# How often an opponent bluffs.
AS_SET, BLUFFS, _ = STYLES = ("as set", "bluffs a lot", "never bluffs")
# The sharpness of someone who bluffs a lot is divided by this, and that of someone who never bluffs multiplied; random moves
# change the other way round.
BLUFF_FACTOR = 4

Model = LogitBidder | PolicyBidder


def player_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a player, or "player 2" for one without a name. No name can be Markdown or HTML.

    names: the names by seat, as in a state.

    >>> player_name(("Ann", "", "Zoe"), 0), player_name(("Ann", "", "Zoe"), 1)
    ('Ann', 'player 2')
    """
    return names[seat] or f"player {seat + 1}"


def are_names(names: Sequence[str]) -> bool:
    """Return whether the players may have these names, of all seats.

    >>> rest = ("",) * 7
    >>> [are_names((*names, *rest)) for names in (("Ann", "", "O'Neil"), ("Ann", "ann", ""), ("[x](y)", "", ""))]
    [True, False, False]
    """
    shown = {player_name(names, seat).casefold() for seat in range(len(names))}
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
    if name.casefold() in {player_name(names, other).casefold() for other in range(len(names)) if other != seat}:
        raise ValueError(f"two players must not have the same name, got {name!r}")
    return (*names[:seat], name, *names[seat + 1 :])


def with_style(styles: tuple[str, ...], seat: int, style: str) -> tuple[str, ...]:
    """Return the styles with another one of one player.

    >>> with_style(("as set", "as set"), 1, "never bluffs")
    ('as set', 'never bluffs')
    """
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
