"""The results of Perudo matches: the winners, the rounds, and every dudo call with the estimates of its chance."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from boardodds.perudo.agents import Agent
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.estimate import MeanEstimate, Proportion


@dataclass(frozen=True, eq=False, slots=True)
class Calls:
    """Dudo calls, one by one: arrays (calls,).

    caller, bidder: the seats.
    caller_dice, bidder_dice, total_dice: the numbers of dice before the call.
    players_in: the number of players with dice.
    quantity, face: those of the bid.
    naive: the probability that dudo is right as the caller sees it, by the dice alone.
    right: whether fewer dice matched than the bid says.
    posterior: float array (calls, models), the probability that dudo is right given the bids, by each model of the bidders.
    """

    caller: Ints
    bidder: Ints
    caller_dice: Ints
    bidder_dice: Ints
    total_dice: Ints
    players_in: Ints
    quantity: Ints
    face: Ints
    palifico: Bools
    naive: Floats
    right: Bools
    posterior: Floats

    def __len__(self) -> int:
        return len(self.right)

    @property
    def ratio(self) -> Floats:
        """The number of the caller's dice divided by that of the bidder's."""
        return self.caller_dice / self.bidder_dice.astype(np.float64)

    def where(self, kept: Bools) -> "Calls":
        """Return the calls for which ``kept``, a bool array (calls,), is true."""
        return Calls(*(getattr(self, field.name)[kept] for field in fields(self)))


@dataclass(frozen=True, eq=False)
class Matches:
    """The results of matches.

    players: the agents by seat.
    winners: int array (matches,), the seat that won each match.
    rounds, bids: int arrays (matches,), the numbers of rounds and bids of each match.
    dudos, right_dudos, calzas, right_calzas: the numbers of calls.
    calls: the first 500,000 dudo calls.
    """

    players: tuple[Agent, ...]
    seed: int
    winners: Ints
    rounds: Ints
    bids: Ints
    dudos: int
    right_dudos: int
    calzas: int
    right_calzas: int
    calls: Calls

    @property
    def matches(self) -> int:
        return len(self.winners)

    @cached_property
    def wins(self) -> list[Proportion]:
        """The share of the matches that each seat won, by seat."""
        counts = np.bincount(self.winners, minlength=len(self.players))
        return [Proportion(int(count), self.matches) for count in counts]

    def wins_of(self, name: str) -> Proportion:
        """Return the share of the matches that agents of a name won, in all their seats together."""
        seats = [seat for seat, player in enumerate(self.players) if player.name == name]
        if not seats:
            raise ValueError(f"name must be one of {', '.join(sorted({p.name for p in self.players}))}, got {name!r}")
        return Proportion(sum(self.wins[seat].successes for seat in seats), self.matches)

    @property
    def mean_rounds(self) -> MeanEstimate:
        """The mean number of rounds of a match."""
        return MeanEstimate.of(self.rounds)

    @property
    def mean_bids(self) -> MeanEstimate:
        """The mean number of bids of a round, as the mean over the matches of each match's mean."""
        return MeanEstimate.of(self.bids / self.rounds)

    @property
    def dudo(self) -> Proportion:
        """The share of dudo calls that were right."""
        return Proportion(self.right_dudos, self.dudos)


def join_matches(parts: Sequence[Matches]) -> Matches:
    """Return the results of several chunks of matches as one."""

    def joined(name: str) -> Ints:
        return np.concatenate([getattr(part, name) for part in parts])

    return replace(
        parts[0],
        winners=joined("winners"),
        rounds=joined("rounds"),
        bids=joined("bids"),
        **{
            name: sum(getattr(part, name) for part in parts)
            for name in ("dudos", "right_dudos", "calzas", "right_calzas")
        },
        calls=join_calls([part.calls for part in parts]),
    )


def join_calls(calls: Sequence[Calls]) -> Calls:
    """Return several lots of calls as one."""
    return Calls(*(np.concatenate([getattr(each, field.name) for each in calls]) for field in fields(Calls)))
