"""Boards to start from: the start of a race, a random position, and the same board in another edition."""

from dataclasses import replace

import numpy as np

from boardodds.camel_up.position import Position, legal_tile_squares
from boardodds.camel_up.rules import GREY_DIE, Rules

_SPREAD = 5
_MOST_TILES = 2


def random_position(rules: Rules, rng: np.random.Generator) -> Position:
    """A mid-leg board with all camels within five squares, some dice rolled and up to two tiles.

    >>> position = random_position(Rules(), np.random.default_rng(1))
    >>> sorted(position.camels) == sorted("WGBOY")
    True
    """
    low = int(rng.integers(1, max(2, rules.track - _SPREAD)))
    stacks: dict[int, str] = {}
    for camel in rng.permutation(list(rules.camels + rules.crazy)):
        square = min(rules.track, low + int(rng.integers(_SPREAD)))
        stacks[square] = stacks.get(square, "") + str(camel)
    board = Position(tuple(stacks.items()), "")
    left = int(rng.integers(rules.undrawn + 1, len(board.all_dice) + 1))
    board = replace(board, dice="".join(rng.permutation(list(board.all_dice))[:left]))
    for _ in range(int(rng.integers(_MOST_TILES + 1))):
        near = [square for square in legal_tile_squares(board, rules) if low < square <= low + 2 * _SPREAD]
        if near:
            board = board.with_tile(int(rng.choice(near)), str(rng.choice(["o", "m"])))
    return board


def next_leg(position: Position) -> Position:
    """The same camels at the start of the next leg: every die in the pyramid, the tiles gone home.

    >>> str(next_leg(Position.parse("1:BW 2:G dice=B tiles=5o")))
    '1:BW 2:G dice=BWG'
    """
    return replace(position, dice=position.all_dice, tiles=())


def under_rules(position: Position, old: Rules, new: Rules) -> Position:
    """The same board for other rules: camels keep their letter where they can, else take the place of one that is missing.

    Camels for which there is no letter leave the board. Crazy camels that join start on the last squares, with their die.

    >>> from boardodds.camel_up.rules import FIRST_EDITION, SECOND_EDITION
    >>> str(under_rules(Position.parse("1:BWOG 2:Y"), FIRST_EDITION, SECOND_EDITION))
    '1:BRPG 2:Y 15:w 16:k dice=BRPGYx'
    """
    racing = position.racing
    free = [camel for camel in new.camels if camel not in racing]
    letters = {camel: camel if camel in new.camels else (free.pop(0) if free else "") for camel in racing}
    letters |= {camel: camel if camel in new.crazy else "" for camel in old.crazy}
    if not new.crazy:
        letters[GREY_DIE] = ""
    table = str.maketrans(letters)
    stacks = tuple((square, camels.translate(table)) for square, camels in position.stacks)
    left = {square: camels for square, camels in stacks if camels}
    moved = replace(position, stacks=tuple(left.items()), dice=position.dice.translate(table))
    for offset, camel in enumerate(reversed(new.crazy)):
        if camel not in moved.camels:
            square = new.track - offset
            moved = moved.without_tile(square).with_camel(camel, square)
    return moved
