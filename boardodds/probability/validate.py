"""Argument checks that raise ValueError with one sentence: the name, the allowed values, the value received."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from numbers import Real
from typing import Any, SupportsIndex, cast


def check_whole(name: str, value: object, low: int, high: int | None = None, detail: str = "") -> None:
    """Raise ValueError unless a value is a whole number in a range.

    name: the argument's name, for the sentence.
    low, high: the bounds, both allowed; with None as ``high`` there is no upper bound.
    detail: words that follow the range in the sentence, for example the unit "squares".

    >>> check_whole("track", 16, 3, 100, "squares")
    >>> check_whole("track", 2, 3, 100, "squares")
    Traceback (most recent call last):
    ...
    ValueError: track must be 3..100 squares, got 2
    >>> check_whole("track", 16.5, 3, 100, "squares")
    Traceback (most recent call last):
    ...
    ValueError: track must be a whole number, got 16.5
    """
    number = value if type(value) is int else as_whole(name, value)
    if number < low or (high is not None and number > high):
        allowed = f"{low:,} or more" if high is None else f"{low:,}..{high:,}"
        raise ValueError(f"{name} must be {allowed}{detail and ' '}{detail}, got {number:,}")


def as_whole(name: str, value: object) -> int:
    """Return a whole number of any integer type, NumPy's included, as an int. Raises ValueError for other types and for bools.

    >>> as_whole("index", 4.0)
    Traceback (most recent call last):
    ...
    ValueError: index must be a whole number, got 4.0
    """
    # First the usual type, because the check of the protocol takes microseconds.
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise ValueError(f"{name} must be a whole number, got {brief_repr(value)}")
    return int(value)


def check_number(name: str, value: object, low: float, high: float) -> None:
    """Raise ValueError unless a value is a number from ``low`` to ``high``.

    >>> check_number("chance", 0.5, 0, 1)
    >>> check_number("chance", float("nan"), 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: chance must be 0..1, got nan
    """
    if not isinstance(value, Real):
        raise ValueError(f"{name} must be a number, got {brief_repr(value)}")
    if not low <= cast(float, value) <= high:
        raise ValueError(f"{name} must be {low:,.12g}..{high:,.12g}, got {value}")


def check_flag(name: str, value: object) -> None:
    """Raise ValueError unless a value is True or False.

    >>> check_flag("stacking", "no")
    Traceback (most recent call last):
    ...
    ValueError: stacking must be True or False, got 'no'
    """
    if value is not True and value is not False:
        raise ValueError(f"{name} must be True or False, got {brief_repr(value)}")


def check_tuple(name: str, value: object, items: str) -> None:
    """Raise ValueError unless a value is a tuple.

    items: the kind of its items in words, for the sentence; they are not checked.

    >>> check_tuple("faces", 3, "whole numbers")
    Traceback (most recent call last):
    ...
    ValueError: faces must be a tuple of whole numbers, got 3
    """
    if not isinstance(value, tuple):
        raise ValueError(f"{name} must be a tuple of {items}, got {brief_repr(value)}")


def check_type(name: str, value: object, kind: type, example: str = "") -> None:
    """Raise ValueError unless a value has a type.

    name: the argument's name, for the sentence.
    kind: the type, of which the sentence gives the name.
    example: words that follow the name, for example "as in orchard.ORCHARD".

    >>> check_type("rules", "ORCHARD", dict, "as in orchard.ORCHARD")
    Traceback (most recent call last):
    ...
    ValueError: rules must be dict, as in orchard.ORCHARD, got 'ORCHARD'
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be {kind.__name__}{example and ', '}{example}, got {brief_repr(value)}")


def check_sequence(name: str, value: object, items: str) -> None:
    """Raise ValueError unless a value is a tuple, a list, an array or another sequence, and no text.

    items: the kind of its items in words, for the sentence; they are not checked.

    >>> check_sequence("hand", None, "faces, as in (1, 2, 6)")
    Traceback (most recent call last):
    ...
    ValueError: hand must be a sequence of faces, as in (1, 2, 6), got None
    """
    is_sequence = hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, str | Mapping)
    if not is_sequence:
        raise ValueError(f"{name} must be a sequence of {items}, got {brief_repr(value)}")


def check_attributes(name: str, value: object, kind: str, *attributes: str) -> None:
    """Raise ValueError unless a value has some attributes, such as the methods of a protocol.

    kind: the words for such a value in the sentence.

    >>> check_attributes("executor", "two", "an executor, as in concurrent.futures", "submit")
    Traceback (most recent call last):
    ...
    ValueError: executor must be an executor, as in concurrent.futures, got 'two'
    """
    if not all(hasattr(value, attribute) for attribute in attributes):
        raise ValueError(f"{name} must be {kind}, got {brief_repr(value)}")


def as_dict(name: str, value: Any, items: str) -> dict[Any, Any]:
    """Return a mapping or pairs as a dict; raise ValueError for any other value.

    items: the kind of its items in words, for the sentence.

    >>> as_dict("coins", [("G", 5)], "coins by camel")
    {'G': 5}
    """
    try:
        return dict(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be {items}, got {brief_repr(value)}") from error


def as_plain(value: Any) -> Any:
    """Return lists and NumPy's arrays as tuples, and NumPy's numbers as Python's; any other value unchanged.

    Lists, which JSON and TOML files contain, cannot be hashed and never equal tuples. NumPy's integers overflow without an error,
    and equal Python's: a wrong result would be cached for both.

    >>> as_plain([[4, 58], [33, 46]]), as_plain("BW")
    (((4, 58), (33, 46)), 'BW')
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    return tuple(map(as_plain, value)) if isinstance(value, list | tuple) else value


def make_plain(frozen: Any) -> None:
    """Replace the fields of a frozen dataclass by ``as_plain`` of them."""
    # mypy takes a class for unhashable.
    kind: Any = type(frozen)
    for name in _field_names(kind):
        value = getattr(frozen, name)
        if type(value) is not int:
            object.__setattr__(frozen, name, as_plain(value))


# Cached, because solvers create thousands of bids.
@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def brief_repr(value: object) -> str:
    """Return the beginning of a value's ``repr``, for a sentence."""
    return repr(value)[:40]
