"""The home page's card of Camel Up, and the answers to links."""

from collections.abc import Callable

from boardodds.camel_up import LegOdds, Position, camel_name
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.charts.hundred import count_in_words, counts_of_hundred
from boardodds.dashboard.camel_up import length, payout_view, solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.outcomes import leg_outcomes, leg_winner, race_ends
from boardodds.dashboard.camel_up.table_link import LINK, read_link
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.settings import Query, allowed_part, as_text, last_value


def leg_card() -> Card:
    """Return the card of the leg from the first post's position."""
    known = CAMEL_CALCULATOR[0]
    odds = solvers.leg(known.position, known.rules)
    return Card(
        finding(odds, known.position),
        hundred_html(leg_outcomes(odds), games="legs like this one"),
        f"{board_in_words(known.position)} Counted from all {odds.outcomes:,} dice sequences.",
    )


def leg_headline(query: Query) -> str:
    """Return the most likely winner of the leg."""
    return _headline(query, lambda setup: leg_winner(solvers.leg(setup.position, setup.rules), "wins this leg"))


def race_headline(query: Query) -> str:
    """Return the most likely winner of the race and the most likely last camel."""
    thorough = last_value(query, "exact", False) == as_text(True)
    return _headline(query, lambda setup: race_ends(solvers.race(setup.position, setup.rules, thorough=thorough)))


def length_headline(query: Query) -> str:
    """Return the mean number of legs in a race, with and without stacking."""
    course = length.read_course(query)
    return f"A race takes {length.means_text(length.with_stacking(course), length.without_stacking(course))}"


def _headline(query: Query, answer: Callable[[CamelSetup], str]) -> str:
    """Return the answer to the table of a link, its result if the race is over, "" if the page shows a problem in its place."""
    table = read_link(allowed_part(query, LINK))
    setup = table.setup()
    if table.finish:
        return payout_view.race_headline(table.finish)
    return "" if table.mistake or setup.problem else answer(setup)


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
