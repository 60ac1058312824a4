"""How good are your guesses? Random positions from every game, guessed before the answer is shown."""

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching import quiz_views
from boardodds.dashboard.ui import query
from boardodds.dashboard.ui.page_title import page_title

frame.guard()

page_title("Guess the odds", own="guesses")
query.check_link(quiz_views.LINK)
quiz = quiz_views.choose()
said = quiz_views.guesses_so_far(quiz.count)
# who guesses the third question need not wait until the tenth is worked out
asked = quiz.first(min(len(said) + 1, quiz.count))
if len(said) < quiz.count:
    quiz_views.ask(asked, said, quiz.count)
else:
    quiz_views.results(asked, said)
quiz_views.how()
