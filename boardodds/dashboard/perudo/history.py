"""The history line of a match of Perudo: the viewer's chance to win it, and the luck of solved rounds."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from boardodds.charts.style import EXACT, role_color
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.moves import MIN_SHARE, MovesSheet, bid_event
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import bid_in_words
from boardodds.dashboard.ui.history import Alternative, History, Luck
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import Bid, Call
from boardodds.probability.estimate import Estimate, Exact

_FORMS = {"bid": "circle", "hand": "square", "dudo": "diamond", "calza": "diamond"}
_NOTE = "It is not compared with other rounds, because other dice would have brought other bids."


def _win(state: PerudoState) -> dict[str, Estimate]:
    """Return the viewer's chance to win the match before the viewer's move, or after the viewer's bid; otherwise nothing."""
    round_ = state.round
    if state.winner is not None and round_.viewer is not None:
        return {"me": Exact(float(state.winner == round_.viewer - 1))}
    if round_.bids and round_.bids[-1][0] == round_.viewer:
        wins = MovesSheet(replace(state, position=replace(round_, bids=round_.bids[:-1]))).match_wins
        return {"me": wins[round_.bids[-1][1]]} if round_.bids[-1][1] in wins else {}
    return {"me": next(iter(wins.values()))} if (wins := MovesSheet(state).match_wins) else {}


def _act(before: PerudoState, event: Event) -> tuple[str, str]:
    match event:
        case {"kind": "bid", "quantity": quantity, "face": face}:
            words = f"{before.player_name(before.bidder)}, {bid_in_words(Bid(quantity, face))}"
        case {"kind": "hand", "hand": hand}:
            words = f"dice {''.join(map(str, hand))}"
        case _:
            caller = event["seat"] if event["kind"] == "calza" else before.bidder
            words = f"{before.player_name(caller)}, {event['kind']} {'right' if event['right'] else 'wrong'}"
    return words, _FORMS[event["kind"]]


def _other_bids(before: PerudoState, event: Event) -> list[Alternative]:
    played = Bid(event["quantity"], event["face"]) if event["kind"] == "bid" else None
    return [
        (f"{bid_in_words(move)} {percent(win.value, 0)}", bid_event(before, move))
        for move, win in (MovesSheet(before).match_wins if event["kind"] != "hand" else {}).items()
        if isinstance(move, Bid) and move != played
    ]


def _cost(before: PerudoState, event: Event) -> float | None:
    """Return by how much more perfect play wins the match, or its last round, than the viewer's move in a solved round."""
    if event["kind"] not in ("bid", "dudo") or not (perfect := MovesSheet(before).perfect):
        return None
    wins = perfect.match_wins or perfect.wins
    move = Call.DUDO if event["kind"] == "dudo" else Bid(event["quantity"], event["face"])
    if len(wins) == 1 or move not in wins:
        return None
    # The moves that perfect play mixes are as good as each other.
    return 0.0 if perfect.shares.get(move, 0.0) >= MIN_SHARE else max(wins.values()) - wins[move]


def _luck(line: Line[PerudoState], _: Sequence[str]) -> list[Luck]:
    """Return the viewer's account of each round that is solved and ended with dudo."""
    found = []
    for before, act in pairwise(line):
        state, event = before.state, act.event or {}
        viewer = state.round.viewer
        if event["kind"] == "dudo" and viewer is not None and len(state.round.dice) == 2:
            is_won = event["right"] == (state.bidder == viewer - 1)
            if account := solvers.round_account(state, is_won=is_won):
                mine, others = state.round.dice[viewer - 1], state.round.dice[2 - viewer]
                found.append(Luck(f"My chance to win the match, round with {mine} against {others}", account, _NOTE))
    return found


HISTORY = History(
    title="My chance to win the match:",
    values=_win,
    colors=lambda _: [role_color(EXACT)],
    act=_act,
    luck=_luck,
    alternatives=_other_bids,
    cost=_cost,
    unknown="it is known when I am to move, and after my bids.",
)
