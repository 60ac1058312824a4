"""Odds for board games that people really play: exact where possible, simulated with confidence intervals otherwise.

Each game is a package of its own: ``from boardodds import camel_up``. ``docs/python.md`` has the form that all their calls share.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
