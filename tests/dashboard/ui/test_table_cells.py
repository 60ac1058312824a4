"""Downloads hold figures where the page tells them in words."""

from collections.abc import Callable
from functools import cache

import pytest

from boardodds.candy_land import CLASSIC, MODERN, Comparison, compare, simulate, solve_reshuffled
from boardodds.candy_land.sources import TABLE
from boardodds.dashboard.candy_land import rows as candy_tables
from boardodds.dashboard.candy_land.rule_effects import THREE, one_by_one
from boardodds.dashboard.perudo import bluffing
from boardodds.dashboard.ui.data_tables import Rows, arrow
from boardodds.dashboard.ui.table_cells import figures_of


@cache
def played() -> Comparison:
    return compare(one_by_one(CLASSIC, THREE), games=2_000)


def by_players() -> Rows:
    return candy_tables.players_rows({players: simulate(MODERN, players, games=500) for players in (1, 2)})


def exactly() -> Rows:
    return candy_tables.players_rows({players: solve_reshuffled(CLASSIC, players) for players in (1, 2)})


@pytest.mark.parametrize(
    ("build", "named"),
    [
        (lambda: candy_tables.impact_rows(played(), list(THREE)), {"change"}),
        (lambda: candy_tables.length_rows(played().samples), {"rules"}),
        (lambda: candy_tables.post_rows(played()), {"game"}),
        (by_players, set()),
        (exactly, set()),
        (bluffing.values, {"rules", "value, exactly", "the first player wins, exactly"}),
    ],
)
def test_only_names_are_words_in_a_download_and_the_page_has_a_column_for_each_thing(
    build: Callable[[], Rows], named: set[str]
) -> None:
    rows = build()
    for row in figures_of(rows):
        assert {name for name, cell in row.items() if not isinstance(cell, (int, float))} == named
    shown = arrow(rows).to_pylist()
    assert [list(row) for row in shown] == [list(row) for row in rows]
    assert all(cell is not None for row in shown for cell in row.values())


def test_a_download_says_what_the_page_says() -> None:
    rows = candy_tables.post_rows(played())
    for printed, said, figures in zip(TABLE, arrow(rows).to_pylist(), figures_of(rows), strict=True):
        sample = played().samples[printed.name]
        assert figures["mean, ours"] == sample.mean_turns.value
        ends = sample.mean_turns.interval()
        assert said["mean, ours"] == f"{sample.mean_turns.value:.2f} ({ends.low:.2f} to {ends.high:.2f})"
        assert (figures["mean, ours, 95% from"], figures["mean, ours, 95% to"]) == (ends.low, ends.high)
        assert figures["mean, post"] == printed.mean
