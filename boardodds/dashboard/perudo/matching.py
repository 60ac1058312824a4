"""The number of matching dice at a hundred tables, as dots: one row of stacks for each reading of the bids."""

from collections.abc import Mapping
from html import escape

from boardodds.charts.hundred import quantile_dots
from boardodds.charts.tokens import CONTEXT, EXACT, ROLES, Tone
from boardodds.probability.pmf import Pmf

# More stacks than a table can have numbers of dice, so that each number has its own.
_ALL = 1_000


def matching_html(readings: Mapping[str, Pmf], quantity: int, face: str) -> str:
    """Return the dots of each reading as HTML: filled where the bid is true, with one axis for all readings.

    readings: by name, the distribution of the number of matching dice; the first is the one in use.
    quantity, face: the bid; the face in the plural.
    """
    counts = {name: dots_by_number(pmf) for name, pmf in readings.items()}
    numbers = range(min(map(min, counts.values())), max(map(max, counts.values())) + 1)
    tones = [ROLES[EXACT], *(ROLES[CONTEXT] for _ in counts)]
    rows = "".join(
        _row(name, dots, numbers, quantity, tone) for (name, dots), tone in zip(counts.items(), tones, strict=False)
    )
    axis = "".join(f"<small>{number}</small>" for number in numbers)
    return (
        f'<div class="dots matching" role="img" aria-label="{escape(matching_alt(readings, quantity, face))}" '
        f'style="--columns:{len(numbers)}">{rows}<div class="axis">{axis}</div>'
        f'<span class="unit">{escape(face)} among all dice</span></div>'
    )


def dots_by_number(pmf: Pmf) -> dict[int, int]:
    """Return how many of a hundred tables have each number of matching dice.

    >>> dots_by_number(Pmf.from_weights({0: 0.25, 1: 0.5, 3: 0.25}))
    {0: 25, 1: 50, 2: 0, 3: 25}
    """
    return {stack.first: len(stack.lengths) for stack in quantile_dots(pmf, max_stacks=_ALL)}


def matching_alt(readings: Mapping[str, Pmf], quantity: int, face: str) -> str:
    """Return the alternative text: for each reading the mean, and the number of tables at which the bid is true."""
    texts = []
    for name, pmf in readings.items():
        true = sum(dots for number, dots in dots_by_number(pmf).items() if number >= quantity)
        texts.append(f"{name}: {pmf.mean:.2f} on average, {quantity} or more at {true} of 100 tables")
    return f"Number of {face} among all dice. {'; '.join(texts)}."


def _row(name: str, dots: Mapping[int, int], numbers: range, quantity: int, tone: Tone) -> str:
    stacks = "".join(
        f'<div class="stack{" split" if number == quantity else ""}">'
        f"<div>{_piece(tone, hollow=number < quantity) * dots.get(number, 0)}</div></div>"
        for number in numbers
    )
    return f'<b style="--fill:{tone.css}">{escape(name)}</b><div class="stacks">{stacks}</div>'


def _piece(tone: Tone, *, hollow: bool) -> str:
    return f'<i class="piece round{" hollow" if hollow else ""}" style="--fill:{tone.css}"></i>'
