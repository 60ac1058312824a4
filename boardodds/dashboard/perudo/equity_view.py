"""The chance of winning the match with each move on the Perudo page: the advice, and its view."""

from collections.abc import Sequence

import streamlit as st

from boardodds.charts.wins import win_intervals
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.chances import unrounded
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.words import move_in_words
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_cells import FormattedCell, interval_cell
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import Bid, PolicyBidder
from boardodds.perudo.inference import Posterior
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rollout_player import MIN_CHANCE
from boardodds.perudo.rollouts import MoveEquity
from boardodds.perudo.standings import MATCHES as STANDINGS_MATCHES
from boardodds.probability.estimate import MeanEstimate

# The computer players that the advice is tried against, besides those of the page.
_MACHINES = PolicyBidder(slip=0.02)
# The number of moves in the chart.
_MAX_DRAWN = 8
# A lead that rounds to less than a tenth of a percentage point is none.
_MIN_LEAD = 0.0005
# The setting, in a link, that compares other ways to bid.
READINGS = "readings"


def match_equities(setup: PerudoSetup) -> list[MoveEquity]:
    """Return the moves of the viewer with the results of their matches, best first; none if matches never end."""
    if not setup.rules.can_end:
        return []
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
    """Return the chance of winning the match in percent, with its 95% interval.

    >>> import numpy as np
    >>> chance_text(MoveEquity(Bid(3, 1), np.repeat([0.2, 0.3], 500)))
    '25.0% (95% CI 24.7 to 25.3)'
    """
    interval = equity.wins.interval()
    low, high = 100 * max(0.0, interval.low), 100 * min(1.0, interval.high)
    return f"{percent(equity.wins.value)} (95% CI {low:.1f} to {high:.1f})"


def move_in_command(equity: MoveEquity) -> str:
    """Return a move as advice, as in "call dudo" or "bid 6 fours"."""
    verb = "bid" if isinstance(equity.move, Bid) else "call"
    return f"{verb} {move_in_words(equity.move)}"


def second_best(best: MoveEquity, second: MoveEquity) -> str:
    """Return the second best move and how much it wins less, in percentage points.

    >>> import numpy as np
    >>> won = np.arange(1_000) < 300
    >>> second_best(MoveEquity(Bid(3, 1), won), MoveEquity(Bid(6, 4), won & (np.arange(1_000) % 10 > 0)))
    'Second best: **6 fours**, 3.0 points less (95% CI 1.9 to 4.1).'
    >>> second_best(MoveEquity(Bid(3, 1), won), MoveEquity(Bid(6, 4), won))
    'As good: **6 fours**.'
    """
    lead = best.lead(second)
    name = f"**{move_in_words(second.move)}**"
    if lead.value < _MIN_LEAD:
        return f"As good: {name}."
    return f"Second best: {name}, {points(lead)}."


def points(lead: MeanEstimate) -> str:
    """Return a difference of chances in percentage points with its interval."""
    interval = lead.interval()
    low, high = 100 * interval.low, 100 * interval.high
    return f"{100 * lead.value:.1f} points less (95% CI {low:z.1f} to {high:z.1f})"


def reason(setup: PerudoSetup, posterior: Posterior, best: MoveEquity) -> str:
    """Return why the move is good: what the dice say, and what the bids say."""
    if best.move == Call.DUDO:
        return f"The current bid is true {_chance_right(setup, posterior, setup.state.bids[-1][1])} of the time, given the bids."
    verb = "right" if best.move == Call.CALZA else "true"
    given = ", given the bids" if setup.state.bids else ""
    return f"It is {verb} {_chance_right(setup, posterior, best.move)} of the time{given}."


def _chance_right(setup: PerudoSetup, posterior: Posterior, move: Move) -> str:
    if isinstance(move, Bid):
        chance = posterior.bid_probability(move)
    else:
        chance = posterior.bid_probability(setup.state.bids[-1][1], exactly=True)
    return percent(unrounded(setup, move, chance))


def show_equities(setup: PerudoSetup, equities: Sequence[MoveEquity]) -> None:
    """Show the chance of winning the match with each move, and whether the best one depends on how the others bid."""
    best, drawn = equities[0], equities[:_MAX_DRAWN]
    chart(
        win_intervals(
            {move_in_words(equity.move): equity.wins for equity in drawn},
            best.wins.value,
            "best move",
            axis="chance to win the match",
        ),
        key="equities_chart",
        alt="Chance of winning the match with each move: "
        + ", ".join(f"{move_in_words(equity.move)} {percent(equity.wins.value)}" for equity in drawn),
        finding=f"Most matches are won with {move_in_words(best.move)}: {percent(best.wins.value)}",
        method=f"{best.matches:,} simulated rounds for each move, with 95% intervals. All moves have the same hands and dice. "
        "The others' hands are drawn given the bids, and they go on as they bid. You go on with the safest moves. After this "
        f"round, all play equally well: a model fitted to {STANDINGS_MATCHES:,} matches between equal players, whose errors the "
        "intervals leave out. "
        f"Bids that are true less than {percent(MIN_CHANCE, 0)} of the time are not tried.",
    )
    all_figures(lambda: _show_table(equities), key="equities_figures")
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


def equity_rows(equities: Sequence[MoveEquity]) -> Rows:
    """Return a row for each move, the best first."""
    return [{"move": move_in_words(equity.move), "wins the match": _chance_cell(equity)} for equity in equities]


def _chance_cell(equity: MoveEquity) -> FormattedCell:
    return interval_cell(chance_text(equity), equity.wins.value, equity.wins.interval())


def _show_table(equities: Sequence[MoveEquity]) -> None:
    rows = equity_rows(equities)
    table(rows)
    csv_button("Chances of the match as CSV", lambda: rows, file_name="match_chances.csv", key="equities_csv")
