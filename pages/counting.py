"""The counting page: a tree of dice orders, the boards that replace it, and a small orchard solved state by state."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.counting import LINK, VIEWS
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui.play_page import page_title, show_views

frame.guard()

page_title("How do you count every case?", allowed=LINK)
with column():
    show_views(VIEWS)
