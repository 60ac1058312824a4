"""Boards to start from: a random position, the next leg, the same board under other rules, and with one change for "what if"."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from boardodds.camel_up.position import Position, legal_tile_squares, stack_camels
from boardodds.camel_up.rules import GREY_DIE, MIRAGE, OASIS, Rules
from boardodds.probability.declared_rules import neighbours

# The number of squares on which the camels of a random position stand.
_CAMEL_SQUARES = 5
_MAX_TILES = 2
# The changes of the board by their names.
NO_TILES, NO_CRAZY_CAMELS, NO_REARMOST = "no tiles", "no crazy camels", "without the rearmost camel"
ONE_CRAZY_CAMEL = "one crazy camel"


def random_position(rules: Rules, rng: np.random.Generator) -> Position:
    """Return a random board with at least one roll left in its leg, all camels within five squares, and up to two tiles.

    >>> position = random_position(Rules(), np.random.default_rng(1))
    >>> sorted(position.camels) == sorted("WGBOY")
    True
    """
    low = int(rng.integers(1, max(2, rules.track - _CAMEL_SQUARES)))
    camels = rng.permutation(list(rules.camels + rules.crazy)).tolist()
    placed = ((min(rules.track, low + int(rng.integers(_CAMEL_SQUARES))), camel) for camel in camels)
    board = Position(stack_camels(placed), "")
    dice = int(rng.integers(rules.undrawn + 1, len(board.all_dice) + 1))
    board = replace(board, dice="".join(rng.permutation(list(board.all_dice))[:dice]))
    for _ in range(int(rng.integers(_MAX_TILES + 1))):
        squares = [square for square in legal_tile_squares(board, rules) if low < square <= low + 2 * _CAMEL_SQUARES]
        if squares:
            board = board.with_tile(int(rng.choice(squares)), str(rng.choice([OASIS, MIRAGE])))
    return board


def next_leg(position: Position) -> Position:
    """Return the same camels at the start of the next leg: all dice in the pyramid, no tiles."""
    return replace(position, dice=position.all_dice, tiles=())


def adapt_position(position: Position, rules: Rules, names: Mapping[str, str] | None = None) -> Position:
    """Return the same board under other rules.

    Crazy camels that the rules do not have are removed. Crazy camels that are missing are added on the last squares, and the grey
    die with them.

    names: by old name of a racing camel, its new name, or an empty string to remove it. Other camels keep their names.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> str(adapt_position(Position.parse("1:BWOG 2:Y"), SECOND_EDITION, {"W": "R", "O": "P"}))
    '1:BRPG 2:Y 15:w 16:k dice=BRPGYx'
    """
    new_names = dict(names or {})
    new_names |= {camel: "" for camel in position.camels if camel.islower() and camel not in rules.crazy}
    if not rules.crazy:
        new_names[GREY_DIE] = ""
    table = str.maketrans(new_names)
    stacks = tuple((square, camels.translate(table)) for square, camels in position.stacks)
    board = replace(position, stacks=stacks, dice=position.dice.translate(table))
    for offset, camel in enumerate(reversed(rules.crazy)):
        if camel not in board.camels:
            square = rules.track - offset
            board = board.without_tile(square).with_camel(camel, square)
    return board


def variants(
    position: Position, rules: Rules, names: Iterable[str] = ("stacking", "undrawn", "faces", "track")
) -> dict[str, tuple[Position, Rules]]:
    """Return the board and the rules with one change, by the change in words; changes without an effect are omitted.

    names: the rules that change.

    >>> from boardodds.camel_up.rules import FIRST_EDITION
    >>> list(variants(Position.parse("1:BWOG 2:Y"), FIRST_EDITION, ["stacking", "track"]))[:2]
    ['camels carry those above them: no', 'squares to the finish: 14']
    """
    if rules.crazy and GREY_DIE not in position.all_dice:
        # Then every die is rolled; see ``Rules.undrawn_racing_dice``.
        names = [name for name in names if name != "undrawn"]
    last_square = max(square for square, _ in (*position.stacks, *position.tiles))
    cases = {
        name: (position, variant) for name, variant in neighbours(rules, names).items() if last_square <= variant.track
    }
    if position.tiles:
        cases[NO_TILES] = (replace(position, tiles=()), rules)
    if GREY_DIE in position.all_dice:
        rules_without_crazy = replace(rules, crazy="", undrawn=0)
        if set(rules.crazy) <= set(position.camels):
            # The white one leaves.
            cases[ONE_CRAZY_CAMEL] = (position.without_camel(rules.crazy[0]), replace(rules, lone_crazy=True))
        cases[NO_CRAZY_CAMELS] = (adapt_position(position, rules_without_crazy), rules_without_crazy)
    elif len(position.racing) > 2:
        cases[NO_REARMOST] = (position.without_camel(position.racing[0]), rules)
    return cases
