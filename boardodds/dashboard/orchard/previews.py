"""The picture of a shared link to the Orchard page."""

from boardodds.charts.orchard import trees_picture
from boardodds.charts.preview import Preview
from boardodds.dashboard.orchard import edits, inputs, solvers
from boardodds.dashboard.orchard.cards import outcomes
from boardodds.dashboard.orchard.views import headline
from boardodds.dashboard.ui.settings import Query, allowed_part
from boardodds.orchard.solve import count_boards


def win_preview(query: Query) -> Preview | None:
    """Return the chance of winning with the trees; None if the page shows a problem in its place."""
    setup = edits.read_link(allowed_part(query, edits.LINK))
    if setup.mistake or count_boards(setup.rules) > inputs.MAX_BOARDS:
        return None
    odds = solvers.odds(setup.rules, setup.policy, setup.state)
    return Preview(headline(setup, odds), tuple(outcomes(odds.win)), board=trees_picture(setup.state))
