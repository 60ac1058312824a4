"""The trees and the raven's path: as a board that visitors tap, and as a picture of one state."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from boardodds.charts.orchard import RAVEN, TREE_FILLS, TREE_NAMES
from boardodds.charts.tokens import SURFACES
from boardodds.dashboard.ui.board_component import board_component
from boardodds.orchard import Rules, State
from boardodds.probability.wording import plural

_STYLE = (Path(__file__).parent / "orchard_trees.css").read_text(encoding="utf-8")
trees_board = board_component(Path(__file__).parent, "orchard_trees")


def tree_rows(state: State, rules: Rules) -> Sequence[Mapping[str, Any]]:
    """Return a row for each tree and one for the raven: what is left of what was there at the start.

    name: the face of the die that takes one away.
    act: what a tap on the row does.

    >>> from boardodds.orchard import MY_FIRST_ORCHARD
    >>> rows = tree_rows(State((4, 3, 4, 4), 5), MY_FIRST_ORCHARD)
    >>> [(row["name"], row["left"], row["full"]) for row in rows][1::3]
    [('pears', 3, 4), ('raven', 5, 6)]
    """
    rows: list[Mapping[str, Any]] = [
        {
            "name": TREE_NAMES[tree],
            "label": TREE_NAMES[tree],
            "act": f"Pick {TREE_NAMES[tree]}",
            "left": left,
            "full": full,
            "fill": TREE_FILLS[tree],
            "shape": "round",
        }
        for tree, (left, full) in enumerate(zip(state.fruit, rules.fruit, strict=True))
    ]
    raven = {"name": RAVEN, "label": "raven steps left", "act": "Move the raven", "shape": "square"}
    return [*rows, raven | {"left": state.raven_steps, "full": rules.raven_steps, "fill": SURFACES["note"].css}]


def state_in_words(state: State) -> str:
    """Return the fruit and the raven steps left.

    >>> state_in_words(State((1, 2), 1))
    '1 apples, 2 pears, 1 raven step'
    """
    fruit = ", ".join(f"{left} {TREE_NAMES[tree]}" for tree, left in enumerate(state.fruit))
    return f"{fruit}, {plural(state.raven_steps, 'raven step')}"


def show_trees(state: State, rules: Rules) -> None:
    """Show a picture of the trees and the raven's path."""
    st.html(f"<style>{_STYLE}</style>{trees_html(state, rules)}")


def trees_html(state: State, rules: Rules) -> str:
    """Return the picture of ``show_trees`` as HTML."""
    rows = tree_rows(state, rules)
    most = max(row["full"] for row in rows)
    return (
        f'<div class="trees" role="img" aria-label="Left: {escape(state_in_words(state))}." style="--most:{most}">'
        f"{''.join(map(_row_html, rows))}</div>"
    )


def _row_html(row: Mapping[str, Any]) -> str:
    discs = "".join(f"<i{'' if place < row['left'] else ' class=gone'}></i>" for place in range(row["full"]))
    return (
        f'<div class="tree" style="--fill:{row["fill"]}"><span class="name">{escape(row["label"])}</span>'
        f'<b>{row["left"]}</b><span class="discs {row["shape"]}">{discs}</span></div>'
    )
