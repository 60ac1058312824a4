"""Solved rounds that are shipped as data, so that nobody waits for them, and the chance of winning a match from their values.

``python -m benchmarks.perudo_endings`` computes the files. Each contains the strategies alone: a header in JSON, then the chances
of all raises in steps of 1/65535, compressed. Reading one recomputes the limits and the chances of winning from best answers, so
that they hold for the strategies as stored. A header has the number of passes and the limits.

Chances below 0.00002 are stored as 0. So are all moves at nodes to which a player never plays with a hand; there, the player
makes the move with the best chance of winning.

A round decides only who loses a die, because two players have no calza here. So a player who wants to win the match wants to win
each round, and perfect play of the rounds is perfect play of the match. Whoever loses a die opens the next round.
"""

import json
import logging
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import numpy as np

from boardodds.perudo.ending_game import EndingGame, Strategy
from boardodds.perudo.endings import Ending, as_solvable, ending_of
from boardodds.perudo.rules import STANDARD, Rules, as_pair, relevant_rules
from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import Interval
from boardodds.probability.validate import check_number

_LOGGER = logging.getLogger(__name__)
# The form of the files, and the least chance in them.
STEPS, KIND, LEAST = 65_535, "<u2", 2e-5
# What reading a damaged file raises.
_ERRORS = (ValueError, TypeError, LookupError, zlib.error)

ReadT = TypeVar("ReadT")


def solved_ending(dice: Sequence[int], rules: Rules = STANDARD) -> Ending | None:
    """Return the solved round that is shipped as data; None if there is none, or if its file is damaged.

    The arguments are those of ``solve_ending``. Raises ValueError if no such round can be solved.

    >>> ending = solved_ending((2, 2))
    >>> ending is not None and ending.gap < 1e-4
    True
    >>> solved_ending((2, 2), Rules(sides=5)) is None
    True
    """
    return _shipped(as_solvable(dice, rules), relevant_rules(rules))


def is_shipped(dice: tuple[int, int], rules: Rules = STANDARD) -> bool:
    """Return whether a solved round is shipped."""
    return data_folder().joinpath(file_name(dice, relevant_rules(rules))).is_file()


@lru_cache(maxsize=4)
def _shipped(dice: tuple[int, int], rules: Rules) -> Ending | None:
    return _read(dice, rules, lambda content: read_ending(content, dice, rules))


def _read(dice: tuple[int, int], rules: Rules, read: Callable[[bytes], ReadT]) -> ReadT | None:
    file = data_folder().joinpath(file_name(dice, rules))
    if not file.is_file():
        return None
    try:
        return read(file.read_bytes())
    except _ERRORS as error:
        _LOGGER.warning("The solved round in %s is damaged and isn't used: %s", file, error)
        return None


def data_folder() -> Traversable:
    return files("boardodds.perudo").joinpath("data")


def file_name(dice: tuple[int, int], rules: Rules) -> str:
    """Return the name of the file of a round: its dice, and the rules that differ from the standard ones."""
    changed = [f"{name}={value}" for name, value in asdict(rules).items() if value != getattr(STANDARD, name)]
    return "-".join([f"{dice[0]}v{dice[1]}", *changed]) + ".ending"


def shipped_value(dice: tuple[int, int], rules: Rules = STANDARD) -> Interval | None:
    """Return the value of a round to the opener, from the header of its file; None as ``solved_ending``."""
    rules = relevant_rules(rules)

    def read(content: bytes) -> Interval:
        about, _ = _split(content, dice, rules)
        return Interval(about["low"], about["high"], 1.0)

    return _read(dice, rules, read)


def _split(content: bytes, dice: tuple[int, int], rules: Rules) -> tuple[dict[str, Any], bytes]:
    """Return the header of a file and its compressed chances. Raises one of ``_ERRORS`` for those of another round."""
    header, _, packed = content.partition(b"\n")
    about = json.loads(header)
    if file_name(about["dice"], Rules(**about["rules"])) != file_name(dice, rules):
        raise ValueError("it is that of another round")
    return about, packed


def read_ending(content: bytes, dice: tuple[int, int], rules: Rules) -> Ending:
    """Return the solved round of the content of a file."""
    game = EndingGame(dice, rules)
    about, packed = _split(content, dice, rules)
    numbers = np.frombuffer(zlib.decompress(packed), dtype=KIND).astype(np.float64)
    sizes = [level.children * game.hands(depth) for depth, level in enumerate(game.tree.levels)]
    parts = np.split(numbers, np.cumsum(sizes)[:-1])
    steps = [part.reshape(game.hands(depth), -1).T for depth, part in enumerate(parts)]
    return ending_of(game, complete(game, steps), about["passes"])


def complete(game: EndingGame, steps: list[Floats]) -> Strategy:
    """Return the strategy of stored chances, with the best answers where a player never plays to a node."""
    # Rounding leaves a little of the chances; at the root there is no dudo, which would take it.
    strategy = [
        game.normalised(depth, raises, np.where(dudo < LEAST / 2, 0, dudo) * (depth > 0))
        for depth, (raises, dudo) in enumerate(game.with_dudo([level / STEPS for level in steps]))
    ]
    _, wins = game.best_answers(strategy)
    reaches = [game.reaches(strategy, player) for player in (0, 1)]
    return [
        game.best_where(reaches[depth % 2][depth] <= 0, depth, moves, wins[depth])
        for depth, moves in enumerate(strategy)
    ]


def match_value(dice: Sequence[int], rules: Rules = STANDARD) -> Interval | None:
    """Return the chance that the opener wins the match if both play perfectly, between certain limits.

    dice: the dice of the opener, and of the other player.
    Returns None if some round that the match can reach isn't shipped solved, as palifico rounds aren't.

    >>> value = match_value((1, 1))
    >>> value is not None and 17 / 36 in value
    True
    >>> match_value((5, 5)) is None
    True
    """
    dice = as_pair(dice, rules)
    if _leads_to_palifico(dice, rules):
        return None
    return _match_value(dice[0], dice[1], relevant_rules(rules))


def match_chance(round_win: float, dice: Sequence[int], rules: Rules = STANDARD) -> float | None:
    """Return a player's chance of winning the match, if both play perfectly after this round; None as ``match_value``.

    round_win: the player's chance of winning this round.
    dice: the player's dice, and the other player's.

    >>> match_chance(0.25, (1, 1))
    0.25
    """
    check_number("round_win", round_win, 0, 1)
    player, other = dice = as_pair(dice, rules)
    if _leads_to_palifico(dice, rules):
        return None
    if (after := _after_round(player, other, relevant_rules(rules))) is None:
        return None
    win, loss = ((after_round.low + after_round.high) / 2 for after_round in after)
    return _mean(round_win, win, loss)


def _leads_to_palifico(dice: tuple[int, int], rules: Rules) -> bool:
    """Return whether a later round of two players can be a palifico round: someone can yet come down to one die."""
    return rules.has_palifico(len(dice)) and max(dice) > 1


@lru_cache(maxsize=256)
def _match_value(opener: int, other: int, rules: Rules) -> Interval | None:
    """Return the chance that the opener wins the match; 0 or 1 if a player has no dice."""
    if not opener or not other:
        return Interval(float(opener > 0), float(opener > 0), 1.0)
    value, after = shipped_value((opener, other), rules), _after_round(opener, other, rules)
    if value is None or after is None:
        return None
    win, loss = after
    return Interval(
        _mean((1 + value.low) / 2, win.low, loss.low), _mean((1 + value.high) / 2, win.high, loss.high), 1.0
    )


def _after_round(player: int, other: int, rules: Rules) -> tuple[Interval, Interval] | None:
    """Return the chances that a player wins the match after a round that is won or lost, by the numbers of dice before it."""
    # The loser of the round has one die fewer and opens the next one.
    others_next, after_loss = _match_value(other - 1, player, rules), _match_value(player - 1, other, rules)
    if others_next is None or after_loss is None:
        return None
    return Interval(1 - others_next.high, 1 - others_next.low, 1.0), after_loss


def _mean(win: float, after_win: float, after_loss: float) -> float:
    return win * after_win + (1 - win) * after_loss
