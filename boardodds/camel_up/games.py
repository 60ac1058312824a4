"""Whole games of Camel Up between players with given policies: who wins, and with how many coins."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from boardodds.camel_up.game_policies import POLICIES
from boardodds.camel_up.game_table import ROLL, Dice, Table, apply_actions, new_table
from boardodds.camel_up.game_values import Known, Turn
from boardodds.camel_up.leg_chances import ChanceCache
from boardodds.camel_up.race_cache import race_table
from boardodds.camel_up.rules import FIRST_EDITION, Rules, check_rules
from boardodds.camel_up.setup import check_course
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.validate import check_sequence, check_whole

MIN_PLAYERS, MAX_PLAYERS = 2, 8
MAX_GAMES = 1_000_000
# After this number of turns without a roll the player to move rolls, so that every game ends: under rules with other coins,
# players can prefer to move their tiles for ever. No game reaches it by tickets, race cards and first tiles alone.
MAX_IDLE = 200
# The number of games that are played together with one random generator: progress is reported after each chunk.
CHUNK = 100


@short_repr
@dataclass(frozen=True, eq=False)
class Games:
    """The results of whole games.

    policies: the names of the policies, by seat.
    coins: int array (players, games), the coins of each player at the end.
    legs: int array (games,), the number of legs.
    seed: the seed, with which the same games can be played again.
    """

    policies: tuple[str, ...]
    coins: Ints
    legs: Ints
    seed: int

    @property
    def games(self) -> int:
        return len(self.legs)

    @cached_property
    def win_shares(self) -> Floats:
        """The player's share of the win in each game: float array (players, games); players with equal coins share it."""
        best = self.coins == self.coins.max(axis=0)
        shares: Floats = best / best.sum(axis=0)
        return shares

    @property
    def wins(self) -> list[Proportion]:
        """The proportion of games won, by seat. A shared win counts in part, and the total is rounded to whole games."""
        return [self._proportion(shares) for shares in self.win_shares]

    @property
    def mean_coins(self) -> list[MeanEstimate]:
        """The mean coins, by seat."""
        return [MeanEstimate.from_sample(coins) for coins in self.coins]

    def wins_of(self, policy: str) -> Proportion:
        """Return the proportion of games won by all seats with a policy together, as in ``wins``."""
        seats = [seat for seat, name in enumerate(self.policies) if name == policy]
        if not seats:
            raise ValueError(f"policy must be one of {', '.join(sorted(set(self.policies)))}, got {policy!r}")
        return self._proportion(self.win_shares[seats].sum(axis=0))

    def _repr_html_(self) -> str:
        columns = zip(self.policies, self.wins, self.mean_coins, strict=True)
        rows = [
            {"player": f"{seat}, {policy}", "wins": win, "coins": coins}
            for seat, (policy, win, coins) in enumerate(columns, start=1)
        ]
        return html_table(f"{self.games:,} simulated games", rows)

    def _proportion(self, shares: Floats) -> Proportion:
        return Proportion(round(float(shares.sum())), self.games)


def play_games(
    players: Sequence[str],
    rules: Rules = FIRST_EDITION,
    *,
    games: int = 1_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Games:
    """Play whole games and return their results. See ``game_table`` for the rules of a game, ``game_policies`` for the policies.

    The dice are the same for all policies with the same seed, number of players and rules.

    players: the name of a policy for each seat, 2 to 8 of them. In each game another seat begins, in turn.
    games: the number of games, 2 to 1,000,000.
    seed: the seed; the same seed gives the same games with any executor.
    executor: runs the chunks of 100 games; with None they run in this thread.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError for an unknown policy, or an argument out of range.

    >>> results = play_games(["leader", "roll"], games=200, seed=1)
    >>> results.wins[0].value > 0.6
    True
    """
    check_players(players)
    check_rules(rules)
    check_course(rules.track, rules.faces)
    check_whole("games", games, 2, MAX_GAMES)
    sampler = GamesSampler(tuple(players), rules)
    parts = list(run_chunks(sampler, games, seed, chunk=CHUNK, executor=executor, progress=progress))
    coins, legs = (np.concatenate(arrays, axis=-1) for arrays in zip(*parts, strict=True))
    return Games(tuple(players), coins, legs, seed)


def check_players(players: Sequence[str]) -> None:
    """Raise ValueError unless ``players`` are the names of 2 to 8 policies."""
    check_sequence("players", players, "names of policies")
    check_whole("players", len(players), MIN_PLAYERS, MAX_PLAYERS)
    for name in players:
        if name not in POLICIES:
            raise ValueError(f"players must be among {', '.join(POLICIES)}, got {name!r}")


@dataclass(frozen=True, slots=True)
class GamesSampler:
    """A sampler of whole games. It can be pickled, so that worker processes can call it."""

    players: tuple[str, ...]
    rules: Rules

    def __call__(self, games: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Play games and return the coins, int array (players, games), and the numbers of legs, int array (games,)."""
        dice_rng, policy_rng = rng.spawn(2)
        dice = Dice(games, self.rules, dice_rng)
        table = new_table(len(self.players), games, self.rules, dice)
        players = Players(self.players, self.rules, policy_rng)
        while len(going := np.flatnonzero(~table.over)):
            for game, actions in players.choose(table, going):
                apply_actions(table, game, actions, dice)
        return table.coins, table.leg


class Players:
    """The players of some games.

    known: the chances that they share.
    """

    def __init__(self, names: tuple[str, ...], rules: Rules, rng: np.random.Generator) -> None:
        self._policies, self._rng = [POLICIES[name] for name in names], rng
        self.known = known_chances(rules)

    def choose(self, table: Table, going: Ints) -> list[tuple[Ints, Ints]]:
        """Return the actions of the players to move: for each policy, its games and their actions."""
        turn, choices = table.turn[going], []
        for policy in dict.fromkeys(self._policies):
            seats = [seat for seat, other in enumerate(self._policies) if other is policy]
            game = going[np.isin(turn, seats)]
            if len(game):
                actions = policy.choose(Turn(table, game, table.turn[game], self.known, self._rng))
                choices.append((game, np.where(table.idle[game] < MAX_IDLE, actions, ROLL)))
        return choices


@lru_cache(maxsize=2)
def known_chances(rules: Rules) -> Known:
    """Return the chances that all players of this process share.

    Without a grey die, the caches without it are the same as those with it.
    """
    leg, two_dice = ChanceCache(rules), ChanceCache(rules, max_rolls=2)
    return Known(
        leg=leg,
        two_dice=two_dice,
        no_grey=ChanceCache(rules, grey=False) if rules.crazy else leg,
        no_grey_two_dice=ChanceCache(rules, max_rolls=2, grey=False) if rules.crazy else two_dice,
        race=race_table(len(rules.camels), rules),
    )
