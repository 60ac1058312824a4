"""The home page's card of Perudo."""

from boardodds.charts.hundred import Outcome, count_in_words, counts_of_hundred
from boardodds.charts.tokens import ACCENTS, CONTEXT, ROLES
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import START
from boardodds.dashboard.perudo.inputs import bid_in_words
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.perudo import STANDARD, LogitBidder, RoundState, bid_probability


def bid_card() -> Card:
    """Return the card with the chance of the post's bid, from the dice alone and given the bids."""
    state = RoundState.parse(START)
    bid, unseen = state.bids[-1][1], state.total_dice - len(state.hand)
    naive = bid_probability(bid, state.hand, unseen)
    given_bids = solvers.posterior(state, LogitBidder(8), STANDARD).bid_probability(bid)
    return Card(
        finding(bid_in_words(bid), naive, given_bids),
        hundred_html(outcomes(naive, given_bids), games="tables like this one"),
        f"Your dice are {' '.join(map(str, state.hand))}, and {unseen} more are unseen. Computed exactly, with a model of how "
        "players bid.",
    )


def outcomes(naive: float, given_bids: float) -> list[Outcome]:
    """Return the outcomes of a bid: true by either chance, the difference that the bids make, and false.

    naive, given_bids: the chance of the bid from the dice alone, and given the bids.
    """
    tone = ACCENTS["perudo"]
    change = "more given the bids" if given_bids >= naive else "fewer given the bids"
    return [
        Outcome("true", min(naive, given_bids), tone),
        Outcome(change, abs(given_bids - naive), tone, hollow=True),
        Outcome("false", 1 - max(naive, given_bids), ROLES[CONTEXT], hollow=True),
    ]


def finding(bid: str, naive: float, given_bids: float) -> str:
    """Return how often a bid is true of a hundred, from the dice alone and given the bids.

    >>> finding("5 fours", 0.7911, 0.9183)
    '5 fours? True 79 times in 100 from the dice alone, and 92 given the bids'
    """
    counts = [counts_of_hundred([chance, 1 - chance])[0] for chance in (naive, given_bids)]
    first, second = (count_in_words(count, chance) for count, chance in zip(counts, (naive, given_bids), strict=True))
    return f"{bid}? True {first} times in 100 from the dice alone, and {second} given the bids"
