"""The home page's card of Perudo."""

from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import START
from boardodds.dashboard.perudo.inputs import bid_in_words
from boardodds.dashboard.perudo.labels import DICE_ALONE, GIVEN_BIDS
from boardodds.dashboard.ui.card import OTHER_COLOUR, OUR_COLOUR, Card, bar_card
from boardodds.dashboard.ui.page_text import percent
from boardodds.perudo import STANDARD, LogitBidder, RoundState, bid_probability


def bid_card() -> Card:
    """Return the card with the chance of the post's bid, from the dice alone and given the bids."""
    state = RoundState.parse(START)
    bid, unseen = state.bids[-1][1], state.total_dice - len(state.hand)
    naive = bid_probability(bid, state.hand, unseen)
    given_bids = solvers.posterior(state, LogitBidder(8), STANDARD).bid_probability(bid)
    return bar_card(
        f"Your dice are {' '.join(map(str, state.hand))}, {unseen} more are unseen, and the bid is {bid_in_words(bid)}. It is "
        f"**true {percent(naive)}** of the time from the dice alone, and {percent(given_bids)} given the bids so far.",
        {DICE_ALONE: (naive, OTHER_COLOUR), GIVEN_BIDS: (given_bids, OUR_COLOUR)},
    )
