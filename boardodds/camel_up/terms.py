"""The words of each edition for its parts: tiles, tickets and cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from boardodds.camel_up.position import MIRAGE, OASIS
from boardodds.camel_up.rules import Rules


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of an edition for its parts, as its rulebook prints them.

    tile: a tile of either kind.
    tiles: the name of a tile, by its kind in the notation of a position.
    ticket: what a player takes to bet on the leg.
    race_card: what a player plays to bet on the race.
    """

    tile: str
    tiles: Mapping[str, str]
    ticket: str
    race_card: str


FIRST_TERMS = Terms("desert tile", {OASIS: "oasis", MIRAGE: "mirage"}, "leg betting tile", "race betting card")
SECOND_TERMS = Terms("spectator tile", {OASIS: "cheering tile", MIRAGE: "booing tile"}, "betting ticket", "finish card")


def terms_of(rules: Rules) -> Terms:
    """Return the words for the parts of an edition: of the second if the rules have crazy camels, else of the first.

    >>> from boardodds.camel_up.rules import FIRST_EDITION, SECOND_EDITION
    >>> terms_of(FIRST_EDITION).tile, terms_of(SECOND_EDITION).tile
    ('desert tile', 'spectator tile')
    """
    return SECOND_TERMS if rules.crazy else FIRST_TERMS


def tile_name(kind: str, rules: Rules) -> str:
    """Return the name of a tile in the edition of the rules.

    kind: ``o`` for the tile that moves camels on, ``m`` for the one that moves them back.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> tile_name("m", SECOND_EDITION)
    'booing tile'
    """
    return terms_of(rules).tiles[kind]


def with_article(noun: str) -> str:
    """Return a noun after "a" or "an".

    >>> with_article("oasis"), with_article("booing tile")
    ('an oasis', 'a booing tile')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
