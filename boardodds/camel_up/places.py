"""What the results of legs and races have in common, exact or simulated: a value for each racing camel and place."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Generic, TypeVar

from boardodds.probability.estimate import Proportion
from boardodds.probability.results import Measure, Result
from boardodds.probability.validate import check_whole

ValueT = TypeVar("ValueT", float, Proportion)


class Places(Result, Generic[ValueT]):
    """A result with a value for each of its camels and each place."""

    __slots__ = ()
    camels: str

    def probability(self, camel: str, place: int = 1) -> ValueT:
        """Return the chance, or the proportion of a simulation, that the camel ends in this place, 1 for first."""
        raise NotImplementedError

    def win(self, camel: str) -> ValueT:
        """Return the chance, or the proportion of a simulation, that the camel wins."""
        return self.probability(camel)

    def last(self, camel: str) -> ValueT:
        """Return the chance, or the proportion of a simulation, that the camel is last."""
        return self.probability(camel, len(self.camels))

    def _row(self, camel: str) -> int:
        if camel not in tuple(self.camels):
            raise ValueError(f"camel must be one of {' '.join(self.camels)}, got {camel!r}")
        return self.camels.index(camel)


class Leg(Places[ValueT]):
    """The places of all camels at the end of a leg."""

    __slots__ = ()

    def _count(self, counts: Sequence[Sequence[int]], camel: str, place: int) -> int:
        row = counts[self._row(camel)]
        check_whole("place", place, 1, len(self.camels))
        return row[place - 1]


class Race(Places[ValueT]):
    """The numbers of a race: of each camel those of the first and the last place, which alone are counted, and the legs."""

    __slots__ = ()

    def measures(self: Any) -> Iterator[Measure]:
        for name, camel in product(("win", "last"), self.camels):
            yield Measure(name, getattr(self, name)(camel), camel)
        yield Measure("mean_legs", self.mean_legs)

    @property
    def ranking(self) -> str:
        """The camels from the most to the least likely, or frequent, winner."""
        return "".join(sorted(self.camels, key=self.win, reverse=True))

    def _is_first(self, place: int) -> bool:
        """Return whether a place is the first, and not the last; raise ValueError for the others, which nobody bets on."""
        if place not in (1, len(self.camels)):
            raise ValueError(
                f"place must be 1 or {len(self.camels)} in a race, the first or the last, got {place!r:.40}"
            )
        return place == 1
