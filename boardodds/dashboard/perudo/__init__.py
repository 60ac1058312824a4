"""Perudo's page: the chance that a bid is true, and what to do."""

from boardodds.dashboard.perudo.page import PAGE
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(pages={"perudo": PAGE})
