"""The view of the classroom page that follows a Markov chain turn by turn on a small Candy Land board."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import streamlit as st

from boardodds.candy_land import Rules, parse_spaces, solve_reshuffled
from boardodds.candy_land.rules import COLORS
from boardodds.candy_land.solve import reshuffled_chain
from boardodds.charts import large_numbers as charts
from boardodds.dashboard.teaching.parts import lesson, show_controls, table_html
from boardodds.dashboard.ui.panels import Panel, answer_container, csv_button, grid_html
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.words import NO_BREAK, percent
from boardodds.probability.display import plural

MAX_STEP = 40
# Small enough to follow by hand, with one picture space, one licorice space and one shortcut.
BOARD = Rules(
    spaces=parse_spaces("RPY[Jolly]RPYRPY"),
    shortcuts=((1, 5),),
    licorice=(6,),
    singles=(2, 2, 2, 0, 0, 0),
    doubles=(1, 0, 0, 0, 0, 0),
)
NAMES = ["start", *(f"{number} {space[:1]}" for number, space in enumerate(BOARD.board, start=1)), "castle"]


def chain_view(store: StateStore[Any]) -> None:
    """Show the chance of each position after a number of turns that the visitor chooses."""
    step = store.state.step
    turns = plural(step, "turn")
    chain = reshuffled_chain(BOARD)
    odds = solve_reshuffled(BOARD)
    end_chance = odds.turns.at_most(step)
    chances = [*chain.state_probabilities(step).tolist(), end_chance]
    with answer_container():
        st.subheader(f"It takes {odds.mean_turns:.1f} turns on average to reach the castle", anchor=False)
    show_controls(store, "step")
    Panel(
        charts.position_bars(NAMES, chances),
        key="chain_chart",
        alt=f"After {turns}: "
        + ", ".join(f"{name} {percent(chance)}" for name, chance in zip(NAMES, chances, strict=True)),
        finding=f"After {turns}, the player has reached the castle with a chance of "
        f"{percent(end_chance) if end_chance else '0%'}",
        method="Counted, in percent, by the number of the space and the letter of its colour; J is Jolly's picture space.",
    ).show()
    st.markdown(f"This view is about a small Candy Land, not about the question under *Set up*. {_describe_board()}")
    lesson(
        "The future depends only on the space where you are. So the chances of the next turn follow from those of this turn: "
        "multiply each space's chance by the chances in its row, and add up what arrives at each space. The average number of "
        "turns is the sum of the chances of not having reached the castle after 0, 1, 2, … turns."
    )
    rows = np.column_stack([chain.transitions, chain.absorption]).tolist()
    moves = {
        start: {end: Fraction(p).limit_denominator(BOARD.deck_size) for end, p in zip(NAMES, row, strict=True)}
        for start, row in zip(NAMES, rows, strict=False)
    }
    st.html(moves_html(moves))
    csv_button(
        "The chain",
        lambda: [{"from": start} | {end: float(p) for end, p in row.items()} for start, row in moves.items()],
    )


def _describe_board() -> str:
    start, end = BOARD.shortcuts[0]
    single = [card for card in BOARD.cards if card in COLORS]
    (double,) = (card for card in BOARD.cards if len(card) == 2)
    (picture,) = (card for card in BOARD.cards if card not in single and card != double)
    cards = ", ".join(f"{copies}{NO_BREAK}×{NO_BREAK}{card}" for card, copies in BOARD.cards.items())
    colors = ", ".join(f"{card} {COLORS[card]}" for card in single)
    return (
        f"The board has {len(BOARD.board)} spaces. The deck of {BOARD.deck_size} cards is shuffled before every draw: {cards}. "
        f"A card with one letter moves you to the next space of that colour ({colors}), {double} to the second "
        f"{COLORS[double[0]]} space ahead. If there is none, you reach the castle. *{picture}* moves you to Jolly's space, "
        f"{BOARD.board.index(picture) + 1}, forwards or back. Space {start + 1} has a shortcut to space {end + 1}. On the "
        f"licorice space, {BOARD.licorice[0] + 1}, you are stuck until you draw its colour."
    )


def moves_html(moves: Mapping[str, Mapping[str, Fraction]]) -> str:
    """Return the chances of all moves as a grid and, for a phone, as a list without impossible moves.

    moves: by the space where a turn begins and the space where it ends.
    """
    caption = "Chance of each move: from the space in a row to the space in a column"
    grid = grid_html(
        {
            start: {end: (float(chance), str(chance) if chance else "") for end, chance in row.items()}
            for start, row in moves.items()
        },
        corner="from",
        caption=caption,
    )
    possible = [
        {"from": start, "to": ", ".join(f"{end}: {chance}" for end, chance in row.items() if chance)}
        for start, row in moves.items()
    ]
    listed = table_html(possible, caption="Chance of each possible move", words=["to"])
    return f'<div class="moves"><div class="wide">{grid}</div><div class="narrow">{listed}</div></div>'
