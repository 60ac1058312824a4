"""Solved rounds that are shipped as data, so that nobody waits for them.

``python -m benchmarks.perudo_endings`` computes the files. Each contains the strategies alone: a header in JSON, then the chances
of all raises in steps of 1/65535, compressed. Reading one recomputes the limits and the chances of winning from best answers, so
that they hold for the strategies as stored. A header has the rules, the dice, the number of passes, and a checksum.

Chances below 0.00002 are stored as 0. So are all moves at nodes to which a player never plays with a hand; there, the player
makes the move with the best chance of winning.
"""

import hashlib
import json
import logging
import zlib
from dataclasses import asdict, replace
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from boardodds.perudo.ending_game import EndingGame, Strategy
from boardodds.perudo.endings import Ending, as_solvable, ending_of
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import Interval

_LOG = logging.getLogger(__name__)
STEPS = 65_535
LEAST = 2e-5
KIND = "<u2"
# Longer first lines are no header.
_MAX_HEADER = 2_000
# Rounding errors of another machine.
_SAME = 1e-9
_CACHED = 4


def solved_ending(dice: tuple[int, int], rules: Rules = STANDARD) -> Ending | None:
    """Return the solved round that is shipped as data; None if there is none, or its file is damaged.

    dice: the dice of the opener, and of the other player.

    Raises ValueError if no such round can be solved; see ``solve_ending``.

    >>> ending = solved_ending((2, 2))
    >>> ending is not None and ending.gap < 1e-4
    True
    >>> solved_ending((2, 2), Rules(sides=5)) is None
    True
    """
    dice = as_solvable(dice, rules)
    try:
        return _shipped(dice, relevant_rules(rules))
    except (OSError, ValueError) as error:
        _LOG.warning("A solved round is left out: %s", error)
        return None


def is_shipped(dice: tuple[int, int], rules: Rules = STANDARD) -> bool:
    """Return whether there is a file of a solved round.

    >>> is_shipped((2, 2)), is_shipped((2, 2), Rules(sides=5))
    (True, False)
    """
    return data_folder().joinpath(file_name(dice, relevant_rules(rules))).is_file()


def relevant_rules(rules: Rules) -> Rules:
    """Return the rules without those that play no part between two players with few dice, so that rounds share a solution."""
    return replace(
        rules,
        calza=False,
        palifico=STANDARD.palifico,
        palifico_one_die_may_change_face=STANDARD.palifico_one_die_may_change_face,
        starting_dice=STANDARD.starting_dice,
    )


@lru_cache(maxsize=_CACHED)
def _shipped(dice: tuple[int, int], rules: Rules) -> Ending | None:
    if not is_shipped(dice, rules):
        return None
    file = data_folder().joinpath(file_name(dice, rules))
    return read_ending(file.read_bytes(), file.name, dice, rules)


def data_folder() -> Traversable:
    """Return the folder of the files."""
    return files("boardodds.perudo").joinpath("data")


def file_name(dice: tuple[int, int], rules: Rules) -> str:
    """Return the name of the file of a round: its dice, and the rules that differ from the standard ones.

    >>> file_name((2, 1), Rules(raise_rule="any_higher"))
    '2v1-raise_rule=any_higher.ending'
    """
    changed = [f"{name}={value}" for name, value in asdict(rules).items() if value != getattr(STANDARD, name)]
    return "-".join([f"{dice[0]}v{dice[1]}", *changed]) + ".ending"


def shipped_value(dice: tuple[int, int], rules: Rules = STANDARD) -> Interval | None:
    """Return the value of a round to the opener, from the header of its file; None if there is none, or it is damaged.

    The whole file shows whether the limits hold: ``solved_ending`` computes them from its strategies.

    >>> value = shipped_value((1, 1))
    >>> value is not None and -1 / 18 in value
    True
    """
    if not is_shipped(dice, rules):
        return None
    try:
        with data_folder().joinpath(file_name(dice, relevant_rules(rules))).open("rb") as file:
            about = json.loads(file.readline(_MAX_HEADER))
            return Interval(float(about["low"]), float(about["high"]), 1.0)
    except (OSError, KeyError, TypeError, ValueError):
        return None


def read_ending(content: bytes, name: str, dice: tuple[int, int], rules: Rules) -> Ending:
    """Return the solved round of a file.

    name: the file's name, for the sentence.
    dice, rules: those that the file must have.

    Raises ValueError with one sentence if the file is damaged, or is of another round.
    """
    game = EndingGame(dice, rules)
    header, _, packed = content.partition(b"\n")
    try:
        about = json.loads(header)
        passes, known = int(about["passes"]), (tuple(about["dice"]), about["rules"], about["sha256"])
        limits = (float(about["low"]), float(about["high"]))
        steps = _unpack(packed, game)
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise ValueError(f"{name} is not a solved round, or it is damaged: solve it again") from error
    if known != (dice, asdict(rules), hashlib.sha256(packed).hexdigest()):
        raise ValueError(f"{name} does not fit its checksum, its dice or its rules: solve it again")
    ending = ending_of(game, complete(game, steps), passes)
    if not np.allclose((ending.low, ending.high), limits, rtol=0, atol=_SAME):
        raise ValueError(f"{name} does not reach its limits: solve it again")
    return ending


def _unpack(packed: bytes, game: EndingGame) -> list[Floats]:
    """Return the chances of the raises of each level, in steps."""
    sizes = [level.children * game.hands(depth) for depth, level in enumerate(game.tree.levels)]
    unpacker = zlib.decompressobj()
    # One byte more than expected shows that there are too many.
    numbers = np.frombuffer(unpacker.decompress(packed, 2 * sum(sizes) + 1), dtype=KIND)
    if len(numbers) != sum(sizes):
        raise ValueError(f"chances must be {sum(sizes)}, got {len(numbers)}")
    parts = np.split(numbers.astype(np.float64), np.cumsum(sizes)[:-1])
    return [part.reshape(game.hands(depth), -1).T for depth, part in enumerate(parts)]


def complete(game: EndingGame, steps: list[Floats]) -> Strategy:
    """Return the strategy of stored chances, with the best answers where a player never plays to a node."""
    strategy = []
    for depth, (_, dudo) in enumerate(game.with_dudo([level / STEPS for level in steps])):
        # Rounding leaves a little of the chances; at the root there is no dudo, which would take it.
        strategy.append(game.normalised(depth, steps[depth] / STEPS, np.where(dudo < LEAST / 2, 0, dudo) * (depth > 0)))
    raise_wins, dudo_wins = game.wins(strategy)
    reaches = [game.reaches(strategy, player) for player in (0, 1)]
    return [
        game.best_where(reaches[depth % 2][depth] <= 0, depth, moves, (raise_wins[depth], dudo_wins[depth]))
        for depth, moves in enumerate(strategy)
    ]
