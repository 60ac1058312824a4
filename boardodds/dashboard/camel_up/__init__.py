"""Camel Up's pages: the leg, the race and the length of a race."""

from boardodds.dashboard.camel_up.page import LEG_PAGE, RACE_PAGE
from boardodds.dashboard.camel_up.race_length_page import LENGTH_PAGE

PAGES = {"camel_up_leg": LEG_PAGE, "camel_up_race": RACE_PAGE, "camel_up_length": LENGTH_PAGE}
