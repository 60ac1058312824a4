"""The parts of the race-length page: the sliders, the exact or simulated lengths, and the timing of four approaches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, hypot

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds import camel_up
from boardodds.camel_up import RaceSample
from boardodds.camel_up import race_approaches as approaches
from boardodds.camel_up.race_table import table_work
from boardodds.dashboard.camel_up.race_rows import pmf_of
from boardodds.dashboard.runtime.compute import LONG, SHORT, compute, forget
from boardodds.dashboard.ui.data_tables import Rows, estimate_columns
from boardodds.dashboard.ui.page_parts import choose
from boardodds.dashboard.ui.settings import Allowed, Query, allowed_part, last_value, one_of, whole_number
from boardodds.probability.estimate import estimate_of
from boardodds.probability.pmf import Pmf

# The ranges of the sliders.
CAMELS = (1, 8)
SQUARES = (6, 24)
HIGHEST_FACES = (2, 3, 4)
EDITIONS = FIRST, SECOND = "first", "second"
# The races of the second edition are simulated, which needs two camels.
_FEWEST_CAMELS = {FIRST: CAMELS[0], SECOND: 2}
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    "camels": whole_number(*CAMELS),
    "squares": whole_number(*SQUARES),
    "top": one_of(HIGHEST_FACES),
}
MAX_CAMELS_WITHOUT_STACKING = 12
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


@dataclass(frozen=True, slots=True)
class RaceCourse:
    """A race: the number of racing camels, the number of squares, the faces of the dice, and the edition.

    In the second edition crazy camels run too, and every length is simulated.
    """

    camels: int
    squares: int
    faces: tuple[int, ...]
    edition: str = FIRST

    @property
    def has_crazy_camels(self) -> bool:
        """Whether crazy camels run, which makes the race too large to solve."""
        return self.edition == SECOND

    @property
    def is_counted(self) -> bool:
        """Whether the length with stacking is exact on this page, not simulated."""
        return not self.has_crazy_camels and table_work(self.camels, self.squares, self.faces) <= _MAX_EXACT_WORK

    @property
    def is_quick(self) -> bool:
        """Whether the exact length with stacking takes only a moment."""
        return not self.has_crazy_camels and table_work(self.camels, self.squares, self.faces) <= _MAX_QUICK_WORK


# The race of the 2015 blog post, with which the page starts.
POST_COURSE = RaceCourse(camels=5, squares=16, faces=(1, 2, 3))


def choose_course(track: DeltaGenerator) -> RaceCourse:
    """Show the edition and the sliders, which the URL stores, and return the race that they set.

    track: the container of the sliders for the squares and the dice.
    """
    edition = choose(
        "Edition",
        EDITIONS,
        key="edition",
        help="In the second edition two crazy camels run backwards, and one die stays in the pyramid at the end of a leg.",
    )
    camels = st.slider(
        "Camels", _FEWEST_CAMELS[edition], CAMELS[1], value=POST_COURSE.camels, key="camels", bind="query-params"
    )
    squares = track.slider("Squares", *SQUARES, value=POST_COURSE.squares, key="squares", bind="query-params")
    highest = track.select_slider(
        "Highest number on a die", HIGHEST_FACES, value=max(POST_COURSE.faces), key="top", bind="query-params"
    )
    return RaceCourse(camels, squares, tuple(range(1, 1 + highest)), edition)


def allowed_settings(edition: str) -> Allowed:
    """Return the settings that the link of the page can have in an edition."""
    return {**LINK, "camels": whole_number(_FEWEST_CAMELS.get(edition, CAMELS[0]), CAMELS[1])}


def read_course(query: Query) -> RaceCourse:
    """Return the race of a link.

    >>> read_course({"camels": ["8"], "top": ["2"], "squares": ["900"]})
    RaceCourse(camels=8, squares=16, faces=(1, 2), edition='first')
    """
    query = allowed_part(query, allowed_settings(last_value(query, "edition", FIRST)))
    usual = {"camels": POST_COURSE.camels, "squares": POST_COURSE.squares, "top": max(POST_COURSE.faces)}
    camels, squares, highest = (int(last_value(query, name, value)) for name, value in usual.items())
    return RaceCourse(camels, squares, tuple(range(1, 1 + highest)), last_value(query, "edition", FIRST))


def with_stacking(course: RaceCourse) -> Pmf | RaceSample:
    """Return the length with stacking: an exact pmf if that is feasible, else a sample."""
    return _count_lengths([course])[course] if course.is_counted else _sample_length(course, SIMULATED_RACES)


def _count_lengths(courses: Sequence[RaceCourse]) -> dict[RaceCourse, Pmf]:
    """Return the exact lengths of several races with stacking."""
    return {
        course: compute(
            camel_up.race_length,
            course.camels,
            course.squares,
            course.faces,
            label="Solving every board of the race…",
            lane=SHORT if course.is_quick else LONG,
        )
        for course in courses
    }


def without_stacking(course: RaceCourse) -> Pmf | RaceSample:
    """Return the length without stacking: exact in the first edition, else a sample."""
    return (
        _sample_length(course, SIMULATED_RACES, stacking=False)
        if course.has_crazy_camels
        else _count_without_stacking(course)
    )


# A run needs a dozen of these, and a look-up in Streamlit's cache takes a tenth of a millisecond.
@lru_cache(maxsize=512)
def _count_without_stacking(course: RaceCourse) -> Pmf:
    return camel_up.race_length(course.camels, course.squares, course.faces, stacking=False)


def _sample_length(course: RaceCourse, races: int, *, stacking: bool = True) -> RaceSample:
    return compute(
        camel_up.simulate_race_length,
        course.camels,
        course.squares,
        course.faces,
        stacking,
        crazy=course.has_crazy_camels,
        games=races,
        seed=1,
        label=f"Simulating {races:,} races…",
    )


def means_by_camels(course: RaceCourse) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
    """Return the mean numbers of legs, and half the width of the 95% intervals of those that are simulated.

    Both are by series, with and without stacking, and by number of camels. In the first edition, all means without stacking are
    exact, and those with stacking up to the number of camels of the course as far as that is quick. The others are simulated.
    """
    races = [replace(course, camels=camels) for camels in range(_FEWEST_CAMELS[course.edition], CAMELS[1] + 1)]
    stacked: dict[RaceCourse, Pmf | RaceSample] = dict(
        _count_lengths([race for race in races if race.is_quick and race.camels <= course.camels])
    )
    for race in races:
        if race not in stacked:
            stacked[race] = with_stacking(race) if race == course else _sample_length(race, RACES_PER_POINT)
    series = {WITH: {race.camels: stacked[race] for race in races}, WITHOUT: _unstacked_by_camels(course, races)}
    means = {
        name: {camels: pmf_of(length).mean for camels, length in lengths.items()} for name, lengths in series.items()
    }
    errors = {
        name: {
            camels: length.mean_legs.interval().width / 2
            for camels, length in lengths.items()
            if isinstance(length, RaceSample)
        }
        for name, lengths in series.items()
    }
    return means, errors


def largest_errors(errors: Mapping[str, Mapping[int, float]]) -> dict[int, float]:
    """Return the largest half width of the series for each number of camels with a simulated mean.

    >>> largest_errors({"with stacking": {2: 0.1, 3: 0.2}, "without stacking": {3: 0.3}})
    {2: 0.1, 3: 0.3}
    """
    numbers = sorted({camels for widths in errors.values() for camels in widths})
    return {camels: max(widths.get(camels, 0.0) for widths in errors.values()) for camels in numbers}


def _unstacked_by_camels(course: RaceCourse, races: Sequence[RaceCourse]) -> dict[int, Pmf | RaceSample]:
    """Return the lengths without stacking by number of camels: of the races given, or exact ones of more camels."""
    if course.has_crazy_camels:
        return {
            race.camels: without_stacking(race)
            if race == course
            else _sample_length(race, RACES_PER_POINT, stacking=False)
            for race in races
        }
    return {
        camels: without_stacking(replace(course, camels=camels)) for camels in range(1, MAX_CAMELS_WITHOUT_STACKING + 1)
    }


def python_lines(course: RaceCourse, length: Pmf | RaceSample) -> str:
    """Return the lines of Python that compute the page's length with stacking."""
    arguments = f"{course.camels}, {course.squares}, {course.faces}"
    if isinstance(length, Pmf):
        answer = f"length = camel_up.race_length({arguments}, stacking=True)\nlength.mean, "
        return f"from boardodds import camel_up\n{answer}length.probability({min(length.outcomes):.0f})"
    crazy = ", crazy=True" if course.has_crazy_camels else ""
    return (
        "from boardodds import camel_up\n"
        f"length = camel_up.simulate_race_length({arguments}{crazy}, games={length.games:_}, seed={length.seed})\n"
        "str(length.mean_legs)"
    )


def saving_text(stacked: Pmf | RaceSample, unstacked: Pmf | RaceSample) -> str:
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


def means_text(stacked: Pmf | RaceSample, unstacked: Pmf | RaceSample) -> str:
    """Return the mean numbers of legs with and without stacking, with the 95% intervals of those that are simulated."""
    (mean, interval), (unstacked_mean, unstacked_interval) = map(_mean_parts, (stacked, unstacked))
    return f"{mean} legs on average with stacking{interval}, {unstacked_mean} without{unstacked_interval}"


def _mean_parts(length: Pmf | RaceSample) -> tuple[str, str]:
    """Return a mean number of legs, and its 95% interval after a space if it is simulated."""
    if isinstance(length, Pmf):
        return f"{length.mean:.2f}", ""
    mean, space, interval = str(length.mean_legs).partition(" ")
    return mean, space + interval


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
        f"With stacking, races here have at most {CAMELS[1]} camels.",
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


def number_of_ways() -> str:
    """Return in words how many ways to calculate the length are timed: the post's three and ours."""
    return ("no", "one", "two", "three", "four", "five")[len(_WAYS)]


def request_timing(course: RaceCourse) -> None:
    """Have the page time the approaches again, as a callback of its button."""
    st.session_state["time_asked"] = course
    forget(approaches.time_approaches, *_timing_arguments(course))


def timing_rows(course: RaceCourse) -> Rows:
    """Return a row with the mean number of legs and the CPU seconds for each approach: the post's three and ours.

    All rows are without stacking, except for the last one, ours with stacking. That row needs at least two camels and a feasible
    exact solution.
    """
    names = {**_WAYS, approaches.WITH_STACKING: "ours, with stacking"}
    timings = compute(approaches.time_approaches, *_timing_arguments(course), label="Timing each approach…", lane=LONG)
    skipped = f" (skipped: {approaches.table_steps(course.camels, course.squares, course.faces):,} steps)"
    return [
        {"approach": names[timing.approach] + skipped * (timing.legs is None)}
        | ({} if timing.legs is None else estimate_columns("legs", estimate_of(timing.legs)))
        | {"seconds": timing.seconds}
        for timing in timings
    ]


def _timing_arguments(course: RaceCourse) -> tuple[object, ...]:
    return course.camels, course.squares, course.faces, POST_RACES, course.is_counted and course.camels > 1
