"""The Orchard page: the chance of beating the raven, and whether it matters which fruit to pick."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.orchard.page import PAGE
from boardodds.dashboard.ui.play_page import play_page

frame.guard()
play_page(PAGE)
