"""Pictures of quiz questions, drawn by ``question_picture`` in the charts of a game, which are found by the game's name."""

import importlib
import importlib.util

from boardodds.charts.hundred import Outcome
from boardodds.charts.tokens import CONTEXT, EXACT, ROLES
from boardodds.teaching import registry
from boardodds.teaching.quiz import QuizQuestion


def question_picture(item: QuizQuestion) -> str | None:
    """Return an SVG picture of the table in a question, or None if the question has no picture."""
    charts = f"boardodds.charts.{registry.game_of(item.key)}"
    if not importlib.util.find_spec(charts):
        return None
    draw = getattr(importlib.import_module(charts), "question_picture", None)
    return draw(item.question.notation) if draw else None


def answer_outcomes(chance: float) -> list[Outcome]:
    """Return the answer to a question as outcomes of a hundred: yes filled, no hollow.

    chance: the exact probability of a yes.
    """
    yes = float(chance)
    return [Outcome("yes", yes, ROLES[EXACT]), Outcome("no", 1 - yes, ROLES[CONTEXT], hollow=True)]
