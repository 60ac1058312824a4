"""Perudo's named rule variants, for the page's "What if" tab and the command line's ablations."""

from dataclasses import replace

from boardodds.perudo.rules import ANY_HIGHER, HIGHEST, LOWEST, NEVER, Rules

NOT_WILD, WILD = "aces are not wild", "aces are wild"
ACES_LOWEST, HIGHER_ACES_HIGHEST = "aces bid as the lowest face", "any higher bid, aces highest"
HIGHER, HIGHER_NO_ACES = "any higher bid", "any higher bid, aces never"
NO_PALIFICO = "no palifico"
EIGHT_SIDES, FOUR_SIDES = "eight sides", "four sides"


def variants(rules: Rules) -> dict[str, Rules]:
    """Return variants of the rules by name, without those that equal the rules.

    >>> from boardodds.perudo.rules import STANDARD
    >>> list(variants(STANDARD))[:2]
    ['aces are not wild', 'aces bid as the lowest face']
    """
    cases = {
        NOT_WILD: replace(rules, wild_aces=False),
        WILD: replace(rules, wild_aces=True),
        ACES_LOWEST: replace(rules, ace_bids=LOWEST),
        HIGHER: replace(rules, raise_rule=ANY_HIGHER),
        HIGHER_ACES_HIGHEST: replace(rules, raise_rule=ANY_HIGHER, ace_bids=HIGHEST),
        HIGHER_NO_ACES: replace(rules, raise_rule=ANY_HIGHER, ace_bids=NEVER),
        NO_PALIFICO: replace(rules, palifico=False),
        EIGHT_SIDES: replace(rules, sides=8),
        FOUR_SIDES: replace(rules, sides=4),
    }
    return {name: case for name, case in cases.items() if case != rules}
