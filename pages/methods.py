"""The methods page: published figures next to the values that are recomputed on the page."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import methods
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui.play_page import page_title

frame.guard()

setup = page_title("Do our results match the published ones?", setup="Set up", allowed=methods.LINK)
slow = setup.toggle(
    f"Include the {len(methods.ALL) - len(methods.QUICK)} slow checks (simulations, a few seconds)",
    key="slow",
    bind="query-params",
)
with column():
    methods.show_figures(slow)
methods.show_methods()
