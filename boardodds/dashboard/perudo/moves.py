"""What is computed of a round on the Perudo page: chances, the viewer's moves, what they win, and the best one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.rounds import highest_likely
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import SAME, unrounded
from boardodds.dashboard.ui.settings import Event
from boardodds.dashboard.ui.sheet import Sheet, cached_part
from boardodds.perudo import Bid, Ending, Move, match_chance
from boardodds.perudo.bids import why_unsolvable
from boardodds.perudo.ending_game import tree_size
from boardodds.perudo.endings import MAX_DICE
from boardodds.perudo.inference import Posterior
from boardodds.perudo.one_die import MAX_SIDES
from boardodds.perudo.rollouts import MoveEquity
from boardodds.probability.estimate import Estimate, Exact, MeanEstimate
from boardodds.probability.pmf import Pmf

# The largest rounds that a page solves, by their sequences of bids: larger ones take minutes.
_MAX_NODES = 20_000
# Moves that perfect play makes less often are left out of the advice.
MIN_SHARE = 0.05
# The solution is arbitrary after bids that it makes less often, and where its moves win this much less than the best one.
_MIN_REACH, _MAX_LOST = 1e-3, 5e-3

Chances = Mapping[Move, float]


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """Perfect play of the viewer's hand in a solved round. The chances by move are in descending order.

    shares: how often perfect play makes each move; empty where the bids leave the solution, the other player's or the viewer's.
    wins: how often each move wins the round.
    match_wins: how often each move wins the match; empty if that is not known.
    """

    ending: Ending
    shares: Chances
    wins: Chances
    match_wins: Chances

    @property
    def best(self) -> Move:
        """The move that perfect play makes most often, or else the best answer."""
        return next(iter(self.shares or self.wins))


class MovesSheet(Sheet[PerudoState]):
    """What the solvers say of a round; ``PerudoSheet`` says it in words and pictures."""

    @cached_part
    def posterior(self) -> Posterior:
        """The chances of every hand given the bids."""
        return solvers.posterior(self.state.round, self.state.rules, model=self.state.models)

    @cached_part
    def bid(self) -> Bid:
        """The bid in question: the current one; before it the advised opening, or if none is advised, the highest likely one."""
        move = self.state.round.current or (self.best_move if self.is_to_move else None)
        return move if isinstance(move, Bid) else highest_likely(self.state.round, self.state.rules)

    @cached_part
    def totals(self) -> Sequence[Pmf]:
        """The number of dice that match the bid in question: given the bids if there are any, and last from the dice alone."""
        state, readings = self.state, [self.posterior]
        if state.round.bids:
            # Without bids the models make no difference.
            before = replace(state.round, bids=(), opener=None)
            readings.append(solvers.posterior(before, state.rules_now, model=state.models))
        return [reading.total(self.bid.face) for reading in readings]

    @cached_part
    def chance(self) -> float:
        """The chance that the bid in question is true, given the bids."""
        return unrounded(self.state, self.bid, self.totals[0].at_least(self.bid.quantity))

    @cached_part
    def given_bids(self) -> Chances:
        """The chance that each move of the viewer, whose turn it is, is right, given the bids; the highest first."""
        ranking = self.posterior.rank_moves(callers=self.state.callers)
        return {ranked.move: unrounded(self.state, ranked.move, ranked.probability) for ranked in ranking}

    @property
    def is_to_move(self) -> bool:
        """Whether it is the turn of the viewer, whose dice are confirmed."""
        state = self.state
        return state.is_viewers_turn and not state.hand.unconfirmed and state.winner is None

    @cached_part
    def perfect(self) -> PerfectPlay | None:
        """Perfect play of the round; None if it is not the viewer's turn, or the round is not solved on the page."""
        ending, bids, hand = self._ending(), [bid for _, bid in self.state.round.bids], self.state.round.hand
        if not ending:
            return None
        shares, wins = (
            dict(sorted(chances.items(), key=lambda item: -item[1]))
            for chances in (ending.strategy(bids, hand), ending.wins(bids, hand))
        )
        lost = max(wins.values()) - min(wins[move] for move, share in shares.items() if share >= MIN_SHARE)
        if ending.reach(bids) < _MIN_REACH or lost > _MAX_LOST:
            shares = {}
        own, rules = len(hand), self.state.rules
        match_wins = {move: match_chance(win, (own, sum(ending.dice) - own), rules) for move, win in wins.items()}
        return PerfectPlay(ending, shares, wins, {move: win for move, win in match_wins.items() if win is not None})

    def _ending(self) -> Ending | None:
        state, rules = self.state, self.state.rules
        dice = [number for number in state.round.dice if number]
        total, mine = sum(dice), len(state.round.hand)
        if not self.is_to_move or state.round.palifico or len(dice) != 2 or total > MAX_DICE:
            return None
        # The viewer is to move, and the players take turns.
        in_order = (total - mine, mine) if len(state.round.bids) % 2 else (mine, total - mine)
        if shipped := solvers.shipped_ending(in_order, rules):
            return shipped
        if rules.sides > MAX_SIDES or why_unsolvable(total, rules) or tree_size(total, rules) > _MAX_NODES:
            return None
        return solvers.ending(in_order, rules)

    @cached_part
    def equities(self) -> Sequence[MoveEquity]:
        """The moves of the viewer with the results of their matches, best first."""
        return solvers.equities(self.state, (self.state.models, True))[0]

    @cached_part
    def compared(self) -> tuple[Sequence[MoveEquity], Sequence[MoveEquity]]:
        """The moves that are as good as the one that wins most matches, the safest first, and all others, best first."""
        as_good = [equity for equity in self.equities if is_as_good(equity, self.equities[0])]
        # Equal chances can differ by rounding errors.
        safest = sorted(as_good, key=lambda equity: -round(self.given_bids[equity.move] / SAME))
        return safest, [equity for equity in self.equities if equity not in as_good]

    @cached_part
    def best_move(self) -> Move:
        """The viewer's best move: it must be the viewer's turn, with dice that are confirmed."""
        if self.perfect:
            return self.perfect.best
        if solvers.why_no_matches(self.state):
            return next(iter(self.given_bids))
        return self.compared[0][0].move

    @property
    def match_wins(self) -> Mapping[Move, Estimate]:
        """The viewer's chance to win the match with each move, the best first; none if it is not known."""
        if not self.is_to_move:
            return {}
        if self.perfect and self.perfect.match_wins:
            return {move: Exact(win) for move, win in self.perfect.match_wins.items()}
        if solvers.why_no_matches(self.state) or solvers.why_too_large(self.state):
            return {}
        return {equity.move: equity.wins for equities in self.compared for equity in equities}


def bid_event(state: PerudoState, bid: Bid) -> Event:
    return {"kind": "bid", "quantity": bid.quantity, "face": bid.face, "bids": len(state.round.bids)}


def lost_to(best: MoveEquity, equity: MoveEquity) -> MeanEstimate:
    """Return by how many percentage points a move wins less often than the best one, with the same hands."""
    lost = best.difference(equity)
    return MeanEstimate(100 * lost.value, 100 * lost.std, lost.size)


def is_as_good(equity: MoveEquity, best: MoveEquity) -> bool:
    """Return whether the simulated rounds show no difference: its 95% confidence interval contains 0."""
    return 0 in equity.difference(best).interval()
