"""Candy Land as a child plays it, one card and one move at a time; and the mean length of a game by eliminating states."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import count, product
from typing import NamedTuple

from boardodds.candy_land.rules import COLORS, START, Rules


class Turn(NamedTuple):
    """One turn of a seat. A lost turn has no card, and a turn that wins has no space."""

    seat: int
    card: str | None
    space: int | None


class Player(NamedTuple):
    space: int = START
    loses_next: bool = False


Draw = Callable[[int], Sequence[str]]
Seats = tuple[Player | None, ...]


def play_game(rules: Rules, seats: Seats, draw: Draw, seat: int = 0) -> list[Turn]:
    """Return all turns of a game from the seat whose turn it is. A game that does not end never returns.

    seats: the players, None for one who is home.
    draw: draws up to so many cards, fewer if the deck has no more.
    """
    turns: list[Turn] = []
    while not is_over(rules, seats):
        player = seats[seat]
        if player:
            others = [other.space for number, other in enumerate(seats) if other and number != seat]
            own = of_seat(rules, seat)
            card = None if player.loses_next else choose_card(own, player, draw(rules.cards_to_choose), others)
            while card and goes_back(own, player, card):
                card = choose_card(own, player, draw(rules.cards_to_choose), others)
            after = use_card(own, player, card, others) if card else miss_turn(player)
            seats = (*seats[:seat], after, *seats[seat + 1 :])
            turns.append(Turn(seat, card, after and after.space))
        seat = (seat + 1) % len(seats)
    return turns


def of_seat(rules: Rules, seat: int) -> Rules:
    """Return the rules of a seat, which is sent back if others are spared and it is not."""
    if not rules.spared or seat + 1 in rules.spared or rules.specials not in ("forward_only", "draw_again"):
        return rules
    return replace(rules, specials="on")


def is_over(rules: Rules, seats: Seats) -> bool:
    return not any(seats) if rules.plays_until == "everyone" else not all(seats)


def goes_back(rules: Rules, player: Player, card: str) -> bool:
    """Return whether a card is put away because it would lead back."""
    if rules.specials != "draw_again" or not is_picture(rules, card):
        return False
    is_stuck = rules.licorice_rule == "stuck" and player.space in rules.licorice and not rules.pictures_free
    return not is_stuck and rules.board.index(card) < player.space


def is_picture(rules: Rules, card: str) -> bool:
    return card in rules.board and card not in COLORS


def choose_card(rules: Rules, player: Player, cards: Sequence[str], others: Collection[int]) -> str:
    """Return the first card of those that lead furthest ahead, where licorice counts six spaces less."""

    def value(card: str) -> float:
        after = use_card(rules, player, card, others)
        if goes_back(rules, player, card):
            return -math.inf
        return after.space - 6 * is_licorice(rules, after.space) if after else math.inf

    return max(cards, key=value)


def miss_turn(player: Player) -> Player:
    return Player(player.space, loses_next=False)


def use_card(rules: Rules, player: Player, card: str, others: Collection[int] = ()) -> Player | None:
    """Return the player after a card, None after a win; the others are on these spaces."""
    board = rules.board
    if rules.licorice_rule == "stuck" and player.space in rules.licorice:
        color = board[player.space]
        if card not in (color, 2 * color) and not (rules.pictures_free and is_picture(rules, card)):
            return player
    if is_picture(rules, card):
        space = board.index(card)
        if rules.specials == "forward_only" and space <= player.space:
            return player
        return land(rules, space)
    return move_by_color(rules, player, card, others)


def move_by_color(rules: Rules, player: Player, card: str, others: Collection[int]) -> Player | None:
    """Return a player who is free to move after a single or double card, None after a win."""
    board, origin = rules.board, player
    for number, color in enumerate(card, start=1):
        ahead = [space for space in range(player.space + 1, len(board)) if board[space] == color]
        if not ahead:
            return origin if rules.ending == "exact" else None
        if rules.double_cards == "end_only" and number < len(card):
            player = Player(ahead[0])
            continue
        after = land(rules, ahead[0])
        if after is None:
            return None
        is_last = number == len(card) or is_licorice(rules, after.space)
        if is_last and rules.occupied_space == "next" and after.space == ahead[0] and after.space in others:
            return move_by_color(rules, after, color, others)
        if is_last:
            return after
        player = after
    return player


def land(rules: Rules, space: int) -> Player | None:
    last = len(rules.board) - 1
    if rules.ending != "run_over" and space == last:
        return None
    space = dict(rules.shortcuts).get(space, space)
    if rules.ending != "run_over" and space == last:
        return None
    return Player(space, loses_next=rules.licorice_rule == "lose_turn" and is_licorice(rules, space))


def is_licorice(rules: Rules, space: int) -> bool:
    """Return whether a space is licorice that has an effect."""
    return rules.licorice_rule != "off" and space in rules.licorice


def ordered_draws(orders: Iterable[Sequence[str]]) -> Draw:
    decks, cards = iter(orders), list[str]()

    def draw(count: int) -> Sequence[str]:
        if not cards:
            try:
                cards.extend(next(decks))
            except StopIteration:
                raise ValueError("the shuffles ended before the game did") from None
        drawn = cards[:count]
        del cards[:count]
        return drawn

    return draw


def visits(turns: Iterable[Turn]) -> Counter[int]:
    """Return the number of turns that ended on each space, including lost turns. A turn that wins ends on none."""
    return Counter(turn.space for turn in turns if turn.space is not None)


def mean_turns(rules: Rules) -> float:
    """Return the expected turns of the first player, who draws each card from a full deck; infinite if the game can be endless.

    The states are eliminated one by one: each state that leads to the eliminated one leads to its next states instead, and takes
    over the turns spent there. Nothing is subtracted, so no digits are lost.
    """
    chances = transition_chances(of_seat(rules, 0))
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
        if state not in chances:
            chances[state] = turn_chances(rules, state)
            stack += [after for after in chances[state] if after is not None]
    return chances


def turn_chances(rules: Rules, player: Player, others: Collection[int] = ()) -> dict[Player | None, float]:
    if player.loses_next:
        return {miss_turn(player): 1.0}
    weights: Counter[Player | None] = Counter()
    for cards, weight in draws_of_full_deck(rules):
        card = choose_card(rules, player, cards, others)
        if not goes_back(rules, player, card):
            weights[use_card(rules, player, card, others)] += weight
    total = sum(weights.values())
    # If every card is put away, the turn never ends.
    return {after: weight / total for after, weight in weights.items()} or {player: 1.0}


def draws_of_full_deck(rules: Rules) -> list[tuple[Sequence[str], int]]:
    cards = rules.cards
    if rules.cards_to_choose == 1 or rules.deck_size == 1:
        return [((card,), copies) for card, copies in cards.items()]
    pairs = {
        (first, second): cards[first] * (cards[second] - (first == second))
        for first, second in product(cards, repeat=2)
    }
    # Two of a card that the deck has once can't be drawn, not even with a chance of 0.
    return [(pair, weight) for pair, weight in pairs.items() if weight]


def race(rules: Rules, seats: Seats, seat: int, *, tail: float = 1e-12) -> tuple[dict[int, float], ...]:
    """Return the chance of each number of turns, that of each seat to be home next, and the turns that end on each space.

    Lost turns end on none. All games are followed turn by turn, with a full deck before every draw, until a chance of ``tail``
    is left.
    """
    games: dict[tuple[Seats, int], float] = {(seats, seat): 1.0}
    turns, firsts, ends = (defaultdict[int, float](float) for _ in range(3))
    home, turn = seats.count(None), 0
    while sum(games.values()) > tail:
        turn, before, games = turn + 1, games, defaultdict(float)
        for (places, current), chance in before.items():
            seat = next(number % len(places) for number in count(current) if places[number % len(places)])
            player = places[seat]
            assert player
            others = [other.space for number, other in enumerate(places) if other and number != seat]
            for after, share in turn_chances(of_seat(rules, seat), player, others).items():
                now = (*places[:seat], after, *places[seat + 1 :])
                if after and not player.loses_next:
                    ends[after.space] += chance * share
                if after is None and now.count(None) == home + 1:
                    firsts[seat] += chance * share
                if is_over(rules, now):
                    turns[turn] += chance * share
                else:
                    games[now, (seat + 1) % len(now)] += chance * share
    return turns, firsts, ends
