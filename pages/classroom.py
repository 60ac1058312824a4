"""The classroom page: the law of large numbers, and the coverage of intervals."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.large_numbers import LINK, VIEWS, choose_setup
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui.play_page import page_title, show_views

frame.guard()

setup = page_title("How fast does luck even out?", setup="Set up", allowed=LINK)
with setup:
    choice = choose_setup()
with column():
    show_views(VIEWS, choice)
