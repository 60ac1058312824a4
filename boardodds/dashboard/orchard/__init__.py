"""Orchard's page: the chance to beat the raven."""

from boardodds.dashboard.orchard.page import PAGE

PAGES = {"orchard": PAGE}
