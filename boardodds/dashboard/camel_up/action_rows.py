"""The view "What to do": the ranking of all actions, and the reason for the best one."""

from functools import partial

import streamlit as st

from boardodds.camel_up import Action, LegOdds, Rules, camel_name, rolls_left
from boardodds.camel_up.actions import WINNER
from boardodds.camel_up.pairings import shipped_games
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up.advice import best_actions, ranked_actions
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.games_view import advice_record
from boardodds.dashboard.camel_up.leg_game_view import show_leg_game
from boardodds.dashboard.camel_up.race_rows import Race, chance_text
from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures
from boardodds.dashboard.ui.page_text import percent
from boardodds.probability.estimate import Z95
from boardodds.probability.wording import plural

# Differences in coins that are smaller are not shown as a number.
_MIN_DIFFERENCE = 0.0005
_COLUMNS = (
    "*Leg total*, its standard deviation and the chance of a loss include tickets you hold and your tile as well, from "
    "now to the end of the leg. Coins already paid and effects on other players are not included. "
    "A race bet is valued on its own, to the end of the race. Earlier cards on its pile are face down, so each is assumed to "
    "name a camel with the same chance as yours."
)
# The actions of the ranking that are shown at once; the others are in the table of all actions.
_MAX_BEST = 10


def show_actions(setup: CamelSetup, odds: LegOdds) -> None:
    """Show every legal action, race bets included, ranked by expected coins.

    odds: the odds of the leg.
    """
    if not rolls_left(setup.position, setup.rules):
        st.markdown("The leg is over, so there is nothing left to do.")
        return
    ranked, race = ranked_actions(setup)
    st.markdown(f"{_name_best(ranked)} {_explain_best(ranked, odds, race, setup.rules, bool(setup.holdings.held))}")
    shown = [action for action in ranked if not _is_idle_tile(action)]
    show_grid(
        tables.action_grid(shown[:_MAX_BEST]), corner="action", caption="The best actions, best first", width=NARROW
    )
    st.caption(
        "*Expected gain*: the coins that the action adds for you on average, including a tile's effect on tickets you hold."
        + _explain_simulation(ranked)
    )
    all_figures(partial(_show_all, ranked, shown), key="all_actions", label=f"All {plural(len(shown), 'action')}")
    st.caption(advice_record(shipped_games()))
    show_leg_game(setup)


def _name_best(ranked: list[Action]) -> str:
    """Return the best action in Markdown, with the second best one if it is nearly equal."""
    best, *close = best_actions(ranked)
    if not close:
        return f"**Best now: {best}.**"
    either = " or ".join(f"{action} ({action.expected_coins:.2f} coins)" for action in (best, *close))
    return f"**Nearly equal: {either}.**"


def _show_all(ranked: list[Action], shown: list[Action]) -> None:
    """Show the table of all actions with its download.

    shown: the actions without tiles that change nothing.
    """
    rows = tables.actions(shown)
    coins = [column for column in rows[0] if column not in ("action", tables.LOSS)]
    table(rows, places=dict.fromkeys(coins, 2), percent=[tables.LOSS])
    idle = len(ranked) - len(shown)
    omission = f"Not shown: {plural(idle, 'tile placement')} with no expected gain or loss. " if idle else ""
    st.caption(omission + _COLUMNS)
    csv_button("Actions as CSV", lambda: tables.action_csv(ranked), file_name="actions.csv", key="actions_csv")


def _is_idle_tile(action: Action) -> bool:
    """Return whether the action places a tile without an expected gain or loss."""
    return action.square is not None and abs(action.expected_coins) < HAIR


def _explain_simulation(ranked: list[Action]) -> str:
    is_simulated = any(action.standard_error for action in ranked)
    return " This race is simulated: ± is half the width of the 95% confidence interval." if is_simulated else ""


def _explain_best(ranked: list[Action], odds: LegOdds, race: Race, rules: Rules, has_tickets: bool) -> str:
    best = ranked[0]
    text = f"Expected gain: {_gain_text(best)}. {_explain_action(best, odds, race, rules, has_tickets)}"
    if len(ranked) == 1:
        return text
    second = ranked[1]
    return (
        f"{text} Second best: {second}, {_difference_text(best, second)}. Chance of a loss: {_loss_text(best)} for the best "
        f"action, {_loss_text(second)} for the second best."
    )


def _gain_text(action: Action) -> str:
    """Return the expected gain, with its 95% interval if it is simulated."""
    gain, half_width = action.expected_coins, Z95 * action.standard_error
    interval = f" (95% CI {gain - half_width:.2f} to {gain + half_width:.2f})" if half_width else ""
    return f"{gain:.2f} coins{interval}"


def _difference_text(best: Action, second: Action) -> str:
    difference = best.expected_coins - second.expected_coins
    if difference < HAIR:
        return "with the same expected gain"
    if difference < _MIN_DIFFERENCE:
        return f"less than {2 * _MIN_DIFFERENCE:.3f} coins less"
    is_simulated = best.standard_error or second.standard_error
    return f"{'about ' if is_simulated else ''}{difference:.3f} coins less"


def _loss_text(action: Action) -> str:
    return percent(action.chance_of_loss) if action.chance_of_loss else "none"


def _explain_action(action: Action, odds: LegOdds, race: Race, rules: Rules, has_tickets: bool) -> str:
    if action.ticket:
        camel, coins = action.ticket.camel, plural(rules.ticket_second, "coin")
        return (
            f"{camel_name(camel).capitalize()} wins the leg {percent(odds.probability(camel, 1))} of the time "
            f"({action.ticket.coins} coins) and is second {percent(odds.probability(camel, 2))} of the time ({coins}). Otherwise "
            f"you lose {plural(-rules.ticket_wrong, 'coin')}."
        )
    if action.camel:
        end, chance = ("wins the race", race.win) if action.kind == WINNER else ("finishes last", race.last)
        return f"{camel_name(action.camel).capitalize()} {end} {chance_text(chance(action.camel))} of the time."
    if action.square:
        if has_tickets:
            return "That includes its effect on your tickets."
        return f"At least one camel or stack lands there in {percent(action.coins.at_least(1))} of legs."
    return (
        f"Rolling pays {plural(rules.roll_coins, 'coin')} for certain, and no other action has a higher expected gain."
    )
