"""Labels of Candy Land's options; each is also the option's value in a link."""

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

LICORICE = {"stuck": STUCK, "lose a turn": LOSE_TURN, "off": OFF}
SPECIALS = {"on": ON, "removed": REMOVED, "cards off": CARDS_OFF, "forward only": FORWARD_ONLY}
DOUBLES = {"first counts too": FIRST_COUNTS, "end only": END_ONLY}
