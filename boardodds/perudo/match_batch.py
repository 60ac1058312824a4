"""Perudo matches that are played together: in each step the player to move of every match makes a move.

Readings of the rules: a random player opens the first round. The player who loses a die opens the next round, or the next player
in if that was the last die; after a calza its caller opens. Only the player to move may call, dudo or calza. A palifico round
follows when a player comes down to one die for the first time and more than two players are in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from boardodds.perudo.agents import Agent
from boardodds.perudo.batch_inference import BatchPosterior
from boardodds.perudo.bidders import BidderModel
from boardodds.perudo.match_results import Calls, Matches, join_calls
from boardodds.perudo.player_views import DUDO, PlayerViews
from boardodds.perudo.random_source import RandomDice, RandomSource
from boardodds.perudo.rules import Rules
from boardodds.perudo.tables import bid_tables
from boardodds.probability.arrays import Bools, Ints

MIN_PLAYERS, MAX_PLAYERS = 2, 6
CHUNK = 1_000
# the number of hands of five dice with six sides, and the largest number that agents with a model of the bidders may weigh
FIVE_DICE_HANDS, MAX_HANDS = 252, 2_500
# of one match; matches that end take a few hundred at most
MAX_ROUNDS = 2_000


@dataclass(frozen=True, slots=True)
class Sampler:
    """Plays chunks of matches; it can be pickled and sent to another process.

    players: the agents by seat.
    models: models of the bidders; every dudo call records its chance given the bids by each of them.
    report: called after each step with the number of matches that are over, where a match that goes on counts by the share of its
        dice that are lost; None in another process, which cannot report.
    """

    players: tuple[Agent, ...]
    rules: Rules
    models: tuple[BidderModel, ...]
    report: Callable[[float], None] | None = None

    @property
    def chunk(self) -> int:
        """The number of matches in a chunk: fewer where models have more hands to weigh. Raises ValueError for too many hands."""
        if not self.models and not any(agent.model for agent in self.players):
            return CHUNK
        hands = comb(self.rules.starting_dice + self.rules.sides - 1, self.rules.starting_dice)
        if hands > MAX_HANDS:
            raise ValueError(
                f"players who read bids must have {MAX_HANDS:,} hands to weigh at most, got {hands:,}: take fewer dice or sides"
            )
        return min(CHUNK, CHUNK * FIVE_DICE_HANDS // hands)

    def __call__(self, matches: int, rng: np.random.Generator) -> Matches:
        return self.play(matches, RandomDice(rng))

    def play(self, matches: int, source: RandomSource) -> Matches:
        """Play matches with the dice of any source, and return their results."""
        return _MatchBatch(self, matches, source).play()


class _MatchBatch:
    """The states of matches that are played together. Arrays have a row for each match that is not over."""

    def __init__(self, sampler: Sampler, matches: int, source: RandomSource) -> None:
        self.sampler, self.source, self.rules = sampler, source, sampler.rules
        players = len(sampler.players)
        self.tables = bid_tables(self.rules, players * self.rules.starting_dice)
        models = dict.fromkeys([*sampler.models, *(agent.model for agent in sampler.players if agent.model)])
        self.posteriors = {model: BatchPosterior(model, self.tables, players, matches) for model in models}
        self.winners = np.zeros(matches, dtype=np.int64)
        self.rounds = np.zeros(matches, dtype=np.int64)
        self.bids = np.zeros(matches, dtype=np.int64)
        self.calzas = self.right_calzas = 0
        self.calls: list[Calls] = []
        # the matches that are not over, and their states
        self.number = np.arange(matches)
        self.dice: Ints = np.full((matches, players), self.rules.starting_dice)
        self.was_down = self.dice == 1
        self.turn: Ints = source.first_seat(matches, players)
        self.bidder: Ints = np.zeros(matches, dtype=np.int64)
        self.current: Ints = np.zeros(matches, dtype=np.int64)
        self.palifico: Ints = np.zeros(matches, dtype=np.int64)
        self.counts: Ints = np.zeros((matches, players, self.rules.sides), dtype=np.int64)
        self._start_rounds(np.arange(matches))

    def play(self) -> Matches:
        """Play all matches to their end and return their results."""
        while len(self.number):
            self._step()
            if self.sampler.report:
                self.sampler.report(len(self.winners) - self._remaining())
        calls = join_calls([*self.calls, self._no_calls()])
        return Matches(
            players=self.sampler.players,
            seed=0,
            winners=self.winners,
            rounds=self.rounds,
            bids=self.bids,
            dudos=len(calls),
            right_dudos=int(calls.right.sum()),
            calzas=self.calzas,
            right_calzas=self.right_calzas,
            calls=calls,
        )

    def _remaining(self) -> float:
        """Return the sum over the matches that are not over of the share of the dice that are still to be lost."""
        all_dice = len(self.sampler.players) * self.rules.starting_dice
        return float((self.dice.sum() - len(self.number)) / (all_dice - 1))

    def _step(self) -> None:
        """Let the player to move of every match make a move, and remove the matches that are over."""
        rows = np.arange(len(self.number))
        views = PlayerViews.of(self)
        move = np.zeros(len(rows), dtype=np.int64)
        seats = np.array([self.sampler.players.index(agent) for agent in self.sampler.players])[self.turn]
        for seat in np.unique(seats):
            here = np.flatnonzero(seats == seat)
            move[here] = self._moves(self.sampler.players[seat], views.take(here))
        raised = np.flatnonzero(move > 0)
        self._bid(raised, views.take(raised), move[raised])
        called = np.flatnonzero(move < 0)
        if len(called):
            self._call(called, views.take(called), move[called])

    def _moves(self, agent: Agent, views: PlayerViews) -> Ints:
        """Return the moves of an agent: int array (views,), the number of a bid, ``DUDO`` or ``CALZA``."""
        if agent.model:
            views = views.given_bids(self.posteriors[agent.model], self.dice)
        move = views.best_moves(agent)
        if agent.bluffs:
            uniform = self.source.uniform(len(move))
            bluffing = (uniform[:, 0] < agent.bluffs) & views.can_bid
            move = np.where(bluffing, views.random_bids(uniform[:, 1]), move)
        return move

    def _bid(self, rows: Ints, views: PlayerViews, bid: Ints) -> None:
        if not len(rows):
            return
        for posterior in self.posteriors.values():
            posterior.update(rows, views.seat, views.own_dice, views.total, views.palifico, views.current, bid)
        self.bids[self.number[rows]] += 1
        self.current[rows] = bid
        self.bidder[rows] = self.turn[rows]
        self.turn[rows] = _next_in(self.turn[rows], self.dice[rows])

    def _call(self, rows: Ints, views: PlayerViews, move: Ints) -> None:
        """Resolve calls: count the dice, move the lost or won one, and start a new round where two or more players are left."""
        matching = self._count_matching(rows)
        quantity = self.tables.quantity(self.current[rows])
        is_dudo = move == DUDO
        right = np.where(is_dudo, matching < quantity, matching == quantity)
        self._record(rows[is_dudo], views.take(np.flatnonzero(is_dudo)), right[is_dudo])
        self.calzas += int((~is_dudo).sum())
        self.right_calzas += int(right[~is_dudo].sum())
        self.rounds[self.number[rows]] += 1
        if self.rounds.max() > MAX_ROUNDS:
            raise ValueError(
                f"a match must end, but one had not after {MAX_ROUNDS:,} rounds: these players win back by calza what they lose"
            )
        caller = self.turn[rows]
        loser = np.where(is_dudo & right, self.bidder[rows], caller)
        wins_die = ~is_dudo & right
        change = np.where(wins_die, 1, -1)
        self.dice[rows, loser] = np.minimum(self.dice[rows, loser] + change, self.rules.starting_dice)
        self._open_next(rows, loser)
        left = (self.dice[rows] > 0).sum(axis=1)
        self.winners[self.number[rows]] = self.dice[rows].argmax(axis=1)
        self._start_rounds(rows[left > 1])
        if (left == 1).any():
            going = np.ones(len(self.number), dtype=np.bool_)
            going[rows[left == 1]] = False
            self._keep(going)

    def _open_next(self, rows: Ints, loser: Ints) -> None:
        """Set the player who opens the next round, and whether it is palifico."""
        dice = self.dice[rows]
        own = dice[np.arange(len(rows)), loser]
        first_time = (own == 1) & ~self.was_down[rows, loser]
        self.was_down[rows, loser] |= own == 1
        more_than_two = (dice > 0).sum(axis=1) > MIN_PLAYERS
        self.palifico[rows] = first_time & more_than_two & self.rules.palifico
        self.turn[rows] = np.where(own > 0, loser, _next_in(loser, dice))

    def _start_rounds(self, rows: Ints) -> None:
        """Start new rounds: every player rolls."""
        if len(rows):
            self.counts[rows] = self.source.roll(self.number[rows], self.dice[rows], self.rules.sides)
            self.current[rows] = 0
            for posterior in self.posteriors.values():
                posterior.start_rounds(rows, self.dice[rows])

    def _keep(self, going: Bools) -> None:
        """Remove the matches that are over."""
        for name in ("number", "dice", "was_down", "turn", "bidder", "current", "palifico", "counts"):
            setattr(self, name, getattr(self, name)[going])
        for posterior in self.posteriors.values():
            posterior.keep(going)

    def _count_matching(self, rows: Ints) -> Ints:
        """Return the number of dice of all players that match the current bid."""
        face = self.tables.face(self.current[rows]) - 1
        all_dice = self.counts[rows].sum(axis=1)
        shown = all_dice[np.arange(len(rows)), face]
        wild = (self.palifico[rows] == 0) & (face > 0) & self.rules.wild_aces
        matching: Ints = shown + wild * all_dice[:, 0]
        return matching

    def _record(self, rows: Ints, views: PlayerViews, right: Bools) -> None:
        """Keep dudo calls for the results."""
        bidder = self.bidder[rows]
        given_bids = [views.given_bids(self.posteriors[model], self.dice).fewer for model in self.sampler.models]
        self.calls.append(
            Calls(
                caller=_small(views.seat),
                bidder=_small(bidder),
                caller_dice=_small(views.own_dice),
                bidder_dice=_small(self.dice[rows, bidder]),
                total_dice=_small(views.total),
                players_in=_small((self.dice[rows] > 0).sum(axis=1)),
                quantity=_small(self.tables.quantity(views.current)),
                face=_small(self.tables.face(views.current)),
                palifico=views.palifico > 0,
                naive=views.fewer,
                right=right,
                posterior=np.stack(given_bids, axis=1) if given_bids else np.zeros((len(rows), 0)),
            )
        )

    def _no_calls(self) -> Calls:
        none, never = np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.bool_)
        posterior = np.zeros((0, len(self.sampler.models)))
        return Calls(none, none, none, none, none, none, none, none, never, np.zeros(0), never, posterior)


def _small(numbers: Ints) -> Ints:
    """Return numbers in two bytes each, because hundreds of thousands of calls are kept."""
    return numbers.astype(np.int16)


def _next_in(seat: Ints, dice: Ints) -> Ints:
    """Return the next player with dice after a seat: int array (n,).

    seat: int array (n,).
    dice: int array (n, players).
    """
    players = dice.shape[1]
    rows = np.arange(len(seat))
    after: Ints = (seat + 1) % players
    for _ in range(players - 1):
        after = np.where(dice[rows, after] > 0, after, (after + 1) % players)
    return after
