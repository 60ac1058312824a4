"""How results look: numbers with their nouns or signs, and a short ``repr``."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np

T = TypeVar("T")

_MAX_ITEMS = 6
_MAX_LENGTH = 60


def plural(number: int, singular: str, plural_form: str = "") -> str:
    """Return a number with its noun.

    plural_form: the plural, if it is not the singular plus "s".

    >>> plural(1, "draw"), plural(2, "draw"), plural(0, "die", "dice")
    ('1 draw', '2 draws', '0 dice')
    """
    return f"{number:,} {singular if number == 1 else plural_form or f'{singular}s'}"


def signed(number: float, places: int) -> str:
    """Return a number with its sign and a number of decimal places; what rounds to zero has a plus.

    >>> signed(1.5, 1), signed(-0.25, 2), signed(-0.001, 2)
    ('+1.5', '−0.25', '+0.00')
    """
    return f"{number:+z.{places}f}".replace("-", "−")


def short_repr(result: type[T]) -> type[T]:
    """Give a dataclass a ``repr`` that shortens long fields, such as a distribution of a thousand numbers.

    >>> from dataclasses import dataclass
    >>> @short_repr
    ... @dataclass
    ... class Sample:
    ...     counts: tuple[int, ...]
    >>> Sample(tuple(range(1000)))
    Sample(counts=<1,000 values: 0, 1, 2, ...>)
    """

    def describe(self: Any) -> str:
        parts = ", ".join(f"{field.name}={_short(getattr(self, field.name))}" for field in fields(self) if field.repr)
        return f"{type(self).__name__}({parts})"

    result.__repr__ = describe  # type: ignore[method-assign]
    return result


def short_rules(rules: type[T]) -> type[T]:
    """Give a dataclass of rules a ``repr`` as a printed game, a constant of its module, or as what differs from the nearest."""

    rules.__repr__ = lambda self: rules_text(self, "replace", _short)  # type: ignore[method-assign]
    return rules


def rules_text(
    rules: Any, replace: str = "dataclasses.replace", text_of: Callable[[Any], str] = repr, module: str = ""
) -> str:
    """Return rules as an expression: a printed game, or what differs from the nearest one.

    replace: the name of the function.
    text_of: returns the text of a value.
    module: the name before that of the printed game, with a dot.
    """
    values, texts = [(each.name, getattr(rules, each.name)) for each in fields(rules)], list[list[str]]()
    for game, printed in vars(sys.modules[type(rules).__module__]).items():
        if isinstance(printed, type(rules)):
            changes = [f"{name}={text_of(value)}" for name, value in values if value != getattr(printed, name)]
            texts.append([module + game, *changes])
    game, *changes = min(texts, key=len)
    return f"{replace}({', '.join([game, *changes])})" if changes else game


def rules_lines(game: str, rules: Any) -> str:
    """Return the lines of Python that import a game and name its rules."""
    text = rules_text(rules, module=f"{game}.")
    needed = "import dataclasses\n" if text.startswith("dataclasses") else ""
    return f"{needed}from boardodds import {game}\nrules = {text}\n"


def _short(value: object) -> str:
    text = repr(value)
    if len(text) <= _MAX_LENGTH and not isinstance(value, np.ndarray):
        return text
    if isinstance(value, np.ndarray):
        return f"<array of shape {value.shape}>"
    if isinstance(value, Mapping) and not is_dataclass(value):
        return f"<{plural(len(value), 'entry', 'entries')}>"
    if isinstance(value, tuple | list) and all(isinstance(item, int | float) for item in value):
        items = [f"{item:.6g}" for item in value[:_MAX_ITEMS]]
        is_short = len(value) <= _MAX_ITEMS
        return f"({', '.join(items)})" if is_short else f"<{len(value):,} values: {', '.join(items[:3])}, ...>"
    if isinstance(value, tuple | list):
        return f"<{plural(len(value), 'item')}>"
    return text if len(text) <= 2 * _MAX_LENGTH else f"<{type(value).__name__}>"
