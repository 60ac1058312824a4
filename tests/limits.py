"""Checks of limits at their boundary: the limit itself is accepted, and one beyond it is refused."""

from collections.abc import Callable
from importlib import import_module

import pytest

Limit = tuple[Callable[[int], object], int, str]
"""A call with one argument, the last argument that it accepts, and a pattern of the error for the next one."""

WorkLimit = tuple[str, int, Callable[[], object], str]
"""The name of a limit with its module, the work of a small case, the call of this case, and a pattern of the error."""


def check_largest(limit: Limit) -> None:
    """Check that a call accepts its largest argument and refuses one more."""
    call, largest, message = limit
    call(largest)
    with pytest.raises(ValueError, match=message):
        call(largest + 1)


def check_smallest(limit: Limit) -> None:
    """Check that a call accepts its smallest argument and refuses one less."""
    call, smallest, message = limit
    call(smallest)
    with pytest.raises(ValueError, match=message):
        call(smallest - 1)


def check_work_limit(limit: WorkLimit, patch: pytest.MonkeyPatch) -> None:
    """Check that a case is accepted if its work is exactly the limit, and refused if the limit is one less."""
    name, work, call, message = limit
    module, _, limit_name = name.rpartition(".")
    patch.setattr(import_module(module), limit_name, work)
    call()
    patch.setattr(import_module(module), limit_name, work - 1)
    with pytest.raises(ValueError, match=message):
        call()
