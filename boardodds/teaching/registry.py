"""The registry of games. It finds the entry of every game package, so that no list of games has to be edited."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from functools import lru_cache

import boardodds
from boardodds.teaching.entry import Game


@lru_cache(maxsize=1)
def games() -> Mapping[str, Game]:
    """Return the entry of every game by the name of its package, in alphabetical order.

    >>> list(games())[0], games()["orchard"].title
    ('camel_up', 'Orchard')
    """
    packages = sorted(package.name for package in pkgutil.iter_modules(boardodds.__path__) if package.ispkg)
    modules = {name: f"boardodds.{name}.game" for name in packages}
    return {name: importlib.import_module(module).GAME for name, module in modules.items() if _exists(module)}


def _exists(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def game_of(url_path: str) -> str:
    """Return the name of the game package that a page belongs to.

    >>> game_of("camel_up_leg")
    'camel_up'
    """
    return next(name for name, game in games().items() if url_path in {page.url_path for page in game.pages})
