"""The what-if view of the Orchard page, and the curve of its slider: the chance to win under other rules."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from boardodds.charts.style import short_percent
from boardodds.charts.wins import change_dots
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.orchard.sheet import OrchardSheet
from boardodds.dashboard.orchard.state import OrchardState
from boardodds.dashboard.ui.panels import Panel, Parts, Values
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.orchard import Rules, State
from boardodds.orchard.boards import count_boards
from boardodds.orchard.rules import is_possible, variants
from boardodds.orchard.solver import MAX_BOARDS, TIE_TOLERANCE

_CURRENT_RULES = "these rules"
# By the name of a start, the words above its chart.
_STARTS = {
    "the start": "**From the start of the game**",
    "here": "**From here**, with the same fruit left and the same number of raven steps taken, where that is possible",
}
_DIFFERENCE = "difference (points)"


def what_if_view(sheet: OrchardSheet) -> Parts:
    """Return the chance to win under the named variants."""
    state = sheet.state
    wins_by_start = _wins_by_start(state)
    picks = f" {as_sentence(state.picks_in_words)}" if state.picks_baskets else ""
    yield (f"### {finding_of(wins_by_start['the start'])}")
    for start, wins in wins_by_start.items():
        yield (_STARTS[start])
        base = wins[_CURRENT_RULES]
        others = {name: win for name, win in wins.items() if name != _CURRENT_RULES}
        yield Panel(
            change_dots(others, base=base, base_name=f"{_CURRENT_RULES}: {short_percent(base)}", label=short_percent),
            key=f"what_if_{start}_chart".replace(" ", "_"),
            alt=f"Chance of winning from {start}: {_wins_in_words(wins)}.",
            method=f"Chance of winning with one rule changed, counted exactly.{picks}{_explain_no_picks(state.rules)}",
        )
    yield Values(
        partial(what_if_rows, wins_by_start),
        key="what_if_rows",
        percent=[_CURRENT_RULES, "then"],
        places={_DIFFERENCE: 2},
    )


def _explain_no_picks(rules: Rules) -> str:
    """Return why two changes have the same chance; "" if only one of them is shown."""
    if not rules.basket_picks or rules.basket_faces != 1:
        return ""
    return " A basket that picks nothing changes nothing, so the chance is the same without a basket on the die."


def finding_of(wins: Mapping[str, float]) -> str:
    """Return which change of the rules helps most and which one hurts most.

    wins: the chance of winning under the current rules, and by the name of each change under the changed rules.

    >>> finding_of({"these rules": 0.78, "raven steps: 7": 0.84, "fruit per basket: 0": 0.6})
    'From the start, “raven steps: 7” helps most (84.0%) and “fruit per basket: 0” hurts most (60.0%)'
    >>> finding_of({"these rules": 1.0, "raven steps: 7": 1.0})
    'From the start, no single change of the rules makes a difference'
    """
    base = wins[_CURRENT_RULES]
    changes = {name: win - base for name, win in wins.items() if abs(win - base) > TIE_TOLERANCE}
    parts = [
        f"“{name}” {verb} most ({short_percent(wins[name])})"
        for verb, sign in (("helps", 1), ("hurts", -1))
        if (better := {name: sign * change for name, change in changes.items() if sign * change > 0})
        for name in [max(better, key=lambda name: better[name])]
    ]
    return f"From the start, {' and '.join(parts) or 'no single change of the rules makes a difference'}"


def what_if_rows(wins_by_start: Mapping[str, Mapping[str, float]]) -> list[dict[str, Any]]:
    """Return a row for each change of the rules and each start: the chance of winning before and after the change."""
    return [
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
    ]


def _wins_by_start(state: OrchardState) -> dict[str, dict[str, float]]:
    """Return the chance to win by rules, from the start of the game, and from the current state unless the game is over.

    Variants with too many boards to solve are left out, and from the current state those in which that state is impossible.
    """
    cases = {_CURRENT_RULES: state.rules, **variants(state.rules)}
    cases = {name: rules for name, rules in cases.items() if count_boards(rules, state.policy) <= MAX_BOARDS}
    starts: dict[str, Callable[[Rules], State]] = {"the start": lambda rules: rules.start}
    if not (state.is_start or state.is_over):
        starts["here"] = state.under
    return {
        start: {
            name: solvers.odds(rules, state.policy, state_under(rules)).win
            for name, rules in cases.items()
            if is_possible(state_under(rules), rules)
        }
        for start, state_under in starts.items()
    }


def _wins_in_words(wins: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {percent(win)}" for name, win in wins.items())
