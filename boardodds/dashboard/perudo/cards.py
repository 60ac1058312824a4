"""The home page's card of Perudo."""

from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import START
from boardodds.dashboard.ui.card import OTHER_COLOUR, OUR_COLOUR, Card, bar_card
from boardodds.perudo import STANDARD, Bid, LogitBidder, RoundState, bid_probability


def bid_card() -> Card:
    """Return the card with the chance of the post's bid, from the dice alone and given the bids."""
    state = RoundState.parse(START)
    bid, naive = Bid(5, 4), bid_probability(Bid(5, 4), state.hand, state.total_dice - len(state.hand))
    given_bids = solvers.posterior(state, LogitBidder(8), STANDARD).bid_probability(bid)
    return bar_card(
        f"You have 1 2 2 5 6 of 20 dice, and the bid is five fours: **true {naive:.1%}** of the time from the dice alone, and "
        f"{given_bids:.1%} given the bids so far.",
        {"dice alone": (naive, OTHER_COLOUR), "given the bids": (given_bids, OUR_COLOUR)},
    )
