"""A leg of Camel Up by brute force: every order of the dice and every roll, one move at a time.

It exists to be compared with the fast solver, so it shares none of its code: it takes from the package only the rules
and the position as values, and keeps no table of results. Meant to be read next to the rulebook, not to be quick.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import perm

from boardodds.camel_up.position import MIRAGE, OASIS, Position, check, rolls_left
from boardodds.camel_up.rules import GREY_DIE, Rules

Board = dict[int, list[str]]
"""Camels bottom to top by square; squares without camels are left out. Past the finish and below 1 are squares too."""


@dataclass
class BruteLeg:
    """What happens in a leg, as counts of equally likely dice sequences.

    outcomes: how many dice sequences there are.
    places: (racing camel, place from 1) -> sequences.
    first_second: (winner, runner-up) -> sequences.
    tile_hits: square of each tile -> units that stop on it, summed over the sequences.
    tile_joint: (tile square, stops on it in the leg, winner, runner-up) -> sequences; no stop counts as 0 stops.

    Except in ``tile_hits``, which names every tile, keys that never happen are absent; the counters read them as 0.
    """

    outcomes: int
    places: Counter[tuple[str, int]]
    first_second: Counter[tuple[str, str]]
    tile_hits: dict[int, int]
    tile_joint: Counter[tuple[int, int, str, str]]


def brute_leg(position: Position, rules: Rules) -> BruteLeg:
    """Plays the leg in every way it can go.

    Only the orange die is left, and green sits on orange. A roll of 1 or 3 brings them to the front; a roll of 2 ends
    on the mirage, which slides the two under yellow.

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
    """In how many ways ``rolls`` dice can be drawn one after the other out of ``dice``, each with a side up.

    >>> from boardodds.camel_up.rules import FIRST_EDITION, SECOND_EDITION
    >>> sequences(5, 5, FIRST_EDITION), sequences(6, 5, SECOND_EDITION)
    (29160, 5598720)
    """
    rolled: int = rules.sides**rolls
    return perm(dice, rolls) * rolled


def endings(
    board: Board, dice: str, rolls: int, tiles: dict[int, str], rules: Rules, stops: tuple[int, ...] = ()
) -> Iterator[tuple[Board, tuple[int, ...], int]]:
    """Every way the leg can end, as (board, squares of the tiles stopped on, dice sequences that lead there).

    dice: the dice in the pyramid; rolls: how many of them are still to be rolled; stops: the tiles stopped on so far.

    A roll draws a die still in the pyramid, uniformly. The race, and the leg with it, ends at once when somebody
    crosses the line; that end then stands for all the rolls that would have followed.
    """
    if rolls == 0 or crossed(board, rules):
        yield board, stops, sequences(len(dice), rolls, rules)  # one sequence if no rolls are left
        return
    for die in dice:
        rest = dice.replace(die, "")
        faces = rules.die_rolls(die)
        sides_each = rules.sides // len(faces)  # a die of 3 numbers has each of them on 2 of 6 sides
        for named, steps in faces:
            camel = camel_to_move(board, named, rules) if die == GREY_DIE else named
            after, stop = move(board, camel, steps, tiles, rules)
            stops_after = stops if stop is None else (*stops, stop)
            for end, end_stops, count in endings(after, rest, rolls - 1, tiles, rules, stops_after):
                yield end, end_stops, sides_each * count


def crossed(board: Board, rules: Rules) -> bool:
    """Whether a unit has passed the finish, or a crazy camel the line backwards.

    >>> crossed({16: ["B"]}, Rules()), crossed({17: ["B"]}, Rules()), crossed({0: ["w"], 3: ["B"]}, Rules())
    (False, True, True)
    """
    return any(square > rules.track or square < 1 for square in board)


def camel_to_move(board: Board, named: str, rules: Rules) -> str:
    """Which crazy camel the grey die moves when it names ``named``.

    If only one of them carries racing camels, that one moves, whatever the die says:

    >>> rules = Rules(crazy="wk")
    >>> camel_to_move({3: ["w", "B"], 5: ["k"]}, "k", rules)
    'w'

    If one stands directly on the other, the upper one moves, with racing camels above both or none:

    >>> camel_to_move({3: ["w", "k"]}, "w", rules), camel_to_move({3: ["w", "k", "B"]}, "w", rules)
    ('k', 'k')

    Otherwise the die is obeyed; here both carry, and blue stands between them:

    >>> camel_to_move({3: ["w", "B", "k", "G"]}, "w", rules), camel_to_move({3: ["w", "B", "k", "G"]}, "k", rules)
    ('w', 'k')
    """
    if not (rules.crazy_priority and rules.stacking):
        return named
    carrying = [crazy for crazy in rules.crazy if any(is_racing(camel) for camel in above(board, crazy))]
    if len(carrying) == 1:
        return carrying[0]
    for upper in rules.crazy:
        for lower in rules.crazy:
            if above(board, lower)[:1] == [upper]:
                return upper
    return named


def move(board: Board, camel: str, steps: int, tiles: dict[int, str], rules: Rules) -> tuple[Board, int | None]:
    """Moves a camel and all above it; gives the new board and the square of the tile it stopped on, if any.

    The unit lands on top of whatever stands there, and those below stay:

    >>> first = Rules()
    >>> move({1: ["B", "W", "O", "G"], 3: ["Y"]}, "O", 2, {}, first)
    ({1: ['B', 'W'], 3: ['Y', 'O', 'G']}, None)

    An oasis takes it one square further, again on top. That is one stop, however many camels there are:

    >>> move({1: ["B", "W"], 4: ["G"]}, "B", 2, {3: "o"}, first)
    ({4: ['G', 'B', 'W']}, 3)

    A mirage sends it one square back, underneath. With a roll of 1 it slides under the camels it has just left:

    >>> move({2: ["B", "W"], 3: ["Y"]}, "B", 2, {4: "m"}, first)
    ({3: ['B', 'W', 'Y']}, 4)
    >>> move({1: ["B", "W", "O", "G"]}, "O", 1, {2: "m"}, first)
    ({1: ['O', 'G', 'B', 'W']}, 2)

    A crazy camel runs backwards with its riders, and a tile works along its own direction: an oasis takes it one square
    further back, a mirage sends it one towards the finish. A racing camel carries crazy ones forward:

    >>> second = Rules(camels="BYGRP", crazy="wk")
    >>> move({10: ["B"], 14: ["G", "w", "R"]}, "w", 3, {11: "o"}, second)
    ({10: ['B', 'w', 'R'], 14: ['G']}, 11)
    >>> move({14: ["B", "w", "R"]}, "w", 1, {13: "m"}, second)
    ({14: ['w', 'R', 'B']}, 13)
    >>> move({14: ["B", "w", "R"]}, "B", 1, {}, second)
    ({15: ['B', 'w', 'R']}, None)

    An oasis on the last square carries a unit over the finish. A crazy camel can cross the line backwards:

    >>> move({15: ["B"]}, "B", 1, {16: "o"}, first)
    ({17: ['B']}, 16)
    >>> move({2: ["w", "R"]}, "w", 3, {}, second)
    ({-1: ['w', 'R']}, None)

    Without stacking the camel walks alone, and those above it drop down; the last to come still lands on top:

    >>> move({1: ["B", "W", "O"], 2: ["G"]}, "W", 1, {}, Rules(stacking=False))
    ({1: ['B', 'O'], 2: ['G', 'W']}, None)
    """
    square = square_of(board, camel)
    unit = [camel, *above(board, camel)] if rules.stacking else [camel]
    after = {other: list(camels) for other, camels in board.items()}
    after[square] = [other for other in board[square] if other not in unit]

    forward = 1 if is_racing(camel) else -1
    target = square + forward * steps
    on_track = 1 <= target <= rules.track
    tile = tiles.get(target) if on_track else None  # a unit that has crossed the line takes no tile
    stop = None if tile is None else target
    if tile == OASIS:
        target += forward
    if tile == MIRAGE:
        target -= forward
        after[target] = unit + after.get(target, [])  # underneath
    else:
        after[target] = after.get(target, []) + unit  # on top
    return {other: after[other] for other in sorted(after) if after[other]}, stop


def ranking(board: Board) -> list[str]:
    """The racing camels from the first to the last: further square, then higher in the stack. Crazy camels never rank.

    Those carried backwards over the line stand below square 1, and so come last.

    >>> ranking({0: ["w", "G"], 3: ["B", "k", "W"], 17: ["O"]})
    ['O', 'W', 'B', 'G']
    """
    return [camel for square in sorted(board, reverse=True) for camel in reversed(board[square]) if is_racing(camel)]


def square_of(board: Board, camel: str) -> int:
    """The square a camel stands on."""
    return next(square for square, camels in board.items() if camel in camels)


def above(board: Board, camel: str) -> list[str]:
    """The camels above a camel, from the lowest up.

    >>> above({1: ["B", "W", "O", "G"]}, "W")
    ['O', 'G']
    """
    stack = board[square_of(board, camel)]
    return stack[stack.index(camel) + 1 :]


def is_racing(camel: str) -> bool:
    """Racing camels are capital letters or digits, crazy ones small letters."""
    return not camel.islower()
