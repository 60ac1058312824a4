"""The views of the Orchard page below its answer, one function each."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from boardodds.charts import orchard as charts
from boardodds.charts.wins import win_bars
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.edits import OrchardSetup
from boardodds.dashboard.orchard.labels import POLICY_LABELS
from boardodds.dashboard.orchard.trees import show_trees
from boardodds.dashboard.orchard.what_if_view import what_if_view
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures, chart, formula, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, switch, whole_number
from boardodds.dashboard.ui.table_store import setting
from boardodds.orchard import (
    POLICIES,
    BasketChoice,
    Odds,
    Rules,
    Turn,
    best_basket,
    count_final_states,
    most_left_regrets,
    play,
)
from boardodds.orchard.solve import MOST_LEFT, OPTIMAL, RANDOM_TYPE, TIE_TOLERANCE, worst_basket
from boardodds.probability.wording import plural

# A smaller difference in percentage points would round to 0.0.
_SMALLEST_POINTS = 0.1
# The width of a table with three short columns, in pixels.
_NARROW = 560
LINK: Allowed = {
    "fraction": switch,
    "seed": whole_number(0, MAX_SEED),
    "roll": whole_number(0, 10_000),
}


def headline(setup: OrchardSetup, odds: Odds) -> str:
    """Return the answer in one line."""
    if setup.state.is_won:
        return "We have won"
    if setup.state.is_lost:
        return "The raven reached the orchard: we have lost"
    if not setup.rules.raven_faces:
        return "We win every game, because the die has no raven"
    picks = f" if the basket picks from {POLICY_LABELS[setup.policy]}" if _can_pick(setup.rules) else ""
    return f"We win {percent(odds.win)} of the time{picks}"


def _can_pick(rules: Rules) -> bool:
    """Return whether a basket can be rolled and picks fruit."""
    return rules.basket_faces > 0 and rules.basket_picks > 0


def advice(setup: OrchardSetup) -> str:
    """Return in one line how much a basket picks, and what to pick if it is rolled now; empty if nothing, or without a raven."""
    choices = best_basket(setup.state, setup.rules)
    if not choices or not setup.rules.basket_faces or not setup.rules.raven_faces:
        return ""
    best, number = choices[0].win, setup.rules.basket_picks
    names = [charts.TREE_NAMES[choice.tree] for choice in choices if best - choice.win < TIE_TOLERANCE]
    pick = "any fruit" if len(names) == len(choices) > 1 else " or ".join(names)
    if number > 1 and best - worst_basket(setup.state, setup.rules) >= TIE_TOLERANCE:
        pick += " first, then from the fullest tree"
    elif len(names) == len(choices) > 1:
        pick += ": all are equally good"
    return f"A basket picks {number} {'fruit' if number == 1 else 'fruits'}. If you roll one now, pick {pick}."


def policies_view(setup: OrchardSetup, _odds: Odds) -> None:
    """Show the chance to win by the policy for the whole game, and by the first fruit picked if the basket is rolled now."""
    wins = {policy: solvers.odds(setup.rules, policy, setup.state).win for policy in POLICIES}
    ranked = sorted(wins, key=lambda policy: -wins[policy])
    bars = {POLICY_LABELS[policy]: wins[policy] for policy in ranked}
    chart(
        win_bars(bars, current=POLICY_LABELS[setup.policy]),
        key="policies_chart",
        alt="Chance of winning by policy: " + ", ".join(f"{name} {percent(win)}" for name, win in bars.items()),
        finding=compare_policies(wins) if _can_pick(setup.rules) else "",
        method="Chance of winning by what the basket picks from, counted exactly. In blue: the policy that you set up.",
    )
    if _can_pick(setup.rules):
        st.markdown(_compare_fullest_with_best(setup.rules))
    else:
        st.markdown("Under these rules, no basket picks fruit, so the policy makes no difference.")
    if setup.rules.basket_faces and (choices := best_basket(setup.state, setup.rules)):
        _show_first_fruit(choices, wins[OPTIMAL])
        st.markdown(_compare_baskets(choices[0].win, worst_basket(setup.state, setup.rules)))


def _compare_baskets(best: float, worst: float) -> str:
    """Return what the fruits of one basket are worth together.

    >>> _compare_baskets(0.81428, 0.81347)
    'The whole basket from the fullest tree, fruit by fruit, wins 81.43%; from the emptiest, 81.35%.'
    >>> _compare_baskets(0.75, 0.75)
    'Every basket is equally good.'
    """
    if best - worst < TIE_TOLERANCE:
        return "Every basket is equally good."
    return (
        f"The whole basket from the fullest tree, fruit by fruit, wins {percent(best, 2)}; from the emptiest, "
        f"{percent(worst, 2)}."
    )


def compare_policies(wins: Mapping[str, float]) -> str:
    """Return what picking from the fullest tree is worth compared with any type at random.

    wins: by policy, the chance of winning.

    >>> compare_policies({MOST_LEFT: 0.78, RANDOM_TYPE: 0.734})
    'Picking from the fullest tree instead of any type at random adds 4.6 percentage points'
    >>> compare_policies({MOST_LEFT: 1.0, RANDOM_TYPE: 1.0})
    'Picking from the fullest tree is as good as from any type at random'
    """
    gain = 100 * (wins[MOST_LEFT] - wins[RANDOM_TYPE])
    fullest, random_type = POLICY_LABELS[MOST_LEFT], POLICY_LABELS[RANDOM_TYPE]
    if abs(gain) < 100 * TIE_TOLERANCE:
        return f"Picking from {fullest} is as good as from {random_type}"
    size = f"{abs(gain):.1f}" if abs(gain) >= _SMALLEST_POINTS else f"less than {_SMALLEST_POINTS}"
    return f"Picking from {fullest} instead of {random_type} {'adds' if gain > 0 else 'costs'} {size} percentage points"


def _show_first_fruit(choices: Sequence[BasketChoice], win: float) -> None:
    """Show the chance of winning by the first fruit of a basket that is rolled now.

    win: the chance of winning before the roll, with the best picks.
    """
    st.markdown("**The first fruit of a basket rolled now**")
    best = choices[0].win
    text = (
        f"After a basket, the chance of winning is {percent(best)} with the best picks. Before the roll, which can also be the "
        f"raven, it is {percent(win)}."
    )
    if best - choices[-1].win < TIE_TOLERANCE:
        st.markdown(f"{text} Every first fruit is equally good.")
        return
    st.markdown(text)
    rows = [
        {
            "first fruit": charts.TREE_NAMES[choice.tree],
            "wins": choice.win,
            "worse by (points)": 100 * (best - choice.win),
        }
        for choice in choices
    ]
    with st.container(width=_NARROW):
        table(rows, percent=["wins"], places={"worse by (points)": 2})
    st.caption("Chances of winning with the best pick for every later fruit, and percentage points below the best.")


def _compare_fullest_with_best(rules: Rules) -> str:
    """Return whether picking from the fullest tree is optimal in every state, and otherwise where it is worst."""
    regrets = most_left_regrets(rules)
    if not regrets:
        return "Under these rules, no other tree is better than the fullest in any state. The paper's *smart* policy is optimal."
    worst = regrets[0]
    return (
        f"The fullest tree isn't always best: in {len(regrets):,} states another tree is better, most of all with {worst.state} "
        f"({percent(worst.best)} against {percent(worst.most_left)})."
    )


def game_view(setup: OrchardSetup, odds: Odds) -> None:
    """Show one random game roll by roll, with the chance to win after each roll."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of this game", 0, MAX_SEED, **setting("seed", 1)))
    turns = play(setup.rules, policy=setup.policy, seed=seed, state=setup.state)
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
        f"#### {label}. Chance of winning: {percent(win)}\n\nThis game is {'won' if turns[-1].state.is_won else 'lost'} after "
        f"{plural(len(turns), 'roll')}."
    )
    board, course = st.columns(2, gap="medium")
    with board:
        show_trees(state, setup.rules)
    with course:
        chart(
            charts.game_line([odds.win, *(turn.win for turn in turns)], results, roll),
            key="game_chart",
            alt=f"Chance of winning after each roll of this game: {percent(odds.win)} at first, {percent(turns[-1].win)} after "
            f"{plural(len(turns), 'roll')}.",
            method="Chance of winning after each roll, counted exactly.",
        )
    rows = [
        {"roll": number, "came up": result, "left": str(turn.state), "chance to win": turn.win}
        for number, (result, turn) in enumerate(zip(results, turns, strict=True), start=1)
    ]
    all_figures(lambda: table(rows, percent=["chance to win"]), key="game_figures")


def _roll_in_words(turn: Turn) -> str:
    return charts.TREE_NAMES[turn.rolled] if isinstance(turn.rolled, int) else turn.rolled


def how_view(setup: OrchardSetup, _odds: Odds) -> None:
    """Explain how the answer is computed."""
    rules = setup.rules
    baskets = rules.basket_faces if _can_pick(rules) else 0
    st.markdown(
        f"A game ends in one of **{count_final_states(rules):,} final states**: won with 1 to {rules.raven_steps} raven "
        "steps left, or lost with some fruit on the trees."
    )
    if len(set(rules.fruit)) == 1:
        st.latex(
            rf"{rules.raven_steps} + ({rules.fruit[0]}+1)^{{{len(rules.fruit)}}} - 1 = {count_final_states(rules):,}".replace(
                ",", "{,}"
            )
        )
    st.markdown(
        "A roll that changes nothing, such as a colour with no fruit left, can be ignored. With $k$ types of fruit left, the "
        f"faces that count are {plural(rules.raven_faces, 'raven')}, {plural(baskets, 'basket')} and $k$ colours, all equally "
        "likely. The chance $W$ of winning with fruit $f$ and $r$ raven steps left is"
    )
    basket = rf"{baskets}\,B(f, r)" if baskets else "0"
    # One formula on each line, since a phone would cut off or break a longer line.
    for line in (
        rf"W(f, r) = \frac{{{rules.raven_faces}\,W(f, r-1) + {basket} + S(f, r)}}{{{rules.raven_faces + baskets} + k}}",
        r"S(f, r) = \sum_{i:\, f_i > 0} W(f - e_i, r)",
        r"W(0, r) = 1, \quad W(f, 0) = 0",
    ):
        formula(line)
    st.markdown(
        "where $S$ adds the chances after each colour, and $B$ is the chance after the basket. Its fruits are picked one by one "
        f"as the policy says, and picking the last fruit wins at once. The policy *{POLICY_LABELS[OPTIMAL]}* takes the pick with "
        "the largest $W$. Every roll that counts takes away fruit or a raven step. So a state needs only states with a smaller "
        "total of fruit and raven steps, and these are solved first. The order of the trees doesn't matter, so states that "
        "differ only in it are solved once."
    )
    endings = solvers.endings(setup.rules, setup.policy, setup.state)
    raven_left = solvers.raven_left(setup.rules, setup.policy, setup.state)
    if endings and raven_left:
        rolls = endings.rolls
        st.markdown(
            f"From the current state, with this page's policy, the game takes **{rolls.mean:.1f} rolls** on average (standard "
            f"deviation {rolls.std:.1f}), including rolls that change nothing. At the end, {raven_left.mean:.2f} raven steps are "
            "left on average, counting a lost game as 0."
        )
    if st.toggle("Show the exact chance as a fraction", **setting("fraction", False)):
        exact = solvers.win_fraction(setup.rules, setup.policy, setup.state)
        st.code(f"{exact}", wrap_lines=True, language=None)
    st.markdown(
        "**Source**: *Will we win the Orchard game?* by Sara Pia Marinček, for the method and the published figures. "
        "Orchard is a game by HABA."
    )
    python_panel(
        "from boardodds import orchard\n"
        f"rules = orchard.{rules!r}\n"
        f'orchard.solve(rules, policy="{setup.policy}", state=orchard.State.parse("{setup.state}")).win'
    )


VIEWS: dict[str, Callable[[OrchardSetup, Odds], None]] = {
    "Basket": policies_view,
    "What if": what_if_view,
    "One game": game_view,
    "How": how_view,
}
