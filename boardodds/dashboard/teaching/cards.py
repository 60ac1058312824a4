"""The teaching pages' cards on the home page."""

from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.charts import svg
from boardodds.charts.questions import question_picture
from boardodds.dashboard.camel_up.solvers import counting_levels
from boardodds.dashboard.teaching import solvers
from boardodds.dashboard.teaching.methods_rows import ALL, QUICK, count_matches, rows
from boardodds.dashboard.ui.card import OUR_COLOUR, Card, bar_card
from boardodds.probability.estimate import Z95, trials_for_margin
from boardodds.probability.wording import plural
from boardodds.teaching.large_numbers import trials
from boardodds.teaching.quiz import MAX_QUESTIONS, newest_catalogue

CARD_GAMES = 1_000
CARD_MARGIN = 0.001


def classroom_card() -> Card:
    """Return a card with the error after a thousand games, and the games that a tenth of a percentage point needs."""
    exact = trials()["orchard"].exact()
    error = Z95 * (exact * (1 - exact) / CARD_GAMES) ** 0.5
    runs = solvers.runs("orchard", CARD_GAMES, 1, 1)
    shares = runs.shares[0].tolist()
    return Card(
        f"After {CARD_GAMES:,} games of Orchard, the proportion of wins is within **{100 * error:.1f} percentage points** of the "
        f"exact chance in about 19 of 20 runs. For {100 * CARD_MARGIN:.1f} percentage points, you need "
        f"{trials_for_margin(CARD_MARGIN, share=exact):,} games.",
        svg.line(shares, exact, f"{runs.games[0]} games", f"{runs.games[-1]:,} games"),
        f"In one run, the proportion of wins is {shares[0]:.0%} after {runs.games[0]} games and {shares[-1]:.1%} after "
        f"{runs.games[-1]:,}; the exact chance is {exact:.1%}.",
    )


def counting_card() -> Card:
    """Return a card that compares the boards with the dice sequences of a leg."""
    levels = counting_levels(CAMEL_CALCULATOR[0].position)
    busiest = max(levels, key=lambda level: level.states)
    return bar_card(
        f"{busiest.rolls} of {levels[-1].rolls} camel dice can be rolled in **{busiest.sequences:,} ways, which lead to only "
        f"{busiest.states:,} different boards**. Count the boards, not the ways. The bars show boards as a percentage of ways.",
        {
            plural(level.rolls, "die", "dice"): (level.states / level.sequences, OUR_COLOUR)
            for level in levels
            if level.states and level.rolls
        },
    )


def quiz_card() -> Card:
    """Return a card with the first question of a quiz that has a picture."""
    return _first_question(
        "Guess each chance, then see the exact answer. A link gives a whole class the same questions.", by_hand=False
    )


def worksheet_card() -> Card:
    """Return a card with the first question of a worksheet that has a picture."""
    return _first_question("Solve it with a pencil. Print worksheets, with or without answers.", by_hand=True)


def methods_card() -> Card:
    """Return a card with the number of published figures that match when recomputed."""
    quick = rows(QUICK)
    matches = count_matches(quick)
    return bar_card(
        f"**{matches} of {len(quick)} published figures** match our results within their tolerance. "
        f"The page can check {len(ALL) - len(quick)} more by simulation.",
        {"match": (matches / len(quick), "#2f8f4e")},
    )


def _first_question(words: str, *, by_hand: bool) -> Card:
    questions = (solvers.question(1, number, (), by_hand, newest_catalogue()) for number in range(MAX_QUESTIONS))
    first = next(item for item in questions if item.question.table)
    drawing = question_picture(first)
    return Card(f"{first.title}: **{first.question.text}** {words}", drawing or "", first.question.table)
