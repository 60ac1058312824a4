"""The effect of each rule of Candy Land: games under several rules, with the same shuffles wherever their decks allow it."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

from boardodds.candy_land.rules import CLASSIC, OFF, PRINTED, REMOVED, Rules, variants
from boardodds.candy_land.simulation import Sample, play_cases
from boardodds.candy_land.state import State
from boardodds.probability.declared_rules import changed_rules, rule_in_words
from boardodds.probability.montecarlo import Progress
from boardodds.probability.results import Comparison
from boardodds.probability.validate import as_list, check_whole

# By the change in words, the fields of ``Rules`` that it sets: every change of a printed game.
SWITCHES: Mapping[str, Mapping[str, Any]] = {
    name: {field: getattr(changed, field) for field in changed_rules(changed, printed)}
    for printed in PRINTED.values()
    for name, changed in variants(printed).items()
}


def _change_name(field: str, value: Any) -> str:
    return rule_in_words(replace(CLASSIC, **{field: value}), field)


NO_LICORICE, NO_SHORTCUTS = _change_name("licorice_rule", OFF), _change_name("shortcuts", ())
NO_SPECIALS = _change_name("specials", REMOVED)
# The name of the rules without any change.
AS_IT_IS = "as it is"

MAX_CASES = 64


def compare(
    cases: Mapping[str, Rules] | Iterable[tuple[str, Rules]],
    *,
    players: int = 1,
    state: State | str | None = None,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison[Sample]:
    """Play games under each of several rules; the same seed gives the same games.

    Rules share their shuffles if their decks contain the same cards, or the cards of the first deck without some kinds. This
    makes the differences between them more precise.

    cases: 1 to 64 rules by name, or pairs of name and rules; the first is the baseline of differences.
    players: 1 to 6. A state has its own.
    state: the state that the games begin with, or its text; None for the start.
    games: the number of games under each of the rules, at least 2, and at most as many as have three billion turns in all.
    executor: runs the chunks of games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    Raises ValueError, before any game, for rules whose games cannot end, and for a state that is not possible with them.

    >>> comparison = compare({"as it is": CLASSIC, "no licorice": replace(CLASSIC, licorice_rule="off")}, games=20_000)
    >>> paired = comparison.difference("no licorice").standard_error
    >>> independent = sum(sample.mean_turns.standard_error ** 2 for sample in comparison.samples.values()) ** 0.5
    >>> paired < independent
    True
    """
    try:
        named = dict(cases)
    except (TypeError, ValueError) as error:
        message = f"cases must be rules by name, as in {{'as it is': candy_land.CLASSIC}}, got {cases!r:.40}"
        raise ValueError(message) from error
    check_whole("cases", len(named), 1, MAX_CASES, "rules")
    rules, run = list(named.values()), {"executor": executor, "progress": progress}
    samples, covariance = play_cases(rules, players, state, games, seed, **run)
    return Comparison(dict(zip(named, samples, strict=True)), "mean_turns", covariance, games)


def switched(rules: Rules, names: Sequence[str]) -> Rules:
    """Return the rules with some of the changes in ``SWITCHES``.

    Raises ValueError for an unknown name, and for two changes of the same field.

    >>> switched(CLASSIC, ["shortcuts: none", "licorice: no effect"]) == Rules(shortcuts=(), licorice_rule="off")
    True
    """
    changes: dict[str, Any] = {}
    for name in as_list("switches", names):
        if name not in SWITCHES:
            raise ValueError(f"switches must be among {', '.join(SWITCHES)}, got {name!r}")
        if clash := changes.keys() & SWITCHES[name].keys():
            raise ValueError(
                f"switches must not change the same rule, but {name!r} and another both change {', '.join(clash)}"
            )
        changes |= SWITCHES[name]
    return replace(rules, **changes)
