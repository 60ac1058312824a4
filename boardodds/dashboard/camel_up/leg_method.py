"""The view "Method" of the leg page: how its answer is counted, and a simulation that checks it."""

from collections import Counter
from math import perm

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, LegOdds, Position, Rules, camel_name, rolls_left
from boardodds.camel_up.game import NOT_COVERED
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR, NUMBERED, SCENARIOS
from boardodds.camel_up.tally import count_nodes
from boardodds.charts import camel_up as charts
from boardodds.charts import counting
from boardodds.dashboard.camel_up import solvers, tables
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.ui.panels import Panel, formula, python_panel
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.state_store import setting
from boardodds.probability.display import plural

_GAMES = (100, 1_000, 10_000, 100_000)
SETTINGS: Allowed = {"legs": one_of(_GAMES), "seed": whole_number(0, MAX_SEED)}


def method_view(state: CamelState) -> None:
    """Explain how the answer is computed, and check it by simulation."""
    odds = solvers.leg(state.position, state.rules)
    st.markdown(
        "Dice leave the pyramid in random order, and each shows one of its sides. So $N$ dice with three numbers have "
        "$N! \\cdot 3^N$ equally likely sequences. The number in this position is"
    )
    formula(sequences_formula(state.position, state.rules))
    example = CAMEL_CALCULATOR[1]
    dice = " and ".join(camel_name(die) for die in example.position.dice)
    st.markdown(
        f"Two dice can be followed by hand. In this published position, the dice of {dice} are left. "
        f"{stacks_in_words(example.position)} The inner ring is the first roll, the outer ring the second. The colour is that of "
        "the camel most likely to win after the roll."
    )
    tree = solvers.counting_tree(example.position, example.rules)
    words = _tree_in_words(tree)
    Panel(charts.counting_rings(tree), key="tree_chart", alt=words, finding=words).show()
    st.markdown(
        "A *node* of the tree is a moment at which a die is rolled. With more dice, the tree has too many nodes to follow every "
        "branch. But most branches meet again: different rolls can lead to the same board with the same dice left. Such nodes "
        "are one *state*, and their sequences are counted together, roll by roll. So the work grows with the number of "
        "different states."
    )
    nodes, states = solvers.growth()
    most = max(nodes)
    Panel(
        counting.growth_line(nodes, states),
        key="growth_chart",
        alt="Nodes of the tree and different states by number of dice: "
        + "; ".join(f"{plural(n, 'die', 'dice')} {nodes[n]:,} nodes, {states[n]:,} states" for n in nodes),
        finding=f"With {most} dice, merging equal boards divides the work by {nodes[most] / states[most]:.1f}",
        method=f"Numbers of nodes and of states by number of dice in the pyramid, on a logarithmic axis, for one stack of "
        f"{len(NUMBERED.camels)} camels, not for the board above.",
    ).show()
    rolls = rolls_left(state.position, state.rules)
    board_nodes = count_nodes(len(state.position.dice), state.rules.sides, rolls)
    st.markdown(
        f"For the board above, the tree has {board_nodes:,} nodes, which are **{odds.states:,} "
        f"different states**. Each chance is a number of sequences divided by {odds.outcomes:,}, so it is exact."
    )
    _show_simulation(state, odds)
    st.markdown(f"**Not covered**: {NOT_COVERED}")
    st.markdown(
        "**Sources**: the counting argument and the position with two dice come from the blog post *Camel Calculator*, the "
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
    note = ""
    if rules.crazy:
        note = rf"\quad\text{{(each die counted with {rules.sides} sides; one die stays in the pyramid)}}"
    total = perm(dice, rolls) * rules.sides**rolls
    return rf"{orders} \cdot {rules.sides}^{{{rolls}}} = {total:,}".replace(",", "{,}") + note


def _show_simulation(state: CamelState, odds: LegOdds) -> None:
    st.markdown(
        "**Does a simulation agree?** Simulate the leg many times and check whether each interval contains the exact value."
    )
    left, right = st.columns(2)
    games = left.select_slider("Legs to simulate", _GAMES, **setting("legs", 10_000))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    sample = solvers.leg_sample(state.position, state.rules, games, int(seed))
    rows = tables.sample(odds, sample)
    hits = [row["contains the exact value"] for row in rows].count("yes")
    finding = f"{f'All {hits}' if hits == len(rows) else f'{hits} of {len(rows)}'} intervals contain the exact value"
    Panel(
        charts.sample_points(
            {camel: odds.probability(camel) for camel in odds.ranking},
            {camel: sample.probability(camel) for camel in odds.ranking},
        ),
        key="sample_chart",
        alt=f"Exact and simulated chance of each camel to win the leg. {finding}.",
        finding=finding,
        method=f"Upright line: the exact chance of winning the leg. Circle: {games:,} simulated legs with their 95% Wilson "
        "interval. About one interval in twenty misses its exact value.",
        rows=lambda: rows,
        percent=["exact", "simulated"],
    ).show()


def _tree_in_words(tree: dict[tuple[str, ...], str]) -> str:
    winners = [winner for path, winner in tree.items() if len(path) == 2]
    counts = ", ".join(f"{camel_name(camel)} after {count}" for camel, count in Counter(winners).most_common())
    return f"Of {len(winners)} ways to roll two dice, {counts.replace(' after', ' wins after', 1)}"


def rules_in_python(rules: Rules) -> str:
    """Return the expression that gives these rules in a notebook."""
    named = {FIRST_EDITION: "camel_up.FIRST_EDITION", SECOND_EDITION: "camel_up.SECOND_EDITION"}
    return named.get(rules, f"camel_up.{rules!r}")
