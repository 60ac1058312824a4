"""The pictures of shared links to the Camel Up pages."""

from collections.abc import Callable

from boardodds.charts.camel_up import camel_board
from boardodds.charts.preview import Preview, dots_of
from boardodds.charts.tokens import ACCENTS
from boardodds.dashboard.camel_up import length, solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.outcomes import leg_outcomes, leg_winner, race_ends, race_outcomes
from boardodds.dashboard.camel_up.payout_view import race_headline
from boardodds.dashboard.camel_up.race_rows import pmf_of
from boardodds.dashboard.camel_up.table_link import LINK, read_link
from boardodds.dashboard.ui.settings import Query, allowed_part, as_text, last_value


def leg_preview(query: Query) -> Preview | None:
    """Return the chance of each camel to win the leg, with the board."""
    return _preview(query, _leg)


def race_preview(query: Query) -> Preview | None:
    """Return the chance of each camel to win the race, with the board."""
    thorough = last_value(query, "exact", False) == as_text(True)
    return _preview(query, lambda setup, board: _race(setup, board, thorough=thorough))


def legs_preview(query: Query) -> Preview:
    """Return the number of legs in a race, with and without stacking."""
    course = length.read_course(query)
    stacked = length.with_stacking(course)
    means = length.means_text(stacked, length.without_stacking(course))
    return Preview(f"A race takes {means}", dots=dots_of(pmf_of(stacked), unit="legs", tone=ACCENTS["camel_up"]))


def _preview(query: Query, answer: Callable[[CamelSetup, str], Preview]) -> Preview | None:
    """Return the answer to the table of a link, its result if the race is over, None if the page shows a problem in its place."""
    table = read_link(allowed_part(query, LINK))
    setup = table.setup()
    if table.finish:
        return Preview(race_headline(table.finish))
    if table.mistake or setup.problem:
        return None
    return answer(setup, camel_board(setup.position, setup.rules.track))


def _leg(setup: CamelSetup, board: str) -> Preview:
    odds = solvers.leg(setup.position, setup.rules)
    return Preview(leg_winner(odds, "wins this leg"), tuple(leg_outcomes(odds)), board=board)


def _race(setup: CamelSetup, board: str, *, thorough: bool) -> Preview:
    race = solvers.race(setup.position, setup.rules, thorough=thorough)
    return Preview(race_ends(race), tuple(race_outcomes(race)), board=board)
