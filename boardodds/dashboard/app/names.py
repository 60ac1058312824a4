"""What the pages call rules that have other names in the library, and how older links called them."""

from collections.abc import Iterable, Mapping

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
from boardodds.orchard.boards import FEWEST_LEFT, MOST_LEFT, OPTIMAL, RANDOM_FRUIT, RANDOM_TYPE
from boardodds.perudo.rules import ANY_HIGHER, VALUE_OR_QUANTITY
from boardodds.teaching import large_numbers

# the names here, and those of the library
LICORICE = {"stuck": STUCK, "lose a turn": LOSE_TURN, "off": OFF}
SPECIALS = {"on": ON, "removed": REMOVED, "cards off": CARDS_OFF, "forward only": FORWARD_ONLY}
DOUBLES = {"first counts too": FIRST_COUNTS, "end only": END_ONLY}
POLICIES = {
    "any type at random": RANDOM_TYPE,
    "any fruit at random": RANDOM_FRUIT,
    "the fullest tree": MOST_LEFT,
    "the emptiest tree": FEWEST_LEFT,
    "whatever is best": OPTIMAL,
}
RAISES = {"value or quantity": VALUE_OR_QUANTITY, "any higher": ANY_HIGHER}
EXAMPLES = {key.replace("_", " "): key for key in large_numbers.trials()}
# by page and setting
_NAMES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "candy_land": {"licorice": LICORICE, "specials": SPECIALS, "doubles": DOUBLES},
    "orchard": {"policy": POLICIES},
    "perudo": {"raises": RAISES},
    "classroom": {"example": EXAMPLES},
}


def name_of(value: str, names: Mapping[str, str]) -> str:
    """What a rule of the library is called here, by the names of all like it; any other text as it is.

    >>> name_of("lose_turn", LICORICE), name_of("chess", LICORICE)
    ('lose a turn', 'chess')
    """
    return next((name for name, library in names.items() if library == value), value)


def today(url_path: str, query: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """What a page's query says, with every rule by the name that it has on the page, where it may have the library's.

    >>> today("candy_land", {"licorice": ["lose_turn"], "players": ["2"]})
    {'licorice': ['lose a turn'], 'players': ['2']}
    """
    names = _NAMES.get(url_path, {})
    return {setting: [name_of(value, names.get(setting, {})) for value in values] for setting, values in query.items()}
