"""One game of Candy Land, told turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boardodds.candy_land.board import WON, color_of, loses_turn, move
from boardodds.candy_land.rules import COLORS, REAL, START, STUCK, Rules
from boardodds.candy_land.simulate import check_playable
from boardodds.probability.montecarlo import check_seed


@dataclass(frozen=True, slots=True)
class Move:
    """One turn. ``str`` tells it in a sentence, with spaces counted from 1 as they are on a board.

    turn: from 1, of all players together. player: from 1. card: None if the turn is lost. start, space: indices of where the
    player was and is; -1 is before the board, and a space of None has won. stuck: whether licorice holds the player now.
    shuffled: whether the deck was shuffled for this draw.

    >>> print(Move(turn=27, player=1, card="P", start=47, space=47, stuck=True, shuffled=False))
    Turn 27: player 1 draws a purple and is stuck on 48.
    """

    turn: int
    player: int
    card: str | None
    start: int
    space: int | None
    stuck: bool
    shuffled: bool

    @property
    def wins(self) -> bool:
        return self.space is WON

    def __str__(self) -> str:
        who = f"Turn {self.turn}: player {self.player}"
        if self.card is None:
            return f"{who} misses a turn on {self.start + 1}."
        drawn = f"{who} draws {card_name(self.card)}"
        if self.space is WON:
            return f"{drawn} and wins."
        if self.stuck:
            return f"{drawn} and is stuck on {self.space + 1}."
        if self.space == self.start:
            return f"{drawn} and stays on {self.space + 1}."
        way = "moves" if self.space > self.start else "goes back"
        return f"{drawn} and {way} to {self.space + 1}."


def card_name(card: str) -> str:
    """A card in words.

    >>> card_name("O"), card_name("RR"), card_name("Jolly")
    ('an orange', 'a double red', 'Jolly')
    """
    color = color_of(card)
    if color is None:
        return card
    word = ("double " if len(card) == 2 else "") + COLORS[color]
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def play(rules: Rules, players: int = 1, seed: int = 1) -> list[Move]:
    """Plays a game to its end; the same seed gives the same game. Players draw in turn, through every shuffle.

    Raises ValueError, before it plays, for a game that cannot end.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> game = play(CLASSIC, players=2, seed=7)
    >>> [move.player for move in game[:3]], game[-1].wins
    ([1, 2, 1], True)
    """
    check_playable(rules, players)
    check_seed(seed)
    draws = _draws(rules, np.random.default_rng(seed))
    where, misses, moves = [START] * players, [False] * players, list[Move]()
    while not (moves and moves[-1].wins):
        seat = len(moves) % players
        start = where[seat]
        if misses[seat]:
            misses[seat] = False
            moves.append(Move(len(moves) + 1, seat + 1, None, start, start, stuck=False, shuffled=False))
            continue
        card, shuffled = next(draws)
        space = move(rules, start, card)
        held = space in rules.licorice and rules.licorice_rule == STUCK
        moves.append(Move(len(moves) + 1, seat + 1, card, start, space, stuck=held, shuffled=shuffled))
        if space is not WON:
            misses[seat] = loses_turn(rules, start, card)
            where[seat] = space
    return moves


def _draws(rules: Rules, rng: np.random.Generator) -> Iterator[tuple[str, bool]]:
    """Cards without end, and whether the deck was shuffled for this one."""
    deck = [card for card, copies in rules.cards.items() for _ in range(copies)]
    while True:
        order = rng.permutation(len(deck))
        for place, card in enumerate(order if rules.deck == REAL else order[:1]):
            yield deck[card], place == 0
