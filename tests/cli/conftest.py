"""Fixtures that run a command in this process."""

import json
from collections.abc import Callable
from math import inf

import pytest

from boardodds.cli import main
from tests.cli.driving import Ask


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a command and gives what it wrote, without progress, which a slow machine would see."""
    monkeypatch.setattr("boardodds.cli.progress_meter._LOG_SECONDS", inf)

    def run(*words: str) -> str:
        assert main(words) == 0
        written = capsys.readouterr()
        assert written.err == ""
        return written.out

    return run


@pytest.fixture
def ask(run: Callable[..., str]) -> Ask:
    """Runs a command and gives its JSON."""
    return lambda *words: json.loads(run(*words))
