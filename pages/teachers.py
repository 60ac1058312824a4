"""The page for teachers: four lessons, ten starters, and how to run them in a school."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import teachers
from boardodds.dashboard.teaching.parts import column, open_page

frame.guard()

open_page(teachers.PAGE, teachers.DEFINITION)
with column():
    teachers.show()
