"""The home page: what boardodds is, a card with a finding for each game, the teaching pages, and the check of our figures."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.app.home import show_home

frame.guard()

show_home()
