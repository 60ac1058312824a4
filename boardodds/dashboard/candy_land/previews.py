"""The picture of a shared link to the Candy Land page."""

from boardodds.charts.preview import Preview, dots_of
from boardodds.charts.tokens import ACCENTS
from boardodds.dashboard.candy_land import rows
from boardodds.dashboard.candy_land.edits import LINK, read_link
from boardodds.dashboard.ui.settings import Query, allowed_part


def length_preview(query: Query) -> Preview:
    """Return the lengths of games.

    Raises ValueError if the page shows a problem in their place.
    """
    setup = read_link(allowed_part(query, LINK)).setup()
    lengths = rows.solve_lengths(setup)
    dots = dots_of(lengths.turns, unit="turns", tone=ACCENTS["candy_land"])
    return Preview(rows.length_headline(setup.players, lengths), dots=dots)
