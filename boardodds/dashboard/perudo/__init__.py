"""Perudo's page: the chance that a bid is true, and what to do."""

from boardodds.dashboard.perudo.page import PAGE

PAGES = {"perudo": PAGE}
