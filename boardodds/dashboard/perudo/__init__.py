"""Perudo's page: the chance that a bid is true."""

from boardodds.dashboard.perudo import answer, cards, edits, views
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.bid_card,
    settings={"perudo": {*edits.LINK, *views.SETTINGS}},
    headlines={"perudo": answer.link_headline},
)
