"""Odds for board games that people really play: exact where possible, simulated with confidence intervals otherwise.

Each game is a package, loaded when it is first used. ``docs/python.md`` has the form that all their calls share.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardodds import camel_up, candy_land, orchard, perudo, probability

__all__ = ["__version__", "camel_up", "candy_land", "orchard", "perudo", "probability"]

__version__ = "1.0.0"


def __getattr__(name: str) -> ModuleType:
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
