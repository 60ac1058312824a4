"""The views of the Orchard page below its answer, one function each."""

from collections.abc import Callable, Mapping, Sequence

from boardodds.charts import orchard as charts
from boardodds.charts.style import short_percent
from boardodds.charts.wins import change_dots, win_bars
from boardodds.dashboard.orchard.sheet import MAX_BOARDS, OrchardSheet, is_large, odds_of
from boardodds.dashboard.orchard.state import OrchardState
from boardodds.dashboard.runtime.compute import LONG, SHORT, compute, compute_all, work
from boardodds.dashboard.ui.panels import NARROW, Cells, Code, Formula, Grid, Note, Panel, Parts, Toggle, Values
from boardodds.dashboard.ui.settings import Allowed, switch
from boardodds.dashboard.ui.sheet import drawn_once
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.orchard import POLICIES, BasketChoice, Policy, Rules, State, count_final_states, solve
from boardodds.orchard import solver as orchard_solver
from boardodds.orchard.boards import count_boards
from boardodds.orchard.exact import win_fraction
from boardodds.orchard.published_figures import PAPER_GAMES, PAPER_LEVEL, TABLES, PublishedRow
from boardodds.orchard.rules import MOST_LEFT, OPTIMAL, POLICY_LABELS, RANDOM_TYPE, is_possible, variants
from boardodds.orchard.simulation import RUN_GAMES, RUNS, play_runs
from boardodds.orchard.solver import TIE_TOLERANCE
from boardodds.probability.display import plural, rules_lines
from boardodds.probability.estimate import Proportion, trials_to_tell_apart

# A smaller difference in percentage points would round to 0.0.
_SMALLEST_POINTS = 0.1
_BELOW_BEST, _DIFFERENCE = "worse by (points)", "difference (points)"
_CURRENT_RULES = "these rules"
# By the name of a start, the words above its chart.
_STARTS = {
    "the start": "**From the start of the game**",
    "here": "**From here**, with the same fruit left and the same number of raven steps taken, where that is possible",
}
_FRACTION = Toggle("fraction", "Show the exact chance as a fraction")
_FIGURE = Toggle("figure", "Play Figure 1 of the paper")
SETTINGS: Allowed = {_FRACTION.name: switch, _FIGURE.name: switch}


@drawn_once
def policies_view(sheet: OrchardSheet) -> Parts:
    """Return the chance to win by the policy for the whole game, and by the next fruit picked if the basket is rolled now."""
    state = sheet.state
    # A policy that tells all trees apart can be too slow for a game that others solve quickly.
    policies = [policy for policy in POLICIES if count_boards(state.rules, (policy,)) <= MAX_BOARDS]
    wins = {policy: odds_of(state.rules, (policy,), state.position).win for policy in policies}
    bars = {POLICY_LABELS[policy]: win for policy, win in wins.items()}
    current = ", ".join(POLICY_LABELS[policy] for policy in dict.fromkeys(state.policy))
    if current not in bars:
        current = "your players in turn"
        bars[current] = sheet.odds.win
    bars = dict(sorted(bars.items(), key=lambda bar: -bar[1]))
    yield Panel(
        win_bars(bars, current=current),
        key="policies_chart",
        alt="Chance of winning by policy: " + ", ".join(f"{name} {percent(win)}" for name, win in bars.items()),
        finding=compare_policies(wins) if state.picks_baskets else "",
        method="Chance of winning by what the basket picks from, counted exactly. In blue: what you set up.",
    )
    if state.picks_baskets:
        yield "No other tree is ever better than the fullest."
    else:
        yield "Under these rules, no basket picks fruit, so the policy makes no difference."
    if state.rules.basket_faces and sheet.picks:
        yield from _first_fruit(sheet.picks, wins[OPTIMAL], is_open=state.position.basket > 0)
        best, worst = (percent(chance, 2) for chance in (sheet.picks[0].win, sheet.worst_basket))
        text = f"The whole basket from the fullest tree, fruit by fruit, wins {best}; from the emptiest, {worst}."
        is_same = sheet.picks[0].win - sheet.worst_basket < TIE_TOLERANCE
        yield "Every basket is equally good." if is_same else text


def compare_policies(wins: Mapping[Policy, float]) -> str:
    """Return what picking from the fullest tree is worth compared with any type at random, from the chances of winning.

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


def _first_fruit(choices: Sequence[BasketChoice], win: float, *, is_open: bool) -> Parts:
    """Return the chance of winning by the next fruit of an open basket, or of one rolled now; ``win`` is that before the roll."""
    yield "**The next fruit of the basket**" if is_open else "**The first fruit of a basket rolled now**"
    best = choices[0].win
    text = f"After the basket, the chance of winning is {percent(best)} with the best picks."
    if not is_open:
        text += f" Before the roll, which can also be the raven, it is {percent(win)}."
    if best - choices[-1].win < TIE_TOLERANCE:
        yield f"{text} Every first fruit is equally good."
        return
    yield text
    rows = [(charts.TREE_NAMES[choice.tree], choice.win, 100 * (best - choice.win)) for choice in choices]
    grid = {name: {"wins": (win, short_percent(win)), _BELOW_BEST: (0.0, f"{below:.2f}")} for name, win, below in rows}
    yield Grid(grid, corner="first fruit", caption="First fruits by the chance of winning, best first", width=NARROW)
    yield Note("Chances of winning with the best pick for every later fruit, and percentage points below the best.")
    names = ("first fruit", "wins", _BELOW_BEST)
    yield Values(
        lambda: [dict(zip(names, row, strict=True)) for row in rows],
        key="first_fruit_rows",
        percent=["wins"],
        places={_BELOW_BEST: 2},
    )


def close_view(sheet: OrchardSheet) -> Parts:
    """Return the fruit left in games that are lost and the raven steps left in games that are won."""
    yield sheet.closeness or (
        "The game is over." if sheet.state.is_over else "These rules are too large to count the ends while you wait."
    )


def what_if_view(sheet: OrchardSheet) -> Parts:
    """Return the chance to win with one rule changed, from the start of the game and, while it goes on, from here."""
    state, rules, wins_by_start = sheet.state, sheet.state.rules, _wins_by_start(sheet.state)
    note = f" {as_sentence(state.picks_in_words)}" if state.picks_baskets else ""
    if rules.basket_picks and rules.basket_faces == 1:
        note += " A basket that picks nothing changes nothing, so the chance is the same without a basket on the die."
    yield f"### {finding_of(wins_by_start['the start'])}"
    for start, wins in wins_by_start.items():
        yield _STARTS[start]
        base = wins[_CURRENT_RULES]
        dots = {name: win for name, win in wins.items() if name != _CURRENT_RULES}
        yield Panel(
            change_dots(dots, base=base, base_name=f"{_CURRENT_RULES}: {short_percent(base)}", label=short_percent),
            key=f"what_if_{start}_chart".replace(" ", "_"),
            alt=f"Chance of winning from {start}: {', '.join(f'{name} {percent(win)}' for name, win in wins.items())}.",
            method=f"Chance of winning with one rule changed, counted exactly.{note}",
        )
    yield Values(
        lambda: [
            {
                "what if": name,
                "from": start,
                _CURRENT_RULES: wins[_CURRENT_RULES],
                "then": wins[name],
                _DIFFERENCE: 100 * (wins[name] - wins[_CURRENT_RULES]),
            }
            for name in wins_by_start["the start"]
            for start, wins in wins_by_start.items()
            if name != _CURRENT_RULES and name in wins
        ],
        key="what_if_rows",
        percent=[_CURRENT_RULES, "then"],
        places={_DIFFERENCE: 2},
    )


def finding_of(wins: Mapping[str, float]) -> str:
    """Return which change of the rules helps most and which one hurts most, from the chances of winning.

    >>> finding_of({"these rules": 0.78, "raven steps: 7": 0.84, "fruit per basket: 0": 0.6})
    'From the start, “raven steps: 7” helps most (84.0%) and “fruit per basket: 0” hurts most (60.0%)'
    >>> finding_of({"these rules": 1.0, "raven steps: 7": 1.0})
    'From the start, no single change of the rules makes a difference'
    """
    ends = {"helps": max(wins, key=wins.__getitem__), "hurts": min(wins, key=wins.__getitem__)}
    parts = [
        f"“{name}” {verb} most ({short_percent(wins[name])})"
        for verb, name in ends.items()
        if abs(wins[name] - wins[_CURRENT_RULES]) > TIE_TOLERANCE
    ]
    return f"From the start, {' and '.join(parts) or 'no single change of the rules makes a difference'}"


def _wins_by_start(state: OrchardState) -> dict[str, dict[str, float]]:
    """Return the chance to win by start and rules, without rules that have too many boards or do not allow the current state."""
    cases = {_CURRENT_RULES: state.rules, **variants(state.rules)}
    starts: dict[str, Callable[[Rules], State]] = {"the start": lambda rules: rules.start}
    if not (state.is_start or state.is_over):
        starts["here"] = state.under
    return {
        start: {
            name: odds_of(rules, state.policy, state_under(rules)).win
            for name, rules in cases.items()
            if count_boards(rules, state.policy) <= orchard_solver.MAX_BOARDS and is_possible(state_under(rules), rules)
        }
        for start, state_under in starts.items()
    }


def method_view(sheet: OrchardSheet) -> Parts:
    """Return how the answer is computed."""
    state, rules = sheet.state, sheet.state.rules
    baskets = rules.basket_faces if state.picks_baskets else 0
    yield (
        f"A game ends in one of **{count_final_states(rules):,} final states**: won with up to "
        f"{plural(rules.raven_steps, 'raven step')} left, or lost with some fruit on the trees."
    )
    if len(set(rules.fruit)) == 1:
        ways = rf"{rules.raven_steps} + ({rules.fruit[0]}+1)^{{{len(rules.fruit)}}} - 1"
        yield Formula(f"{ways} = {count_final_states(rules):,}".replace(",", "{,}"))
    yield (
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
        yield Formula(line)
    yield (
        "where $S$ adds the chances after each colour, and $B$ is the chance after the basket. Its fruits are picked one by one "
        f"as the policy says, and picking the last fruit wins at once. The policy *{POLICY_LABELS[OPTIMAL]}* takes the pick with "
        "the largest $W$. Every roll that counts takes away fruit or a raven step, so "
        f"a game has at most {sum(rules.fruit) + rules.raven_steps - 1} of them. And a state needs only states with a smaller "
        "total of fruit and raven steps, and these are solved first. The order of the trees matters only if somebody picks by "
        "it; otherwise states that differ only in it are solved once. If players pick differently, each state is solved for "
        "each player's turn, and a roll that changes nothing passes the turn."
    )
    if sheet.endings:
        rolls, raven_left = sheet.endings.rolls, sheet.odds.raven_left
        yield (
            f"From the current state, with this page's policy, the game takes **{rolls.mean:.1f} rolls** on average (standard "
            f"deviation {rolls.std:.1f}), including rolls that change nothing. At the end, {raven_left.mean:.2f} raven steps are "
            "left on average, counting a lost game as 0."
        )
    if len(set(state.policy)) == 1:
        yield _FRACTION
        if sheet.value(_FRACTION):
            lane = LONG if is_large(rules, state.policy) else SHORT
            game = (rules, state.policy, state.position)
            yield Code(str(compute(win_fraction, *game, label="Working in fractions…", lane=lane)), heading="")
    yield _FIGURE
    if sheet.value(_FIGURE):
        works = [work(play_runs, row.rules, row.policy, RUNS, seed, lane=LONG) for seed, row in enumerate(TABLES)]
        wins = compute_all(works, label="Playing the games of Figure 1…")
        for first in (0, 2):
            yield runs_panel(TABLES[first : first + 2], wins[first : first + 2])
        yield Grid(estimates_grid(wins), corner="game, picks", caption="Proportion of games won, with its 99% interval")
    yield (
        "**Source**: *Will we win the Orchard game?* by Sara Pia Marinček, for the method and the published figures. "
        "Orchard is a game by HABA."
    )
    yield Code(
        rules_lines("orchard", rules)
        + f'orchard.solve(rules, policies={state.policy}, state=orchard.State.parse("{state.position}")).win'
    )


def runs_panel(rows: Sequence[PublishedRow], wins: Sequence[Sequence[int]]) -> Panel:
    """Return the paper's figure of the two ways to pick in a game, from the games won in each run."""
    first, second = (solve(row.rules, policy=row.policy).win for row in rows)
    by_way = {row.name: won for row, won in zip(rows, wins, strict=True)}
    ranges = "; ".join(
        f"{way}: {percent(min(won) / RUN_GAMES)} to {percent(max(won) / RUN_GAMES)}" for way, won in by_way.items()
    )
    return Panel(
        charts.run_bars(by_way, (first, second), RUN_GAMES),
        key=rows[0].name,
        alt=ranges,
        finding=ranges,
        method=f"Games won in {RUNS} played runs of {RUN_GAMES:,} games for each way to pick, with the normal densities of the "
        f"exact chances. With {trials_to_tell_apart(first, second, PAPER_LEVEL, 0.9):,} games for each way, the two "
        f"{PAPER_LEVEL:.0%} intervals would be apart in nine of ten studies; the paper played {PAPER_GAMES:,}.",
    )


def estimates_grid(wins: Sequence[Sequence[int]]) -> Cells:
    """Return the paper's estimates beside ours, from the games won in each run, and the exact chances."""
    grid = {}
    for row, won in zip(TABLES, wins, strict=True):
        ours, exact = Proportion(sum(won), RUN_GAMES * len(won)), solve(row.rules, policy=row.policy).win
        ends = ours.interval(PAPER_LEVEL)
        grid[row.name] = {
            f"paper, {PAPER_GAMES:,} games": (0.0, f"{row.simulated:.5f} ({row.low:.5f} to {row.high:.5f})"),
            f"here, {ours.trials:,} games": (0.0, f"{ours.value:.5f} ({ends.low:.5f} to {ends.high:.5f})"),
            "exact": (0.0, f"{exact:.5f}"),
        }
    return grid


VIEWS: dict[str, Callable[[OrchardSheet], Parts]] = {
    "Basket": policies_view,
    "How close": close_view,
    "What if": what_if_view,
    "Method": method_view,
}
