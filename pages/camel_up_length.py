"""The Camel Up length page: the number of legs in a race, with and without stacking."""

from boardodds.dashboard.app import frame

frame.guard()
