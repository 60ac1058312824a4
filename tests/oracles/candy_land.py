"""Candy Land as a child plays it, one card and one move at a time; and the mean length of a game by eliminating states."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from boardodds.candy_land.rules import (
    COLORS,
    END_ONLY,
    FORWARD_ONLY,
    LOSE_TURN,
    NEXT,
    OFF,
    START,
    STUCK,
    Rules,
)


class Turn(NamedTuple):
    """One turn of a seat. A lost turn has no card, and a turn that wins has no space."""

    seat: int
    card: str | None
    space: int | None


class Player(NamedTuple):
    """A player's space, and whether the next turn is lost."""

    space: int = START
    loses_next: bool = False


def play_game(rules: Rules, players: int, draw: Callable[[], str]) -> list[Turn]:
    """Return all turns of a game, the winner's last. A game that nobody can win never returns."""
    seats = [Player()] * players
    turns: list[Turn] = []
    while True:
        seat = len(turns) % players
        card = None if seats[seat].loses_next else draw()
        others = [player.space for number, player in enumerate(seats) if number != seat]
        after = miss_turn(seats[seat]) if card is None else use_card(rules, seats[seat], card, others)
        if after is None:
            return [*turns, Turn(seat, card, None)]
        seats[seat] = after
        turns.append(Turn(seat, card, after.space))


def miss_turn(player: Player) -> Player:
    """Return the player after a lost turn."""
    return Player(player.space, loses_next=False)


def use_card(rules: Rules, player: Player, card: str, others: Collection[int] = ()) -> Player | None:
    """Return the player after a card, None after a win; the others are on these spaces."""
    board = rules.board
    if rules.licorice_rule == STUCK and player.space in rules.licorice:
        color = board[player.space]
        if card not in (color, 2 * color):
            return player
    if card in board and card not in COLORS:
        space = board.index(card)
        if rules.specials == FORWARD_ONLY and space <= player.space:
            return player
        return land(rules, space)
    return move_by_color(rules, player, card, others)


def move_by_color(rules: Rules, player: Player, card: str, others: Collection[int]) -> Player | None:
    """Return a player who is free to move after a single or double card, None after a win."""
    board = rules.board
    for number, color in enumerate(card, start=1):
        ahead = [space for space in range(player.space + 1, len(board)) if board[space] == color]
        if not ahead:
            return None
        if rules.double_cards == END_ONLY and number < len(card):
            player = Player(ahead[0])
            continue
        after = land(rules, ahead[0])
        if after is None:
            return None
        is_last = number == len(card) or is_licorice(rules, after.space)
        if is_last and rules.occupied_space == NEXT and after.space == ahead[0] and after.space in others:
            return move_by_color(rules, after, color, others)
        if is_last:
            return after
        player = after
    return player


def land(rules: Rules, space: int) -> Player | None:
    """Return a player who lands on a space, after its shortcut; None after a win."""
    last = len(rules.board) - 1
    if rules.last_space_wins and space == last:
        return None
    space = dict(rules.shortcuts).get(space, space)
    if rules.last_space_wins and space == last:
        return None
    return Player(space, loses_next=rules.licorice_rule == LOSE_TURN and is_licorice(rules, space))


def is_licorice(rules: Rules, space: int) -> bool:
    """Return whether a space is licorice that has an effect."""
    return rules.licorice_rule != OFF and space in rules.licorice


def ordered_draws(orders: Iterable[Sequence[str]]) -> Callable[[], str]:
    """Return a function that draws the cards of some shuffled decks in their order."""
    cards = chain.from_iterable(orders)

    def draw() -> str:
        for card in cards:
            return card
        raise ValueError("the shuffles ended before the game did")

    return draw


def visits(turns: Iterable[Turn]) -> Counter[int]:
    """Return the number of turns that ended on each space, including lost turns. A turn that wins ends on none."""
    return Counter(turn.space for turn in turns if turn.space is not None)


def mean_turns(rules: Rules) -> float:
    """Return the expected turns of one player who draws each card from a full deck; infinite if the game can be endless.

    The states are eliminated one by one: each state that leads to the eliminated one leads to its next states instead, and takes
    over the turns spent there. Nothing is subtracted, so no digits are lost.
    """
    chances = transition_chances(rules)
    duration = math.nan
    turns = dict.fromkeys(chances, 1.0)
    for state in reversed(list(chances)):
        row = chances.pop(state)
        row.pop(state, None)
        exit_chance = sum(row.values())
        if exit_chance == 0:
            return math.inf
        duration = turns[state] / exit_chance
        for other, other_row in chances.items():
            entry_chance = other_row.pop(state, 0.0)
            if entry_chance:
                turns[other] += entry_chance * duration
                for after, chance in row.items():
                    other_row[after] = other_row.get(after, 0.0) + entry_chance * chance / exit_chance
    return duration


def transition_chances(rules: Rules) -> dict[Player, dict[Player | None, float]]:
    """Return the chance of each next state, from each state that can be reached; the start is first, and None is a win."""
    chances: dict[Player, dict[Player | None, float]] = {}
    stack = [Player()]
    while stack:
        state = stack.pop()
        if state in chances:
            continue
        cards: Counter[Player | None] = Counter()
        if state.loses_next:
            cards[miss_turn(state)] = rules.deck_size
        else:
            for card, copies in rules.cards.items():
                cards[use_card(rules, state, card)] += copies
        chances[state] = {after: number / rules.deck_size for after, number in cards.items()}
        stack += [after for after in cards if after is not None]
    return chances
