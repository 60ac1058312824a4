"""Candy Land's page: the length of a game, and the effect of each rule."""

from boardodds.dashboard.candy_land.page import PAGE
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(pages={"candy_land": PAGE})
