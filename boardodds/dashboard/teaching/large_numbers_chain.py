"""The view of the classroom page that follows a Markov chain step by step on a small Candy Land board."""

import numpy as np
import streamlit as st

from boardodds.candy_land import Rules, parse_spaces, solve_reshuffled
from boardodds.candy_land.chain import reshuffled_chain
from boardodds.charts import large_numbers as charts
from boardodds.dashboard.teaching.parts import lesson
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import answer_container, chart
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import Allowed, whole_number
from boardodds.dashboard.ui.table_cells import with_headings
from boardodds.probability.wording import plural

MAX_STEP = 40
LINK: Allowed = {"step": whole_number(0, MAX_STEP)}
# Small enough to follow by hand, with one picture space, one licorice space and one shortcut.
BOARD = Rules(
    spaces=parse_spaces("RPY[Jolly]RPYRPY"),
    shortcuts=((1, 5),),
    licorice=(6,),
    singles=(2, 2, 2, 0, 0, 0),
    doubles=(1, 0, 0, 0, 0, 0),
)


def chain_view(_choice: object) -> None:
    """Show the chance of each position after a number of turns that the visitor chooses."""
    answer = answer_container()
    step = st.slider("Turns", 0, MAX_STEP, 1, key="step", bind="query-params")
    turns = plural(step, "turn")
    chain = reshuffled_chain(BOARD)
    chances = chain.state_probabilities(step).tolist()
    names = ["start", *(f"{number} {space[:1]}" for number, space in enumerate(BOARD.board, start=1)), "castle"]
    odds = solve_reshuffled(BOARD)
    end_chance = odds.turns.at_most(step)
    start, end = BOARD.shortcuts[0]
    answer.subheader(
        f"After {turns}, the player has reached the castle with a chance of {percent(end_chance)}", anchor=False
    )
    chart(
        charts.position_bars(names, [*chances, end_chance]),
        key="chain_chart",
        alt=f"After {turns}: "
        + ", ".join(f"{name} {percent(chance, 0)}" for name, chance in zip(names, [*chances, end_chance], strict=True)),
        method="Counted, in percent, by the number of the space and the letter of its colour.",
    )
    st.markdown(
        f"On average, it takes {odds.mean_turns:.3f} turns to reach the castle. That is the sum of the chances of not having "
        "reached it after 0, 1, 2, … turns."
    )
    lesson(
        "Only the space where you are affects the future. So you get the chances of the next turn from those of this turn: "
        "multiply them by the table below."
    )
    st.markdown(
        "This view is about a small Candy Land, whichever question you choose above. "
        f"It has {len(BOARD.board)} spaces and a deck of {BOARD.deck_size} cards, which is shuffled before every draw: "
        f"{', '.join(f'{copies} x {card}' for card, copies in BOARD.cards.items())}. "
        f"Space {start + 1} has a shortcut to space {end + 1}. On the licorice space, {BOARD.licorice[0] + 1}, you are stuck "
        "until you draw its colour."
    )
    transitions = np.column_stack([chain.transitions, chain.absorption])
    rows = [{"from": name, **dict(zip(names, row, strict=True))} for name, row in zip(names, transitions, strict=False)]
    table(rows, places=dict.fromkeys(names, 3))
    csv_button(
        "The chain as CSV",
        # The file has always had this heading for the castle.
        lambda: with_headings(rows, {"castle": "home"}),
        file_name="chain.csv",
        key="chain_csv",
    )
