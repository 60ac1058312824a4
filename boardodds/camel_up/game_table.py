"""Whole games of Camel Up as arrays: the tables of many games, and what an action changes on them.

Each player starts with three coins. In turn, a player takes the top ticket of a camel, rolls a die, places or moves a tile,
or lays a race card. A leg ends with its last roll or when the race ends; then tickets are paid and returned, and tiles too. A
player never has less than zero coins after a leg or a race: what is missing is not paid. The player after the last roller begins
the next leg. After the race, the race cards of both piles are paid in the order in which they were laid.

All dice are drawn in advance, so players with other policies meet the same dice (common random numbers).
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.leg_chances import Boards
from boardodds.camel_up.rules import Rules
from boardodds.probability.arrays import Bools, Floats, Ints

START_COINS = 3
ROLL = 0
WINNER, LAST = 0, 1
# An action is a number: 0 for a roll, then tickets, tiles and race cards, each from its own first number.
_TILES, _CARDS = 100, 10_000
NO_TILE = 0


IntsT = TypeVar("IntsT", int, Ints)


def ticket_action(camel: IntsT) -> IntsT:
    """Return the action that takes the top ticket of a camel, by its row."""
    return camel + 1


def tile_action(square: Ints, effect: Ints) -> Ints:
    """Return the actions that place or move the player's tile to some squares; effect: +1 or -1."""
    return _TILES + 2 * square + (effect > 0)


def tile_squares(actions: Ints, effect: int) -> Ints:
    """Return the squares of actions that place or move a tile with an effect, 0 for other actions."""
    code = actions - _TILES
    is_tile = (code >= 0) & (actions < _CARDS) & (code % 2 == (effect > 0))
    return np.where(is_tile, code // 2, NO_TILE)


def card_action(pile: IntsT, camel: IntsT) -> IntsT:
    """Return the action that lays the card of a camel on a pile, ``WINNER`` or ``LAST``."""
    return _CARDS * (pile + 1) + camel


def ticket_coins(rules: Rules) -> Ints:
    """Return the coins of a camel's top ticket by the number of its tickets that are taken, 0 if none is left."""
    return np.append(rules.leg_tickets, 0)


class Dice:
    """The dice of many games, drawn in advance leg by leg: the same seed gives the same dice to any players."""

    def __init__(self, games: int, rules: Rules, rng: np.random.Generator) -> None:
        self._games, self._rules, self._rng = games, rules, rng
        self._legs: list[tuple[Ints, Ints, Ints]] = []

    def rolls(self, leg: Ints, number: Ints, game: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the dice that leave the pyramid, their numbers, and the crazy camel if it is the grey die: int arrays (games,).

        leg, number, game: int arrays (games,), the leg and the roll in it, from 0, and the game.
        """
        while len(self._legs) <= int(leg.max()):
            self._legs.append(self._draw_leg())
        die, face, crazy = np.empty((3, len(game)), dtype=np.int16)
        for each in np.unique(leg):
            here = leg == each
            place = number[here], game[here]
            die[here], face[here], crazy[here] = (drawn[place] for drawn in self._legs[each])
        return die, face, crazy

    def start_squares(self) -> tuple[Ints, Ints]:
        """Return the squares on which all camels are placed, and the order in which they are placed: arrays (camels, games)."""
        rules = self._rules
        camels = len(rules.camels) + len(rules.crazy)
        faces = self._rng.choice(np.array(rules.faces, dtype=np.int16), size=(camels, self._games))
        faces[len(rules.camels) :] = rules.track + 1 - faces[len(rules.camels) :]
        return faces, self._rng.random((camels, self._games)).argsort(axis=0).argsort(axis=0)

    def _draw_leg(self) -> tuple[Ints, Ints, Ints]:
        dice = len(self._rules.dice)
        order = self._rng.random((dice, self._games)).argsort(axis=0)
        faces = self._rng.choice(np.array(self._rules.faces), size=(dice, self._games))
        return order, faces, self._rng.integers(0, 2, size=(dice, self._games))


@dataclass(eq=False)
class Table:
    """The tables of many games between the same players: arrays whose last axis is the games, unless stated otherwise.

    boards: the camels, dice and tiles.
    own: (players, games), the square of each player's tile, 0 if it is not on the board.
    taken: (camels, games), the tickets of each camel that are taken.
    ticket_coins, tickets: (players, camels, games), the coins of a player's tickets if the camel wins, and their number.
    coins: (players, games).
    hand: (players, camels, games), whether the player still has the race card.
    piles: (2, cards, games), the race cards on both piles as player * camels + camel, in the order in which they were laid.
    pile_cards: (2, games), their numbers.
    turn: the player to move.
    leg, rolls: the number of the leg, from 0, and of the rolls made in it.
    over: whether the race has ended.
    idle: the number of turns since the last roll.
    """

    rules: Rules
    boards: Boards
    own: Ints
    taken: Ints
    ticket_coins: Ints
    tickets: Ints
    coins: Ints
    hand: Bools
    piles: Ints
    pile_cards: Ints
    turn: Ints
    leg: Ints
    rolls: Ints
    over: Bools
    idle: Ints

    @property
    def players(self) -> int:
        return len(self.coins)

    @property
    def games(self) -> int:
        return len(self.turn)

    @property
    def racing(self) -> int:
        return len(self.rules.camels)

    def top_tickets(self, game: Ints) -> Ints:
        """Return the coins of the top ticket of each camel, 0 if none is left: int array (camels, games)."""
        return ticket_coins(self.rules)[self.taken[:, game]]


def new_table(players: int, games: int, rules: Rules, dice: Dice) -> Table:
    """Return games before the first turn. The starting player is another one in each game, in turn."""
    camels, all_dice = len(rules.camels), len(rules.dice)
    squares, order = dice.start_squares()
    below = (squares[:, None] == squares[None]) & (order[:, None] > order[None])
    keys = (squares << moves.HEIGHT_BITS | below.sum(axis=1)).astype(np.int16)
    zeros = np.zeros(games, dtype=np.int16)
    return Table(
        rules=rules,
        boards=Boards(
            keys,
            np.full(games, 2**all_dice - 1, dtype=np.int16),
            np.zeros((games, rules.track + 2), dtype=np.int16),
        ),
        own=np.zeros((players, games), dtype=np.int16),
        taken=np.zeros((camels, games), dtype=np.int16),
        ticket_coins=np.zeros((players, camels, games), dtype=np.int64),
        tickets=np.zeros((players, camels, games), dtype=np.int16),
        coins=np.full((players, games), START_COINS),
        hand=np.ones((players, camels, games), dtype=np.bool_),
        piles=np.zeros((2, players * camels, games), dtype=np.int16),
        pile_cards=np.zeros((2, games), dtype=np.int16),
        turn=np.arange(games) % players,
        leg=zeros.copy(),
        rolls=zeros.copy(),
        over=np.zeros(games, dtype=np.bool_),
        idle=zeros.copy(),
    )


def legal_tile_squares(table: Table, game: Ints, player: Ints) -> Bools:
    """Return the squares where the player can place or move the own tile: bool array (track + 2, games).

    The player's own tile does not block other squares, because it is moved.
    """
    rules, width = table.rules, table.rules.track + 2
    square = np.arange(width)[:, None]
    legal = (square >= rules.first_tile_square) & (square <= rules.track) & np.ones(len(game), dtype=np.bool_)
    for keys in table.boards.keys[:, game]:
        legal &= square != keys >> moves.HEIGHT_BITS
    tiles = table.boards.effects[game].T != 0
    own = table.own[player, game]
    tiles[own, np.arange(len(game))] = False
    legal &= ~tiles
    legal[:-1] &= ~tiles[1:]
    legal[1:] &= ~tiles[:-1]
    # Neither the player's tile nor its square stays as it is.
    legal[own, np.arange(len(game))] = False
    return legal


def held_value(table: Table, game: Ints, player: Ints, first: Floats, second: Floats) -> Floats:
    """Return the expected coins of a player's tickets: float array (games,).

    first, second: float arrays (camels, games), the chances of each camel.
    """
    rules = table.rules
    coins, number = table.ticket_coins[player, :, game].T, table.tickets[player, :, game].T
    rest = rules.ticket_second * second + rules.ticket_wrong * (1 - first - second)
    value: Floats = (coins * first + number * rest).sum(axis=0)
    return value


def apply_actions(table: Table, game: Ints, action: Ints, dice: Dice) -> None:
    """Change some games, in place, by an action of the player to move, and pass the turn.

    game: int array, the games, which are not over.
    action: int array, a legal action for each of them.
    """
    player = table.turn[game]
    ticket = (action > ROLL) & (action < _TILES)
    _take_tickets(table, game[ticket], player[ticket], action[ticket] - 1)
    tile = (action >= _TILES) & (action < _CARDS)
    _place_tiles(table, game[tile], player[tile], action[tile] - _TILES)
    for pile in (WINNER, LAST):
        first = _CARDS * (pile + 1)
        card = (action >= first) & (action < first + _TILES)
        _lay_cards(table, pile, game[card], player[card], action[card] - first)
    roll = action == ROLL
    table.idle[game] = np.where(roll, 0, table.idle[game] + 1)
    table.turn[game] = (player + 1) % table.players
    if roll.any():
        _roll(table, game[roll], player[roll], dice)


def _take_tickets(table: Table, game: Ints, player: Ints, camel: Ints) -> None:
    table.ticket_coins[player, camel, game] += table.top_tickets(game)[camel, np.arange(len(game))]
    table.tickets[player, camel, game] += 1
    table.taken[camel, game] += 1


def _place_tiles(table: Table, game: Ints, player: Ints, code: Ints) -> None:
    square = code // 2
    table.boards.effects[game, table.own[player, game]] = 0
    table.boards.effects[game, square] = np.where(code % 2, 1, -1)
    table.own[player, game] = square


def _lay_cards(table: Table, pile: int, game: Ints, player: Ints, camel: Ints) -> None:
    table.piles[pile, table.pile_cards[pile, game], game] = player * table.racing + camel
    table.pile_cards[pile, game] += 1
    table.hand[player, camel, game] = False


def _roll(table: Table, game: Ints, player: Ints, dice: Dice) -> None:
    """Roll a die in each of some games; score legs and races that end."""
    rules, boards = table.rules, table.boards
    die, number, crazy = dice.rolls(table.leg[game], table.rolls[game], game)
    keys = boards.keys[:, game]
    mover, steps = die.copy(), number.astype(np.int16)
    grey = np.flatnonzero(die == table.racing)
    if len(grey):
        rows = rules.camels + rules.crazy
        mover[grey] = moves.crazy_movers(keys[:, grey], table.racing + crazy[grey], rows, rules)
        steps[grey] = -steps[grey]
    result = moves.move(keys, mover, steps, boards.effects[game], rules, np.arange(len(game)))
    boards.keys[:, game] = result.keys
    boards.dice[game] &= ~(1 << die)
    table.rolls[game] += 1
    table.coins[player, game] += rules.roll_coins
    hit = np.flatnonzero(result.stop)
    owner = (table.own[:, game[hit]] == result.stop[hit]).argmax(axis=0)
    table.coins[owner, game[hit]] += rules.tile_coins
    leg_over = result.ended | (table.rolls[game] == len(rules.dice) - rules.undrawn)
    _score_leg(table, game[leg_over])
    _score_race(table, game[result.ended])


def _score_leg(table: Table, game: Ints) -> None:
    """Pay the tickets of some games, and begin the next leg there."""
    if not len(game):
        return
    rules = table.rules
    order = moves.racing_order(table.boards.keys[:, game], table.racing)
    for player in range(table.players):
        seat = np.full(len(game), player)
        table.coins[player, game] += held_value(table, game, seat, 1.0 * (order == 0), 1.0 * (order == 1)).astype(int)
    table.coins[:, game] = np.maximum(0, table.coins[:, game])
    table.ticket_coins[:, :, game] = table.tickets[:, :, game] = 0
    table.taken[:, game] = 0
    table.own[:, game] = NO_TILE
    table.boards.effects[game] = 0
    table.boards.dice[game] = 2 ** len(rules.dice) - 1
    table.leg[game] += 1
    table.rolls[game] = 0


def _score_race(table: Table, game: Ints) -> None:
    """Pay the race cards of some games, which are over."""
    if not len(game):
        return
    rules, racing = table.rules, table.racing
    table.over[game] = True
    order = moves.racing_order(table.boards.keys[:, game], racing)
    payments = np.array(rules.race_cards)
    for pile, place in ((WINNER, 0), (LAST, racing - 1)):
        right_camel = (order == place).argmax(axis=0)
        paid = np.zeros(len(game), dtype=np.intp)
        for card in range(int(table.pile_cards[pile, game].max())):
            laid = table.pile_cards[pile, game] > card
            code = table.piles[pile, card, game]
            right = code % racing == right_camel
            coins = np.where(right, payments[np.minimum(paid, len(payments) - 1)], rules.race_wrong)
            table.coins[code // racing, game] += np.where(laid, coins, 0)
            paid += laid & right
    table.coins[:, game] = np.maximum(0, table.coins[:, game])
