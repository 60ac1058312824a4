"""Camel Up's named variants, for "what if" on the pages and for ablations on the command line."""

from dataclasses import replace

from boardodds.camel_up.position import Position
from boardodds.camel_up.rules import Rules
from boardodds.camel_up.setup import adapt_position

NO_STACKING, STACKING, NO_TILES = "no stacking", "stacking", "no tiles"
NO_CRAZY_CAMELS, NO_REARMOST = "no crazy camels", "without the rearmost camel"
FEWER_SQUARES, MORE_SQUARES = "two squares fewer", "two squares more"
TWO_FACES, FOUR_FACES = "dice of one and two", "dice of one to four"
_SQUARES = 2


def variants(position: Position, rules: Rules) -> dict[str, tuple[Position, Rules]]:
    """Return the board and the rules with one change, by the name of the change; changes without an effect are omitted.

    >>> from boardodds.camel_up.rules import FIRST_EDITION
    >>> list(variants(Position.parse("1:BWOG 2:Y"), FIRST_EDITION))[:2]
    ['no stacking', 'a die stays in the pyramid']
    """
    rule_changes = {
        NO_STACKING: replace(rules, stacking=False),
        STACKING: replace(rules, stacking=True),
        "every die is drawn": replace(rules, undrawn=0),
        "a die stays in the pyramid": replace(rules, undrawn=1),
        TWO_FACES: replace(rules, faces=(1, 2)),
        FOUR_FACES: replace(rules, faces=(1, 2, 3, 4)),
    }
    cases = {name: (position, new_rules) for name, new_rules in rule_changes.items() if new_rules != rules}
    if position.tiles:
        cases[NO_TILES] = (replace(position, tiles=()), rules)
    if rules.crazy:
        rules_without_crazy = replace(rules, crazy="", undrawn=0)
        cases[NO_CRAZY_CAMELS] = (adapt_position(position, rules_without_crazy), rules_without_crazy)
    elif len(position.racing) > 2:
        cases[NO_REARMOST] = (position.without_camel(position.racing[0]), rules)
    last_square = max(square for square, _ in (*position.stacks, *position.tiles))
    for name, track in ((FEWER_SQUARES, rules.track - _SQUARES), (MORE_SQUARES, rules.track + _SQUARES)):
        if last_square <= track:
            cases[name] = (position, replace(rules, track=track))
    return cases
