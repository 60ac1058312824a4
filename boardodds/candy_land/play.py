"""One game of Candy Land, turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boardodds.candy_land.board import WON, color_of, loses_turn, move
from boardodds.candy_land.rules import CLASSIC, COLORS, REAL, START, STUCK, Rules
from boardodds.candy_land.simulate import check_playable
from boardodds.probability.montecarlo import check_seed


@dataclass(frozen=True, slots=True)
class Move:
    """One turn. ``str`` describes it in a sentence that counts spaces from 1, as a board does.

    turn: the number of the turn from 1, counting the turns of all players.
    player: the number of the player from 1.
    card: the kind of card, None if the turn is lost.
    start: the index of the space before the turn; -1 is the start.
    space: the index of the space after the turn; None if the turn wins.
    stuck: whether the player is stuck on licorice after the turn.
    shuffled: whether the deck was shuffled for this draw.

    >>> print(Move(turn=27, player=1, card="P", start=47, space=47, stuck=True, shuffled=False))
    Turn 27: player 1 draws a purple card and is stuck on space 48.
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
        """Whether the turn wins the game."""
        return self.space is WON

    def __str__(self) -> str:
        player = f"Turn {self.turn}: player {self.player}"
        if self.card is None:
            return f"{player} misses a turn on space {self.start + 1}."
        draw = f"{player} draws {card_name(self.card)}"
        if self.space is WON:
            return f"{draw} and wins."
        if self.stuck:
            return f"{draw} and is stuck on space {self.space + 1}."
        if self.space == self.start:
            return f"{draw} and stays on space {self.space + 1}."
        verb = "moves" if self.space > self.start else "goes back"
        return f"{draw} and {verb} to space {self.space + 1}."


def card_name(card: str) -> str:
    """Return a card in words.

    >>> card_name("O"), card_name("RR"), card_name("Jolly")
    ('an orange card', 'a double red card', 'the Jolly card')
    """
    color = color_of(card)
    if color is None:
        return f"the {card} card"
    word = ("double " if len(card) == 2 else "") + COLORS[color]
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word} card"


def play(rules: Rules = CLASSIC, *, players: int = 1, seed: int = 1) -> list[Move]:
    """Play one game to its end and return its turns; the same seed gives the same game.

    Players take turns in a fixed order, which a shuffle does not change.

    players: 1 to 6.

    Raises ValueError, before the first card, for a game that cannot end.

    >>> game = play(CLASSIC, players=2, seed=7)
    >>> [move.player for move in game[:3]], game[-1].wins
    ([1, 2, 1], True)
    """
    check_playable(rules, players)
    check_seed(seed)
    draws = _draw_cards(rules, np.random.default_rng(seed))
    spaces, misses, moves = [START] * players, [False] * players, list[Move]()
    while not (moves and moves[-1].wins):
        seat = len(moves) % players
        start = spaces[seat]
        if misses[seat]:
            misses[seat] = False
            moves.append(Move(len(moves) + 1, seat + 1, None, start, start, stuck=False, shuffled=False))
            continue
        card, shuffled = next(draws)
        others = [other for number, other in enumerate(spaces) if number != seat]
        space = move(rules, start, card, others)
        stuck = space in rules.licorice and rules.licorice_rule == STUCK
        moves.append(Move(len(moves) + 1, seat + 1, card, start, space, stuck=stuck, shuffled=shuffled))
        if space is not WON:
            misses[seat] = loses_turn(rules, start, card, others)
            spaces[seat] = space
    return moves


def _draw_cards(rules: Rules, rng: np.random.Generator) -> Iterator[tuple[str, bool]]:
    """Yield cards without end, each with whether the deck was shuffled just before it."""
    deck = [card for card, copies in rules.cards.items() for _ in range(copies)]
    while True:
        order = rng.permutation(len(deck))
        for place, card in enumerate(order if rules.deck == REAL else order[:1]):
            yield deck[card], place == 0
