"""The chance of winning the match with each move, by playing the round on from its middle.

In every match the others' hands are drawn from their posterior given the bids. The player makes the move and then goes on with
the safest moves from the dice alone; the others move as the model says. All moves are tried on the same hands and random numbers,
so that differences between moves have less noise than the chances themselves.

Most of the noise would come from the later rounds, which the move hardly affects. So a match ends with the round, and its result
is the chance of winning it from there, if all players play equally well after this round. That chance is ``Standings``: a
conditional logit model (McFadden 1974), fitted to the rounds of simulated matches between equal players. A player's score depends
on the own dice, on their share of all dice, and on the place after the opener. Chances are proportional to exp(score). It differs
from the wins of simulated matches by ``MEAN_ERROR`` on average, and in some rounds by more.
"""

from collections.abc import Collection, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from boardodds.perudo.batch_moves import (
    ORDINARY,
    PALIFICO,
    TAME_ACES,
    BidLookup,
    Positions,
    RandomDice,
    SharedNumbers,
    bid_lookup,
)
from boardodds.perudo.bidders import HUMAN, NAIVE, BidderModel, Player, Situation, as_player, hands, models_by_seat
from boardodds.perudo.bids import Bid, Call, Move
from boardodds.perudo.inference import Posterior, posterior
from boardodds.perudo.match import MatchSampler, RoundStarts
from boardodds.perudo.round_state import PALIFICO_DICE, RoundState, check_round, why_no_calza
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.results import Result, Results
from boardodds.probability.validate import check_whole

MATCHES = 1_500
# With more dice in play, matches have more rounds, and fewer of them are fitted.
MANY_DICE = 36
MEAN_ERROR = 0.02
# Newton's method converges in fewer steps. The ridge keeps features that never vary, as palifico with two players, at 0.
_STEPS, _RIDGE = 12, 1e-3
_OUT = -1e9


@dataclass(frozen=True, slots=True)
class Standings:
    """The model fitted for a number of players and rules, as ``similar_rules`` returns them: the weight of each feature."""

    rules: Rules
    players: int
    weights: tuple[float, ...]

    def chances(self, starts: RoundStarts) -> Floats:
        """Return the chance of each player to win the match: float array (rounds, players)."""
        return _chances(_features(starts, self.rules.starting_dice), starts.dice > 0, np.array(self.weights))


def similar_rules(rules: Rules) -> Rules:
    """Return rules with the same standings, as far as the matches of a fit can show, so that fewer fits are needed.

    Opening on aces and changing the face in palifico hardly matter for the worth of a die, and simulated matches have no calza.
    """
    return replace(rules.without_calza(), open_on_aces=False, change_face=False)


def fitted_matches(players: int, rules: Rules) -> int:
    """Return the number of matches to which the model is fitted."""
    return MATCHES * MANY_DICE // max(MANY_DICE, players * rules.starting_dice)


def fit_standings(players: int, rules: Rules = STANDARD) -> Standings:
    """Return the model fitted to matches between two or more players of the dice alone, under similar rules; it is cached.

    >>> standings = fit_standings(2)
    >>> start = RoundStarts(np.array([[5, 4]]), np.array([0]), np.array([0]))
    >>> round(float(standings.chances(start)[0, 0]), 1)
    0.7
    """
    return _fit(players, similar_rules(rules))


@lru_cache(maxsize=32)
def _fit(players: int, rules: Rules) -> Standings:
    sampler = MatchSampler((NAIVE,) * players, rules)
    starts, winners = sampler.round_starts(fitted_matches(players, rules), RandomDice(np.random.default_rng(1)))
    features, is_in = _features(starts, rules.starting_dice), starts.dice > 0
    won = np.zeros(is_in.shape)
    won[np.arange(len(winners)), winners] = 1
    weights = np.zeros(features.shape[2])
    for _ in range(_STEPS):
        chances = _chances(features, is_in, weights)
        mean = np.einsum("nif,ni->nf", features, chances)
        gradient = np.einsum("nif,ni->f", features, won - chances) - _RIDGE * weights
        weighted = (features * chances[:, :, None]).reshape(-1, len(weights))
        curvature = weighted.T @ features.reshape(-1, len(weights)) - mean.T @ mean + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curvature, gradient)
    return Standings(rules, players, tuple(weights.tolist()))


def _chances(features: Floats, is_in: Bools, weights: Floats) -> Floats:
    scores = np.where(is_in, features @ weights, _OUT)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    normalised: Floats = chances / chances.sum(axis=1, keepdims=True)
    return normalised


def _features(starts: RoundStarts, most_dice: int) -> Floats:
    """Return what the scores depend on: float array (rounds, players, features)."""
    dice = starts.dice
    players_in = (dice > 0).sum(axis=1)[:, None]
    share = dice / dice.sum(axis=1, keepdims=True)
    # The place of each player in the order of turns, 0 for the opener.
    seats = (starts.opener[:, None] + np.arange(dice.shape[1])) % dice.shape[1]
    order = np.zeros_like(dice)
    np.put_along_axis(order, seats, (np.take_along_axis(dice, seats, axis=1) > 0).cumsum(axis=1) - 1, axis=1)
    is_palifico = (starts.palifico > 0)[:, None]
    columns = [
        *(dice == number for number in range(2, most_dice + 1)),
        share,
        *(np.log(np.maximum(share, 1e-3)) * (players_in == number) for number in (2, 3)),
        *((order == place) & ~is_palifico for place in (0, 1)),
        order == players_in - 1,
        (order == 0) & is_palifico,
        (order == 0) & (dice == 1),
    ]
    return np.stack([np.broadcast_to(column, dice.shape).astype(np.float64) for column in columns], axis=2)


# The matches of each move, unless others are asked for.
GAMES = 500
MAX_MATCHES = 1_000_000
# The number of matches that are played together, over all moves: enough to keep NumPy busy, few enough to report progress.
_CHUNK = 8_000
_MIN_CHUNK = 50
# Bids that are true less often than this, given the bids, are not tried, but for the one with the highest chance.
MIN_CHANCE = 0.25


@dataclass(frozen=True, eq=False, repr=False)
class MoveEquity(Result):
    """A move and the results of its matches.

    results: float array (matches,), the chance of winning each match after the round. All moves have the same hands.
    """

    _MEASURES = ("win=wins",)
    _OF = "move"

    move: Move
    results: Floats

    @property
    def games(self) -> int:
        return len(self.results)

    @cached_property
    def wins(self) -> MeanEstimate:
        """The chance of winning the match."""
        return MeanEstimate.from_sample(self.results)

    def difference(self, baseline: "MoveEquity") -> MeanEstimate:
        """Return the chance of winning minus that with another move of the same call, which has the same hands."""
        return MeanEstimate.from_sample(self.results - baseline.results)

    def __repr__(self) -> str:
        return f"MoveEquity(move={self.move}, wins={self.wins}, results=<{self.games:,} values>)"


def evaluate_moves(
    state: RoundState | str,
    rules: Rules = STANDARD,
    *,
    model: BidderModel | Sequence[BidderModel] = HUMAN,
    games: int = GAMES,
    seed: int = 1,
    reads_bids: bool = True,
    callers: Collection[int] = (),
    standings: Standings | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Results[MoveEquity]:
    """Return the moves of the viewer with the results of their matches, best first; bids that are seldom true are left out.

    Moves are best if they win most matches. Equal ones are in the order dudo, calza, then bids by quantity and face. The
    viewer can call calza now, if the rules let the player to move; nobody calls it later.

    state: a round, or its text, in which the viewer is to move.
    model: how the others bid and move: a model, or one for each seat; by default ``HUMAN``.
    games: the number of matches of each move, as many as on the page.
    reads_bids: whether the others' hands are drawn given the bids; otherwise their dice are fair, whatever they bid.
    callers: the players who have called calza in the match.
    standings: the chances of winning the match after the round; by default those of ``fit_standings``.
    executor: runs the chunks of matches; None to run them in this thread. The results are the same.
    progress: called with the fraction done, 0 to 1.

    Players with one die, or without dice, count as having had their palifico round.
    Raises ValueError if it is not the viewer's turn, or a model cannot play.

    >>> best = evaluate_moves("1.1 me=1 hand=4 bids=2:1x6", games=200)[0]
    >>> str(best.move), best.games
    ('dudo', 200)
    """
    check_whole("games", games, 2, MAX_MATCHES)
    state = check_round(state, rules)
    models = models_by_seat(model, len(state.dice))
    if state.viewer is None or state.turn not in (state.viewer, None):
        raise ValueError("viewer must be the player to move for moves to be compared")
    standings = fit_standings(len(state.dice), rules) if standings is None else standings
    if (standings.players, standings.rules) != (len(state.dice), similar_rules(rules)):
        raise ValueError("standings must be fitted to the rules and the number of players of the round")
    players = tuple(
        NAIVE if player == state.viewer else as_player("model", each) for player, each in enumerate(models, 1)
    )
    given = state if reads_bids else replace(state, bids=(), opener=None)
    found = posterior(given, rules if reads_bids else state.rules_now(rules), model=models)
    moves = _moves_to_try(state, found)
    if state.current and not why_no_calza(state, rules, state.viewer, callers):
        moves = (moves[0], Call.CALZA, *moves[1:])
    sampler = _Sampler(state, state.viewer - 1, rules, players, found.hand_chances, moves, standings)
    chunk = max(_MIN_CHUNK, _CHUNK // len(moves))
    parts = run_chunks(sampler, games, seed, chunk=chunk, executor=executor, progress=progress)
    results = np.concatenate(list(parts), axis=1)
    equities = [MoveEquity(move, row) for move, row in zip(moves, results, strict=True)]
    return Results(sorted(equities, key=lambda equity: -equity.wins.value))


def _moves_to_try(state: RoundState, found: Posterior) -> tuple[Move, ...]:
    seen = state.current, state.total_dice, found.rules, state.palifico, len(state.players_in)
    moves = Situation(len(state.hand), *seen).moves
    chances = {move: found.bid_probability(move) if isinstance(move, Bid) else 1.0 for move in moves}
    least = min(MIN_CHANCE, max([chance for move, chance in chances.items() if isinstance(move, Bid)], default=0.0))
    return tuple(move for move in moves if chances[move] >= least)


@dataclass(frozen=True, eq=False)
class _Sampler:
    """Plays chunks of matches with each move of a seat, from 0; it can be pickled and sent to another process.

    hand_chances: the probabilities of each player's hands, as in ``Posterior``.
    """

    state: RoundState
    seat: int
    rules: Rules
    players: tuple[Player, ...]
    hand_chances: tuple[Floats, ...]
    moves: tuple[Move, ...]
    standings: Standings

    def __call__(self, matches: int, rng: np.random.Generator) -> Floats:
        """Return the results of the matches with each move, as in ``MoveEquity``: array (moves, matches)."""
        played = [move for move in self.moves if move != Call.CALZA]
        versions = len(played)
        base = np.tile(np.arange(matches), versions)
        source = SharedNumbers(rng, base)
        lookup = bid_lookup(self.rules, len(self.players) * self.rules.starting_dice)
        moves = np.repeat([lookup.move(move) for move in played], matches)
        dealt = np.zeros((matches, len(self.players), self.rules.sides), dtype=np.int64)
        for seat, chances in enumerate(self.hand_chances):
            counts, _ = hands(self.state.dice[seat], self.rules.sides)
            dealt[:, seat] = counts[rng.choice(len(chances), size=matches, p=chances)]
        positions = self._positions(dealt[base], lookup)
        starts = MatchSampler(self.players, self.rules).play_round(positions, moves, source)
        results = self.standings.chances(starts)[:, self.seat].reshape(versions, matches)
        if versions == len(self.moves):
            return results
        after = self.standings.chances(self._after_calza(dealt))[:, self.seat]
        return np.insert(results, self.moves.index(Call.CALZA), after, axis=0)

    def _after_calza(self, dealt: Ints) -> RoundStarts:
        """Return the starts of the next rounds after calza by the viewer with each of the hands."""
        state, rules, caller, bid = self.state, self.rules, self.seat, self.state.current
        if bid is None:
            raise ValueError("calza needs a bid")
        faces = state.rules_now(rules).matching_faces(bid.face, state.palifico)
        right = dealt[:, :, [face - 1 for face in faces]].sum(axis=(1, 2)) == bid.quantity
        lost, won = np.array(state.dice), np.array(state.dice)
        lost[caller] -= 1
        won = np.maximum(won - 1, 0) if rules.calza_wins == "others_lose" else won
        won[caller] = min(state.dice[caller] + (rules.calza_wins == "own_die"), rules.starting_dice)
        seats = [player - 1 for player in state.players_in]
        next_opener = caller if lost[caller] else seats[(seats.index(caller) + 1) % len(seats)]
        is_palifico = lost[caller] == PALIFICO_DICE and rules.has_palifico(len(seats))
        return RoundStarts(
            np.where(right[:, None], won, lost), np.where(right, caller, next_opener), np.where(right, 0, is_palifico)
        )

    def _positions(self, dealt: Ints, lookup: BidLookup) -> Positions:
        """Return the position before the move with each of the hands: int array (rows, players, sides)."""
        state, rows = self.state, len(dealt)
        dice = np.tile(state.dice, (rows, 1))
        current = lookup.move(state.current) if state.current else 0
        now = state.rules_now(self.rules)
        return Positions(
            dice=dice,
            reached_one_die=dice <= 1,
            turn=np.full(rows, self.seat),
            bidder=np.full(rows, state.bids[-1][0] - 1 if state.bids else 0),
            current=np.full(rows, current),
            palifico=np.full(rows, PALIFICO if state.palifico else ORDINARY if self.rules == now else TAME_ACES),
            face_counts=dealt,
        )
