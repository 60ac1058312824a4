"""The picture of a quiz question: a function ``question_picture`` in a game's charts is found by the game's name."""

import importlib

from boardodds.teaching import registry
from boardodds.teaching.quiz import QuizQuestion


def question_picture(asked: QuizQuestion) -> str | None:
    """Return the objects on the table of a question as SVG; None if the question has no picture."""
    charts = importlib.import_module(f"boardodds.charts.{registry.game_of(asked.key)}")
    draw = getattr(charts, "question_picture", None)
    return draw(asked.question.notation) if draw else None
