"""The methods page, which shows published figures next to recomputed ones."""

import re
from collections import Counter
from dataclasses import replace
from html import escape
from urllib.parse import parse_qsl

import pytest

from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.methods import QUICK, rows, source_html
from boardodds.entry.game import PublishedFigure
from boardodds.probability.display import plural
from boardodds.teaching.large_numbers import published_figures
from tests.dashboard.driving import Page, cells, open_page, view_of


def checks_by_source() -> dict[str, list[PublishedFigure]]:
    sources = dict.fromkeys(check.source for check in published_figures())
    return {source: [check for check in published_figures() if check.source == source] for source in sources}


def name_of(cell: str) -> str:
    return re.sub("</?a.*?>|: <b>differs</b>", "", cell)


def share_text(matching: int, checked: int) -> str:
    return plural(matching, f"of {checked} matches", f"of {checked} match")


@pytest.fixture(scope="module")
def opened() -> Page:
    return open_page("pages/methods.py")


def test_every_published_figure_matches_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    # Computing them takes long; tests/teaching does it, one by one.
    figures = [check.printed + bool(check.explained) * (1 + 2 * check.tolerance) for check in published_figures()]
    monkeypatch.setattr(solvers, "figures", lambda numbers, slow: tuple(figures[number] for number in numbers))
    app = open_page("pages/methods.py")
    explained = [check for check in published_figures() if check.explained]
    view_of(app.toggle, "slow").set_value(True).run()
    total = len(published_figures())
    matching = total - len(explained)
    assert app.headline == f"{matching} figures match, {len(explained)} differ as described"
    assert all(f"{check.what}: {check.printed:g} in the source" in app.page_text for check in explained)
    by_source = checks_by_source()
    labels = [panel.label for panel in app.expander]
    assert labels[: len(by_source)] == [
        f"{source}: " + share_text(sum(not check.explained for check in checks), len(checks))
        for source, checks in by_source.items()
    ]
    strips, tables = app.html_parts[::2], app.html_parts[1::2]
    assert [strip.count("<i ") for strip in strips] == [len(checks) for checks in by_source.values()]
    assert not any("waiting" in strip for strip in strips)
    assert sum(strip.count('class="differs"') for strip in strips) == len(explained)
    rows_shown = [row for table in tables for row in cells(table)]
    # A row names its own tolerance after the figure.
    checks = [check for group in by_source.values() for check in group]
    assert all(name_of(row[0]).startswith(check.what) for row, check in zip(rows_shown, checks, strict=True))
    assert ["differs" in row[0] for row in rows_shown] == [bool(check.explained) for check in checks]


def test_a_slow_check_is_an_open_tick_until_it_is_included(opened: Page) -> None:
    app = opened
    strips = [body for body in app.html_parts if body.startswith('<div class="ticks"')]
    by_source = checks_by_source()
    assert [strip.count('class="waiting"') for strip in strips] == [
        sum(check.slow for check in checks) for checks in by_source.values()
    ]
    labels = [panel.label for panel in app.expander]
    for source, checks in by_source.items():
        quick, slow = (sum(check.slow is is_slow for check in checks) for is_slow in (False, True))
        matching = sum(not (check.slow or check.explained) for check in checks)
        parts = [share_text(matching, quick)] * (quick > 0) + [f"{slow} not checked yet"] * (slow > 0)
        assert f"{source}: {', '.join(parts)}" in labels
    text = app.captions
    assert "filled if ours matches, short if it differs, open if its check is slow" in text
    for check in published_figures():
        assert not check.slow or check.what in text


def test_the_tolerance_of_an_exact_figure_is_at_most_half_of_its_last_digit() -> None:
    places = {name: number for number, name in enumerate(("one", "two", "three", "four", "five", "six"), start=1)}
    for check in published_figures():
        # The error of a simulated figure is larger, and so is that of a sum or a difference of two printed ones.
        printed = re.match(r"(?!simulated)(?:\w+, )?printed to (\w+) places?", check.reason)
        assert not printed or check.tolerance <= 0.5 * 10 ** -places[printed[1]] + 1e-12, check.what
        assert not check.reason.startswith("counted") or printed or check.tolerance == 0, check.what


def test_figures_printed_as_fractions_are_shown_as_fractions(opened: Page) -> None:
    tables = [body for body in opened.html_parts if body.startswith("<table")]
    shown = [row for table in tables for row in cells(table) if "Orange and blue left" in row[0]]
    # The blog post says: "green ends in 1st place 12/18 times and white wins the remaining 6/18 scenarios"
    assert [row[1] for row in shown] == [row[2] for row in shown] == ["12/18", "6/18"] * 2


def test_small_figures_are_shown_without_an_exponent() -> None:
    rows_by_figure = {row["figure"]: row for row in rows(QUICK)}
    standard_error = rows_by_figure["Orchard, random, Table 1: standard error"]
    # The paper's Table 1 prints it in this form.
    assert standard_error["printed"] == "0.00004"
    assert standard_error["ours"].startswith("0.00004")
    assert (standard_error["difference"], standard_error["tolerance"]) == ("+0.0000041", "0.000005")
    for row in rows_by_figure.values():
        assert "e" not in f"{row['difference']} {row['tolerance']}"
    assert rows_by_figure["Orchard: final states"]["printed"] == "14650"
    assert rows_by_figure["Camel Up, Orange and blue left: green wins"]["difference"] == "+0"


def test_a_published_figure_outside_its_tolerance_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = published_figures()
    number = QUICK[-1]
    wrong = replace(figures[number], printed=figures[number].printed + 1)
    of_source = [check.what for check in figures if check.source == wrong.source and not check.slow]
    monkeypatch.setattr(
        "boardodds.teaching.large_numbers.published_figures", lambda: (*figures[:number], wrong, *figures[number + 1 :])
    )
    app = open_page("pages/methods.py")
    quick = sum(not (check.slow or check.explained) for check in figures)
    explained = sum(bool(check.explained) and not check.slow for check in figures)
    # Each figure is counted once.
    counts = [quick - 1, 1, explained, sum(check.slow for check in figures)]
    assert list(map(int, re.findall(r"\d+", app.headline))) == counts
    assert sum(counts) == len(figures)
    panel = next(panel for panel in app.expander if panel.label.startswith(f"{wrong.source}: "))
    assert f": {len(of_source) - 1} of {len(of_source)} match" in panel.label
    assert sum(body.count('class="differs"') for body in app.html_parts) == 1 + explained
    assert "short if it differs" in app.captions
    (table,) = [body for body in app.html_parts if "differs" in body and wrong.what in body and "<table" in body]
    marked = [row[0].endswith(": <b>differs</b>") for row in cells(table)]
    assert marked == [what == wrong.what for what in of_source]


def test_the_tolerance_is_above_the_rows_that_share_it() -> None:
    shown = rows(QUICK)
    for source in {row["source"] for row in shown}:
        source_rows = [row for row in shown if row["source"] == source]
        found = []
        for group in source_html(source, source_rows).split("<tbody>")[1:]:
            (note,) = re.findall(r'colspan="3"[^>]*>(.*?)</th>', group)
            found += [(name, note) for name in re.findall(r'scope="row">(.*?)</th>', group)]
        assert [name_of(name) for name, _ in found] == [row["figure"] for row in source_rows]
        for row, (_, note) in zip(source_rows, found, strict=True):
            # Counts must be equal.
            assert note.startswith("equal (" if float(row["tolerance"]) == 0 else f"within ±{row['tolerance']} (")
            assert note.endswith(f"({row['why']})")


def test_as_many_figures_are_compared_as_were_counted_in_each_source() -> None:
    # Counted in the sources. Camel Calculator: a table of 10, 2 + 2 of 18ths, 4 numbers of sequences.
    printed = {
        "Camel Calculator": 10 + 4 + 4,
        # The places of 2, 2, 3, 3, 4, 4, 4, 5 and 5 camels, and two mean lengths.
        "Camel Up math (2015)": 2 * (2 + 2 + 3 + 3 + 4 + 4 + 4 + 5 + 5) + 2,
        # The mean, the median, the shortest and the longest of four games, and three effects.
        "Adventures in Candy Land (Chris Clark, 2021)": 4 * 4 + 3,
        # Two numbers of states, four columns and two ends of intervals of four rows.
        "Will we win the Orchard game? (S. P. Marinček)": 2 + 4 * (3 + 2),
        # Two worked examples; 62%, the constant dial and the line; 42% and 100%, each counted in two ways.
        "Perudo probability explanations (Charles Dieterle)": 2 + 1 + 3 + 2 * 2,
    }
    compared = Counter(check.source for check in published_figures())
    assert {source: compared[source] for source in printed} == printed


@pytest.mark.parametrize("link", sorted({check.link for check in published_figures()} - {""}))
def test_a_figure_links_to_its_position(link: str) -> None:
    page, _, query = link.partition("?")
    app = open_page(f"pages/{page}.py", **dict(parse_qsl(query, keep_blank_values=True)))
    assert not app.warning


def test_the_names_of_figures_are_links(opened: Page) -> None:
    shown = " ".join(opened.html_parts)
    for check in published_figures():
        assert check.slow or not check.link or f'<a href="{escape(check.link)}">{escape(check.what)}</a>' in shown
