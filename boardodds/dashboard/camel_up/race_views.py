"""The views of the race page, one function each."""

from collections.abc import Callable
from math import comb

import streamlit as st

from boardodds.camel_up import Action, Position, RaceSample, Rules
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_table import table_work
from boardodds.camel_up.variants import (
    FEWER_SQUARES,
    FOUR_FACES,
    MORE_SQUARES,
    NO_CRAZY_CAMELS,
    NO_REARMOST,
    NO_STACKING,
    NO_TILES,
    STACKING,
    TWO_FACES,
    variants,
)
from boardodds.charts import camel_up as charts
from boardodds.dashboard.camel_up import race_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.action_rows import show_actions
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.inputs import rules_in_python
from boardodds.dashboard.camel_up.race_rows import Race
from boardodds.dashboard.camel_up.roll_choice import show_next_rolls
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, formula, python_panel
from boardodds.dashboard.ui.table_store import setting
from boardodds.probability.ablation import ablate
from boardodds.probability.estimate import estimate_of

_WHAT_IF = (
    NO_STACKING,
    STACKING,
    NO_TILES,
    NO_CRAZY_CAMELS,
    NO_REARMOST,
    FEWER_SQUARES,
    MORE_SQUARES,
    TWO_FACES,
    FOUR_FACES,
)


def choose_thoroughness(setup: CamelSetup) -> bool:
    """Return whether to solve the race exactly even if that takes long, and show a switch for it if it does."""
    position, rules = setup.position, setup.rules
    if not is_race_solvable(position, rules) or solvers.is_race_quick(position, rules):
        return False
    work = table_work(len(position.racing), rules.track, rules.faces)
    return st.toggle(
        "Solve every board of the race",
        **setting("exact", False),
        help=f"Exactly, by going through {work:,} moves, which takes a few seconds the first time under these rules. Otherwise "
        f"{SIMULATED_GAMES:,} races are simulated.",
    )


def actions_view(setup: CamelSetup, race: Race) -> Action | None:
    """Show every legal action, race bets included, ranked by expected coins, and return the best one, if there is any."""
    return show_actions(setup, solvers.leg(setup.position, setup.rules), race)


def next_roll_view(setup: CamelSetup, race: Race) -> None:
    """Show each camel's chance of winning the race after every possible next roll."""
    if isinstance(race, RaceSample):
        st.markdown("This race is simulated, and too slowly to do so for every roll that may come next.")
        return
    rolls = solvers.next_race_rolls(setup.position, setup.rules)
    if not rolls:
        st.markdown("The last die of the leg is rolled: the next leg begins with all dice.")
        return
    bars = {"now": _win_odds(race)} | {str(roll.roll): _win_odds(roll.after) for roll in rolls}
    show_next_rolls("race", bars, race.ranking, tables.next_rolls(rolls))


def legs_view(_setup: CamelSetup, race: Race) -> None:
    """Show the distribution of the number of legs left."""
    st.markdown(
        f"**Expected legs left: {estimate_of(race.mean_legs):.2f}**, this one included. The most likely number is "
        f"{max(race.legs.outcomes, key=race.legs.probability)}. {tables.ends_this_leg_text(race)}"
    )
    chart(
        charts.leg_bars({"legs": race.legs}, tables.leg_errors("legs", tables.length_of(race))),
        key="legs_chart",
        alt="Legs still to run: " + ", ".join(f"{n} {race.legs.probability(n):.1%}" for n in race.legs.outcomes[:8]),
    )
    table(tables.length_grid({"chance": tables.length_of(race)}))
    csv_button(
        "Legs as CSV",
        lambda: tables.length_rows({"chance": tables.length_of(race)}),
        file_name="legs.csv",
        key="legs_csv",
    )


def what_if_view(setup: CamelSetup, race: Race) -> None:
    """Show the chances of winning under other rules next to those now."""
    cases = _what_if_cases(setup.position, setup.rules)
    now = (setup.position, setup.rules)
    ablation = ablate(lambda case: race if case == now else solvers.race(*case), now, cases)
    bars = {name: _win_odds(odds) for name, odds in {"now": ablation.baseline, **ablation.variants}.items()}
    st.caption("Chance of each camel to win the race.")
    chart(
        charts.split_bars(bars, race.ranking),
        key="what_if_chart",
        alt="Chance of each camel to win the race now and under each changed rule; the table below has the figures.",
    )
    table(tables.effect_grid(ablation))
    is_simulated = any(isinstance(odds, RaceSample) for odds in (ablation.baseline, *ablation.variants.values()))
    note = " The file has the interval of each difference." if is_simulated else ""
    st.caption(f"In brackets the difference to now, in percentage points or legs.{note}")
    csv_button("What if as CSV", lambda: tables.effects(ablation), file_name="what_if.csv", key="what_if_csv")


def how_view(setup: CamelSetup, race: Race) -> None:
    """Explain how the answer is computed."""
    camels, rules = len(setup.position.racing), setup.rules
    boards = comb(rules.track + camels - 1, camels)
    if not is_race_solvable(setup.position, rules):
        st.markdown(
            "Crazy camels run backwards and carry others with them, so a race with them can return to where it was; and very "
            "long races have too many boards. Such a race is not solved board by board. It is **simulated**, "
            f"{SIMULATED_GAMES:,} races from a fixed seed, and every figure carries its 95% interval."
        )
    else:
        if isinstance(race, RaceSample):
            st.markdown(
                f"This race is **simulated**, {SIMULATED_GAMES:,} times from a fixed seed, because that is quick. It can be "
                "solved exactly too, which the switch at the top asks for:"
            )
        st.markdown(
            "The post on race lengths had *no idea how to do this other than simulation*. It can be counted, by naming camels "
            "after their **rank** and not their colour: who is last, who is next, up to the leader. A board is then "
            f"{camels} squares in ascending order, and {camels} camels on {rules.track} squares make"
        )
        formula(rf"\binom{{{rules.track}+{camels}-1}}{{{camels}}} = {boards:,} \text{{ boards}}".replace(",", r"{,}"))
        st.markdown(
            f"With the dice that may still be in the pyramid, {2**camels - 1} sets, that is {boards * (2**camels - 1):,} states. "
            "Camels only move forward, so one pass from the finish back, by the sum of the squares, finds every state's "
            "successors already solved: the chance of each rank to win and to come last, and of each number of legs. That pass "
            f"goes through at most {table_work(camels, rules.track, rules.faces):,} moves, once for all positions under the "
            "same rules."
        )
        st.markdown(
            "The leg in play, with its tiles and colours, is counted forward as on the page of the leg, and each board on which "
            "it can end is looked up. Colour comes back in at the end: a camel has the chance of its rank."
        )
    st.markdown(
        "**Tiles of later legs are left out.** They go home after each leg, and nobody knows where they will lie. "
        "The winner is the camel on top of the unit that passes the finish; last is the bottom of the rearmost stack."
    )
    st.markdown(
        "**Source**: the question is that of a post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    )
    python_panel(
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{setup.position}")\n'
        f'camel_up.solve_race(position, {rules_in_python(rules)}).win("{race.ranking[0]}")'
    )


def _what_if_cases(position: Position, rules: Rules) -> dict[str, tuple[Position, Rules]]:
    cases = variants(position, rules)
    return {name: cases[name] for name in _WHAT_IF if name in cases}


def _win_odds(race: Race) -> dict[str, float]:
    return {camel: estimate_of(race.win(camel)).value for camel in race.camels}


VIEWS: dict[str, Callable[[CamelSetup, Race], None]] = {
    "Next roll": next_roll_view,
    "Legs left": legs_view,
    "What if": what_if_view,
    "How": how_view,
}
