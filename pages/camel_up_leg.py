"""The Camel Up leg page: the chances of each camel in this leg, and the best action."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up.page import LEG_PAGE
from boardodds.dashboard.ui.play_page import play_page

frame.guard()
play_page(LEG_PAGE)
