"""The Camel Up race page: the chances of winning the race and of finishing last, and the legs left."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up.page import RACE_PAGE
from boardodds.dashboard.ui.play_page import play_page

frame.guard()
play_page(RACE_PAGE)
