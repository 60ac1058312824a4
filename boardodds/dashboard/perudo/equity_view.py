"""The chance of winning the match with each move on the Perudo page: the advice, and its view."""

from collections.abc import Sequence

import streamlit as st

from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.chances import unrounded
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.words import move_in_words
from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import Bid, PolicyBidder
from boardodds.perudo.inference import Posterior
from boardodds.perudo.rollouts import MIN_CHANCE, MoveEquity
from boardodds.perudo.standings import MATCHES as STANDINGS_MATCHES
from boardodds.perudo.standings import MAX_ERROR, MEAN_ERROR

# The computer players that the advice is tried against, besides those of the page.
_MACHINES = PolicyBidder(slip=0.02)
# The number of moves in the grid.
_MAX_SHOWN = 8
_WINS = "wins the match (%)"
# The setting, in a link, that compares other ways to bid.
READINGS = "readings"


def match_equities(setup: PerudoSetup) -> list[MoveEquity]:
    """Return the moves of the viewer with the results of their matches, best first."""
    return solvers.equities(setup.state, setup.models, setup.rules)


def equity_advice(setup: PerudoSetup, posterior: Posterior, equities: Sequence[MoveEquity]) -> str:
    """Return the best move with the chance of winning the match, the reason, and the second best move."""
    best = equities[0]
    text = f"Best move: **{move_in_command(best)}**. Chance to win the match: {chance_text(best)}. "
    text += reason(setup, posterior, best)
    if len(equities) > 1:
        text += f" {second_best(best, equities[1])}"
    return text


def chance_text(equity: MoveEquity) -> str:
    """Return the chance of winning the match in whole percents: the model of the rest of the match allows no more.

    >>> import numpy as np
    >>> chance_text(MoveEquity(Bid(3, 1), np.repeat([0.2, 0.3], 500)))
    '25%'
    """
    return percent(equity.wins.value, 0)


def move_in_command(equity: MoveEquity) -> str:
    """Return a move as advice, as in "call dudo" or "bid 6 fours"."""
    verb = "bid" if isinstance(equity.move, Bid) else "call"
    return f"{verb} {move_in_words(equity.move)}"


def second_best(best: MoveEquity, second: MoveEquity) -> str:
    """Return the second best move and how much it wins less, in whole percentage points.

    >>> import numpy as np
    >>> won = (np.arange(1_000) < 300).astype(float)
    >>> second_best(MoveEquity(Bid(3, 1), won), MoveEquity(Bid(6, 4), won * (np.arange(1_000) % 10 > 0)))
    'Second best: **6 fours**, 3 points less.'
    >>> second_best(MoveEquity(Bid(3, 1), won), MoveEquity(Bid(6, 4), won))
    'As good: **6 fours**.'
    """
    name, lead = f"**{move_in_words(second.move)}**", f"{100 * best.lead(second).value:.0f}"
    return (
        f"As good: {name}." if lead == "0" else f"Second best: {name}, {lead} point{'' if lead == '1' else 's'} less."
    )


def reason(setup: PerudoSetup, posterior: Posterior, best: MoveEquity) -> str:
    """Return why the move is good: what the dice say, and what the bids say."""
    if not isinstance(best.move, Bid):
        return f"The current bid is true {_chance_true(setup, posterior, setup.state.bids[-1][1])} of the time, given the bids."
    given = ", given the bids" if setup.state.bids else ""
    return f"It is true {_chance_true(setup, posterior, best.move)} of the time{given}."


def _chance_true(setup: PerudoSetup, posterior: Posterior, bid: Bid) -> str:
    return percent(unrounded(setup, bid, posterior.bid_probability(bid)))


def show_equities(setup: PerudoSetup, equities: Sequence[MoveEquity]) -> None:
    """Show the chance of winning the match with each move, and whether the best one depends on how the others bid."""
    best, shown = equities[0], equities[:_MAX_SHOWN]
    st.markdown(f"#### Most matches are won with {move_in_words(best.move)}: {chance_text(best)}")
    show_grid(
        {move_in_words(equity.move): {"wins the match": (equity.wins.value, chance_text(equity))} for equity in shown},
        corner="move",
        caption="Moves by the chance of winning the match, best first",
        width=NARROW,
    )
    st.caption(
        f"{best.matches:,} simulated rounds for each move. All moves have the same hands and dice. The others' hands are drawn "
        "given the bids, and they go on as they bid. You go on with the safest moves. After this round, all play equally well: a "
        f"model fitted to {STANDINGS_MATCHES:,} matches between equal players. It differs from simulated matches by "
        f"{100 * MEAN_ERROR:.0f} percentage points on average, and by up to {100 * MAX_ERROR:.0f}. "
        f"Bids that are true less than {percent(MIN_CHANCE, 0)} of the time are not tried."
    )
    rows = [{"move": move_in_words(equity.move), _WINS: 100 * equity.wins.value} for equity in equities]
    all_figures(lambda: table(rows, places={_WINS: 0}), key="equities_figures")
    if st.toggle("Compare other ways to bid", **setting(READINGS, False)):
        st.markdown(dependence(setup, best))


def dependence(setup: PerudoSetup, best: MoveEquity) -> str:
    """Return whether the best move stays the best one if the bids reveal nothing, and against computer players."""
    readings = {
        "if the bids reveal nothing": solvers.equities(setup.state, setup.models, setup.rules, reads_bids=False),
        "against computer players": solvers.equities(setup.state, (_MACHINES,) * len(setup.state.dice), setup.rules),
    }
    bests = {name: moves[0] for name, moves in readings.items()}
    name = move_in_words(best.move)
    changes = [
        f"{reading}, **{move_in_words(other.move)}** wins most ({chance_text(other)})"
        for reading, other in bests.items()
        if other.move != best.move
    ]
    if not changes:
        return f"Whether the bids reveal nothing, or the others are computer players: {name} stays the best move."
    return f"The best move depends on how the others bid: {'; '.join(changes)}."
