"""The Perudo page: the chance that the bid is true, and the best move."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.perudo.page import PAGE
from boardodds.dashboard.ui.play_page import play_page

frame.guard()
play_page(PAGE)
