"""The state of the length page and its link, the exact or simulated lengths, and the timing of four approaches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot

import streamlit as st

from boardodds import camel_up
from boardodds.camel_up import RaceSample
from boardodds.camel_up import length as approaches
from boardodds.camel_up.race_solver import table_work
from boardodds.camel_up.rules import MAX_FACES, MAX_RACING_CAMELS, PRINTED, PRINTED_LABELS, Course
from boardodds.dashboard.camel_up.legs import Legs, pmf_of
from boardodds.dashboard.runtime.compute import LONG, SHORT, Work, compute, compute_all, forget, keep_results, work
from boardodds.dashboard.ui.panels import Rows, estimate_columns
from boardodds.dashboard.ui.settings import rules_definition
from boardodds.probability.declared_rules import Choice, Whole, Wholes, check_rules, rule, rules_of
from boardodds.probability.estimate import estimate_of
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

FIRST, SECOND = PRINTED
# The races of the second edition are simulated, which needs two camels.
_FEWEST_CAMELS = {FIRST: 1, SECOND: 2}
# The shortest and the longest track that are solved or simulated while a visitor waits.
_TRACKS = (6, 24)
# The end of the chart by number of camels, for races without stacking.
_MAX_CHART_CAMELS = 12
SIMULATED_RACES = 100_000
# The names of the two lengths on the page.
WITH, WITHOUT = "with stacking", "without stacking"
# The simulated races for each point of the chart by number of camels.
RACES_PER_POINT = 10_000
POST_RACES = 20_000
# Work in steps. The first takes a few seconds at most, and little enough memory for a small server.
_MAX_EXACT_WORK = 70_000_000
_MAX_QUICK_WORK = 10_000_000
# The ways to calculate the length without stacking, by their names in the library.
_WAYS = {
    approaches.SIMULATION: f"1. simulate {POST_RACES:,} races",
    approaches.TABLE: "2. table of all positions",
    approaches.ONE_CAMEL: "3. one camel's chances",
    approaches.WHOLE_PMF: "4. ours, whole distribution",
}
# In legs: smaller differences of exact means are rounding errors, and those below the second one would be shown as 0.0.
_MIN_SAVING = 1e-9
_MIN_SHOWN_SAVING = 0.05
_TIMED = "timed course"


_LIBRARY = rules_of(Course)


@dataclass(frozen=True, slots=True)
class RaceCourse:
    """A race: the number of racing camels, the squares to the finish, the numbers on a die, and the edition.

    In the second edition crazy camels run too, and every length is simulated.

    Raises ValueError if a field is out of range, or the edition does not have so few camels.
    """

    camels: int = rule(5, Whole(1, MAX_RACING_CAMELS), _LIBRARY["camels"].label)
    track: int = rule(16, Whole(*_TRACKS, "squares"), _LIBRARY["track"].label)
    # Every number can place a camel on the shortest track.
    faces: tuple[int, ...] = rule(
        (1, 2, 3), Wholes(1, _TRACKS[0], longest=MAX_FACES), _LIBRARY["faces"].label, _LIBRARY["faces"].help
    )
    edition: str = rule(
        FIRST,
        Choice(PRINTED_LABELS),
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
    def is_counted(self) -> bool:
        """Whether the length with stacking is exact on this page, not simulated."""
        return not self.has_crazy_camels and table_work(self.camels, self.track, self.faces) <= _MAX_EXACT_WORK

    @property
    def is_quick(self) -> bool:
        """Whether the exact length with stacking takes only a moment."""
        return not self.has_crazy_camels and table_work(self.camels, self.track, self.faces) <= _MAX_QUICK_WORK


# The race of the 2015 blog post, with which the page starts.
POST_COURSE = RaceCourse()
DEFINITION = rules_definition("camel_up_length", POST_COURSE, dependent="camels")


def lengths_by_camels(course: RaceCourse, numbers: Sequence[int] = ()) -> dict[str, dict[int, Legs]]:
    """Return the lengths of a course with and without stacking, by number of camels.

    In the first edition, all lengths without stacking are exact. With stacking, that of the course is exact if that is feasible,
    and those with fewer camels if that is quick. The others are simulated.

    numbers: of camels, among them that of the course; by default all that the page can have.
    """
    raced = numbers or range(_FEWEST_CAMELS[course.edition], MAX_RACING_CAMELS + 1)
    races = [replace(course, camels=camels) for camels in raced]
    works = [_stacked_work(race, course) for race in races]
    if course.has_crazy_camels:
        works += [_sample_work(race, course, stacking=False) for race in races]
    found = compute_all(works, label="Finding the length of each race…")
    stacked, unstacked = dict(zip(raced, found, strict=False)), dict(zip(raced, found[len(races) :], strict=False))
    if not course.has_crazy_camels:
        counted = numbers or range(1, _MAX_CHART_CAMELS + 1)
        unstacked = {camels: _count_without_stacking(camels, course.track, course.faces) for camels in counted}
    return {WITH: stacked, WITHOUT: unstacked}


def _stacked_work(race: RaceCourse, course: RaceCourse) -> Work:
    if race.is_counted if race == course else race.is_quick and race.camels < course.camels:
        lane = SHORT if race.is_quick else LONG
        return work(camel_up.race_length, race.camels, race.track, race.faces, lane=lane)
    return _sample_work(race, course)


def _sample_work(race: RaceCourse, course: RaceCourse, *, stacking: bool = True) -> Work:
    return work(
        camel_up.simulate_race_length,
        race.camels,
        race.track,
        race.faces,
        stacking,
        crazy=race.has_crazy_camels,
        games=SIMULATED_RACES if race == course else RACES_PER_POINT,
        seed=1,
    )


@keep_results(entries=512)
def _count_without_stacking(camels: int, track: int, faces: tuple[int, ...]) -> Pmf:
    return camel_up.race_length(camels, track, faces, stacking=False)


def means_by_camels(
    lengths: Mapping[str, Mapping[int, Legs]],
) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
    """Return the mean numbers of legs, and half the width of the 95% intervals of those that are simulated.

    Both are by series, with and without stacking, and by number of camels.
    """
    means = {name: {camels: pmf_of(found).mean for camels, found in row.items()} for name, row in lengths.items()}
    errors = {
        name: {
            camels: found.mean_legs.interval().width / 2
            for camels, found in row.items()
            if isinstance(found, RaceSample)
        }
        for name, row in lengths.items()
    }
    return means, errors


def largest_errors(errors: Mapping[str, Mapping[int, float]]) -> dict[int, float]:
    """Return the largest half width of the series for each number of camels with a simulated mean.

    >>> largest_errors({"with stacking": {2: 0.1, 3: 0.2}, "without stacking": {3: 0.3}})
    {2: 0.1, 3: 0.3}
    """
    numbers = sorted({camels for widths in errors.values() for camels in widths})
    return {camels: max(widths.get(camels, 0.0) for widths in errors.values()) for camels in numbers}


def python_lines(course: RaceCourse, length: Legs) -> str:
    """Return the lines of Python that compute the page's length with stacking."""
    arguments = f"{course.camels}, {course.track}, {course.faces}"
    if isinstance(length, Pmf):
        answer = f"length = camel_up.race_length({arguments}, stacking=True)\nlength.mean, "
        return f"from boardodds import camel_up\n{answer}length.probability({min(length.outcomes):.0f})"
    crazy = ", crazy=True" if course.has_crazy_camels else ""
    return (
        "from boardodds import camel_up\n"
        f"length = camel_up.simulate_race_length({arguments}{crazy}, games={length.games:_}, seed={length.seed})\n"
        "str(length.mean_legs)"
    )


def saving_text(stacked: Legs, unstacked: Legs) -> str:
    """Return a sentence on how much stacking changes the mean number of legs.

    >>> saving_text(Pmf((4, 5), (0.5, 0.5)), Pmf((6,), (1.0,)))
    'Stacking saves 1.5 legs'
    >>> saving_text(Pmf((3,), (1.0,)), Pmf((3,), (1.0,)))
    'Stacking makes no difference'
    """
    means = [estimate_of(legs.mean if isinstance(legs, Pmf) else legs.mean_legs) for legs in (stacked, unstacked)]
    saving = means[1].value - means[0].value
    half_width = hypot(*(mean.interval().width / 2 for mean in means))
    if abs(saving) <= max(half_width, _MIN_SAVING):
        return f"Stacking makes {'no clear difference' if half_width else 'no difference'}"
    amount = f"{abs(saving):.1f}" if abs(saving) >= _MIN_SHOWN_SAVING else "less than 0.1"
    return f"Stacking {'saves' if saving > 0 else 'costs'} {amount} legs"


def means_text(stacked: Legs, unstacked: Legs) -> str:
    """Return the mean numbers of legs with and without stacking, with the 95% intervals of those that are simulated."""
    means = [f"{each.mean:.2f}" if isinstance(each, Pmf) else str(each.mean_legs) for each in (stacked, unstacked)]
    (mean, *interval), (other, *other_interval) = (text.split(" ", 1) for text in means)
    return " ".join([f"{mean} legs on average with stacking", *interval]) + " ".join(
        [f", {other} without", *other_interval]
    )


def camels_method(course: RaceCourse, errors: Mapping[int, float]) -> str:
    """Return how the chart by number of camels is read, and the origin of its points.

    errors: half the width of the 95% interval of each simulated mean, by number of camels.
    """
    if course.has_crazy_camels:
        return (
            "Average number of legs by number of racing camels: circles with stacking, squares without. All points are means of "
            f"at least {RACES_PER_POINT:,} simulated races; their 95% confidence intervals reach at most "
            f"{_bound(errors.values())} legs to either side."
        )
    sentences = [
        "Average number of legs by number of camels: circles with stacking, squares without.",
        f"With stacking, races here have at most {MAX_RACING_CAMELS} camels.",
    ]
    if errors:
        sentences.append(
            f"Filled points are exact. Hollow points are means of at least {RACES_PER_POINT:,} simulated races; their 95% "
            f"confidence intervals reach at most {_bound(errors.values())} legs to either side."
        )
    if slow := [camels for camels in errors if replace(course, camels=camels).is_counted]:
        numbers = " or ".join(map(str, slow))
        sentences.append(f"If you choose {numbers} camels, their mean is exact too.")
    return " ".join(sentences)


def _bound(half_widths: Iterable[float]) -> str:
    """Return a number of two decimals that none of the half-widths exceeds.

    >>> _bound([0.0141, 0.01])
    '0.02'
    """
    return f"{ceil(100 * max(half_widths)) / 100:.2f}"


def request_timing(course: RaceCourse) -> None:
    """Time the approaches again, as a callback of the button."""
    st.session_state[_TIMED] = course
    forget(approaches.time_approaches, *_timing_arguments(course))


def timed_course() -> RaceCourse | None:
    """Return the course for which the visitor last asked for times; None if there is none."""
    found: RaceCourse | None = st.session_state.get(_TIMED)
    return found


def timing_rows(course: RaceCourse) -> Rows:
    """Return a row with the mean number of legs and the CPU seconds for each approach: the post's three and ours.

    All rows are without stacking, except for the last one, ours with stacking. That row needs at least two camels and a feasible
    exact solution.
    """
    names = {**_WAYS, approaches.WITH_STACKING: "ours, with stacking"}
    timings = compute(
        approaches.time_approaches, *_timing_arguments(course), label="Timing each approach…", lane=LONG, keep=False
    )
    skipped = f" (skipped: {approaches.table_steps(course.camels, course.track, course.faces):,} steps)"
    return [
        {"approach": names[timing.approach] + skipped * (timing.legs is None)}
        | ({} if timing.legs is None else estimate_columns("legs", estimate_of(timing.legs)))
        | {"seconds": timing.seconds}
        for timing in timings
    ]


def _timing_arguments(course: RaceCourse) -> tuple[object, ...]:
    return course.camels, course.track, course.faces, POST_RACES, course.is_counted and course.camels > 1
