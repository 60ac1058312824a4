"""The classroom page: the law of large numbers, and the coverage of intervals."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.large_numbers_views import LINK, VIEWS, choose_setup
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui import page_views, query
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of

frame.guard()

setup = page_title("How fast does luck even out?", setup="Set up")
query.check_link({**LINK, "view": one_of(VIEWS)})
with setup:
    choice = choose_setup()
with column():
    page_views.show_views(VIEWS, choice)
