"""The results of Perudo matches: the winners, the rounds, and every dudo call with the estimates of its chance."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from boardodds.perudo.agents import Player
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion


@dataclass(frozen=True, eq=False, slots=True)
class Calls:
    """Dudo calls: arrays (calls,).

    caller, bidder: the seats, from 0.
    caller_dice, bidder_dice, total_dice: the numbers of dice before the call.
    players_in: the number of players with dice.
    quantity, face: the bid.
    palifico: whether the round is a palifico round.
    naive: the chance that dudo is right from the dice alone, as the caller sees it.
    right: whether dudo was right: fewer dice matched than the bid claims.
    posterior: float array (calls, models), the chance that dudo is right given the bids, for each model of the bidders.
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
