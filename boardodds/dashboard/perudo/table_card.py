"""A card for the table, to print: how often a bid is true, by the unseen dice and by how many more of the face are needed."""

from collections.abc import Iterator
from html import escape
from itertools import takewhile

from boardodds.charts.style import short_percent
from boardodds.perudo.chances import chances_of_at_least
from boardodds.perudo.rules import ACE, Rules

# All numbers of unseen dice up to the first, then every second one, so that a card of fifty dice fits its page.
_EACH, _MOST = 20, 50
# Of what is needed, the least chance that a column has in the last row, and the most columns.
_LEAST_CHANCE, _COLUMNS = 0.01, 20
_LIKELY = 0.5
_STYLE = """
:root { color-scheme: only light; background: #fff }
@page { size: A4 landscape; margin: 9mm }
body { font: 8pt/1.3 system-ui, sans-serif; color: #1f1a14; margin: 0 auto; max-width: 277mm }
h1 { font-size: 13pt; margin: 0 } p { margin: .3em 0 .6em } main { display: flex; gap: 6mm; justify-content: space-between }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { font-weight: 600; text-align: start; padding: .3em 0 }
:is(td, th) { padding: 0 .45em; text-align: end; border-bottom: .2mm solid #d8cfbf; height: 4.35mm }
th { color: #5a5044; font-weight: 400 }
.likely { font-weight: 700; background: #dbe7f5; print-color-adjust: exact }
"""


def table_card(rules: Rules, dice: int) -> str:
    """Return the card for some dice at the table as an HTML document of one A4 page."""
    tables = {ACE: "Any face"}
    if rules.wild_aces:
        wild = "Faces from two on, while aces are wild"
        tables = {rules.sides: wild, ACE: "Aces, and any face while aces are not wild"}
    body = "".join(
        f"<table><caption>{words}</caption>{''.join(_rows(face, dice, rules))}</table>"
        for face, words in tables.items()
    )
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Perudo table card</title><style>{_STYLE}</style>"
        "</head><body><h1>Is that bid true?</h1><p>Take your own matching dice from the bid: so many more are needed. In percent,"
        " the chance that the unseen dice show at least as many, from the dice alone; at least a half in bold.</p>"
        f"<main>{body}</main></body></html>"
    )


def _rows(face: int, dice: int, rules: Rules) -> Iterator[str]:
    numbers = [unseen for unseen in range(1, min(dice, _MOST) + 1) if unseen <= _EACH or unseen % 2 == 0]
    chances = {unseen: chances_of_at_least(face, unseen, rules, False) for unseen in numbers}
    needed = len([*takewhile(lambda chance: chance >= _LEAST_CHANCE, chances[numbers[-1]][1:])])
    columns = range(1, min(needed, _COLUMNS) + 1)
    yield f"<tr><th>unseen</th>{''.join(f'<th>{number}</th>' for number in columns)}</tr>"
    for unseen, chance in chances.items():
        cells = (_cell(float(chance[number])) if number <= unseen else "<td></td>" for number in columns)
        yield f"<tr><th>{unseen}</th>{''.join(cells)}</tr>"


def _cell(chance: float) -> str:
    return f"<td{' class=likely' * (chance >= _LIKELY)}>{escape(short_percent(chance, 0).removesuffix('%'))}</td>"
