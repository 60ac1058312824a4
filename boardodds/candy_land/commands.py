"""Candy Land on the command line: the length of a game, and the effect of each rule on it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from boardodds.candy_land import (
    BOX_2014,
    BOX_PEPPERMINT_PASS,
    CLASSIC,
    SCHEFFER,
    SWITCHES,
    Rules,
    compare,
    format_spaces,
    parse_spaces,
)
from boardodds.candy_land import simulate as simulate_games
from boardodds.candy_land.chain import solve_reshuffled
from boardodds.candy_land.compare import switched
from boardodds.candy_land.rules import RESHUFFLED
from boardodds.entry.command import GameCommand, Option, Play
from boardodds.entry.measures import Answer, Effect, Measure, count_measures, pmf_measures
from boardodds.entry.text_formats import TextFormat, join, split
from boardodds.probability.montecarlo import Progress

# Every variant has a name that is not empty.
_BASELINE = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line: the rules and the number of players."""

    rules: Rules
    players: int = 1


def _parse_indices(text: str) -> tuple[int, ...]:
    return tuple(int(number) - 1 for number in split(text))


def _parse_shortcuts(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.split("-") for pair in split(text))
    return tuple((int(start) - 1, int(end) - 1) for start, end in pairs)


# Texts count spaces from 1, as the printed board does; indices count from 0.
_FORMATS = {
    "spaces": TextFormat(parse_spaces, format_spaces),
    "licorice": TextFormat(
        _parse_indices,
        lambda indices: join(tuple(index + 1 for index in indices)),
        "spaces by their numbers from 1 with commas between them, as in 48,86",
        r"([0-9]{1,4}(,[0-9]{1,4})*)?",
    ),
    "shortcuts": TextFormat(
        _parse_shortcuts,
        lambda pairs: join(tuple(f"{start + 1}-{end + 1}" for start, end in pairs)),
        "pairs of spaces with commas between them, as in 5-59,34-47",
        r"([0-9]{1,4}-[0-9]{1,4}(,[0-9]{1,4}-[0-9]{1,4})*)?",
    ),
}


def _variants(case: Case) -> dict[str, Case]:
    """Return the case with each rule change, except changes that the board does not allow."""
    variants = {}
    for name in SWITCHES:
        with suppress(ValueError):
            variants[name] = replace(case, rules=switched(case.rules, [name]))
    return variants


def _reshuffle(case: Case) -> Case:
    return replace(case, rules=replace(case.rules, deck=RESHUFFLED))


def _solve(case: Case, _: Progress) -> Answer:
    if case.rules.deck != RESHUFFLED:
        raise ValueError(f"deck must be {RESHUFFLED} to be solved exactly, got {case.rules.deck!r}: simulate it")
    odds = solve_reshuffled(case.rules, players=case.players)
    means = [Measure("mean_turns", odds.turns.mean), Measure("mean_rounds", odds.rounds.mean)]
    seats = [Measure("seat_win", chance, str(seat)) for seat, chance in enumerate(odds.seat_wins, 1)]
    return Answer([*means, *seats], lambda: pmf_measures("turns", odds.turns))


def _simulate(case: Case, play: Play) -> Answer:
    sample = simulate_games(
        case.rules,
        players=case.players,
        games=play.games,
        seed=play.seed,
        executor=play.executor,
        progress=play.progress,
    )
    means = [Measure("mean_turns", sample.mean_turns), Measure("mean_rounds", sample.mean_rounds)]
    seats = [Measure("seat_win", share, str(seat)) for seat, share in enumerate(sample.seat_wins, 1)]

    def distributions() -> Iterator[Measure]:
        return count_measures("turns", dict(enumerate(sample.turn_counts)))

    return Answer([*means, *seats], distributions)


def _compare(baseline: Case, variants: Mapping[str, Case], play: Play) -> Sequence[Effect]:
    """Compare the mean turns of each variant with those of the baseline.

    All are played with the same shuffles wherever their decks allow it, which makes the differences more precise.
    """
    if any(case.players != baseline.players for case in variants.values()):
        raise ValueError(
            f"players must be {baseline.players} in every variant, because all variants use the same shuffles"
        )
    rules = {_BASELINE: baseline.rules} | {name: case.rules for name, case in variants.items()}
    comparison = compare(
        rules,
        players=baseline.players,
        games=play.games,
        seed=play.seed,
        executor=play.executor,
        progress=play.progress,
    )
    means = {name: Measure("mean_turns", sample.mean_turns) for name, sample in comparison.samples.items()}
    return [Effect(name, means[_BASELINE], means[name], comparison.difference(name, _BASELINE)) for name in variants]


CANDY_LAND = GameCommand(
    "candy_land",
    "the length of a game of Candy Land; for exact answers the deck is reshuffled before every draw",
    {
        "classic": Case(CLASSIC),
        "scheffer": Case(SCHEFFER),
        "box_2014": Case(BOX_2014),
        "box_peppermint_pass": Case(BOX_PEPPERMINT_PASS),
    },
    {"players": Option("number of players, 1 to 6")},
    _variants,
    _solve,
    _simulate,
    _compare,
    make_solvable=_reshuffle,
    formats=_FORMATS,
)
