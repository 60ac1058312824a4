"""Finds what every game offers: a game joins by a module of the right name in its package."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import boardodds


def modules(name: str) -> Iterator[ModuleType]:
    """The modules of a name in the packages of all games that have one, in the order of the games' names.

    >>> [module.__name__ for module in modules("trials")][0]
    'boardodds.camel_up.trials'
    """
    for package in sorted(pkgutil.iter_modules(boardodds.__path__), key=lambda package: package.name):
        module = f"boardodds.{package.name}.{name}"
        if package.ispkg and importlib.util.find_spec(module):
            yield importlib.import_module(module)
