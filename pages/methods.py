"""The methods page: published figures next to the values that are recomputed on the page."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import methods
from boardodds.dashboard.teaching.parts import column, open_page

frame.guard()

store = open_page(methods.PAGE, methods.DEFINITION)
with column():
    methods.show_figures(store)
methods.show_methods(store)
