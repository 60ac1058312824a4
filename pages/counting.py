"""The counting page: a tree of dice orders, the boards that replace it, and a recurrence."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.counting_views import PAGE_LINK, VIEWS
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui import page_views
from boardodds.dashboard.ui.page_title import page_title

frame.guard()

page_title("How do you count every case?", allowed=PAGE_LINK)
with column():
    page_views.show_views(VIEWS)
