"""Candy Land as a child plays it: one card, one move at a time; and the mean length of a game, by striking out states."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from typing import NamedTuple

from boardodds.candy_land.rules import (
    COLORS,
    END_ONLY,
    FORWARD_ONLY,
    LOSE_TURN,
    OFF,
    RESHUFFLED,
    START,
    STUCK,
    Rules,
)


class Turn(NamedTuple):
    """What a seat did: no card is a lost turn, no space is a win."""

    seat: int
    card: str | None
    space: int | None


class Player(NamedTuple):
    space: int = START
    loses_next: bool = False


def play_game(rules: Rules, players: int, draw: Callable[[], str]) -> list[Turn]:
    """All turns of a game, the winner's last. A game that nobody can win goes on for ever."""
    seats = [Player()] * players
    turns: list[Turn] = []
    while True:
        seat = len(turns) % players
        card = None if seats[seat].loses_next else draw()
        after = lost_turn(seats[seat]) if card is None else drawn_card(rules, seats[seat], card)
        if after is None:
            return [*turns, Turn(seat, card, None)]
        seats[seat] = after
        turns.append(Turn(seat, card, after.space))


def lost_turn(player: Player) -> Player:
    return Player(player.space, loses_next=False)


def drawn_card(rules: Rules, player: Player, card: str) -> Player | None:
    """The player after a card; None is a win."""
    board = rules.board
    if rules.licorice_rule == STUCK and player.space in rules.licorice:
        color = board[player.space]
        if card not in (color, 2 * color):
            return player
    if card in board and card not in COLORS:
        space = board.index(card)
        if rules.specials == FORWARD_ONLY and space <= player.space:
            return player
        return landed(rules, space)
    return moved(rules, player, card)


def moved(rules: Rules, player: Player, card: str) -> Player | None:
    """The player after a card of one or two colours, free to move."""
    board = rules.board
    for number, color in enumerate(card, start=1):
        ahead = [space for space in range(player.space + 1, len(board)) if board[space] == color]
        if not ahead:
            return None
        if rules.double_cards == END_ONLY and number < len(card):
            player = Player(ahead[0])
            continue
        after = landed(rules, ahead[0])
        if after is None or stops(rules, after.space):
            return after
        player = after
    return player


def landed(rules: Rules, space: int) -> Player | None:
    """A player who has come to this space, and has taken its shortcut; None is a win."""
    last = len(rules.board) - 1
    if rules.last_space_wins and space == last:
        return None
    space = dict(rules.shortcuts).get(space, space)
    if rules.last_space_wins and space == last:
        return None
    return Player(space, loses_next=rules.licorice_rule == LOSE_TURN and stops(rules, space))


def stops(rules: Rules, space: int) -> bool:
    return rules.licorice_rule != OFF and space in rules.licorice


def decks(rules: Rules, rng: random.Random) -> Callable[[], str]:
    """Deals as the rules say: a deck to its end and then the next one, or each card from a full deck."""
    full = [card for card, copies in rules.cards.items() for _ in range(copies)]
    if rules.deck == RESHUFFLED:
        return lambda: rng.choice(full)
    return dealt(rng.sample(full, k=len(full)) for _ in count())


def dealt(orders: Iterable[Sequence[str]]) -> Callable[[], str]:
    """Deals these shuffles, each from its first card, one after the other."""
    cards = chain.from_iterable(orders)

    def draw() -> str:
        for card in cards:
            return card
        raise ValueError("the shuffles ended before the game did")

    return draw


def visits(turns: Iterable[Turn]) -> Counter[int]:
    """How many turns ended on each space, lost turns too. A turn that wins ends on none."""
    return Counter(turn.space for turn in turns if turn.space is not None)


def mean_turns(rules: Rules) -> float:
    """The expected turns of one player who draws each card from the full deck; infinite if the game may never end.

    The states are struck out one by one: who would go there goes where it leads to, and takes the time spent there along.
    Nothing is ever subtracted, so no digits are lost.
    """
    odds = state_odds(rules)
    spent = math.nan
    turns = dict.fromkeys(odds, 1.0)
    for state in reversed(list(odds)):
        leads_to = odds.pop(state)
        leads_to.pop(state, None)
        leaves = sum(leads_to.values())
        if leaves == 0:
            return math.inf
        spent = turns[state] / leaves
        for other, row in odds.items():
            comes = row.pop(state, 0.0)
            if comes:
                turns[other] += comes * spent
                for after, chance in leads_to.items():
                    row[after] = row.get(after, 0.0) + comes * chance / leaves
    return spent


def state_odds(rules: Rules) -> dict[Player, dict[Player | None, float]]:
    """From each state that can be met, the start first, the chances of the states a turn later; None is a win."""
    odds: dict[Player, dict[Player | None, float]] = {}
    unseen = [Player()]
    while unseen:
        state = unseen.pop()
        if state in odds:
            continue
        ways: Counter[Player | None] = Counter()
        if state.loses_next:
            ways[lost_turn(state)] = rules.deck_size
        else:
            for card, copies in rules.cards.items():
                ways[drawn_card(rules, state, card)] += copies
        odds[state] = {after: number / rules.deck_size for after, number in ways.items()}
        unseen += [after for after in ways if after is not None]
    return odds
