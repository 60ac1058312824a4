"""The view "What to do": the race bets, the ranking of all actions, and the reason for the best one."""

import streamlit as st

from boardodds.camel_up import Action, LegOdds, RaceOdds, RaceSample, Rules, camel_name
from boardodds.camel_up.actions import WINNER
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.race_bets import choose_race_bets
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.probability.wording import plural


def show_actions(setup: CamelSetup, odds: LegOdds, race: RaceOdds | RaceSample | None = None) -> Action | None:
    """Show every legal action, ranked by expected coins, and return the best one, if there is any.

    odds: the odds of the leg.
    race: the odds of the race; if they are given, race bets are among the actions.
    """
    bets = choose_race_bets(setup.position, setup.rules) if race else None
    ranked = solvers.actions(setup.position, setup.rules, setup.holdings, race, bets)
    if not ranked:
        st.markdown("The leg is over: there is nothing left to do in it.")
        return None
    st.markdown(
        f"**Best now: {ranked[0]}.** {_explain_best(ranked, odds, race, setup.rules, bool(setup.holdings.held))}"
    )
    # The line is short, because on a phone the toolbar of the table covers its end.
    st.caption("All actions, best first:")
    shown_actions = [action for action in ranked if not _is_idle_tile(action)]
    rows = tables.actions(shown_actions)
    coins = [column for column in rows[0] if column not in ("action", "chance of loss")]
    table(rows, places=dict.fromkeys(coins, 2), percent=["chance of loss"])
    idle = len(ranked) - len(shown_actions)
    omission = f"Left out: {plural(idle, 'way')} to lay a tile that bring{'' if idle > 1 else 's'} nothing. "
    st.caption((omission if idle else "") + _explain_columns(race))
    csv_button("Actions as CSV", lambda: tables.actions(ranked), file_name="actions.csv", key="actions_csv")
    return ranked[0]


def _is_idle_tile(action: Action) -> bool:
    """Return whether the action places a tile without an expected gain or loss."""
    return action.square is not None and abs(action.expected_coins) < HAIR


def _explain_columns(race: RaceOdds | RaceSample | None) -> str:
    text = (
        "*Adds* is what the action is expected to bring in your own coins, with what a tile does to the tickets that you "
        "hold. *All of yours*, its standard deviation and the chance of ending below zero count those tickets and your tile "
        "too, from now to the end of this leg; coins already paid are not in it. What an action gives to or hides from the "
        "others is not in it. "
    )
    if race is None:
        return text + "Race bets are ranked on the page of the race."
    text += (
        "A race bet stands for itself alone, to the end of the race; earlier cards on its pile are taken to be on a camel with "
        "the chance that it now has, for they lie face down."
    )
    return text + (" ± is half a 95% interval: this race is simulated." if isinstance(race, RaceSample) else "")


def _explain_best(
    ranked: list[Action], odds: LegOdds, race: RaceOdds | RaceSample | None, rules: Rules, holds_tickets: bool
) -> str:
    best = ranked[0]
    worth = f"It is expected to add {best.expected_coins:.2f} coins{_reason(best, odds, race, rules, holds_tickets)}"
    if len(ranked) == 1:
        return worth
    second = ranked[1]
    return (
        f"{worth} Next best: {second}, which adds {best.expected_coins - second.expected_coins:.3f} less. The best ends in a "
        f"loss {best.chance_of_loss:.1%} of the time, the next best {second.chance_of_loss:.1%}."
    )


def _reason(best: Action, odds: LegOdds, race: RaceOdds | RaceSample | None, rules: Rules, holds_tickets: bool) -> str:
    if best.ticket:
        camel = best.ticket.camel
        return (
            f": {camel_name(camel)} wins the leg {odds.probability(camel, 1):.1%} of the time for {best.ticket.coins}, is second "
            f"{odds.probability(camel, 2):.1%} for {rules.ticket_second}, and costs a coin otherwise."
        )
    if best.camel and race:
        end, chance = ("wins the race", race.win) if best.kind == WINNER else ("comes last", race.last)
        value = chance(best.camel)
        return f": {camel_name(best.camel)} {end} {f'{value:.1%}' if isinstance(value, float) else value} of the time."
    if best.square:
        stops = "" if holds_tickets else f"; some unit stops there {best.coins.at_least(1):.1%} of the time"
        return f"{', with what it does to your tickets' if holds_tickets else ''}{stops}."
    return ": a sure coin, and nothing else brings more."
