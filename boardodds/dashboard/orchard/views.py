"""The views of the Orchard page below its answer, one function each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from boardodds.charts import orchard as charts
from boardodds.charts.style import SURFACES, short_percent
from boardodds.charts.wins import Dot, change_dots, win_bars, win_lines
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.state import OrchardState, transfer_state
from boardodds.dashboard.ui.board_component import TapRow, rows_html
from boardodds.dashboard.ui.panels import NARROW, Panel, Rows, formula, python_panel, show_grid, show_rows
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, switch, whole_number
from boardodds.dashboard.ui.state_store import setting
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.orchard import (
    POLICIES,
    BasketChoice,
    Odds,
    Rules,
    State,
    Turn,
    best_basket,
    count_final_states,
    most_left_regrets,
    play,
)
from boardodds.orchard.rules import (
    MAX_FRUIT,
    MAX_RAVEN,
    MOST_LEFT,
    OPTIMAL,
    POLICY_LABELS,
    RANDOM_TYPE,
    is_possible,
    variants,
)
from boardodds.orchard.solve import TIE_TOLERANCE, worst_basket
from boardodds.probability.ablation import Ablation, ablate
from boardodds.probability.display import plural

# A smaller difference in percentage points would round to 0.0.
_SMALLEST_POINTS = 0.1
_CURRENT_RULES = "these rules"
_HALF = 0.5
# By the name of a start, the words above its chart.
_STARTS = {
    "the start": "**From the start of the game**",
    "here": "**From here**, with the same fruit left and the same number of raven steps taken, where that is possible",
}
_DIFFERENCE = "difference (points)"
_BELOW_BEST = "worse by (points)"
SETTINGS: Allowed = {
    "fraction": switch,
    "seed": whole_number(0, MAX_SEED),
    "roll": whole_number(0, 10_000),
}


def policies_view(state: OrchardState) -> None:
    """Show the chance to win by the policy for the whole game, and by the first fruit picked if the basket is rolled now."""
    wins = {policy: solvers.odds(state.rules, policy, state.position).win for policy in POLICIES}
    ranked = sorted(wins, key=lambda policy: -wins[policy])
    bars = {POLICY_LABELS[policy]: wins[policy] for policy in ranked}
    Panel(
        win_bars(bars, current=POLICY_LABELS[state.policy]),
        key="policies_chart",
        alt="Chance of winning by policy: " + ", ".join(f"{name} {percent(win)}" for name, win in bars.items()),
        finding=compare_policies(wins) if state.picks_baskets else "",
        method="Chance of winning by what the basket picks from, counted exactly. In blue: the policy that you set up.",
    ).show()
    if state.picks_baskets:
        st.markdown(_compare_fullest_with_best(state.rules))
    else:
        st.markdown("Under these rules, no basket picks fruit, so the policy makes no difference.")
    if state.rules.basket_faces and (choices := best_basket(state.position, state.rules)):
        _show_first_fruit(choices, wins[OPTIMAL])
        st.markdown(_compare_baskets(choices[0].win, worst_basket(state.position, state.rules)))


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
    rows: Rows = [
        {"first fruit": charts.TREE_NAMES[choice.tree], "wins": choice.win, _BELOW_BEST: 100 * (best - choice.win)}
        for choice in choices
    ]
    grid = {
        row["first fruit"]: {
            "wins": (row["wins"], short_percent(row["wins"])),
            _BELOW_BEST: (0.0, f"{row[_BELOW_BEST]:.2f}"),
        }
        for row in rows
    }
    show_grid(grid, corner="first fruit", caption="First fruits by the chance of winning, best first", width=NARROW)
    st.caption("Chances of winning with the best pick for every later fruit, and percentage points below the best.")
    show_rows(lambda: rows, key="first_fruit_rows", percent=["wins"], places={_BELOW_BEST: 2})


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


def tree_rows(state: OrchardState) -> list[TapRow]:
    """Return a row for each tree and one for the raven: what is left of what was there at the start.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> rows = tree_rows(read_link({"game": ["my_first_orchard"], "state": ["4.3.4.4 raven=5"]}))
    >>> [(row.name, row.left, row.full) for row in rows][1::3]
    [('pears', 3, 4), ('raven', 5, 6)]
    """
    trees = zip(charts.TREE_NAMES, charts.TREE_FILLS, state.position.fruit, state.rules.fruit, strict=False)
    rows = [TapRow(name, name, f"Pick {name}", roll(name), left, full, fill) for name, fill, left, full in trees]
    steps, fill = state.rules.raven_steps, SURFACES["note"].css
    raven = TapRow(
        charts.RAVEN,
        "raven steps left",
        "Move the raven",
        roll(charts.RAVEN),
        state.position.raven_steps,
        steps,
        fill,
        "square",
    )
    return [*rows, raven]


def roll(face: str) -> dict[str, str]:
    """Return the event of a roll of the die."""
    return {"kind": "roll", "face": face}


def state_in_words(position: State) -> str:
    """Return the fruit and the raven steps left.

    >>> state_in_words(State((1, 2), 1))
    '1 apples, 2 pears, 1 raven step'
    """
    fruit = ", ".join(f"{left} {charts.TREE_NAMES[tree]}" for tree, left in enumerate(position.fruit))
    return f"{fruit}, {plural(position.raven_steps, 'raven step')}"


def game_view(state: OrchardState) -> None:
    """Show one random game roll by roll, with the chance to win after each roll."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of this game", 0, MAX_SEED, **setting("seed", 1)))
    start = solvers.odds(state.rules, state.policy, state.position).win
    turns = play(state.rules, policy=state.policy, seed=seed, state=state.position)
    if not turns:
        st.markdown("The game is over.")
        return
    # A slider whose range changes moves by itself, so games of different lengths have different sliders.
    view = setting("roll", 0, adapt=lambda roll: min(roll, len(turns)), widget=f"roll of {len(turns)}")
    roll = right.slider("After roll", 0, len(turns), **view)
    position, win = (state.position, start) if roll == 0 else (turns[roll - 1].state, turns[roll - 1].win)
    results = [_roll_in_words(turn) for turn in turns]
    label = "Before the first roll" if roll == 0 else f"Roll {roll}: {results[roll - 1]}"
    st.markdown(
        f"#### {label}. Chance of winning: {percent(win)}\n\nThis game is {'won' if turns[-1].state.is_won else 'lost'} after "
        f"{plural(len(turns), 'roll')}."
    )
    board, course = st.columns(2, gap="medium")
    with board:
        st.html(rows_html(tree_rows(replace(state, position=position)), f"Left: {state_in_words(position)}."))
    rows = [
        {"roll": number, "came up": result, "left": str(turn.state), "chance to win": turn.win}
        for number, (result, turn) in enumerate(zip(results, turns, strict=True), start=1)
    ]
    with course:
        Panel(
            charts.game_line([start, *(turn.win for turn in turns)], results, roll),
            key="game_chart",
            alt=f"Chance of winning after each roll of this game: {percent(start)} at first, {percent(turns[-1].win)} after "
            f"{plural(len(turns), 'roll')}.",
            method="Chance of winning after each roll, counted exactly.",
            rows=lambda: rows,
            percent=["chance to win"],
        ).show()


def _roll_in_words(turn: Turn) -> str:
    return charts.TREE_NAMES[turn.rolled] if isinstance(turn.rolled, int) else turn.rolled


def method_view(state: OrchardState) -> None:
    """Explain how the answer is computed."""
    rules = state.rules
    baskets = rules.basket_faces if state.picks_baskets else 0
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
    if endings := solvers.endings(state.rules, state.policy, state.position):
        rolls, raven_left = endings.rolls, solvers.odds(state.rules, state.policy, state.position).raven_left
        st.markdown(
            f"From the current state, with this page's policy, the game takes **{rolls.mean:.1f} rolls** on average (standard "
            f"deviation {rolls.std:.1f}), including rolls that change nothing. At the end, {raven_left.mean:.2f} raven steps are "
            "left on average, counting a lost game as 0."
        )
    if st.toggle("Show the exact chance as a fraction", **setting("fraction", False)):
        exact = solvers.win_fraction(state.rules, state.policy, state.position)
        st.code(f"{exact}", wrap_lines=True, language=None)
    st.markdown(
        "**Source**: *Will we win the Orchard game?* by Sara Pia Marinček, for the method and the published figures. "
        "Orchard is a game by HABA."
    )
    python_panel(
        "from boardodds import orchard\n"
        f"rules = orchard.{rules!r}\n"
        f'orchard.solve(rules, policy="{state.policy}", state=orchard.State.parse("{state.position}")).win'
    )


def what_if_view(state: OrchardState) -> None:
    """Show the chance to win under the named variants, and by the number of raven steps and of fruit."""
    ablations = _ablate_rules(state)
    picks = f" The basket picks from {POLICY_LABELS[state.policy]}." if state.picks_baskets else ""
    st.markdown(f"#### {finding_of(_wins(ablations['the start']))}")
    for start, ablation in ablations.items():
        st.markdown(_STARTS[start])
        wins = _wins(ablation)
        base = wins.pop(_CURRENT_RULES)
        dots = {name: Dot.of(win) for name, win in wins.items()}
        Panel(
            change_dots(dots, base=base, base_name=f"{_CURRENT_RULES}: {short_percent(base)}", label=short_percent),
            key=f"what_if_{start}_chart".replace(" ", "_"),
            alt=f"Chance of winning from {start}: {_wins_in_words({_CURRENT_RULES: base} | wins)}.",
            method=f"Chance of winning with one rule changed, counted exactly.{picks}{_explain_no_picks(state.rules)}",
        ).show()
    show_rows(
        partial(what_if_rows, ablations),
        key="what_if_rows",
        percent=[_CURRENT_RULES, "then"],
        places={_DIFFERENCE: 2},
    )
    for key, label, current, lines in (
        ("steps", "raven steps at the start", state.rules.raven_steps, _by_steps(state.rules)),
        ("fruit", "fruit on each tree at the start", state.rules.fruit[0], _by_fruit(state.rules)),
    ):
        Panel(
            win_lines(lines, label, mark=current),
            key=f"{key}_chart",
            alt=_lines_in_words(label, lines),
            finding=half_finding(label.removesuffix(" at the start"), lines[POLICY_LABELS[MOST_LEFT]]),
            method=f"Chance of winning by the {label}, counted exactly.",
        ).show()


def half_finding(label: str, wins: Mapping[int, float]) -> str:
    """Return from which number on, or up to which one, the players win at least half of the games.

    label: what the number counts.
    wins: by the number, in ascending order, the chance of winning with the fullest tree.

    >>> half_finding("raven steps", {1: 0.1, 2: 0.5, 3: 0.9})
    'Picking from the fullest tree wins at least half of the games from 2 raven steps on'
    >>> half_finding("fruit on each tree", {1: 0.9, 2: 0.5, 3: 0.1})
    'Picking from the fullest tree wins at least half of the games with up to 2 fruit on each tree'
    >>> half_finding("raven steps", {1: 0.1, 2: 0.2})
    'Picking from the fullest tree wins less than half of the games with any number of raven steps here'
    """
    likely = [number for number, win in wins.items() if win >= _HALF]
    start = f"Picking from {POLICY_LABELS[MOST_LEFT]} wins"
    if not likely:
        return f"{start} less than half of the games with any number of {label} here"
    if len(likely) == len(wins):
        return f"{start} at least half of the games with any number of {label} here"
    if wins[max(wins)] >= _HALF:
        return f"{start} at least half of the games from {likely[0]} {label} on"
    return f"{start} at least half of the games with up to {likely[-1]} {label}"


def _explain_no_picks(rules: Rules) -> str:
    """Return why two changes have the same chance; "" if only one of them is shown."""
    if not rules.basket_picks or rules.basket_faces != 1:
        return ""
    return " A basket that picks nothing changes nothing, so the chance is the same without a basket on the die."


def finding_of(wins: Mapping[str, float]) -> str:
    """Return which change of the rules helps most and which one hurts most.

    wins: the chance of winning under the current rules, and by the name of each change under the changed rules.

    >>> finding_of({"these rules": 0.78, "raven steps: 7": 0.84, "fruit per basket: 0": 0.6})
    'From the start, raven steps: 7 helps most (84.0%). Fruit per basket: 0 hurts most (60.0%)'
    >>> finding_of({"these rules": 1.0, "raven steps: 7": 1.0})
    'From the start, no single change of the rules makes a difference'
    """
    base = wins[_CURRENT_RULES]
    changes = {name: win - base for name, win in wins.items() if abs(win - base) > TIE_TOLERANCE}
    parts = [
        f"{name} {verb} most ({short_percent(wins[name])})"
        for verb, sign in (("helps", 1), ("hurts", -1))
        if (better := {name: sign * change for name, change in changes.items() if sign * change > 0})
        for name in [max(better, key=lambda name: better[name])]
    ]
    first, *rest = parts or ["no single change of the rules makes a difference"]
    return " ".join([as_sentence(f"From the start, {first}"), *map(as_sentence, rest)]).removesuffix(".")


def _wins(ablation: Ablation[Odds]) -> dict[str, float]:
    return {_CURRENT_RULES: ablation.baseline.win} | {name: odds.win for name, odds in ablation.variants.items()}


def what_if_rows(ablations: Mapping[str, Ablation[Odds]]) -> list[dict[str, Any]]:
    """Return a row for each change of the rules and each start: the chance of winning before and after the change."""
    rows: list[dict[str, Any]] = [
        {
            "what if": effect.variant,
            "from": start,
            _CURRENT_RULES: effect.baseline,
            "then": effect.value,
            _DIFFERENCE: 100 * effect.difference,
        }
        for start, ablation in ablations.items()
        for effect in ablation.effects(lambda odds: {"win": odds.win})
    ]
    # The sort is stable, so the two rows of a variant become neighbours.
    order = list(ablations["the start"].variants)
    return sorted(rows, key=lambda row: order.index(row["what if"]))


def _ablate_rules(state: OrchardState) -> dict[str, Ablation[Odds]]:
    """Return the ablation from the start of the game, and from the current state if the game has begun and is not over.

    From the current state, variants in which that state is impossible are left out.
    """
    starts: dict[str, Callable[[Rules], State]] = {"the start": lambda rules: rules.start}
    if not (state.is_start or state.is_over):
        starts["here"] = partial(transfer_state, state)
    ablations = {}
    for name, state_under in starts.items():
        cases = {variant: (rules, state_under(rules)) for variant, rules in variants(state.rules).items()}
        possible = {variant: (rules, state) for variant, (rules, state) in cases.items() if is_possible(state, rules)}
        ablations[name] = ablate(partial(_solve, state.policy), (state.rules, state_under(state.rules)), possible)
    return ablations


def _solve(policy: str, case: tuple[Rules, State]) -> Odds:
    rules, state = case
    return solvers.odds(rules, policy, state)


def _wins_in_words(wins: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {percent(win)}" for name, win in wins.items())


def wins_by_path(state: OrchardState) -> dict[int, float]:
    """Return the chance to win from here by the length of the raven's path, of which it has taken the same number of steps.

    It is empty if the game is over.
    """
    if state.is_over:
        return {}
    taken = state.rules.raven_steps - state.position.raven_steps
    states = {taken + left: State(state.position.fruit, left) for left in range(1, MAX_RAVEN + 1 - taken)}
    wins = solvers.wins(replace(state.rules, raven_steps=MAX_RAVEN), state.policy, tuple(states.values()))
    return dict(zip(states, wins, strict=True))


def _by_steps(rules: Rules) -> dict[str, dict[int, float]]:
    """Return the chance to win by the number of raven steps; the game with the most steps includes all others."""
    states = {steps: State(rules.fruit, steps) for steps in range(1, MAX_RAVEN + 1)}
    return _win_lines(replace(rules, raven_steps=MAX_RAVEN), states)


def _by_fruit(rules: Rules) -> dict[str, dict[int, float]]:
    """Return the chance to win by the number of fruit on each tree; the game with the most fruit includes all others."""
    trees = len(rules.fruit)
    # The page has solved the game with the fruit of the rules already.
    max_fruit = max(_max_fruit(trees), *rules.fruit)
    states = {fruit: State((fruit,) * trees, rules.raven_steps) for fruit in range(1, max_fruit + 1)}
    return _win_lines(replace(rules, fruit=(max_fruit,) * trees), states)


def _win_lines(rules: Rules, states: Mapping[int, State]) -> dict[str, dict[int, float]]:
    """Return by policy the chance to win from each state.

    rules: one game that includes all the states.
    states: by the number of raven steps or of fruit.
    """
    lines = {}
    for policy in (MOST_LEFT, RANDOM_TYPE):
        wins = solvers.wins(rules, policy, tuple(states.values()))
        lines[POLICY_LABELS[policy]] = dict(zip(states, wins, strict=True))
    return lines


def _max_fruit(trees: int) -> int:
    """Return the number of fruit on a tree up to which a game is solved quickly."""
    return MAX_FRUIT if trees <= 4 else 12 if trees == 5 else 9


def _lines_in_words(label: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    name, line = next(iter(lines.items()))
    return f"Chance of winning by {label}, {name}: " + ", ".join(
        f"{number} {percent(win)}" for number, win in line.items()
    )


VIEWS: dict[str, Callable[[OrchardState], None]] = {
    "Basket": policies_view,
    "What if": what_if_view,
    "One game": game_view,
    "Method": method_view,
}
