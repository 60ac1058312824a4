"""The worksheet page: questions to calculate or to guess, with answers behind a switch and on a separate page in print."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import worksheet
from boardodds.dashboard.ui.play_page import page_title

frame.guard()

setup = page_title("Can you work out the odds?", private_setting="answers", setup="Set up", allowed=worksheet.LINK)
with setup:
    chosen = worksheet.choose_questions()
worksheet.show(chosen)
