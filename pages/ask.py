"""The page of a phone in a room: what the class is asked, and this phone's answer."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import ask

frame.guard()

ask.show()
