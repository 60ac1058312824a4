"""The value of every kind of action in whole games of Camel Up, for many games at once.

Values are expected coins. Those of tickets, rolls and tiles are exact to the end of the leg. A tile's value includes its effect
on the player's tickets. A race card's chance is exact as far as the race ends in this leg; if it goes on, the camel's chance is
taken from the solved race that begins on the present board with all dice, without tiles and crazy camels.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from boardodds.camel_up import game_table as tables
from boardodds.camel_up import moves
from boardodds.camel_up.game_table import Table
from boardodds.camel_up.leg_chances import Boards, ChanceCache, LegChances
from boardodds.camel_up.race_bets import bet_mean
from boardodds.camel_up.race_table import RaceTable
from boardodds.probability.arrays import Bools, Floats, Ints

# The number of squares on which a tile is tried.
_TILE_SQUARES = 2
# The least part of the best action's value that makes a tile worth trying: the coins of the units that land on its square without
# the tile. With a mirage more can land there, because camels go back and can come again.
_LEAST_LANDINGS = 2 / 3
# Smaller differences in coins are rounding errors.
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Known:
    """The chances that all players of some games share, in caches.

    leg: to the end of the leg.
    two_dice: after two more dice.
    no_grey: to the end of a leg without the grey die.
    no_grey_two_dice: after two more dice without the grey die.
    race: the odds of races that begin on a board.
    """

    leg: ChanceCache
    two_dice: ChanceCache
    no_grey: ChanceCache
    no_grey_two_dice: ChanceCache
    race: RaceTable


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of one player in each of some games.

    game, player: int arrays (games,).
    rng: the random generator of the policies.
    """

    table: Table
    game: Ints
    player: Ints
    known: Known
    rng: np.random.Generator

    @property
    def boards(self) -> Boards:
        """Copies of the boards."""
        return self.table.boards.take(self.game)

    @property
    def columns(self) -> Ints:
        """The numbers of the games from 0, as an index."""
        return np.arange(len(self.game))

    def take(self, index: Ints | Bools) -> "Turn":
        """Return the turns in some of the games."""
        return replace(self, game=self.game[index], player=self.player[index])


class Choice:
    """The best action so far and its value, for each of some games."""

    def __init__(self, values: Floats, actions: Ints) -> None:
        self.values, self.actions = values, actions

    def offer(self, values: Floats, actions: Ints) -> None:
        """Take the offered actions where their values are larger."""
        better = values > self.values + _TIE
        self.values = np.where(better, values, self.values)
        self.actions = np.where(better, actions, self.actions)


def ticket_values(top: Ints, chances: LegChances, table: Table) -> Floats:
    """Return the expected coins of tickets, minus infinity where none is left: float array (camels, games).

    top: int array (camels, games), the coins of the top ticket of each camel, 0 if none is left.
    """
    rules, first, second = table.rules, chances.first, chances.second
    values = top * first + rules.ticket_second * second + rules.ticket_wrong * (1 - first - second)
    return np.where(top > 0, values, -np.inf)


def offer_tiles(turn: Turn, choice: Choice, left: Floats) -> None:
    """Offer tiles on the legal squares where most units land, on both sides.

    left: float array (games,), what is subtracted from the value of a tile.
    """
    table, coins = turn.table, turn.table.rules.tile_coins
    landings = turn.known.leg.chances(turn.boards).landings
    legal = np.where(tables.legal_tile_squares(table, turn.game, turn.player), landings, 0.0)
    for square in np.argsort(-legal, axis=0)[:_TILE_SQUARES]:
        expected = coins * legal[square, turn.columns]
        tried = np.flatnonzero((expected > 0) & (expected - left >= _LEAST_LANDINGS * choice.values))
        if not len(tried):
            continue
        for effect in (-1, 1):
            values = np.full(len(turn.game), -np.inf)
            values[tried] = tile_values(turn.take(tried), square[tried], effect) - left[tried]
            choice.offer(values, tables.tile_action(square, np.full(len(square), effect)))


def tile_values(turn: Turn, square: Ints, effect: int) -> Floats:
    """Return the coins that tiles add for their players, with the effect on their tickets: float array (games,).

    square: int array (games,), a legal square for each tile.
    effect: 1 for an oasis, -1 for a mirage.
    """
    table, game, player, coins = turn.table, turn.game, turn.player, turn.table.rules.tile_coins
    now, own = turn.known.leg.chances(turn.boards), table.own[player, game]
    before = tables.held_value(table, game, player, now.first, now.second)
    before = before + np.where(own > 0, coins * now.landings[own, turn.columns], 0.0)
    boards = turn.boards
    boards.effects[turn.columns, own] = 0
    boards.effects[turn.columns, square] = effect
    after = turn.known.leg.chances(boards)
    tickets = tables.held_value(table, game, player, after.first, after.second)
    return tickets + coins * after.landings[square, turn.columns] - before


def card_values(turn: Turn) -> Iterator[tuple[int, Floats, Floats]]:
    """Yield each pile, the chances of its cards, and their expected coins: float arrays (camels, games).

    The coins are minus infinity for a card that the player has already laid.
    """
    table, game = turn.table, turn.game
    keys, leg = turn.boards.keys[: table.racing], turn.known.leg.chances(turn.boards)
    order = np.argsort(keys, axis=0)
    squares = np.clip(np.take_along_axis(keys, order, axis=0) >> moves.HEIGHT_BITS, 1, table.rules.track)
    number = turn.known.race.index(squares)
    hand = table.hand[turn.player, :, game].T
    for pile, by_rank, now in (
        (tables.WINNER, turn.known.race.win, leg.wins),
        (tables.LAST, turn.known.race.last, leg.lasts),
    ):
        later = np.empty(now.shape)
        np.put_along_axis(later, order, by_rank[number].T, axis=0)
        chance = now + (1 - leg.ends) * later
        pile_cards = np.broadcast_to(table.pile_cards[pile, game], chance.shape)
        yield pile, chance, np.where(hand, bet_mean(chance, pile_cards, table.rules), -np.inf)


def left_by_tickets(turn: Turn, top: Ints, chances: LegChances) -> Floats:
    """Return the coins that the next player can get at once after each ticket is taken: float array (camels, games)."""
    table, rows = turn.table, []
    values = ticket_values(top, chances, table)
    taken = np.minimum(table.taken[:, turn.game] + 1, len(table.rules.leg_tickets))
    below = ticket_values(tables.ticket_coins(table.rules)[taken], chances, table)
    for camel in range(table.racing):
        after = values.copy()
        after[camel] = below[camel]
        rows.append(np.maximum(after.max(axis=0), table.rules.roll_coins))
    return np.stack(rows)


def left_by_roll(turn: Turn) -> Floats:
    """Return the coins that the next player can expect at once after a roll: float array (games,).

    After the last roll of a leg, this counts as a roll: what comes then is the same for all actions.
    """
    table, rules = turn.table, turn.table.rules
    boards, total = turn.boards, np.zeros(len(turn.game))
    dice = np.array([int(each).bit_count() for each in boards.dice])
    goes_on = dice - rules.undrawn > 1
    top, rows = table.top_tickets(turn.game), rules.camels + rules.crazy
    for roll in moves.possible_rolls(rules.dice, rules):
        die = rules.dice.index(roll.die)
        chance = ((boards.dice >> die) & 1) * roll.sides / rules.sides / dice
        rolled = np.flatnonzero((chance > 0) & goes_on)
        if not len(rolled):
            continue
        part = boards.take(rolled)
        mover = np.full(len(rolled), rows.index(roll.camel))
        if roll.camel in rules.crazy:
            mover = moves.crazy_movers(part.keys, mover, rows, rules)
        steps = np.full(len(rolled), moves.signed_steps(roll), dtype=np.int16)
        result = moves.move(part.keys, mover, steps, part.effects, rules, np.arange(len(rolled)))
        after = replace(part, keys=result.keys, dice=(part.dice & ~(1 << die)).astype(np.int16))
        runs = np.flatnonzero(~result.ended)
        if len(runs):
            tickets = ticket_values(top[:, rolled[runs]], turn.known.leg.chances(after.take(runs)), table)
            total[rolled[runs]] += chance[rolled[runs]] * np.maximum(tickets.max(axis=0), rules.roll_coins)
    return np.where(goes_on, total, float(rules.roll_coins))
