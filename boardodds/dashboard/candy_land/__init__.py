"""Candy Land's page: the length of a game, and the effect of each rule."""

from boardodds.dashboard.candy_land import cards, views
from boardodds.dashboard.candy_land.edits import LINK
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(
    card=cards.length_card,
    settings={"candy_land": {*LINK, *views.LINK}},
    headlines={"candy_land": cards.link_headline},
)
