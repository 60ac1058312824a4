"""The counting page: a tree of dice orders, the boards that replace it, and a small orchard solved state by state."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.counting import DEFINITION, PAGE, PREDICTIONS, VIEWS, show_setup
from boardodds.dashboard.teaching.parts import column, open_page
from boardodds.dashboard.ui.play_page import show_views
from boardodds.dashboard.ui.reveal import hide_answers

frame.guard()

store = open_page(PAGE, DEFINITION, show_setup, views=VIEWS, predictions=PREDICTIONS)
with column():
    show_views(hide_answers(VIEWS, PREDICTIONS), store, store)
