"""The quiz page: random positions from every game, with a guess before each answer."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz
from boardodds.dashboard.teaching.parts import open_page
from boardodds.dashboard.ui import present

frame.guard()

store = open_page(quiz.PAGE, quiz.DEFINITION, quiz.show_setup, private_setting="guesses", has_screen=True)
with present.screen():
    if store.state.number < store.state.count:
        quiz.show_question(store)
    else:
        quiz.show_results(store)
if not present.is_presenting():
    quiz.show_method(store.state)
