"""Links with the library's names of options, which pages took before their options had labels."""

from collections.abc import Iterable, Mapping

from boardodds.dashboard.candy_land.labels import DOUBLES, LICORICE, SPECIALS
from boardodds.dashboard.orchard.labels import POLICIES
from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.teaching.labels import EXAMPLES
from boardodds.dashboard.ui.labels import label_of

# by page and setting
_LABELS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "candy_land": {"licorice": LICORICE, "specials": SPECIALS, "doubles": DOUBLES},
    "orchard": {"policy": POLICIES},
    "perudo": {"raises": RAISES},
    "classroom": {"example": EXAMPLES},
}


def with_labels(url_path: str, query: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return a page's query with the page's label of every option that the link names as the library does.

    >>> with_labels("candy_land", {"licorice": ["lose_turn"], "players": ["2"]})
    {'licorice': ['lose a turn'], 'players': ['2']}
    """
    labels = _LABELS.get(url_path, {})
    return {
        setting: [label_of(value, labels.get(setting, {})) for value in values] for setting, values in query.items()
    }
