"""The one transition of Candy Land: the table that the chain, the simulator and the game that is told go by."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.rules import (
    COLORS,
    END_ONLY,
    FORWARD_ONLY,
    LOSE_TURN,
    OFF,
    START,
    STUCK,
    Rules,
)
from boardodds.probability.arrays import Bools, Ints
from boardodds.probability.validate import check_whole

WON = None
# states are numbered: the game is over, the start, then the spaces in order
OVER, AT_START, FIRST_SPACE = 0, 1, 2


def move(rules: Rules, space: int, card: str) -> int | None:
    """The index of the space that a card of the deck leads to from a space, ``WON`` (None) if it wins; -1 is the start.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> move(CLASSIC, -1, "O"), move(CLASSIC, 47, "GG"), move(CLASSIC, 126, "GG")
    (58, 47, None)
    >>> move(CLASSIC, -1, "RRR")
    Traceback (most recent call last):
    ...
    ValueError: card must be one of the deck, got 'RRR'
    """
    where = transition_table(rules)
    end = int(where.after[_state(rules, space), where.kind(card)])
    return WON if end == OVER else end - FIRST_SPACE


def loses_turn(rules: Rules, space: int, card: str) -> bool:
    """Whether a card of the deck brings a player to licorice that costs the next turn."""
    where = transition_table(rules)
    return bool(where.loses_turn[_state(rules, space), where.kind(card)])


def _state(rules: Rules, space: int) -> int:
    check_whole("space", space, START, len(rules.board) - 1)
    return space + FIRST_SPACE


def color_of(card: str) -> str | None:
    """The colour of a single or a double, None for a special.

    >>> color_of("R"), color_of("RR"), color_of("Jolly")
    ('R', 'R', None)
    """
    return card[0] if card[0] in COLORS and card == card[0] * len(card) else None


@dataclass(frozen=True, slots=True)
class TransitionTable:
    """Where each kind of card leads from each state.

    cards: the kinds of card. copies: of each kind in the deck. after: int array (states, kinds), the next state; a state is
    ``OVER``, ``AT_START``, or a space's index plus ``FIRST_SPACE``. loses_turn: bool array (states, kinds), true where that
    card costs the next turn.
    """

    cards: tuple[str, ...]
    copies: Ints
    after: Ints
    loses_turn: Bools

    @property
    def states(self) -> int:
        return len(self.after)

    @property
    def deck(self) -> NDArray[np.uint8]:
        """The deck in order: a kind for each card."""
        return np.repeat(np.arange(len(self.cards), dtype=np.uint8), self.copies)

    def kind(self, card: str) -> int:
        """The number of a kind of card. Raises ValueError for one that the deck lacks."""
        if card not in self.cards:
            raise ValueError(f"card must be one of the deck, got {card!r}")
        return self.cards.index(card)


@lru_cache(maxsize=128)
def transition_table(rules: Rules) -> TransitionTable:
    """The table of a game, built once.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> transition_table(CLASSIC).after.shape
    (136, 18)
    """
    copies = rules.cards
    ways = _Ways(rules)
    ends, moved = zip(*(ways.from_everywhere(card) for card in copies), strict=True)
    # spaces from before the first to the one after the last, which stands for a win, as states
    after = np.stack(ends, axis=1) + FIRST_SPACE
    after[after == len(ways.board) + FIRST_SPACE] = OVER
    over = np.zeros((1, len(copies)), dtype=np.int64)
    costs = ways.licorice[after - FIRST_SPACE] & np.stack(moved, axis=1) & (after != OVER)
    if rules.licorice_rule != LOSE_TURN:
        costs[:] = False
    return TransitionTable(
        tuple(copies),
        np.array(list(copies.values())),
        np.concatenate([over, after]),
        np.concatenate([over.astype(np.bool_), costs]),
    )


class _Ways:
    """Where cards lead from all spaces at once: from before the board, -1, to the last; the number of spaces is a win."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.board = rules.board
        self._spaces = np.array(self.board)
        self._home = len(self.board)
        self._from = np.arange(-1, self._home)
        # one longer, for the win, which is no licorice
        self.licorice = np.zeros(self._home + 1, dtype=np.bool_)
        self.licorice[list(rules.licorice)] = True
        self._landed = self._landings()

    def from_everywhere(self, card: str) -> tuple[Ints, Bools]:
        """Where a card leads from each space, and whether it moves who stands there: it may lead back to the same space."""
        color = color_of(card)
        if color is None:
            target = self.board.index(card)
            ends = np.full(len(self._from), self._landed[target])
            moved = (self._from <= target) | (self._rules.specials != FORWARD_ONLY)
        else:
            ends = self._double(color) if len(card) == 2 else self._landed[self._next(color)[:-1]]
            moved = np.ones(len(self._from), dtype=np.bool_)
        if self._rules.licorice_rule == STUCK:
            # nobody is stuck before the board
            moved[1:] &= ~self.licorice[:-1] | (self._spaces == (color or ""))
        return np.where(moved, ends, self._from), moved

    def _landings(self) -> Ints:
        """Where it ends to land on each space: the last space may win, a shortcut leads on."""
        landed = np.arange(self._home + 1)
        for start, end in self._rules.shortcuts:
            landed[start] = end
        if self._rules.last_space_wins:
            landed[landed == self._home - 1] = self._home
            landed[self._home - 1] = self._home
        return landed

    def _next(self, color: str) -> Ints:
        """The next space of a colour after each, after a win the win."""
        found = np.append(np.flatnonzero(self._spaces == color), self._home)
        after: Ints = np.append(found[np.searchsorted(found[:-1], self._from, side="right")], self._home)
        return after

    def _double(self, color: str) -> Ints:
        """Where two of a colour lead; the first may count for what is on its space, and licorice then ends the move."""
        after = self._next(color)
        counts = self._rules.double_cards != END_ONLY
        first = self._landed[after[:-1]] if counts else after[:-1]
        second: Ints = self._landed[after[first + 1]]
        if counts and self._rules.licorice_rule != OFF:
            second = np.where(self.licorice[first], first, second)
        return second
