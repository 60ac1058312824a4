"""The policies of players in whole games of Camel Up: from a random one to one that looks ahead.

A policy returns an action for each of many games at once. Most compare the expected coins of all actions; ``game_values`` says
how exact these are. A tile is tried, on both of its sides, only on the two legal squares where most units land.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from boardodds.camel_up import game_table as tables
from boardodds.camel_up import published_policies as published
from boardodds.camel_up.game_values import (
    Choice,
    Turn,
    card_values,
    left_by_roll,
    left_by_tickets,
    offer_tiles,
    ticket_values,
)
from boardodds.camel_up.leg_chances import LegChances
from boardodds.camel_up.moves import HEIGHT_BITS
from boardodds.probability.arrays import Bools, Floats, Ints

# What a standard deviation of one coin is worth late in the race to a player who is behind; in front, it costs as much.
_RISK = 0.25
# The chance that the race ends in this leg from which a patient player lays race cards.
PATIENCE = 0.1
# The square of the leading camel from which the standings count.
_LATE_SQUARE = 10
# A leading camel's ticket is worth taking by rule of thumb if it pays at least this.
_GOOD_TICKET = 3


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play.

    name: its name in links and tables.
    choose: returns an action for each game of a turn.
    text: a description in a few words.
    """

    name: str
    choose: Callable[[Turn], Ints]
    text: str


@dataclass(frozen=True, slots=True)
class CoinCounter:
    """A player who takes the action with the most coins.

    two_dice: whether tickets are valued after only two more dice.
    tiles, cards: whether the player places tiles, and lays race cards.
    patient: whether the player keeps race cards until the race can end in this leg.
    ahead: whether each action costs the coins that it leaves to the next player, divided by the number of opponents.
    risk: whether late in the race a standard deviation counts, by the standings.
    """

    two_dice: bool = False
    tiles: bool = True
    cards: bool = True
    patient: bool = False
    ahead: bool = False
    risk: bool = False

    def __call__(self, turn: Turn) -> Ints:
        """Return the best actions."""
        return self.best(turn).actions

    def best(self, turn: Turn) -> Choice:
        """Return the best actions and their values."""
        table, games = turn.table, len(turn.game)
        chances = (turn.known.two_dice if self.two_dice else turn.known.leg).chances(turn.boards)
        top = table.top_tickets(turn.game)
        weight = _risk_weights(turn) if self.risk else np.zeros(games)
        left = _Left(turn, top, chances) if self.ahead else None
        choice = Choice(
            table.rules.roll_coins - (left.by_roll if left else np.zeros(games)), np.full(games, tables.ROLL)
        )
        tickets = ticket_values(top, chances, table) + weight * _spread(chances.first) * (
            top - table.rules.ticket_wrong
        )
        for camel, values in enumerate(tickets - left.by_ticket if left else tickets):
            choice.offer(values, np.full(games, tables.ticket_action(camel)))
        if self.cards:
            allowed = chances.ends >= PATIENCE if self.patient else np.ones(games, dtype=np.bool_)
            _offer_cards(turn, choice, weight, left.by_other if left else np.zeros(games), allowed)
        if self.tiles:
            offer_tiles(turn, choice, left.by_other if left else np.zeros(games))
        return choice


class _Left:
    """The coins that actions leave to the next player, divided by the number of opponents.

    by_ticket: float array (camels, games), after the top ticket of each camel is taken.
    by_roll, by_other: float arrays (games,), after a roll, and after an action that changes no chances.
    """

    def __init__(self, turn: Turn, top: Ints, chances: LegChances) -> None:
        opponents = max(1, turn.table.players - 1)
        self.by_ticket = left_by_tickets(turn, top, chances) / opponents
        self.by_roll = left_by_roll(turn) / opponents
        best = ticket_values(top, chances, turn.table).max(axis=0)
        self.by_other = np.maximum(best, turn.table.rules.roll_coins) / opponents


def _spread(chance: Floats) -> Floats:
    """Return the standard deviation of a yes or no with these chances."""
    spread: Floats = np.sqrt(np.clip(chance * (1 - chance), 0, 1))
    return spread


def _offer_cards(turn: Turn, choice: Choice, weight: Floats, left: Floats, allowed: Bools) -> None:
    """Offer race cards in the games where they are allowed."""
    for pile, chance, coins in card_values(turn):
        values = coins + weight * _spread(chance) * turn.table.rules.race_cards[0] - left
        for camel in range(turn.table.racing):
            actions = np.full(len(turn.game), tables.card_action(pile, camel))
            choice.offer(np.where(allowed, values[camel], -np.inf), actions)


def _risk_weights(turn: Turn) -> Floats:
    """Return what a standard deviation is worth: float array (games,)."""
    table, coins = turn.table, turn.table.coins[:, turn.game]
    mine = coins[turn.player, turn.columns]
    others = np.where(np.arange(table.players)[:, None] == turn.player, -1, coins).max(axis=0)
    late = (turn.boards.keys[: table.racing] >> HEIGHT_BITS).max(axis=0) >= _LATE_SQUARE
    weights: Floats = _RISK * late * np.sign(others - mine)
    return weights


def _choose_random(turn: Turn) -> Ints:
    """Return a random kind of action, and a random action of this kind; a roll if there is none."""
    table, game, rng = turn.table, turn.game, turn.rng
    tickets = table.top_tickets(game) > 0
    squares = tables.legal_tile_squares(table, game, turn.player)
    cards = table.hand[turn.player, :, game].T
    options = (
        (tickets, tables.ticket_action(_random_row(tickets, rng))),
        (squares, tables.tile_action(_random_row(squares, rng), rng.choice([-1, 1], size=len(game)))),
        (cards, tables.card_action(rng.integers(0, 2, size=len(game)), _random_row(cards, rng))),
    )
    kind, action = rng.integers(0, len(options) + 1, size=len(game)), np.full(len(game), tables.ROLL)
    for number, (allowed, actions) in enumerate(options, 1):
        action = np.where((kind == number) & allowed.any(axis=0), actions, action)
    return action


def _random_row(allowed: Bools, rng: np.random.Generator) -> Ints:
    """Return a random allowed row of each column; 0 if none is allowed."""
    row: Ints = np.where(allowed, rng.random(allowed.shape), -1).argmax(axis=0)
    return row


def _choose_roll(turn: Turn) -> Ints:
    return np.full(len(turn.game), tables.ROLL)


def _choose_leader(turn: Turn) -> Ints:
    """Return the top ticket of the camel in front if it pays enough, otherwise a roll."""
    leader = turn.boards.keys[: turn.table.racing].argmax(axis=0)
    pays = turn.table.top_tickets(turn.game)[leader, turn.columns]
    return np.where(pays >= _GOOD_TICKET, tables.ticket_action(leader), tables.ROLL)


RANDOM = Policy("random", _choose_random, "a random kind of action, then a random one of this kind")
ROLL_ONLY = Policy("roll", _choose_roll, "always rolls")
LEADER = Policy(
    "leader", _choose_leader, f"takes the leading camel's top ticket if it pays {_GOOD_TICKET} or more; otherwise rolls"
)
CASUAL = Policy(
    "casual",
    published.choose_casual,
    f"takes the ticket of a camel that wins the leg at least {published.GOOD_CHANCE:.0%} of the time; places a tile early in the "
    "leg; otherwise rolls",
)
TWO_DICE = Policy(
    "two dice",
    CoinCounter(two_dice=True, tiles=False, cards=False),
    "takes tickets by the order after two more dice; otherwise rolls",
)
TICKETS = Policy("tickets", CoinCounter(tiles=False, cards=False), "takes the ticket or the roll with the most coins")
GREEDY = Policy("greedy", CoinCounter(cards=False), "the ticket, roll or tile with the most coins")
ADVICE = Policy("advice", CoinCounter(), "the action with the most coins, race bets included")
PATIENT = Policy(
    "patient",
    CoinCounter(patient=True),
    f"as advice, but makes no race bets until the race ends in this leg with a chance of at least {PATIENCE:.0%}",
)
LOOK_AHEAD = Policy(
    "look ahead",
    CoinCounter(patient=True, ahead=True),
    "as patient, but an action costs the coins that it leaves to the next player, divided by the number of opponents",
)
STANDINGS = Policy(
    "standings",
    CoinCounter(patient=True, risk=True),
    "as patient, but late in the race it seeks risk when behind and avoids it in front",
)
PUBLISHED_GREEDY = Policy(
    "published greedy", published.choose_greedy, "the greedy bot of a published program, without its grey die"
)
PUBLISHED_TWO_DICE = Policy(
    "published two dice",
    partial(published.choose_greedy, two_dice=True),
    "the bot of a published program that looks two dice ahead",
)
POLICIES = {
    policy.name: policy
    for policy in (
        RANDOM,
        ROLL_ONLY,
        LEADER,
        CASUAL,
        TWO_DICE,
        TICKETS,
        GREEDY,
        ADVICE,
        PATIENT,
        LOOK_AHEAD,
        STANDINGS,
        PUBLISHED_GREEDY,
        PUBLISHED_TWO_DICE,
    )
}
