"""Fixtures that run a command in the test's process, and helpers that read its answer."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from boardodds.cli import main

Ask = Callable[..., Any]


def rows_by_measure(answer: Any) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["measure"], row["of"]): row for row in answer["results"]}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def run(*words: str) -> str:
        assert main(words) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run


@pytest.fixture
def ask(run: Callable[..., str]) -> Ask:
    return lambda *words: json.loads(run(*words))
