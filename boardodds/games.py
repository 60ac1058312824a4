"""The games: a new one is a line here."""

from collections.abc import Mapping

from boardodds.camel_up.game import GAME as CAMEL_UP
from boardodds.candy_land.game import GAME as CANDY_LAND
from boardodds.entry.game import Game
from boardodds.orchard.game import GAME as ORCHARD
from boardodds.perudo.game import GAME as PERUDO

# By the name of its package, in the order of the menu.
GAMES: Mapping[str, Game] = {
    "camel_up": CAMEL_UP,
    "candy_land": CANDY_LAND,
    "orchard": ORCHARD,
    "perudo": PERUDO,
}


def game_of(url_path: str) -> str:
    """Return the name of the game that a page belongs to; "" if it belongs to none.

    >>> game_of("camel_up_leg"), game_of("quiz")
    ('camel_up', '')
    """
    return next((name for name, game in GAMES.items() if url_path in {page.url_path for page in game.pages}), "")
