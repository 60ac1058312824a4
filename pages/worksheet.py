"""The worksheet page: questions to calculate or to guess, with answers behind a switch and on a separate page in print."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import worksheet
from boardodds.dashboard.teaching.parts import open_page
from boardodds.dashboard.ui import present

frame.guard()

store = open_page(
    worksheet.PAGE, worksheet.DEFINITION, worksheet.show_setup, private_setting="answers", has_screen=True
)
with present.screen():
    worksheet.show(store)
