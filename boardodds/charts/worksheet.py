"""Pictures of quiz questions, and a worksheet as an HTML page to print, with the answers on a separate page."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape

from boardodds.charts import camel_up, candy_land, orchard, perudo
from boardodds.charts.hundred import Outcome, hundred_svg
from boardodds.charts.style import CONTEXT, EXACT, ROLES, in_percent
from boardodds.entry.game import Question
from boardodds.games import game_of
from boardodds.teaching.quiz import QuizQuestion

# By game, the function that draws the notation of its questions.
_DRAW: Mapping[str, Callable[[Mapping[str, str]], str | None]] = {
    "camel_up": camel_up.question_picture,
    "candy_land": candy_land.question_picture,
    "orchard": orchard.question_picture,
    "perudo": perudo.question_picture,
}


@lru_cache(maxsize=256)
def question_picture(item: QuizQuestion) -> str | None:
    """Return an SVG picture of the position in a question, or None if the question has no picture."""
    draw = _DRAW.get(game_of(item.key))
    return draw(item.question.notation) if draw else None


def answer_outcomes(chance: float) -> list[Outcome]:
    """Return the answer to a question as outcomes of a hundred: yes filled, no hollow.

    chance: the exact probability of a yes.
    """
    yes = float(chance)
    return [Outcome("yes", yes, ROLES[EXACT]), Outcome("no", 1 - yes, ROLES[CONTEXT], hollow=True)]


TASK = "For each question, write the chance that the answer is yes, as a fraction or a percentage."

_STYLE = """
:root { color-scheme: only light; background: #fff }
@page { size: A4; margin: 12mm }
body { font: 10.5pt/1.4 system-ui, sans-serif; color: #1f1a14; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 16pt; margin: 0 } p { margin: 0 0 .3rem } ol { margin: 0; padding: 0 } li { margin-left: 1.6em }
svg { display: block; max-width: 100%; height: auto; margin: 0 0 .3rem } .how { color: #5a5044; font-size: 9pt }
.name { border-bottom: 1px solid #1f1a14; margin: .8rem 0 1rem }
.questions { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem 1.6rem }
.questions li { break-inside: avoid; border-bottom: 1px solid #1f1a14 }
.room { height: 1.2cm } .by-hand .room { height: 4cm }
footer { font-size: 8pt; margin-top: .8rem; overflow-wrap: anywhere } a { color: inherit }
svg { color-scheme: only light !important; print-color-adjust: exact }
.answers { break-before: page; margin-top: 2rem } .answers li { break-inside: avoid; margin-top: .6rem }
.answers li::after { content: ""; display: block; clear: both } .answers svg { float: right; width: 7.5cm; margin-left: 1rem }
@media screen and (max-width: 40rem) { .questions { grid-template-columns: 1fr } }
@media print { body { max-width: none; margin: 0; padding: 0 1px } .answers { margin: 0 } }
"""


def answer(question: Question) -> str:
    """Return the chance of a question as text: a percentage, after the fraction if there is one.

    >>> answer(Question("", "", Fraction(5, 16), "")), answer(Question("", "", 0.25, ""))
    ('5/16 = 31.3%', '25.0%')
    """
    chance = question.chance
    percentage = in_percent(float(chance))
    return f"{chance} = {percentage}" if isinstance(chance, Fraction) else percentage


def page(items: Sequence[QuizQuestion], seed: int, *, answers: bool, by_hand: bool, address: str = "") -> str:
    """Return the HTML document: questions in two columns, then the answers on a new page if ``answers`` is true.

    by_hand: whether to leave room for calculations.
    address: the link to the same worksheet, for the footer of the answers; empty for no footer.
    """
    questions = "".join(f"<li>{_question(item)}<div class='room'></div></li>" for item in items)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>Worksheet {seed}</title><style>{_STYLE}</style></head><body>"
        f"<h1>What are the odds? Worksheet {seed}</h1><p>{TASK}</p><p class='name'>Name:</p>"
        f"<ol class='questions{' by-hand' if by_hand else ''}'>{questions}</ol>"
        f"{_answers(items, seed, escape(address)) if answers else ''}</body></html>"
    )


def _answers(items: Sequence[QuizQuestion], seed: int, link: str) -> str:
    answer_items = "".join(
        f"<li>{hundred_svg(answer_outcomes(item.chance))}<p>{escape(item.question.text)}</p>"
        f"<p><b>{escape(answer(item.question))}</b>. {escape(item.question.because)}</p></li>"
        for item in items
    )
    foot = (
        f"<footer>Questions online, with a switch for the answers: <a href='{link}'>{link}</a></footer>" if link else ""
    )
    return f"<section class='answers'><h1>Answers to worksheet {seed}</h1><ol>{answer_items}</ol></section>{foot}"


def _question(item: QuizQuestion) -> str:
    drawing = question_picture(item) or ""
    details = f"<p class='how'>{escape(item.title)}. {escape(item.question.setting)}</p>"
    return f"<p><b>{escape(item.question.text)}</b></p>{drawing}{details}"
