"""A worksheet as a page of HTML to print: the questions, and the answers on a page of their own."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from boardodds.charts import pictures
from boardodds.charts.style import in_percent
from boardodds.questions import Question
from boardodds.quiz import Asked

TASK = "To each question: what is the chance of a yes? Write it as a fraction or in percent."

_STYLE = """
body { font: 12pt/1.45 system-ui, sans-serif; color: #1f1a14; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 18pt; margin: 0 0 .3rem } ol { padding-left: 1.4rem } li { break-inside: avoid; margin: 0 0 1.6rem }
svg { display: block; max-width: 100%; height: auto; margin: .4rem 0 } p { margin: .2rem 0 } .how { color: #5a5044 }
.line, .work { border-bottom: 1px solid #1f1a14 } .line { height: 2.2rem } .work { height: 6rem } .answers { break-before: page }
@media print { body { margin: 0 } }
"""


def answer(question: Question) -> str:
    """The chance in words: as a fraction where there is one, and in percent.

    >>> answer(Question("", "", Fraction(5, 16), "")), answer(Question("", "", 0.25, ""))
    ('5/16 = 31.3%', '25.0%')
    """
    chance = question.chance
    share = in_percent(float(chance))
    return f"{chance} = {share}" if isinstance(chance, Fraction) else share


def page(asked: Sequence[Asked], seed: int, *, answers: bool) -> str:
    """The whole document: questions with room to work them out, and the answers from a new page on if they are wanted."""
    questions = "".join(f"<li>{_question(each)}<div class='work'></div></li>" for each in asked)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width'><title>Worksheet {seed}</title><style>{_STYLE}</style></head><body>"
        f"<h1>What are the odds? Worksheet {seed}</h1><p>{TASK}</p><p>Name:</p><div class='line'></div><ol>{questions}</ol>"
        f"{_answers(asked, seed) if answers else ''}</body></html>"
    )


def _answers(asked: Sequence[Asked], seed: int) -> str:
    told = "".join(
        f"<li><p><b>{escape(answer(each.question))}</b>. {escape(each.question.because)}</p></li>" for each in asked
    )
    return f"<section class='answers'><h1>Answers to worksheet {seed}</h1><ol>{told}</ol></section>"


def _question(asked: Asked) -> str:
    drawing = pictures.of_question(asked.question) or ""
    how = f"<p class='how'>{escape(asked.title)}. {escape(asked.question.setting)}</p>"
    return f"<p><b>{escape(asked.question.asked)}</b></p>{drawing}{how}"
