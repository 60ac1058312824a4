"""The hundred on a page: an answer as a hundred pieces of its game, with the exact figures below, as HTML for any width."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import groupby, islice
from math import ceil, sqrt

import streamlit as st

from boardodds.charts.hundred import Outcome, Stack, counts_of_hundred, in_words, pieces_of, quantile_dots
from boardodds.charts.style import Tone
from boardodds.probability.display import plural
from boardodds.probability.pmf import Pmf

# A dot plot labels about this many of its stacks.
_MAX_TICKS = 6
# The width of a dot plot on a phone, as a multiple of the height of its stacks.
_ASPECT_RATIO = 4


def show_hundred(outcomes: Sequence[Outcome], *, key: str, games: str) -> None:
    """Show a hundred pieces by outcome; pieces that have changed since the last run move to their new colour."""
    memory, now = f"pieces of {key}", tuple(outcomes)
    previous: tuple[Outcome, ...] = st.session_state.get(memory, now)
    st.session_state[memory] = now
    st.html(_changed_html(now, previous, games))


@lru_cache
def _changed_html(outcomes: tuple[Outcome, ...], previous: tuple[Outcome, ...], games: str) -> str:
    return hundred_html(outcomes, pieces_of(previous), games)


def hundred_html(
    outcomes: Sequence[Outcome], previous: Sequence[Outcome] | None = None, games: str = "games like this one"
) -> str:
    """Return the hundred as HTML.

    previous: the outcome of each piece in the previous answer; pieces that differ change their colour gently.
    games: the plural of what each piece is, for screen readers.
    """
    counts = counts_of_hundred([outcome.chance for outcome in outcomes])
    old = iter(previous or pieces_of(outcomes))
    pieces = parts = ""
    for outcome, count in zip(outcomes, counts, strict=True):
        # Few of the pieces differ from the one before them.
        runs = [_piece(outcome, before) * len(list(run)) for before, run in groupby(islice(old, count))]
        tip = escape(f"{outcome.number} {outcome.name}: {outcome.percentage}")
        pieces += f'<span class="group" title="{tip}">{"".join(runs)}</span>'
        if outcome.chance:
            # Short, so that a list that fills one line stays in one line.
            number = outcome.number.replace("fewer than ", "<").replace("more than ", ">")
            parts += (
                f"<li>{_piece(outcome, outcome)}<b>{escape(number)}</b> {escape(outcome.name)} "
                f"<span>{escape(outcome.percentage)}</span></li>"
            )
    return (
        f'<div class="hundred"><div class="pieces" role="img" aria-label="{escape(in_words(outcomes, games))}">{pieces}</div>'
        f'<ul class="parts" aria-hidden="true">{parts}</ul></div>'
    )


def _piece(outcome: Outcome, before: Outcome) -> str:
    changed = f"--from:{before.tone.css};" if before.look != outcome.look else ""
    form = f"{outcome.shape}{' hollow' if outcome.hollow else ''}{' changed' if changed else ''}"
    return f'<i class="piece {form}" style="{changed}--fill:{outcome.tone.css}"></i>'


def guess_html(guess: float, name: str = "your guess") -> str:
    """Return a bracket as wide as the guessed part of a hundred pieces."""
    return (
        f'<div class="guess" aria-hidden="true"><p>{name}: {100 * guess:.0f} of 100</p>'
        f'<div class="bracket" style="--guess:{100 * guess:.1f}%"></div></div>'
    )


@dataclass(frozen=True, slots=True)
class Dots:
    """A hundred games of typical lengths, drawn as a quantile dot plot.

    unit: what a length counts, in the singular, such as "turn".
    split: games up to this length are filled and longer ones hollow.
    """

    lengths: Pmf
    unit: str
    tone: Tone
    split: int

    @property
    def html(self) -> str:
        """The dot plot as HTML."""
        return _dots_html(self)


@lru_cache
def _dots_html(dots: Dots) -> str:
    stacks = quantile_dots(dots.lengths)
    half, most = (round(dots.lengths.quantile(share)) for share in (0.5, 0.9))
    interval = -(-len(stacks) // _MAX_TICKS)
    columns = "".join(
        _column(stack, dots.split, dots.tone, label=_stack_label(stack) if number % interval == 0 else "")
        for number, stack in enumerate(stacks)
    )
    # As many dots beside each other as keep the tallest stack as low as the place on a phone.
    row = ceil(sqrt(_ASPECT_RATIO * max(len(stack.lengths) for stack in stacks) / len(stacks)))
    alt = f"Of 100 typical games, at least half take at most {plural(half, dots.unit)}, at least 90 at most {most}."
    return (
        f'<div class="dots" role="img" aria-label="{escape(alt)}" style="--columns:{len(stacks)};--row:{row}">{columns}'
        f'<span class="unit">{escape(dots.unit)}s</span></div>'
    )


def _stack_label(stack: Stack) -> str:
    return str(stack.first) if stack.first == stack.last else f"{stack.first}–{stack.last}"


def _column(stack: Stack, limit: int, tone: Tone, *, label: str) -> str:
    filled, hollow = (f'<i class="piece round{kind}" style="--fill:{tone.css}"></i>' for kind in ("", " hollow"))
    dots = "".join([filled if length <= limit else hollow for length in stack.lengths])
    tip = f"{_stack_label(stack)}: {len(stack.lengths)} of 100"
    return f'<div class="stack" title="{tip}"><div>{dots}</div><small>{escape(label)}</small></div>'
