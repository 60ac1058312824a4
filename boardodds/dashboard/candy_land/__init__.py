"""Candy Land's page: the length of a game, and the effect of each rule."""

from boardodds.dashboard.candy_land.page import PAGE

PAGES = {"candy_land": PAGE}
