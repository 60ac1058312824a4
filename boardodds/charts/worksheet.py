"""Pictures of quiz questions, and a worksheet as an HTML page to print, with the answers on a separate page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from html import escape

from boardodds.charts import camel_up, candy_land, orchard, perudo
from boardodds.charts.hundred import Outcome, hundred_svg
from boardodds.charts.style import CONTEXT, EXACT, ROLES, in_percent
from boardodds.entry.game import AGES, REAL_GAME, Question
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
    """Return the answer to a question as outcomes of a hundred: yes, with the chance, filled, no hollow."""
    return [Outcome("yes", chance, ROLES[EXACT]), Outcome("no", 1 - chance, ROLES[CONTEXT], hollow=True)]


def settings(items: Sequence[QuizQuestion]) -> list[str]:
    """Return what stands below each question: its game and its setting, then the rules that no question before it has."""
    texts, told = [], set[str]()
    for item in items:
        rules = [rule for rule in item.question.rules if rule not in told]
        told.update(rules)
        texts.append(" ".join((f"{item.title}. {item.question.setting}", *rules)))
    return texts


TASK = "For each question, write the chance that the answer is yes, as a fraction or a percentage."

_STYLE = """
:root { color-scheme: only light; background: #fff }
@page { size: A4; margin: 12mm }
body { font: 10.5pt/1.4 system-ui, sans-serif; color: #1f1a14; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 16pt; margin: 0; overflow-wrap: anywhere }
p { margin: 0 0 .3rem } ol { margin: 0; padding: 0 } li { margin-left: 1.6em }
svg { display: block; max-width: 100%; height: auto; margin: 0 0 .3rem } .how { color: #5a5044; font-size: 9pt }
.name { border-bottom: 1px solid #1f1a14; margin: .8rem 0 1rem }
.questions { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem 1.6rem }
.questions li { break-inside: avoid; border-bottom: 1px solid #1f1a14 }
.room { height: 1.2cm } .hand .room { height: 4cm } .hand-9-12 .room { height: 3cm }
header { display: flex; gap: 1rem; justify-content: space-between } header > div { flex: 1 }
.code svg { width: 2.6cm; height: 2.6cm; margin: 0 }
.steps { list-style: none } .steps li { margin: 0; color: #5a5044; font-size: 9pt }
footer { font-size: 8pt; margin-top: .8rem; overflow-wrap: anywhere } a { color: inherit }
svg { color-scheme: only light !important; print-color-adjust: exact }
.answers { break-before: page; margin-top: 2rem } .answers > ol > li { break-inside: avoid; margin-top: .6rem }
.answers > ol > li::after { content: ""; display: block; clear: both }
.answers svg { float: right; width: 7.5cm; margin-left: 1rem }
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


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A worksheet, to print.

    name: its seed and version.
    level: that of its questions, which decides on the room for calculations.
    title, group: the teacher's title and the name of the class; "" for none.
    others: by name, the questions of other versions, whose answers follow in the key.
    address, code: the link to the same questions without answers, and its QR code as SVG; "" for none.
    """

    items: Sequence[QuizQuestion]
    name: str
    level: str = REAL_GAME
    title: str = ""
    group: str = ""
    others: Mapping[str, Sequence[QuizQuestion]] = field(default_factory=dict)
    address: str = ""
    code: str = ""

    def page(self, *, answers: bool) -> str:
        """Return the HTML document: questions in two columns, then the key on a new page if ``answers`` is true."""
        questions = "".join(
            f"<li><p><b>{escape(item.question.text)}</b></p>{question_picture(item) or ''}<p class='how'>{escape(setting)}</p>"
            "<div class='room'></div></li>"
            for item, setting in zip(self.items, settings(self.items), strict=True)
        )
        link = escape(self.address)
        code = f"<a class='code' href='{link}' aria-label='The questions online'>{self.code}</a>" if self.code else ""
        others = [replace(self, name=name, items=items) for name, items in self.others.items()]
        keys = [sheet._key() for sheet in (self, *others)]
        foot = f"<footer>Questions online: <a href='{link}'>{link}</a></footer>" if link else ""
        return (
            "<!doctype html><html lang='en'><head><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
            f"<title>Worksheet {self.name}</title><style>{_STYLE}</style></head><body><header><div>"
            f"{self.heading()}<p>{TASK}</p><p class='name'>Name:</p></div>{code}</header>"
            f"<ol class='questions {'game' if self.level == REAL_GAME else f'hand hand-{self.level}'}'>{questions}</ol>"
            f"{''.join(keys) + foot if answers else ''}</body></html>"
        )

    def heading(self, kind: str = "Worksheet") -> str:
        """Return the title as HTML, and below it the kind of paper with the name, the age and the class."""
        age = "" if self.level == REAL_GAME else AGES[self.level].words
        details = " · ".join(filter(None, (f"{kind} {self.name}", age, self.group)))
        return f"<h1>{escape(self.title or 'What are the odds?')}</h1><p>{escape(details)}</p>"

    def _key(self) -> str:
        answers = "".join(
            f"<li>{hundred_svg(answer_outcomes(item.chance))}<p>{escape(item.question.text)}</p>"
            f"<p><b>{escape(answer(item.question))}</b>. {escape(item.question.because)}</p>"
            f"<ol class='steps'>{''.join(f'<li>{escape(step)}</li>' for step in item.question.steps)}</ol></li>"
            for item in self.items
        )
        return f"<section class='answers'>{self.heading('Answers to worksheet')}<ol>{answers}</ol></section>"
