"""The methods page: published figures next to the values that the page recomputes, and how each game is solved."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

import numpy as np
import streamlit as st

from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.parts import read_document
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import Code, Rows, Values, answer_container
from boardodds.dashboard.ui.settings import Query, allowed_part, rules_definition
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.entry.game import Page, PublishedFigure
from boardodds.games import GAMES
from boardodds.probability.declared_rules import Switch, check_rules, rule
from boardodds.probability.display import plural
from boardodds.teaching import large_numbers

PAGE = Page("methods", "Methods", "Do our results match?")
ALL = tuple(range(len(large_numbers.published_figures())))
QUICK = tuple(number for number in ALL if not large_numbers.published_figures()[number].slow)
# Spaces as wide as a digit and as a decimal point, which align numbers at the right on their points.
_DIGIT_SPACE, _POINT_SPACE = "\N{FIGURE SPACE}", "\N{PUNCTUATION SPACE}"


@dataclass(frozen=True)
class Checks:
    """Whether the figures that take seconds are recomputed too, and whether all claims of the sources are listed."""

    slow: bool = rule(False, Switch(), f"Include the {len(ALL) - len(QUICK)} slow checks (simulations, a few seconds)")
    claims: bool = rule(False, Switch(), "List every claim of the five sources, with the page that shows it")

    def __post_init__(self) -> None:
        check_rules(self)


DEFINITION = rules_definition("methods", Checks())


def show_figures(store: StateStore[Checks]) -> None:
    """Show the published figures of each source next to ours: as ticks, and in a table."""
    answer, figures = answer_container(), large_numbers.published_figures()
    show_rules(store, store.state, ["slow"])
    recomputed = rows(ALL if store.state.slow else QUICK)
    differing = [row for row in recomputed if row["within"] == "no"]
    waiting = [figure for figure in figures if figure.slow and not store.state.slow]
    answer.header(agreement(recomputed), anchor=False)
    with st.container(key="ticks"):
        for source in dict.fromkeys(figure.source for figure in figures):
            source_rows = [row for row in recomputed if row["source"] == source]
            not_checked = [figure.what for figure in waiting if figure.source == source]
            words = share_in_words(source, source_rows, not_checked)
            st.html(ticks_html(source_rows, not_checked, words))
            with st.expander(words):
                if source_rows:
                    st.html(source_html(source, source_rows))
                if not_checked:
                    st.caption(f"Slow, so not checked yet: {'; '.join(not_checked)}.")
    forms = ["filled if ours matches", *["short if it differs"] * bool(differing)]
    forms += ["open if its check is slow (include it above)"] * bool(waiting)
    st.caption(f"A tick for each published figure: {', '.join(forms)}.")
    Values(lambda: recomputed, "published_rows").show()
    st.markdown(
        "Each figure above was published by one of this site's sources. The solvers and simulators of the other pages recompute "
        "it here. It matches if ours differs by no more than the tolerance above its row: at most half of the last printed digit "
        "for exact figures, more for simulated ones.\n\n"
        + "**Figures that differ**:\n" * bool(differing)
        + "".join(f"- {row['figure']}: {row['printed']} in the source, {row['ours']} here\n" for row in differing)
        + f"\n{' '.join(dict.fromkeys(str(row['explained']) for row in differing))}"
    )


def show_methods(store: StateStore[Checks]) -> None:
    """Show what is exact in each game, how its rules are read, on request each claim of the sources, and the Python code."""
    st.header("What is exact, and what is simulated", anchor=False)
    st.markdown(
        "\n".join(
            f"- **{game.title}**. Solved exactly: {game.method.solved}. "
            + f"Simulated, with intervals: {game.method.simulated}. " * bool(game.method.simulated)
            + f"Sources: {game.method.sources}."
            for game in GAMES.values()
        )
    )
    st.header("How the rules are read", anchor=False)
    st.markdown(
        "Where printings or sources differ, you can choose the rule on the game's page. The default comes first."
    )
    for game in GAMES.values():
        with st.expander(game.title):
            st.markdown("\n".join(f"- {reading}" for reading in game.readings))
    show_rules(store, store.state, ["claims"])
    if store.state.claims:
        # The last column is for a test.
        st.markdown(re.sub(r" [^|]+ \|$", "", read_document("sources"), flags=re.MULTILINE))
    Code(
        "from boardodds.teaching import large_numbers\n"
        "figures = [each for each in large_numbers.published_figures() if not each.slow]\n"
        "[each.what for each in figures if not each.holds(each.compute())]  # the figures that differ"
    ).show()


def rows(numbers: tuple[int, ...]) -> Rows:
    """Recompute published figures, by their numbers, and return the printed and the computed value of each."""
    figures = [large_numbers.published_figures()[number] for number in numbers]
    computed = solvers.figures(numbers, slow=any(check.slow for check in figures))
    return [
        {
            "figure": check.what,
            "printed": _format_as_printed(check, check.printed),
            "ours": _format_as_printed(check, value),
            "difference": _format_decimal(value - check.printed, 2, sign=True),
            "tolerance": _format_decimal(check.tolerance, 2),
            "within": "yes" if check.holds(value) else "no",
            "why": check.reason,
            "explained": check.explained,
            "source": check.source,
            "link": check.link,
        }
        for check, value in zip(figures, computed, strict=True)
    ]


def _format_as_printed(check: PublishedFigure, value: float) -> str:
    number = _format_decimal(value * (check.denominator or 1))
    return f"{number}/{check.denominator}" if check.denominator else number


def _format_decimal(value: float, digits: int = 6, *, sign: bool = False) -> str:
    """Format a value with some significant digits, without an exponent, since no source prints one."""
    return np.format_float_positional(value, digits, unique=False, fractional=False, trim="-", sign=sign)


def agreement(rows: Rows) -> str:
    """Return how many of the recomputed figures match, how many differ, and how many of all are not checked yet.

    >>> agreement([{"within": "yes", "explained": ""}, {"within": "no", "explained": "a misprint"}]).rpartition(",")[0]
    '1 figure matches, 1 differs as described'
    """
    explained = sum(row["within"] == "no" and bool(row["explained"]) for row in rows)
    matches = count_matches(rows)
    counts = {
        ("differs", "differ"): len(rows) - matches - explained,
        ("differs as described", "differ as described"): explained,
        ("is not checked yet", "are not checked yet"): len(ALL) - len(rows),
    }
    found = plural(matches, "figure matches", "figures match")
    return ", ".join([found] + [plural(count, *words) for words, count in counts.items() if count])


def count_matches(rows: Rows) -> int:
    return sum(row["within"] == "yes" for row in rows)


def ticks_html(rows: Rows, waiting: Sequence[str], words: str) -> str:
    """Return a tick for each published figure of a source: filled if ours matches, short if it differs, open if not checked.

    waiting: the names of the figures that are not checked yet.
    words: the numbers of ticks in words, for screen readers.
    """
    forms = [("" if row["within"] == "yes" else ' class="differs"', str(row["figure"])) for row in rows]
    forms += [(' class="waiting"', f"{figure}: not checked yet") for figure in waiting]
    ticks = "".join(f'<i{form} title="{escape(title)}"></i>' for form, title in forms)
    return f'<div class="ticks" role="img" aria-label="{escape(words)}">{ticks}</div>'


def share_in_words(source: str, rows: Rows, waiting: Sequence[str]) -> str:
    """Return how many of a source's figures match and how many are not checked.

    >>> share_in_words("A book", [{"within": "yes"}, {"within": "no"}], ["mean"]), share_in_words("A post", [], ["mean"])
    ('A book: 1 of 2 matches, 1 not checked yet', 'A post: 1 not checked yet')
    """
    parts = [plural(count_matches(rows), f"of {len(rows)} matches", f"of {len(rows)} match")] * bool(rows)
    parts += [f"{len(waiting)} not checked yet"] * bool(waiting)
    return f"{source}: {', '.join(parts)}"


def source_html(source: str, rows: Rows) -> str:
    """Return the figures of one source as a table of three columns; the tolerance is above the rows that share it."""
    published, ours = (aligned([row[name] for row in rows]) for name in ("printed", "ours"))
    bodies = ""
    for tolerance, group in groupby(zip(rows, published, ours, strict=True), lambda shown: _tolerance(shown[0])):
        lines = "".join(
            f'<tr><th scope="row">{_linked(row)}{"" if row["within"] == "yes" else ": <b>differs</b>"}</th>'
            f"<td>{escape(printed)}</td><td>{escape(own)}</td></tr>"
            for row, printed, own in group
        )
        note = f'<tr><th class="note" colspan="3" scope="rowgroup">{escape(tolerance)}</th></tr>'
        bodies += f"<tbody>{note}{lines}</tbody>"
    return (
        f'<table class="grid figures" aria-label="{escape(source)}"><thead><tr><th scope="col">figure</th>'
        f'<th scope="col">published</th><th scope="col">ours</th></tr></thead>{bodies}</table>'
    )


def _linked(row: Mapping[str, object]) -> str:
    name = escape(str(row["figure"]))
    return f'<a href="{escape(str(row["link"]))}">{name}</a>' if row["link"] else name


def _tolerance(row: Mapping[str, object]) -> str:
    amount = f"within ±{row['tolerance']}" if row["tolerance"] != "0" else "equal"
    return f"{amount} ({row['why']})"


def aligned(numbers: list[str]) -> list[str]:
    """Return numbers with spaces behind them, so that their decimal points are below each other if aligned at the right.

    Fractions have no point, so they stay at the right.

    >>> [len(number) for number in aligned(["0.25", "630", "0.5", "12/18"])]
    [4, 6, 4, 5]
    """
    decimals = [len(number.partition(".")[2]) for number in numbers]
    longest = max(decimals)
    return [
        number if "/" in number else number + _POINT_SPACE * (longest > 0 == places) + _DIGIT_SPACE * (longest - places)
        for number, places in zip(numbers, decimals, strict=True)
    ]


def home_note() -> str:
    """Return the sentence of the page on the home page: how many figures match, and how to check the others."""
    return f"{agreement(rows(QUICK))}: the page simulates those on request."


def finding_of_link(query: Query) -> str:
    """Return how many of the figures match; "" with those that are simulated, which takes long."""
    return "" if DEFINITION.read(allowed_part(query, DEFINITION.allowed)).slow else agreement(rows(QUICK))
