"""The parts of the race-length page: what is asked, the exact or simulated lengths, and the approaches timed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import streamlit as st

from boardodds import camel_up
from boardodds.camel_up import RaceSample, Rules
from boardodds.camel_up import race_approaches as approaches
from boardodds.camel_up.race import length_of
from boardodds.camel_up.race_cache import solver_lock
from boardodds.camel_up.race_solver import build_table
from boardodds.camel_up.race_table import table_work
from boardodds.dashboard.camel_up.race_rows import pmf_of
from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.dashboard.ui.data_tables import Rows
from boardodds.dashboard.ui.query import Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_cells import FormattedCell, figure
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress, part_of
from boardodds.probability.pmf import Pmf

CAMELS = (1, 8)
SQUARES = (6, 24)
HIGHEST = (2, 3, 4)
LINK: Allowed = {"camels": whole_number(*CAMELS), "squares": whole_number(*SQUARES), "top": one_of(HIGHEST)}
MOST_CAMELS_ALONE = 12
SIMULATED_RACES = 100_000
# of each number of camels in the line of all
LINE_RACES = 10_000
POST_RACES = 20_000
# a few seconds at most, and little enough memory for a small server
_EXACT_WORK = 70_000_000
_QUICK_WORK = 10_000_000


@dataclass(frozen=True, slots=True)
class RaceCourse:
    """How many camels run over how many squares with which dice."""

    camels: int
    squares: int
    faces: tuple[int, ...]

    @property
    def is_counted(self) -> bool:
        """Whether the race with stacking is counted here, not simulated."""
        return table_work(self.camels, self.squares, self.faces) <= _EXACT_WORK

    @property
    def is_quick(self) -> bool:
        """Whether it is counted at once."""
        return table_work(self.camels, self.squares, self.faces) <= _QUICK_WORK


THE_POSTS = RaceCourse(camels=5, squares=16, faces=(1, 2, 3))


def choose_course() -> RaceCourse:
    """The sliders; they live in the address."""
    camels, squares, faces = st.columns(3)
    return RaceCourse(
        camels=camels.slider("Camels", *CAMELS, value=5, key="camels", bind="query-params"),
        squares=squares.slider("Squares", *SQUARES, value=16, key="squares", bind="query-params"),
        faces=tuple(
            range(
                1, 1 + faces.select_slider("Highest number on a die", HIGHEST, value=3, key="top", bind="query-params")
            )
        ),
    )


def with_stacking(course: RaceCourse) -> Pmf | RaceSample:
    """The length with stacking: a Pmf where it is counted, else a sample with its error."""
    return _counted([course])[course] if course.is_counted else _sampled(course, SIMULATED_RACES)


def _counted(questions: Sequence[RaceCourse]) -> dict[RaceCourse, Pmf]:
    """Lengths with stacking, none of them simulated."""
    found = {}
    with progress("Solving every board of the race…", queued=False) as report:
        for each in questions:
            found[each] = camel_up.race_length(each.camels, each.squares, each.faces, progress=report)
    return found


# a page asks for a dozen of these in a run, a tenth of a millisecond each in Streamlit's cache
@lru_cache(maxsize=512)
def without_stacking(course: RaceCourse) -> Pmf:
    """The length without stacking, which is always counted."""
    return camel_up.race_length(course.camels, course.squares, course.faces, stacking=False)


@st.cache_data(max_entries=256, show_spinner=False)
def _sampled(course: RaceCourse, races: int) -> RaceSample:
    with progress(f"Running {races:,} races…") as report:
        return camel_up.simulate_race_length(
            course.camels, course.squares, course.faces, games=races, seed=1, progress=report
        )


def means_by_camels(course: RaceCourse) -> tuple[dict[str, dict[int, float]], dict[str, dict[int, float]]]:
    """Expected legs by number of camels, with stacking and without, and half the 95% interval of those that are simulated.

    With stacking they are counted up to the number asked for, as far as that is quick, and simulated for the others.
    """
    each = [replace(course, camels=camels) for camels in range(CAMELS[0], CAMELS[1] + 1)]
    lengths: dict[RaceCourse, Pmf | RaceSample] = dict(
        _counted([few for few in each if few.is_quick and few.camels <= course.camels])
    )
    for few in each:
        if few not in lengths:
            lengths[few] = with_stacking(few) if few == course else _sampled(few, LINE_RACES)
    samples = {few.camels: found.mean_legs for few, found in lengths.items() if isinstance(found, RaceSample)}
    stacking = {few.camels: pmf_of(lengths[few]).mean for few in each}
    alone = {
        camels: without_stacking(replace(course, camels=camels)).mean for camels in range(1, MOST_CAMELS_ALONE + 1)
    }
    errors = {camels: legs.interval().width / 2 for camels, legs in samples.items()}
    return {"with stacking": stacking, "without stacking": alone}, {"with stacking": errors}


def in_python(course: RaceCourse, found: Pmf | RaceSample) -> str:
    """The lines that give the length with stacking as the page has it."""
    arguments = f"{course.camels}, {course.squares}, {course.faces}"
    if isinstance(found, Pmf):
        answer = f"length = camel_up.race_length({arguments}, stacking=True)\nlength.mean, "
        return f"from boardodds import camel_up\n{answer}length.probability({min(found.outcomes):.0f})"
    return (
        "from boardodds import camel_up\n"
        f"length = camel_up.simulate_race_length({arguments}, games={found.games:_}, seed={found.seed})\nstr(length.mean_legs)"
    )


def mean_of(length: Pmf | RaceSample) -> float | MeanEstimate:
    """Expected legs, with their error if they were simulated."""
    return length.mean if isinstance(length, Pmf) else length.mean_legs


def ask_for_times(course: RaceCourse) -> None:
    """Has the approaches timed afresh when the page is drawn."""
    st.session_state["time_asked"] = course
    time_approaches.clear(course)


@st.cache_data(max_entries=16, show_spinner=False)
def time_approaches(course: RaceCourse) -> Rows:
    """The post's three approaches and ours on the same question, without stacking, and the seconds each took just now."""
    with progress("Asking each in turn…", long=True) as report:
        rows = _timed_rows(course, report)
    if course.is_counted and course.camels > 1:
        rows.append(_timed("ours, with stacking", lambda: _afresh_with_stacking(course).mean))
    return rows


def _timed_rows(course: RaceCourse, report: Progress) -> list[dict[str, object]]:
    arguments = (course.camels, course.squares, course.faces)
    steps = approaches.table_steps(*arguments)
    return [
        _timed(
            f"1. play {POST_RACES:,} races",
            lambda: approaches.simulated_legs(*arguments, races=POST_RACES, seed=1, progress=part_of(report, 0, 2)),
        ),
        _timed(
            "2. a table of all positions",
            lambda: approaches.expected_legs_by_table(*arguments, progress=part_of(report, 1, 2)),
        )
        if steps <= approaches.MAX_TABLE_STEPS
        else {
            "approach": "2. a table of all positions",
            "legs": f"not tried: {steps:,} steps",
            "seconds": FormattedCell("", {}),
        },
        _timed("3. one camel's chances", lambda: approaches.expected_legs_by_camel(*arguments)),
        _timed("ours, the whole pmf", lambda: camel_up.race_length(*arguments, stacking=False).mean),
    ]


def _afresh_with_stacking(course: RaceCourse) -> Pmf:
    rules = Rules(track=course.squares, faces=course.faces)
    with progress("Asking each in turn…", queued=False) as report, solver_lock(course.camels, rules, report):
        table = build_table(course.camels, rules, ranks=False, progress=report)
    return length_of(table, rules.faces, rules.track)


def _timed(name: str, answer: Callable[[], float | MeanEstimate]) -> dict[str, object]:
    # of the processor: by the clock, what others do meanwhile would count as time that an approach took
    start = time.thread_time()
    legs = answer()
    seconds = time.thread_time() - start
    return {
        "approach": name,
        "legs": f"{legs:.6f}" if isinstance(legs, float) else str(legs),
        "seconds": figure(f"{seconds:.4f}", seconds),
    }
