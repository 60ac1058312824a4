"""The quiz page: random positions from every game, with a guess before each answer."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz
from boardodds.dashboard.teaching.parts import open_page

frame.guard()

store = open_page(quiz.PAGE, quiz.DEFINITION, quiz.show_setup, private_setting="guesses")
if store.state.number < store.state.count:
    quiz.show_question(store)
else:
    quiz.show_results(store)
quiz.show_method(store.state)
