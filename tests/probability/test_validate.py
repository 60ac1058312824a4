"""Checks of arguments: what they accept, and their sentences for what they refuse."""

from typing import Any

import numpy as np
import pytest

from boardodds.probability.validate import check_number, check_whole


def test_numbers_within_the_limits_pass() -> None:
    for value in (1, np.int64(1), np.uint8(3), 3):
        check_whole("faces", value, 1, 3)
    shares: list[Any] = [0, 1, 0.5, np.float32(0.5), np.int64(1)]
    for share in shares:
        check_number("share", share, 0, 1)


@pytest.mark.parametrize("value", [1.5, 2.0, "2", None, [2], float("nan"), np.float64(2), True])
def test_values_that_are_not_whole_numbers_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^faces must be a whole number, got "):
        check_whole("faces", value, 1, 3)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_numbers_beyond_the_limits_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match=rf"^share must be 0\.\.1, got {value}$"):
        check_number("share", value, 0, 1)


def test_large_limits_have_thousands_separators() -> None:
    with pytest.raises(ValueError, match=r"^games must be 1\.\.1,000,000 of dice, got 2,000,000$"):
        check_whole("games", 2_000_000, 1, 1_000_000, "of dice")
    with pytest.raises(ValueError, match=r"^games must be 1,000 or more, got 999$"):
        check_whole("games", 999, 1_000)


def test_long_values_are_shortened_in_messages() -> None:
    with pytest.raises(ValueError, match=r"^games must be a whole number, got .{40}$"):
        check_whole("games", "9" * 1000, 1)
