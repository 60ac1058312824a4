"""The history line of a match of Perudo: the chance that the bid in question is true, and the luck of solved rounds."""

from itertools import pairwise

from boardodds.charts.style import EXACT, role_color
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.moves import chance_text
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import bid_in_words, chance_given_bids
from boardodds.dashboard.ui.history import Choice, History, Luck
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.perudo import Bid

_FORMS = {"bid": "circle", "hand": "square", "dudo": "diamond", "calza": "diamond"}


def _chance(state: PerudoState) -> dict[str, float]:
    """Return the chance that the bid in question is true, given the bids; nothing for a round that is too large."""
    return (
        {} if solvers.why_too_large(state) else {"true": chance_given_bids(state, solvers.posterior(state), state.bid)}
    )


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


def _other_bids(before: PerudoState, event: Event) -> list[Choice]:
    """Return the viewer's other bids with how often they win the match; nothing where no matches are played."""
    if event["kind"] == "hand" or not before.is_viewers_turn or solvers.why_no_matches(before):
        return []
    bids = [(equity, equity.move) for equity in solvers.equities(before) if isinstance(equity.move, Bid)]
    played = (event.get("quantity"), event.get("face"))
    return [
        Choice(
            f"{bid_in_words(bid)} {chance_text(equity)}",
            {"kind": "bid", "quantity": bid.quantity, "face": bid.face, "bids": len(before.round.bids)},
        )
        for equity, bid in bids
        if (bid.quantity, bid.face) != played
    ]


def _luck(line: Line[PerudoState]) -> list[Luck]:
    """Return the viewer's account of each round that is solved and ended with dudo."""
    found = []
    for before, act in pairwise(line):
        state, event = before.state, act.event or {}
        viewer = state.round.viewer
        if event["kind"] == "dudo" and viewer is not None and len(state.round.dice) == 2:
            is_won = event["right"] == (state.bidder == viewer)
            if account := solvers.round_account(state, is_won=is_won):
                mine, others = state.round.dice[viewer], state.round.dice[1 - viewer]
                found.append(Luck(f"My chance to win the match, round with {mine} against {others}", account))
    return found


HISTORY = History(
    title="Chance that the bid is true:",
    values=_chance,
    colors=lambda _: [role_color(EXACT)],
    act=_act,
    luck=_luck,
    choices=_other_bids,
)
