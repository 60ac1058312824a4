"""Labels of Candy Land's options; each is also the option's value in a link."""

from boardodds.candy_land.compare import NO_SPECIALS, SPECIAL_CARDS_OFF, SWITCHES
from boardodds.candy_land.rules import (
    CARDS_OFF,
    END_ONLY,
    FIRST_COUNTS,
    FORWARD_ONLY,
    LOSE_TURN,
    OFF,
    ON,
    REMOVED,
    STUCK,
)
from boardodds.dashboard.ui.labels import label_of

LICORICE = {"stuck": STUCK, "lose a turn": LOSE_TURN, "off": OFF}
SPECIALS = {"on": ON, "removed": REMOVED, "cards off": CARDS_OFF, "forward only": FORWARD_ONLY}
DOUBLES = {"first counts too": FIRST_COUNTS, "end only": END_ONLY}

_NEW_NAMES = {
    "no picture cards": NO_SPECIALS,
    "picture cards off": SPECIAL_CARDS_OFF,
    "double cards count where they end": "doubles count where they end",
}
# By label, the library's name of each rule change.
CHANGES = {label_of(name, _NEW_NAMES): name for name in SWITCHES}
BLOG_POST, NEWER_PRINTING, CUSTOM = "blog post", "newer printing", "custom"
# By label, the value in older links.
OLD_BOARDS = {BLOG_POST: "post", NEWER_PRINTING: "newer", CUSTOM: "own"}
OLD_VIEWS = {
    "Length": "How long",
    "Rule changes": "What rules cost",
    "Blog post": "The post",
    "Picture cards": "No specials",
    "Deck": "The deck",
}


def change_label(name: str) -> str:
    """Return the label of a rule change, or of a combination of rule changes.

    >>> change_label("no specials"), change_label("no licorice, no specials"), change_label("as it is")
    ('no picture cards', 'no licorice, no picture cards', 'as it is')
    """
    return ", ".join(label_of(part, CHANGES) for part in name.split(", "))
