"""The views of the race page, one function each."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from boardodds.camel_up import Position, RaceSample, Rules, camel_name
from boardodds.camel_up.bets import MAX_PILE_CARDS, bet_coins
from boardodds.camel_up.game import NOT_COVERED
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_solver import count_boards, count_moves, dice_in_sets
from boardodds.camel_up.setup import NO_REARMOST, variants
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars
from boardodds.dashboard.camel_up import legs, solvers
from boardodds.dashboard.camel_up.leg_method import rules_in_python
from boardodds.dashboard.camel_up.leg_views import show_actions, show_changes, show_next_rolls
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.camel_up.tables import LAST_ARRIVAL, method_text
from boardodds.dashboard.ui.panels import Code, Formula, Panel, Values
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural
from boardodds.probability.estimate import Proportion, estimate_of

# The cards of the what-if, unless there are more.
_MAX_CARDS = 10
_WHAT_IF = ("stacking", "track", "faces")


# Cached because the what-if needs it for every number of cards.
@lru_cache(maxsize=64)
def _best_bet(state: CamelState) -> str:
    """Return the camel of the visitor's cards that wins most often, "" without a card."""
    race, hand = solvers.race_of(state), state.race_bets.hand or ""
    return max(hand, key=lambda camel: estimate_of(race.win(camel)).value, default="")


def _bet_by_cards(state: CamelState) -> dict[int, float]:
    """Return by the number of others' cards on the overall winner the coins of the visitor's best bet on top of them."""
    if state.finish or not (camel := _best_bet(state)):
        return {}
    chance = estimate_of(solvers.race_of(state).win(camel)).value
    most = max(_MAX_CARDS, state.race_bets.winner_laid)
    return {cards: bet_coins(chance, cards, state.rules).mean for cards in range(most + 1)}


CARDS = WhatIf(
    name="if_winner_laid",
    label="Others' cards on the winner before mine",
    low=0,
    high=MAX_PILE_CARDS,
    now=lambda state: state.race_bets.winner_laid,
    curve=_bet_by_cards,
    words=lambda state, cards, coins: (
        f"My bet on {camel_name(_best_bet(state))} after {plural(cards, 'card')} of others: {coins:.2f} coins"
    ),
    event=lambda _, cards: {"kind": "set", "name": "winner", "value": cards},
)


def next_roll_view(state: CamelState) -> None:
    """Show each camel's chance of winning the race after every possible next roll."""
    race = solvers.race_of(state)
    if isinstance(race, RaceSample):
        st.markdown(
            "Not available for this race: it is simulated, and simulating it for every possible roll would take too long."
        )
        return
    rolls = solvers.next_race_rolls(state.position, state.rules)
    if not rolls:
        st.markdown("The leg is over. The next one begins with all dice in the pyramid.")
        return
    show_next_rolls("race", race, rolls, state.rules)


def legs_view(state: CamelState) -> None:
    """Show the expected number of legs left, and its distribution."""
    race = solvers.race_of(state)
    st.markdown(legs.legs_left_text(race, leg_is_over=state.is_leg_over))
    most_likely = int(max(race.legs.outcomes, key=race.legs.probability))
    chance = legs.length_chance(legs.length_of(race), most_likely)
    often, share, interval = "Most likely", percent(estimate_of(chance).value), ""
    if isinstance(chance, Proportion):
        often, share, interval = "Most frequent", percent(chance.value, 0), f" {plural(most_likely, 'leg')}: {chance}."
    Panel(
        leg_bars({"": race.legs}, legs.leg_errors({"": legs.length_of(race)})),
        key="legs_chart",
        alt=f"Chance of each number of legs left, of which {most_likely} has the highest. "
        + ", ".join(f"{plural(int(n), 'leg')} {percent(race.legs.probability(n))}" for n in race.legs.outcomes[:8]),
        finding=f"{often}: {plural(most_likely, 'leg')} left, {share}",
        method=f"Chance of each number of legs left, in percent ({method_text(race)}).{interval} {RARE_LENGTHS}",
        rows=partial(legs.length_rows, {"chance": legs.length_of(race)}),
        percent=["chance"],
    ).show()


def what_if_view(state: CamelState) -> None:
    """Show the chances of winning under other rules next to those now."""
    cases = _what_if_cases(state.position, state.rules)
    odds = {"now": solvers.race_of(state), **dict(zip(cases, solvers.quick_races(cases.values()), strict=True))}
    show_changes("race", odds, cases, state)
    st.markdown("**Legs left on average**, now and with each change")
    Values(partial(legs.mean_rows, odds), key="mean_legs_rows", places={legs.MEAN_LEGS: 2, "difference": 2}).show()


def method_view(state: CamelState) -> None:
    """Explain how the answer is computed."""
    race, camels, rules = solvers.race_of(state), len(state.position.racing), state.rules
    boards = count_boards(camels, rules.track)
    if not is_race_solvable(state.position, rules):
        reason = (
            "Crazy camels run backwards and carry others with them, so a race can return to an earlier board."
            if any(camel.islower() for camel in state.position.camels)
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
                "exactly, turn on *Solve exactly* in *Set up*. The exact method:"
            )
        st.markdown(
            "The 2015 blog post on race lengths had *no idea how to do this other than simulation*. But the race can be solved "
            "exactly if camels are named by **rank**, from the rearmost to the leader, instead of by colour. A board is then the "
            f"{camels} squares on which camels stand, in ascending order. The number of boards with {camels} camels on "
            f"{rules.track} squares is"
        )
        Formula(
            rf"\binom{{{rules.track}+{camels}-1}}{{{camels}}} = {boards:,} \text{{ boards}}".replace(",", r"{,}")
        ).show()
        st.markdown(
            f"The dice in the pyramid can be any of {2**camels - 1} sets, so there are {boards * (2**camels - 1):,} states. Each "
            "one needs the chance of each rank to win and to finish last, and of each number of legs. Every move raises the sum "
            "of the squares. So states are solved from the highest sum down, and the states after every move are already solved."
        )
        st.markdown(
            f"Together, the sets contain {dice_in_sets(camels):,} dice, each with {plural(len(set(rules.faces)), 'number')}. "
            f"So the table takes {_moves_in_words(camels, rules)}, once for all positions with the same rules."
        )
        st.markdown(
            "The current leg, with its tiles and colours, is counted forward as on the leg page. Each board at its end is looked "
            "up among the solved ones, where each camel has the chances of its rank."
        )
    st.markdown(
        "**Later legs are assumed to have no tiles.** Tiles are returned after each leg, and nobody knows where players will "
        "place them. The overall winner is the camel furthest ahead when the race ends, the overall loser the one furthest "
        f"behind. {'On one square, the higher camel is ahead.' if rules.stacking else LAST_ARRIVAL}"
    )
    st.markdown(f"**Not covered**: {NOT_COVERED}")
    st.markdown(
        "**Source**: the question comes from a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen."
    )
    Code(
        "from boardodds import camel_up\n"
        f'position = camel_up.Position.parse("{state.position}")\n'
        f'camel_up.solve_race(position, {rules_in_python(rules)}).win("{race.ranking[0]}")'
    ).show()


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
    names = {NO_REARMOST: f"without {camel_name(position.racing[0])}"}
    return {names.get(name, name): case for name, case in variants(position, rules, _WHAT_IF).items()}


VIEWS: dict[str, Callable[[Any], None]] = {
    "What to do": lambda sheet: show_actions(sheet.state, with_bets=True),
    "Next roll": lambda sheet: next_roll_view(sheet.state),
    "Legs left": lambda sheet: legs_view(sheet.state),
    "What if": lambda sheet: what_if_view(sheet.state),
    "Method": lambda sheet: method_view(sheet.state),
}
