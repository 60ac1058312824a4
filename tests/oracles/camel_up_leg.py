"""A leg of Camel Up by brute force: every order of the dice and every roll, one move at a time.

This is the oracle of the fast solver, so it shares no code with it: it uses only the rules and the position from the package, and
it keeps no table of results. It is written for a reader with the rulebook, not for speed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import perm

from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import GREY_DIE, MIRAGE, OASIS, Rules

Board = dict[int, list[str]]
"""The camels on each square, from the bottom up, without empty squares. Squares can be past the finish or below 1."""


@dataclass
class BruteLeg:
    """The ends of a leg, as counts of equally likely dice sequences; 0 for impossible events, and a hit count for every tile.

    places: (racing camel, place from 1) -> sequences.
    first_second: (winner, runner-up) -> sequences.
    tile_hits: square of each tile -> units that stop on it, summed over the sequences.
    tile_joint: (tile square, stops on it in the leg, winner, runner-up) -> sequences; the stops can be 0.
    """

    outcomes: int
    places: Counter[tuple[str, int]]
    first_second: Counter[tuple[str, str]]
    tile_hits: dict[int, int]
    tile_joint: Counter[tuple[int, int, str, str]]


def brute_leg(position: Position, rules: Rules) -> BruteLeg:
    """Return the counts of all ends of the leg.

    In the example, only the orange die is left, and green stands on orange. A roll of 1 or 3 moves them to the front. A roll of 2
    ends on the mirage, which puts the two under yellow.

    >>> leg = brute_leg(Position.parse("1:BWOG 2:Y dice=O tiles=3m"), Rules())
    >>> leg.outcomes, leg.first_second, leg.tile_hits
    (3, Counter({('G', 'O'): 2, ('Y', 'G'): 1}), {3: 1})
    """
    check(position, rules)
    start = {square: list(camels) for square, camels in position.stacks}
    tiles = dict(position.tiles)
    rolls = rolls_left(position, rules)

    outcomes = sequences(len(position.dice), rolls, rules)
    places: Counter[tuple[str, int]] = Counter()
    first_second: Counter[tuple[str, str]] = Counter()
    tile_hits = dict.fromkeys(tiles, 0)
    tile_joint: Counter[tuple[int, int, str, str]] = Counter()
    for board, stops, count in endings(start, position.dice, rolls, tiles, rules):
        order = ranking(board)
        winner, runner_up = order[0], order[1]
        for place, camel in enumerate(order, start=1):
            places[camel, place] += count
        first_second[winner, runner_up] += count
        for square in tiles:
            hits = stops.count(square)
            tile_hits[square] += hits * count
            tile_joint[square, hits, winner, runner_up] += count
    return BruteLeg(outcomes, places, first_second, tile_hits, tile_joint)


def sequences(dice: int, rolls: int, rules: Rules) -> int:
    """Return the number of ways to draw ``rolls`` of ``dice`` dice one after the other, each with one of its sides."""
    rolled: int = rules.sides**rolls
    return perm(dice, rolls) * rolled


def endings(
    board: Board, dice: str, rolls: int, tiles: dict[int, str], rules: Rules, stops: tuple[int, ...] = ()
) -> Iterator[tuple[Board, tuple[int, ...], int]]:
    """Yield every end of the leg, as (board, squares of the tiles with stops, number of dice sequences).

    A roll draws one of the dice in the pyramid, each equally likely. The race and the leg end at once when a camel crosses the
    line. This end counts for all sequences of the rolls that would have followed.
    """
    if rolls == 0 or crossed(board, rules):
        yield board, stops, sequences(len(dice), rolls, rules)  # This is 1 if no rolls are left.
        return
    for die in dice:
        other_dice = dice.replace(die, "")
        faces = rules.die_rolls(die)
        sides_per_face = rules.sides // len(faces)  # With 6 sides, a die with 3 numbers has each of them on 2 sides.
        for rolled_camel, steps in faces:
            camel = camel_to_move(board, rolled_camel, rules) if die == GREY_DIE else rolled_camel
            after, stop = move(board, camel, steps, tiles, rules)
            stops_after = stops if stop is None else (*stops, stop)
            for end, end_stops, count in endings(after, other_dice, rolls - 1, tiles, rules, stops_after):
                yield end, end_stops, sides_per_face * count


def crossed(board: Board, rules: Rules) -> bool:
    """Return whether a unit has crossed the line, past the last square or backwards past the first."""
    return any(square > rules.track or square < 1 for square in board)


def camel_to_move(board: Board, rolled_camel: str, rules: Rules) -> str:
    """Return the crazy camel that moves after a roll of the grey die.

    If only one crazy camel carries racing camels, that one moves, even if the other is rolled:

    >>> rules = Rules(crazy="wk")
    >>> camel_to_move({3: ["w", "B"], 5: ["k"]}, "k", rules)
    'w'

    If there is only one, that one moves. Otherwise, if one stands directly on the other, the upper one moves:

    >>> camel_to_move({3: ["w", "k"]}, "w", rules), camel_to_move({3: ["w", "k", "B"]}, "w", rules)
    ('k', 'k')

    Otherwise the rolled camel moves. Here both carry racing camels, and blue stands between them:

    >>> camel_to_move({3: ["w", "B", "k", "G"]}, "w", rules), camel_to_move({3: ["w", "B", "k", "G"]}, "k", rules)
    ('w', 'k')
    """
    present = [crazy for crazy in rules.crazy if any(crazy in camels for camels in board.values())]
    if len(present) == 1:
        return present[0]
    if not (rules.crazy_priority and rules.stacking):
        return rolled_camel
    carriers = [crazy for crazy in rules.crazy if any(is_racing(camel) for camel in camels_above(board, crazy))]
    if len(carriers) == 1:
        return carriers[0]
    for upper in rules.crazy:
        for lower in rules.crazy:
            if camels_above(board, lower)[:1] == [upper]:
                return upper
    return rolled_camel


def move(board: Board, camel: str, steps: int, tiles: dict[int, str], rules: Rules) -> tuple[Board, int | None]:
    """Return the board after a camel moves with all camels above it, and the square of the tile on which they stop.

    The square is None if they stop on no tile. The unit lands on top of the camels on its target square:

    >>> first = Rules()
    >>> move({1: ["B", "W", "O", "G"], 3: ["Y"]}, "O", 2, {}, first)
    ({1: ['B', 'W'], 3: ['Y', 'O', 'G']}, None)

    An oasis moves it one square further, again on top, and a mirage one square back, underneath. That is one stop for any
    number of camels. A roll uses one tile: another one to which it leads does nothing.

    >>> move({1: ["B", "W"], 4: ["G"]}, "B", 2, {3: "o", 4: "m"}, first)
    ({4: ['G', 'B', 'W']}, 3)
    >>> move({1: ["B", "W", "O", "G"]}, "O", 1, {2: "m"}, first)
    ({1: ['O', 'G', 'B', 'W']}, 2)

    A crazy camel runs backwards with the camels above it, tiles follow its direction, and it can cross the line backwards:

    >>> second = Rules(camels="BYGRP", crazy="wk")
    >>> move({10: ["B"], 14: ["G", "w", "R"]}, "w", 3, {11: "o"}, second)
    ({10: ['B', 'w', 'R'], 14: ['G']}, 11)
    >>> move({2: ["w", "R"]}, "w", 3, {}, second)
    ({-1: ['w', 'R']}, None)

    Without stacking the camel moves alone, and those above it move down. It still lands on top:

    >>> move({1: ["B", "W", "O"], 2: ["G"]}, "W", 1, {}, Rules(stacking=False))
    ({1: ['B', 'O'], 2: ['G', 'W']}, None)
    """
    square = square_of(board, camel)
    unit = [camel, *camels_above(board, camel)] if rules.stacking else [camel]
    after = {other: list(camels) for other, camels in board.items()}
    after[square] = [other for other in board[square] if other not in unit]

    forward = 1 if is_racing(camel) else -1
    target = square + forward * steps
    on_track = 1 <= target <= rules.track
    tile = tiles.get(target) if on_track else None  # A unit that has crossed the line stops on no tile.
    stop = None if tile is None else target
    if tile == OASIS:
        target += forward
    if tile == MIRAGE:
        target -= forward
        after[target] = unit + after.get(target, [])
    else:
        after[target] = after.get(target, []) + unit
    return {other: after[other] for other in sorted(after) if after[other]}, stop


def ranking(board: Board) -> list[str]:
    """Return the racing camels from the first to the last, by square and then by height in the stack.

    Camels that are carried backwards across the line are on squares below 1, so they are last.

    >>> ranking({0: ["w", "G"], 3: ["B", "k", "W"], 17: ["O"]})
    ['O', 'W', 'B', 'G']
    """
    return [camel for square in sorted(board, reverse=True) for camel in reversed(board[square]) if is_racing(camel)]


def square_of(board: Board, camel: str) -> int:
    return next(square for square, camels in board.items() if camel in camels)


def camels_above(board: Board, camel: str) -> list[str]:
    stack = board[square_of(board, camel)]
    return stack[stack.index(camel) + 1 :]


def is_racing(camel: str) -> bool:
    return not camel.islower()
