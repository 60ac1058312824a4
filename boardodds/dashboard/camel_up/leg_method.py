"""The view "Method" of the leg page: how its answer is counted, and what a place in a stack is worth."""

from collections.abc import Mapping
from fractions import Fraction
from math import perm

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, camel_name, rolls_left
from boardodds.camel_up.game import NOT_COVERED
from boardodds.camel_up.published_figures import SCENARIOS
from boardodds.camel_up.tally import count_nodes
from boardodds.charts.style import ordinal, short_percent
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.ui.panels import NARROW, Code, Formula, Grid
from boardodds.probability.display import plural


def method_view(state: CamelState) -> None:
    """Explain how the answer is computed."""
    odds = solvers.leg(state.position, state.rules)
    st.markdown(
        "Dice leave the pyramid in random order, and each shows one of its sides. So $N$ dice with three numbers have "
        "$N! \\cdot 3^N$ equally likely sequences. The number in this position is"
    )
    Formula(sequences_formula(state.position, state.rules)).show()
    dice, rolls = len(state.position.dice), rolls_left(state.position, state.rules)
    notes = f"Each die is counted with {state.rules.sides} sides. " if state.rules.crazy else ""
    notes += "One die stays in the pyramid. " if rolls < dice else ""
    nodes = count_nodes(dice, state.rules.sides, rolls)
    st.markdown(
        f"{notes}For the board above, the tree of rolls has {plural(nodes, 'node')} at which a die is rolled. But different "
        "rolls can lead to the same board with the same dice left, and their sequences are counted together, roll by roll, as "
        f"**{plural(odds.states, 'different state')}**. Each chance is a number of sequences divided by {odds.outcomes:,}, so it "
        "is exact."
    )
    _show_stacks(solvers.stacks())
    st.markdown(f"**Not covered**: {NOT_COVERED}")
    st.markdown(
        "**Sources**: the counting argument comes from the blog post *Camel Calculator*, the "
        f"{len(SCENARIOS)} scenarios from a blog post of July 2015 on the maths of Camel Up. Camel Up is a game by Steffen Bogen."
    )
    Code(
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{state.position}")\n'
        f'camel_up.solve_leg(position, {rules_in_python(state.rules)}).fraction("{odds.favourite}", place=1)'
    ).show()


def _show_stacks(wins: Mapping[tuple[int, int], Fraction]) -> None:
    """Show the chance to win by the height of a stack and the place in it, 1 at the bottom, with every stack upright."""
    places = range(1, max(wins)[0] + 1)
    cells = {place: (float(win), short_percent(float(win))) for place, win in wins.items()}
    bottom, second, top = (cells[3, place][1] for place in (1, 2, 3))
    st.markdown(
        f"#### In a stack of three, the top camel wins {top} of legs, the second {second}, the bottom one {bottom}"
    )
    grid = {
        ordinal(place): {f"{height} high": cells.get((height, place), (0.0, "")) for height in places}
        for place in reversed(places)
    }
    Grid(grid, corner="from below", caption="Chance to win the leg by place in a stack", width=NARROW).show()
    st.caption(
        "Chance to win the leg by the height of a camel's stack and its place in it: the mean over all boards on which the first "
        f"rolls can place the {len(places)} camels of the first edition, counted exactly. A stack of 1 is a camel alone. An "
        f"equal chance is {short_percent(1 / len(places))}. The blog post of 2015 concluded from its scenarios that the top is "
        "very good, the second place of three pretty good, and that the bottom hurts a lot."
    )


def stacks_in_words(position: Position) -> str:
    """Return sentences on which camels stand where.

    >>> stacks_in_words(Position.parse("1:BWO 2:Y"))
    'From the bottom up, blue, white and orange are on square 1. Yellow is on square 2.'
    """
    sentences = []
    for square, camels in position.stacks:
        *others, top = (camel_name(camel) for camel in camels)
        text = f"from the bottom up, {', '.join(others)} and {top} are" if others else f"{top} is"
        sentences.append(f"{text[0].upper()}{text[1:]} on square {square}.")
    return " ".join(sentences)


def sequences_formula(position: Position, rules: Rules) -> str:
    """Return the number of dice sequences of a position as a TeX formula: the orders of the drawn dice times their sides.

    >>> sequences_formula(Position.parse("1:BWOG 2:Y"), FIRST_EDITION)
    '5! \\\\cdot 3^{5} = 29{,}160'
    """
    dice, rolls = len(position.dice), rolls_left(position, rules)
    dice_left = dice - rolls
    orders = f"{dice}!" if dice_left < 2 else rf"\frac{{{dice}!}}{{{dice_left}!}}"
    total = perm(dice, rolls) * rules.sides**rolls
    return rf"{orders} \cdot {rules.sides}^{{{rolls}}} = {total:,}".replace(",", "{,}")


def rules_in_python(rules: Rules) -> str:
    """Return the expression that gives these rules in a notebook."""
    named = {FIRST_EDITION: "camel_up.FIRST_EDITION", SECOND_EDITION: "camel_up.SECOND_EDITION"}
    return named.get(rules, f"camel_up.{rules!r}")
