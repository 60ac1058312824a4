"""The effect of each rule of Candy Land: games under several rules, with the same shuffles wherever their decks allow it."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.rules import CARDS_OFF, CLASSIC, FORWARD_ONLY, OFF, PRINTED, REMOVED, Rules, variants
from boardodds.candy_land.simulate import Sample, play_cases
from boardodds.candy_land.state import State
from boardodds.probability.declared_rules import changed_rules, rule_in_words
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress
from boardodds.probability.validate import check_whole

# By the change in words, the fields of ``Rules`` that it sets: every change of a printed game.
SWITCHES: Mapping[str, Mapping[str, Any]] = {
    name: {field: getattr(changed, field) for field in changed_rules(changed, printed)}
    for printed in PRINTED.values()
    for name, changed in variants(printed).items()
}


def change_name(field: str, value: Any) -> str:
    """Return the name of a rule change, as in ``SWITCHES``.

    >>> change_name("licorice_rule", "off")
    'licorice: no effect'
    """
    return rule_in_words(replace(CLASSIC, **{field: value}), field)


NO_LICORICE, NO_SHORTCUTS = change_name("licorice_rule", OFF), change_name("shortcuts", ())
NO_SPECIALS, SPECIAL_CARDS_OFF, NO_BACKWARD = (
    change_name("specials", value) for value in (REMOVED, CARDS_OFF, FORWARD_ONLY)
)
# The name of the rules without any change.
AS_IT_IS = "as it is"

MAX_CASES = 64


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class Comparison:
    """Samples of games under several rules, and the covariance of their turns.

    samples: the sample under each of the rules, by their name.
    covariance: float array (rules, rules), the sample covariance of the turns of one game, in the order of ``samples``. Between
        rules that share no shuffles, it differs from 0 only by chance.
    """

    samples: Mapping[str, Sample]
    covariance: NDArray[np.float64]

    def difference(self, name: str, baseline: str = AS_IT_IS) -> MeanEstimate:
        """Return the mean turns under some rules minus those under the baseline, with its standard error."""
        return self.contrast({name: 1, baseline: -1}) if name != baseline else self.contrast({name: 0})

    def _repr_html_(self) -> str:
        rows = [{"rules": name, "turns": sample.mean_turns} for name, sample in self.samples.items()]
        return html_table("Mean turns with the same shuffles", rows)

    def contrast(self, weights: Mapping[str, float]) -> MeanEstimate:
        """Return a weighted sum of the mean turns under several rules, with its standard error.

        weights: by the name of the rules; 0 for rules without one. Raises ValueError for the name of rules that were not played.
        """
        names = list(self.samples)
        for name in weights:
            if name not in names:
                raise ValueError(f"weights must name rules that were simulated, {', '.join(names)}, got {name!r}")
        row = np.array([weights.get(name, 0.0) for name in names])
        means = np.array([sample.turns.mean for sample in self.samples.values()])
        # A variance of 0 can come out slightly negative after rounding.
        variance = max(0.0, float(row @ self.covariance @ row))
        return MeanEstimate(float(row @ means), variance**0.5, next(iter(self.samples.values())).games)


def compare(
    cases: Mapping[str, Rules] | Iterable[tuple[str, Rules]],
    *,
    players: int = 1,
    state: State | None = None,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play games under each of several rules; the same seed gives the same games.

    Rules share their shuffles if their decks contain the same cards, or the cards of the first deck without some kinds. This
    makes the differences between them more precise.

    cases: 1 to 64 rules by name, or pairs of name and rules.
    players: 1 to 6. A state has its own.
    state: the state that the games begin with; None for the start.
    games: the number of games under each of the rules, at least 2.
    executor: runs the chunks of games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    Raises ValueError, before any game, for rules whose games cannot end, and for a state that is not possible with them.

    >>> comparison = compare({"as it is": CLASSIC, "no licorice": replace(CLASSIC, licorice_rule="off")}, games=20_000)
    >>> paired = comparison.difference("no licorice").standard_error
    >>> independent = sum(sample.mean_turns.standard_error ** 2 for sample in comparison.samples.values()) ** 0.5
    >>> paired < independent
    True
    """
    cases = dict(cases)
    check_whole("cases", len(cases), 1, MAX_CASES, "rules")
    rules, run = list(cases.values()), {"executor": executor, "progress": progress}
    samples, covariance = play_cases(rules, players, state, games, seed, **run)
    return Comparison(dict(zip(cases, samples, strict=True)), covariance)


def switched(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with some of the changes in ``SWITCHES``.

    Raises ValueError for an unknown name, and for two changes of the same field.

    >>> switched(CLASSIC, ["shortcuts: none", "licorice: no effect"]) == Rules(shortcuts=(), licorice_rule="off")
    True
    """
    _check_names(names)
    changes: dict[str, Any] = {}
    for name in names:
        if clash := changes.keys() & SWITCHES[name].keys():
            raise ValueError(
                f"switches must not change the same rule, but {name!r} and another both change {', '.join(clash)}"
            )
        changes |= SWITCHES[name]
    return replace(rules, **changes)


def all_combinations(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    """Return the rules under every combination of some changes, by ``combination_name``.

    >>> list(all_combinations(CLASSIC, ["licorice: no effect", "shortcuts: none"]))
    ['as it is', 'licorice: no effect', 'shortcuts: none', 'licorice: no effect, shortcuts: none']
    """
    _check_names(names)
    return {
        combination_name(changes): switched(rules, changes)
        for size in range(len(names) + 1)
        for changes in combinations(names, size)
    }


def _check_names(names: Sequence[str]) -> None:
    for name in names:
        if name not in SWITCHES:
            raise ValueError(f"switches must be among {', '.join(SWITCHES)}, got {name!r}")


def combination_name(changes: Sequence[str]) -> str:
    """Return the name of a combination of rule changes."""
    return ", ".join(changes) or AS_IT_IS


def fair_shares(names: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return, for each rule change, the weights of its Shapley value, to pass to ``Comparison.contrast``.

    The Shapley value (1953) of a change is its effect averaged over all orders in which the changes can be made. The effects of
    single changes need not add up to the effect of all of them together; the Shapley values do.

    names: 1 to 6 different names.

    >>> fair_shares(["no licorice"])
    {'no licorice': {'as it is': -1.0, 'no licorice': 1.0}}
    """
    count = len(names)
    check_whole("names", count, 1, MAX_CASES.bit_length() - 1, "switches, all of whose combinations can be played")
    if len(set(names)) < count:
        raise ValueError(f"names must be different switches, got {', '.join(names)}")
    contrasts: dict[str, dict[str, float]] = {}
    for name in names:
        weights: dict[str, float] = {}
        others = [other for other in names if other != name]
        for size in range(count):
            weight = factorial(size) * factorial(count - size - 1) / factorial(count)
            for before in combinations(others, size):
                after = [change for change in names if change in before or change == name]
                weights[combination_name(before)] = weights.get(combination_name(before), 0.0) - weight
                weights[combination_name(after)] = weights.get(combination_name(after), 0.0) + weight
        contrasts[name] = weights
    return contrasts
