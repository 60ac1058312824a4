"""What a number that is asked for may be, and the sentence for one that may not."""

from numbers import Real
from typing import SupportsIndex, cast


def check_whole(name: str, value: object, low: int, high: int | None = None, what: str = "") -> None:
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
    if not isinstance(value, int):
        # NumPy's whole numbers are none of Python's
        if not isinstance(value, SupportsIndex):
            raise ValueError(f"{name} must be a whole number, got {_shown(value)}")
        value = int(value)
    if value < low or (high is not None and value > high):
        wanted = f"{low:,} or more" if high is None else f"{low:,}..{high:,}"
        raise ValueError(f"{name} must be {wanted}{what and ' '}{what}, got {value:,}")


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


def _shown(value: object) -> str:
    return repr(value)[:40]
