"""The solved end of a match on the Perudo page: perfect play between two players with few dice."""

from collections.abc import Mapping

import streamlit as st

from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.words import move_in_words
from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.page_text import percent
from boardodds.perudo import Bid, Ending, match_chance
from boardodds.perudo.ending_tree import tree_size
from boardodds.perudo.endings import MAX_DICE
from boardodds.perudo.moves import Move
from boardodds.perudo.one_die import MAX_SIDES

# The largest rounds that a page solves, by their sequences of bids: larger ones take minutes.
MAX_PAGE_NODES = 20_000
# Moves that perfect play makes less often are left out of the advice.
_MIN_SHARE = 0.05
_MIN_SHOWN = 0.01


def solved_ending(setup: PerudoSetup) -> Ending | None:
    """Return the solution of the viewer's round; None if it is not the viewer's turn, or the round is not solved on the page."""
    state, rules = setup.state, setup.rules
    dice = [number for number in state.dice if number]
    if not setup.is_viewers_turn or not setup.is_hand_confirmed or len(dice) != 2:
        return None
    if sum(dice) > MAX_DICE:
        return None
    mine = len(state.hand)
    other = sum(dice) - mine
    # The viewer is to move, and the players take turns.
    viewer_opened = len(state.bids) % 2 == 0
    in_order = (mine, other) if viewer_opened else (other, mine)
    if shipped := solvers.shipped_ending(in_order, rules):
        return shipped
    if rules.sides > MAX_SIDES or tree_size(sum(dice), rules) > MAX_PAGE_NODES:
        return None
    return solvers.ending(in_order, rules)


def ending_advice(setup: PerudoSetup, ending: Ending) -> str:
    """Return perfect play in one line of Markdown, and how often it wins the round."""
    return advice_text(ending.strategy(*_situation(setup)), ending.wins(*_situation(setup))) + _match_sentence(
        setup, ending
    )


def _match_sentence(setup: PerudoSetup, ending: Ending) -> str:
    """Return how often perfect play wins the match; "" if the match decides in this round, or isn't solved."""
    wins = max(ending.wins(*_situation(setup)).values())
    own, both = len(setup.state.hand), sum(ending.dice)
    chance = match_chance(wins, (own, both - own), setup.rules)
    return (
        ""
        if chance is None or both == len(ending.dice)
        else f" With it you win the match {percent(chance)} of the time."
    )


def advice_text(shares: Mapping[Move, float], wins: Mapping[Move, float]) -> str:
    """Return perfect play in one line of Markdown.

    shares: how often perfect play makes each move.
    wins: the chance of winning the round with each move.

    >>> from boardodds.perudo import Bid, Call
    >>> advice_text({Call.DUDO: 1.0, Bid(1, 6): 0.0}, {Call.DUDO: 0.25, Bid(1, 6): 0.2})
    'Perfect play: **dudo**. It wins the round 25.0% of the time against this solution.'
    >>> advice_text({Call.DUDO: 0.75, Bid(1, 6): 0.25}, {Call.DUDO: 0.4, Bid(1, 6): 0.4})
    'Perfect play: **dudo** 75%, **1 six** 25% of the time. It wins the round 40.0% of the time against this solution.'
    """
    moves = sorted((move for move in shares if shares[move] >= _MIN_SHARE), key=lambda move: -shares[move])
    best = f"It wins the round {percent(max(wins.values()))} of the time against this solution."
    if len(moves) == 1:
        return f"Perfect play: **{move_in_words(moves[0])}**. {best}"
    mixed = ", ".join(f"**{move_in_words(move)}** {percent(shares[move], 0)}" for move in moves)
    return f"Perfect play: {mixed} of the time. {best}"


def show_ending(setup: PerudoSetup, ending: Ending) -> None:
    """Show how often perfect play makes each move, and how often each wins the round."""
    shares, wins = ending.strategy(*_situation(setup)), ending.wins(*_situation(setup))
    st.markdown(f"**The end of the match is solved.** {advice_text(shares, wins)}{_match_sentence(setup, ending)}")
    rows = {
        move_in_words(move): {
            "wins the round": (wins[move], percent(wins[move])),
            "perfect play": (shares[move], share_text(shares[move])),
        }
        for move in sorted(wins, key=lambda move: -wins[move])
    }
    show_grid(rows, corner="move", caption="Moves by the chance of winning this round, best first", width=NARROW)
    opener, other = ending.dice
    st.caption(
        f"Dice of the opener: {opener}; of the other player: {other}. The opener's wins minus losses are {ending.low:z.3f} to "
        f"{ending.high:z.3f} a round under perfect play. Other solutions have the same value, but can give a single hand another "
        "chance. *Wins the round*: if the other player plays this solution and you go on with the best answers. A bid that is "
        "likely to be true can still lose: it also reveals your dice."
    )


def share_text(share: float) -> str:
    """Return how often perfect play makes a move; the solution is not exact enough for the smallest shares.

    >>> share_text(0.754), share_text(0.0001), share_text(0.9999)
    ('75%', 'under 1%', 'over 99%')
    """
    if share < _MIN_SHOWN:
        return "under 1%"
    return "over 99%" if share > 1 - _MIN_SHOWN else percent(share, 0)


def _situation(setup: PerudoSetup) -> tuple[list[Bid], tuple[int, ...]]:
    """Return the bids so far and the viewer's hand."""
    return [bid for _, bid in setup.state.bids], setup.state.hand
