"""CSV files contain raw values where the page shows formatted text."""

from collections.abc import Callable
from functools import cache

import pytest

from boardodds.candy_land import BOX_2014, CLASSIC, Comparison, compare, simulate, solve_reshuffled
from boardodds.candy_land.sources import TABLE
from boardodds.dashboard.candy_land import rows as candy_tables
from boardodds.dashboard.candy_land.rule_effects import POST_CHANGES, single_changes
from boardodds.dashboard.perudo import bluffing
from boardodds.dashboard.ui.data_tables import Rows, to_arrow
from boardodds.dashboard.ui.table_cells import download_rows


@cache
def sampled_comparison() -> Comparison:
    return compare(single_changes(CLASSIC, POST_CHANGES), games=2_000)


def sampled_players_rows() -> Rows:
    return candy_tables.players_rows({players: simulate(BOX_2014, players=players, games=500) for players in (1, 2)})


def exact_players_rows() -> Rows:
    return candy_tables.players_rows({players: solve_reshuffled(CLASSIC, players=players) for players in (1, 2)})


@pytest.mark.parametrize(
    ("build", "text_columns"),
    [
        (lambda: candy_tables.impact_rows(sampled_comparison(), list(POST_CHANGES)), {"change"}),
        (lambda: candy_tables.length_rows(sampled_comparison().samples), {"rules"}),
        (lambda: candy_tables.post_rows(sampled_comparison()), {"game"}),
        (sampled_players_rows, set()),
        (exact_players_rows, set()),
        (bluffing.value_rows, {"rules", "value, exactly", "the first player wins, exactly"}),
    ],
)
def test_only_names_are_text_in_a_csv_file_and_the_page_has_one_column_for_each_cell(
    build: Callable[[], Rows], text_columns: set[str]
) -> None:
    rows = build()
    for row in download_rows(rows):
        assert {name for name, cell in row.items() if not isinstance(cell, (int, float))} == text_columns
    shown = to_arrow(rows).to_pylist()
    assert [list(row) for row in shown] == [list(row) for row in rows]
    assert all(cell is not None for row in shown for cell in row.values())


def test_a_csv_file_has_the_values_of_the_page() -> None:
    rows = candy_tables.post_rows(sampled_comparison())
    for printed, shown_row, csv_row in zip(TABLE, to_arrow(rows).to_pylist(), download_rows(rows), strict=True):
        sample = sampled_comparison().samples[printed.name]
        assert csv_row["mean, ours"] == sample.mean_turns.value
        interval = sample.mean_turns.interval()
        assert shown_row["mean, ours"] == f"{sample.mean_turns.value:.2f} ({interval.low:.2f} to {interval.high:.2f})"
        assert (csv_row["mean, ours, 95% from"], csv_row["mean, ours, 95% to"]) == (interval.low, interval.high)
        assert csv_row["mean, post"] == printed.mean
