"""How fast does luck even out, and how often does an interval hold the truth?"""

from boardodds.dashboard import link, parts, shell
from boardodds.dashboard.classroom_views import LINK, VIEWS, choose_example

shell.guard()

shell.title("How fast does luck even out?")
link.check_link({**LINK, "view": link.one_of(VIEWS)})
key, seed = choose_example()
parts.views(VIEWS, key, seed)
