"""The methods page, which shows published figures next to recomputed ones."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from boardodds.dashboard.teaching.methods_html import source_html
from boardodds.dashboard.teaching.methods_rows import QUICK, rows
from boardodds.dashboard.ui.table_cells import download_rows
from boardodds.teaching.large_numbers import published_figures
from tests.dashboard.driving import headline, open_page
from tests.dashboard.teaching.html_parts import cells, html_of


def test_every_published_figure_matches_on_the_page() -> None:
    app = open_page("pages/methods.py")
    quick = sum(not check.slow for check in published_figures())
    assert headline(app) == f"{quick} of {quick} published figures match within their tolerance"
    app.toggle(key="slow").set_value(True).run()
    total = len(published_figures())
    assert headline(app) == f"{total} of {total} published figures match within their tolerance"
    by_source = Counter(check.source for check in published_figures())
    labels = [panel.label for panel in app.expander]
    assert labels[: len(by_source)] == [f"{source}: {count} of {count}" for source, count in by_source.items()]
    assert not any(panel.proto.expanded for panel in app.expander)
    strip, *tables = html_of(app)
    assert strip.count("<i ") == strip.count("<i title=") == total
    rows_shown = [row for table in tables for row in cells(table)]
    # A row names its own tolerance after the figure.
    assert [
        figure.startswith(check.what) for (figure, *_), check in zip(rows_shown, published_figures(), strict=True)
    ] == ([True] * total)
    assert not any("differs" in row[0] for row in rows_shown)


def test_figures_printed_as_fractions_are_shown_as_fractions() -> None:
    _, table, *_ = html_of(open_page("pages/methods.py"))
    shown = [row for row in cells(table) if "Orange and blue left" in row[0]]
    # The blog post says: "green ends in 1st place 12/18 times and white wins the remaining 6/18 scenarios"
    assert [row[1] for row in shown] == [row[2] for row in shown] == ["12/18", "6/18"] * 2
    downloaded = download_rows(rows(QUICK))
    assert [row["printed"] for row in downloaded if "Orange and blue left" in row["figure"]] == [2 / 3, 1 / 3] * 2


def test_small_figures_are_shown_without_an_exponent() -> None:
    rows_by_figure = {row["figure"]: row for row in rows(QUICK)}
    standard_error = rows_by_figure["Orchard, random, Table 1: standard error"]
    # The paper's Table 1 prints it in this form.
    assert standard_error["printed"].text == "0.00004"
    assert standard_error["ours"].text.startswith("0.00004")
    assert (standard_error["difference"], standard_error["tolerance"]) == ("+0.0000041", "0.000005")
    assert {
        name for name, row in rows_by_figure.items() if any("e" in str(row[key]) for key in ("difference", "tolerance"))
    } == set()
    assert rows_by_figure["Orchard: final states"]["printed"].text == "14650"
    assert rows_by_figure["Camel Up, Only yellow left: yellow wins"]["difference"] == "+0"


def test_a_published_figure_outside_its_tolerance_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = published_figures()
    wrong_figure = replace(figures[-2], printed=figures[-2].printed + 1)
    monkeypatch.setattr(
        "boardodds.teaching.large_numbers.published_figures", lambda: (*figures[:-2], wrong_figure, figures[-1])
    )
    app = open_page("pages/methods.py")
    quick = sum(not check.slow for check in figures)
    assert headline(app).startswith(f"{quick - 1} of {quick} ")
    panel = next(panel for panel in app.expander if panel.label == f"{wrong_figure.source}: 1 of 2")
    assert panel.proto.expanded
    strip, *tables = html_of(app)
    assert strip.count('class="differs"') == 1
    (table,) = [table for table in tables if "differs" in table]
    assert [row[0].endswith(": <b>differs</b>") for row in cells(table)] == [False, True]


def test_the_points_of_figures_are_below_each_other() -> None:
    for row_set in (cells(table) for table in html_of(open_page("pages/methods.py"))[1:]):
        for column in (1, 2):
            # At the right, each place after the point is taken by a digit or by a space as wide.
            ends = {len(row[column].partition(".")[2]) for row in row_set if "." in row[column]}
            assert len(ends) <= 1


def test_the_tolerance_is_above_the_rows_that_share_it() -> None:
    shown = rows(QUICK)
    for source in {row["source"] for row in shown}:
        source_rows = [row for row in shown if row["source"] == source]
        found = []
        for group in source_html(source, source_rows).split("<tbody>")[1:]:
            (note,) = re.findall(r'colspan="3"[^>]*>(.*?)</th>', group)
            found += [(name, note) for name in re.findall(r'scope="row">(.*?)</th>', group)]
        assert found == [(row["figure"], f"within ±{row['tolerance']} ({row['why']})") for row in source_rows]
