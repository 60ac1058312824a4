"""The quiz page: random positions from every game, with a guess before each answer."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz_views
from boardodds.dashboard.ui.page_title import page_title

frame.guard()

setup = page_title("How good are your guesses?", private_setting="guesses", setup="Set up", allowed=quiz_views.LINK)
with setup:
    quiz = quiz_views.choose_questions()
guesses = quiz_views.guesses_in_url(quiz.count)
# Compute only the questions needed now: the third must not wait for the tenth.
questions = quiz.first_questions(min(len(guesses) + 1, quiz.count))
if len(guesses) < quiz.count:
    quiz_views.show_next_question(questions, guesses, quiz.count)
else:
    quiz_views.show_results(questions, guesses)
quiz_views.show_method()
