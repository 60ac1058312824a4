"""Matches of Perudo that are played together: in each step the player to move makes a move in every match.

Readings of the rules:

- A random player opens the first round.
- The player who loses a die opens the next round. If that was the last die, the next player with dice opens it.
- Only the player to move may call dudo. Nobody calls calza.
- A palifico round follows when a player first has one die left and more than two players have dice.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from math import comb

import numpy as np

from boardodds.perudo.agents import Agent, Player
from boardodds.perudo.batch_inference import ORDINARY, TAME_ACES, BatchPosterior, bid_lookup
from boardodds.perudo.batch_moves import PlayerViews, Positions, RandomDice, choose_moves
from boardodds.perudo.bidders import BidderModel
from boardodds.perudo.match_results import Calls, Matches, join_calls, join_matches
from boardodds.perudo.rules import ACE, STANDARD, Rules
from boardodds.probability.arrays import Bools, Ints
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.validate import check_whole

MIN_PLAYERS, MAX_PLAYERS = 2, 6
CHUNK = 1_000
# Five dice with six sides have 252 hands. Agents with a model of the bidders can weigh at most ``MAX_HANDS``.
FIVE_DICE_HANDS, MAX_HANDS = 252, 2_500
# This bounds the dudo calls in the results, which take 15 bytes each, and 8 more for each model.
MAX_CALLS = 500_000
# Every match is in the results, and takes 24 bytes.
MAX_MATCHES = 20_000_000


def play_matches(
    players: Sequence[Player],
    rules: Rules = STANDARD,
    *,
    games: int = 1_000,
    seed: int = 1,
    models: Sequence[BidderModel] = (),
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Matches:
    """Play matches and return their results; the same seed gives the same matches on every machine.

    players: 2 to 6 agents, by seat.
    games: the number of matches, 2 to 20 million.
    models: models of the bidders; ``calls.posterior`` has the chance of every dudo call given the bids, for each model.
    executor: runs the chunks of matches; None to run them in this thread.
    progress: called with the fraction done, 0 to 1.

    Nobody calls calza, whatever the rules. Raises ValueError for rules under which a round can go on without end.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> played = play_matches([NAIVE_AGENT] * 6, games=200)
    >>> round(float(played.calls.naive.mean()), 1), round(played.dudo.value, 1)
    (0.6, 0.3)
    """
    check_whole("players", len(players), MIN_PLAYERS, MAX_PLAYERS)
    check_whole("games", games, 2, MAX_MATCHES)
    sampler = MatchSampler(tuple(players), rules, tuple(models))
    if progress and executor is None:
        report, progress = _with_steps(progress, games)
        sampler = replace(sampler, report=report)
    parts: list[Matches] = []
    calls = 0
    for part in run_chunks(sampler, games, seed, chunk=sampler.chunk, executor=executor, progress=progress):
        is_within_limit = np.arange(len(part.calls)) < MAX_CALLS - calls
        parts.append(replace(part, calls=part.calls.select(is_within_limit)))
        calls += len(parts[-1].calls)
    return replace(join_matches(parts), seed=seed)


def _with_steps(progress: Progress, matches: int) -> tuple[Progress, Progress]:
    """Return callbacks for progress within a chunk, which takes seconds if agents have a model of the bidders, and after it.

    The first takes the number of matches of this chunk that are over, with fractions, the second the fraction of all matches.
    """
    chunk_start = 0.0

    def report_step(finished: float) -> None:
        progress(chunk_start + finished / matches)

    def report_chunk(fraction: float) -> None:
        nonlocal chunk_start
        chunk_start = fraction
        progress(fraction)

    return report_step, report_chunk


@dataclass(frozen=True, slots=True)
class RoundStarts:
    """Starts of rounds: arrays with a row for each round.

    dice: int array (rounds, players), the number of dice of each player.
    opener: int array (rounds,), the seat of the player who opens.
    palifico: int array (rounds,), 1 for a palifico round, otherwise 0.
    """

    dice: Ints
    opener: Ints
    palifico: Ints


@dataclass(frozen=True, slots=True)
class MatchSampler:
    """A sampler of chunks of matches; it can be pickled and sent to another process.

    players: the players, by seat.
    models: models of the bidders; every dudo call records its chance given the bids, for each model.
    keeps_calls: whether the results have every dudo call.
    report: called after each step with the number of matches that are over. An unfinished match counts as a fraction: the
        proportion of its dice that are lost. None in other processes, which can't report.
    """

    players: tuple[Player, ...]
    rules: Rules
    models: tuple[BidderModel, ...] = ()
    keeps_calls: bool = True
    report: Callable[[float], None] | None = None

    def __post_init__(self) -> None:
        if reason := self.rules.why_endless(len(self.players) * self.rules.starting_dice):
            raise ValueError(f"matches can't be played, because {reason}")

    @property
    def chunk(self) -> int:
        """The number of matches in a chunk, lower if models have more hands to weigh.

        Raises ValueError if there are too many hands.
        """
        if not self.read_models:
            return CHUNK
        hands = comb(self.rules.starting_dice + self.rules.sides - 1, self.rules.starting_dice)
        if hands > MAX_HANDS:
            raise ValueError(
                f"hands of players who read bids must be at most {MAX_HANDS:,}, got {hands:,}: use fewer dice or sides"
            )
        return min(CHUNK, CHUNK * FIVE_DICE_HANDS // hands)

    @property
    def read_models(self) -> tuple[BidderModel, ...]:
        """The models for which the hands are weighed, each once."""
        by_players = [player.model for player in self.players if player.model]
        return tuple(dict.fromkeys([*self.models, *by_players]))

    def __call__(self, matches: int, rng: np.random.Generator) -> Matches:
        return self.play(matches, RandomDice(rng))

    def play(self, matches: int, source: RandomDice) -> Matches:
        """Play matches with dice and random numbers from a source, and return their results."""
        return _MatchBatch(self, self.first_rounds(matches, source), source).play()

    def play_round(self, positions: Positions, moves: Ints, source: RandomDice) -> RoundStarts:
        """Play the round on from its middle, and return the starts of the next rounds.

        The bids before the positions are unknown to the players, so none of them may read bids. A match that is over has one
        player with dice.

        moves: int array (matches,), the first moves, which the players to move make whatever they would choose.
        """
        batch = _MatchBatch(self, positions, source, ends_after_round=True)
        batch.make_moves(moves)
        batch.play()
        return batch.starts

    def round_starts(self, matches: int, source: RandomDice) -> tuple[RoundStarts, Ints]:
        """Play matches and return the starts of all their rounds, and the winner of the match of each: int array (rounds,)."""
        batch = _MatchBatch(self, self.first_rounds(matches, source), source)
        log = batch.log = [(batch.match, batch.dice.copy(), batch.turn.copy(), batch.palifico.copy())]
        winners = batch.play().winners
        match, dice, opener, palifico = (np.concatenate(parts) for parts in zip(*log, strict=True))
        return RoundStarts(dice, opener, palifico), winners[match]

    def first_rounds(self, matches: int, source: RandomDice) -> Positions:
        """Return the starts of the first rounds of matches."""
        players = len(self.players)
        dice: Ints = np.full((matches, players), self.rules.starting_dice)
        turn = source.first_seat(matches, players)
        none: Ints = np.zeros(matches, dtype=np.int64)
        counts = source.roll(np.arange(matches), dice, self.rules.sides)
        return Positions(dice, dice == 1, turn, none, none, none, counts)


class _MatchBatch(Positions):
    """The positions of matches that are played together.

    winners, rounds, bids: int arrays (matches,), the results.
    match: int array (unfinished,), the number of each match that is not over. The arrays of ``Positions`` have the same rows.
    """

    def __init__(
        self, sampler: MatchSampler, positions: Positions, source: RandomDice, *, ends_after_round: bool = False
    ) -> None:
        super().__init__(*(getattr(positions, field.name).copy() for field in fields(Positions)))
        self.sampler, self.source, self.rules = sampler, source, sampler.rules
        self.ends_after_round = ends_after_round
        matches, players = positions.dice.shape
        self.starts = RoundStarts(positions.dice.copy(), positions.turn.copy(), np.zeros(matches, dtype=np.int64))
        self.log: list[tuple[Ints, Ints, Ints, Ints]] | None = None
        self.lookup = bid_lookup(self.rules, players * self.rules.starting_dice)
        self.posteriors = {model: BatchPosterior(model, self.lookup, players, matches) for model in sampler.read_models}
        self.winners = np.zeros(matches, dtype=np.int64)
        self.rounds = np.zeros(matches, dtype=np.int64)
        self.bids = np.zeros(matches, dtype=np.int64)
        self.dudos = self.right_dudos = 0
        self.calls: list[Calls] = []
        self.match = np.arange(matches)
        for posterior in self.posteriors.values():
            posterior.start_rounds(self.match, self.dice)

    def play(self) -> Matches:
        while len(self.match):
            self._step()
            if self.sampler.report:
                # An unfinished match counts as the proportion of its dice that are still to be lost.
                all_dice = len(self.sampler.players) * self.rules.starting_dice
                unfinished = (self.dice.sum() - len(self.match)) / (all_dice - 1)
                self.sampler.report(float(len(self.winners) - unfinished))
        counts = self.winners, self.rounds, self.bids, self.dudos, self.right_dudos
        ints, bools = np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.bool_)
        none = Calls(ints, ints, ints, np.zeros(0), bools, np.zeros((0, len(self.sampler.models))))
        return Matches(self.sampler.players, 0, *counts, join_calls([*self.calls, none]))

    def _step(self) -> None:
        views = PlayerViews.from_positions(self, self.lookup)
        move: Ints = np.zeros(len(self.match), dtype=np.int64)
        # Equal agents move together, under the first of their seats.
        first_seats = np.array([self.sampler.players.index(agent) for agent in self.sampler.players])[self.turn]
        for seat in np.unique(first_seats):
            agent_rows = np.flatnonzero(first_seats == seat)
            move[agent_rows] = self._choose_moves(self.sampler.players[seat], views.select(agent_rows))
        self.make_moves(move, views)

    def make_moves(self, move: Ints, views: PlayerViews | None = None) -> None:
        """Make a move in every match, and remove the matches that are over.

        move: int array (matches,), the numbers of bids, or ``DUDO``.
        views: the views of the players to move, if they are at hand.
        """
        views = views or PlayerViews.from_positions(self, self.lookup)
        bid_rows = np.flatnonzero(move > 0)
        self._make_bids(bid_rows, views.select(bid_rows), move[bid_rows])
        call_rows = np.flatnonzero(move < 0)
        if len(call_rows):
            self._resolve_dudos(call_rows, views.select(call_rows))

    def _choose_moves(self, player: Player, views: PlayerViews) -> Ints:
        if player.model:
            views = views.condition_on_bids(self.posteriors[player.model], self.dice)
        draws = not isinstance(player, Agent) or player.bluffs > 0
        uniform = self.source.uniform(self.match[views.rows]) if draws else np.ones((len(views.rows), 2))
        return choose_moves(player, views, uniform)

    def _make_bids(self, rows: Ints, views: PlayerViews, bid: Ints) -> None:
        if not len(rows):
            return
        for posterior in self.posteriors.values():
            posterior.update(rows, views.seat, views.own_dice, views.total, views.palifico, views.current, bid)
        self.bids[self.match[rows]] += 1
        self.current[rows] = bid
        if self.rules.after([ACE]) != self.rules:
            are_tamed = (self.lookup.face(bid) == ACE) & (self.palifico[rows] == ORDINARY)
            self.palifico[rows[are_tamed]] = TAME_ACES
        self.bidder[rows] = self.turn[rows]
        self.turn[rows] = _next_player(self.turn[rows], self.dice[rows])

    def _resolve_dudos(self, rows: Ints, views: PlayerViews) -> None:
        """Count the matching dice, take a die, and start a new round in matches that are not over."""
        right = self._count_matching(rows) < self.lookup.quantity(self.current[rows])
        self.dudos += len(rows)
        self.right_dudos += int(right.sum())
        if self.sampler.keeps_calls:
            self._record_dudos(rows, views, right)
        self.rounds[self.match[rows]] += 1
        loser = np.where(right, self.bidder[rows], self.turn[rows])
        self.dice[rows, loser] -= 1
        self._choose_opener(rows, loser)
        if self.ends_after_round:
            match = self.match[rows]
            self.starts.dice[match], self.starts.opener[match] = self.dice[rows], self.turn[rows]
            self.starts.palifico[match] = self.palifico[rows]
            self._remove(rows)
            return
        players_in = (self.dice[rows] > 0).sum(axis=1)
        self.winners[self.match[rows]] = self.dice[rows].argmax(axis=1)
        self._start_rounds(rows[players_in > 1])
        self._remove(rows[players_in == 1])

    def _choose_opener(self, rows: Ints, seat: Ints) -> None:
        """Set the player who opens the next round, after one who lost a die, and whether it is a palifico round."""
        dice = self.dice[rows]
        own_dice = dice[np.arange(len(rows)), seat]
        is_first_time = (own_dice == 1) & ~self.reached_one_die[rows, seat]
        self.reached_one_die[rows, seat] |= own_dice == 1
        are_more_than_two_in = (dice > 0).sum(axis=1) > MIN_PLAYERS
        self.palifico[rows] = is_first_time & are_more_than_two_in & self.rules.palifico
        self.turn[rows] = np.where(own_dice > 0, seat, _next_player(seat, dice))

    def _start_rounds(self, rows: Ints) -> None:
        if len(rows):
            self.face_counts[rows] = self.source.roll(self.match[rows], self.dice[rows], self.rules.sides)
            self.current[rows] = 0
            for posterior in self.posteriors.values():
                posterior.start_rounds(rows, self.dice[rows])
            if self.log is not None:
                self.log.append((self.match[rows], self.dice[rows], self.turn[rows], self.palifico[rows]))

    def _remove(self, rows: Ints) -> None:
        if not len(rows):
            return
        unfinished = np.ones(len(self.match), dtype=np.bool_)
        unfinished[rows] = False
        self.match = self.match[unfinished]
        for field in fields(Positions):
            setattr(self, field.name, getattr(self, field.name)[unfinished])
        for posterior in self.posteriors.values():
            posterior.keep(unfinished)

    def _count_matching(self, rows: Ints) -> Ints:
        """Return the number of all dice in play that match the current bid: int array (rows,)."""
        face = self.lookup.face(self.current[rows]) - 1
        all_dice = self.face_counts[rows].sum(axis=1)
        on_face = all_dice[np.arange(len(rows)), face]
        do_aces_count = (self.palifico[rows] == 0) & (face > 0) & self.rules.wild_aces
        matching: Ints = on_face + do_aces_count * all_dice[:, 0]
        return matching

    def _record_dudos(self, rows: Ints, views: PlayerViews, right: Bools) -> None:
        posteriors = [self.posteriors[model] for model in self.sampler.models]
        chances = [views.condition_on_bids(posterior, self.dice).dudo_chance for posterior in posteriors]
        posterior = np.stack(chances, axis=1) if chances else np.zeros((len(rows), 0))
        # Two bytes for each number, because the results have hundreds of thousands of calls.
        dice = views.seat, views.own_dice, views.bidder_dice
        caller, caller_dice, bidder_dice = (numbers.astype(np.int16) for numbers in dice)
        self.calls.append(Calls(caller, caller_dice, bidder_dice, views.dudo_chance, right, posterior))


def _next_player(seat: Ints, dice: Ints) -> Ints:
    """Return the seat of the next player with dice; seats are int arrays (n,), and ``dice`` is an int array (n, players)."""
    players, rows = dice.shape[1], np.arange(len(seat))
    next_seat: Ints = (seat + 1) % players
    for _ in range(players - 1):
        next_seat = np.where(dice[rows, next_seat] > 0, next_seat, (next_seat + 1) % players)
    return next_seat
