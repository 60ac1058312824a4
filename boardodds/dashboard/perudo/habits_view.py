"""What fixed habits of play cost on the Perudo page, in rounds between two players with few dice."""

from collections.abc import Mapping

import streamlit as st

from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.page_text import percent
from boardodds.perudo import Exploitability, Rules, shipped_exploitability
from boardodds.perudo.ending_data import shipped_value

_OPENS, _SECOND = "if the habit opens", "if the habit is second"
_PERFECT = "perfect play"


def show_habits(dice: tuple[int, int], rules: Rules) -> None:
    """Show how often an opponent who knows a habit wins the round against it; nothing for rounds that aren't shipped.

    dice: the dice of the opener, and of the other player.
    """
    habits, value = shipped_exploitability(dice, rules), shipped_value(dice, rules)
    if not habits or value is None:
        return
    opener_wins = (1 + value.low / 2 + value.high / 2) / 2
    perfect = Exploitability(against_opener=1 - opener_wins, against_second=opener_wins)
    st.markdown(f"#### {habits_finding(habits)}")
    ranked = sorted({**habits, _PERFECT: perfect}.items(), key=lambda entry: -_mean(entry[1]))
    rows = {
        name: {
            _OPENS: (found.against_opener, percent(found.against_opener)),
            _SECOND: (found.against_second, percent(found.against_second)),
        }
        for name, found in ranked
    }
    show_grid(rows, corner="habit", caption="How often an opponent who knows the habit wins the round", width=NARROW)
    st.caption(
        f"How often an opponent who knows the habit wins the round. Dice of the opener: {dice[0]}; of the other: {dice[1]}. "
        "Exact, by best answers to every sequence of bids."
    )


def habits_finding(habits: Mapping[str, Exploitability]) -> str:
    """Return the habit that costs most, on average over opening and being second.

    >>> habits_finding({"bluff": Exploitability(0.5, 0.625), "never bluff": Exploitability(0.75, 0.75)})
    'An opponent who knows that you play “never bluff” wins 75.0% of rounds'
    """
    name, found = max(habits.items(), key=lambda entry: _mean(entry[1]))
    return f"An opponent who knows that you play “{name}” wins {percent(_mean(found))} of rounds"


def _mean(found: Exploitability) -> float:
    return (found.against_opener + found.against_second) / 2
