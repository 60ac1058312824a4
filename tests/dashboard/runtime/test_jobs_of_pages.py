"""Pages that need several jobs request them together, and ask only for work that their settings change."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

from boardodds.camel_up import race
from boardodds.dashboard.runtime import compute
from boardodds.dashboard.runtime.worker_pool import Job, WorkerPool
from tests.dashboard.driving import open_page

Waits = list[list[str]]


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    pool = WorkerPool()
    yield pool
    pool.stop()


@pytest.fixture
def waits(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> Waits:
    """Return a list that gets the names of the functions that a page requests, at each wait. Nothing is computed yet."""
    pool._jobs.clear()
    names, requests = Waits(), Waits()
    show_progress, wait_for = compute._show_progress, compute._wait_for

    # All that is requested, because quick jobs are done before the wait.
    def request(works: Sequence[compute.Work], label: str) -> list[Any]:
        requests.append([call.function.__name__ for call, _ in works])
        return wait_for(works, label)

    def log(jobs: Sequence[Job], label: str) -> None:
        names.append(requests[-1])
        show_progress(jobs, label)

    monkeypatch.setattr(compute, "POOL", pool)
    monkeypatch.setattr(compute, "_wait_for", request)
    monkeypatch.setattr(compute, "_show_progress", log)
    return names


FEW = "2.2 me=1 hand=12 bids=2:1x3"
ADVICE, DICE = [["fit_standings"], ["evaluate_moves"]], ["bid_probabilities"]


@pytest.mark.parametrize(
    ("page", "query", "expected"),
    [
        ("camel_up_length", {"track": "9"}, [["race_length"], ["race_length"] * 5 + ["simulate_race_length"] * 3]),
        (
            "camel_up_length",
            {"edition": "second_edition", "track": "9"},
            [["simulate_race_length"] * 2, ["simulate_race_length"] * 7],
        ),
        ("candy_land", {"view": "Players"}, [["simulate"] * 3]),
        ("classroom", {"games": "5000", "runs": "20"}, [["whole_run_factor", "stay_probability"], ["run"]]),
        ("perudo", {"readings": "true", "round": FEW}, [*ADVICE, ["evaluate_moves"] * 2, DICE]),
    ],
)
def test_a_page_waits_once_for_each_part(page: str, query: dict[str, str], expected: Waits, waits: Waits) -> None:
    open_page(f"pages/{page}.py", **query)
    assert waits == expected


def test_a_race_waits_once_for_the_tables_of_all_rule_changes(waits: Waits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "_tables", {})
    open_page("pages/camel_up_race.py", view="What if", position="1:BW 2:G", track="8")
    assert waits == [["build_table"], ["build_table"] * 6]


def test_whole_matches_depend_on_no_round(waits: Waits) -> None:
    link = {"view": "What if", "whole": "true", "matches": "200", "seats": "2", "round": FEW}
    app = open_page("pages/perudo.py", **link)
    assert waits == [*ADVICE, ["play_matches"] * 15, DICE]
    waits.clear()
    app.send_event(kind="hand", hand=[4, 5], unconfirmed=[])
    assert waits
    app.send_event(kind="players", value=3)
    # Nobody calls calza in whole matches.
    open_page("pages/perudo.py", **link, calza="true")
    assert "play_matches" not in chain(*waits)
    open_page("pages/perudo.py", **link, sides="8")
    assert "play_matches" in chain(*waits)
