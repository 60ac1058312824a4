"""Whether following the advice wins matches, on the Perudo page: shipped results of long simulations."""

import streamlit as st

from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_text import join_words, percent
from boardodds.dashboard.ui.table_cells import estimate, figure
from boardodds.perudo.advice_matches import ADVICE, SAFEST_GIVEN_BIDS, AdviceMatches, advice_matches


def show_advice_record() -> None:
    """Show how often a player that follows the advice wins, and how often one that makes the safest moves does."""
    shipped = advice_matches()
    st.markdown(f"#### {advice_finding(shipped, SAFEST_GIVEN_BIDS)}")
    others = dict.fromkeys(pairing.others for pairing in shipped.pairings if pairing.others != SAFEST_GIVEN_BIDS)
    st.markdown("\n".join(f"- {advice_finding(shipped, name)}" for name in others))
    rows = record_rows(shipped)
    table(rows)
    csv_button("Record as CSV", lambda: rows, file_name="advice_record.csv", key="record_csv")
    st.caption(
        "One player among equal others, under the standard rules. The player with the advice plays each round on "
        f"{shipped.rollouts} times with each move; the page does so more often. It reads bids at sharpness 8 of an "
        "older model, and plays solved rounds perfectly. python -m benchmarks.perudo_advice computes it again with today's."
    )


def advice_finding(shipped: AdviceMatches, others: str) -> str:
    """Return at which tables the advice wins more, or less, than its fair share, as far as the intervals show it.

    others: the kind of the other players.
    """
    against = [pairing for pairing in shipped.pairings if pairing.player == ADVICE and pairing.others == others]
    more = [str(pairing.players) for pairing in against if pairing.wins.interval().low > pairing.fair_share]
    less = [str(pairing.players) for pairing in against if pairing.wins.interval().high < pairing.fair_share]
    parts = [
        f"{verb} than its share with {join_words(tables)} players"
        for verb, tables in (("wins more", more), ("wins less", less))
        if tables
    ]
    if not parts:
        return f"Among “{others}” players: these matches don't show whether the advice wins more"
    return f"Among “{others}” players, the advice {' but '.join(parts)}"


def record_rows(shipped: AdviceMatches) -> Rows:
    """Return a row for each table and kind of player."""
    return [
        {
            "players": pairing.players,
            "player": pairing.player,
            "among": pairing.others,
            "wins": estimate(pairing.wins),
            "fair share": figure(percent(pairing.fair_share), pairing.fair_share),
        }
        for pairing in shipped.pairings
        if pairing.player in (ADVICE, SAFEST_GIVEN_BIDS)
    ]
