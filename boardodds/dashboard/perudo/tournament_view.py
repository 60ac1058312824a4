"""The Perudo page's view of matches between six chosen players."""

import sys
from collections import Counter

import streamlit as st

from boardodds.charts.style import ordinal
from boardodds.charts.wins import win_intervals
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.advice_record import show_advice_record
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.match_inputs import COMPUTER, SEATS, choose_matches
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import as_sentence, percent
from boardodds.dashboard.ui.settings import Allowed, one_of
from boardodds.dashboard.ui.table_cells import estimate
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.perudo import Posterior
from boardodds.perudo.agents import AGENTS, BLUFFER, NAIVE_AGENT, READER, THRESHOLD_AGENT
from boardodds.perudo.match_results import Matches
from boardodds.perudo.seats import SeatEffect, odd_seat, seat_calls, seat_effect
from boardodds.probability.estimate import MeanEstimate

_AGENT_NAMES = [agent.name for agent in AGENTS]
# Differences between seats are put down to luck if luck alone causes them more often.
_MAX_LUCK = 0.01
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
    all_figures(lambda: _show_wins(results), key="wins_figures")
    _show_seat_effect(results)
    st.markdown(
        "- **naive** makes the move that is most likely to be right from the dice alone\n"
        "- **constant dial**, **linear dial**: the same, but with the blog post's dial in the chance of dudo\n"
        f"- **threshold** calls dudo if the bid's chance from the dice alone is below {THRESHOLD_AGENT.threshold:.0%}; otherwise "
        "it makes the other move that is most likely to be right\n"
        f"- **bluffer** is naive, but makes a random legal bid in {BLUFFER.bluffs:.0%} of its turns\n"
        "- **reader** weighs the others' hands by their bids, as if they were naive players with "
        f"{percent(COMPUTER.slip, 0)} random moves. It makes the move that is then most likely to be right"
    )
    show_advice_record()


def win_rows(results: Matches) -> Rows:
    """Return a row for each seat."""
    return [
        {"seat": seat + 1, "player": agent.name, "wins": estimate(win)}
        for seat, (agent, win) in enumerate(zip(results.players, results.wins, strict=True))
    ]


def _show_wins(results: Matches) -> None:
    rows = win_rows(results)
    table(rows)
    csv_button("Wins as CSV", lambda: rows, file_name="wins.csv", key="wins_csv")


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


def _show_seat_effect(results: Matches) -> None:
    """Show whether identical players win differently because of their seats, or by luck."""
    effect, odd = seat_effect(results), odd_seat(results.players)
    if effect is None or effect.luck is None:
        return
    name = effect.agent.name
    luck = (
        f"luck alone would cause differences as large in {percent(max(effect.luck, sys.float_info.min))} of such runs"
    )
    if effect.luck > _MAX_LUCK:
        st.markdown(f"The {len(effect.wins)} {name} players are identical. If their places made no difference, {luck}.")
        return
    others = "the other players" if odd is None else results.players[odd].name
    extremes = ", ".join(_places_with(effect, seat, odd) for seat in (effect.worst, effect.best))
    st.markdown("#### Luck alone would seldom give such differences between places")
    st.markdown(
        f"The {len(effect.wins)} {name} players are identical; only their places relative to {others} differ. The fewest and the "
        f"most matches won: {extremes}. If places made no difference, {luck}."
    )
    if odd is not None:
        _show_places(results, effect, odd)


def _show_places(results: Matches, effect: SeatEffect, odd: int) -> None:
    """Show how often the identical players win by their place after the odd player."""
    st.markdown(_calls_around(results, odd))
    by_place = {
        _place(seat, odd): effect.wins[seat] for seat in sorted(effect.wins, key=lambda seat: (seat - odd) % SEATS)
    }
    mean = sum(win.value for win in by_place.values()) / len(by_place)
    chart(
        win_intervals(by_place, mean, "their mean", axis="proportion of matches won"),
        key="places_chart",
        alt=f"Proportion of matches won by each {effect.agent.name} player: "
        + ", ".join(f"{place} {percent(win.value)}" for place, win in by_place.items()),
        method=f"Proportion of matches won by the {effect.agent.name} players, by their place after "
        f"{results.players[odd].name} in the order of play, with 95% intervals. A rotation of all seats changes no chance, "
        "because a random player opens each match.",
    )


def _calls_around(results: Matches, odd: int) -> str:
    """Return why places differ: the calls that the player just before the odd one receives, and those that the next one makes."""
    calls, before, after = seat_calls(results), (odd - 1) % SEATS, (odd + 1) % SEATS
    name, odd_name = results.players[before].name, results.players[odd].name
    others_make = (calls.made.sum() - calls.made[odd]) / (SEATS - 1)
    others_receive = (calls.received.sum() - calls.received[odd] - calls.received[before]) / (SEATS - 2)
    rest = [seat for seat in range(SEATS) if seat not in (odd, after)]
    return (
        f"You can call dudo only on the player before you. In a match, {odd_name} makes {calls.made[odd]:.1f} calls, each {name} "
        f"player {others_make:.1f} on average. So the {name} player just before {odd_name} is called "
        f"{calls.received[before]:.1f} times, each of the {SEATS - 2} other {name} players {others_receive:.1f} times on average."
        f"\n\nThe {name} player just after {odd_name} calls on {odd_name}'s bids. "
        f"{percent(calls.wrong[after] / calls.made[after])} of this player's calls are wrong, "
        f"{percent(calls.wrong[rest].sum() / calls.made[rest].sum())} of those by the other {name} players. A wrong call costs "
        "the caller a die."
    )


def _places_with(effect: SeatEffect, seat: int, odd: int | None) -> str:
    """Return the proportion of matches won in a seat, after the names of all seats with as many wins."""
    won = effect.wins[seat].successes
    places = " and ".join(_place(other, odd) for other, win in effect.wins.items() if win.successes == won)
    return f"{places} {percent(effect.wins[seat].value)}"


def _place(seat: int, odd: int | None) -> str:
    return f"seat {seat + 1}" if odd is None else f"{ordinal((seat - odd) % SEATS)} after"
