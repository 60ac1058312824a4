"""The view of the length page that solves a race in the three ways of the 2015 blog post and in ours, with their cost."""

from boardodds.camel_up.approaches import MAX_STEPS, RACES, count_work, take_approach
from boardodds.camel_up.published_figures import SECONDS
from boardodds.charts.camel_up_length import value_lines
from boardodds.dashboard.camel_up import race_lengths
from boardodds.dashboard.camel_up.length_tables import power_of_ten
from boardodds.dashboard.camel_up.race_lengths import WITH, WITHOUT, RaceCourse
from boardodds.dashboard.runtime.compute import LONG, compute_all, work
from boardodds.dashboard.ui.panels import Cells, Grid, Note, Panel, Parts
from boardodds.dashboard.ui.sheet import Sheet
from boardodds.probability.display import plural
from boardodds.probability.estimate import Exact

_WAYS = dict(zip(MAX_STEPS, ("1. simulation", "2. table", "3. one camel", "ours, with stacking"), strict=True))
IDEAS = (
    "Without stacking, the blog post *Camel Up math* (2015) finds the mean number of legs of $c$ camels on $s$ squares in three "
    f"ways. It **simulates** {RACES:,} races, in about $cs$ steps each. It fills a **table** with the expected legs from every "
    "position, in $s^c$ times the rolls of a leg; without the order of the camels, up to $c!$ times fewer. And it follows **one "
    "camel**, in $s^2$ steps: its chance not to have finished, to the power of $c$, is the chance that the race goes on. With "
    "stacking, its author knew only simulation. If camels are named by rank, a table of boards and dice left solves it too."
)


def approaches_view(sheet: Sheet[RaceCourse]) -> Parts:
    """Return each way with its result and cost, and the mean number of legs by number of camels."""
    course = sheet.state
    if not course.has_crazy_camels:
        yield IDEAS
        race = (course.camels, course.track, course.faces)
        own, post = approach_grids(race)
        yield Grid(own, corner="way", caption=f"{plural(course.camels, 'camel')}, {course.track} squares")
        yield Note(
            "Steps: rolls or additions. Seconds: processor time, once on this site; a way of over half a second is not run."
        )
        yield steps_panel(race)
        yield Grid(post, corner="way", caption="Seconds in 2015, in plain Python → here, with NumPy, or the steps")
    yield camels_panel(course)


def approach_grids(own: tuple[int, int, tuple[int, ...]]) -> tuple[Cells, Cells]:
    """Return each way with its results in a race, and with the post's seconds and ours in the races of the post."""
    asked = [(way, race) for way in _WAYS for race in {own, *SECONDS}]
    works = [work(take_approach, way, *race, lane=LONG) for way, race in asked]
    found = dict(zip(asked, compute_all(works, label="Solving the races in each way…"), strict=True))
    results, times = dict[str, dict[str, tuple[float, str]]](), dict[str, dict[str, tuple[float, str]]]()
    for number, (way, name) in enumerate(_WAYS.items()):
        solved = [f"{value:.4f}" for value in found[way, own] or ()] or ["not run", ""]
        counts = [f"{count:,}" for count in count_work(way, *own)]
        columns = zip(("legs", "seconds", "states", "steps"), (*solved, *counts), strict=True)
        results[name] = {column: (0, text) for column, text in columns}
        times[name] = {}
        for race, printed in SECONDS.items():
            here = (
                f"{found[way, race][1]:.4f}"
                if found[way, race]
                else f"about {power_of_ten(count_work(way, *race)[1])} steps"
            )
            then = "".join(printed[number : number + 1])
            times[name][f"{race[0]} camels, {race[1]} squares"] = (0, f"{then} → {here}")
    return results, times


def steps_panel(race: tuple[int, int, tuple[int, ...]]) -> Panel:
    """Return the chart of the steps of each way by the number of squares, up to the longest race of the post."""
    camels, now, faces = race
    steps = {
        name: {track: Exact(count_work(way, camels, track, faces)[1]) for track in sorted({6, 10, 20, 30, 40, 50, now})}
        for way, name in reversed(_WAYS.items())
    }
    _, one_camel, table, _ = (row[now].value for row in steps.values())
    return Panel(
        value_lines(steps, "square", now, is_log=True),
        key="steps_chart",
        alt="; ".join(f"{name}: {row[now]:,.0f} steps" for name, row in steps.items()),
        finding=f"A table of all positions takes {table:,.0f} steps, following one camel {one_camel:,.0f}",
        method=f"Steps by squares for {plural(camels, 'camel')}, on a logarithmic axis. Large marks: {now} squares.",
    )


def camels_panel(course: RaceCourse) -> Panel:
    """Return the chart of the mean number of legs by number of camels, in the first edition also without stacking."""
    names = (WITH, WITHOUT)[: 2 - course.has_crazy_camels]
    means = {name: race_lengths.means_by_camels(course, name) for name in names}
    few, *_, many = means[WITH]
    ends = " and ".join(f"{row[few].value:.1f} to {row[many].value:.1f} legs {name}" for name, row in means.items())
    return Panel(
        value_lines(means, "camel", course.camels),
        key="camels_chart",
        alt="; ".join(f"{name}: {', '.join(f'{each:.2f}' for each in row.values())}" for name, row in means.items()),
        finding=f"With {few} to {many} camels, a race takes {ends}",
        method="Mean number of legs by number of camels. Filled points are exact. Hollow ones are means of at least "
        f"{race_lengths.RACES_PER_NUMBER:,} simulated races, with their 95% confidence intervals.",
    )
