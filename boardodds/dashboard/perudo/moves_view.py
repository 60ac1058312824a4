"""The Perudo page's view of what to do: every legal move by the chance that it is right."""

from collections.abc import Mapping, Sequence

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo.chances import chance_in_words, is_true_by_own_dice, unrounded
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.ending_view import show_ending, solved_ending
from boardodds.dashboard.perudo.equity_view import match_equities, show_equities
from boardodds.dashboard.perudo.labels import DICE_ALONE, GIVEN_BIDS
from boardodds.dashboard.perudo.words import (
    MAX_LISTED,
    calza_sentence,
    count_likely,
    list_moves,
    move_in_words,
    safest_moves,
)
from boardodds.dashboard.ui.data_tables import Rows, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.perudo import Bid, rank_moves
from boardodds.perudo.inference import Posterior, PosteriorMove
from boardodds.perudo.moves import Move, RankedMove

_CHANGE = "change (percentage points)"
# Moves with a higher chance are listed and not drawn, because their dots would look the same.
_MIN_LISTED = 0.995
# A change that rounds to less than this number of percentage points is none.
_MIN_CHANGE = 0.05

# Chances that differ by less are equal but for rounding errors.
_SAME = 1e-9

Chances = Mapping[Move, float]


def moves_view(setup: PerudoSetup, posterior: Posterior) -> None:
    """Show every legal move of the viewer, ranked by the chance that it is right."""
    if calza := calza_sentence(setup, posterior):
        st.markdown(calza)
    if not setup.is_viewers_turn:
        st.markdown("It isn't your turn. Tap the other players' bids on the board, or choose which player you are.")
        return
    if ending := solved_ending(setup):
        show_ending(setup, ending)
    else:
        show_equities(setup, match_equities(setup))
    ranking = posterior.rank_moves()
    # Before the first bid the dice alone give the same ranking, and ranking all openings again would take long.
    ranking_by_dice = _rank_by_dice(setup) if setup.state.bids else ranking
    by_dice = {ranked.move: unrounded(setup, ranked.move, ranked.probability) for ranked in ranking_by_dice}
    given_bids = {ranked.move: unrounded(setup, ranked.move, ranked.probability) for ranked in ranking}
    drawn = _list_safe_moves(setup, {move: min(chance, by_dice[move]) for move, chance in given_bids.items()})
    finding = count_likely(list(given_bids.values()), "legal move", "right")
    if setup.state.bids:
        safest = safest_moves(ranking_by_dice)
        names = " or ".join(map(move_in_words, safest))
        st.markdown(f"Safest move from the dice alone: {names} ({chance_in_words(by_dice[safest[0]])}).")
        finding = change_finding(by_dice, given_bids) or finding
    readings = {DICE_ALONE: by_dice} | ({GIVEN_BIDS: given_bids} if setup.state.bids else {})
    chart(
        charts.move_dumbbells(
            {name: {move_in_words(move): chances[move] for move in drawn} for name, chances in readings.items()}
        ),
        key="moves_chart",
        alt="Chance that each move is right: "
        + ", ".join(f"{move_in_words(move)} {chance_in_words(given_bids[move], 0)}" for move in drawn),
        finding=finding,
        method="The percentage is the chance that the move is right: a bid if it is true, dudo if the current bid is "
        "false. For a bid, it is your chance to keep your dice if the next "
        "player calls dudo. It leaves out what happens if the others raise and the turn comes back to you.",
    )
    rows = move_rows(ranking, by_dice, given_bids)
    all_figures(lambda: table(rows, percent=[GIVEN_BIDS, DICE_ALONE], places={_CHANGE: 2}), key="moves_figures")


def change_finding(by_dice: Chances, given_bids: Chances) -> str:
    """Return for which moves the bids change the chance most, with both chances; "" if they change none.

    by_dice, given_bids: the chance of each move, from the dice alone and given the bids.

    >>> change_finding({Bid(6, 4): 0.596, Bid(5, 5): 0.921}, {Bid(6, 4): 0.776, Bid(5, 5): 0.905})
    'Given the bids, 6 fours gain most: 59.6% to 77.6%'
    >>> change_finding({Bid(1, 5): 0.9, Bid(1, 6): 0.9}, {Bid(1, 5): 0.8, Bid(1, 6): 0.8})
    'Given the bids, 1 five and 1 six lose most: 90.0% to 80.0%'
    """
    changes = {move: 100 * (chance - by_dice[move]) for move, chance in given_bids.items()}
    most = max(changes, key=lambda move: abs(changes[move]))
    if abs(changes[most]) < _MIN_CHANGE:
        return ""
    equal = [move for move in changes if _are_same(by_dice, most, move) and _are_same(given_bids, most, move)]
    is_plural = len(equal) > 1 or (isinstance(most, Bid) and most.quantity > 1)
    verb = f"{'gain' if changes[most] > 0 else 'lose'}{'' if is_plural else 's'}"
    names = " and ".join(map(move_in_words, equal))
    before, after = chance_in_words(by_dice[most]), chance_in_words(given_bids[most])
    return f"Given the bids, {names} {verb} most: {before} to {after}"


def _are_same(chances: Chances, move: Move, other: Move) -> bool:
    return abs(chances[move] - chances[other]) < _SAME


def move_rows(ranking: Sequence[PosteriorMove], by_dice: Chances, given_bids: Chances) -> Rows:
    """Return a row for each move, the safest first."""
    return [
        {
            "move": move_in_words(ranked.move),
            GIVEN_BIDS: given_bids[ranked.move],
            DICE_ALONE: by_dice[ranked.move],
            _CHANGE: 100 * (given_bids[ranked.move] - by_dice[ranked.move]),
        }
        for ranked in ranking
    ]


def _list_safe_moves(setup: PerudoSetup, chances: Chances) -> list[Move]:
    """Show the bids that are certainly true, or almost, with the reason; return the moves to draw instead.

    chances: the chance that each move is right, best first; the lower one of from the dice alone and given the bids.
    """
    certain = [move for move, chance in chances.items() if chance == 1 and isinstance(move, Bid)]
    groups: dict[str, list[Move]] = {
        "Safe, because the dice you see already make them true": [
            move for move in certain if is_true_by_own_dice(setup, move)
        ],
        "Safe, because every die matches them": [move for move in certain if not is_true_by_own_dice(setup, move)],
        f"Not certain, but right in more than {_MIN_LISTED:.1%} of cases": [
            move for move, chance in chances.items() if _MIN_LISTED < chance < 1
        ],
    }
    listed = [move for moves in groups.values() for move in moves]
    if not 1 < len(listed) < len(chances):
        return list(chances)[:MAX_LISTED]
    for text, moves in groups.items():
        if moves:
            st.markdown(f"{text}: {list_moves(moves)}.")
    return [move for move in chances if move not in listed][:MAX_LISTED]


def _rank_by_dice(setup: PerudoSetup) -> list[RankedMove]:
    return rank_moves(setup.state.current, setup.state.hand, setup.unseen, setup.rules, palifico=setup.state.palifico)
