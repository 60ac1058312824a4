"""The race page: its views, one function each, and its set-up."""

from dataclasses import replace
from functools import partial

import streamlit as st

from boardodds.camel_up import RaceSample, Rules, camel_name
from boardodds.camel_up.game import GAME, NOT_COVERED
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_solver import count_boards, count_moves, dice_in_sets
from boardodds.camel_up.setup import NO_REARMOST, variants
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars
from boardodds.dashboard.camel_up import race_lengths, solvers, tables
from boardodds.dashboard.camel_up.leg_views import changes, next_roll_view, race_bets_note, ranked_actions
from boardodds.dashboard.camel_up.page import LEG_PAGE, show_setup
from boardodds.dashboard.camel_up.sheet import SETTINGS, LegSheet, RaceSheet
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.camel_up.tables import LAST_ARRIVAL, method_text
from boardodds.dashboard.ui.panels import Formula, Panel, Parts, Values, estimate_columns
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural
from boardodds.probability.estimate import estimate_of

_MEAN_LEGS = "legs left on average"


def actions_view(sheet: LegSheet) -> Parts:
    """Return every roll, ticket, tile and race bet, ranked by expected coins."""
    yield from ranked_actions(sheet)
    if not sheet.state.is_leg_over:
        yield race_bets_note(sheet.race)


def legs_view(sheet: LegSheet) -> Parts:
    """Return the expected number of legs left, and its distribution."""
    race, end = sheet.race, sheet.race.ends_this_leg
    which, scope = (
        ("the next leg", "without this one") if sheet.state.is_leg_over else ("this leg", "this one included")
    )
    if end in (0, 1):
        ending = f"The race is certain to end in {which}." if end else f"The race can't end in {which}."
    else:
        kind = "simulated chance" if isinstance(race, RaceSample) else "chance"
        ending = f"The {kind} that the race ends in {which} is {race_lengths.chance_in_words(end)}."
    yield f"**Expected legs left: {estimate_of(race.mean_legs):.2f}**, {scope}. {ending}"
    most_likely = int(max(race.legs.outcomes, key=race.legs.probability))
    length = race.length if isinstance(race, RaceSample) else race.legs
    chance, legs = length.probability(most_likely), plural(most_likely, "leg")
    often, interval = ("Most frequent", f" {legs}: {chance}.") if isinstance(race, RaceSample) else ("Most likely", "")
    yield Panel(
        leg_bars({"": race.legs}, race_lengths.leg_errors({"": length})),
        key="legs_chart",
        alt=f"Chance of each number of legs left, of which {most_likely} has the highest. "
        + ", ".join(f"{plural(int(n), 'leg')} {percent(race.legs.probability(n))}" for n in race.legs.outcomes[:8]),
        finding=f"{often}: {legs} left, {tables.chance_text(chance)}",
        method=f"Chance of each number of legs left, in percent ({method_text(race)}).{interval} {RARE_LENGTHS}",
        rows=partial(race_lengths.length_rows, {"chance": length}),
        percent=["chance"],
    )


def what_if_view(sheet: LegSheet) -> Parts:
    """Return the chances of winning under other rules next to those now, and the legs left."""
    position = sheet.state.position
    names = {NO_REARMOST: f"without {camel_name(position.racing[0])}"}
    changed = variants(position, sheet.state.rules, ["stacking", "track", "faces"])
    cases = {names.get(name, name): case for name, case in changed.items()}
    races = {"now": sheet.race, **dict(zip(cases, solvers.quick_races(cases.values()), strict=True))}
    yield changes(sheet, races, cases)
    yield "**Legs left on average**, now and with each change"
    means = {name: estimate_of(race.mean_legs) for name, race in races.items()}
    yield Values(
        lambda: [
            {"rules": name} | estimate_columns(_MEAN_LEGS, mean) | {"difference": mean.value - means["now"].value}
            for name, mean in means.items()
        ],
        key="mean_legs_rows",
        places={_MEAN_LEGS: 2, "difference": 2},
    )


def method_view(sheet: LegSheet) -> Parts:
    """Return how the answer is computed."""
    state, race = sheet.state, sheet.race
    camels, rules = len(state.position.racing), state.rules
    if not is_race_solvable(state.position, rules):
        reason = (
            "Crazy camels run backwards and carry others with them, so a race can return to an earlier board."
            if any(camel.islower() for camel in state.position.camels)
            else "This race has too many boards or rolls to solve exactly."
        )
        yield (
            f"{reason} So this race is **simulated**: {SIMULATED_GAMES:,} times, from a fixed seed. Figures from the simulation "
            "have a 95% confidence interval (CI)."
        )
    else:
        if isinstance(race, RaceSample):
            yield (
                f"This race is **simulated** {SIMULATED_GAMES:,} times, from a fixed seed, because that is quick. To solve it "
                "exactly, turn on *Solve exactly* in *Set up*. The exact method:"
            )
        yield from _exact_method(camels, rules)
    yield (
        "**Later legs are assumed to have no tiles.** Tiles are returned after each leg, and nobody knows where players will "
        "place them. The overall winner is the camel furthest ahead when the race ends, the overall loser the one furthest "
        f"behind. {'On one square, the higher camel is ahead.' if rules.stacking else LAST_ARRIVAL}"
    )
    yield f"**Not covered**: {NOT_COVERED}"
    yield (
        "**Source**: the question comes from a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    )
    yield tables.python_lines(state, "solve_race", f'win("{race.ranking[0]}")')


def _exact_method(camels: int, rules: Rules) -> Parts:
    boards = count_boards(camels, rules.track)
    factors = boards, dice_in_sets(camels), len(set(rules.faces))
    yield (
        "The 2015 blog post on race lengths had *no idea how to do this other than simulation*. But the race can be solved "
        "exactly if camels are named by **rank**, from the rearmost to the leader, instead of by colour. A board is then the "
        f"{camels} squares on which camels stand, in ascending order. The number of boards with {camels} camels on "
        f"{rules.track} squares is"
    )
    yield Formula(rf"\binom{{{rules.track}+{camels}-1}}{{{camels}}} = {boards:,} \text{{ boards}}".replace(",", r"{,}"))
    yield (
        f"The dice in the pyramid can be any of {2**camels - 1} sets, so there are {boards * (2**camels - 1):,} states. Each "
        "one needs the chance of each rank to win and to finish last, and of each number of legs. Every move raises the sum "
        "of the squares. So states are solved from the highest sum down, and the states after every move are already solved."
    )
    yield (
        f"Together, the sets contain {factors[1]:,} dice, each with {plural(factors[2], 'number')}. "
        f"So the table takes {' × '.join(f'{factor:,}' for factor in factors)} = "
        f"{count_moves(camels, rules.track, rules.faces):,} moves, once for all positions with the same rules."
    )
    yield (
        "The current leg, with its tiles and colours, is counted forward as on the leg page. Each board at its end is looked "
        "up among the solved ones, where each camel has the chances of its rank."
    )


def _show_setup(store: StateStore[CamelState]) -> None:
    """Show the set-up, above it a switch that solves the race exactly, if that takes long."""
    state, position, rules = store.state, store.state.position, store.state.rules
    if not state.finish and is_race_solvable(position, rules) and not solvers.is_race_quick(position, rules):
        moves = count_moves(len(position.racing), rules.track, rules.faces)
        st.toggle(
            "Solve exactly (takes a few seconds)",
            help=f"Goes through {moves:,} moves, but only the first time with these rules. Otherwise {SIMULATED_GAMES:,} races "
            "are simulated.",
            **store.view("exact", state.exact),
        )
    show_setup(store)


RACE_PAGE = replace(
    LEG_PAGE,
    title=GAME.pages[1].question,
    sheet=RaceSheet,
    views={
        "What to do": actions_view,
        "Next roll": next_roll_view,
        "Legs left": legs_view,
        "What if": what_if_view,
        "Method": method_view,
    },
    settings={**SETTINGS, **RaceSheet.slider_setting},
    setup=_show_setup,
)
