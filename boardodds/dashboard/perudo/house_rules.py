"""Perudo's house rules in words."""

from boardodds.dashboard.perudo.edits import PerudoTable
from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.ui.labels import label_of
from boardodds.perudo import Rules


def house_rules(rules: Rules) -> dict[str, bool]:
    """Return each rule in words, and whether it differs from the rules that the page starts with.

    >>> [name for name, differs in house_rules(Rules(calza=True, sides=8)).items() if differs]
    ['raises: value or quantity', '8 sides', 'calza (not in simulated matches)']
    """
    usual = PerudoTable().rules
    return {
        "aces not wild": not rules.wild_aces,
        f"bids on aces: {rules.ace_bids}": rules.wild_aces and rules.ace_bids != usual.ace_bids,
        f"raises: {label_of(rules.raise_rule, RAISES)}": rules.raise_rule != usual.raise_rule,
        f"{rules.sides} sides": rules.sides != usual.sides,
        "rounds may open on aces": rules.open_on_aces,
        "calza (not in simulated matches)": rules.calza,
        "in palifico a player with one die may change the face": rules.palifico_one_die_may_change_face,
    }
