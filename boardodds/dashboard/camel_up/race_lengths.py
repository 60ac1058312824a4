"""The race of the page on the length of a race, its link, and its exact or simulated lengths."""

from dataclasses import dataclass, replace

from boardodds import camel_up
from boardodds.camel_up.race_solver import table_work
from boardodds.camel_up.rules import MAX_FACES, MAX_RACING_CAMELS, PRINTED, PRINTED_LABELS, Course
from boardodds.dashboard.camel_up.length_tables import Legs, mean_of
from boardodds.dashboard.runtime.compute import LONG, SHORT, Work, compute_all, keep_results, work
from boardodds.dashboard.ui.settings import rules_definition
from boardodds.probability.declared_rules import OneOf, Whole, Wholes, check_rules, rule, rules_of
from boardodds.probability.estimate import Estimate, Exact
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

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
# Work in steps. The first takes a few seconds at most, and little enough memory for a small server.
_MAX_EXACT_WORK = 70_000_000
_MAX_QUICK_WORK = 10_000_000
_LABEL = "Finding the length of each race…"
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


def solve_lengths(course: RaceCourse) -> dict[str, Legs]:
    """Return the lengths of a course with and without stacking: exact if that is feasible, otherwise simulated."""
    works = [_stacked_work(course, course)]
    if course.has_crazy_camels:
        works.append(_sample_work(course, course, stacking=False))
    stacked, *unstacked = compute_all(works, label=_LABEL)
    return {
        WITH: stacked,
        WITHOUT: unstacked[0] if unstacked else _count_without_stacking(course.camels, course.track, course.faces),
    }


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
        games=SIMULATED_RACES if race == course else RACES_PER_NUMBER,
        seed=1,
    )


@keep_results(entries=512)
def _count_without_stacking(camels: int, track: int, faces: tuple[int, ...]) -> Pmf:
    return camel_up.race_length(camels, track, faces, stacking=False)


def means_by_camels(course: RaceCourse, name: str = WITH) -> dict[int, Estimate]:
    """Return the mean number of legs by number of camels, with stacking or, in the first edition, without."""
    numbers = range(_FEWEST_CAMELS[course.edition], MAX_RACING_CAMELS + 1)
    if name == WITHOUT:
        return {camels: Exact(_count_without_stacking(camels, course.track, course.faces).mean) for camels in numbers}
    found = compute_all([_stacked_work(replace(course, camels=camels), course) for camels in numbers], label=_LABEL)
    return dict(zip(numbers, map(mean_of, found), strict=True))


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
