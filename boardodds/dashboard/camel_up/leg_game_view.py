"""The leg as a game between people, in the view "What to do": the best ticket or roll if everybody looks ahead."""

import streamlit as st

from boardodds.camel_up import LegGame, Rules, rolls_left
from boardodds.camel_up.leg_game import MAX_PLAYERS
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.page_parts import problem, show_options
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import Allowed, one_of
from boardodds.dashboard.ui.table_store import setting, setting_value
from boardodds.probability.wording import plural

PLAYERS = tuple(str(number) for number in range(1, MAX_PLAYERS + 1))
LINK: Allowed = {"players": one_of(PLAYERS)}
# Differences in coins that are smaller are rounding errors.
_MIN_DIFFERENCE = 1e-6


def leg_game_advice(setup: CamelSetup) -> str:
    """Return the best action between several players in a line of Markdown; empty for one player, or if there is none."""
    players = int(setting_value("players", PLAYERS[0]))
    if players == 1 or not rolls_left(setup.position, setup.rules):
        return ""
    try:
        game = solvers.leg_game(setup.position, setup.rules, players, setup.holdings)
    except ValueError:
        # The view "What to do" reports it.
        return ""
    return f"Between {players} players: **{game.actions[0]}**."


def show_leg_game(setup: CamelSetup) -> None:
    """Show the best action between several players; with one, the page's ranking by own coins is all there is to show."""
    choice = show_options(
        "How many players?",
        PLAYERS,
        help="With 1, the actions are ranked by your own coins. With more, everybody looks ahead until the end of the leg.",
        **setting("players", PLAYERS[0]),
    )
    players = int(choice)
    if players == 1:
        st.caption("With 1, the reactions of other players are ignored.")
        return
    try:
        game = solvers.leg_game(setup.position, setup.rules, players, setup.holdings)
    except ValueError as error:
        problem(str(error))
        return
    best = game.actions[0]
    st.markdown(f"**Between {players} players: {best}.** {result_text(game, players)} {greed_text(game)}")
    show_grid(
        _rows(game, players), corner="action", caption="Tickets and the roll between players, best first", width=NARROW
    )
    st.caption(_explain(setup.rules, players))


def result_text(game: LegGame, players: int) -> str:
    """Return the result of the rest of the leg for the player to move, as a sentence.

    >>> result_text(LegGame(-0.5, (1.0, 1.5), (), 1, 0), 2)
    'You gain 0.50 coins less than the other in the rest of the leg.'
    """
    if players > 2:
        return f"You can expect {game.value:.2f} coins in the rest of the leg."
    comparison = "less" if game.value < 0 else "more"
    return f"You gain {abs(game.value):.2f} coins {comparison} than the other in the rest of the leg."


def greed_text(game: LegGame) -> str:
    """Return what the action with the most coins by itself costs, here and in the whole leg, as two sentences."""
    if game.cost_of_greed > _MIN_DIFFERENCE:
        here = f"The action with the most coins by itself would cost you {game.cost_of_greed:.2f} coins."
    else:
        here = "The action with the most coins by itself costs nothing here."
    return f"{here} In {percent(game.greedy_is_worse / game.states)} of the states of this leg, the most coins are not best."


def _rows(game: LegGame, players: int) -> dict[str, dict[str, tuple[float, str]]]:
    result = "your lead" if players == 2 else "your coins"
    return {
        str(action): {
            "coins by itself": (0.0, f"{action.coins:z.2f}"),
            f"{result} in the rest of the leg": (0.0, f"{action.value:z.2f}"),
        }
        for action in game.actions
    }


def _explain(rules: Rules, players: int) -> str:
    aim = "more coins than the other" if players == 2 else "the most coins for themselves"
    return (
        f"Solved exactly for players who want {aim}. They take tickets or roll; nobody places another tile, and there are no "
        f"race bets. A ticket is worth its expected coins when it is taken, and a roll pays {plural(rules.roll_coins, 'coin')}."
    )
