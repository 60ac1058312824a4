"""Checks of arguments, of texts that become numbers, and of installed packages. They raise ValueError with one sentence."""

import re
from collections.abc import Iterable
from fractions import Fraction
from importlib.util import find_spec
from types import NoneType
from typing import Any, Protocol, Self, TypeVar
from unicodedata import normalize

import numpy as np


def check_whole(name: str, value: Any, low: int, high: int | None = None, detail: str = "") -> None:
    """Raise ValueError unless a value is a whole number in a range; values of links and events can have any type.

    name: the argument's name, for the sentence.
    low, high: the bounds, both allowed; with None as ``high`` there is no upper bound.
    detail: words that follow the range in the sentence, for example the unit "squares".

    >>> check_whole("track", 16, 3, 100, "squares")
    >>> check_whole("track", 2, 3, 100, "squares")
    Traceback (most recent call last):
    ...
    ValueError: track must be 3..100 squares, got 2
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name} must be a whole number, got {repr(value)[:40]}")
    if value < low or (high is not None and value > high):
        allowed = f"{low:,} or more" if high is None else f"{low:,}..{high:,}"
        raise ValueError(f"{name} must be {allowed}{detail and ' '}{detail}, got {value:,}")


def check_number(name: str, value: float, low: float, high: float) -> None:
    """Raise ValueError unless a number is from ``low`` to ``high``.

    >>> check_number("chance", 0.5, 0, 1)
    >>> check_number("chance", float("nan"), 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: chance must be 0..1, got nan
    """
    if not hasattr(value, "__float__"):
        raise ValueError(f"{name} must be a number, got {value!r:.40}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low:,.12g}..{high:,.12g}, got {value}")


_DECIMAL = r"-?(?:[0-9]{1,9}(?:\.[0-9]{1,40})?|\.[0-9]{1,40})"


def parse_whole(name: str, text: str) -> int:
    """Return the whole number of a visitor's text, by its form: Python's own conversion reads other digits and underscores too.

    >>> parse_whole("track", "-16")
    -16
    """
    if not re.fullmatch("-?[0-9]{1,12}", text):
        raise ValueError(f"{name} must be a whole number, got {text[:40]!r}")
    return int(text)


def parse_number(name: str, text: str) -> float:
    """Return the decimal number of a visitor's text, which has no exponent.

    >>> parse_number("chance", ".5")
    0.5
    """
    if not re.fullmatch(_DECIMAL, text):
        raise ValueError(f"{name} must be a number, got {text[:40]!r}")
    return float(text)


def parse_fraction(name: str, text: str) -> Fraction:
    """Return the exact number of a visitor's text: a fraction, a mixed or a decimal number, or any of them in percent.

    The form is checked first: of 1e999999999 Python would compute all digits, and no other thread could run meanwhile.

    >>> [str(parse_fraction("chance", text)) for text in ("4 / 6", "0,67", "75 %", "1¾", "6 1/3")]
    ['2/3', '67/100', '3/4', '7/4', '19/3']
    """
    # A fraction that is one sign, such as ¾, but no digits of other scripts.
    signs = (f" {normalize('NFKC', sign)}" if sign.isnumeric() and not sign.isdecimal() else sign for sign in text)
    plain = re.sub(r"\s*[/\u2044]\s*", "/", "".join(signs).replace(",", ".")).strip()
    form = rf"({_DECIMAL}|(?:-|[0-9]{{1,9}}\s+)?[0-9]{{1,9}}/(?!0+\b)[0-9]{{1,9}})\s*(%?)"
    if not (found := re.fullmatch(form, plain)):
        raise ValueError(f"{name} must be a number or a fraction, got {text[:40]!r}")
    return sum(map(Fraction, found[1].split()), start=Fraction(0)) / (100 if found[2] else 1)


_PLAIN = {int, float, str, bool, NoneType}


def as_plain(value: Any) -> Any:
    """Return lists and NumPy's arrays as tuples, and NumPy's numbers as Python's; any other value unchanged.

    Lists, which JSON and TOML files contain, cannot be hashed and never equal tuples. NumPy's integers overflow without an error,
    and equal Python's: a wrong result would be cached for both.

    >>> as_plain([[4, 58], [33, 46]]), as_plain("BW")
    (((4, 58), (33, 46)), 'BW')
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, list | tuple):
        return value
    return tuple(value) if set(map(type, value)) <= _PLAIN else tuple(map(as_plain, value))


def make_plain(frozen: Any) -> None:
    """Replace the fields of a frozen dataclass by ``as_plain`` of them."""
    for name in frozen.__match_args__:
        value = getattr(frozen, name)
        if type(value) not in _PLAIN:
            object.__setattr__(frozen, name, as_plain(value))


class _HasText(Protocol):
    @classmethod
    def parse(cls, text: str) -> Self: ...


TextT = TypeVar("TextT", bound=_HasText)
ValueT = TypeVar("ValueT")


def of_text(kind: type[TextT], name: str, value: TextT | str) -> TextT:
    """Return a value of a game's type, or the value of a text in its notation; raise ValueError for any other."""
    if isinstance(value, str):
        return kind.parse(value)
    check_kind(kind, name, value, " or its text")
    return value


def of_texts(kind: type[TextT], name: str, values: Iterable[TextT | str]) -> list[TextT]:
    """Return the values of a list of values and texts; see ``of_text``."""
    return [of_text(kind, name, value) for value in as_list(name, values)]


def as_list(name: str, values: Iterable[ValueT]) -> list[ValueT]:
    """Return the entries of a list; raise ValueError for one text, whose letters would be taken one by one, or one number."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a list, got {values!r:.40}")
    return list(values)


def check_kind(kind: type, name: str, value: object, detail: str = "") -> None:
    """Raise ValueError unless a value is of a game's type; a beginner gives the name of a printed game as its rules."""
    if not isinstance(value, kind):
        allowed = f"{kind.__module__.split('.')[1]}.{kind.__name__}"
        raise ValueError(
            f"{name} must be {'an' if allowed[0] in 'aeiou' else 'a'} {allowed}{detail}, got {value!r:.40}"
        )


# The name of each package in a sentence, and the extra that installs it.
_EXTRAS = {"scipy": ("SciPy", "solve"), "distributed": ("Dask", "dask")}


def require(package: str, purpose: str) -> None:
    """Raise ImportError with one sentence, whose subject is the purpose, if a package is missing."""
    name, extra = _EXTRAS[package]
    if find_spec(package) is None:
        raise ImportError(f'{purpose} needs {name}: pip install ".[{extra}]"')
