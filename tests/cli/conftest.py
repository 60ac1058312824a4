"""Fixtures that run a command in the test's process."""

import json
from collections.abc import Callable

import pytest

from boardodds.cli import main
from tests.cli.driving import Ask


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
