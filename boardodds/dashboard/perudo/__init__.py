"""Perudo's page: the chance that a bid is true."""

from boardodds.dashboard.perudo import cards, edits, views
from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    cards={"perudo": cards.bid_card},
    allowed={"perudo": {**edits.LINK, **views.LINK}},
    option_labels={"perudo": {"raises": RAISES}},
)
