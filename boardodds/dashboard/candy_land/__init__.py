"""Candy Land's page: the length of a game, and the effect of each rule."""

from boardodds.dashboard.candy_land import cards, previews, views
from boardodds.dashboard.candy_land.edits import LINK
from boardodds.dashboard.candy_land.labels import (
    CHANGES,
    DECK,
    DOUBLES,
    LICORICE,
    OCCUPIED,
    OLD_BOARDS,
    OLD_VIEWS,
    SPECIALS,
)
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.length_card,
    allowed={"candy_land": {**LINK, **views.LINK}},
    previews={"candy_land": previews.length_preview},
    option_labels={
        "candy_land": {
            "licorice": LICORICE,
            "specials": SPECIALS,
            "double_cards": DOUBLES,
            "deck": DECK,
            "occupied_space": OCCUPIED,
            "changes": CHANGES,
            # Older links use earlier labels.
            "board": OLD_BOARDS,
            "view": OLD_VIEWS,
        }
    },
)
