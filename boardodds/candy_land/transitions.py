"""The one transition of Candy Land, as a table that the Markov chain, the simulator and the replay of one game share."""

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.rules import (
    COLORS,
    DRAW_AGAIN,
    END_ONLY,
    EXACT,
    FORWARD_ONLY,
    LOSE_TURN,
    NEXT,
    OFF,
    RUN_OVER,
    START,
    STUCK,
    Rules,
    color_of,
)
from boardodds.probability.arrays import Bools, Ints
from boardodds.probability.validate import check_whole

WON = None
# The numbers of the first three states: the game is over, the start, the first space. The other spaces follow in order.
OVER, AT_START, FIRST_SPACE = 0, 1, 2
# The column of the table for a player who goes on from an occupied space.
ONWARD = -1
# Of cards to choose from, one that is put away ranks below all others.
PUT_AWAY_RANK = -1_000
_LICORICE_SPACES = 6


class Landing(NamedTuple):
    """The effect of a card.

    space: the index of the space that it leads to, ``WON`` (None) if it wins.
    loses_turn: whether it costs the next turn.
    draws_again: whether it is put away because it would lead back, and the player draws again.
    rank: its value among cards to choose from. The further ahead the better, and licorice counts six spaces less.
    skipped: the indices of the spaces that it leads past, because they are occupied.
    """

    space: int | None
    loses_turn: bool
    draws_again: bool
    rank: int
    skipped: tuple[int, ...]


def landing(rules: Rules, space: int, card: str, occupied: Collection[int] = ()) -> Landing:
    """Return the effect of a card.

    space: the index of the player's space; -1 is the start.
    card: a kind of card in the deck.
    occupied: the indices of the other players' spaces.

    Raises ValueError for a space that the board lacks, or a card that the deck lacks.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> [landing(CLASSIC, *move).space for move in ((-1, "O"), (47, "GG"), (126, "GG"))]
    [58, 47, None]
    >>> landing(CLASSIC, -1, "RRR")
    Traceback (most recent call last):
    ...
    ValueError: card must be one of the deck, got 'RRR'
    """
    check_whole("space", space, START, len(rules.board) - 1)
    table = transition_table(rules)
    move = space + FIRST_SPACE, table.kind(card)
    again, skipped = bool(table.draws_again[move]), []
    while table.goes_on[move] and table.after[move] - FIRST_SPACE in occupied:
        move = int(table.after[move]), ONWARD
        skipped.append(move[0] - FIRST_SPACE)
    end = int(table.after[move])
    rank = PUT_AWAY_RANK if again else int(table.rank[end])
    # The last space of a colour is shared if it has to be reached exactly.
    passed = tuple(index for index in skipped if index != end - FIRST_SPACE)
    return Landing(WON if end == OVER else end - FIRST_SPACE, bool(table.loses_turn[move]), again, rank, passed)


class Events(NamedTuple):
    """How often a shortcut is taken, a picture card moves a player back or forward, and licorice with an effect is landed on."""

    shortcuts: float
    back: float
    forward: float
    caught: float


@dataclass(frozen=True, slots=True)
class TransitionTable:
    """The next state for each state and kind of card, and in a last column, for a player who goes on from an occupied space.

    cards: the kinds of card.
    copies: int array (kinds,), the copies of each kind in the deck.
    rank: int array (states,), the value of each state to a player who chooses between cards: 0 for a win, less for others.

    The others are arrays (states, kinds + 1):

    after: the next state. A state is ``OVER``, ``AT_START``, or the index of a space plus ``FIRST_SPACE``.
    loses_turn: whether the move costs the next turn.
    goes_on: whether the player goes on if the space is occupied.
    draws_again: whether the card is put away and the player draws again.
    shortcuts: the number of shortcuts that the move takes.
    caught: whether the move ends on licorice that has an effect.
    """

    cards: tuple[str, ...]
    copies: Ints
    after: Ints
    loses_turn: Bools
    goes_on: Bools
    draws_again: Bools
    shortcuts: Ints
    caught: Bools
    rank: Ints

    @property
    def states(self) -> int:
        return len(self.after)

    @property
    def deck(self) -> NDArray[np.uint8]:
        """The deck in order, as the number of a kind for each card: uint8 array (cards,)."""
        return np.repeat(np.arange(len(self.cards), dtype=np.uint8), self.copies)

    def events(self, uses: NDArray[Any]) -> Events:
        """Return how often each event happens.

        uses: array (states, kinds), how often each card is used in each state.
        """
        after, before = self.after[:, :ONWARD], np.arange(self.states)[:, None]
        is_picture = np.array([color_of(card) is None for card in self.cards])
        is_back = is_picture & (after < before) & (after != OVER)
        masks = self.shortcuts[:, :ONWARD], is_back, is_picture & ~is_back & (after != before), self.caught[:, :ONWARD]
        return Events(*(float((uses * mask)[AT_START:].sum()) for mask in masks))

    def kind(self, card: str) -> int:
        """Return the number of a kind of card. Raises ValueError if the deck lacks it."""
        if card not in self.cards:
            raise ValueError(f"card must be one of the deck, got {card!r}")
        return self.cards.index(card)


@lru_cache(maxsize=128)
def transition_table(rules: Rules) -> TransitionTable:
    """Return the transition table of the rules, from a cache if it was built before.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> transition_table(CLASSIC).after.shape
    (136, 19)
    """
    copies = rules.cards
    moves = _CardMoves(rules)
    ends, moved, direct, again, taken = map(np.array, zip(*map(moves.from_all_spaces, [*copies, None]), strict=True))
    # The moves count the start as -1 and a win as the space after the last. States count from 0, for a win.
    after = ends.T + FIRST_SPACE
    after[after == len(moves.board) + FIRST_SPACE] = OVER
    moved, direct = moved.T & (after != OVER), direct.T & (after != OVER)
    caught = moves.licorice[after - FIRST_SPACE] & moved & (rules.licorice_rule != OFF)
    loses = caught & (rules.licorice_rule == LOSE_TURN)
    goes_on = direct & moved & (rules.occupied_space == NEXT)
    rank = moves.origins - (len(moves.board) + 1)
    if rules.licorice_rule != OFF:
        rank -= _LICORICE_SPACES * np.append(False, moves.licorice[: len(moves.board)])
    rows = (
        np.concatenate([np.zeros_like(array[:1]), array])
        for array in (after, loses, goes_on, again.T, taken.T, caught, rank)
    )
    return TransitionTable(tuple(copies), np.array(list(copies.values())), *rows)


def table_of_players(rules: Rules) -> TransitionTable:
    """Return the table of all players: if some are spared, their states come first, then the same states of the others."""
    spared = transition_table(replace(rules, spared=()))
    if rules.of_player(0) == replace(rules, spared=()):
        return spared
    others = transition_table(rules.of_player(0))
    others = replace(others, after=np.where(others.after == OVER, OVER, others.after + others.states))
    by_state = [each.name for each in fields(spared)][2:]
    both: dict[str, Any] = {
        name: np.concatenate([getattr(each, name) for each in (spared, others)]) for name in by_state
    }
    return replace(spared, **both)


class _CardMoves:
    """The moves of each card from all spaces at once.

    Spaces are numbered from -1, the start, to the last space; the number after it stands for a win, and the one after that for
    no space ahead, if that is no win.

    licorice: bool array (spaces + 2,), true for licorice spaces; the last two entries stand for a win and no space.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.board = rules.board
        self._spaces = np.array(self.board)
        self._win = len(self.board)
        self.origins = np.arange(-1, self._win)
        self._none_ahead = self._win + (rules.ending == EXACT)
        self.licorice = np.zeros(self._win + 2, dtype=np.bool_)
        self.licorice[list(rules.licorice)] = True
        # Where a player who lands on each space ends, after shortcuts and a last space that wins.
        self._destinations = np.arange(self._win + 2)
        self._shortcuts = np.zeros(self._win + 2, dtype=np.int64)
        for start, end in rules.shortcuts:
            self._destinations[start], self._shortcuts[start] = end, 1
        if rules.ending != RUN_OVER:
            self._destinations[self._destinations == self._win - 1] = self._win
            self._destinations[self._win - 1], self._shortcuts[self._win - 1] = self._win, 0

    def from_all_spaces(self, card: str | None) -> tuple[Ints, Bools, Bools, Bools, Ints]:
        """Return where a card leads from each space, whether it moves the player, does so by colour alone, is put away, and the
        shortcuts taken.

        A card that moves the player can lead back to the same space. All arrays have the shape (spaces + 1,).

        card: a kind of card; None for a player who goes on from an occupied space.
        """
        color = color_of(card) if card else None
        moved = np.ones(len(self.origins), dtype=np.bool_)
        if card is None:
            # Nobody goes on from the start or from a picture space.
            landed: Ints = self.origins.copy()
            for each in COLORS:
                has_color = np.append(False, self._spaces == each)
                landed[has_color] = self._next_spaces(each)[:-2][has_color]
            # Without another space of the colour, the last one is shared.
            landed = np.where(landed > self._win, self.origins, landed)
        elif color is None:
            target = self.board.index(card)
            landed = np.full(len(self.origins), target)
            moved = (self.origins <= target) | (self._rules.specials not in (FORWARD_ONLY, DRAW_AGAIN))
        else:
            landed = self._double_landings(color) if len(card) == 2 else self._next_spaces(color)[:-2]
            moved = landed <= self._win
        ends = self._destinations[landed]
        # A double card can lead back over a shortcut, which is a move. Who goes on from the last space of a colour stays there.
        direct = (ends == landed) & (color is not None if card else landed != self.origins)
        again = ~moved & (self._rules.specials == DRAW_AGAIN) & (color is None)
        if card and self._rules.licorice_rule == STUCK and (color or not self._rules.pictures_free):
            # The first entry is the start, where a player is never stuck.
            is_stuck = self.licorice[: self._win] & (self._spaces != (color or ""))
            moved[1:] &= ~is_stuck
            again[1:] &= ~is_stuck
        taken = self._shortcuts[landed]
        if color and card == 2 * color and self._rules.double_cards != END_ONLY:
            taken += self._shortcuts[self._next_spaces(color)[:-2]]
        return np.where(moved, ends, self.origins), moved, direct, again, taken * moved

    def _next_spaces(self, color: str) -> Ints:
        """Return the next space of a colour after the start, after each space, and after a win or no space, which remain so."""
        colored = np.append(np.flatnonzero(self._spaces == color), self._none_ahead)
        after = colored[np.searchsorted(colored[:-1], self.origins, side="right")]
        return np.append(after, [self._win, self._none_ahead])

    def _double_landings(self, color: str) -> Ints:
        """Return where a double leads from each space, before a shortcut there.

        By the rule ``first_counts``, the first space of the colour can lead over a shortcut, or end the move on licorice.
        """
        after = self._next_spaces(color)
        counts = self._rules.double_cards != END_ONLY
        first = self._destinations[after[:-2]] if counts else after[:-2]
        second: Ints = after[first + 1]
        if counts and self._rules.licorice_rule != OFF:
            second = np.where(self.licorice[first], first, second)
        return second
