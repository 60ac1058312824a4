"""How can a computer count what no one can list? A tree of dice, the boards that stand in for it, and a recurrence."""

from boardodds.dashboard import link, parts, shell
from boardodds.dashboard.counting_views import LINK, VIEWS

shell.guard()

shell.title("Count without listing")
link.check_link({**LINK, "view": link.one_of(VIEWS)})
parts.views(VIEWS)
