"""Camel Up on the command line: commands for the leg, the race and the length of a race."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    LegOdds,
    LegSample,
    Position,
    RaceOdds,
    RaceSample,
    Rules,
    check,
    race_length,
    simulate_leg,
    simulate_race,
    simulate_race_length,
    solve_leg,
    solve_race,
)
from boardodds.camel_up.race_table import check_work
from boardodds.camel_up.variants import NO_CRAZY_CAMELS, NO_REARMOST, variants
from boardodds.entry.command import GameCommand, Option, Play
from boardodds.entry.measures import Answer, Measure, count_measures, no_distributions, pmf_measures
from boardodds.entry.text_formats import TextFormat
from boardodds.probability.montecarlo import Progress

_POSITION = Option("the board, as in '1:BWOG 2:Y dice=BWOGY tiles=5o.8m'", TextFormat(Position.parse))


@dataclass(frozen=True, slots=True)
class Case:
    """A board and its rules."""

    rules: Rules
    position: Position


def _presets(first: str, second: str) -> dict[str, Case]:
    return {
        "first_edition": Case(FIRST_EDITION, Position.parse(first)),
        "second_edition": Case(SECOND_EDITION, Position.parse(second)),
    }


def _leg_variants(case: Case) -> dict[str, Case]:
    """Return the named variants of a leg: those that keep the racing camels and the crazy camels."""
    race_variants = _variants(case)
    return {name: variant for name, variant in race_variants.items() if name not in (NO_REARMOST, NO_CRAZY_CAMELS)}


def _variants(case: Case) -> dict[str, Case]:
    return {name: Case(rules, position) for name, (position, rules) in variants(case.position, case.rules).items()}


def _solve_leg(case: Case, progress: Progress) -> Answer:
    odds = solve_leg(case.position, case.rules, progress=progress)
    places = [
        Measure(name, odds.fraction(camel, place), camel) for name, place in _place_names(odds) for camel in odds.camels
    ]
    coins = [Measure("tile_coins", coins, str(square)) for square, coins in odds.tile_coins.items()]
    return Answer([*places, *coins], no_distributions)


def _simulate_leg(case: Case, play: Play) -> Answer:
    sample = simulate_leg(
        case.position, case.rules, games=play.games, seed=play.seed, executor=play.executor, progress=play.progress
    )
    places = [
        Measure(name, sample.probability(camel, place), camel)
        for name, place in _place_names(sample)
        for camel in sample.camels
    ]
    return Answer(places, no_distributions)


def _place_names(leg: LegOdds | LegSample) -> Iterator[tuple[str, int]]:
    return ((f"place_{place}", place) for place in range(1, len(leg.camels) + 1))


def _solve_race(case: Case, progress: Progress) -> Answer:
    check(case.position, case.rules)
    if any(camel.islower() for camel in case.position.camels):
        raise ValueError("position must have no crazy camels to be solved: simulate it")
    check_work(len(case.position.racing), case.rules)
    odds = solve_race(case.position, case.rules, progress=progress)
    return Answer(
        [*_camel_measures(odds), Measure("mean_legs", odds.mean_legs)], lambda: pmf_measures("legs", odds.legs)
    )


def _simulate_race(case: Case, play: Play) -> Answer:
    sample = simulate_race(
        case.position, case.rules, games=play.games, seed=play.seed, executor=play.executor, progress=play.progress
    )
    return Answer([*_camel_measures(sample), *_mean_leg_measures(sample)], lambda: _leg_measures(sample))


def _camel_measures(race: RaceOdds | RaceSample) -> list[Measure]:
    wins = [Measure("win", race.win(camel), camel) for camel in race.camels]
    return wins + [Measure("last", race.last(camel), camel) for camel in race.camels]


def _mean_leg_measures(sample: RaceSample) -> list[Measure]:
    return [Measure("mean_legs", sample.mean_legs)]


def _leg_measures(sample: RaceSample) -> Iterator[Measure]:
    return count_measures("legs", dict(enumerate(sample.leg_counts)))


@dataclass(frozen=True, slots=True)
class Course:
    """The rules that the length of a race depends on; the fields are the parameters of ``race_length``."""

    camels: int = 5
    track: int = 16
    faces: tuple[int, ...] = (1, 2, 3)
    stacking: bool = True


@dataclass(frozen=True, slots=True)
class Length:
    """A whole race, from the placement of the camels by one roll each."""

    rules: Course


def _length_variants(case: Length) -> Mapping[str, Length]:
    course = case.rules
    courses = {
        "no stacking": replace(course, stacking=False),
        "one camel fewer": replace(course, camels=max(2, course.camels - 1)),
        "four squares more": replace(course, track=course.track + 4),
        "dice of one and two": replace(course, faces=(1, 2)),
    }
    return {name: Length(variant) for name, variant in courses.items()}


def _solve_length(case: Length, progress: Progress) -> Answer:
    course = case.rules
    legs = race_length(course.camels, course.track, course.faces, stacking=course.stacking, progress=progress)
    return Answer([Measure("mean_legs", legs.mean)], lambda: pmf_measures("legs", legs))


def _simulate_length(case: Length, play: Play) -> Answer:
    course = case.rules
    sample = simulate_race_length(
        course.camels,
        course.track,
        course.faces,
        stacking=course.stacking,
        games=play.games,
        seed=play.seed,
        executor=play.executor,
        progress=play.progress,
    )
    return Answer(_mean_leg_measures(sample), lambda: _leg_measures(sample))


LEG = GameCommand(
    "camel_up_leg",
    "which camel wins this leg of Camel Up",
    _presets("1:BWOG 2:Y", "1:BRPG 2:Y 14:w 15:k"),
    {"position": _POSITION},
    _leg_variants,
    _solve_leg,
    _simulate_leg,
)
RACE = GameCommand(
    "camel_up_race",
    "which camel wins the race of Camel Up, and which finishes last",
    _presets("9:BWOG 10:Y", "9:BRPG 10:Y 14:w 15:k"),
    {"position": _POSITION},
    _variants,
    _solve_race,
    _simulate_race,
)
LENGTH = GameCommand(
    "camel_up_length",
    "how many legs a race of Camel Up takes",
    {"first_edition": Length(Course())},
    {},
    _length_variants,
    _solve_length,
    _simulate_length,
)
