"""The parts of the race-length page: the sliders, the exact or simulated lengths, and the timing of four approaches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds import camel_up
from boardodds.camel_up import RaceSample
from boardodds.camel_up import race_approaches as approaches
from boardodds.camel_up.race_table import table_work
from boardodds.dashboard.camel_up.race_rows import pmf_of
from boardodds.dashboard.runtime.compute import LONG, SHORT, compute, forget
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.dashboard.ui.settings import Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_cells import FormattedCell, figure
from boardodds.probability.estimate import estimate_of
from boardodds.probability.pmf import Pmf

# The ranges of the sliders.
CAMELS = (1, 8)
SQUARES = (6, 24)
HIGHEST_FACES = (2, 3, 4)
LINK: Allowed = {"camels": whole_number(*CAMELS), "squares": whole_number(*SQUARES), "top": one_of(HIGHEST_FACES)}
MAX_CAMELS_WITHOUT_STACKING = 12
SIMULATED_RACES = 100_000
# The simulated races for each point of the chart by number of camels.
RACES_PER_POINT = 10_000
POST_RACES = 20_000
# Work in moves. The first takes a few seconds at most, and little enough memory for a small server.
_MAX_EXACT_WORK = 70_000_000
_MAX_QUICK_WORK = 10_000_000


# The ways to calculate the length without stacking, by their names in the library.
_WAYS = {
    approaches.SIMULATION: f"1. simulate {POST_RACES:,} races",
    approaches.TABLE: "2. table of all positions",
    approaches.ONE_CAMEL: "3. one camel's chances",
    approaches.WHOLE_PMF: "ours, whole distribution",
}
# In legs: smaller differences of exact means are rounding errors, and those below the second one would be shown as 0.0.
_MIN_SAVING = 1e-9
_MIN_SHOWN_SAVING = 0.05


@dataclass(frozen=True, slots=True)
class RaceCourse:
    """A race: the number of camels, the number of squares, and the faces of the dice."""

    camels: int
    squares: int
    faces: tuple[int, ...]

    @property
    def is_counted(self) -> bool:
        """Whether the length with stacking is exact on this page, not simulated."""
        return table_work(self.camels, self.squares, self.faces) <= _MAX_EXACT_WORK

    @property
    def is_quick(self) -> bool:
        """Whether the exact length with stacking takes only a moment."""
        return table_work(self.camels, self.squares, self.faces) <= _MAX_QUICK_WORK


# The race of the 2015 blog post.
POST_COURSE = RaceCourse(camels=5, squares=16, faces=(1, 2, 3))


def choose_course(track: DeltaGenerator) -> RaceCourse:
    """Show the sliders, which the URL stores, and return the race that they set.

    track: the container of the sliders for the squares and the dice.
    """
    camels = st.slider("Camels", *CAMELS, value=5, key="camels", bind="query-params")
    squares = track.slider("Squares", *SQUARES, value=16, key="squares", bind="query-params")
    highest = track.select_slider("Highest number on a die", HIGHEST_FACES, value=3, key="top", bind="query-params")
    return RaceCourse(camels, squares, faces=tuple(range(1, 1 + highest)))


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


# A run needs a dozen of these, and a look-up in Streamlit's cache takes a tenth of a millisecond.
@lru_cache(maxsize=512)
def without_stacking(course: RaceCourse) -> Pmf:
    """Return the length without stacking, which is always exact."""
    return camel_up.race_length(course.camels, course.squares, course.faces, stacking=False)


def _sample_length(course: RaceCourse, races: int) -> RaceSample:
    return compute(
        camel_up.simulate_race_length,
        course.camels,
        course.squares,
        course.faces,
        games=races,
        seed=1,
        label=f"Simulating {races:,} races…",
    )


def means_by_camels(course: RaceCourse) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
    """Return the mean numbers of legs, and half the width of the 95% intervals of those that are simulated.

    Both are by series, with and without stacking, and by number of camels. With stacking, the means up to the number of camels
    of the course are exact as far as that is quick; the others are simulated.
    """
    races = [replace(course, camels=camels) for camels in range(CAMELS[0], CAMELS[1] + 1)]
    lengths: dict[RaceCourse, Pmf | RaceSample] = dict(
        _count_lengths([race for race in races if race.is_quick and race.camels <= course.camels])
    )
    for race in races:
        if race not in lengths:
            lengths[race] = with_stacking(race) if race == course else _sample_length(race, RACES_PER_POINT)
    samples = {race.camels: length.mean_legs for race, length in lengths.items() if isinstance(length, RaceSample)}
    stacked = {race.camels: pmf_of(lengths[race]).mean for race in races}
    unstacked = {
        camels: without_stacking(replace(course, camels=camels)).mean
        for camels in range(1, MAX_CAMELS_WITHOUT_STACKING + 1)
    }
    errors = {camels: legs.interval().width / 2 for camels, legs in samples.items()}
    return {"with stacking": stacked, "without stacking": unstacked}, {"with stacking": errors}


def python_lines(course: RaceCourse, length: Pmf | RaceSample) -> str:
    """Return the lines of Python that compute the page's length with stacking."""
    arguments = f"{course.camels}, {course.squares}, {course.faces}"
    if isinstance(length, Pmf):
        answer = f"length = camel_up.race_length({arguments}, stacking=True)\nlength.mean, "
        return f"from boardodds import camel_up\n{answer}length.probability({min(length.outcomes):.0f})"
    return (
        "from boardodds import camel_up\n"
        f"length = camel_up.simulate_race_length({arguments}, games={length.games:_}, seed={length.seed})\n"
        "str(length.mean_legs)"
    )


def saving_text(stacked: Pmf | RaceSample, unstacked: Pmf) -> str:
    """Return a sentence on how much stacking changes the mean number of legs.

    >>> saving_text(Pmf((4, 5), (0.5, 0.5)), Pmf((6,), (1.0,)))
    'Stacking saves 1.5 legs'
    >>> saving_text(Pmf((3,), (1.0,)), Pmf((3,), (1.0,)))
    'Stacking makes no difference'
    """
    mean = estimate_of(stacked.mean if isinstance(stacked, Pmf) else stacked.mean_legs)
    saving, half_width = unstacked.mean - mean.value, mean.interval().width / 2
    if abs(saving) <= max(half_width, _MIN_SAVING):
        return f"Stacking makes {'no clear difference' if half_width else 'no difference'}"
    amount = f"{abs(saving):.1f}" if abs(saving) >= _MIN_SHOWN_SAVING else "less than 0.1"
    return f"Stacking {'saves' if saving > 0 else 'costs'} {amount} legs"


def means_text(stacked: Pmf | RaceSample, unstacked: Pmf) -> str:
    """Return the mean number of legs with stacking, with its 95% interval if it is simulated, and the mean without."""
    mean, _, interval = (f"{stacked.mean:.3f}" if isinstance(stacked, Pmf) else str(stacked.mean_legs)).partition(" ")
    return f"{mean} legs on average with stacking{interval and f' {interval}'}, {unstacked.mean:.3f} without"


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
    return [
        {"approach": names[timing.approach], "legs": _legs_text(timing, course), "seconds": _seconds_cell(timing)}
        for timing in timings
    ]


def _timing_arguments(course: RaceCourse) -> tuple[object, ...]:
    return course.camels, course.squares, course.faces, POST_RACES, course.is_counted and course.camels > 1


def _legs_text(timing: approaches.Timing, course: RaceCourse) -> str:
    if timing.legs is None:
        return f"skipped: {approaches.table_steps(course.camels, course.squares, course.faces):,} steps"
    return f"{timing.legs:.6f}" if isinstance(timing.legs, float) else str(timing.legs)


def _seconds_cell(timing: approaches.Timing) -> FormattedCell:
    return FormattedCell("", {}) if timing.seconds is None else figure(f"{timing.seconds:.4f}", timing.seconds)
