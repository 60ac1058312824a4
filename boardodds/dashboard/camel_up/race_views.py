"""The views of the race page, one function each."""

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.camel_up import Position, RaceSample, Rules, camel_name
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_table import count_boards, count_moves, dice_in_sets
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
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import race_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.action_rows import show_actions
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.inputs import rules_in_python
from boardodds.dashboard.camel_up.leg_rows import POINTS
from boardodds.dashboard.camel_up.race_rows import Race
from boardodds.dashboard.camel_up.roll_choice import (
    LAST_ARRIVAL,
    SEGMENT_LABELS,
    exact_percent,
    in_dice_order,
    show_next_rolls,
    swing_text,
)
from boardodds.dashboard.ui.data_tables import Rows, table
from boardodds.dashboard.ui.page_parts import all_figures, chart, formula, python_panel
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_store import setting
from boardodds.probability.ablation import Ablation
from boardodds.probability.estimate import estimate_of
from boardodds.probability.wording import plural

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


def choose_thoroughness(setup: CamelSetup, switches: DeltaGenerator) -> bool:
    """Return whether to solve the race exactly even if that takes long, and show a switch for it if it does.

    switches: the container of the switch.
    """
    position, rules = setup.position, setup.rules
    if not is_race_solvable(position, rules) or solvers.is_race_quick(position, rules):
        return False
    moves = count_moves(len(position.racing), rules.track, rules.faces)
    return switches.toggle(
        "Solve exactly (takes a few seconds)",
        **setting("exact", False),
        help=f"Goes through {moves:,} moves, but only the first time with these rules. Otherwise {SIMULATED_GAMES:,} races are "
        "simulated.",
    )


def actions_view(setup: CamelSetup, _race: Race) -> None:
    """Show what to do now; see ``show_actions``."""
    show_actions(setup, solvers.leg(setup.position, setup.rules))


def next_roll_view(setup: CamelSetup, race: Race) -> None:
    """Show each camel's chance of winning the race after every possible next roll."""
    if isinstance(race, RaceSample):
        st.markdown(
            "Not available for this race: it is simulated, and simulating it for every possible roll would take too long."
        )
        return
    rolls = in_dice_order(solvers.next_race_rolls(setup.position, setup.rules), setup.rules)
    if not rolls:
        st.markdown("The leg is over. The next one begins with all dice in the pyramid.")
        return
    bars = {"now": _win_odds(race)} | {str(roll.roll): _win_odds(roll.after) for roll in rolls}
    show_next_rolls("race", bars, race.ranking, tables.next_rolls(rolls), finding=swing_text("race", bars))


def legs_view(_setup: CamelSetup, race: Race) -> None:
    """Show the distribution of the number of legs left."""
    most_likely = int(max(race.legs.outcomes, key=race.legs.probability))
    often = "Most frequent" if isinstance(race, RaceSample) else "Most likely"
    chart(
        leg_bars({"": race.legs}, tables.leg_errors("", tables.length_of(race))),
        key="legs_chart",
        alt=f"Chance of each number of legs left, of which {most_likely} has the highest. "
        + ", ".join(f"{plural(int(n), 'leg')} {percent(race.legs.probability(n))}" for n in race.legs.outcomes[:8]),
        finding=f"{often}: {plural(most_likely, 'leg')} left, {tables.share_text(race, most_likely)}",
        method=f"Chance of each number of legs left, in percent ({tables.method_text(race)}). {RARE_LENGTHS}",
    )
    rows = tables.length_rows({"chance": tables.length_of(race)})
    all_figures(lambda: table(rows, percent=["chance"]), key="all_legs")


def what_if_view(setup: CamelSetup, race: Race) -> None:
    """Show the chances of winning under other rules next to those now."""
    cases = _what_if_cases(setup.position, setup.rules)
    ablation = Ablation(race, _solve_cases(cases))
    bars = {name: _win_odds(odds) for name, odds in {"now": race, **ablation.variants}.items()}
    effects = tables.effects(ablation)
    is_camel_missing = any(len(position.racing) < len(setup.position.racing) for position, _ in cases.values())
    effect = largest_effect_text(effects, is_camel_missing=is_camel_missing)
    notes = [SEGMENT_LABELS]
    if NO_STACKING in cases or not setup.rules.stacking:
        notes.append(LAST_ARRIVAL)
    chart(
        charts.split_bars(bars, race.ranking),
        key="what_if_chart",
        alt=f"Each camel's chance of winning the race now and with each rule change. {effect}.",
        finding=effect,
        method=f"Each camel's chance of winning the race, in percent, now and with each rule change. {' '.join(notes)}",
    )

    def figures() -> None:
        table(effects, percent=["now", "then"], places={POINTS: 1, "±": 1})
        st.caption(
            "± is half the width of the difference's 95% confidence interval; it is 0 if both chances are exact."
        )
        table(tables.mean_rows(ablation), places={tables.MEAN_LEGS: 2, "difference": 2})

    all_figures(figures, key="all_effects")


def _solve_cases(cases: Mapping[str, tuple[Position, Rules]]) -> dict[str, Race]:
    """Return the race under each rule change, and show meanwhile which one is being solved."""
    place, results = st.empty(), dict[str, Race]()
    for number, (name, (position, rules)) in enumerate(cases.items(), start=1):
        place.caption(f"Solving the race with each change: {number} of {len(cases)} ({name})…")
        results[name] = solvers.race(position, rules)
    place.empty()
    return results


def largest_effect_text(effects: Rows, *, is_camel_missing: bool = False) -> str:
    """Return a sentence on the largest effect of a rule change on a camel's chance of winning, with its interval if simulated.

    effects: as from ``race_rows.effects``.
    is_camel_missing: whether a change leaves a camel out, which loses its whole chance and has no row.
    """
    wins = [row for row in effects if row["chance"].endswith(" wins")]
    clear = [row for row in wins if abs(row[POINTS]) > max(row["±"], HAIR)]
    if not clear:
        verb = "shows an effect on" if any(row["±"] for row in wins) else "affects"
        return f"None of these changes {verb} any camel's chance of winning the race"
    largest = max(clear, key=lambda row: abs(row[POINTS]))
    camel, points, half_width = largest["chance"].removesuffix(" wins"), largest[POINTS], largest["±"]
    subject = "Largest change among camels still racing" if is_camel_missing else "Largest change"
    if not half_width:
        now, then = exact_percent(largest["now"]), exact_percent(largest["then"])
        return f"{subject}: {largest['what if']} takes {camel} from {now} to {then}"
    return (
        f"{subject}: {largest['what if']} takes {camel} from {percent(largest['now'])} to {percent(largest['then'])} (95% CI of "
        f"the change {points - half_width:+z.1f} to {points + half_width:+z.1f} percentage points)"
    )


def how_view(setup: CamelSetup, race: Race) -> None:
    """Explain how the answer is computed."""
    camels, rules = len(setup.position.racing), setup.rules
    boards = count_boards(camels, rules.track)
    if not is_race_solvable(setup.position, rules):
        reason = (
            "Crazy camels run backwards and carry others with them, so a race can return to an earlier board."
            if any(camel.islower() for camel in setup.position.camels)
            else "This race has too many boards or rolls to solve exactly."
        )
        st.markdown(
            f"{reason} So this race is **simulated**: {SIMULATED_GAMES:,} times, from a fixed seed. Figures from the simulation "
            "have a 95% confidence interval (CI)."
        )
    else:
        if isinstance(race, RaceSample):
            st.markdown(
                f"This race is **simulated** {SIMULATED_GAMES:,} times, from a fixed seed, because that is quick. To solve it "
                "exactly, turn on *Solve exactly* above the chances. The exact method:"
            )
        st.markdown(
            "The 2015 blog post on race lengths had *no idea how to do this other than simulation*. But the race can be solved "
            "exactly if camels are named by **rank**, from the rearmost to the leader, instead of by colour. A board is then the "
            f"{camels} squares on which camels stand, in ascending order. The number of boards with {camels} camels on "
            f"{rules.track} squares is"
        )
        formula(rf"\binom{{{rules.track}+{camels}-1}}{{{camels}}} = {boards:,} \text{{ boards}}".replace(",", r"{,}"))
        st.markdown(
            f"The dice in the pyramid can be any of {2**camels - 1} sets, so there are {boards * (2**camels - 1):,} states. Each "
            "one needs the chance of each rank to win and to finish last, and of each number of legs. Every move raises the sum "
            "of the squares. So states are solved from the highest sum down, and the states after every move are already solved."
        )
        st.markdown(
            f"Together, the sets contain {dice_in_sets(camels):,} dice, each with {len(set(rules.faces))} numbers. "
            f"So the table takes {_moves_in_words(camels, rules)}, once for all positions with the same rules."
        )
        st.markdown(
            "The current leg, with its tiles and colours, is counted forward as on the leg page. Each board at its end is looked "
            "up among the solved ones, where each camel has the chances of its rank."
        )
    st.markdown(
        "**Later legs are assumed to have no tiles.** Tiles are returned after each leg, and nobody knows where players will "
        "place them. The overall winner is the camel furthest ahead when the race ends, the overall loser the one furthest "
        "behind. On one square, the higher camel is ahead."
    )
    st.markdown(
        "**Source**: the question comes from a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    )
    python_panel(
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{setup.position}")\n'
        f'camel_up.solve_race(position, {rules_in_python(rules)}).win("{race.ranking[0]}")'
    )


def _moves_in_words(camels: int, rules: Rules) -> str:
    """Return the number of moves of the table as a product of figures.

    >>> _moves_in_words(2, Rules(track=3))
    '6 × 4 × 3 = 72 moves'
    """
    factors = count_boards(camels, rules.track), dice_in_sets(camels), len(set(rules.faces))
    return (
        f"{' × '.join(f'{factor:,}' for factor in factors)} = {count_moves(camels, rules.track, rules.faces):,} moves"
    )


def _what_if_cases(position: Position, rules: Rules) -> dict[str, tuple[Position, Rules]]:
    cases = variants(position, rules)
    names = {NO_REARMOST: f"without {camel_name(position.racing[0])}"}
    return {names.get(name, name): cases[name] for name in _WHAT_IF if name in cases}


def _win_odds(race: Race) -> dict[str, float]:
    return {camel: estimate_of(race.win(camel)).value for camel in race.camels}


VIEWS: dict[str, Callable[[CamelSetup, Race], None]] = {
    "Next roll": next_roll_view,
    "Legs left": legs_view,
    "What if": what_if_view,
    "How": how_view,
}
