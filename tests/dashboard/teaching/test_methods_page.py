"""The methods page, which shows published figures next to recomputed ones."""

from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest

from boardodds.dashboard.teaching.methods_rows import QUICK, rows
from boardodds.dashboard.ui.table_cells import download_rows
from boardodds.teaching.large_numbers import published_figures
from tests.dashboard.driving import headline, open_page


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
    shown = pd.concat([element.value for element in app.table[: len(by_source)]])
    assert list(shown.index) == [check.what for check in published_figures()]
    assert set(shown["here"].str[-1]) == {"✓"}


def test_figures_printed_as_fractions_are_shown_as_fractions() -> None:
    table = open_page("pages/methods.py").table[0].value
    shown = table.loc[[name for name in table.index if "Orange and blue left" in name]]
    # The blog post says: "green ends in 1st place 12/18 times and white wins the remaining 6/18 scenarios"
    assert list(shown["published"]) == ["12/18", "6/18"] * 2
    assert list(shown["here"]) == ["12/18\N{NO-BREAK SPACE}✓", "6/18\N{NO-BREAK SPACE}✓"] * 2
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
    assert list(panel.table[0].value["here"].str[-1]) == ["✓", "✗"]
