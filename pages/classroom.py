"""The classroom page: the law of large numbers, and the coverage of intervals."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.large_numbers_views import PAGE_LINK, VIEWS, choose_setup
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui import page_views
from boardodds.dashboard.ui.page_title import page_title

frame.guard()

setup = page_title("How fast does luck even out?", setup="Set up", allowed=PAGE_LINK)
with setup:
    choice = choose_setup()
with column():
    page_views.show_views(VIEWS, choice)
