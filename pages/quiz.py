"""The quiz page: random positions from every game, with a guess before each answer."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz
from boardodds.dashboard.ui.play_page import page_title

frame.guard()

setup = page_title("How good are your guesses?", private_setting="guesses", setup="Set up", allowed=quiz.LINK)
with setup:
    chosen = quiz.choose_quiz(quiz.COUNTS, quiz.forget_guesses)
guesses = quiz.guesses_in_url(chosen.count)
if len(guesses) < chosen.count:
    quiz.show_next_question(chosen, guesses)
else:
    quiz.show_results(chosen, guesses)
quiz.show_method(chosen)
