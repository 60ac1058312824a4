"""The one transition of Candy Land, and the table of it that the chain, the simulator and the replay share."""

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
    STUCK,
    Rules,
)

WON = None
# states are numbered: the game is over, the start, then the spaces in order
OVER, AT_START, FIRST_SPACE = 0, 1, 2


def move(rules: Rules, space: int, card: str) -> int | None:
    """The index of the space that a card leads to from a space, ``WON`` (None) if it wins; -1 is the start.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> move(CLASSIC, -1, "O"), move(CLASSIC, 47, "GG"), move(CLASSIC, 126, "GG")
    (58, 47, None)
    """
    if not moves(rules, space, card):
        return space
    color = color_of(card)
    if color is None:
        return _landed(rules, rules.board.index(card))
    if len(card) == 2:
        first = _next_of_color(rules, space, color, land=rules.double_cards != END_ONLY)
        if first is WON or _stops(rules, first):
            return first
        space = first
    return _next_of_color(rules, space, color, land=True)


def moves(rules: Rules, space: int, card: str) -> bool:
    """Whether a card moves a player at all; one that is moved may come back to the same space by a shortcut.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> moves(CLASSIC, 47, "R"), moves(CLASSIC, 47, CLASSIC.board[47])
    (False, True)
    """
    color = color_of(card)
    if rules.licorice_rule == STUCK and space in rules.licorice and color != rules.board[space]:
        return False
    return color is not None or rules.specials != FORWARD_ONLY or rules.board.index(card) >= space


def loses_turn(rules: Rules, space: int, card: str) -> bool:
    """Whether a card brings a player to licorice that costs the next turn."""
    if rules.licorice_rule != LOSE_TURN:
        return False
    return move(rules, space, card) in rules.licorice and moves(rules, space, card)


def color_of(card: str) -> str | None:
    """The colour of a single or a double, None for a special.

    >>> color_of("R"), color_of("RR"), color_of("Jolly")
    ('R', 'R', None)
    """
    return card[0] if card[0] in COLORS and card == card[0] * len(card) else None


def _stops(rules: Rules, space: int) -> bool:
    """Whether the first colour of a double ends the move."""
    return rules.double_cards != END_ONLY and rules.licorice_rule != OFF and space in rules.licorice


def _next_of_color(rules: Rules, space: int, color: str, *, land: bool) -> int | None:
    """The next space of a colour; ``land`` says whether it counts for what is on it."""
    board = rules.board
    if color not in board[space + 1 :]:
        return WON
    found = board.index(color, space + 1)
    return _landed(rules, found) if land else found


def _landed(rules: Rules, space: int) -> int | None:
    """Where it ends to land on a space: the last space may win, a shortcut leads on."""
    end = dict(rules.shortcuts).get(space, space)
    return WON if rules.last_space_wins and len(rules.board) - 1 in (space, end) else end


@dataclass(frozen=True, slots=True)
class Table:
    """Where each kind of card leads from each state.

    cards: the kinds of card. copies: of each kind in the deck. after: int array (states, kinds), the next state; a state is
    ``OVER``, ``AT_START``, or a space's index plus ``FIRST_SPACE``. loses_turn: bool array (states, kinds), true where that
    card costs the next turn.
    """

    cards: tuple[str, ...]
    copies: NDArray[np.int64]
    after: NDArray[np.int64]
    loses_turn: NDArray[np.bool_]

    @property
    def states(self) -> int:
        return len(self.after)

    @property
    def deck(self) -> NDArray[np.uint8]:
        """The deck in order: a kind for each card."""
        return np.repeat(np.arange(len(self.cards), dtype=np.uint8), self.copies)


@lru_cache(maxsize=128)
def table(rules: Rules) -> Table:
    """The table of a game, built once.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> table(CLASSIC).after.shape
    (136, 18)
    """
    copies = rules.cards
    cards = tuple(copies)
    states = len(rules.board) + FIRST_SPACE
    after = np.zeros((states, len(cards)), dtype=np.int64)
    costs = np.zeros((states, len(cards)), dtype=np.bool_)
    for state in range(AT_START, states):
        space = state - FIRST_SPACE
        for kind, card in enumerate(cards):
            end = move(rules, space, card)
            after[state, kind] = OVER if end is WON else end + FIRST_SPACE
            costs[state, kind] = loses_turn(rules, space, card)
    return Table(cards, np.array(list(copies.values())), after, costs)
