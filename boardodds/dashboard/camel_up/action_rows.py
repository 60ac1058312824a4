"""The view "What to do": the actions in this leg, ranked, the reason for the best one, and the race bets."""

from functools import partial

import streamlit as st

from boardodds.camel_up import Action, LegOdds, Rules, camel_name, rolls_left
from boardodds.camel_up.actions import WINNER, rank_race_bets
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.advice import best_actions, leg_actions
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.race_rows import Race, chance_text, method_text
from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.table_store import setting_value
from boardodds.probability.wording import plural

# Differences in coins that are smaller are not shown as a number.
_MIN_DIFFERENCE = 0.0005
_COLUMNS = (
    "*Leg total*, its standard deviation and the chance of a loss include tickets you hold and your tile as well, from "
    "now to the end of the leg. Coins already paid and effects on other players are not included."
)
# The actions of the ranking that are shown at once; the others are in the table of all actions.
_MAX_BEST = 10


def show_actions(setup: CamelSetup, odds: LegOdds) -> None:
    """Show every roll, ticket and tile, ranked by expected coins, and below them the race bets.

    odds: the odds of the leg.
    """
    if not rolls_left(setup.position, setup.rules):
        st.markdown("The leg is over, so there is nothing left to do.")
        return
    ranked = leg_actions(setup)
    st.markdown(f"{_name_best(ranked)} {_explain_best(ranked, odds, setup.rules, bool(setup.holdings.held))}")
    shown = [action for action in ranked if not _is_idle_tile(action)]
    show_grid(
        tables.action_grid(shown[:_MAX_BEST]), corner="action", caption="The best actions, best first", width=NARROW
    )
    st.caption(
        "*Expected gain*: the coins that the action adds for you on average, including a tile's effect on tickets you hold."
    )
    all_figures(partial(_show_all, ranked, shown), key="all_actions", label=f"All {plural(len(shown), 'action')}")
    _show_race_bets(setup)


def _name_best(ranked: list[Action]) -> str:
    """Return the best action in Markdown, with the second best one if it is nearly equal."""
    best, *close = best_actions(ranked)
    if not close:
        return f"**Best now: {best}.**"
    either = " or ".join(f"{action} ({action.expected_coins:.2f} coins)" for action in (best, *close))
    return f"**Nearly equal: {either}.**"


def _show_all(ranked: list[Action], shown: list[Action]) -> None:
    """Show the table of all actions.

    shown: the actions without tiles that change nothing.
    """
    rows = tables.actions(shown)
    coins = [column for column in rows[0] if column not in ("action", tables.LOSS)]
    table(rows, places=dict.fromkeys(coins, 2), percent=[tables.LOSS])
    idle = len(ranked) - len(shown)
    omission = f"Not shown: {plural(idle, 'tile placement')} with no expected gain or loss. " if idle else ""
    st.caption(omission + _COLUMNS)


def _is_idle_tile(action: Action) -> bool:
    """Return whether the action places a tile without an expected gain or loss."""
    return action.square is not None and abs(action.expected_coins) < HAIR


def _show_race_bets(setup: CamelSetup) -> None:
    """Show what each race bet that the visitor can make is worth now."""
    race = solvers.race(setup.position, setup.rules, thorough=setting_value("exact", False))
    bets = rank_race_bets(race, setup.race_bets, setup.rules)
    if not bets:
        return
    best = bets[0]
    st.markdown(
        f"**Race bets.** The best one now: {best}, worth {best.expected_coins:.2f} coins. {_bet_reason(best, race)}"
    )
    show_grid(tables.action_grid(bets), corner="race bet", caption="The race bets, best first", width=NARROW)
    st.caption(
        "A race bet is worth its coins at the end of the race. It can wait until you know more, but it pays less once somebody "
        "else has bet on the same camel. Earlier cards on its pile are face down, so each is assumed to name a camel with the "
        f"same chance as yours. The chances are {method_text(race)}."
        + (" ± is half the width of the 95% confidence interval." if best.standard_error else "")
    )


def _explain_best(ranked: list[Action], odds: LegOdds, rules: Rules, has_tickets: bool) -> str:
    best = ranked[0]
    text = f"Expected gain: {best.expected_coins:.2f} coins. {_explain_action(best, odds, rules, has_tickets)}"
    if len(ranked) == 1:
        return text
    second = ranked[1]
    return (
        f"{text} Second best: {second}, {_difference_text(best, second)}. Chance of a loss: {_loss_text(best)} for the best "
        f"action, {_loss_text(second)} for the second best."
    )


def _difference_text(best: Action, second: Action) -> str:
    difference = best.expected_coins - second.expected_coins
    if difference < HAIR:
        return "with the same expected gain"
    if difference < _MIN_DIFFERENCE:
        return f"less than {2 * _MIN_DIFFERENCE:.3f} coins less"
    return f"{difference:.3f} coins less"


def _loss_text(action: Action) -> str:
    return percent(action.chance_of_loss) if action.chance_of_loss else "none"


def _bet_reason(bet: Action, race: Race) -> str:
    """Return the chance of the race that a bet pays for."""
    end, chance = ("wins the race", race.win) if bet.kind == WINNER else ("finishes last", race.last)
    camel = bet.camel or ""
    return f"{camel_name(camel).capitalize()} {end} {chance_text(chance(camel))} of the time."


def _explain_action(action: Action, odds: LegOdds, rules: Rules, has_tickets: bool) -> str:
    if action.ticket:
        camel, coins = action.ticket.camel, plural(rules.ticket_second, "coin")
        return (
            f"{camel_name(camel).capitalize()} wins the leg {percent(odds.probability(camel, 1))} of the time "
            f"({action.ticket.coins} coins) and is second {percent(odds.probability(camel, 2))} of the time ({coins}). Otherwise "
            f"you lose {plural(-rules.ticket_wrong, 'coin')}."
        )
    if action.square:
        if has_tickets:
            return "That includes its effect on your tickets."
        return f"At least one camel or stack lands there in {percent(action.coins.at_least(1))} of legs."
    return (
        f"Rolling pays {plural(rules.roll_coins, 'coin')} for certain, and no other action has a higher expected gain."
    )
