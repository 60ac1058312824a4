"""The Perudo page's view of what bids reveal: about the others' dice, and to them about the viewer's."""

from collections.abc import Sequence

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words, face_names
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import chart
from boardodds.perudo import Bid
from boardodds.perudo.inference import FaceExpectation, Posterior, shift_after_bid

_MATCHING, _EXPECTED_BEFORE, _EXPECTED_AFTER = "matching", "before", "after"
# bids of the viewer's own for which the inference is shown
_MAX_OWN_BIDS = 8


def inference_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show the expected dice of each other player given the bids, and what the others would infer from the viewer's next bid."""
    expectations = posterior.face_expectations
    if expectations:
        _show_expectations(setup, expectations)
    else:
        st.markdown("No other player has bid yet, so there is nothing to infer.")
    if setup.is_viewers_turn:
        bids = [ranked.move for ranked in posterior.rank_moves() if isinstance(ranked.move, Bid)][:_MAX_OWN_BIDS]
        _show_own_bids(setup, bids)


def _show_expectations(setup: PerudoSetup, expectations: Sequence[FaceExpectation]) -> None:
    players = [setup.player_name(expectation.player) for expectation in expectations]
    faces = [face_names(face) for face in range(1, setup.rules.sides + 1)]
    chart(
        charts.inference_heatmap([expectation.shifts for expectation in expectations], players, faces),
        key="telling_chart",
        alt="Change in the expected number of dice of each face, given the bids: "
        + "; ".join(
            f"{player}: "
            + ", ".join(f"{face} {shift:+.2f}" for face, shift in zip(faces, expectation.shifts, strict=True))
            for player, expectation in zip(players, expectations, strict=True)
        ),
        finding=inference_finding([expectation.shifts for expectation in expectations], players, faces),
        method="Expected number of a player's dice with each face given the bids, minus the number expected before any bid. Wild "
        "aces count as aces only. Each possible hand is weighted by its chance and its likelihood to make the player's bids.",
    )


def inference_finding(shifts: Sequence[Sequence[float]], players: Sequence[str], faces: Sequence[str]) -> str:
    """Return the largest change in the expected dice of a player.

    shifts: by player and face, the change in dice.

    >>> inference_finding([[0.1, -0.6]], ["player 2"], ["aces", "twos"]), inference_finding([[0.001]], ["player 2"], ["aces"])
    ('The bids reveal most about player 2: expect 0.60 fewer twos', "The bids reveal nothing about the other players' dice")
    """
    shift, player, face = max(
        (
            (shift, player, face)
            for row, player in zip(shifts, players, strict=True)
            for shift, face in zip(row, faces, strict=True)
        ),
        key=lambda change: abs(change[0]),
    )
    if f"{abs(shift):.2f}" == "0.00":
        return "The bids reveal nothing about the other players' dice"
    return f"The bids reveal most about {player}: expect {abs(shift):.2f} {'more' if shift > 0 else 'fewer'} {face}"


def _show_own_bids(setup: PerudoSetup, bids: Sequence[Bid]) -> None:
    st.markdown("#### What your own bid would reveal")
    if not bids:
        return
    rows = [_inference_row(setup, bid) for bid in bids]
    table(rows, places=dict.fromkeys((_EXPECTED_BEFORE, _EXPECTED_AFTER), 2))
    st.caption(
        "*Before* and *after* your bid: the number of your dice that match it, as expected by opponents who know how you bid. "
        "*Matching*: the number that do."
    )


def _inference_row(setup: PerudoSetup, bid: Bid) -> dict[str, object]:
    """Return the number of the viewer's dice that match a bid, and the number the others expect before and after the bid."""
    shift = shift_after_bid(setup.state, bid, setup.models, setup.rules)
    return {
        "your bid": bid_in_words(bid),
        _MATCHING: shift.held,
        _EXPECTED_BEFORE: shift.before,
        _EXPECTED_AFTER: shift.after,
    }
