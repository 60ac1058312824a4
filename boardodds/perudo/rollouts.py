"""The chance of winning the match with each move, by playing matches on from the middle of a round.

In every match the others' hands are drawn from their posterior given the bids. The player makes the move and then goes on as an
agent; the others move as the model says. All moves are tried on the same hands and dice, so that differences between moves have
less noise than the chances themselves.

Most of the noise comes from the later rounds, which the move hardly affects. With ``standings`` a match ends with the round, and
its result is the chance of winning it from there. That is faster and has narrower intervals, but the chances are those of a
fitted model: all players play equally well after this round.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np

from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.bidders import HUMAN, BidderModel, LogitBidder, PolicyBidder, Situation, hands, models_by_seat
from boardodds.perudo.bids import Bid
from boardodds.perudo.inference import posterior
from boardodds.perudo.match_batch import MatchSampler
from boardodds.perudo.match_positions import Positions
from boardodds.perudo.model_players import ModelPlayer
from boardodds.perudo.moves import Move
from boardodds.perudo.player_views import Player, move_number
from boardodds.perudo.random_source import SharedDice
from boardodds.perudo.round_state import RoundState
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.perudo.standings import Standings
from boardodds.perudo.tables import BidTables, bid_tables
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.montecarlo import Progress, ignore_progress, run_chunks
from boardodds.probability.validate import check_number, check_whole

MAX_MATCHES = 1_000_000
# The number of matches that are played together, over all moves: enough to keep NumPy busy, few enough to report progress.
_CHUNK = 8_000
# The first stage has this proportion of the matches, and at least _MIN_SCREENED matches.
_SCREENED, _MIN_SCREENED = 0.1, 50


@dataclass(frozen=True, slots=True, eq=False)
class MoveEquity:
    """A move and the results of its matches.

    results: array (matches,): bool, whether each match was won, or float, the chance of winning it after the round. All moves
        with the same number of matches have the same dice.
    """

    move: Move
    results: Bools | Floats

    @property
    def matches(self) -> int:
        return len(self.results)

    @property
    def wins(self) -> Proportion | MeanEstimate:
        """The chance of winning the match."""
        if self.results.dtype == np.bool_:
            return Proportion(int(self.results.sum()), self.matches)
        return MeanEstimate.from_sample(self.results)

    def lead(self, other: "MoveEquity") -> MeanEstimate:
        """Return by how much the chance of this move exceeds that of another move with as many matches."""
        return MeanEstimate.from_sample(self.results.astype(np.float64) - other.results)


def evaluate_moves(
    state: RoundState,
    model: BidderModel | Sequence[BidderModel] = HUMAN,
    rules: Rules = STANDARD,
    *,
    matches: int = 1_000,
    seed: int = 1,
    continuation: Player = NAIVE_AGENT,
    others: Player | None = None,
    finalists: int | None = None,
    reads_bids: bool = True,
    min_chance: float = 0.0,
    standings: Standings | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[MoveEquity]:
    """Return the legal moves of the viewer with the results of their matches, best first.

    Moves are best if they win most matches. Equal ones are in the order dudo, then bids by quantity and face. Nobody calls calza,
    whatever the rules.

    state: a round in which the viewer is to move.
    model: how the others bid and move: a model, or one for each seat; by default ``HUMAN``.
    matches: the number of matches of each move.
    continuation: how the viewer goes on after the move; a player that does not read bids.
    others: how the others go on, if not as the model says.
    finalists: if set, all moves play a tenth of the matches, at least 50, and only this number of best moves goes on to play
        ``matches`` other matches. The others come last, with fewer matches.
    reads_bids: whether the others' hands are drawn given the bids; otherwise their dice are fair, whatever they bid.
    min_chance: bids that are true less often than this, given the bids, are left out, but for the one with the highest chance.
    standings: if set, matches end with the round, and count with the chance of winning them from there.
    executor: runs the chunks of matches; None to run them in this thread. The results are the same.
    progress: called with the fraction done, 0 to 1.

    Players with one die, or without dice, count as having had their palifico round.

    Raises ValueError if it is not the viewer's turn, or a model cannot play.

    >>> state = RoundState.parse("1.1 me=1 hand=4 bids=2:1x6")
    >>> best = evaluate_moves(state, LogitBidder(1), matches=200)[0]
    >>> str(best.move), best.matches
    ('dudo', 200)
    """
    check_whole("matches", matches, 2, MAX_MATCHES)
    if finalists is not None:
        check_whole("finalists", finalists, 1)
    check_number("min_chance", min_chance, 0, 1)
    report = progress or ignore_progress
    models = models_by_seat(model, len(state.dice))
    if standings and (standings.players, standings.rules) != (len(state.dice), rules):
        raise ValueError("standings must be fitted to the rules and the number of players of the round")
    players = tuple(
        continuation if seat == state.viewer else others or _player(each) for seat, each in enumerate(models)
    )
    sampler = _sampler(state, rules, models, players, reads_bids, min_chance, standings)
    screened = max(_MIN_SCREENED, int(matches * _SCREENED))
    if finalists is None or len(sampler.moves) <= finalists or matches <= screened:
        return _play(sampler, matches, seed, executor, report)
    share = screened * len(sampler.moves) / (screened * len(sampler.moves) + matches * finalists)
    first = _play(sampler, screened, seed, executor, lambda done: report(done * share))
    best = [equity.move for equity in first[:finalists]]
    final = replace(sampler, moves=tuple(move for move in sampler.moves if move in best))
    # Another seed, so that the matches that chose the finalists don't count for them.
    last = _play(final, matches, seed + 1, executor, lambda done: report(share + done * (1 - share)))
    return last + first[finalists:]


def _sampler(
    state: RoundState,
    rules: Rules,
    models: tuple[BidderModel, ...],
    players: tuple[Player, ...],
    reads_bids: bool,
    min_chance: float,
    standings: Standings | None,
) -> "_Sampler":
    if state.viewer is None or state.turn not in (state.viewer, None):
        raise ValueError("viewer must be the player to move for moves to be compared")
    for player in players:
        if player.model is not None:
            raise ValueError(f"players must not read bids to go on from the middle of a round, got {player.name}")
    given = state if reads_bids else replace(state, bids=(), opener=None)
    found = posterior(given, models, rules)
    situation = Situation(len(state.hand), state.current, state.total_dice, rules, state.palifico)
    chances: dict[Move, float] = {
        move: found.bid_probability(move) for move in situation.moves if isinstance(move, Bid)
    }
    highest = max(chances.values(), default=0.0)
    moves = [move for move in situation.moves if chances.get(move, 1.0) >= min(min_chance, highest)]
    return _Sampler(state, rules, players, found.hand_chances, tuple(moves), standings)


def _player(model: BidderModel) -> ModelPlayer:
    if not isinstance(model, LogitBidder | PolicyBidder):
        raise ValueError(f"model must be a LogitBidder or a PolicyBidder to play matches, got {model!r}")
    return ModelPlayer("model", model)


def _play(
    sampler: "_Sampler", matches: int, seed: int, executor: Executor | None, progress: Progress
) -> list[MoveEquity]:
    """Return the moves of a sampler with the results of their matches, best first."""
    chunk = max(_MIN_SCREENED, _CHUNK // len(sampler.moves))
    parts = run_chunks(sampler, matches, seed, chunk=chunk, executor=executor, progress=progress)
    results = np.concatenate(list(parts), axis=1)
    equities = [MoveEquity(move, row) for move, row in zip(sampler.moves, results, strict=True)]
    return sorted(equities, key=lambda equity: -equity.wins.value)


@dataclass(frozen=True, eq=False)
class _Sampler:
    """Plays chunks of matches with each move; it can be pickled and sent to another process.

    players: the players, by seat.
    hand_chances: the probabilities of each player's hands, as in ``Posterior``.
    moves: the moves to compare.
    standings: as in ``evaluate_moves``.
    """

    state: RoundState
    rules: Rules
    players: tuple[Player, ...]
    hand_chances: tuple[Floats, ...]
    moves: tuple[Move, ...]
    standings: Standings | None

    def __call__(self, matches: int, rng: np.random.Generator) -> Bools | Floats:
        """Return the results of the matches with each move, as in ``MoveEquity``: array (moves, matches)."""
        versions = len(self.moves)
        base = np.tile(np.arange(matches), versions)
        source = SharedDice(rng, base, len(self.players), self.rules)
        tables = bid_tables(self.rules, len(self.players) * self.rules.starting_dice)
        moves = np.repeat([move_number(tables, move) for move in self.moves], matches)
        positions = self._positions(self._deal(matches, rng)[base], tables)
        sampler = MatchSampler(self.players, self.rules, keeps_calls=False)
        results: Bools | Floats
        if self.standings:
            starts = sampler.play_round(positions, moves, source)
            results = self.standings.chances(starts)[:, self.state.viewer]
        else:
            results = sampler.play_on(positions, moves, source) == self.state.viewer
        return results.reshape(versions, matches)

    def _deal(self, matches: int, rng: np.random.Generator) -> Ints:
        """Return hands drawn from their chances, as numbers of dice of each face: int array (matches, players, sides)."""
        dealt = np.zeros((matches, len(self.players), self.rules.sides), dtype=np.int64)
        for seat, chances in enumerate(self.hand_chances):
            counts, _ = hands(self.state.dice[seat], self.rules.sides)
            dealt[:, seat] = counts[rng.choice(len(chances), size=matches, p=chances)]
        return dealt

    def _positions(self, dealt: Ints, tables: BidTables) -> Positions:
        """Return the position before the move with each of the hands: int array (rows, players, sides)."""
        state, rows = self.state, len(dealt)
        dice = np.tile(state.dice, (rows, 1))
        bids = [move_number(tables, bid) for _, bid in state.bids]
        width = max(player.history for player in self.players)
        history = np.zeros((rows, width), dtype=np.int16)
        history[:, : len(bids)] = bids[:width]
        return Positions(
            dice=dice,
            reached_one_die=dice <= 1,
            turn=np.full(rows, state.viewer),
            bidder=np.full(rows, state.bids[-1][0] if state.bids else 0),
            current=np.full(rows, bids[-1] if bids else 0),
            palifico=np.full(rows, int(state.palifico)),
            face_counts=dealt,
            history=history,
        )
