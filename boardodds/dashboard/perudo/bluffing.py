"""The Perudo page's view of the smallest game, two players with one die each, which is solved exactly."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.charts.style import in_percent
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_cells import fraction
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import STANDARD, Bid, OneDieGame, Posterior, Rules
from boardodds.perudo.one_die import MAX_SIDES
from boardodds.perudo.rules import ANY_HIGHER, HIGHEST, LOWEST, NEVER

# rules under which the value of the game is known exactly
KNOWN_GAMES: Mapping[str, Rules] = {
    "Perudo: aces wild, halved": STANDARD,
    "aces wild, ranked highest, any higher bid": replace(STANDARD, ace_bids=HIGHEST, raise_rule=ANY_HIGHER),
    "aces wild, never bid, any higher bid": replace(STANDARD, ace_bids=NEVER, raise_rule=ANY_HIGHER),
    "aces wild, ranked lowest, any higher bid": replace(STANDARD, ace_bids=LOWEST, raise_rule=ANY_HIGHER),
    "no wild aces": replace(STANDARD, wild_aces=False),
}
# a chance that rounds to 0.0%
_NEGLIGIBLE = 5e-4


def bluff_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show who wins the game of one die each under perfect play, and how often an optimal opening bid is a bluff."""
    if setup.rules.sides > MAX_SIDES:
        st.markdown(
            f"The game of one die each is solved for up to {MAX_SIDES} sides: choose fewer under *House rules*."
        )
        return
    game = solvers.one_die_game(setup.rules)
    low, high = solvers.bluffs(setup.rules)
    bluffs = percent(high) if high - low < _NEGLIGIBLE else f"{percent(low)} to {percent(high)}"
    st.markdown(
        f"**Two players, one die each: the first to bid wins {game.win} of the games ({float(game.win):.2%}) if both "
        f"play perfectly**, so the game is worth {game.value} to the first player, a win counted as 1 and a loss as -1. "
        "To say something first gives something away."
    )
    st.markdown(
        f"**How often to bluff: {bluffs} of the opening bids are not matched by the bidder's own die.** Who never bluffs "
        "can be read, and who bluffs more is called."
    )
    _show_openings(game)
    st.caption(
        "One optimal way to open, by own die. There are others; the share of bluffs above is the range over all of them."
    )
    if st.toggle("The value under other rules", **setting("values", False)):
        rows = value_rows()
        table(rows)
        csv_button("Values as CSV", lambda: rows, file_name="values.csv", key="values_csv")
    st.markdown(
        "Worked out by linear programming: a plan gives every sequence of own moves, with each die, the chance that the player "
        "makes all of them, and in these the payoff is linear. The best guaranteed result of one player is a linear program and "
        "the other's is its dual (Koller, Megiddo and von Stengel, 1996). The solver is HiGHS, through SciPy."
    )


def _show_openings(game: OneDieGame) -> None:
    """Show the chance of each opening bid by the bidder's die, without bids of negligible chance."""
    bids = sorted(
        {
            bid
            for chances in game.openings.values()
            for bid in chances
            if isinstance(bid, Bid) and chances[bid] > _NEGLIGIBLE
        }
    )
    dice = list(game.openings)
    rows = [[game.openings[die].get(bid, 0.0) for bid in bids] for die in dice]
    names = [bid_in_words(bid) for bid in bids]
    chart(
        charts.bluff_heatmap(rows, [f"die {die}" for die in dice], names),
        key="bluff_chart",
        alt="Opening bids by own die: "
        + "; ".join(
            f"with {die} "
            + ", ".join(f"{name} {in_percent(chance, 0)}" for name, chance in zip(names, row, strict=True) if chance)
            for die, row in zip(dice, rows, strict=True)
        ),
    )


def value_rows() -> Rows:
    """Return the values of the games of one die each under ``KNOWN_GAMES``."""
    rows = []
    for name, rules in KNOWN_GAMES.items():
        game = solvers.one_die_game(rules)
        rows.append(
            {
                "rules": name,
                "value": fraction(game.value),
                "the first player wins": fraction(game.win, f"{game.win} ({float(game.win):.2%})"),
            }
        )
    return rows
