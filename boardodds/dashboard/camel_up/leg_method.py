"""The view "Method" of the leg page: how its answer is counted."""

from math import perm

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, camel_name, rolls_left
from boardodds.camel_up.game import NOT_COVERED
from boardodds.camel_up.published_figures import SCENARIOS
from boardodds.camel_up.tally import count_nodes
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.ui.panels import formula, python_panel
from boardodds.probability.display import plural


def method_view(state: CamelState) -> None:
    """Explain how the answer is computed."""
    odds = solvers.leg(state.position, state.rules)
    st.markdown(
        "Dice leave the pyramid in random order, and each shows one of its sides. So $N$ dice with three numbers have "
        "$N! \\cdot 3^N$ equally likely sequences. The number in this position is"
    )
    formula(sequences_formula(state.position, state.rules))
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
    st.markdown(f"**Not covered**: {NOT_COVERED}")
    st.markdown(
        "**Sources**: the counting argument comes from the blog post *Camel Calculator*, the "
        f"{len(SCENARIOS)} scenarios from a blog post of July 2015 on the maths of Camel Up. Camel Up is a game by Steffen Bogen."
    )
    python_panel(
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{state.position}")\n'
        f'camel_up.solve_leg(position, {rules_in_python(state.rules)}).fraction("{odds.favourite}", place=1)'
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
