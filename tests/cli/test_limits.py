"""Every limit of the command line at its boundary."""

import pytest

from boardodds.cli import main
from boardodds.cli.executors import open_executor
from boardodds.cli.run import Settings
from tests.cli.driving import Ask, rows_by_measure
from tests.limits import Limit, check_largest, check_smallest


def open_workers(workers: int) -> None:
    """Open and close an executor, without starting processes."""
    with open_executor(workers, dask=None):
        pass


@pytest.mark.parametrize(
    "limit",
    [
        (
            lambda games: Settings(games=games)._check(),
            10**10,
            r"games must be 1\.\.10,000,000,000, got 10,000,000,001",
        ),
        (
            lambda seed: Settings(games=1, seed=seed)._check(),
            10**18 - 1,
            r"seed must be 0\.\.999,999,.*, got 1,000,000,",
        ),
        (open_workers, 256, r"workers must be 1\.\.256, got 257"),
    ],
)
def test_the_largest_values_are_accepted_and_one_more_is_refused(limit: Limit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardodds.cli.executors.process_pool", lambda workers, check: open_executor(1, dask=None))
    check_largest(limit)


@pytest.mark.parametrize(
    "limit",
    [
        (lambda games: Settings(games=games)._check(), 1, "games must be"),
        (lambda seed: Settings(games=1, seed=seed)._check(), 0, "seed must be"),
        (open_workers, 1, "workers must be"),
    ],
)
def test_the_smallest_values_are_accepted_and_one_less_is_refused(limit: Limit) -> None:
    check_smallest(limit)


def test_messages_of_exactly_the_limit_are_complete(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["solve", "orchard", "--policy", "luck"])
    message = capsys.readouterr().err.removeprefix("boardodds: ").removesuffix("\n")
    for limit, expected in ((len(message), message), (len(message) - 1, f"{message[:-1]}…")):
        monkeypatch.setattr("boardodds.cli.program._MAX_MESSAGE_LENGTH", limit)
        main(["solve", "orchard", "--policy", "luck"])
        assert capsys.readouterr().err == f"boardodds: {expected}\n"


def test_a_fraction_is_printed_up_to_exactly_the_limit_of_states(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    # Four trees of four fruit have 70 boards, each with 0 to 6 raven steps.
    for limit in (490, 489):
        monkeypatch.setattr("boardodds.orchard.commands._MAX_FRACTION_STATES", limit)
        answer = ask("solve", "orchard", "--preset", "my_first_orchard", "--format", "json")
        fraction = rows_by_measure(answer)["win", ""]["fraction"]
        assert (fraction is None) == (limit == 489)
