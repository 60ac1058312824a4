"""The page on the length of a race: its number of legs with and without stacking, and the ways to find it with their cost."""

from functools import partial
from typing import ClassVar

from boardodds.camel_up.game import GAME
from boardodds.camel_up.length import MAX_STEPS, RACES, count_work, take_approach
from boardodds.camel_up.published_figures import LEGS, SECONDS
from boardodds.camel_up.rules import MAX_RACING_CAMELS, PRINTED_LABELS
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars, value_lines
from boardodds.charts.style import Tone
from boardodds.dashboard.camel_up import race_lengths
from boardodds.dashboard.camel_up.race_lengths import POST_COURSE, POST_RACES, WITH, WITHOUT, Legs, RaceCourse
from boardodds.dashboard.runtime.compute import LONG, compute_all, work
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.panels import Cells, Code, Grid, Note, Panel, Parts, Values
from boardodds.dashboard.ui.play_page import PlayPage, turn_row
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import whole_number
from boardodds.dashboard.ui.sheet import Answer, Sheet, WhatIf, cached_part
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.probability.display import plural
from boardodds.probability.estimate import Exact
from boardodds.probability.pmf import Pmf

_WAYS = dict(zip(MAX_STEPS, ("1. simulation", "2. table", "3. one camel", "ours, with stacking"), strict=True))
_IDEAS = (
    "Without stacking, the blog post *Camel Up math* (2015) finds the mean number of legs of $c$ camels on $s$ squares in three "
    f"ways. It **simulates** {RACES:,} races, in about $cs$ steps each. It fills a **table** with the expected legs from every "
    "position, in $s^c$ times the rolls of a leg; without the order of the camels, up to $c!$ times fewer. And it follows **one "
    "camel**, in $s^2$ steps: its chance not to have finished, to the power of $c$, is the chance that the race goes on. With "
    "stacking, its author knew only simulation. If camels are named by rank, a table of boards and dice left solves it too."
)


class LengthSheet(Sheet[RaceCourse]):
    """What the page says about the length of a race.

    >>> LengthSheet(POST_COURSE).answer.finding
    'A race takes 4.7 legs on average. Stacking saves 1.8 legs'
    """

    slider_setting: ClassVar = {"if_camels": whole_number(1, MAX_RACING_CAMELS)}

    @cached_part
    def lengths(self) -> dict[str, Legs]:
        """The number of legs with and without stacking."""
        return race_lengths.solve_lengths(self.state)

    @property
    def box(self) -> str:
        return PRINTED_LABELS[self.state.edition].partition(" (")[0]

    @cached_part
    def prediction(self) -> Prediction:
        mean = "how many legs a race takes on average"
        return Prediction(mean, 20, "leg", exact=lambda _: race_lengths.pmf_of(self.lengths[WITH]).mean)

    @cached_part
    def answer(self) -> Answer:
        stacked, unstacked = self.lengths.values()
        pmf = race_lengths.pmf_of(stacked)
        median = int(pmf.quantile(0.5))
        return Answer(
            f"A race takes {pmf.mean:.1f} legs on average. {race_lengths.saving_text(stacked, unstacked)}",
            method=f"{race_lengths.means_text(stacked, unstacked)}. Each dot is one race of a hundred with stacking; those of "
            f"at most {plural(median, 'leg')} are filled. The rolls that place the camels don't count as a leg.",
            pieces=Dots(pmf, "leg", Tone(*GAME.accent), median),
        )

    @cached_part
    def chart(self) -> Panel | None:
        """The chart of the chance of each number of legs, with and without stacking."""
        pmfs = {name: race_lengths.pmf_of(found) for name, found in self.lengths.items()}
        means = ", ".join(f"{name} {pmf.mean:.2f}" for name, pmf in pmfs.items())
        return Panel(
            leg_bars(pmfs, race_lengths.leg_errors(self.lengths)),
            key="length_chart",
            alt=f"Chance of each number of legs in percent; on average {means}.",
            finding="Number of legs",
            method="chance of each, in percent",
        )

    @cached_part
    def slider(self) -> WhatIf | None:
        return WhatIf(
            label="Camels",
            now=self.state.camels,
            curve={camels: mean.value for camels, mean in race_lengths.means_by_camels(self.state).items()},
            words=lambda camels, mean: f"With {plural(camels, 'camel')} a race takes {mean:.1f} legs on average",
            event=lambda camels: {"kind": "set", "name": "camels", "value": camels},
        )


def lengths_view(sheet: LengthSheet) -> Parts:
    """Return the shortest and the longest race, and the table of all lengths."""
    lengths = sheet.lengths
    yield race_lengths.shortest_in_words(lengths[WITH])
    errors = race_lengths.leg_errors(lengths)
    origin = f"{race_lengths.SIMULATED_RACES:,} simulated races {' and '.join(errors)}" if errors else "exact"
    yield Note(f"Chances of the chart: {origin}. {RARE_LENGTHS}")
    if sheet.state == POST_COURSE:
        yield (
            f"The 2015 blog post gives {LEGS[True]} legs with stacking (from {POST_RACES:,} simulated races) and "
            f"{LEGS[False]} without (calculated). A simulation of {POST_RACES:,} races seldom shows an event that is much "
            f"rarer than 1 in {POST_RACES:,}. The shortest race in the blog post took two legs; the exact distribution "
            "includes a race of a single leg."
        )
    means = {name: f"{each.mean:.6f}" if isinstance(each, Pmf) else each.mean for name, each in lengths.items()}
    note = f"Legs on average: {', '.join(f'{mean} {name}' for name, mean in means.items())}."
    yield Values(partial(race_lengths.length_rows, lengths), key="length_rows", percent=list(lengths), note=note)


def approaches_view(sheet: LengthSheet) -> Parts:
    """Return each way with its result and cost, and the mean number of legs by number of camels."""
    course = sheet.state
    if not course.has_crazy_camels:
        yield _IDEAS
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
        solved = [
            f"{each:.4f}" if isinstance(each, float) else str(each) for each in found[way, own] or ("not run", "")
        ]
        counts = [f"{count:,}" for count in count_work(way, *own)]
        columns = zip(("legs", "seconds", "states", "steps"), (*solved, *counts), strict=True)
        results[name] = {column: (0, text) for column, text in columns}
        times[name] = {}
        for race, printed in SECONDS.items():
            timed, then = found[way, race], "".join(printed[number : number + 1])
            here = f"{timed[1]:.4f}" if timed else f"about {race_lengths.power_of_ten(count_work(way, *race)[1])} steps"
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


def method_view(sheet: LengthSheet) -> Parts:
    """Return how the length is calculated."""
    simulated = (
        "Crazy camels carry others backwards, so a race can return to an earlier board. It is therefore **simulated**: "
        f"{race_lengths.SIMULATED_RACES:,} races with stacking and as many without, always the same ones. The slider simulates "
        "fewer races for each other number of camels."
    )
    yield simulated if sheet.state.has_crazy_camels else _IDEAS
    yield "**Source**: a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    yield Code(race_lengths.python_lines(sheet.state, sheet.lengths[WITH]))


def _board(store: StateStore[RaceCourse]) -> None:
    show_rules(store, store.state, ["edition", "track"])
    turn_row(store)


LENGTH_PAGE = PlayPage(
    title=GAME.pages[2].question,
    definition=race_lengths.DEFINITION,
    sheet=LengthSheet,
    views={"Lengths": lengths_view, "Approaches": approaches_view, "Method": method_view},
    settings=LengthSheet.slider_setting,
    setup=lambda store: show_rules(store, store.state, ["camels", "faces"]),
    board=_board,
)
