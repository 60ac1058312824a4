"""Boards to start from: the start of a race, a random position, and the same board in another edition."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from boardodds.camel_up.position import Position, legal_tile_squares
from boardodds.camel_up.rules import GREY_DIE, MAX_TRACK, Rules, check_faces
from boardodds.probability.validate import check_whole

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


def check_course(track: int, faces: tuple[int, ...]) -> None:
    """Raises ValueError for a track that camels placed by one roll each do not all start on, and for impossible dice."""
    check_faces(faces)
    check_whole("track", track, max(faces), MAX_TRACK, "squares, so that all camels start on it")


def next_leg(position: Position) -> Position:
    """The same camels at the start of the next leg: every die in the pyramid, the tiles gone home.

    >>> str(next_leg(Position.parse("1:BW 2:G dice=B tiles=5o")))
    '1:BW 2:G dice=BWG'
    """
    return replace(position, dice=position.all_dice, tiles=())


def under_rules(position: Position, new: Rules, names: Mapping[str, str] | None = None) -> Position:
    """The same board for other rules.

    names: what racing camels are called under the new rules, nothing for those that leave the board; those not named keep
    their letter. Crazy camels that the new rules lack leave; those that join start on the last squares, with their die.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> str(under_rules(Position.parse("1:BWOG 2:Y"), SECOND_EDITION, {"W": "R", "O": "P"}))
    '1:BRPG 2:Y 15:w 16:k dice=BRPGYx'
    """
    letters = dict(names or {})
    letters |= {camel: "" for camel in position.camels if camel.islower() and camel not in new.crazy}
    if not new.crazy:
        letters[GREY_DIE] = ""
    table = str.maketrans(letters)
    stacks = tuple((square, camels.translate(table)) for square, camels in position.stacks)
    moved = replace(position, stacks=stacks, dice=position.dice.translate(table))
    for offset, camel in enumerate(reversed(new.crazy)):
        if camel not in moved.camels:
            square = new.track - offset
            moved = moved.without_tile(square).with_camel(camel, square)
    return moved
