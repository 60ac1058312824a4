"""The race of the page on the length of a race, its link, and exact or simulated numbers of legs, as rows and in words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot, inf

from boardodds import camel_up
from boardodds.camel_up import RaceSample
from boardodds.camel_up.race_solver import table_work
from boardodds.camel_up.rules import MAX_FACES, MAX_RACING_CAMELS, PRINTED, PRINTED_LABELS, Course
from boardodds.dashboard.runtime.compute import LONG, SHORT, Work, compute_all, keep_results, work
from boardodds.dashboard.ui.panels import Rows, estimate_columns
from boardodds.dashboard.ui.settings import rules_definition
from boardodds.dashboard.ui.words import percent
from boardodds.probability.declared_rules import OneOf, Whole, Wholes, check_rules, rule, rules_of
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, Exact, Proportion, estimate_of
from boardodds.probability.lengths import LengthSample
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

Legs = Pmf | LengthSample
FIRST, SECOND = PRINTED
# The races of the second edition are simulated, which needs two camels.
_FEWEST_CAMELS = {FIRST: 1, SECOND: 2}
# The shortest and the longest track that are solved or simulated while a visitor waits.
_TRACKS = (6, 24)
SIMULATED_RACES = 100_000
# The names of the two lengths on the page.
WITH, WITHOUT = "with stacking", "without stacking"
# The simulated races for each other number of camels.
RACES_PER_NUMBER = 10_000
POST_RACES = 20_000
_SEED = 1
# Work in steps. The first takes a few seconds at most, and little enough memory for a small server.
MAX_EXACT_WORK = 70_000_000
_MAX_QUICK_WORK = 10_000_000
_LABEL = "Finding the length of each race…"
_LIBRARY = rules_of(Course)
_race_length = keep_results(entries=512)(camel_up.race_length)
# Smaller chances are shown as "1 in n", and those below the second bound with n in scientific notation.
_MIN_PERCENT_CHANCE = 0.0005
_MIN_WHOLE_CHANCE = 1e-12
# In legs: smaller differences of exact means are rounding errors, and those below the second one would be shown as 0.0.
_MIN_SAVING = 1e-9
_MIN_SHOWN_SAVING = 0.05
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class RaceCourse:
    """A race. Raises ValueError if a field is out of range, or the edition does not have so few camels."""

    camels: int = rule(5, Whole(1, MAX_RACING_CAMELS), _LIBRARY["camels"].label)
    track: int = rule(16, Whole(*_TRACKS, "squares"), _LIBRARY["track"].label)
    # Every number can place a camel on the shortest track.
    faces: tuple[int, ...] = rule(
        (1, 2, 3), Wholes(1, _TRACKS[0], longest=MAX_FACES), _LIBRARY["faces"].label, _LIBRARY["faces"].help
    )
    edition: str = rule(
        FIRST,
        OneOf(PRINTED_LABELS),
        "Edition",
        "In the second edition two crazy camels run backwards, and one die stays in the pyramid at the end of a leg.",
    )

    def __post_init__(self) -> None:
        check_rules(self)
        check_whole("camels", self.camels, _FEWEST_CAMELS[self.edition], MAX_RACING_CAMELS, "in this edition")

    @property
    def has_crazy_camels(self) -> bool:
        """Whether crazy camels run, which makes the race too large to solve."""
        return self.edition == SECOND

    @property
    def steps(self) -> float:
        """The steps that the exact length with stacking takes; infinite with crazy camels."""
        return inf if self.has_crazy_camels else table_work(self.camels, self.track, self.faces)


# The race of the 2015 blog post, with which the page starts.
POST_COURSE = RaceCourse()
DEFINITION = rules_definition("camel_up_length", POST_COURSE, dependent="camels")


def solve_lengths(course: RaceCourse) -> dict[str, Legs]:
    """Return the lengths of a course with and without stacking: exact if that is feasible, otherwise simulated."""
    works = [_stacked_work(course, course)]
    if course.has_crazy_camels:
        works.append(_sample_work(course, course, stacking=False))
    stacked, *unstacked = map(_legs_of, compute_all(works, label=_LABEL))
    return {WITH: stacked, WITHOUT: unstacked[0] if unstacked else _without_stacking(course, course.camels)}


def _legs_of(found: Pmf | RaceSample) -> Legs:
    return found.length if isinstance(found, RaceSample) else found


def _without_stacking(course: RaceCourse, camels: int) -> Pmf:
    return _race_length(camels, track=course.track, faces=course.faces, stacking=False)


def _stacked_work(race: RaceCourse, course: RaceCourse) -> Work:
    is_quick = race.steps <= _MAX_QUICK_WORK
    if race.steps <= MAX_EXACT_WORK if race == course else is_quick and race.camels < course.camels:
        lane = SHORT if is_quick else LONG
        return work(camel_up.race_length, race.camels, track=race.track, faces=race.faces, lane=lane)
    return _sample_work(race, course)


def _sample_work(race: RaceCourse, course: RaceCourse, *, stacking: bool = True) -> Work:
    return work(
        camel_up.simulate_race_length,
        race.camels,
        track=race.track,
        faces=race.faces,
        stacking=stacking,
        crazy=race.has_crazy_camels,
        games=SIMULATED_RACES if race == course else RACES_PER_NUMBER,
        seed=_SEED,
    )


def means_by_camels(course: RaceCourse, name: str = WITH) -> dict[int, Estimate]:
    """Return the mean number of legs by number of camels, with stacking or, in the first edition, without."""
    numbers = range(_FEWEST_CAMELS[course.edition], MAX_RACING_CAMELS + 1)
    if name == WITHOUT:
        return {camels: Exact(_without_stacking(course, camels).mean) for camels in numbers}
    found = compute_all([_stacked_work(replace(course, camels=camels), course) for camels in numbers], label=_LABEL)
    return {camels: estimate_of(_legs_of(each).mean) for camels, each in zip(numbers, found, strict=True)}


def python_lines(course: RaceCourse, length: Legs) -> str:
    """Return the lines of Python that compute the page's length with stacking."""
    arguments = f"{course.camels}, track={course.track}, faces={course.faces}"
    if isinstance(length, Pmf):
        call, answer = "race_length", f"length.mean, length.probability({min(length.outcomes):.0f})"
        arguments += ", stacking=True"
    else:
        call, answer = "simulate_race_length", "str(length.mean_legs)"
        arguments += f"{', crazy=True' * course.has_crazy_camels}, games={length.games:_}, seed={_SEED}"
    return f"from boardodds import camel_up\nlength = camel_up.{call}({arguments})\n{answer}"


def length_rows(lengths: Mapping[str, Legs]) -> Rows:
    """Return a row for each number of legs: its probability by length, with its interval if it is simulated."""
    rows = []
    for number in sorted({int(number) for length in lengths.values() for number in pmf_of(length).outcomes}):
        row: dict[str, object] = {"legs": number}
        for name, length in lengths.items():
            row |= estimate_columns(name, estimate_of(length.probability(number)))
        rows.append(row)
    return rows


def pmf_of(length: Legs) -> Pmf:
    """Return a length's pmf: the length itself if it is exact, else the proportions of the sample."""
    return length if isinstance(length, Pmf) else length.pmf


def chance_in_words(chance: float | Proportion) -> str:
    """Return an exact chance in percent, or as "1 in n" if it is small; a simulated one with its interval.

    >>> [chance_in_words(chance) for chance in (0.1234, 0, 9.878801223e-07, 2.5e-13, 1e-38)]
    ['12.34%', 'never', '1 in 1,012,269', '1 in 4 × 10¹²', '1 in 10³⁸']
    """
    if isinstance(chance, Proportion):
        return str(chance)
    if chance >= _MIN_PERCENT_CHANCE:
        return percent(chance, 2)
    if not chance:
        return "never"
    if chance > _MIN_WHOLE_CHANCE:
        return f"1 in {1 / chance:,.0f}"
    return f"1 in {power_of_ten(1 / chance)}"


def power_of_ten(number: float) -> str:
    """Return a large number with its first digit and a power of ten."""
    digit, power = f"{number:.0e}".split("e+")
    times = f"{digit} × " if digit != "1" else ""
    return f"{times}10{power.lstrip('0').translate(_SUPERSCRIPTS)}"


def shortest_in_words(length: Legs) -> str:
    """Return sentences on the shortest and the longest race, possible or simulated, with their chances, and on the median."""
    legs = pmf_of(length)
    fewest, most, median = int(legs.outcomes[0]), int(legs.outcomes[-1]), int(legs.quantile(0.5))
    shortest, typical = "a single leg" if fewest == 1 else f"{fewest} legs", f"most {plural(median, 'leg')}"
    chances = [chance_in_words(length.probability(number)) for number in (fewest, most)]
    if isinstance(length, Pmf):
        kind, verb, share = "possible", "takes", f"{percent(length.at_most(median))} of all races take at {typical}."
    else:
        kind, verb, share = "simulated", "took", f"At {typical}: {length.at_most(median)} of the simulated races."
    return (
        f"**The shortest {kind} race {verb} {shortest}: {chances[0]}.** The longest {kind} race {verb} "
        f"{plural(most, 'leg')}: {chances[1]}. {share}"
    )


def leg_errors(lengths: Mapping[str, Legs]) -> dict[str, list[float]]:
    """Return half the width of each bar's 95% interval for the simulated lengths, by the name of the bars."""
    return {
        name: [Proportion(count, length.games).interval().width / 2 for count in length.counts if count]
        for name, length in lengths.items()
        if isinstance(length, LengthSample)
    }


def saving_text(stacked: Legs, unstacked: Legs) -> str:
    """Return a sentence on how much stacking changes the mean number of legs."""
    means = [estimate_of(stacked.mean), estimate_of(unstacked.mean)]
    saving = means[1].value - means[0].value
    half_width = hypot(*(mean.interval().width / 2 for mean in means))
    if abs(saving) <= max(half_width, _MIN_SAVING):
        return f"Stacking makes {'no clear difference' if half_width else 'no difference'}"
    amount = f"{abs(saving):.1f}" if abs(saving) >= _MIN_SHOWN_SAVING else "less than 0.1"
    return f"Stacking {'saves' if saving > 0 else 'costs'} {amount} legs"


def means_text(stacked: Legs, unstacked: Legs) -> str:
    """Return the mean numbers of legs with and without stacking, with the 95% intervals of those that are simulated."""
    means = [f"{each.mean:.2f}" if isinstance(each, Pmf) else str(each.mean) for each in (stacked, unstacked)]
    (mean, _, interval), (other, _, other_interval) = (text.partition(" ") for text in means)
    return f"{mean} legs on average with stacking {interval}".rstrip() + f", {other} without {other_interval}".rstrip()
