"""The page on the length of a race: its number of legs, with and without stacking."""

from functools import cached_property, partial

from boardodds.camel_up.game import GAME
from boardodds.camel_up.published_figures import LEGS
from boardodds.camel_up.rules import MAX_RACING_CAMELS, PRINTED_LABELS
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars
from boardodds.charts.style import Tone
from boardodds.dashboard.camel_up import length_tables, race_lengths
from boardodds.dashboard.camel_up.approaches import IDEAS, approaches_view
from boardodds.dashboard.camel_up.length_tables import Legs
from boardodds.dashboard.camel_up.race_lengths import POST_COURSE, POST_RACES, WITH, RaceCourse
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.panels import Code, Note, Panel, Parts, Values
from boardodds.dashboard.ui.play_page import PlayPage, turn_row
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import whole_number
from boardodds.dashboard.ui.sheet import Answer, Sheet, WhatIf
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.probability.display import plural


class LengthSheet(Sheet[RaceCourse]):
    """What the page says about the length of a race.

    >>> LengthSheet(POST_COURSE).answer.finding
    'A race takes 4.7 legs on average. Stacking saves 1.8 legs'
    """

    @cached_property
    def lengths(self) -> dict[str, Legs]:
        """The number of legs with and without stacking."""
        return race_lengths.solve_lengths(self.state)

    @property
    def box(self) -> str:
        return PRINTED_LABELS[self.state.edition].partition(" (")[0]

    @property
    def prediction(self) -> Prediction:
        return Prediction("how many legs a race takes on average", 20, "leg")

    @cached_property
    def answer(self) -> Answer:
        stacked, unstacked = self.lengths.values()
        pmf = length_tables.pmf_of(stacked)
        median = int(pmf.quantile(0.5))
        return Answer(
            f"A race takes {pmf.mean:.1f} legs on average. {length_tables.saving_text(stacked, unstacked)}",
            method=f"{length_tables.means_text(stacked, unstacked)}. Each dot is one race of a hundred with stacking; those of "
            f"at most {plural(median, 'leg')} are filled. The rolls that place the camels don't count as a leg.",
            pieces=Dots(pmf, "leg", Tone(*GAME.accent), median),
        )

    @cached_property
    def chart(self) -> Panel | None:
        """The chart of the chance of each number of legs, with and without stacking."""
        pmfs = {name: length_tables.pmf_of(found) for name, found in self.lengths.items()}
        means = ", ".join(f"{name} {pmf.mean:.2f}" for name, pmf in pmfs.items())
        return Panel(
            leg_bars(pmfs, length_tables.leg_errors(self.lengths)),
            key="length_chart",
            alt=f"Chance of each number of legs in percent; on average {means}.",
            finding="Number of legs",
            method="chance of each, in percent",
        )

    @cached_property
    def slider(self) -> WhatIf | None:
        return WhatIf(
            name="if_camels",
            label="Camels",
            now=self.state.camels,
            curve={camels: mean.value for camels, mean in race_lengths.means_by_camels(self.state).items()},
            words=lambda camels, mean: f"With {plural(camels, 'camel')} a race takes {mean:.1f} legs on average",
            event=lambda camels: {"kind": "set", "name": "camels", "value": camels},
        )


def lengths_view(sheet: LengthSheet) -> Parts:
    """Return the shortest and the longest race, and the table of all lengths."""
    lengths = sheet.lengths
    yield length_tables.shortest_in_words(lengths[WITH])
    errors = length_tables.leg_errors(lengths)
    origin = f"{race_lengths.SIMULATED_RACES:,} simulated races {' and '.join(errors)}" if errors else "exact"
    yield Note(f"Chances of the chart: {origin}. {RARE_LENGTHS}")
    if sheet.state == POST_COURSE:
        yield (
            f"The 2015 blog post gives {LEGS[True]} legs with stacking (from {POST_RACES:,} simulated races) and "
            f"{LEGS[False]} without (calculated). A simulation of {POST_RACES:,} races seldom shows an event that is much "
            f"rarer than 1 in {POST_RACES:,}. The shortest race in the blog post took two legs; the exact distribution "
            "includes a race of a single leg."
        )
    note = length_tables.means_in_words(lengths)
    yield Values(partial(length_tables.length_rows, lengths), key="length_rows", percent=list(lengths), note=note)


_SIMULATED = (
    "Crazy camels carry others backwards, so a race can return to an earlier board. It is therefore **simulated**: "
    f"{race_lengths.SIMULATED_RACES:,} races with stacking and as many without, always the same ones. The slider simulates fewer "
    "races for each other number of camels."
)


def method_view(sheet: LengthSheet) -> Parts:
    """Return how the length is calculated."""
    yield _SIMULATED if sheet.state.has_crazy_camels else IDEAS
    yield "**Source**: a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    yield Code(race_lengths.python_lines(sheet.state, sheet.lengths[WITH]))


def _board(store: StateStore[RaceCourse]) -> None:
    show_rules(store, store.state, ["edition", "track"])
    turn_row(store)


def _setup(store: StateStore[RaceCourse]) -> None:
    show_rules(store, store.state, ["camels", "faces"])


LENGTH_PAGE = PlayPage(
    title=GAME.pages[2].question,
    definition=race_lengths.DEFINITION,
    sheet=LengthSheet,
    views={"Lengths": lengths_view, "Approaches": approaches_view, "Method": method_view},
    settings={"if_camels": whole_number(1, MAX_RACING_CAMELS)},
    setup=_setup,
    board=_board,
)
