"""The Perudo page's view of other rules: the chance of the bid in question, and whole matches."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.charts.changes import Dot, change_dots
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.chances import chance_in_words
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words
from boardodds.dashboard.perudo.match_inputs import LINEUPS, choose_matches
from boardodds.dashboard.perudo.words import bid_in_question, naive_chance
from boardodds.dashboard.ui.data_tables import estimate_columns, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import Bid, Posterior, Rules, legal_bids
from boardodds.perudo.match_results import Matches
from boardodds.perudo.rules import (
    ACES_LOWEST,
    EIGHT_SIDES,
    FOUR_SIDES,
    HIGHER,
    NO_PALIFICO,
    NOT_WILD,
    WILD,
    variants,
)
from boardodds.probability.ablation import ablate

_WHAT_IF = (NOT_WILD, WILD, ACES_LOWEST, HIGHER, NO_PALIFICO, EIGHT_SIDES, FOUR_SIDES)
_NOW = "now"
# A chance that changes by less is the same but for rounding errors.
_SAME = 1e-9


def what_if_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show the chance of the bid in question, from the dice alone, under the named variants."""
    bid = bid_in_question(setup)
    highest_face = max([bid.face, *setup.state.hand])
    cases = {
        name: rules
        for name, rules in _shown_variants(setup.rules).items()
        if highest_face <= rules.sides and (rules.palifico or not setup.state.palifico)
    }
    ablation = ablate(lambda rules: naive_chance(setup, bid, rules), setup.rules, cases)
    changed = dict(ablation.variants)
    drawn = {
        name: chance
        for name, chance in sorted(changed.items(), key=lambda case: -case[1])
        if abs(chance - ablation.baseline) >= _SAME
    }
    finding = what_if_finding(bid_in_words(bid), ablation.baseline, changed) if changed else ""
    unchanged = ", ".join(name for name in changed if name not in drawn)
    method = f"Chance of at least {bid_in_words(bid)}, from the dice alone, computed exactly."
    if drawn:
        chart(
            change_dots(
                {name: Dot.of(chance) for name, chance in drawn.items()},
                base=ablation.baseline,
                base_name=f"now {charts.chance_label(ablation.baseline)}",
                label=charts.chance_label,
            ),
            key="what_if_chart",
            alt=f"Chance of at least {bid_in_words(bid)}: "
            + ", ".join(
                f"{name} {chance_in_words(chance)}" for name, chance in ({_NOW: ablation.baseline} | drawn).items()
            ),
            finding=finding,
            method=f"{method} No change with: {unchanged}." if unchanged else method,
        )
    else:
        st.markdown(f"#### {finding}")
        st.caption(method)
    chances = {_NOW: ablation.baseline} | changed
    rows = [
        {
            "what if": name,
            "the bid is true": chance,
            "raises to choose from": len(_raises(setup, rules)),
        }
        for (name, chance), rules in zip(chances.items(), [setup.rules, *cases.values()], strict=True)
    ]
    all_figures(lambda: table(rows, percent=["the bid is true"]), key="what_if_figures")
    if st.toggle("Whole matches under each of these rules", **setting("whole", False)):
        _matches_by_rules(setup, cases)


def what_if_finding(bid: str, now: float, cases: Mapping[str, float]) -> str:
    """Return which of the other rules changes the chance of a bid most.

    bid: in words.
    now, cases: the chance with the present rules and, by name, with others.

    >>> what_if_finding("5 fours", 0.791, {"no palifico": 0.791, "aces are not wild": 0.273})
    '“Aces are not wild” changes the chance most: 5 fours would be true 27.3% of the time instead of 79.1%'
    >>> what_if_finding("5 fours", 0.791, {"no palifico": 0.791})
    'None of these rules changes the chance of 5 fours, 79.1%'
    """
    name = max(cases, key=lambda case: abs(cases[case] - now))
    if abs(cases[name] - now) < _SAME:
        return f"None of these rules changes the chance of {bid}, {chance_in_words(now)}"
    quoted = f"“{name[:1].upper()}{name[1:]}”"
    words = chance_in_words(cases[name])
    chance = f"true {words} of the time" if words.endswith("%") else words
    return f"{quoted} changes the chance most: {bid} would be {chance} instead of {chance_in_words(now)}"


def _raises(setup: PerudoSetup, rules: Rules) -> list[Bid]:
    """Return the legal raises of the current bid under some rules; none if the rules do not allow the current bid."""
    try:
        return legal_bids(
            setup.state.current,
            setup.state.total_dice,
            rules,
            palifico=setup.state.palifico,
            own_dice=setup.state.dice[setup.bidder],
        )
    except ValueError:
        # The current bid is on aces, and these rules never allow that.
        return []


def _shown_variants(rules: Rules) -> Mapping[str, Rules]:
    """Return the variants in ``_WHAT_IF`` that are possible and differ from the rules, by name."""
    cases = variants(rules)
    return {name: cases[name] for name in _WHAT_IF if name in cases}


def _matches_by_rules(setup: PerudoSetup, cases: Mapping[str, Rules]) -> None:
    """Show bids, rounds and dudo calls in whole matches of six naive players, under the current rules and under each case."""
    matches, seed = choose_matches()
    rows = [
        _match_row(name, solvers.matches(LINEUPS["naive"], rules, matches, seed))
        for name, rules in {_NOW: setup.rules, **cases}.items()
    ]
    places = {"bids in a round": 2, "rounds in a match": 2}
    table(rows, percent=["dudo was right", "as calculated"], places=places)
    st.caption(
        "Six naive players. *As calculated*: how often the callers expect dudo to be right, from the dice alone."
    )


def _match_row(name: str, results: Matches) -> Mapping[str, Any]:
    return (
        {"rules": name}
        | estimate_columns("bids in a round", results.mean_bids)
        | estimate_columns("rounds in a match", results.mean_rounds)
        | estimate_columns("dudo was right", results.dudo)
        | {"as calculated": float(results.calls.naive.mean())}
    )
