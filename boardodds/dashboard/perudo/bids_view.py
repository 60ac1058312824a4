"""The Perudo page's view of all bids, legal or not."""

from collections.abc import Sequence

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo.chances import chance_in_words, unrounded
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words, face_names
from boardodds.dashboard.perudo.words import MAX_LISTED, count_likely, naive_chance
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import Bid, legal_bids
from boardodds.perudo.inference import Posterior

# Quantities are left out if the best bid has a lower chance, which rounds to 0%.
_MIN_SHOWN_CHANCE = 0.005


def all_bids_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show the chance of every bid as a heatmap, given the bids or from the dice alone."""
    is_given_bids = st.toggle("Given the bids", **setting("listen", True))
    faces = list(range(1, setup.rules.sides + 1))
    names = [face_names(face) for face in faces]
    quantities = range(1, setup.state.total_dice + 1)
    totals = {face: posterior.total(face) for face in faces} if is_given_bids else {}

    def chance(bid: Bid) -> float:
        found = totals[bid.face].at_least(bid.quantity) if is_given_bids else naive_chance(setup, bid)
        return unrounded(setup, bid, found)

    chances = [[chance(Bid(quantity, face)) for face in faces] for quantity in quantities]
    legal = legal_bids(
        setup.state.current,
        setup.state.total_dice,
        setup.rules,
        palifico=setup.state.palifico,
        own_dice=setup.state.dice[setup.bidder],
    )
    legal_chances = {bid: chances[bid.quantity - 1][bid.face - 1] for bid in legal}
    # The quantity of the lowest legal bid is always shown, even if the bid has almost no chance.
    rows = max(sum(max(row) >= _MIN_SHOWN_CHANCE for row in chances), *(bid.quantity for bid in legal[:1]), 1)
    higher = (
        f" Higher quantities than {rows} are not shown: their chances are below {percent(_MIN_SHOWN_CHANCE)}."
        if rows < len(chances)
        else ""
    )
    chart(
        charts.bid_heatmap(
            chances[:rows],
            names,
            [(bid.quantity - 1, bid.face - 1) for bid in legal if bid.quantity <= rows],
        ),
        key="bids_chart",
        alt="Chance that each bid is true. Legal bids now: "
        + ", ".join(f"{bid_in_words(bid)} {chance_in_words(legal_chances[bid], 0)}" for bid in legal[:MAX_LISTED])
        + (f" and {len(legal) - MAX_LISTED} more" if len(legal) > MAX_LISTED else ""),
        finding=bids_finding(list(legal_chances.values())),
        method="Chance that at least this number of dice match. Framed: bids that are legal now. Dark: a chance of at least 50%. "
        f"100% is certain, 0% impossible.{higher}",
    )
    rows_of_all = [
        {"at least": quantity} | dict(zip(names, row, strict=True))
        for quantity, row in zip(quantities, chances, strict=True)
    ]
    all_figures(lambda: table(rows_of_all, percent=names), key="bids_figures")


def bids_finding(chances: Sequence[float]) -> str:
    """Return how many legal bids are true at least half of the time.

    chances: of the legal bids.

    >>> bids_finding([0.9, 0.4, 0.1]), bids_finding([])
    ('1 of 3 legal bids is true at least half of the time', 'No raise is legal')
    """
    return count_likely(chances, "legal bid", "true") if chances else "No raise is legal"
