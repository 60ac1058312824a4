"""The chance of each player to win the match at the start of a round, if all players play equally well.

It is a conditional logit model (McFadden 1974), fitted to the rounds of simulated matches between equal players. A player's score
depends on the own dice, on their share of all dice, and on the place after the opener. Chances are proportional to exp(score).
It replaces the rest of a match in rollouts, whose luck would hide the differences between moves. It differs from the wins of
simulated matches by ``MEAN_ERROR`` on average, and by up to ``MAX_ERROR`` in rounds with few dice.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.match_batch import MatchSampler, RoundStarts
from boardodds.perudo.random_source import RandomDice
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.arrays import Bools, Floats, Ints

MATCHES = 1_500
MEAN_ERROR, MAX_ERROR = 0.02, 0.08
# Newton's method converges in fewer steps. The ridge keeps features that never vary, as palifico with two players, at 0.
_STEPS, _RIDGE = 12, 1e-3
_OUT = -1e9


@dataclass(frozen=True, slots=True)
class Standings:
    """The fitted model for some rules and number of players.

    weights: the weight of each feature.
    """

    rules: Rules
    players: int
    weights: tuple[float, ...]

    def chances(self, starts: RoundStarts) -> Floats:
        """Return the chance of each player to win the match: float array (rounds, players)."""
        return _chances(_features(starts, self.rules.starting_dice), starts.dice > 0, np.array(self.weights))


def similar_rules(rules: Rules) -> Rules:
    """Return rules with the same standings, as far as the matches of a fit can show, so that fewer fits are needed.

    Whether rounds may open on aces, and who may change the face in palifico, hardly matter for the worth of a die. Simulated
    matches don't play calza.
    """
    return replace(rules, open_on_aces=False, palifico_one_die_may_change_face=False, calza=False)


def fit_standings(players: int, rules: Rules = STANDARD) -> Standings:
    """Return the model fitted to matches between players of the dice alone, under similar rules; it is cached.

    players: 2 or more.

    >>> standings = fit_standings(2)
    >>> start = RoundStarts(np.array([[5, 4]]), np.array([0]), np.array([0]))
    >>> round(float(standings.chances(start)[0, 0]), 1)
    0.7
    """
    return replace(_fit(players, similar_rules(rules)), rules=rules)


@lru_cache(maxsize=32)
def _fit(players: int, rules: Rules) -> Standings:
    sampler = MatchSampler((NAIVE_AGENT,) * players, rules, keeps_calls=False)
    starts, winners = sampler.round_starts(MATCHES, RandomDice(np.random.default_rng(1)))
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
    order = _order(dice, starts.opener)
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


def _order(dice: Ints, opener: Ints) -> Ints:
    """Return the place of each player in the order of turns, 0 for the opener: int array (rounds, players)."""
    players = dice.shape[1]
    seats = (opener[:, None] + np.arange(players)) % players
    is_in = np.take_along_axis(dice, seats, axis=1) > 0
    places = is_in.cumsum(axis=1) - 1
    order = np.zeros_like(dice)
    np.put_along_axis(order, seats, places, axis=1)
    return order
