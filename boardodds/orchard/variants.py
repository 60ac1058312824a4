"""Orchard's named variants, for "what if" on the page and for ablations on the command line."""

from dataclasses import replace

from boardodds.orchard.rules import MAX_FACES, MAX_PICKS, MAX_RAVEN, Rules

# A game with more trees takes too long to solve while a visitor waits.
_MAX_TREES = 6
NO_PICKS, NO_BASKET = "a basket picks nothing", "no basket on the die"


def variants(rules: Rules) -> dict[str, Rules]:
    """Return the rules with one thing changed, by the name of the change.

    Changes that are impossible or have no effect are left out.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> list(variants(MY_FIRST_ORCHARD))[:3]
    ['a basket picks nothing', 'no basket on the die', 'one more fruit per basket']
    """
    trees, picks, steps = len(rules.fruit), rules.basket_picks, rules.raven_steps
    changed = {}
    if picks and rules.basket_faces:
        changed[NO_PICKS] = replace(rules, basket_picks=0)
        changed[NO_BASKET] = replace(rules, basket_faces=0)
        changed["one more fruit per basket"] = replace(rules, basket_picks=min(MAX_PICKS, picks + 1))
    if picks > 1 and rules.basket_faces:
        changed["one fruit fewer per basket"] = replace(rules, basket_picks=picks - 1)
    if trees > 1:
        changed["one tree fewer"] = replace(rules, fruit=(rules.fruit[0],) * (trees - 1))
    if trees < _MAX_TREES:
        changed["one tree more"] = replace(rules, fruit=(rules.fruit[0],) * (trees + 1))
    changed["one raven step fewer"] = replace(rules, raven_steps=max(1, steps - 1))
    changed["one raven step more"] = replace(rules, raven_steps=min(MAX_RAVEN, steps + 1))
    changed["one more raven face"] = replace(rules, raven_faces=min(MAX_FACES, rules.raven_faces + 1))
    return {name: variant for name, variant in changed.items() if variant != rules}
