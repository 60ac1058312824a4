"""The Orchard page's view "What if": the chance to win under other rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from boardodds.charts.changes import Dot, change_dots
from boardodds.charts.style import short_percent
from boardodds.charts.wins import win_lines
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.edits import OrchardSetup
from boardodds.dashboard.orchard.labels import POLICY_LABELS
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import as_sentence, percent
from boardodds.orchard import (
    Odds,
    Rules,
    State,
)
from boardodds.orchard.rules import MAX_FRUIT, MAX_RAVEN, is_possible
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE, TIE_TOLERANCE
from boardodds.orchard.variants import NO_BASKET, NO_PICKS, variants
from boardodds.probability.ablation import Ablation, ablate

_CURRENT_RULES = "these rules"
_HALF = 0.5
# By the name of a start, the words above its chart.
_STARTS = {
    "the start": "**From the start of the game**",
    "here": "**From here**, with the same fruit left and the same number of raven steps taken, where that is possible",
}
_DIFFERENCE = "difference (points)"


def what_if_view(setup: OrchardSetup, _odds: Odds) -> None:
    """Show the chance to win under the named variants, and by the number of raven steps and of fruit."""
    ablations = _ablate_rules(setup)
    can_pick = setup.rules.basket_faces and setup.rules.basket_picks
    picks = f" The basket picks from {POLICY_LABELS[setup.policy]}." if can_pick else ""
    st.markdown(f"{finding_of(_wins(ablations['the start']))}")
    for start, ablation in ablations.items():
        st.markdown(_STARTS[start])
        wins = _wins(ablation)
        base = wins.pop(_CURRENT_RULES)
        dots = {name: Dot.of(win) for name, win in wins.items()}
        chart(
            change_dots(dots, base=base, base_name=f"{_CURRENT_RULES}: {short_percent(base)}", label=short_percent),
            key=f"what_if_{start}_chart".replace(" ", "_"),
            alt=f"Chance of winning from {start}: {_wins_in_words({_CURRENT_RULES: base} | wins)}.",
            method=f"Chance of winning with one rule changed, counted exactly.{picks}{_explain_no_picks(wins)}",
        )
    rows = what_if_rows(ablations)
    all_figures(
        lambda: table(rows, percent=[_CURRENT_RULES, "then"], places={_DIFFERENCE: 2}),
        key="what_if_figures",
    )
    for key, label, current, lines in (
        ("steps", "raven steps at the start", setup.rules.raven_steps, _by_steps(setup.rules)),
        ("fruit", "fruit on each tree at the start", setup.rules.fruit[0], _by_fruit(setup.rules)),
    ):
        chart(
            win_lines(lines, label, mark=current),
            key=f"{key}_chart",
            alt=_lines_in_words(label, lines),
            finding=half_finding(label.removesuffix(" at the start"), lines[POLICY_LABELS[MOST_LEFT]]),
            method=f"Chance of winning by the {label}, counted exactly.",
        )


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


def _explain_no_picks(wins: Mapping[str, float]) -> str:
    """Return why two changes have the same chance; empty unless both are shown."""
    if not {NO_PICKS, NO_BASKET} <= wins.keys():
        return ""
    return " A basket that picks nothing changes nothing, so the chance is the same without a basket on the die."


def finding_of(wins: Mapping[str, float]) -> str:
    """Return which change of the rules helps most and which one hurts most, as a heading.

    wins: the chance of winning under the current rules, and by the name of each change under the changed rules.

    >>> finding_of({"these rules": 0.78, "one raven step more": 0.84, "no basket": 0.6, "one tree more": 0.5})
    '#### From the start, one raven step more helps most (84.0%). One tree more hurts most (50.0%)'
    >>> finding_of({"these rules": 1.0, "one tree more": 1.0})
    '#### From the start, no single change of the rules makes a difference'
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
    return f"#### {' '.join([as_sentence(f'From the start, {first}'), *map(as_sentence, rest)])}".removesuffix(".")


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


def _ablate_rules(setup: OrchardSetup) -> dict[str, Ablation[Odds]]:
    """Return the ablation from the start of the game, and from the current state if the game has begun and is not over.

    From the current state, variants in which that state is impossible are left out.
    """
    starts: dict[str, Callable[[Rules], State]] = {"the start": lambda rules: rules.start}
    if setup.state != setup.rules.start and not (setup.state.is_won or setup.state.is_lost):
        starts["here"] = partial(_transfer_state, setup)
    ablations = {}
    for name, state_under in starts.items():
        cases = {variant: (rules, state_under(rules)) for variant, rules in variants(setup.rules).items()}
        possible = {variant: (rules, state) for variant, (rules, state) in cases.items() if is_possible(state, rules)}
        ablations[name] = ablate(partial(_solve, setup.policy), (setup.rules, state_under(setup.rules)), possible)
    return ablations


def _solve(policy: str, case: tuple[Rules, State]) -> Odds:
    rules, state = case
    return solvers.odds(rules, policy, state)


def _transfer_state(setup: OrchardSetup, rules: Rules) -> State:
    """Return the current state under other rules: the same fruit is left, and the raven has taken the same number of steps."""
    return State(setup.state.fruit, setup.state.raven_steps + rules.raven_steps - setup.rules.raven_steps)


def _wins_in_words(wins: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {percent(win)}" for name, win in wins.items())


def _by_steps(rules: Rules) -> dict[str, dict[int, float]]:
    """Return the chance to win by the number of raven steps; the game with the most steps includes all others."""
    states = {steps: State(rules.fruit, steps) for steps in range(1, MAX_RAVEN + 1)}
    return _win_lines(replace(rules, raven_steps=MAX_RAVEN), states)


def _by_fruit(rules: Rules) -> dict[str, dict[int, float]]:
    """Return the chance to win by the number of fruit on each tree; the game with the most fruit includes all others."""
    trees = len(rules.fruit)
    max_fruit = _max_fruit(trees)
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
