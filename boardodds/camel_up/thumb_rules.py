"""Rules of thumb for a turn of Camel Up, short enough to need no phone, and their price in coins.

The price of a rule is what its action is worth less than the best action, on average over the turns of whole games. So positions
count as often as they occur.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from boardodds.camel_up import game_table as tables
from boardodds.camel_up.game_policies import CoinCounter
from boardodds.camel_up.game_table import Dice, apply_actions, new_table
from boardodds.camel_up.game_values import Turn, ticket_values, tile_values
from boardodds.camel_up.games import CHUNK, Players, check_players
from boardodds.camel_up.moves import HEIGHT_BITS
from boardodds.camel_up.position import MIRAGE, OASIS
from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.camel_up.setup import check_course
from boardodds.camel_up.terms import Terms, terms_of, tile_name, with_article
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress, run_chunks

# An action is right if it is worth at most this much less than the best one, in coins.
RIGHT_WITHIN = 0.05
_LATE_ROLLS = 2


@dataclass(frozen=True, slots=True)
class ThumbRule:
    """A rule of thumb: a sentence in the terms of an edition, and the action in each of some games."""

    text: Callable[[Rules], str]
    choose: Callable[[Turn], Ints]


@dataclass(frozen=True, slots=True)
class RulePrice:
    """What a rule of thumb costs.

    text: the rule.
    right: the proportion of turns in which its action is worth at most 0.05 coins less than the best one.
    cost: the coins that it costs in a turn, on average.
    """

    text: str
    right: MeanEstimate
    cost: MeanEstimate


def _leader(turn: Turn, place: int = 0) -> Ints:
    """Return the row of the racing camel in front, or of a later one: int array (games,)."""
    rows: Ints = np.argsort(-turn.boards.keys[: turn.table.racing], axis=0)[place]
    return rows


def _choose_ticket(turn: Turn, *, least: int, places: int = 1) -> Ints:
    """Return the top ticket of the camel in front, or of the next ones, if it pays enough, otherwise a roll."""
    actions, top = np.full(len(turn.game), tables.ROLL), turn.table.top_tickets(turn.game)
    for place in reversed(range(places)):
        camel = _leader(turn, place)
        actions = np.where(top[camel, turn.columns] >= least, tables.ticket_action(camel), actions)
    return actions


def _choose_tile(turn: Turn, *, ahead: int, effect: int) -> Ints:
    """Return the leader's ticket if it pays three or more; otherwise, before the first roll, a tile ahead of the leader.

    The tile needs a square where it fits, and the player must still have it. Otherwise the action is a roll.
    """
    square = (turn.boards.keys[_leader(turn), turn.columns] >> HEIGHT_BITS) + ahead
    legal = tables.legal_tile_squares(turn.table, turn.game, turn.player)
    fits = legal[np.minimum(square, len(legal) - 1), turn.columns] & (turn.table.own[turn.player, turn.game] == 0)
    actions = _choose_ticket(turn, least=3)
    places = (actions == tables.ROLL) & fits & (turn.table.rolls[turn.game] == 0)
    return np.where(places, tables.tile_action(square, np.full(len(square), effect)), actions)


def _choose_late(turn: Turn) -> Ints:
    """Return the leader's ticket whatever it pays if at most two rolls are left, otherwise only if it pays three or more."""
    rules = turn.table.rules
    late = len(rules.dice) - rules.undrawn - turn.table.rolls[turn.game] <= _LATE_ROLLS
    return np.where(late, _choose_ticket(turn, least=1), _choose_ticket(turn, least=3))


def _in_terms(text: str, rules: Rules) -> str:
    terms: Terms = terms_of(rules)
    return text.format(
        ticket=terms.ticket,
        oasis=with_article(tile_name(OASIS, rules)),
        mirage=with_article(tile_name(MIRAGE, rules)),
    )


THUMB_RULES = tuple(
    ThumbRule(partial(_in_terms, text), choose)
    for text, choose in (
        ("Always roll.", lambda turn: np.full(len(turn.game), tables.ROLL)),
        ("Take the leader's {ticket} if it pays 5; otherwise roll.", partial(_choose_ticket, least=5)),
        ("Take the leader's {ticket} if it pays 3 or more; otherwise roll.", partial(_choose_ticket, least=3)),
        (
            "Take the 5-coin {ticket} of the leader, or else of the camel in second place; otherwise roll.",
            partial(_choose_ticket, least=5, places=2),
        ),
        (
            "Take the leader's {ticket} if it pays 3 or more, with at most two rolls left whatever it pays; otherwise roll.",
            _choose_late,
        ),
        (
            "Take the leader's {ticket} if it pays 3 or more; otherwise, before the first roll, place {mirage} two squares ahead "
            "of the leader; otherwise roll.",
            partial(_choose_tile, ahead=2, effect=-1),
        ),
        (
            "Take the leader's {ticket} if it pays 3 or more; otherwise, before the first roll, place {oasis} two squares ahead "
            "of the leader; otherwise roll.",
            partial(_choose_tile, ahead=2, effect=1),
        ),
    )
)


def price_rules(
    players: Sequence[str], rules: Rules = FIRST_EDITION, *, games: int, seed: int, progress: Progress | None = None
) -> list[RulePrice]:
    """Return the price of every rule of thumb, over all turns of whole games.

    The best action is the one with the most coins without race cards: no rule lays them.

    players: the policies of the players whose games are looked at, as in ``play_games``.
    games, seed, progress: as in ``play_games``.

    >>> prices = price_rules(["leader", "roll"], games=50, seed=1)
    >>> prices[0].text, prices[0].cost.value > prices[1].cost.value
    ('Always roll.', True)
    """
    check_players(players)
    check_course(rules.track, rules.faces)
    sampler = PriceSampler(tuple(players), rules)
    totals = np.concatenate(list(run_chunks(sampler, games, seed, chunk=CHUNK, progress=progress)), axis=-1)
    turns, right, cost = totals[0, 0], totals[1], totals[2]
    return [
        RulePrice(rule.text(rules), _ratio(right[number], turns), _ratio(cost[number], turns))
        for number, rule in enumerate(THUMB_RULES)
    ]


def _ratio(totals: Floats, turns: Floats) -> MeanEstimate:
    """Return the mean over all turns, with the standard error of independent games.

    totals, turns: float arrays (games,).
    """
    mean = totals.sum() / turns.sum()
    error = (totals - mean * turns).std(ddof=1) / np.sqrt(len(turns)) / turns.mean()
    return MeanEstimate(float(mean), float(error * np.sqrt(len(turns))), len(turns))


@dataclass(frozen=True, slots=True)
class PriceSampler:
    """A sampler of the prices of rules of thumb. It can be pickled."""

    players: tuple[str, ...]
    rules: Rules

    def __call__(self, games: int, rng: np.random.Generator) -> Floats:
        """Play games and return, for each rule, the turns, the right actions and their cost: float array (3, rules, games)."""
        dice_rng, policy_rng = rng.spawn(2)
        dice = Dice(games, self.rules, dice_rng)
        table = new_table(len(self.players), games, self.rules, dice)
        players, best = Players(self.players, self.rules, policy_rng), CoinCounter(cards=False)
        totals = np.zeros((3, len(THUMB_RULES), games))
        while len(going := np.flatnonzero(~table.over)):
            turn = Turn(table, going, table.turn[going], players.known, policy_rng)
            values = best.best(turn).values
            for number, rule in enumerate(THUMB_RULES):
                cost = np.maximum(0.0, values - action_values(turn, rule.choose(turn)))
                totals[:, number, going] += np.ones(len(going)), cost <= RIGHT_WITHIN, cost
            for game, actions in players.choose(table, going):
                apply_actions(table, game, actions, dice)
        return totals


def action_values(turn: Turn, actions: Ints) -> Floats:
    """Return the coins of rolls, tickets and tiles: float array (games,)."""
    table = turn.table
    values = np.full(len(actions), float(table.rules.roll_coins))
    tickets = ticket_values(table.top_tickets(turn.game), turn.known.leg.chances(turn.boards), table)
    is_ticket = (actions > tables.ROLL) & (actions <= table.racing)
    values[is_ticket] = tickets[actions[is_ticket] - 1, np.flatnonzero(is_ticket)]
    for effect in (-1, 1):
        square = tables.tile_squares(actions, effect)
        placed = np.flatnonzero(square)
        if len(placed):
            values[placed] = tile_values(turn.take(placed), square[placed], effect)
    return values
