"""The views of the leg page, one function each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import perm

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, LegOdds, Position, Rules, camel_name, rolls_left
from boardodds.camel_up.counting import count_nodes
from boardodds.camel_up.position import MIRAGE, OASIS, TILE_NAMES, legal_tile_squares
from boardodds.camel_up.rules import MAX_TRACK
from boardodds.camel_up.setup import adapt_position
from boardodds.camel_up.sources import CAMEL_CALCULATOR, NUMBERED, SCENARIOS
from boardodds.camel_up.terms import tile_name, with_article
from boardodds.camel_up.variants import NO_STACKING, NO_TILES, STACKING, variants
from boardodds.charts import camel_up as charts
from boardodds.charts import counting
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.advice import tile_gains
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.inputs import rules_in_python
from boardodds.dashboard.camel_up.roll_choice import (
    LAST_ARRIVAL,
    SEGMENT_LABELS,
    exact_percent,
    in_dice_order,
    show_next_rolls,
    swing_text,
)
from boardodds.dashboard.ui.data_tables import Rows, table
from boardodds.dashboard.ui.page_parts import all_figures, chart, formula, python_panel, show_options
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.probability.ablation import ablate
from boardodds.probability.wording import plural

_OVER = "The leg is over, so nothing is left to decide."
GAMES = (100, 1_000, 10_000, 100_000)
FORMATS = ("percent", "fractions")
LINK: Allowed = {
    "show": one_of(FORMATS),
    "square": whole_number(1, MAX_TRACK),
    "tile": one_of(TILE_NAMES.values()),
    "legs": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
}


def next_roll_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Show each camel's chance of winning the leg after every possible next roll."""
    rolls = in_dice_order(solvers.next_rolls(setup.position, setup.rules), setup.rules)
    if not rolls:
        st.markdown(_OVER)
        return
    bars = {"now": {camel: odds.probability(camel) for camel in odds.camels}}
    bars |= {str(roll.roll): {camel: roll.after.probability(camel) for camel in roll.after.camels} for roll in rolls}
    show_next_rolls("leg", bars, odds.ranking, tables.next_rolls(rolls), finding=swing_text("leg", bars))


def tiles_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Show the expected coins of the tiles on the board, and of a further tile on each square."""
    for square, kind in setup.position.tiles:
        st.markdown(
            f"The {tile_name(kind, setup.rules)} on square {square} pays its owner **{odds.tile_coins[square]:.2f} coins** on "
            "average in the rest of this leg."
        )
    if not rolls_left(setup.position, setup.rules):
        st.markdown(_OVER)
        return
    coins = tile_gains(setup)
    tile = _tile_to_place(setup)
    if not coins:
        st.markdown(f"No square is free for {tile}.")
        return
    kind, square = max(coins, key=lambda placement: coins[placement])
    if not any(coins.values()):
        st.markdown(
            f"{tile.capitalize()} would earn nothing in this leg: no camel can stop on a square that is free for it."
        )
        return
    best = f"{with_article(tile_name(kind[0], setup.rules))} on square {square}, worth {coins[kind, square]:.2f} coins"
    if setup.holdings.own_tile is not None:
        best += " more than now"
    if square == setup.holdings.own_tile and not coins[kind, square]:
        best = "where it is now"
    chart(
        charts.tile_bars(coins, setup.rules),
        key="tile_chart",
        alt=f"Expected coins of {tile} by its square. The best is {best}.",
        finding=f"Best place for {tile}: {best}",
        method=f"{_explain_tile_coins(setup, tile)}{_omitted_squares_text(coins)}",
    )
    all_figures(lambda: table(tables.tile_coins(coins), places={"oasis": 3, "mirage": 3}), key="all_tiles")


def _tile_to_place(setup: CamelSetup) -> str:
    """Return the name of the tile that the visitor can place or move."""
    if setup.holdings.own_tile is not None:
        return "your tile"
    return "another tile" if setup.position.tiles else "a tile"


def _explain_tile_coins(setup: CamelSetup, tile: str) -> str:
    moved = " more than where it is now" if setup.holdings.own_tile is not None else ""
    tickets = " Your tickets are included: a tile also changes what they pay." if setup.holdings.held else ""
    return f"Coins that {tile} earns on average in the rest of this leg, by its square{moved}.{tickets}"


def _omitted_squares_text(coins: Mapping[tuple[str, int], float]) -> str:
    """Return a sentence on the squares after the last one that the chart shows, or nothing if it shows all.

    >>> _omitted_squares_text({("oasis", 3): 1.0, ("oasis", 4): 0.004})
    ' From square 4 on, it earns less than 0.005 coins.'
    >>> _omitted_squares_text({("oasis", 3): 1.0, ("oasis", 4): 0.0})
    ' From square 4 on, it earns nothing.'
    """
    last_shown = charts.useful_squares(coins)[-1]
    omitted = {square: value for (_, square), value in coins.items() if square > last_shown}
    if not omitted:
        return ""
    earns = f"less than {charts.MIN_BAR_COINS} coins" if any(omitted.values()) else "nothing"
    return f" From square {min(omitted)} on, it earns {earns}."


def what_if_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Show the chances of winning under other rules next to those now."""
    if not rolls_left(setup.position, setup.rules):
        st.markdown(_OVER)
        return
    cases = _what_if_cases(setup)
    ablation = ablate(lambda case: solvers.leg(*case), (setup.position, setup.rules), cases)
    bars = {
        name: {camel: result.probability(camel) for camel in result.camels}
        for name, result in {"now": ablation.baseline, **ablation.variants}.items()
    }
    rows = tables.effects(ablation)
    effect = _largest_effect_text(rows)
    notes = [SEGMENT_LABELS]
    if NO_STACKING in cases or not setup.rules.stacking:
        notes.append(LAST_ARRIVAL)
    if _other_edition(setup.rules)[0] in cases:
        notes.append(_explain_other_edition(setup.rules))
    chart(
        charts.split_bars(bars, odds.ranking),
        key="what_if_chart",
        alt=f"Each camel's chance of winning the leg now and with each change. {effect}.",
        finding=effect,
        method=f"Each camel's chance of winning the leg, in percent, now and with each change. {' '.join(notes)}",
    )
    all_figures(lambda: table(rows, percent=["now", "then"], places={tables.POINTS: 1}), key="all_effects")


def how_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Explain how the answer is computed, and check it by simulation."""
    st.markdown(
        "Dice leave the pyramid in random order, and each shows one of its sides. So $N$ dice with three numbers have "
        "$N! \\cdot 3^N$ equally likely sequences. The number in this position is"
    )
    formula(sequences_formula(setup.position, setup.rules))
    example = CAMEL_CALCULATOR[1]
    dice = " and ".join(camel_name(die) for die in example.position.dice)
    st.markdown(
        f"Two dice can be followed by hand. In this published position, the dice of {dice} are left. "
        f"{stacks_in_words(example.position)} The inner ring is the first roll, the outer ring the second. The colour is that of "
        "the camel most likely to win after the roll."
    )
    tree = solvers.counting_tree(example.position, example.rules)
    chart(charts.counting_rings(tree), key="tree_chart", alt=_tree_in_words(tree), finding=_tree_in_words(tree))
    st.markdown(
        "A *node* of the tree is a moment at which a die is rolled. With more dice, the tree has too many nodes to follow every "
        "branch. But most branches meet again: different rolls can lead to the same board with the same dice left. Such nodes "
        "are one *state*, and their sequences are counted together, roll by roll. So the work grows with the number of "
        "different states."
    )
    nodes, states = solvers.growth()
    most = max(nodes)
    chart(
        counting.growth_line(nodes, states),
        key="growth_chart",
        alt="Nodes of the tree and different states by number of dice: "
        + "; ".join(f"{plural(n, 'die', 'dice')} {nodes[n]:,} nodes, {states[n]:,} states" for n in nodes),
        finding=f"With {most} dice, merging equal boards divides the work by {nodes[most] / states[most]:.1f}",
        method=f"Numbers of nodes and of states by number of dice in the pyramid, on a logarithmic axis, for one stack of "
        f"{len(NUMBERED.camels)} camels, not for the board above.",
    )
    rolls = rolls_left(setup.position, setup.rules)
    board_nodes = count_nodes(len(setup.position.dice), setup.rules.sides, rolls)
    st.markdown(
        f"For the board above, the tree has {board_nodes:,} nodes, which are **{odds.states:,} "
        f"different states**. Each chance is a number of sequences divided by {odds.outcomes:,}, so it is exact."
    )
    _simulation(setup, odds)
    st.markdown(
        "**Sources**: the counting argument and the position with two dice come from the blog post *Camel Calculator*, the "
        f"{len(SCENARIOS)} scenarios from a blog post of July 2015 on the maths of Camel Up. Camel Up is a game by Steffen Bogen."
    )
    python_panel(_python_lines(setup.position, setup.rules, odds.favourite))


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


def _simulation(setup: CamelSetup, odds: LegOdds) -> None:
    st.markdown(
        "**Does a simulation agree?** Simulate the leg many times and check whether each interval contains the exact value."
    )
    left, right = st.columns(2)
    games = left.select_slider("Legs to simulate", GAMES, **setting("legs", 10_000))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    sample = solvers.leg_sample(setup.position, setup.rules, games, int(seed))
    rows = tables.sample(odds, sample)
    finding = _coverage_text([row["contains the exact value"] == "yes" for row in rows])
    chart(
        charts.sample_points(
            {camel: odds.probability(camel) for camel in odds.ranking},
            {camel: sample.probability(camel) for camel in odds.ranking},
        ),
        key="sample_chart",
        alt=f"Exact and simulated chance of each camel to win the leg. {finding}.",
        finding=finding,
        method=f"Upright line: the exact chance of winning the leg. Circle: {games:,} simulated legs with their 95% Wilson "
        "interval. About one interval in twenty misses its exact value.",
    )
    all_figures(lambda: table(rows, percent=["exact", "simulated"]), key="all_samples")


def _coverage_text(contains: Sequence[bool]) -> str:
    """Return a sentence on how many intervals contain the exact value.

    >>> _coverage_text([True, True]), _coverage_text([True, False, True])
    ('All 2 intervals contain the exact value', '2 of 3 intervals contain the exact value')
    """
    hits = sum(contains)
    return f"{f'All {hits}' if all(contains) else f'{hits} of {len(contains)}'} intervals contain the exact value"


def _what_if_cases(setup: CamelSetup) -> dict[str, tuple[Position, Rules]]:
    position, rules = setup.position, setup.rules
    named = variants(position, rules)
    cases = {name: named[name] for name in (NO_STACKING, STACKING, NO_TILES) if name in named}
    if free := legal_tile_squares(position, rules):
        left, right = st.columns(2)
        ahead = [square for square in free if square > position.stacks[-1][0]] or free
        view = setting("square", ahead[0], adapt=lambda choice: choice if choice in free else ahead[0])
        square = left.selectbox(
            f"{'Another' if position.tiles else 'A'} tile on square",
            **as_index(view, free),
        )
        with right:
            # The names depend on the edition, the values in a link do not.
            kind = show_options(
                "Kind of tile",
                [TILE_NAMES[MIRAGE], TILE_NAMES[OASIS]],
                format_func=lambda kind: tile_name(kind[0], rules),
                **setting("tile", TILE_NAMES[MIRAGE]),
            )
        cases[f"{tile_name(kind[0], rules)} on square {square}"] = (position.with_tile(square, kind[0]), rules)
    if rules.crazy or len(position.racing) <= len(FIRST_EDITION.camels):
        name, other = _other_edition(rules)
        cases[name] = (adapt_position(position, other), other)
    return cases


def _other_edition(rules: Rules) -> tuple[str, Rules]:
    """Return the name of the other edition, and its rules with the same camels, track and house rules."""
    name, edition = ("first edition", FIRST_EDITION) if rules.crazy else ("second edition", SECOND_EDITION)
    same = replace(edition, camels=rules.camels, stacking=rules.stacking, track=rules.track, faces=rules.faces)
    return name, same


def _explain_other_edition(rules: Rules) -> str:
    """Return a sentence on the board under the rules of the other edition."""
    if rules.crazy:
        return "In the first edition there are no crazy camels, and every die is rolled."
    return (
        "In the second edition there are two crazy camels, here on the last two squares, and their grey die. One die stays in "
        "the pyramid."
    )


def _largest_effect_text(effects: Rows) -> str:
    """Return a sentence on the largest effect of a change."""
    largest = max(effects, key=lambda row: abs(row[tables.POINTS]))
    if abs(largest[tables.POINTS]) < HAIR:
        return "None of these changes affects any camel's chance of winning the leg"
    return (
        f"Largest change: {largest['what if']} takes {largest['camel']} from {exact_percent(largest['now'])} to "
        f"{exact_percent(largest['then'])}"
    )


def _tree_in_words(tree: dict[tuple[str, ...], str]) -> str:
    winners = [winner for path, winner in tree.items() if len(path) == 2]
    counts = ", ".join(f"{camel_name(camel)} after {count}" for camel, count in Counter(winners).most_common())
    return f"Of {len(winners)} ways to roll two dice, {counts.replace(' after', ' wins after', 1)}"


def _python_lines(position: Position, rules: Rules, favourite: str) -> str:
    return (
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{position}")\n'
        f'camel_up.solve_leg(position, {rules_in_python(rules)}).fraction("{favourite}", place=1)'
    )
