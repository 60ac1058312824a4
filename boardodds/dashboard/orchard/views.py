"""The views of the Orchard page below its answer, one function each."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from boardodds.charts import common
from boardodds.charts import orchard as charts
from boardodds.charts.style import in_percent
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.inputs import POLICY_WORDS, OrchardSetup
from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.query import MAX_SEED, Allowed, one_of, whole_number
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
from boardodds.orchard.rules import MAX_FRUIT, MAX_RAVEN, is_possible
from boardodds.orchard.simulate import Player
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE, SAME
from boardodds.orchard.sources import PAPER_GAMES, PAPER_LEVEL, TABLES, standard_error
from boardodds.orchard.variants import variants
from boardodds.probability.ablation import Ablation, ablate
from boardodds.probability.estimate import Proportion, trials_for_width
from boardodds.probability.montecarlo import part_of, run_chunks

SIMULATIONS = (100, 300, 1_000, 3_000, 10_000)
GAMES = (100, 1_000, 10_000)
LINK: Allowed = {
    "simulations": one_of(SIMULATIONS),
    "games": one_of(GAMES),
    "seed": whole_number(0, MAX_SEED),
    "roll": whole_number(0, 10_000),
    "both": one_of(["true", "false"]),
}


def headline(setup: OrchardSetup, odds: Odds) -> str:
    """The answer in one line."""
    if setup.state.is_won:
        return "We have won"
    if setup.state.is_lost:
        return "The raven was first: we have lost"
    picks = f", if the basket picks from {POLICY_WORDS[setup.policy]}" if setup.rules.basket_faces else ""
    return f"We win {percent(odds.win, 2)} of the time{picks}"


def advice(setup: OrchardSetup) -> str:
    """What to pick from the basket now, in one line; empty where there is nothing to pick."""
    choices = best_basket(setup.rules, setup.state)
    if not choices or not setup.rules.basket_faces:
        return ""
    names = [charts.TREE_NAMES[choice.tree] for choice in choices if choices[0].win - choice.win < SAME]
    pick = "any fruit: all are as good" if len(names) == len(choices) > 1 else " or ".join(names)
    first = " first" if setup.rules.basket_picks > 1 and len(names) < len(choices) else ""
    return f"If the basket comes up now, pick {pick}{first}."


def policies_view(setup: OrchardSetup, _odds: Odds) -> None:
    """What to pick from the basket now, and what the choice is worth over the whole game."""
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
    bars = {POLICY_WORDS[policy]: win for policy, win in wins.items()}
    chart(
        common.win_bars(bars, now=POLICY_WORDS[setup.policy]),
        key="policies_chart",
        alt="Chance to win by what the basket picks: " + ", ".join(f"{name} {win:.1%}" for name, win in bars.items()),
    )
    st.markdown(
        f"Picking from the fullest tree instead of any type is worth **{100 * (wins[MOST_LEFT] - wins[RANDOM_TYPE]):.1f} "
        f"points**. {_is_fullest_best(setup.rules)}"
    )
    columns = {"the basket picks from": list(bars), "chance to win": list(wins.values())}
    csv_button("Policies as CSV", lambda: columns, file_name="policies.csv", key="policies_csv")


def _is_fullest_best(rules: Rules) -> str:
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


def figure_view(setup: OrchardSetup, _odds: Odds) -> None:
    """The paper's Figure 1, live: many simulations of many games, with both of its policies."""
    left, middle, right = st.columns(3)
    many = left.select_slider("Simulations", SIMULATIONS, 300, key="simulations", bind="query-params")
    games = middle.select_slider("Games in each", GAMES, 1_000, key="games", bind="query-params")
    seed = int(right.number_input("Seed", 0, MAX_SEED, 1, key="seed", bind="query-params"))
    both = st.toggle("Both games of the paper, from the start", key="both", bind="query-params")
    cases = _figure_cases(setup, both=both)
    st.caption(
        f"{len(cases)} x {many * games:,} games. The paper ran 10,000 simulations of 10,000 games: that is offered too, and "
        "takes minutes. Leaving the view or changing anything stops it."
    )
    run = (tuple(cases.items()), many, games, seed)
    st.button("Run", icon="▶️", on_click=lambda: st.session_state.update(orchard_run=run))
    if st.session_state.get("orchard_run") == run:
        _show_figure(cases, many, games, seed)


def _figure_cases(setup: OrchardSetup, *, both: bool) -> dict[str, Player]:
    """What is simulated, by name."""
    if both:
        return {row.name: Player(row.rules, row.policy, row.rules.start) for row in TABLES}
    return {POLICY_WORDS[policy]: Player(setup.rules, policy, setup.state) for policy in (RANDOM_TYPE, MOST_LEFT)}


def _show_figure(cases: Mapping[str, Player], many: int, games: int, seed: int) -> None:
    exact = {name: solvers.odds(case.rules, case.policy, case.state).win for name, case in cases.items()}
    if not all(0 < win < 1 for win in exact.values()):
        st.markdown("The game is decided: every simulation would end alike.")
        return
    wins = _simulated_wins(tuple(cases.items()), many, games, seed)
    shares = {name: [won / games for won in wins[name]] for name in cases}
    chart(
        charts.share_histograms({name: (shares[name], exact[name]) for name in cases}, games),
        key="figure_chart",
        alt=f"Histograms of the share of games won in {many:,} simulations of {games:,} games; exact chances: "
        + ", ".join(f"{name} {win:.2%}" for name, win in exact.items()),
    )
    st.markdown(
        "How many simulations had which share; the curve is the normal one that they should follow, the dotted line the exact "
        "chance. All simulations together, as the paper's Table 1 gives them, with Wilson's interval beside the normal one:"
    )
    table(_estimates({name: Proportion(sum(wins[name]), many * games) for name in cases}, exact))
    share = min(exact.values())
    spread = {name: float(np.std(each, ddof=1)) for name, each in shares.items()}
    name = next(iter(cases))
    st.markdown(
        f"The shares spread by {100 * spread[name]:.3f} points ({name}); the normal curve has "
        f"{100 * (exact[name] * (1 - exact[name]) / games) ** 0.5:.3f}. A 95% interval one point wide takes "
        f"{trials_for_width(0.01, share=share):,} games, one of a hundredth of a point {trials_for_width(0.0001, share=share):,}."
    )
    columns = {f"share won, {name}": each for name, each in shares.items()}
    csv_button("Shares as CSV", lambda: columns, file_name="shares.csv", key="shares_csv")


def _estimates(won: Mapping[str, Proportion], exact: Mapping[str, float]) -> Rows:
    """The share of all games won as the paper gives it, at two levels, beside the exact chance."""
    rows = []
    for name, share in won.items():
        for level in (0.95, 0.99):
            normal, wilson = share.normal_interval(level), share.interval(level)
            rows.append(
                {
                    "case": name,
                    "exact": f"{exact[name]:.5f}",
                    "share won": f"{share.value:.5f}",
                    "SE (n - 1)": f"{share.sample_standard_error:.5f}",
                    "level": f"{level:.0%}",
                    "normal interval": f"{normal.low:.5f} to {normal.high:.5f}",
                    "Wilson interval": f"{wilson.low:.5f} to {wilson.high:.5f}",
                }
            )
    return rows


@st.cache_data(max_entries=16, show_spinner=False)
def _simulated_wins(cases: tuple[tuple[str, Player], ...], many: int, games: int, seed: int) -> dict[str, list[int]]:
    """Games won in each simulation, by case."""
    wins: dict[str, list[int]] = {}
    with progress(f"Playing {len(cases) * many * games:,} games…", long=True) as report:
        for done, (name, player) in enumerate(cases):
            parts = run_chunks(player, many * games, seed, chunk=games, progress=part_of(report, done, len(cases)))
            wins[name] = [games - int(counts[0]) for counts in parts]
    return wins


def published_view(_on: OrchardSetup, _odds: Odds) -> None:
    """Tables 1 and 2 of the paper, recomputed."""
    rows = _published()
    worst = max(abs(row["exact, ours"] - row["exact, paper"]) for row in rows)
    st.markdown(
        f"The paper's Table 2 is exact and printed to five places: **the largest difference is {worst:.6f}.** Its Table 1 "
        f"is simulated, {PAPER_GAMES:,} games each; beside it stands the standard error that so many games have by the exact "
        "chance, and whether the paper's 99% interval holds that chance."
    )
    figures = [column for column in rows[0] if column not in ("case", "interval holds it")]
    table(rows, places=dict.fromkeys(figures, 5))
    csv_button("Tables as CSV", lambda: rows, file_name="published.csv", key="published_csv")


def _published() -> Rows:
    rows = []
    for row in TABLES:
        ours = solvers.odds(row.rules, row.policy, row.rules.start).win
        rows.append(
            {
                "case": row.name,
                "interval holds it": "yes" if row.low <= ours <= row.high else "no",
                "exact, paper": row.exact,
                "exact, ours": ours,
                "simulated, paper": row.simulated,
                "SE, paper": row.standard_error,
                "SE, ours": standard_error(ours),
                f"{PAPER_LEVEL:.0%} from": row.low,
                f"{PAPER_LEVEL:.0%} to": row.high,
            }
        )
    return rows


_THESE = "these rules"


def what_if_view(setup: OrchardSetup, _odds: Odds) -> None:
    """The game under other rules, from the start and from here, and along the raven's steps and the fruit."""
    found = _what_ifs(setup)
    wins = {
        f"from {place}": {_THESE: each.baseline.win} | {name: odds.win for name, odds in each.variants.items()}
        for place, each in found.items()
    }
    here = (
        ", and **from here**, with the same fruit left and the raven gone as far; with more or fewer trees the game cannot "
        "stand as it does"
        if len(wins) > 1
        else ""
    )
    st.markdown(f"The chance to win **from the start of the game**{here}:")
    chart(common.win_groups(wins, now=_THESE), key="what_if_chart", alt=f"Chance to win {_wins_in_words(wins)}")
    rows = [
        {
            "what if": e.variant,
            "from": place,
            _THESE: e.baseline,
            "then": e.value,
            "difference (points)": 100 * e.difference,
        }
        for place, each in found.items()
        for e in each.effects(lambda odds: {"win": odds.win})
    ]
    # a rule's two rows side by side
    order = list(wins["from the start"])
    rows.sort(key=lambda row: order.index(str(row["what if"])))
    table(rows, percent=[_THESE, "then"], places={"difference (points)": 2})
    csv_button("What if as CSV", lambda: rows, file_name="what_if.csv", key="what_if_csv")
    for key, label, now, lines in (
        ("steps", "steps of the raven, from the start", setup.rules.raven_steps, _by_steps(setup.rules)),
        ("fruit", "fruit on a tree, from the start", setup.rules.fruit[0], _by_fruit(setup.rules)),
    ):
        chart(common.win_lines(lines, label, mark=now), key=f"{key}_chart", alt=_along_in_words(label, lines))


def _what_ifs(setup: OrchardSetup) -> dict[str, Ablation[Odds]]:
    """The other rules by where the game goes on from: the start, and here where that is elsewhere and not the end.

    From here there are only those under which the game can stand as it does.
    """
    stands: dict[str, Callable[[Rules], State]] = {"the start": lambda rules: rules.start}
    if setup.state != setup.rules.start and not (setup.state.is_won or setup.state.is_lost):
        stands["here"] = partial(_standing, setup)
    found = {}
    for place, stand in stands.items():
        placed = {name: (rules, stand(rules)) for name, rules in variants(setup.rules).items()}
        possible = {name: (rules, state) for name, (rules, state) in placed.items() if is_possible(state, rules)}
        found[place] = ablate(partial(_solve, setup.policy), (setup.rules, stand(setup.rules)), possible)
    return found


def _solve(policy: str, case: tuple[Rules, State]) -> Odds:
    return solvers.odds(case[0], policy, case[1])


def _standing(setup: OrchardSetup, rules: Rules) -> State:
    """The state now under other rules: the same fruit is left, and the raven has gone as many steps."""
    return State(setup.state.fruit, setup.state.raven_steps + rules.raven_steps - setup.rules.raven_steps)


def _wins_in_words(wins: Mapping[str, Mapping[str, float]]) -> str:
    return "; ".join(
        f"{place}: " + ", ".join(f"{name} {win:.1%}" for name, win in chances.items())
        for place, chances in wins.items()
    )


def _by_steps(rules: Rules) -> dict[str, dict[int, float]]:
    """The chance to win by the raven's steps: the longest game holds all the shorter ones."""
    states = {steps: State(rules.fruit, steps) for steps in range(1, MAX_RAVEN + 1)}
    return _along(replace(rules, raven_steps=MAX_RAVEN), states)


def _by_fruit(rules: Rules) -> dict[str, dict[int, float]]:
    """The chance to win by the fruit on each tree: the fullest orchard holds all the others."""
    trees = len(rules.fruit)
    most = _most_fruit(trees)
    states = {fruit: State((fruit,) * trees, rules.raven_steps) for fruit in range(1, most + 1)}
    return _along(replace(rules, fruit=(most,) * trees), states)


def _along(rules: Rules, states: Mapping[int, State]) -> dict[str, dict[int, float]]:
    along = {}
    for policy in (MOST_LEFT, RANDOM_TYPE):
        wins = solvers.wins(rules, policy, tuple(states.values()))
        along[POLICY_WORDS[policy]] = dict(zip(states, wins, strict=True))
    return along


def _most_fruit(trees: int) -> int:
    """As much as takes little time."""
    return MAX_FRUIT if trees <= 4 else 12 if trees == 5 else 9


def _along_in_words(label: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    name, line = next(iter(lines.items()))
    return f"Chance to win by {label}, {name}: " + ", ".join(
        f"{number} {in_percent(win, 0)}" for number, win in line.items()
    )


def game_view(setup: OrchardSetup, odds: Odds) -> None:
    """One random game, roll by roll, and how the chance to win goes with it."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of the game", 0, MAX_SEED, 1, key="seed", bind="query-params"))
    turns = play(setup.rules, setup.policy, seed, setup.state)
    if not turns:
        st.markdown("The game is over.")
        return
    if st.session_state.get("roll", 0) > len(turns):
        # the game before was longer
        st.session_state.roll = len(turns)
    shown = right.slider("After roll", 0, len(turns), 0, key="roll", bind="query-params")
    state, win = (setup.state, odds.win) if shown == 0 else (turns[shown - 1].state, turns[shown - 1].win)
    rolled = [_rolled_in_words(turn) for turn in turns]
    label = "Before the first roll" if shown == 0 else f"Roll {shown}: {rolled[shown - 1]}"
    st.markdown(
        f"**{label}. Chance to win: {win:.1%}.** This game is {'won' if turns[-1].state.is_won else 'lost'} in "
        f"{len(turns)} rolls."
    )
    chart(
        charts.game_line([odds.win, *(turn.win for turn in turns)], rolled, shown),
        key="game_chart",
        alt=f"Chance to win over the {len(turns)} rolls of this game, from {in_percent(odds.win, 0)} to "
        f"{in_percent(turns[-1].win, 0)}.",
    )
    chart(
        charts.orchard_bars(state, setup.rules.fruit, setup.rules.raven_steps),
        key="game_orchard",
        alt=f"Left after roll {shown}: {_state_in_words(state)}.",
    )
    rows = [
        {"roll": n, "came up": word, "left": str(turn.state), "chance to win": turn.win}
        for n, (word, turn) in enumerate(zip(rolled, turns, strict=True), start=1)
    ]
    csv_button("The game as CSV", lambda: rows, file_name="game.csv", key="game_csv")


def _rolled_in_words(turn: Turn) -> str:
    return charts.TREE_NAMES[turn.rolled] if isinstance(turn.rolled, int) else turn.rolled


def _state_in_words(state: State) -> str:
    fruit = ", ".join(f"{left} {charts.TREE_NAMES[tree]}" for tree, left in enumerate(state.fruit))
    return f"{fruit}, raven {state.raven_steps} steps away"


def how_view(setup: OrchardSetup, _odds: Odds) -> None:
    """How the answer is worked out."""
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
    if st.toggle("The exact fraction", key="fraction", bind="query-params"):
        with st.spinner("Working in fractions…"):
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
