"""Orchard's page: the chance to beat the raven."""

from boardodds.dashboard.orchard import cards, views
from boardodds.dashboard.orchard.edits import LINK
from boardodds.dashboard.orchard.labels import POLICIES
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    cards={"orchard": cards.win_card},
    allowed={"orchard": {**LINK, **views.LINK}},
    option_labels={"orchard": {"policy": POLICIES}},
)
