"""The home page's card of Camel Up."""

from boardodds.camel_up import LegOdds, Position, camel_name
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.charts.hundred import count_in_words, counts_of_hundred
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.outcomes import leg_outcomes
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.hundred import hundred_html


def leg_card() -> Card:
    """Return the card of the leg from the first post's position."""
    known = CAMEL_CALCULATOR[0]
    odds = solvers.leg(known.position, known.rules)
    return Card(
        finding(odds, known.position),
        hundred_html(leg_outcomes(odds), games="legs like this one"),
        f"{board_in_words(known.position)} Counted from all {odds.outcomes:,} dice sequences.",
    )


def board_in_words(position: Position) -> str:
    """Return where the camels stand at the start of a leg.

    >>> board_in_words(Position.parse("1:BWOG 2:Y"))
    'The leg starts with blue, white, orange, green (bottom to top) on square 1 and yellow on square 2.'
    """
    stacks = [
        f"{', '.join(map(camel_name, camels))}{' (bottom to top)' if len(camels) > 1 else ''} on square {square}"
        for square, camels in position.stacks
    ]
    return f"The leg starts with {' and '.join(stacks)}."


def finding(odds: LegOdds, position: Position) -> str:
    """Return the most likely winner and the leader, each with where it stands and its legs of a hundred.

    >>> from boardodds.camel_up import solve_leg
    >>> position = Position.parse("1:BWOG 2:Y")
    >>> finding(solve_leg(position), position)
    'Of 100 legs, green (on top of a stack of 4) wins 34 on average, and yellow (in front) wins 9'
    """
    wins = [odds.probability(camel) for camel in odds.ranking]
    counts = dict(zip(odds.ranking, counts_of_hundred(wins), strict=True))
    favourite, leader = odds.favourite, position.stacks[-1][1][-1]

    def count(camel: str) -> str:
        return count_in_words(counts[camel], odds.probability(camel))

    stack = next(camels for _, camels in position.stacks if favourite in camels)
    is_on_top = len(stack) > 1 and stack[-1] == favourite
    places = [f"on top of a stack of {len(stack)}"] * is_on_top + ["in front"] * (favourite == leader)
    where = f" ({' and '.join(places)})" if places else ""
    sentence = f"Of 100 legs, {camel_name(favourite)}{where} wins {count(favourite)} on average"
    return sentence if favourite == leader else f"{sentence}, and {camel_name(leader)} (in front) wins {count(leader)}"
