"""Helpers that read the answers of the command line."""

from collections.abc import Callable
from typing import Any

Ask = Callable[..., Any]


def rows_by_measure(answer: Any) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["measure"], row["of"]): row for row in answer["results"]}
