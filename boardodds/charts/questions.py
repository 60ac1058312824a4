"""Pictures of quiz questions."""

from collections.abc import Callable, Mapping

from boardodds.charts import camel_up, candy_land, orchard, perudo
from boardodds.charts.hundred import Outcome
from boardodds.charts.tokens import CONTEXT, EXACT, ROLES
from boardodds.games import game_of
from boardodds.teaching.quiz import QuizQuestion

# By game, the function that draws the notation of its questions.
_DRAW: Mapping[str, Callable[[Mapping[str, str]], str | None]] = {
    "camel_up": camel_up.question_picture,
    "candy_land": candy_land.question_picture,
    "orchard": orchard.question_picture,
    "perudo": perudo.question_picture,
}


def question_picture(item: QuizQuestion) -> str | None:
    """Return an SVG picture of the table in a question, or None if the question has no picture."""
    draw = _DRAW.get(game_of(item.key))
    return draw(item.question.notation) if draw else None


def answer_outcomes(chance: float) -> list[Outcome]:
    """Return the answer to a question as outcomes of a hundred: yes filled, no hollow.

    chance: the exact probability of a yes.
    """
    yes = float(chance)
    return [Outcome("yes", yes, ROLES[EXACT]), Outcome("no", 1 - yes, ROLES[CONTEXT], hollow=True)]
