"""The results of Perudo matches: the winners, the rounds, every dudo call, and the dudo dial fitted to the calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from math import sqrt

import numpy as np

from boardodds.perudo.agents import LinearDial, Player
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import Interval, MeanEstimate, Proportion


@dataclass(frozen=True, eq=False, slots=True)
class Calls:
    """Dudo calls: arrays (calls,).

    caller: the seat, from 0.
    caller_dice, bidder_dice: the numbers of dice before the call.
    naive: the chance that dudo is right from the dice alone, as the caller sees it.
    right: whether dudo was right: fewer dice matched than the bid claims.
    posterior: float array (calls, models), the chance that dudo is right given the bids, for each model of the bidders.
    """

    caller: Ints
    caller_dice: Ints
    bidder_dice: Ints
    naive: Floats
    right: Bools
    posterior: Floats

    def __len__(self) -> int:
        return len(self.right)

    @property
    def ratio(self) -> Floats:
        """The caller's number of dice divided by the bidder's."""
        return self.caller_dice / self.bidder_dice.astype(np.float64)

    def select(self, mask: Bools) -> "Calls":
        """Return the calls where ``mask``, a bool array (calls,), is true."""
        return Calls(*(getattr(self, field.name)[mask] for field in fields(self)))


@short_repr
@dataclass(frozen=True, eq=False)
class Matches:
    """The results of matches.

    players: the players, by seat.
    winners: int array (matches,), the seat that won each match, from 0.
    rounds, bids: int arrays (matches,), the numbers of rounds and bids of each match.
    dudos, right_dudos: the numbers of dudo calls in all matches.
    calls: the dudo calls, at most the first 500,000.
    """

    players: tuple[Player, ...]
    seed: int
    winners: Ints
    rounds: Ints
    bids: Ints
    dudos: int
    right_dudos: int
    calls: Calls

    @property
    def matches(self) -> int:
        return len(self.winners)

    @cached_property
    def wins(self) -> list[Proportion]:
        """The proportion of matches that each seat won."""
        counts = np.bincount(self.winners, minlength=len(self.players))
        return [Proportion(int(count), self.matches) for count in counts]

    def wins_of(self, name: str) -> Proportion:
        """Return the proportion of matches won by the agents with a name, in all their seats together."""
        seats = [seat for seat, player in enumerate(self.players) if player.name == name]
        if not seats:
            raise ValueError(f"name must be one of {', '.join(sorted({p.name for p in self.players}))}, got {name!r}")
        return Proportion(sum(self.wins[seat].successes for seat in seats), self.matches)

    def _repr_html_(self) -> str:
        rows = [
            {"player": f"{seat}, {player.name}", "wins": win}
            for seat, (player, win) in enumerate(zip(self.players, self.wins, strict=True), start=1)
        ]
        return html_table(f"{self.matches:,} simulated matches; dudo is right in {self.dudo}", rows)

    @property
    def mean_rounds(self) -> MeanEstimate:
        """The mean number of rounds in a match."""
        return MeanEstimate.from_sample(self.rounds)

    @property
    def mean_bids(self) -> MeanEstimate:
        """The mean number of bids in a round: the average over matches of each match's mean."""
        return MeanEstimate.from_sample(self.bids / self.rounds)

    @property
    def dudo(self) -> Proportion:
        """The proportion of dudo calls that were right."""
        return Proportion(self.right_dudos, self.dudos)


def join_matches(parts: Sequence[Matches]) -> Matches:
    """Join the results of several chunks of matches; players and seed are those of the first chunk."""

    def join(name: str) -> Ints:
        return np.concatenate([getattr(part, name) for part in parts])

    return replace(
        parts[0],
        winners=join("winners"),
        rounds=join("rounds"),
        bids=join("bids"),
        dudos=sum(part.dudos for part in parts),
        right_dudos=sum(part.right_dudos for part in parts),
        calls=join_calls([part.calls for part in parts]),
    )


def join_calls(calls: Sequence[Calls]) -> Calls:
    """Join several batches of calls, in their order."""
    return Calls(*(np.concatenate([getattr(batch, field.name) for batch in calls]) for field in fields(Calls)))


@dataclass(frozen=True, slots=True)
class FittedLine:
    """A line fitted by least squares.

    slope_error, intercept_error: standard errors that remain valid if the variance depends on x (White, 1980).
    size: the number of points.
    """

    slope: float
    intercept: float
    slope_error: float
    intercept_error: float
    size: int

    def slope_interval(self, level: float = 0.95) -> Interval:
        return MeanEstimate(self.slope, self.slope_error * sqrt(self.size), self.size).interval(level)

    def intercept_interval(self) -> Interval:
        return MeanEstimate(self.intercept, self.intercept_error * sqrt(self.size), self.size).interval()


def fit_line(x: Floats, y: Floats) -> FittedLine:
    """Fit a line to points by least squares.

    x, y: float arrays (n,), with at least three points that don't all have the same x.

    >>> line = fit_line(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]))
    >>> round(line.slope, 9), round(line.intercept, 9), line.size
    (2.0, 1.0, 3)
    """
    if len(x) < 3 or not np.ptp(x):
        raise ValueError(f"x must be 3 points or more that are not all the same, got {len(x)}")
    design = np.stack([x, np.ones(len(x))], axis=1)
    inverse = np.linalg.inv(design.T @ design)
    slope, intercept = inverse @ design.T @ y
    residuals = y - design @ np.array([slope, intercept])
    covariance = inverse @ (design.T * residuals**2) @ design @ inverse
    errors = np.sqrt(np.diag(covariance) * len(x) / (len(x) - 2))
    return FittedLine(float(slope), float(intercept), float(errors[0]), float(errors[1]), len(x))


@dataclass(frozen=True, slots=True)
class FittedDial:
    """Both dials, estimated from dudo calls, with the proportions behind them.

    P is the chance of the bid as the caller sees it. A ratio is the caller's number of dice divided by the bidder's.

    calculated: the mean of 1 - P.
    right: the proportion of calls that were right.
    gap: ``calculated`` minus ``right``, which is the constant dial.
    line: the proportion right as a function of the ratio, without callers who have one die, as in the blog post.
    by_ratio: the proportion right at each ratio, for the same calls.
    one_die: the proportion right of calls from players with one die.
    one_die_wrong, last_die_right: of all calls, the wrong ones that cost the caller the last die, and the right ones that cost
        the bidder the last die.
    opened_by_another: the proportion of calls after which another player than the caller opens the next round.
    """

    calculated: MeanEstimate
    right: Proportion
    gap: MeanEstimate
    line: FittedLine
    by_ratio: Mapping[float, Proportion]
    one_die: Proportion
    one_die_wrong: Proportion
    last_die_right: Proportion
    opened_by_another: Proportion

    @property
    def linear(self) -> LinearDial:
        return LinearDial(self.line.slope, self.line.intercept, self.calculated.value)


def fit_dial(calls: Calls) -> FittedDial:
    """Fit the dial to dudo calls.

    Raises ValueError if no caller has one die, or if the other calls are fewer than three or all at the same ratio.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> from boardodds.perudo.match import play_matches
    >>> fitted = fit_dial(play_matches([NAIVE_AGENT] * 6, games=300).calls)
    >>> 0.6 < fitted.calculated.value < 0.65, fitted.right.value < 0.45
    (True, True)
    """
    is_one_die = calls.caller_dice == 1
    if not is_one_die.any():
        raise ValueError(f"calls must have callers with one die, got none among {len(calls)}")
    right = calls.right.astype(np.float64)
    is_fitted, is_last_die = ~is_one_die, calls.bidder_dice == 1
    return FittedDial(
        calculated=MeanEstimate.from_sample(calls.naive),
        right=_proportion(calls.right),
        gap=MeanEstimate.from_sample(calls.naive - right),
        line=fit_line(calls.ratio[is_fitted], right[is_fitted]),
        by_ratio={
            float(ratio): _proportion(calls.right[is_fitted & (calls.ratio == ratio)])
            for ratio in np.unique(calls.ratio[is_fitted])
        },
        one_die=_proportion(calls.right[is_one_die]),
        one_die_wrong=_proportion(~calls.right & is_one_die),
        last_die_right=_proportion(calls.right & is_last_die),
        # A wrong caller with one die is out, and a right caller is the next player after a bidder who is out.
        opened_by_another=_proportion(np.where(calls.right, ~is_last_die, is_one_die)),
    )


def _proportion(outcomes: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Proportion:
    return Proportion(int(outcomes.sum()), len(outcomes))
