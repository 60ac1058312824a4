"""Labels of Candy Land's options; each is also the option's value in a link."""

from boardodds.candy_land.compare import NO_SPECIALS, SPECIAL_CARDS_OFF, SWITCHES
from boardodds.candy_land.rules import (
    CARDS_OFF,
    END_ONLY,
    FIRST_COUNTS,
    FORWARD_ONLY,
    LOSE_TURN,
    NEXT,
    OFF,
    ON,
    REAL,
    REMOVED,
    RESHUFFLED,
    SHARE,
    STUCK,
)
from boardodds.dashboard.ui.labels import label_of

LICORICE = {"stuck until its colour": STUCK, "lose a turn": LOSE_TURN, "no effect": OFF}
SPECIALS = {"in play": ON, "no cards or spaces": REMOVED, "no cards": CARDS_OFF, "only forward": FORWARD_ONLY}
DOUBLES = {"both spaces count": FIRST_COUNTS, "only the second space counts": END_ONLY}
DECK = {"shuffled when it runs out": REAL, "shuffled before every draw": RESHUFFLED}
OCCUPIED = {"shared": SHARE, "go on to the next of that colour": NEXT}

_NEW_NAMES = {
    "no picture cards": NO_SPECIALS,
    "picture cards off": SPECIAL_CARDS_OFF,
    "double cards count where they end": "doubles count where they end",
}
# By label, the library's name of each rule change.
CHANGES = {label_of(name, _NEW_NAMES): name for name in SWITCHES}
# What stands on the board, or on the box.
RAINBOW_TRAIL, HASBRO_2014, PEPPERMINT_PASS = "Rainbow Trail", "Hasbro 2014", "Peppermint Pass"
CUSTOM = "custom"


def change_label(name: str) -> str:
    """Return the label of a rule change, or of a combination of rule changes.

    >>> change_label("no specials"), change_label("no licorice, no specials"), change_label("as it is")
    ('no picture cards', 'no licorice, no picture cards', 'as it is')
    """
    return ", ".join(label_of(part, CHANGES) for part in name.split(", "))
