"""Matches of Perudo that are played together: in each step the player to move makes a move in every match.

Readings of the rules:

- A random player opens the first round.
- The player who loses a die opens the next round. If that was the last die, the next player with dice opens it.
- Only the player to move may call dudo. Nobody calls calza.
- A palifico round follows when a player first has one die left and more than two players have dice; by the rule
  ``palifico_with_two`` also with two players.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from boardodds.perudo.batch_moves import (
    ORDINARY,
    TAME_ACES,
    PlayerViews,
    Positions,
    RandomDice,
    bid_lookup,
    choose_moves,
    count_matching,
    rules_by_kind,
)
from boardodds.perudo.bidders import NAIVE, Player, as_player, hands, matching_dice, move_chances
from boardodds.perudo.calls import Calls
from boardodds.perudo.rules import ACE, MAX_PLAYERS, MIN_PLAYERS, STANDARD, Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.results import Result
from boardodds.probability.validate import check_kind, check_whole

# The number of matches in a chunk, and of those whose bids are read, which takes a millisecond a call.
CHUNK, READ_CHUNK = 1_000, 10
# Every match is in the results, and takes 24 bytes; with its calls, up to 2,500.
MAX_MATCHES, MAX_MATCHES_WITH_CALLS = 20_000_000, 200_000


@short_repr
@dataclass(frozen=True, eq=False)
class Matches(Result):
    """The results of matches.

    winners, rounds, bids: int arrays (matches,), the player who won each match, from 1, and the numbers of its rounds and bids.
    dudos, right_dudos: the numbers of dudo calls in all matches.
    calculated: the mean chance of a call to be right, from the dice alone as the caller sees them.
    calls: all dudo calls, if they were asked for.
    """

    _MEASURES = ("seat_win=wins", "mean_rounds", "mean_bids", "dudo_right=dudo")
    _DISTRIBUTIONS = ("rounds",)

    players: tuple[Player, ...]
    seed: int
    winners: Ints
    rounds: Ints
    bids: Ints
    dudos: int
    right_dudos: int
    calculated: float
    calls: Calls

    @property
    def games(self) -> int:
        return len(self.winners)

    @cached_property
    def wins(self) -> list[Proportion]:
        """The proportion of matches that each seat won."""
        counts = np.bincount(self.winners - 1, minlength=len(self.players))
        return [Proportion(int(count), self.games) for count in counts]

    def wins_of(self, player: Player) -> Proportion:
        """Return the proportion of matches won by players who move alike, in all their seats together."""
        seats = [seat for seat, other in enumerate(self.players) if other == player]
        return Proportion(sum(self.wins[seat].successes for seat in seats), self.games)

    @property
    def mean_rounds(self) -> MeanEstimate:
        return MeanEstimate.from_sample(self.rounds)

    @property
    def mean_bids(self) -> MeanEstimate:
        """The mean number of bids in a round: the average over matches of each match's mean."""
        return MeanEstimate.from_sample(self.bids / self.rounds)

    @property
    def dudo(self) -> Proportion:
        return Proportion(self.right_dudos, self.dudos)


def play_matches(
    players: Sequence[Player],
    rules: Rules = STANDARD,
    *,
    games: int = 1_000,
    seed: int = 1,
    calls: bool = False,
    reader: Player | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Matches:
    """Play matches and return their results; the same seed gives the same matches on every machine.

    players: how each of 2 to 10 players moves, by seat. All take unseen dice as fair, whatever has been bid.
    games: the number of matches, 2 to 20 million; with their calls 200,000.
    calls: whether to return every dudo call too.
    reader: a model of the bidders, by which each call also gets its chance given the bids; then the matches are other ones.
    executor: runs the chunks of matches; None to run them in this thread.
    progress: called with the fraction done, 0 to 1.

    Nobody calls calza, whatever the rules. Raises ValueError for rules under which a round can go on without end.

    >>> played = play_matches([NAIVE] * 6, games=200)
    >>> round(played.calculated, 1), round(played.dudo.value, 1)
    (0.6, 0.3)
    """
    check_kind(Rules, "rules", rules)
    if not isinstance(players, Sequence):
        raise ValueError(f"players must be a bidder for each seat, as in [perudo.NAIVE] * 6, got {players!r:.40}")
    line_up = tuple(as_player("players", player) for player in players)
    check_whole("players", len(line_up), MIN_PLAYERS, MAX_PLAYERS)
    sampler = MatchSampler(line_up, rules, calls or reader is not None, reader)
    check_whole("games", games, 2, MAX_MATCHES_WITH_CALLS if sampler.with_calls else MAX_MATCHES)
    chunk = READ_CHUNK if reader else CHUNK
    parts = list(run_chunks(sampler, games, seed, chunk=chunk, executor=executor, progress=progress))
    dudos = [part.dudos for part in parts]
    return Matches(
        line_up,
        seed,
        winners=np.concatenate([part.winners for part in parts]),
        rounds=np.concatenate([part.rounds for part in parts]),
        bids=np.concatenate([part.bids for part in parts]),
        dudos=sum(dudos),
        right_dudos=sum(part.right_dudos for part in parts),
        calculated=float(np.average([part.calculated for part in parts], weights=dudos)),
        calls=Calls.join([part.calls for part in parts]),
    )


@dataclass(frozen=True, slots=True)
class RoundStarts:
    """Starts of rounds, or ends of matches: the dice, int array (rounds, players), and for each round the seat of the opener.

    palifico: int array (rounds,), 1 for a palifico round, otherwise 0.
    """

    dice: Ints
    opener: Ints
    palifico: Ints


@dataclass(frozen=True, slots=True)
class MatchSampler:
    """A sampler of chunks of matches; it can be pickled and sent to another process. The fields are as in ``play_matches``."""

    players: tuple[Player, ...]
    rules: Rules
    with_calls: bool = False
    reader: Player | None = None

    def __post_init__(self) -> None:
        if reason := self.rules.why_endless(len(self.players) * self.rules.starting_dice):
            raise ValueError(f"matches can't be played, because {reason}")

    def __call__(self, matches: int, rng: np.random.Generator) -> Matches:
        return self.play(matches, RandomDice(rng))

    def play(self, matches: int, source: RandomDice) -> Matches:
        """Play matches with dice and random numbers from a source, and return their results."""
        batch = self._first_rounds(matches, source)
        batch.play()
        # Every round ends with a call.
        calls = Calls.join(batch.calls)
        kept = calls if self.with_calls else Calls.join([calls], 0)
        counts = len(calls.right), int(calls.right.sum()), float(calls.calculated.mean())
        return Matches(self.players, 0, batch.winners + 1, batch.rounds, batch.bids, *counts, kept)

    def play_round(self, positions: Positions, moves: Ints, source: RandomDice) -> RoundStarts:
        """Play the round on from its middle, and return the starts of the next rounds.

        moves: int array (matches,), the first moves, which the players to move make whatever they would choose.
        """
        batch = _MatchBatch(self, positions, source, ends_after_round=True)
        # The chances of the calls are not asked for.
        batch.make_moves(moves, np.zeros(len(moves)))
        batch.play()
        match, *starts = batch.starts()
        order = match.argsort()
        return RoundStarts(*(part[order] for part in starts))

    def round_starts(self, matches: int, source: RandomDice) -> tuple[RoundStarts, Ints]:
        """Play matches and return the starts of all their rounds, and the winner of the match of each: int array (rounds,)."""
        batch = self._first_rounds(matches, source)
        batch.log_starts(batch.match)
        batch.play()
        match, *starts = batch.starts()
        is_round = (starts[0] > 0).sum(axis=1) > 1
        return RoundStarts(*(part[is_round] for part in starts)), batch.winners[match[is_round]]

    def _first_rounds(self, matches: int, source: RandomDice) -> "_MatchBatch":
        players = len(self.players)
        dice: Ints = np.full((matches, players), self.rules.starting_dice)
        turn = source.first_seat(matches, players)
        none: Ints = np.zeros(matches, dtype=np.int64)
        counts = source.roll(np.arange(matches), dice, self.rules.sides)
        return _MatchBatch(self, Positions(dice, dice == 1, turn, none, none, none, counts), source)


class _MatchBatch(Positions):
    """The positions of matches that are played together.

    winners, rounds, bids, calls: the results so far, as in ``Matches``.
    match: int array (unfinished,), the number of each match that is not over. The arrays of ``Positions`` have the same rows.
    held: for each match, the chances of the hands of the players who have bid in the present round, by seat, if bids are read.
    """

    def __init__(
        self, sampler: MatchSampler, positions: Positions, source: RandomDice, *, ends_after_round: bool = False
    ) -> None:
        super().__init__(*(getattr(positions, field.name).copy() for field in fields(Positions)))
        self.sampler, self.source, self.rules = sampler, source, sampler.rules
        self.ends_after_round = ends_after_round
        matches, players = positions.dice.shape
        self.lookup = bid_lookup(self.rules, players * self.rules.starting_dice)
        self.winners, self.rounds, self.bids = np.zeros((3, matches), dtype=np.int64)
        self.calls: list[Calls] = []
        self.held: list[dict[int, Floats]] = [{} for _ in range(matches)]
        self.match = np.arange(matches)
        self._log: list[tuple[Ints, Ints, Ints, Ints]] = []

    def log_starts(self, rows: Ints) -> None:
        self._log.append((self.match[rows], self.dice[rows], self.turn[rows], self.palifico[rows]))

    def starts(self) -> list[Ints]:
        """Return of what was logged the numbers of the matches, and the fields of ``RoundStarts``."""
        return [np.concatenate(parts) for parts in zip(*self._log, strict=True)]

    def play(self) -> None:
        """Play the matches, or their rounds, to the end."""
        # Players who move alike do so together, under the first of their seats.
        players = self.sampler.players
        first_seats = np.array([players.index(player) for player in players])
        while len(self.match):
            views = PlayerViews.from_positions(self, self.lookup)
            move: Ints = np.zeros(len(self.match), dtype=np.int64)
            seats = first_seats[self.turn]
            for seat in np.unique(seats):
                rows = np.flatnonzero(seats == seat)
                player = players[seat]
                # Without random numbers for those who need none, the others have the same ones as before.
                uniform = np.ones((len(rows), 2)) if player == NAIVE else self.source.uniform(self.match[rows])
                move[rows] = choose_moves(player, views.select(rows), uniform)
            self.make_moves(move, views.dudo_chance)

    def make_moves(self, move: Ints, dudo_chance: Floats) -> None:
        """Make a move in every match, and remove the matches that are over.

        move: int array (matches,), the numbers of bids, or ``DUDO``.
        dudo_chance: float array (matches,), as in ``PlayerViews``.
        """
        bid_rows, call_rows = np.flatnonzero(move > 0), np.flatnonzero(move < 0)
        self._make_bids(bid_rows, move[bid_rows])
        if len(call_rows):
            self._resolve_dudos(call_rows, dudo_chance[call_rows])

    def _make_bids(self, rows: Ints, bid: Ints) -> None:
        self.bids[self.match[rows]] += 1
        if reader := self.sampler.reader:
            for row, number in zip(rows.tolist(), bid.tolist(), strict=True):
                self._read_bid(reader, row, number)
        self.current[rows] = bid
        if self.rules.after([ACE]) != self.rules:
            are_tamed = (self.lookup.face(bid) == ACE) & (self.palifico[rows] == ORDINARY)
            self.palifico[rows[are_tamed]] = TAME_ACES
        self.bidder[rows] = self.turn[rows]
        self.turn[rows] = _next_player(self.turn[rows], self.dice[rows])

    def _resolve_dudos(self, rows: Ints, calculated: Floats) -> None:
        """Count the matching dice, take a die, and start a new round in matches that are not over."""
        bid, match, caller, bidder = self.current[rows], self.match[rows], self.turn[rows], self.bidder[rows]
        matching = count_matching(self.face_counts[rows].sum(axis=1), self.palifico[rows], self.rules)
        right = matching[np.arange(len(rows)), self.lookup.face(bid) - 1] < self.lookup.quantity(bid)
        self.rounds[match] += 1
        dice = self.dice[rows, caller], self.dice[rows, bidder]
        given_bids = np.array([self._read_call(row) for row in rows.tolist()] if self.sampler.reader else [])
        loser = np.where(right, bidder, caller)
        self.dice[rows, loser] -= 1
        self._choose_opener(rows, loser)
        self.calls.append(Calls(*dice, calculated, right, self.turn[rows] != caller, given_bids))
        self.winners[match] = self.dice[rows].argmax(axis=1)
        self.log_starts(rows)
        is_over = ((self.dice[rows] > 0).sum(axis=1) == 1) | self.ends_after_round
        if len(goes_on := rows[~is_over]):
            self.face_counts[goes_on] = self.source.roll(self.match[goes_on], self.dice[goes_on], self.rules.sides)
            self.current[goes_on] = 0
        self._remove(rows[is_over])

    def _read_bid(self, reader: Player, row: int, bid: int) -> None:
        """Weigh the hands of the player to move by their chances to make a bid."""
        seat, rules = int(self.turn[row]), rules_by_kind(self.rules)[int(self.palifico[row])]
        own_dice, held = int(self.dice[row, seat]), self.held[self.match[row]]
        current = self.lookup.bid(int(self.current[row])) if self.current[row] else None
        total, players = int(self.dice[row].sum()), np.count_nonzero(self.dice[row])
        moves, chances = move_chances(reader, own_dice, current, total, *rules, players)
        weights = held.get(seat, hands(own_dice, self.rules.sides)[1]) * chances[:, moves.index(self.lookup.bid(bid))]
        if not weights.any():
            raise ValueError(f"reader must be a model that can make every bid of the players, got {reader}")
        held[seat] = weights / weights.sum()

    def _read_call(self, row: int) -> float:
        """Return the chance that a call is right given the bids of the round, which are then over."""
        caller, face = int(self.turn[row]), int(self.lookup.face(self.current[row]))
        held, self.held[self.match[row]] = self.held[self.match[row]], {}
        rules, palifico = rules_by_kind(self.rules)[int(self.palifico[row])]
        total = np.ones(1)
        for seat, dice in enumerate(self.dice[row].tolist()):
            if dice and seat != caller:
                weights = held.get(seat, hands(dice, self.rules.sides)[1])
                total = np.convolve(total, np.bincount(matching_dice(face, dice, rules, palifico), weights, dice + 1))
        own = sum(int(self.face_counts[row, caller, match - 1]) for match in rules.matching_faces(face, palifico))
        return float(total[: max(int(self.lookup.quantity(self.current[row])) - own, 0)].sum())

    def _choose_opener(self, rows: Ints, seat: Ints) -> None:
        """Set the player who opens the next round, after one who lost a die, and whether it is a palifico round."""
        dice = self.dice[rows]
        own_dice = dice[np.arange(len(rows)), seat]
        is_first_time = (own_dice == 1) & ~self.reached_one_die[rows, seat]
        self.reached_one_die[rows, seat] |= own_dice == 1
        has_palifico = np.array([self.rules.has_palifico(players) for players in range(dice.shape[1] + 1)])
        # A player who reaches one die is in, so that with one player left the match is over.
        self.palifico[rows] = is_first_time & has_palifico[(dice > 0).sum(axis=1)]
        self.turn[rows] = np.where(own_dice > 0, seat, _next_player(seat, dice))

    def _remove(self, rows: Ints) -> None:
        if not len(rows):
            return
        unfinished = np.ones(len(self.match), dtype=np.bool_)
        unfinished[rows] = False
        self.match = self.match[unfinished]
        for field in fields(Positions):
            setattr(self, field.name, getattr(self, field.name)[unfinished])


def _next_player(seat: Ints, dice: Ints) -> Ints:
    """Return the seat of the next player with dice; seats are int arrays (n,), and ``dice`` is an int array (n, players)."""
    players, rows = dice.shape[1], np.arange(len(seat))
    next_seat: Ints = (seat + 1) % players
    for _ in range(players - 1):
        next_seat = np.where(dice[rows, next_seat] > 0, next_seat, (next_seat + 1) % players)
    return next_seat
