"""Orchard's page: the chance to beat the raven."""

from boardodds.dashboard.orchard.page import PAGE
from boardodds.dashboard.ui.dashboards import Dashboard

DASHBOARD = Dashboard(pages={"orchard": PAGE})
