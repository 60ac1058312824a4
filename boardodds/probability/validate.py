"""What a number that is asked for may be, and the sentence for one that may not."""

from numbers import Real
from typing import Any, SupportsIndex, cast


def check_whole(name: str, value: object, low: int, high: int | None = None, detail: str = "") -> None:
    """Raises ValueError unless a value is a whole number from low to high, or on without an end; what: of what, as in "squares".

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
        wanted = f"{low:,} or more" if high is None else f"{low:,}..{high:,}"
        raise ValueError(f"{name} must be {wanted}{detail and ' '}{detail}, got {number:,}")


def as_whole(name: str, value: object) -> int:
    """A whole number, also one of NumPy's; ValueError for what is none, as True.

    >>> as_whole("index", 4.0)
    Traceback (most recent call last):
    ...
    ValueError: index must be a whole number, got 4.0
    """
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise ValueError(f"{name} must be a whole number, got {_shown(value)}")
    return int(value)


def check_number(name: str, value: object, low: float, high: float) -> None:
    """Raises ValueError unless a value is a number from low to high.

    >>> check_number("chance", 0.5, 0, 1)
    >>> check_number("chance", float("nan"), 0, 1)
    Traceback (most recent call last):
    ...
    ValueError: chance must be 0..1, got nan
    """
    if not isinstance(value, Real):
        raise ValueError(f"{name} must be a number, got {_shown(value)}")
    if not low <= cast(float, value) <= high:
        raise ValueError(f"{name} must be {low:,.12g}..{high:,.12g}, got {value}")


def check_flag(name: str, value: object) -> None:
    """Raises ValueError unless a value is True or False.

    >>> check_flag("stacking", "no")
    Traceback (most recent call last):
    ...
    ValueError: stacking must be True or False, got 'no'
    """
    if value is not True and value is not False:
        raise ValueError(f"{name} must be True or False, got {_shown(value)}")


def check_tuple(name: str, value: object, of: str) -> None:
    """Raises ValueError unless a value is a tuple; of: what it holds, as in "whole numbers".

    >>> check_tuple("faces", 3, "whole numbers")
    Traceback (most recent call last):
    ...
    ValueError: faces must be a tuple of whole numbers, got 3
    """
    if not isinstance(value, tuple):
        raise ValueError(f"{name} must be a tuple of {of}, got {_shown(value)}")


def as_tuples(value: Any) -> Any:
    """A list, and lists in it, as tuples: what JSON and TOML give, made fit for values that are equal if they say the same.

    >>> as_tuples([[4, 58], [33, 46]])
    ((4, 58), (33, 46))
    """
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def keep_tuples(frozen: Any, *names: str) -> None:
    """Turns the lists among some fields of a frozen dataclass into tuples."""
    for name in names:
        object.__setattr__(frozen, name, as_tuples(getattr(frozen, name)))


def _shown(value: object) -> str:
    return repr(value)[:40]
