"""What is each rule of Candy Land worth: games under several rules, on the same cards wherever their decks allow it."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.rules import CARDS_OFF, END_ONLY, FORWARD_ONLY, LOSE_TURN, OFF, REMOVED, RESHUFFLED, Rules
from boardodds.candy_land.simulate import CHUNK, Player, Sample, add_counts, check_games, check_playable
from boardodds.probability.arrays import Ints
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.validate import check_whole

# parts of the game that can be switched off or read in another way, by name, and the fields that do it
NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS = "no licorice", "no specials", "no shortcuts"
SPECIAL_CARDS_OFF, NO_BACKWARD = "special cards off", "no backward moves"
SWITCHES: Mapping[str, Mapping[str, Any]] = {
    NO_LICORICE: {"licorice_rule": OFF},
    NO_SPECIALS: {"specials": REMOVED},
    NO_SHORTCUTS: {"shortcuts": ()},
    SPECIAL_CARDS_OFF: {"specials": CARDS_OFF},
    NO_BACKWARD: {"specials": FORWARD_ONLY},
    "licorice costs one turn": {"licorice_rule": LOSE_TURN},
    "doubles count where they end": {"double_cards": END_ONLY},
    "the last space wins": {"last_space_wins": True},
    "reshuffled before every draw": {"deck": RESHUFFLED},
}
AS_IT_IS = "as it is"

MAX_CASES = 64
_CHUNK_PER_CASE = 4


@dataclass(frozen=True, eq=False, slots=True)
class Comparison:
    """Samples of several rules, and how their games go together.

    samples: by the name of the rules. covariance: float array (rules, rules), of the turns of one game, in the order of
    ``samples``; rules that share no cards covary by chance alone.
    """

    samples: Mapping[str, Sample]
    covariance: NDArray[np.float64]

    def difference(self, name: str, baseline: str = AS_IT_IS) -> MeanEstimate:
        """How many more turns a game takes under some rules than under others, with its error."""
        return self.contrast({name: 1, baseline: -1}) if name != baseline else self.contrast({name: 0})

    def contrast(self, weights: Mapping[str, float]) -> MeanEstimate:
        """The weighted sum of the mean turns under several rules, with its error.

        Raises ValueError for a weight of rules that were not played.
        """
        names = list(self.samples)
        for name in weights:
            if name not in names:
                raise ValueError(f"weights must be of rules that were played, {', '.join(names)}, got {name!r}")
        row = np.array([weights.get(name, 0.0) for name in names])
        means = np.array([sample.turns.mean for sample in self.samples.values()])
        # rounding may leave a variance of nothing a hair below it
        variance = max(0.0, float(row @ self.covariance @ row))
        return MeanEstimate(float(row @ means), variance**0.5, next(iter(self.samples.values())).games)


def compare(
    cases: Mapping[str, Rules],
    players: int = 1,
    games: int = 100_000,
    seed: int = 1,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Plays games under each of several rules; the same seed gives the same games.

    cases: 1 to 64 rules by name. Those whose decks hold the same cards, or the first one's without some kinds, are played
    on the same shuffles, so that their difference is known better than each of them.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> played = compare({"as it is": CLASSIC, "no licorice": switched(CLASSIC, ["no licorice"])}, games=20_000)
    >>> together = played.difference("no licorice").standard_error
    >>> apart = sum(sample.mean_turns.standard_error ** 2 for sample in played.samples.values()) ** 0.5
    >>> together < apart
    True
    """
    check_whole("cases", len(cases), 1, MAX_CASES, "rules")
    check_games(games)
    for rules in cases.values():
        check_playable(rules, players)
    counts: list[Ints] = [np.zeros(1, dtype=np.int64) for _ in cases]
    visits = [np.zeros(len(rules.board), dtype=np.int64) for rules in cases.values()]
    total, squares = np.zeros(len(cases)), np.zeros((len(cases), len(cases)))
    player = Player(tuple(cases.values()), players)
    for part in run_chunks(player, games, seed, chunk=_chunk(len(cases)), executor=executor, progress=progress):
        turns = part.turns.astype(np.float64)
        total += turns.sum(axis=1)
        squares += turns @ turns.T
        counts = [add_counts(each, np.bincount(row)) for each, row in zip(counts, part.turns, strict=True)]
        visits = [each + more for each, more in zip(visits, part.visits, strict=True)]
    samples = {
        name: Sample(players, games, seed, tuple(turn_counts.tolist()), tuple(visit_counts.tolist()))
        for name, turn_counts, visit_counts in zip(cases, counts, visits, strict=True)
    }
    return Comparison(samples, (squares - np.outer(total, total) / games) / (games - 1))


def _chunk(cases: int) -> int:
    """Games in a chunk: fewer where each is played many times, so that progress is told as often."""
    return max(CHUNK // max(1, cases // _CHUNK_PER_CASE), 1)


def switched(rules: Rules, names: Sequence[str]) -> Rules:
    """The rules with some of ``SWITCHES`` thrown.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> switched(CLASSIC, ["no shortcuts", "no licorice"]).shortcuts
    ()
    """
    changes: dict[str, Any] = {}
    for name in names:
        if name not in SWITCHES:
            raise ValueError(f"switches must be among {', '.join(SWITCHES)}, got {name!r}")
        if clash := changes.keys() & SWITCHES[name].keys():
            raise ValueError(
                f"switches must not turn the same thing, but {name!r} and another both turn {', '.join(clash)}"
            )
        changes |= SWITCHES[name]
    return replace(rules, **changes)


def all_combinations(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    """The rules with every set of some switches thrown, by the names of those thrown.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> list(all_combinations(CLASSIC, ["no licorice", "no shortcuts"]))
    ['as it is', 'no licorice', 'no shortcuts', 'no licorice, no shortcuts']
    """
    return {
        combination_name(thrown): switched(rules, thrown)
        for size in range(len(names) + 1)
        for thrown in combinations(names, size)
    }


def combination_name(thrown: Sequence[str]) -> str:
    """What a set of switches is called among all combinations."""
    return ", ".join(thrown) or AS_IT_IS


def fair_shares(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """For each switch the weights that make a contrast of what throwing it does, averaged over all orders of throwing them.

    These are Shapley's values (1953): what the switches do one by one need not add up to what they do together; these do.

    >>> fair_shares(["no licorice"])
    {'no licorice': {'as it is': -1.0, 'no licorice': 1.0}}
    """
    many = len(names)
    check_whole("names", many, 1, MAX_CASES.bit_length() - 1, "switches, all of whose combinations can be played")
    if len(set(names)) < many:
        raise ValueError(f"names must be different switches, got {', '.join(names)}")
    shares: dict[str, dict[str, float]] = {}
    for name in names:
        weights: dict[str, float] = {}
        others = [other for other in names if other != name]
        for size in range(many):
            weight = factorial(size) * factorial(many - size - 1) / factorial(many)
            for before in combinations(others, size):
                with_it = [each for each in names if each in before or each == name]
                weights[combination_name(before)] = weights.get(combination_name(before), 0.0) - weight
                weights[combination_name(with_it)] = weights.get(combination_name(with_it), 0.0) + weight
        shares[name] = weights
    return shares
