"""The best action in this leg, below the answer on the leg page and on the race page: a tap on it performs the action."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from boardodds.camel_up import Action
from boardodds.camel_up.position import TILE_NAMES
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup, CamelTable
from boardodds.dashboard.ui.table_store import TableStore

# Actions whose expected gains differ by less are named together: the printed figures can be the same.
MIN_CLEAR_COINS = 0.005
# The buttons have keys in turn, so that a late tap on a former one is ignored.
_BUTTON_KEYS = 16


def leg_actions(setup: CamelSetup) -> list[Action]:
    """Return every roll, ticket and tile, the best first. Race bets, which can wait, are a list of their own."""
    return solvers.actions(setup.position, setup.rules, setup.holdings)


def tile_gains(setup: CamelSetup) -> dict[tuple[str, int], float]:
    """Return the visitor's expected coins of placing or moving a tile, by kind and square, as the ranking of actions has them.

    They include the effect on tickets that the visitor has. A tile that stays as it is gains nothing.
    """
    gains = {
        (action.kind, action.square): action.expected_coins
        for action in leg_actions(setup)
        if action.square is not None
    }
    own = setup.holdings.own_tile
    stays = {} if own is None else {(TILE_NAMES[dict(setup.position.tiles)[own]], own): 0.0}
    return {**gains, **stays}


def best_actions(ranked: Sequence[Action]) -> list[Action]:
    """Return the best action, and the second best one if it is nearly equal."""
    is_close = len(ranked) > 1 and ranked[0].expected_coins - ranked[1].expected_coins < MIN_CLEAR_COINS
    return list(ranked[: 2 if is_close else 1])


def event_of(action: Action) -> dict[str, Any]:
    """Return the event of the table that performs an action of the visitor; for a roll, the one that explains it."""
    if action.ticket:
        return {"kind": "ticket", "camel": action.ticket.camel, "coins": action.ticket.coins, "mine": True}
    if action.square is not None:
        kind = next(letter for letter, name in TILE_NAMES.items() if name == action.kind)
        return {"kind": "tile", "square": action.square, "tile": kind, "mine": True}
    return {"kind": "explain_roll"}


def show_advice(store: TableStore[CamelTable], setup: CamelSetup) -> None:
    """Show a button for the best action, and one for the second best if it is nearly equal; nothing if the leg is over."""
    if store.state.is_leg_over:
        return
    best = best_actions(leg_actions(setup))
    lead = "Best now" if len(best) == 1 else "Nearly equal"
    for number, action in enumerate(best):
        st.button(
            f"{'or ' if number else f'{lead}: '}**{action}** ({action.expected_coins:.2f} coins)",
            key=f"best {number} {store.revision % _BUTTON_KEYS}",
            on_click=store.dispatch,
            args=(event_of(action),),
        )
