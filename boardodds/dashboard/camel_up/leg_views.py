"""The views of the leg page, one function each."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import perm

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, LegOdds, NextRoll, Position, Rules, camel_name, rolls_left
from boardodds.camel_up.position import TILE_NAMES, legal_tile_squares
from boardodds.camel_up.rules import MAX_TRACK
from boardodds.camel_up.setup import adapt_position
from boardodds.camel_up.sources import CAMEL_CALCULATOR, SCENARIOS, PublishedOdds
from boardodds.camel_up.variants import NO_STACKING, NO_TILES, STACKING, variants
from boardodds.charts import camel_up as charts
from boardodds.charts import counting
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.inputs import rules_in_python
from boardodds.dashboard.camel_up.roll_choice import show_next_rolls
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart, formula, python_panel, show_options
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.probability.ablation import ablate
from boardodds.probability.wording import plural

_OVER = "The last die of the leg is rolled: nothing is left to decide."
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
    swing, best, worst = _widest_swing(rolls, odds)
    st.markdown(
        f"**{camel_name(swing).capitalize()} has the most at stake**: {worst.after.probability(swing):.1%} to win after "
        f"{worst.roll}, {best.after.probability(swing):.1%} after {best.roll}; {odds.probability(swing):.1%} now."
    )
    bars = {"now": {camel: odds.probability(camel) for camel in odds.camels}}
    bars |= {str(roll.roll): {camel: roll.after.probability(camel) for camel in roll.after.camels} for roll in rolls}
    show_next_rolls("leg", bars, odds.ranking, tables.next_rolls(rolls))


def tiles_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Show the expected coins of the tiles on the board, and of one more tile on each square."""
    for square, kind in setup.position.tiles:
        st.markdown(
            f"The {TILE_NAMES[kind]} on {square} pays its owner **{odds.tile_coins[square]:.2f} coins** in the rest of this leg."
        )
    if not rolls_left(setup.position, setup.rules):
        st.markdown(_OVER)
        return
    coins = solvers.tile_map(setup.position, setup.rules)
    if not coins:
        st.markdown("No square is left on which a tile may lie.")
        return
    kind, square = max(coins, key=lambda placement: coins[placement])
    if not coins[kind, square]:
        st.markdown("No tile can earn anything in the rest of this leg: nobody gets to a square where one may lie.")
        return
    st.markdown(f"One more tile earns most as **{_with_article(kind)} on {square}: {coins[kind, square]:.2f} coins**.")
    chart(
        charts.tile_bars(coins),
        key="tile_chart",
        alt=f"Expected coins of a tile by square; the most is {coins[kind, square]:.2f} for {_with_article(kind)} on {square}.",
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
    largest = max(tables.effects(ablation), key=lambda row: abs(row["difference (points)"]))
    st.markdown(
        f"**The largest change: {largest['what if']} takes {largest['camel']} from {largest['now']:.1%} "
        f"to {largest['then']:.1%}** ({largest['difference (points)']:+.1f} points)."
    )
    chart(
        charts.split_bars(bars, odds.ranking),
        key="what_if_chart",
        alt="Win odds of each camel now and under each changed rule; the table below has the figures.",
    )
    table(tables.effect_grid(ablation))
    note = (
        " In the second edition the crazy camels begin on the last squares, their grey die is in the pyramid too, and one die "
        "stays there."
        if any(rules.crazy for _, rules in cases.values()) and not setup.rules.crazy
        else ""
    )
    st.caption(f"Chance to win the leg, and in brackets the difference to now in percentage points.{note}")
    csv_button("What if as CSV", lambda: tables.effects(ablation), file_name="what_if.csv", key="what_if_csv")


def published_view(_setup: CamelSetup, _odds: LegOdds) -> None:
    """Show the published odds of the two blog posts next to ours."""
    for title, cases, text in (
        (
            "Camel Calculator",
            CAMEL_CALCULATOR,
            "The post went through every sequence, so its figures should be ours to the last digit printed.",
        ),
        (
            "Nine scenarios of 2015",
            SCENARIOS,
            "The post simulated and printed whole percents, so differences up to about a point are its noise.",
        ),
    ):
        rows = _comparison_rows(cases)
        st.subheader(title, anchor=False)
        st.markdown(f"{text} **Largest difference: {_largest_difference(rows):.2f} points.**")
        shown_rows = [{name: cell for name, cell in row.items() if name != "position"} for row in rows]
        table(shown_rows, percent=list(shown_rows[0])[2:])
        csv_button("As CSV", partial(_comparison_rows, cases), file_name="published.csv", key=f"csv_{title}")


def _comparison_rows(cases: Sequence[PublishedOdds]) -> Rows:
    return tables.comparison([(case, solvers.leg(case.position, case.rules)) for case in cases])


def how_view(setup: CamelSetup, odds: LegOdds) -> None:
    """Explain how the answer is computed, and check it by simulation."""
    st.markdown(
        "Dice leave the pyramid in every possible order, and each shows one of its sides: $N$ dice of three numbers make "
        "$3^N \\cdot N!$ equally likely sequences. In this position that is"
    )
    formula(sequences_formula(setup.position, setup.rules))
    st.markdown(
        "Two dice can be followed by hand. Here orange and blue are left of the published position: the inner ring is the "
        "first roll, the outer one the second, and the colour is the winner."
    )
    example = CAMEL_CALCULATOR[1]
    tree = solvers.counting_tree(example.position, example.rules)
    chart(charts.counting_rings(tree), key="tree_chart", alt=_tree_in_words(tree))
    st.markdown(
        "With more dice the tree is too large to follow every branch. But most branches meet again: different rolls can lead to "
        "the same camels on the same squares, in the same order within each stack, with the same dice left. Such branches are "
        "counted together, roll by roll, so the work grows with the number of *different states*."
    )
    nodes, states = solvers.growth()
    chart(
        counting.growth_line(nodes, states),
        key="growth_chart",
        alt="Nodes of the tree and different states by number of dice: "
        + "; ".join(f"{plural(n, 'die', 'dice')} {nodes[n]:,} nodes, {states[n]:,} states" for n in nodes),
    )
    st.markdown(
        f"This position: **{odds.outcomes:,} sequences, counted through {odds.states:,} states.** Each camel and place has a "
        "whole number of sequences, so every fraction on this page is exact."
    )
    _simulation(setup, odds)
    st.markdown(
        "**Sources**: the counting argument and the four-camel example are those of the post *Camel Calculator*; the nine "
        "scenarios come from a post of July 2015 on the maths of Camel Up. Camel Up is a game by Steffen Bogen."
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
        note = r"\quad\text{(each die as six sides; one die stays in the pyramid)}"
    total = perm(dice, rolls) * rules.sides**rolls
    return rf"{orders} \cdot {rules.sides}^{{{rolls}}} = {total:,}".replace(",", "{,}") + note


def _simulation(setup: CamelSetup, odds: LegOdds) -> None:
    st.markdown(
        "**Does rolling dice agree?** Play the leg many times and see whether the interval holds the exact value."
    )
    left, right = st.columns(2)
    games = left.select_slider("Legs to simulate", GAMES, **setting("legs", 10_000))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    rows = tables.sample(odds, solvers.leg_sample(setup.position, setup.rules, games, int(seed)))
    table(rows, percent=["exact", "simulated", "from", "to"])
    st.caption("95% Wilson intervals: on average, one in twenty does not contain its exact value.")


def _what_if_cases(setup: CamelSetup) -> dict[str, tuple[Position, Rules]]:
    position, rules = setup.position, setup.rules
    named = variants(position, rules)
    cases = {name: named[name] for name in (NO_STACKING, STACKING, NO_TILES) if name in named}
    if free := legal_tile_squares(position, rules):
        left, right = st.columns(2)
        ahead = [square for square in free if square > position.stacks[-1][0]] or free
        view = setting("square", ahead[0], adapt=lambda choice: choice if choice in free else ahead[0])
        square = left.selectbox(
            "One tile more, on square",
            **as_index(view, free),
        )
        with right:
            kind = show_options("as", ["mirage", "oasis"], **setting("tile", "mirage"))
        cases[f"{kind} on {square}"] = (position.with_tile(square, kind[0]), rules)
    if rules.crazy or len(position.racing) <= len(FIRST_EDITION.camels):
        name, other = _other_edition(rules)
        cases[name] = (adapt_position(position, other), other)
    return cases


def _other_edition(rules: Rules) -> tuple[str, Rules]:
    """Return the name of the other edition, and its rules with the same camels, track and house rules."""
    name, edition = ("first edition", FIRST_EDITION) if rules.crazy else ("second edition", SECOND_EDITION)
    same = replace(edition, camels=rules.camels, stacking=rules.stacking, track=rules.track, faces=rules.faces)
    return name, same


def _widest_swing(rolls: list[NextRoll], odds: LegOdds) -> tuple[str, NextRoll, NextRoll]:
    """Return the camel whose chance of winning depends most on the next roll, with its best and its worst roll."""

    def extremes(camel: str) -> tuple[NextRoll, NextRoll]:
        ordered = sorted(rolls, key=lambda roll: roll.after.probability(camel))
        return ordered[-1], ordered[0]

    def swing(camel: str) -> float:
        best, worst = extremes(camel)
        return best.after.probability(camel) - worst.after.probability(camel)

    camel = max(odds.camels, key=swing)
    return camel, *extremes(camel)


def _largest_difference(rows: Rows) -> float:
    return 100.0 * max(abs(float(row[name])) for row in rows for name in ("1st diff", "2nd diff"))


def _tree_in_words(tree: dict[tuple[str, ...], str]) -> str:
    winners = [winner for path, winner in tree.items() if len(path) == 2]
    shares = ", ".join(f"{camel_name(camel)} {winners.count(camel)}" for camel in sorted(set(winners)))
    return f"The {len(winners)} ways to roll two dice, by winner: {shares}."


def _with_article(kind: str) -> str:
    return f"an {kind}" if kind[0] == "o" else f"a {kind}"


def _python_lines(position: Position, rules: Rules, favourite: str) -> str:
    return (
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{position}")\n'
        f'camel_up.solve_leg(position, {rules_in_python(rules)}).fraction("{favourite}", place=1)'
    )
