"""The Perudo page's view of matches between six chosen players."""

from collections import Counter

import streamlit as st

from boardodds.charts.wins import win_intervals
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.match_inputs import COMPUTER, SEATS, choose_matches
from boardodds.dashboard.ui.data_tables import Rows, estimate_columns, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import as_sentence, percent
from boardodds.dashboard.ui.settings import Allowed, one_of
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.perudo import Posterior
from boardodds.perudo.agents import AGENTS, BLUFFER, NAIVE_AGENT, READER, THRESHOLD_AGENT
from boardodds.perudo.match_results import Matches
from boardodds.probability.estimate import MeanEstimate

_AGENT_NAMES = [agent.name for agent in AGENTS]
LINK: Allowed = {f"seat{seat + 1}": one_of(_AGENT_NAMES) for seat in range(SEATS)}


def tournament_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show how often each of six chosen players wins a match."""
    seats = []
    for seat in range(SEATS):
        # New columns for each row, so that a narrow screen shows the seats in order.
        if seat % 3 == 0:
            columns = st.columns(3)
        name = columns[seat % 3].selectbox(
            f"Seat {seat + 1}",
            **as_index(setting(f"seat{seat + 1}", READER.name if seat == 0 else NAIVE_AGENT.name), _AGENT_NAMES),
        )
        seats.append(AGENTS[_AGENT_NAMES.index(name)])
    matches, seed = choose_matches()
    try:
        results = solvers.matches(tuple(seats), setup.rules, matches, seed)
    except ValueError as error:
        st.markdown(as_sentence(str(error)))
        return
    best, comparison = _best_player(results)
    labels = [f"{seat + 1}: {agent.name}" for seat, agent in enumerate(seats)]
    chart(
        win_intervals(
            dict(zip(labels, results.wins, strict=True)), 1 / SEATS, "equal players", axis="proportion of matches won"
        ),
        key="wins_chart",
        alt="Proportion of matches won by seat: "
        + ", ".join(f"{agent.name} {percent(win.value)}" for agent, win in zip(seats, results.wins, strict=True)),
        finding=best,
        method=f"Proportion of {results.matches:,} simulated matches won by seat, with 95% intervals.",
    )
    st.markdown(
        f"{comparison}Rounds in a match, on average: {results.mean_rounds}. Bids in a match, on average: "
        f"{MeanEstimate.from_sample(results.bids)}."
    )
    all_figures(lambda: table(win_rows(results), percent=["wins"]), key="wins_figures")
    st.markdown(
        "- **naive** makes the move that is most likely to be right from the dice alone\n"
        "- **constant dial**, **linear dial**: the same, but with the blog post's dial in the chance of dudo\n"
        f"- **threshold** calls dudo if the bid's chance from the dice alone is below {THRESHOLD_AGENT.threshold:.0%}; otherwise "
        "it makes the other move that is most likely to be right\n"
        f"- **bluffer** is naive, but makes a random legal bid in {BLUFFER.bluffs:.0%} of its turns\n"
        "- **reader** weighs the others' hands by their bids, as if they were naive players with "
        f"{percent(COMPUTER.slip, 0)} random moves. It makes the move that is then most likely to be right"
    )


def win_rows(results: Matches) -> Rows:
    """Return a row for each seat."""
    return [
        {"seat": seat + 1, "player": agent.name} | estimate_columns("wins", win)
        for seat, (agent, win) in enumerate(zip(results.players, results.wins, strict=True))
    ]


def _best_player(results: Matches) -> tuple[str, str]:
    """Return how often the kind of player with the most wins per seat wins, and the comparison with equal players, if any."""
    seat_counts = Counter(agent.name for agent in results.players)
    if len(seat_counts) == 1:
        return f"All players are the same, so each wins {percent(1 / SEATS)} of matches in the long run", ""
    wins = {name: results.wins_of(name) for name in seat_counts}
    best = max(wins, key=lambda name: wins[name].value / seat_counts[name])
    seats = seat_counts[best]
    return (
        f"{best.capitalize()} wins {wins[best]} of {results.matches:,} matches with {seats} of {SEATS} seats",
        # The chart has the proportion of one seat.
        f"If all players were equal, {seats} seats would win {percent(seats / SEATS)}. " if seats > 1 else "",
    )
