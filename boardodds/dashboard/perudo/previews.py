"""The picture of a shared link to the Perudo page."""

from dataclasses import replace

from boardodds.charts.perudo import round_picture
from boardodds.charts.preview import Preview
from boardodds.dashboard.perudo import answer, edits, solvers, views
from boardodds.dashboard.ui.settings import Query, allowed_part


def bid_preview(query: Query) -> Preview | None:
    """Return the chance that the bid is true, with the round; None for a problem, or the end of a match, in its place.

    The picture has no names of players, so that a link cannot make it say anything else.
    """
    if edits.means_old_raises(query, {**edits.LINK, **views.SETTINGS}):
        query = {**query, "raises": [edits.OLD_RAISES]}
    table = replace(edits.read_link(allowed_part(query, edits.LINK)), names="")
    shown, mistake = table.shown()
    if mistake or shown.winner is not None:
        return None
    setup = table.setup(shown)
    posterior = solvers.posterior(setup.state, setup.models, setup.rules)
    outcomes = tuple(answer.bid_outcomes(setup, posterior))
    return Preview(answer.headline(setup, posterior), outcomes, board=round_picture(setup.state))
