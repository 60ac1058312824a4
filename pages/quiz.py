"""How good are your guesses? Random positions from every game, guessed before the answer is shown."""

from boardodds.dashboard import link, quiz_views, shell

shell.guard()

shell.title("Guess the odds")
link.check_link(quiz_views.LINK)
asked = quiz_views.choose()
said = quiz_views.guesses_so_far(asked)
if len(said) < len(asked):
    quiz_views.ask(asked, said)
else:
    quiz_views.results(asked, said)
quiz_views.how()
