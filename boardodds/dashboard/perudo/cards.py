"""The home page's card of Perudo."""

from dataclasses import replace

from boardodds.charts.hundred import Outcome, count_in_words, counts_of_hundred
from boardodds.charts.style import in_percent, short_percent
from boardodds.charts.tokens import ACCENTS, CONTEXT, ROLES
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import START, PerudoTable
from boardodds.dashboard.perudo.inputs import bid_in_words
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.perudo import HUMAN, RoundState, bid_probability
from boardodds.perudo.rules import ACE


def bid_card() -> Card:
    """Return the card with the chance of the post's bid, from the dice alone and given the bids."""
    state = RoundState.parse(START)
    bid, unseen = state.bids[-1][1], state.total_dice - len(state.hand)
    naive = bid_probability(bid, state.hand, unseen)
    given_bids = solvers.posterior(state, HUMAN, PerudoTable().rules).bid_probability(bid)
    first, second = _times((naive, given_bids))
    bids = " and ".join(bid_in_words(earlier) for _, earlier in state.bids)
    return Card(
        finding(bid_in_words(bid), naive, given_bids),
        hundred_html(outcomes(naive, given_bids), games="tables like this one"),
        f"Your dice: {', '.join(map(str, state.hand))} ({ACE} is wild); {unseen} unseen. The bids: {bids}. {first} is exact; "
        f"{second} depends on a model of how players bid.",
    )


def outcomes(naive: float, given_bids: float) -> list[Outcome]:
    """Return the outcomes of a bid: true by either chance, the difference that the bids make, and false.

    The percentages agree with the two chances as they are printed elsewhere, so the difference is that of the rounded chances.

    naive, given_bids: the chance of the bid from the dice alone, and given the bids.

    >>> [(each.name, each.percentage) for each in outcomes(0.79139, 0.91796)]
    [('true from the dice alone', '79.1%'), ('more true given these bids', '12.7%'), ('still false', '8.2%')]
    """
    tone = ACCENTS["perudo"]
    names = (
        ("true from the dice alone", "more true given these bids", "still false")
        if given_bids >= naive
        else ("true given these bids", "more true from the dice alone", "false")
    )
    low, high = sorted((naive, given_bids))
    printed = [float(in_percent(chance).rstrip("%")) / 100 for chance in (low, high)]
    split = (
        Outcome(names[0], low, tone),
        Outcome(names[1], high - low, tone, hollow=True),
        Outcome(names[2], 1 - high, ROLES[CONTEXT], hollow=True),
    )
    rounded = (printed[0], printed[1] - printed[0], 1 - printed[1])
    return [_printed_as(outcome, share) for outcome, share in zip(split, rounded, strict=True)]


def _printed_as(outcome: Outcome, share: float) -> Outcome:
    """Return the outcome with a rounded percentage, unless a possible outcome would be called impossible, or the reverse."""
    is_plain = _LEAST_PRINTED <= share <= 1 - _LEAST_PRINTED
    return replace(outcome, shown=short_percent(share)) if is_plain else outcome


# Half of the last digit printed.
_LEAST_PRINTED = 0.0005


def finding(bid: str, naive: float, given_bids: float) -> str:
    """Return how often a bid is true of a hundred, from the dice alone and given the bids.

    >>> finding("5 fours", 0.7911, 0.9183)
    '5 fours? True on average 79 times in 100 from the dice alone, and 92 given these bids'
    """
    first, second = _times((naive, given_bids))
    return f"{bid}? True on average {first} times in 100 from the dice alone, and {second} given these bids"


def _times(chances: tuple[float, float]) -> list[str]:
    """Return how often of a hundred an event with each of two chances happens, in words."""
    counts = [counts_of_hundred([chance, 1 - chance])[0] for chance in chances]
    return [count_in_words(count, chance) for count, chance in zip(counts, chances, strict=True)]
