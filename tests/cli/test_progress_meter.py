"""The progress meter of the command line."""

import io
from collections.abc import Callable

import pytest

from boardodds.cli.parser import ABLATE, SIMULATE
from boardodds.cli.progress_meter import Meter


class FullDisk(io.StringIO):
    def write(self, _: str) -> int:
        raise OSError("no space left")


def test_progress_that_cannot_be_written_is_ignored() -> None:
    meter = Meter(FullDisk(), clock=iter([0.0, 9.0]).__next__)
    meter(0.5)
    meter.close()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_written_at_intervals() -> None:
    seconds = iter([0.0, 1.0, 12.0, 13.0, 40.0])
    log = io.StringIO()
    meter = Meter(log, clock=lambda: next(seconds))
    for share in (0.05, 0.25, 0.5, 1.0):
        meter(share)
    meter.close()
    assert log.getvalue() == "25%, about 36 s to go\n100%, about 0 s to go\n"


def test_progress_on_a_terminal_takes_one_line_and_clears_it() -> None:
    seconds = iter([0.0, 0.5, 2.0, 2.5])
    terminal = Terminal()
    meter = Meter(terminal, clock=lambda: next(seconds))
    for share in (0.0, 0.5, 0.6):
        meter(share)
    meter.close()
    output = terminal.getvalue()
    assert "\n" not in output
    assert [line.strip() for line in output.split("\r")] == ["", "50%, about 2 s to go", "", ""]


def test_progress_of_several_cases_increases_to_the_end(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., str]
) -> None:
    shares: list[float] = []
    monkeypatch.setattr(Meter, "__call__", lambda _, share: shares.append(share))
    run(ABLATE, "orchard", "--games", "200000", "--workers", "2")
    assert shares == sorted(shares)
    assert shares[-1] == 1
    shares.clear()
    run(SIMULATE, "orchard", "--games", "200000", "--quiet")
    assert shares == []
