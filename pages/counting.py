"""The counting page: a tree of dice orders, the boards that replace it, and a small orchard solved state by state."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.counting import DEFINITION, PAGE, PREDICTIONS, VIEWS, show_setup
from boardodds.dashboard.teaching.parts import column, open_page
from boardodds.dashboard.ui.play_page import show_views

frame.guard()

store = open_page(PAGE, DEFINITION, show_setup, views=VIEWS, predictions=PREDICTIONS)
with column():
    show_views(VIEWS, store, store=store, predictions=PREDICTIONS)
