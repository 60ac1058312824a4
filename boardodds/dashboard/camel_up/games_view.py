"""The view of whole games: who wins between chosen policies, all pairings, and the price of rules of thumb."""

from statistics import fmean

import streamlit as st

from boardodds.camel_up.game_policies import POLICIES
from boardodds.camel_up.games import MAX_PLAYERS, MIN_PLAYERS, Games
from boardodds.camel_up.pairings import PAIRED, SEATS, ShippedGames, shipped_games
from boardodds.camel_up.thumb_rules import RIGHT_WITHIN
from boardodds.charts.wins import win_intervals
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.race_rows import Race
from boardodds.dashboard.ui.chance_grid import show_grid
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart, problem, show_options
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_cells import estimate
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.probability.estimate import Proportion

_NAMES = list(POLICIES)
_PLAYERS = tuple(str(number) for number in range(MIN_PLAYERS, MAX_PLAYERS + 1))
_GAMES = (100, 300, 1_000, 3_000)
_FIRST, _OTHERS = "advice", "casual"
# The policies of the others in the grid of pairings, as many as fit on a phone.
_COLUMNS = ("leader", "casual", "greedy", "advice", "patient")
LINK: Allowed = {
    "seats": one_of(_PLAYERS),
    "pairing": one_of(map(str, SEATS)),
    "games": one_of(_GAMES),
    "seed": whole_number(0, MAX_SEED),
    **{f"seat{seat}": one_of(_NAMES) for seat in range(1, MAX_PLAYERS + 1)},
}


def games_view(setup: CamelSetup, _race: Race) -> None:
    """Show how often each of some chosen policies wins a whole game, then what is known from long simulations."""
    names, games, seed = _choose_players()
    try:
        results = solvers.games(names, setup.rules, games, seed)
    except ValueError as error:
        problem(str(error))
        return
    wins = {f"{seat}: {name}": win for seat, (name, win) in enumerate(zip(names, results.wins, strict=True), 1)}
    chart(
        win_intervals(wins, 1 / len(names), "equal players"),
        key="games_chart",
        alt="Proportion of games won by seat: "
        + ", ".join(f"{name} {percent(win.value)}" for name, win in wins.items()),
        finding=finding_text(results),
        method=f"Proportion of {games:,} simulated games won by seat, with 95% intervals. Another seat begins each game. Players "
        "with equal coins share a win.",
    )
    all_figures(lambda: _show_results(results), key="games_figures")
    st.markdown("\n".join(f"- **{name}**: {POLICIES[name].text}" for name in dict.fromkeys(names)))
    _show_pairings(shipped_games())
    _show_thumb_rules(shipped_games())


def _choose_players() -> tuple[tuple[str, ...], int, int]:
    """Draw the widgets for the players, the number of games and the seed, and return them."""
    players = int(show_options("Players in the game", _PLAYERS, **setting("seats", "4")))
    names = []
    for seat in range(players):
        # New columns for each row, so that a narrow screen shows the seats in order.
        if seat % 4 == 0:
            columns = st.columns(4)
        default = _OTHERS if seat else _FIRST
        names.append(
            columns[seat % 4].selectbox(f"Seat {seat + 1}", **as_index(setting(f"seat{seat + 1}", default), _NAMES))
        )
    left, right = st.columns(2)
    games = left.select_slider("Games", _GAMES, **setting("games", _GAMES[0]))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    return tuple(names), games, int(seed)


def finding_text(results: Games) -> str:
    """Return a sentence on the policy that wins most games for each of its seats.

    Equal policies have nothing to compare.
    """
    seats = {name: results.policies.count(name) for name in dict.fromkeys(results.policies)}
    players = len(results.policies)
    if len(seats) == 1:
        return f"All players are the same: in the long run each wins {percent(1 / players)} of the games"
    best = max(seats, key=lambda name: results.wins_of(name).value / seats[name])
    wins = results.wins_of(best)
    fair = f"{percent(seats[best] / players)} if all were equal"
    interval = wins.interval()
    if interval.low <= seats[best] / players <= interval.high:
        return f"No difference is clear: {best} wins {wins} of the games, {fair}"
    return f"{best.capitalize()} wins {wins} of the games; {fair}"


def result_rows(results: Games) -> Rows:
    """Return a row for each seat."""
    return [
        {"seat": seat, "policy": name, "wins": estimate(win), "coins": estimate(coins)}
        for seat, (name, win, coins) in enumerate(
            zip(results.policies, results.wins, results.mean_coins, strict=True), 1
        )
    ]


def _show_results(results: Games) -> None:
    rows = result_rows(results)
    table(rows)
    csv_button("Games as CSV", lambda: rows, file_name="games.csv", key="games_csv")


def advice_record(known: ShippedGames) -> str:
    """Return what the action with the most coins wins in whole games, and what it would win without early race bets.

    >>> advice_record(shipped_games()).startswith("In simulated games of 4 in the first edition, one player ")
    True
    """
    seats = 4
    casual, greedy, patient = (
        known.pairing(seats, policy, others).wins
        for policy, others in ((_FIRST, "casual"), (_FIRST, "greedy"), ("patient", "casual"))
    )
    among_patient = known.pairing(seats, _FIRST, "patient").wins
    return (
        f"In simulated games of {seats} in the first edition, one player who always takes the best action wins {casual} among "
        f"casual players, and {greedy} among greedy ones. Waiting with race bets until the race can end in this leg wins "
        f"{patient} among casual players. But among players who wait, one who bets early wins {among_patient}. Equal players "
        f"would win {percent(1 / seats)}. *Whole games* on the race page shows all policies."
    )


def _show_pairings(known: ShippedGames) -> None:
    """Show how often one player with a policy wins among players with another one."""
    st.markdown("#### Every policy against every other")
    seats = int(show_options("Players in the table", [str(number) for number in SEATS], **setting("pairing", "4")))
    st.markdown(f"{best_on_average(known, seats)}.")
    rows = {policy: {others: _win_cell(known, seats, policy, others) for others in _COLUMNS} for policy in PAIRED}
    show_grid(rows, corner="one player", caption=f"Games won by one player (rows) among {seats - 1} others (columns)")
    widest = max(pairing.wins.interval().width / 2 for pairing in known.pairings)
    st.caption(
        f"First edition, {known.games:,} games for each cell, with the same dice. Equal players would win {percent(1 / seats)}. "
        f"The 95% intervals are at most {100 * widest:.0f} percentage points to either side."
    )
    all_figures(lambda: _show_all_pairings(known), key="pairing_figures", label="All pairings")
    all_figures(_show_policies, key="policies", label="The policies")


def _show_policies() -> None:
    st.markdown("\n".join(f"- **{name}**: {POLICIES[name].text}" for name in PAIRED))


def best_on_average(known: ShippedGames, seats: int) -> str:
    """Return a sentence on the policy whose one player wins most, on average over all other policies."""
    shares = {
        policy: fmean(known.pairing(seats, policy, others).wins.value for others in PAIRED if others != policy)
        for policy in PAIRED
    }
    best, second = sorted(shares, key=lambda policy: shares[policy], reverse=True)[:2]
    return (
        f"On average over all other policies, *{best}* wins most: {percent(shares[best], 0)} of the games. Second is *{second}* "
        f"with {percent(shares[second], 0)}"
    )


def _show_all_pairings(known: ShippedGames) -> None:
    rows = pairing_rows(known)
    table(rows)
    csv_button("Pairings as CSV", lambda: rows, file_name="pairings.csv", key="pairings_csv")


def _win_cell(known: ShippedGames, seats: int, policy: str, others: str) -> tuple[float, str]:
    if policy == others:
        return 0.0, "–"
    wins: Proportion = known.pairing(seats, policy, others).wins
    return wins.value, percent(wins.value, 0)


def pairing_rows(known: ShippedGames) -> Rows:
    """Return a row for each pairing."""
    return [
        {
            "players": pairing.seats,
            "one player": pairing.policy,
            "others": pairing.others,
            "wins": estimate(pairing.wins),
            "coins": estimate(pairing.coins),
            "others' coins": estimate(pairing.others_coins),
        }
        for pairing in known.pairings
    ]


def _show_thumb_rules(known: ShippedGames) -> None:
    """Show what short rules cost that need no phone."""
    st.markdown("#### Rules of thumb, with their price")
    rows = {
        price.text: {
            "right": (price.right.value, percent(price.right.value, 0)),
            "costs": (0.0, f"{price.cost.value:.2f}"),
        }
        for price in sorted(known.thumb_rules, key=lambda price: price.cost.value)
    }
    show_grid(rows, corner="rule", caption="Rules of thumb, the cheapest first")
    half_width = max(price.cost.interval().width / 2 for price in known.thumb_rules)
    st.caption(
        f"*Right*: turns in which the rule's action is worth at most {RIGHT_WITHIN} coins less than the best one. *Costs*: coins "
        f"lost in a turn, on average (95% interval ± {half_width:.2f}). These are all turns of {known.thumb_games:,} games of "
        f"the first edition between {len(known.thumb_players)} {known.thumb_players[0]} players. Race bets are left out."
    )
