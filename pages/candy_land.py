"""The Candy Land page: the length of a game, and the effect of each rule."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.candy_land.page import PAGE
from boardodds.dashboard.ui.play_page import play_page

frame.guard()
play_page(PAGE)
