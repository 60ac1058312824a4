"""Whole matches of a player that follows the advice: long simulations that are shipped as data.

``python -m benchmarks.perudo_advice`` plays them, under the standard rules. One seat has one kind of player, and all other seats
another one.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from boardodds.probability.estimate import Proportion

PATH = Path(__file__).parent / "data" / "advice.json"
# The player that follows the page's advice, and the one that makes the safest move given the bids.
ADVICE, SAFEST_GIVEN_BIDS = "advice", "safest given the bids"


@dataclass(frozen=True, slots=True)
class AdvicePairing:
    """One player among others of another kind.

    players: the number of players in all.
    player, others: the kinds of players.
    wins: the proportion of matches that the one player won.
    """

    players: int
    player: str
    others: str
    wins: Proportion

    @property
    def fair_share(self) -> float:
        """The proportion that equal players win."""
        return 1 / self.players


@dataclass(frozen=True, slots=True)
class AdviceMatches:
    """The shipped results.

    rollouts: how often the player with the advice plays a round on with each move; the page does so more often.
    pairings: all pairings.
    """

    rollouts: int
    pairings: tuple[AdvicePairing, ...]


@lru_cache(maxsize=1)
def advice_matches() -> AdviceMatches:
    """Return the shipped results; raise OSError if their file is missing or damaged.

    >>> {pairing.players for pairing in advice_matches().pairings} == {2, 3, 4, 6}
    True
    """
    try:
        data = json.loads(PATH.read_text(encoding="utf-8"))
        pairings = tuple(
            AdvicePairing(row["players"], row["player"], row["others"], Proportion(row["won"], row["matches"]))
            for row in data["results"]
        )
        return AdviceMatches(data["rollouts"], pairings)
    except (KeyError, TypeError, ValueError) as error:
        raise OSError(f"{PATH.name} is damaged: install boardodds again") from error
