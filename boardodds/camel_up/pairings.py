"""The results of all pairings of policies, and the prices of the rules of thumb: long simulations that are shipped as data.

``python -m benchmarks.camel_up_games`` computes them. In a pairing, one seat plays a policy and all other seats another one.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from typing import Any

from boardodds.camel_up.thumb_rules import RulePrice
from boardodds.probability.estimate import MeanEstimate, Proportion

FILE = "games.json"
SEATS = (2, 4, 6)
# The policies that are paired; the others belong to a published program, or play at random.
PAIRED = ("roll", "leader", "casual", "two dice", "greedy", "advice", "patient", "look ahead", "standings")


@dataclass(frozen=True, slots=True)
class Pairing:
    """One seat with a policy among seats with another one.

    seats: the number of players.
    policy: the policy of the one seat.
    others: the policy of all other seats.
    wins: the proportion of games that the one seat won, as in ``Games.wins``.
    coins, others_coins: the coins of the one seat, and of the others on average.
    """

    seats: int
    policy: str
    others: str
    wins: Proportion
    coins: MeanEstimate
    others_coins: MeanEstimate


@dataclass(frozen=True, slots=True)
class ShippedGames:
    """What is known from whole games of the first edition.

    games: the number of games of each pairing.
    seed: the seed.
    pairings: all pairings of different policies.
    thumb_rules: the prices of the rules of thumb.
    thumb_players, thumb_games: the policies of the players in the games of the prices, and the number of these games.
    """

    games: int
    seed: int
    pairings: tuple[Pairing, ...]
    thumb_rules: tuple[RulePrice, ...]
    thumb_players: tuple[str, ...]
    thumb_games: int

    def pairing(self, seats: int, policy: str, others: str) -> Pairing:
        """Return one pairing; raise KeyError if it was not played."""
        for pairing in self.pairings:
            if (pairing.seats, pairing.policy, pairing.others) == (seats, policy, others):
                return pairing
        raise KeyError((seats, policy, others))


@lru_cache(maxsize=1)
def shipped_games() -> ShippedGames:
    """Return the shipped results; raise OSError if their file is missing or damaged.

    >>> shipped_games().pairing(4, "advice", "roll").wins.value > 0.9
    True
    """
    try:
        data = json.loads(files("boardodds.camel_up").joinpath("data", FILE).read_text(encoding="utf-8"))
        return ShippedGames(
            games=data["games"],
            seed=data["seed"],
            pairings=tuple(
                Pairing(
                    row["seats"],
                    row["policy"],
                    row["others"],
                    Proportion(row["wins"], data["games"]),
                    _mean(row["coins"], data["games"]),
                    _mean(row["others_coins"], data["games"]),
                )
                for row in data["pairings"]
            ),
            thumb_rules=tuple(
                RulePrice(
                    row["text"], _mean(row["right"], data["thumb_games"]), _mean(row["cost"], data["thumb_games"])
                )
                for row in data["thumb_rules"]
            ),
            thumb_players=tuple(data["thumb_players"]),
            thumb_games=data["thumb_games"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise OSError(f"{FILE} is damaged: install boardodds again") from error


def as_json(games: ShippedGames) -> str:
    """Return the text of the shipped file."""
    pairings = [
        {
            "seats": pairing.seats,
            "policy": pairing.policy,
            "others": pairing.others,
            "wins": pairing.wins.successes,
            "coins": _numbers(pairing.coins),
            "others_coins": _numbers(pairing.others_coins),
        }
        for pairing in games.pairings
    ]
    rules = [
        {"text": price.text, "right": _numbers(price.right), "cost": _numbers(price.cost)}
        for price in games.thumb_rules
    ]
    head: dict[str, Any] = {
        "games": games.games,
        "seed": games.seed,
        "thumb_players": list(games.thumb_players),
        "thumb_games": games.thumb_games,
    }
    return json.dumps(head | {"thumb_rules": rules, "pairings": pairings}, indent=1) + "\n"


def _numbers(mean: MeanEstimate) -> list[float]:
    """Return the mean and its standard error."""
    return [round(mean.value, 5), round(mean.standard_error, 6)]


def _mean(numbers: list[float], size: int) -> MeanEstimate:
    value, error = numbers
    return MeanEstimate(value, error * sqrt(size), size)
