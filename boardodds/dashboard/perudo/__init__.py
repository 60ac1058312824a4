"""Perudo's page: the chance that a bid is true."""

from boardodds.dashboard.perudo import cards, edits, previews, views
from boardodds.dashboard.perudo.labels import INFERENCE, RAISES
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.bid_card,
    allowed={"perudo": {**edits.LINK, **views.SETTINGS}},
    previews={"perudo": previews.bid_preview},
    # "view": links of before this view had its name.
    option_labels={"perudo": {"raises": RAISES, "view": {INFERENCE: "What bids tell"}}},
)
