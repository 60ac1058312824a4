"""Orchard's page: the chance to beat the raven."""

from boardodds.dashboard.orchard import cards, views
from boardodds.dashboard.orchard.edits import LINK
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.win_card,
    settings={"orchard": {*LINK, *views.LINK}},
    headlines={"orchard": cards.link_headline},
)
