"""The page that sets published figures beside recomputed ones."""

from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest
import streamlit as st

from boardodds.dashboard.teaching.methods_rows import QUICK, rows
from boardodds.dashboard.ui.table_cells import figures_of
from boardodds.teaching.large_numbers import published_figures
from tests.dashboard.driving import headline, open_page


def test_every_printed_figure_agrees_on_the_page() -> None:
    app = open_page("pages/methods.py")
    quick = sum(not check.slow for check in published_figures())
    assert headline(app) == f"{quick} of {quick} printed figures come out here within their tolerance"
    app.toggle(key="slow").set_value(True).run()
    many = len(published_figures())
    assert headline(app) == f"{many} of {many} printed figures come out here within their tolerance"
    by_source = Counter(check.source for check in published_figures())
    labels = [panel.label for panel in app.expander]
    assert labels[: len(by_source)] == [f"{source}: {count} of {count}" for source, count in by_source.items()]
    shown = pd.concat([each.value for each in app.table[: len(by_source)]])
    assert list(shown.index) == [check.what for check in published_figures()]
    assert set(shown["ours"].str[-1]) == {"✓"}


def test_figures_that_were_printed_as_fractions_are_shown_as_such() -> None:
    table = open_page("pages/methods.py").table[0].value
    shown = table.loc[[name for name in table.index if "Orange and blue left" in name]]
    # the post: "green ends in 1st place 12/18 times and white wins the remaining 6/18 scenarios"
    assert list(shown["printed"]) == ["12/18", "6/18"] * 2
    assert list(shown["ours"]) == ["12/18\N{NO-BREAK SPACE}✓", "6/18\N{NO-BREAK SPACE}✓"] * 2
    downloaded = figures_of(rows(QUICK))
    assert [row["printed"] for row in downloaded if "Orange and blue left" in row["figure"]] == [2 / 3, 1 / 3] * 2


def test_small_figures_are_shown_without_an_exponent() -> None:
    found = {row["figure"]: row for row in rows(QUICK)}
    error = found["Orchard, random, Table 1: standard error"]
    # as the paper's Table 1 has it
    assert error["printed"].words == "0.00004"
    assert error["ours"].words.startswith("0.00004")
    assert (error["difference"], error["tolerance"]) == ("+0.0000041", "0.000005")
    assert {
        name for name, row in found.items() if any("e" in str(row[key]) for key in ("difference", "tolerance"))
    } == set()
    assert found["Orchard: final states"]["printed"].words == "14650"
    assert found["Camel Up, Only yellow left: yellow wins"]["difference"] == "+0"


def test_a_printed_figure_that_does_not_agree_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = published_figures()
    wrong = replace(checked[-2], compute=lambda: 0.5)
    monkeypatch.setattr(
        "boardodds.teaching.large_numbers.published_figures", lambda: (*checked[:-2], wrong, checked[-1])
    )
    st.cache_data.clear()
    app = open_page("pages/methods.py")
    st.cache_data.clear()
    quick = sum(not check.slow for check in checked)
    assert headline(app).startswith(f"{quick - 1} of {quick} ")
    panel = next(panel for panel in app.expander if panel.label == f"{wrong.source}: 1 of 2")
    assert panel.proto.expanded
    assert list(panel.table[0].value["ours"].str[-1]) == ["✓", "✗"]
