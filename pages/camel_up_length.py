"""The Camel Up length page: the number of legs in a race, with and without stacking."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up.race_length_page import LENGTH_PAGE
from boardodds.dashboard.ui.play_page import play_page

frame.guard()
play_page(LENGTH_PAGE)
