"""Orchard's page: the chance to beat the raven."""

from boardodds.dashboard.orchard import cards, previews, views
from boardodds.dashboard.orchard.edits import LINK
from boardodds.dashboard.orchard.labels import OLD_GAMES, OLD_VIEWS, POLICIES
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.win_card,
    allowed={"orchard": {**LINK, **views.LINK}},
    previews={"orchard": previews.win_preview},
    # Older links use the library's names of policies, and earlier labels of games and views.
    option_labels={"orchard": {"policy": POLICIES, "game": OLD_GAMES, "view": OLD_VIEWS}},
)
