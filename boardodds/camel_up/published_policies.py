"""The policies of a published program, for a check of whole games against its results.

Source: github.com/davcwluk/camelup-monte-carlo, results of January 2026 in its fast mode, which leaves the grey die out of all
chances. Its players place a tile once in a leg. Its greedy player lays race cards only if the race ends in this leg with a chance
of more than 30%, and takes the chance of a camel to win from those legs alone.
"""

import numpy as np

from boardodds.camel_up import game_table as tables
from boardodds.camel_up.game_values import Choice, Turn, ticket_values
from boardodds.camel_up.leg_chances import LegChances
from boardodds.probability.arrays import Floats, Ints

# The casual player takes the ticket of a camel with at least this chance, and places a tile with at least this number of racing
# dice in the pyramid on a square with at least this number of expected landings.
GOOD_CHANCE = 0.4
_EARLY_DICE = 4
_GOOD_LANDINGS = 0.2
# The chance that the race ends in this leg from which the greedy player lays race cards.
_LATE = 0.3


def choose_casual(turn: Turn) -> Ints:
    """Return the ticket of the favourite if it is good enough, otherwise a tile early in the leg, otherwise a roll."""
    table, columns = turn.table, turn.columns
    chances = turn.known.no_grey.chances(turn.boards)
    favourite = chances.first.argmax(axis=0)
    takes = chances.first[favourite, columns] >= GOOD_CHANCE
    takes &= table.top_tickets(turn.game)[favourite, columns] > 0
    square, landings = _best_square(turn, chances)
    dice = np.array([int(each).bit_count() for each in turn.boards.dice & (2**table.racing - 1)])
    places = (dice >= _EARLY_DICE) & (landings >= _GOOD_LANDINGS)
    cheering = tables.tile_action(square, np.ones(len(square), dtype=np.intp))
    return np.where(takes, tables.ticket_action(favourite), np.where(places, cheering, tables.ROLL))


def choose_greedy(turn: Turn, *, two_dice: bool = False) -> Ints:
    """Return the action with the most coins as the published program counts them.

    two_dice: whether chances are those after two more dice.
    """
    table, games = turn.table, len(turn.game)
    chances = (turn.known.no_grey_two_dice if two_dice else turn.known.no_grey).chances(turn.boards)
    choice = Choice(np.full(games, float(table.rules.roll_coins)), np.full(games, tables.ROLL))
    tickets = ticket_values(table.top_tickets(turn.game), chances, table)
    for camel in range(table.racing):
        choice.offer(tickets[camel], np.full(games, tables.ticket_action(camel)))
    square, landings = _best_square(turn, chances)
    choice.offer(table.rules.tile_coins * landings, tables.tile_action(square, turn.rng.choice([-1, 1], size=games)))
    for pile, now in ((tables.WINNER, chances.wins), (tables.LAST, chances.lasts)):
        values = _card_values(turn, pile, now, chances.ends)
        for camel in range(table.racing):
            choice.offer(values[camel], np.full(games, tables.card_action(pile, camel)))
    return choice.actions


def _best_square(turn: Turn, chances: LegChances) -> tuple[Ints, Floats]:
    """Return the legal square where most units land, and their number; 0 for a player whose tile is on the board."""
    legal = tables.legal_tile_squares(turn.table, turn.game, turn.player)
    landings = np.where(legal & (turn.table.own[turn.player, turn.game] == 0), chances.landings, 0.0)
    square = landings.argmax(axis=0)
    return square, landings[square, turn.columns]


def _card_values(turn: Turn, pile: int, now: Floats, ends: Floats) -> Floats:
    """Return the coins of each camel's card as if all cards on its pile were right: float array (camels, games)."""
    table, rules = turn.table, turn.table.rules
    coins = np.array(rules.race_cards)[np.minimum(table.pile_cards[pile, turn.game], len(rules.race_cards) - 1)]
    chance = now / np.maximum(ends, np.finfo(float).tiny)
    values = coins * chance + rules.race_wrong * (1 - chance)
    return np.where(table.hand[turn.player, :, turn.game].T & (ends >= _LATE), values, -np.inf)
