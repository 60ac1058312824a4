"""The views of the Orchard page below its answer, one function each."""

from collections.abc import Callable

import streamlit as st

from boardodds.charts import common
from boardodds.charts import orchard as charts
from boardodds.charts.style import in_percent
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.edits import OrchardSetup
from boardodds.dashboard.orchard.labels import POLICY_LABELS
from boardodds.dashboard.orchard.paper_views import GAMES, SIMULATIONS, figure_view, published_view
from boardodds.dashboard.orchard.what_if_view import what_if_view
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, switch, whole_number
from boardodds.dashboard.ui.table_store import setting
from boardodds.orchard import (
    POLICIES,
    Odds,
    Rules,
    State,
    Turn,
    best_basket,
    count_final_states,
    most_left_regrets,
    play,
)
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE, TIE_TOLERANCE

LINK: Allowed = {
    "simulations": one_of(SIMULATIONS),
    "games": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
    "roll": whole_number(0, 10_000),
    "both": switch,
}


def headline(setup: OrchardSetup, odds: Odds) -> str:
    """Return the answer in one line."""
    if setup.state.is_won:
        return "We have won"
    if setup.state.is_lost:
        return "The raven was first: we have lost"
    picks = f", if the basket picks from {POLICY_LABELS[setup.policy]}" if setup.rules.basket_faces else ""
    return f"We win {percent(odds.win, 2)} of the time{picks}"


def advice(setup: OrchardSetup) -> str:
    """Return in one line what to pick if the basket is rolled now; empty if there is nothing to pick."""
    choices = best_basket(setup.rules, setup.state)
    if not choices or not setup.rules.basket_faces:
        return ""
    names = [charts.TREE_NAMES[choice.tree] for choice in choices if choices[0].win - choice.win < TIE_TOLERANCE]
    pick = "any fruit: all are as good" if len(names) == len(choices) > 1 else " or ".join(names)
    first = " first" if setup.rules.basket_picks > 1 and len(names) < len(choices) else ""
    return f"If the basket comes up now, pick {pick}{first}."


def policies_view(setup: OrchardSetup, _odds: Odds) -> None:
    """Show the chance to win by the first fruit picked if the basket is rolled now, and by the policy for the whole game."""
    choices = best_basket(setup.rules, setup.state)
    if choices and setup.rules.basket_faces:
        rows = [
            {
                "first fruit": f"{charts.TREES[choice.tree]} {charts.TREE_NAMES[choice.tree]}",
                "chance to win": choice.win,
                "less than the best (points)": 100 * (choices[0].win - choice.win),
            }
            for choice in choices
        ]
        table(rows, percent=["chance to win"], places={"less than the best (points)": 2})
    wins = {policy: solvers.odds(setup.rules, policy, setup.state).win for policy in POLICIES}
    bars = {POLICY_LABELS[policy]: win for policy, win in wins.items()}
    chart(
        common.win_bars(bars, current=POLICY_LABELS[setup.policy]),
        key="policies_chart",
        alt="Chance to win by what the basket picks: " + ", ".join(f"{name} {win:.1%}" for name, win in bars.items()),
    )
    st.markdown(
        f"Picking from the fullest tree instead of any type is worth **{100 * (wins[MOST_LEFT] - wins[RANDOM_TYPE]):.1f} "
        f"points**. {_compare_fullest_with_best(setup.rules)}"
    )
    columns = {"the basket picks from": list(bars), "chance to win": list(wins.values())}
    csv_button("Policies as CSV", lambda: columns, file_name="policies.csv", key="policies_csv")


def _compare_fullest_with_best(rules: Rules) -> str:
    """Return whether picking from the fullest tree is optimal in every state, and otherwise where it is worst."""
    regrets = most_left_regrets(rules)
    if not regrets:
        return (
            "The value function says that the fullest tree is never the wrong one under these rules, in any state: the paper's "
            "*smart* strategy is optimal."
        )
    worst = regrets[0]
    return (
        f"It is not always best: in {len(regrets):,} states another tree is better, most of all with {worst.state} "
        f"({worst.best:.1%} against {worst.most_left:.1%})."
    )


def game_view(setup: OrchardSetup, odds: Odds) -> None:
    """Show one random game roll by roll, with the chance to win after each roll."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of the game", 0, MAX_SEED, **setting("seed", 1)))
    turns = play(setup.rules, setup.policy, seed, setup.state)
    if not turns:
        st.markdown("The game is over.")
        return
    # A slider whose range changes moves by itself, so games of different lengths have different sliders.
    view = setting("roll", 0, adapt=lambda roll: min(roll, len(turns)), widget=f"roll of {len(turns)}")
    roll = right.slider("After roll", 0, len(turns), **view)
    state, win = (setup.state, odds.win) if roll == 0 else (turns[roll - 1].state, turns[roll - 1].win)
    results = [_roll_in_words(turn) for turn in turns]
    label = "Before the first roll" if roll == 0 else f"Roll {roll}: {results[roll - 1]}"
    st.markdown(
        f"**{label}. Chance to win: {win:.1%}.** This game is {'won' if turns[-1].state.is_won else 'lost'} in "
        f"{len(turns)} rolls."
    )
    chart(
        charts.game_line([odds.win, *(turn.win for turn in turns)], results, roll),
        key="game_chart",
        alt=f"Chance to win over the {len(turns)} rolls of this game, from {in_percent(odds.win, 0)} to "
        f"{in_percent(turns[-1].win, 0)}.",
    )
    chart(
        charts.orchard_bars(state, setup.rules.fruit, setup.rules.raven_steps),
        key="game_orchard",
        alt=f"Left after roll {roll}: {_state_in_words(state)}.",
    )
    rows = [
        {"roll": number, "came up": result, "left": str(turn.state), "chance to win": turn.win}
        for number, (result, turn) in enumerate(zip(results, turns, strict=True), start=1)
    ]
    csv_button("The game as CSV", lambda: rows, file_name="game.csv", key="game_csv")


def _roll_in_words(turn: Turn) -> str:
    return charts.TREE_NAMES[turn.rolled] if isinstance(turn.rolled, int) else turn.rolled


def _state_in_words(state: State) -> str:
    fruit = ", ".join(f"{left} {charts.TREE_NAMES[tree]}" for tree, left in enumerate(state.fruit))
    return f"{fruit}, raven {state.raven_steps} steps away"


def how_view(setup: OrchardSetup, _odds: Odds) -> None:
    """Explain how the answer is computed."""
    rules = setup.rules
    st.markdown(
        f"A game ends in one of **{count_final_states(rules):,} final states**: won with 1 to {rules.raven_steps} steps of the "
        "raven left, or lost with some fruit on the trees."
    )
    if len(set(rules.fruit)) == 1:
        st.latex(
            rf"{rules.raven_steps} + ({rules.fruit[0]}+1)^{{{len(rules.fruit)}}} - 1 = {count_final_states(rules):,}".replace(
                ",", "{,}"
            )
        )
    st.markdown(
        "A roll that changes nothing, a colour with no fruit left, is as if it had not been. So only rolls that change something "
        f"count: with $k$ types of fruit left that is a raven ({rules.raven_faces}), a basket ({rules.basket_faces}) or one of "
        "$k$ colours, equally likely each. The chance $W$ to win with fruit $f$ and $r$ steps left is"
    )
    basket = rf"{rules.basket_faces}\,B(f, r)" if rules.basket_picks and rules.basket_faces else "0"
    st.latex(
        rf"W(f, r) = \frac{{{rules.raven_faces}\,W(f, r-1) + {basket} + \sum_{{i:\, f_i > 0}} W(f - e_i, r)}}"
        rf"{{{rules.raven_faces + (rules.basket_faces if rules.basket_picks else 0)} + k}}, \qquad W(0, r) = 1, \; W(f, 0) = 0"
    )
    st.markdown(
        "where $B$ is the chance after the basket: its fruits are picked one after the other by the policy, and picking the last "
        "fruit wins at once. Every change takes something away, so the states are solved by the fruit they have in all, fewest "
        "first. Trees need no names: 4 3 2 1 is solved once for all 24 orders. *Optimal* takes the pick with the largest $W$."
    )
    endings = solvers.endings(setup.rules, setup.policy, setup.state)
    raven_left = solvers.raven_left(setup.rules, setup.policy, setup.state)
    if endings and raven_left:
        rolls = endings.rolls
        st.markdown(
            f"Here the game takes **{rolls.mean:.1f} rolls** on average (standard deviation {rolls.std:.1f}), those that change "
            f"nothing counted, and the raven has {raven_left.mean:.2f} steps left at the end."
        )
    if st.toggle("The exact fraction", **setting("fraction", False)):
        exact = solvers.win_fraction(setup.rules, setup.policy, setup.state)
        st.code(f"{exact}", wrap_lines=True, language=None)
    st.markdown(
        "**Source**: *Will we win the Orchard game?* by Sara Pia Marinček, whose method and figures these are. "
        "Orchard is a game by HABA."
    )
    python_panel(
        "from boardodds import orchard\n"
        f"rules = orchard.{rules!r}\n"
        f'orchard.solve(rules, "{setup.policy}", orchard.State.parse("{setup.state}")).win'
    )


VIEWS: dict[str, Callable[[OrchardSetup, Odds], None]] = {
    "The basket": policies_view,
    "What if": what_if_view,
    "One game": game_view,
    "Figure 1": figure_view,
    "Published": published_view,
    "How": how_view,
}
