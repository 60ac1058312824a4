"""The views of the leg page, one function each."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil, perm

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, LegOdds, Position, Rules, camel_name, rolls_left
from boardodds.camel_up.position import MIRAGE, OASIS, TILE_NAMES, legal_tile_squares
from boardodds.camel_up.rules import MAX_TRACK
from boardodds.camel_up.setup import adapt_position
from boardodds.camel_up.sources import CAMEL_CALCULATOR, SCENARIOS, PublishedOdds
from boardodds.camel_up.terms import tile_name, with_article
from boardodds.camel_up.variants import NO_STACKING, NO_TILES, STACKING, variants
from boardodds.charts import camel_up as charts
from boardodds.charts import counting
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.inputs import rules_in_python
from boardodds.dashboard.camel_up.roll_choice import show_next_rolls, swing_text
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart, formula, python_panel, show_options
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.probability.ablation import ablate
from boardodds.probability.wording import plural

_OVER = "The leg is over, so nothing is left to decide."
_PUBLISHED = {"Camel Calculator": CAMEL_CALCULATOR, "Camel Up math (2015)": SCENARIOS}
GAMES = (100, 1_000, 10_000, 100_000)
LINK: Allowed = {
    "square": whole_number(1, MAX_TRACK),
    "tile": one_of(TILE_NAMES.values()),
    "legs": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
}


def next_roll_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Show each camel's chance of winning the leg after every possible next roll."""
    rolls = solvers.next_rolls(setup.position, setup.rules)
    if not rolls:
        st.markdown(_OVER)
        return
    bars = {"now": {camel: odds.probability(camel) for camel in odds.camels}}
    bars |= {str(roll.roll): {camel: roll.after.probability(camel) for camel in roll.after.camels} for roll in rolls}
    show_next_rolls("leg", bars, odds.ranking, tables.next_rolls(rolls), finding=swing_text("leg", bars))


def tiles_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Show the expected coins of the tiles on the board, and of one more tile on each square."""
    for square, kind in setup.position.tiles:
        st.markdown(
            f"The {tile_name(kind, setup.rules)} on square {square} pays its owner **{odds.tile_coins[square]:.2f} coins** on "
            "average in the rest of this leg."
        )
    if not rolls_left(setup.position, setup.rules):
        st.markdown(_OVER)
        return
    coins = solvers.tile_map(setup.position, setup.rules)
    if not coins:
        st.markdown("No square is free for another tile.")
        return
    kind, square = max(coins, key=lambda placement: coins[placement])
    if not coins[kind, square]:
        st.markdown("Another tile would earn nothing in this leg: no camel can stop on a square that is free for it.")
        return
    best = f"{with_article(tile_name(kind[0], setup.rules))} on square {square}, worth {coins[kind, square]:.2f} coins"
    chart(
        charts.tile_bars(coins, setup.rules),
        key="tile_chart",
        alt=f"Expected coins of another tile by its square. The best is {best}.",
        finding=f"Best place for another tile: {best}",
        method="Coins that one more tile earns on average in the rest of this leg, by its square.",
    )
    csv_button("Tiles as CSV", lambda: tables.tile_coins(coins), file_name="tiles.csv", key="tiles_csv")


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
    effect = _largest_effect_text(tables.effects(ablation))
    note = _explain_other_edition(setup.rules) if _other_edition(setup.rules)[0] in cases else ""
    chart(
        charts.split_bars(bars, odds.ranking),
        key="what_if_chart",
        alt=f"Chance of each camel to win the leg now and with each change. {effect}.",
        finding=effect,
        method=f"Chance of each camel to win the leg, in percent, now and with each change.{note}",
    )

    def figures() -> None:
        table(tables.effect_grid(ablation))
        st.caption("In brackets: the difference from now, in percentage points.")
        csv_button("What if as CSV", lambda: tables.effects(ablation), file_name="what_if.csv", key="what_if_csv")

    all_figures(figures, key="all_effects")


def published_view(_setup: CamelSetup, _odds: LegOdds) -> None:
    """Show the published odds of the two blog posts next to ours."""
    rows = {title: _comparison_rows(cases) for title, cases in _PUBLISHED.items()}
    differences = {title: [100 * difference for difference in _differences(cases)] for title, cases in rows.items()}
    finding = _agreement_text([difference for source in differences.values() for difference in source])
    largest = "; ".join(
        f"{title}: largest difference {max(map(abs, source)):.2f} percentage points"
        for title, source in differences.items()
    )
    chart(
        charts.difference_strips(differences),
        key="published_chart",
        alt=f"Differences between our chances and the published ones. {largest}.",
        finding=finding,
        method=f"Each diamond is a published chance of being first or second, placed by the difference from ours. {largest}.",
    )
    st.markdown(
        "The blog post *Camel Calculator* counted every sequence, so its figures should match ours to the last printed digit. "
        "The one of 2015 simulated its figures and printed whole percentages. Differences of up to about one percentage point "
        "are due to that."
    )
    for title, cases in rows.items():
        all_figures(partial(_show_comparison, title, cases), key=f"all_{title}", label=f"All figures: {title}")


def _show_comparison(title: str, rows: Rows) -> None:
    """Show the published chances of one source next to ours, and their download."""
    shown_rows = tables.comparison_grid(rows)
    table(shown_rows, percent=list(shown_rows[0])[2:])
    csv_button("Comparison as CSV", lambda: rows, file_name="published.csv", key=f"csv_{title}")


def _agreement_text(differences: Sequence[float]) -> str:
    """Return a sentence on the largest of some differences in percentage points.

    >>> _agreement_text([0.5, -0.971])
    'All 2 published chances are within 0.98 percentage points of ours'
    """
    bound = ceil(100 * max(map(abs, differences)) - HAIR) / 100
    return f"All {len(differences)} published chances are within {bound:.2f} percentage points of ours"


def _comparison_rows(cases: Sequence[PublishedOdds]) -> Rows:
    return tables.comparison([(case, solvers.leg(case.position, case.rules)) for case in cases])


def how_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Explain how the answer is computed, and check it by simulation."""
    st.markdown(
        "Dice leave the pyramid in random order, and each shows one of its sides. So $N$ dice with three numbers have "
        "$3^N \\cdot N!$ equally likely sequences. The number in this position is"
    )
    formula(sequences_formula(setup.position, setup.rules))
    st.markdown(
        "Two dice can be followed by hand. In this published position, orange and blue are left. The inner ring is the first "
        "roll, the outer ring the second. The colour is that of the camel most likely to win after the roll."
    )
    example = CAMEL_CALCULATOR[1]
    tree = solvers.counting_tree(example.position, example.rules)
    chart(charts.counting_rings(tree), key="tree_chart", alt=_tree_in_words(tree), finding=_tree_in_words(tree))
    st.markdown(
        "With more dice, the tree is too large to follow every branch. But most branches meet again: different rolls can lead to "
        "the same board with the same dice left. Such branches are counted together, roll by roll. So the work grows with the "
        "number of *different states*, not with the number of sequences."
    )
    nodes, states = solvers.growth()
    chart(
        counting.growth_line(nodes, states),
        key="growth_chart",
        alt="Nodes of the tree and different states by number of dice: "
        + "; ".join(f"{plural(n, 'die', 'dice')} {nodes[n]:,} nodes, {states[n]:,} states" for n in nodes),
        finding=f"With {max(nodes)} dice, {nodes[max(nodes)]:,} nodes of the tree are {states[max(nodes)]:,} different states",
        method="Numbers of nodes and of states by number of dice in the pyramid, on a logarithmic axis; one stack of all camels.",
    )
    st.markdown(
        f"This position: **{odds.outcomes:,} sequences, counted in {odds.states:,} states.** For each camel and place, the "
        "number of sequences is a whole number, so every fraction on this page is exact."
    )
    _simulation(setup, odds)
    st.markdown(
        "**Sources**: the counting argument and the position with two dice come from the blog post *Camel Calculator*, the "
        f"{len(SCENARIOS)} scenarios from a blog post of July 2015 on the maths of Camel Up. Camel Up is a game by Steffen Bogen."
    )
    python_panel(_python_lines(setup.position, setup.rules, odds.favourite))


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
        method=f"Filled: the exact chance of winning the leg. Hollow: {games:,} simulated legs with 95% Wilson intervals. On "
        "average, about one in twenty does not contain its exact value.",
    )
    all_figures(lambda: table(rows, percent=["exact", "simulated", "from", "to"]), key="all_samples")


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
            "Another tile on square",
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
        return " In the first edition there are no crazy camels, and every die is rolled."
    return (
        " In the second edition there are two crazy camels, here on the last two squares, and their grey die. One die stays in "
        "the pyramid."
    )


def _largest_effect_text(effects: Rows) -> str:
    """Return a sentence on the largest effect of a change."""
    largest = max(effects, key=lambda row: abs(row["difference (points)"]))
    if abs(largest["difference (points)"]) < HAIR:
        return "None of these changes affects any camel's chance of winning the leg"
    return (
        f"Largest change: {largest['what if']} takes {largest['camel']} from {percent(largest['now'])} to "
        f"{percent(largest['then'])} ({largest['difference (points)']:+.1f} percentage points)"
    )


def _differences(rows: Rows) -> list[float]:
    """Return the differences between our chances and the published ones."""
    return [float(row[name]) for row in rows for name in ("1st diff", "2nd diff")]


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
