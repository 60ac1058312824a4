"""The counting page: a tree of dice orders, the boards that replace it, and a recurrence."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.counting_views import LINK, VIEWS
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui import page_views, query
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of

frame.guard()

page_title("How do you count every case?")
query.check_link({**LINK, "view": one_of(VIEWS)})
with column():
    page_views.show_views(VIEWS)
