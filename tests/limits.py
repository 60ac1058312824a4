"""Checks of limits at their boundary: the limit itself is accepted, and one beyond it is refused."""

from collections.abc import Callable
from importlib import import_module

import pytest

Limit = tuple[Callable[[int], object], int | None, int | None, str]
"""A call with one argument, the smallest and the largest one that it accepts, None without a limit, and a pattern of the error
beyond them. A refused argument follows a pattern that ends in "got"."""

WorkLimit = tuple[str, int, Callable[[], object], str]
"""The name of a limit with its module in boardodds, the work of a small case, its call, and a pattern of the error."""


def limits_test(*limits: Limit) -> Callable[[Limit], None]:
    """Return a test that each call accepts its smallest and its largest argument, and refuses one less and one more."""

    @pytest.mark.parametrize("limit", limits)
    def check(limit: Limit) -> None:
        call, smallest, largest, message = limit
        for allowed, step in ((smallest, -1), (largest, 1)):
            if allowed is not None:
                call(allowed)
                pattern = f"{message} {allowed + step:,}" if message.endswith("got") else message
                with pytest.raises(ValueError, match=pattern):
                    call(allowed + step)

    return check


def work_limits_test(*limits: WorkLimit) -> Callable[[WorkLimit, pytest.MonkeyPatch], None]:
    """Return a test that each case is accepted if its work is exactly the limit, and refused if the limit is one less."""

    @pytest.mark.parametrize("limit", limits)
    def check(limit: WorkLimit, monkeypatch: pytest.MonkeyPatch) -> None:
        name, work, call, message = limit
        module, _, limit_name = f"boardodds.{name}".rpartition(".")
        monkeypatch.setattr(import_module(module), limit_name, work)
        call()
        monkeypatch.setattr(import_module(module), limit_name, work - 1)
        with pytest.raises(ValueError, match=message):
            call()

    return check
