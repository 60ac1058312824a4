"""Questions about Candy Land: how long a game is, and what each rule costs."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from boardodds.candy_land import CLASSIC, MODERN, SCHEFFER, SWITCHES, Rules, compare, format_spaces, parse_spaces
from boardodds.candy_land import simulate as simulate_games
from boardodds.candy_land.chain import solve_reshuffled
from boardodds.candy_land.compare import switched
from boardodds.candy_land.rules import RESHUFFLED
from boardodds.command.game_command import GameCommand, Option, Play
from boardodds.command.measures import Answer, Effect, Measure, of_counts, of_pmf
from boardodds.command.values import Text, joined, split
from boardodds.probability.montecarlo import Progress

_BASELINE = ""


@dataclass(frozen=True, slots=True)
class Case:
    """The rules and how many play."""

    rules: Rules
    players: int = 1


def _spaces(text: str) -> tuple[int, ...]:
    return tuple(int(number) - 1 for number in split(text))


def _shortcuts(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.split("-") for pair in split(text))
    return tuple((int(start) - 1, int(end) - 1) for start, end in pairs)


# spaces are counted from 1, as on the printed board
_TEXTS = {
    "spaces": Text(parse_spaces, format_spaces),
    "licorice": Text(
        _spaces,
        lambda indices: joined(tuple(index + 1 for index in indices)),
        "spaces by their numbers from 1 with commas between them, as in 48,86",
        r"([0-9]{1,4}(,[0-9]{1,4})*)?",
    ),
    "shortcuts": Text(
        _shortcuts,
        lambda pairs: joined(tuple(f"{start + 1}-{end + 1}" for start, end in pairs)),
        "pairs of spaces with commas between them, as in 5-59,34-47",
        r"([0-9]{1,4}-[0-9]{1,4}(,[0-9]{1,4}-[0-9]{1,4})*)?",
    ),
}


def _variants(case: Case) -> dict[str, Case]:
    """The game with each switch thrown, but for those that its board cannot take."""
    variants = {}
    for name in SWITCHES:
        with suppress(ValueError):
            variants[name] = replace(case, rules=switched(case.rules, [name]))
    return variants


def _reshuffled(case: Case) -> Case:
    return replace(case, rules=replace(case.rules, deck=RESHUFFLED))


def _solve(case: Case, _: Progress) -> Answer:
    if case.rules.deck != RESHUFFLED:
        raise ValueError(f"deck must be {RESHUFFLED} to be solved exactly, got {case.rules.deck!r}: simulate it")
    odds = solve_reshuffled(case.rules, case.players)
    means = [Measure("mean_turns", odds.turns.mean), Measure("mean_rounds", odds.rounds.mean)]
    seats = [Measure("seat_win", chance, str(seat)) for seat, chance in enumerate(odds.seat_wins, 1)]
    return Answer([*means, *seats], lambda: of_pmf("turns", odds.turns))


def _simulate(case: Case, play: Play) -> Answer:
    sample = simulate_games(
        case.rules, case.players, play.games, play.seed, executor=play.executor, progress=play.progress
    )
    means = [Measure("mean_turns", sample.mean_turns), Measure("mean_rounds", sample.mean_rounds)]
    seats = [Measure("seat_win", share, str(seat)) for seat, share in enumerate(sample.seat_wins, 1)]

    def distributions() -> Iterator[Measure]:
        return of_counts("turns", dict(enumerate(sample.turn_counts)))

    return Answer([*means, *seats], distributions)


def _compare(baseline: Case, variants: Mapping[str, Case], play: Play) -> Sequence[Effect]:
    """Plays all on the same cards wherever their decks allow it, so that differences are known better than each of them."""
    if any(case.players != baseline.players for case in variants.values()):
        raise ValueError(f"players must be as many in every variant, {baseline.players}, for games on the same cards")
    # no variant is without a name
    rules = {_BASELINE: baseline.rules} | {name: case.rules for name, case in variants.items()}
    played = compare(rules, baseline.players, play.games, play.seed, executor=play.executor, progress=play.progress)
    means = {name: Measure("mean_turns", sample.mean_turns) for name, sample in played.samples.items()}
    return [Effect(name, means[_BASELINE], means[name], played.difference(name, _BASELINE)) for name in variants]


CANDY_LAND = GameCommand(
    "candy_land",
    "how long a game of Candy Land is; solved with the deck reshuffled before every draw",
    {"classic": Case(CLASSIC), "scheffer": Case(SCHEFFER), "modern": Case(MODERN)},
    {"players": Option("how many play, 1 to 6")},
    _variants,
    _solve,
    _simulate,
    _compare,
    solved_as=_reshuffled,
    texts=_TEXTS,
)
