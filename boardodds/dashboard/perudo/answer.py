"""The answer of the Perudo page: its headline, also for a link, the advice, the hundred, and the matching dice behind them."""

from dataclasses import replace

import streamlit as st

from boardodds.charts.hundred import Outcome
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.cards import outcomes
from boardodds.dashboard.perudo.chances import (
    chance_in_words,
    fraction_from_dice,
    reason_for_certainty,
    unrounded,
)
from boardodds.dashboard.perudo.edits import LINK, PerudoSetup, read_link
from boardodds.dashboard.perudo.ending_view import ending_advice, solved_ending
from boardodds.dashboard.perudo.equity_view import equity_advice, match_equities
from boardodds.dashboard.perudo.inputs import FITTED, bid_in_words, face_names
from boardodds.dashboard.perudo.labels import DICE_ALONE, GIVEN_BIDS
from boardodds.dashboard.perudo.matching import matching_html
from boardodds.dashboard.perudo.words import (
    MAX_LISTED,
    bid_in_question,
    calza_sentence,
    matching_faces,
    move_in_words,
    naive_chance,
    safest_moves,
)
from boardodds.dashboard.ui.hundred import show_hundred
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import Query, allowed_part
from boardodds.perudo.inference import Posterior

# Chances that differ by less are equal but for rounding errors.
_SAME = 1e-9


def link_headline(query: Query) -> str:
    """Return the chance that the bid is true; "" for a problem, or the end of a match, in its place.

    Without the names of players, so that a link cannot make it say anything else.
    """
    table = replace(read_link(allowed_part(query, LINK)), names="")
    shown, mistake = table.shown()
    if mistake or shown.winner is not None:
        return ""
    setup = table.setup(shown)
    return headline(setup, solvers.posterior(setup.state, setup.models, setup.rules))


def headline(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return the answer in one line."""
    bid = bid_in_question(setup)
    name, fraction = bid_in_words(bid), fraction_from_dice(setup, bid)
    if setup.state.current is None:
        chance = "certainly be true" if fraction == 1 else f"be true {percent(naive_chance(setup, bid))} of the time"
        return f"Nobody has bid yet: {name} would {chance}"
    if fraction == 1:
        return f"{name}: certainly true, because {reason_for_certainty(setup, bid)}"
    if fraction == 0:
        return f"{name}: certainly false, because too few dice are unseen"
    chance_given_bids = unrounded(setup, bid, posterior.bid_probability(bid))
    return (
        f"{name}: true {percent(naive_chance(setup, bid))} of the time from the dice alone, "
        f"{percent(chance_given_bids)} given the bids"
    )


def advice(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return what to do: perfect play where the round is solved, otherwise the move that wins most matches, and the safest one.

    Before the viewer's turn, return whose turn it is, or the request to enter the dice.
    """
    if not setup.is_hand_confirmed:
        return "These odds are for the dice shown, which you **haven't confirmed** yet. Tap your dice to enter what you rolled."
    if not setup.is_viewers_turn:
        player = setup.player_name(setup.bidder)
        if setup.state.current is None:
            return f"{player[0].upper()}{player[1:]} opens."
        return f"It is {player}'s turn. {calza_sentence(setup, posterior)}"
    if ending := solved_ending(setup):
        return ending_advice(setup, ending)
    return f"{equity_advice(setup, posterior, match_equities(setup))} {_safest_sentence(setup, posterior)}"


def _safest_sentence(setup: PerudoSetup, posterior: Posterior) -> str:
    ranking = posterior.rank_moves()
    best = ranking[0]
    chance = unrounded(setup, best.move, best.probability)
    reason = f", because {reason_for_certainty(setup, best.move)}" if chance == 1 else ""
    names = " or ".join(f"**{move_in_words(move)}**" for move in safest_moves(ranking)[:MAX_LISTED])
    return f"Safest move: {names} ({chance_in_words(chance)}{reason})."


def hundred(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show a hundred tables by whether the bid in question is true."""
    show_hundred(bid_outcomes(setup, posterior), key="perudo", games="tables like this one")


def bid_outcomes(setup: PerudoSetup, posterior: Posterior) -> list[Outcome]:
    """Return the outcomes of the bid in question: true, false, and true by only one of the two readings.

    Without bids there is one reading, and a bid that is certain or impossible by the dice alone is so given the bids too.
    """
    bid = bid_in_question(setup)
    naive = unrounded(setup, bid, naive_chance(setup, bid))
    given_bids = unrounded(setup, bid, posterior.bid_probability(bid)) if setup.state.bids else naive
    true, change, false = outcomes(naive, given_bids)
    if change.chance > _SAME:
        return [outcome for outcome in (true, change, false) if outcome.chance]
    return [
        replace(true, name="true", chance=given_bids, shown=""),
        replace(false, name="false", chance=1 - given_bids, shown=""),
    ]


def matching_dice(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show the number of dice that match the bid in question at a hundred tables, given the bids and from the dice alone."""
    bid, face = bid_in_question(setup), face_names(bid_in_question(setup).face)
    naive = solvers.naive_posterior(replace(setup.state, bids=()), setup.rules).total(bid.face)
    readings = ({GIVEN_BIDS: posterior.total(bid.face)} if setup.state.bids else {}) | {DICE_ALONE: naive}
    aces = ", wild aces included" if len(matching_faces(setup, bid)) > 1 else ""
    st.markdown(f"#### {matching_finding(face, *(pmf.mean for pmf in readings.values()))}")
    st.html(matching_html(readings, bid.quantity, face))
    st.caption(
        f"Each dot is one table of a hundred, above its number of {face} among all {setup.state.total_dice} dice{aces}. "
        f"Filled: {bid_in_words(bid)} {'is' if bid.quantity == 1 else 'are'} true. "
        + (
            f"The dice are counted exactly; the bids are read with a model of how players bid. {FITTED}"
            if setup.state.bids
            else "Exact."
        )
    )


def matching_finding(face: str, mean: float, naive: float | None = None) -> str:
    """Return the expected number of matching dice in one sentence.

    mean, naive: in the reading in use, and from the dice alone if that is another one.

    >>> matching_finding("fours", 6.92, 6.11), matching_finding("twos", 8.0)
    ('The bids raise the expected number of fours from 6.11 to 6.92', 'Expect 8.00 twos on average')
    """
    now = f"{mean:.2f}"
    if naive is None:
        return f"Expect {now} {face} on average"
    before = f"{naive:.2f}"
    if now == before:
        return f"The bids leave the expected number of {face} at {now}"
    return f"The bids {'raise' if mean > naive else 'lower'} the expected number of {face} from {before} to {now}"
