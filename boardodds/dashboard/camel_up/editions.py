"""The editions and the preset positions of the Camel Up pages."""

from dataclasses import dataclass

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules
from boardodds.camel_up.sources import CAMEL_CALCULATOR, NUMBERED, SCENARIOS


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the game.

    start: the position shown if a link names none.
    noun: what its name says that it is; the name and the noun are its title, such as "first edition".
    label: its name on a button below the board, "" if it has none there.
    seats: the racing camels in a fixed order. When the edition changes, each camel becomes the camel with the same index, so that
        changing there and back changes nothing.
    """

    rules: Rules
    start: Position
    seats: str
    noun: str
    label: str = ""


EDITIONS = {
    "first": Edition(FIRST_EDITION, CAMEL_CALCULATOR[0].position, "BGYWO", "edition", "First edition (2014)"),
    "second": Edition(
        SECOND_EDITION,
        Position.parse("1:BRPG 2:Y 15:w 16:k"),
        "BGYRP",
        "edition",
        "Second edition (sold today)",
    ),
    "numbered": Edition(NUMBERED, SCENARIOS[-1].position, "012345", "camels"),
}


def setup_label(name: str) -> str:
    """Return the label of the set-up in Markdown. Its bold part is what a phone has room for.

    >>> setup_label("first")
    '*Set up:* **first** *edition*'
    """
    return f"*Set up:* **{name}** *{EDITIONS[name].noun}*"


def renamed(old: str, new: str) -> dict[str, str]:
    """Return for each racing camel of one edition its name in another, or "" if the other edition does not have it.

    >>> renamed("first", "second")
    {'B': 'B', 'G': 'G', 'Y': 'Y', 'W': 'R', 'O': 'P'}
    """
    seats = EDITIONS[new].seats
    return {camel: seats[seat : seat + 1] for seat, camel in enumerate(EDITIONS[old].seats)}


@dataclass(frozen=True, slots=True)
class Preset:
    """A position that the pages can load, and the name of its edition."""

    edition: str
    position: Position


PRESETS = {
    **{f"Camel Calculator: {row.name.lower()}": Preset("first", row.position) for row in CAMEL_CALCULATOR},
    **{f"Camel Up math (2015): {row.name.lower()}": Preset("numbered", row.position) for row in SCENARIOS},
    "Second edition, first leg": Preset("second", EDITIONS["second"].start),
    "Halfway round": Preset("first", Position.parse("9:BWOG 10:Y")),
    "Six camels in one stack": Preset("numbered", Position.parse("1:012345")),
}
