"""The methods page: published figures next to the values that are recomputed on the page."""

import streamlit as st

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.methods_rows import ALL, METHODS, QUICK, count_matches, display_table, rows
from boardodds.dashboard.ui import query
from boardodds.dashboard.ui.data_tables import csv_button
from boardodds.dashboard.ui.page_parts import python_panel
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import switch
from boardodds.perudo.sources import NAIVE_ACTUAL
from boardodds.teaching import registry

frame.guard()

page_title("Does it agree?")
query.check_link({"slow": switch})
slow = st.toggle(
    f"The {len(ALL) - len(QUICK)} slow ones as well, which are simulated for some seconds",
    key="slow",
    bind="query-params",
)
recomputed = rows(ALL if slow else QUICK)
st.subheader(
    f"{count_matches(recomputed)} of {len(recomputed)} printed figures come out here within their tolerance",
    anchor=False,
)
st.markdown(
    "Each figure below was printed by one of the documents that this site grew out of, and is recomputed here and now "
    "by the same solvers that answer on the other pages. A difference within the tolerance is what rounding, or the "
    "source's own simulation, leaves.\n\n"
    f"Not in this list is what the Perudo post measured with its own program: that dudo was right {NAIVE_ACTUAL:.0%} of the "
    "time, its line, and callers with one die who were always right. Ours come out otherwise, and why is told beside them under "
    "[The dial](perudo?view=The+dial). Nor are the shortest and the longest of Candy Land's games and what each part adds, which "
    "stand beside the usual range under [The post](candy_land?view=The+post), and the seconds that the approaches of 2015 took, "
    "which are timed anew on [the length of a race](camel_up_length)."
)
for number, source in enumerate(dict.fromkeys(row["source"] for row in recomputed)):
    source_rows = [row for row in recomputed if row["source"] == source]
    matches = count_matches(source_rows)
    with st.expander(f"{source}: {matches} of {len(source_rows)}", expanded=number == 0 or matches < len(source_rows)):
        st.table(display_table(source_rows))
csv_button("Figures as CSV", lambda: recomputed, file_name="figures.csv", key="figures_csv")
st.header("What is exact, and what is simulated", anchor=False)
st.table(METHODS)
st.header("How the rules are read", anchor=False)
st.markdown(
    "Where printings or sources differ, the page of the game has a switch. These are the readings, the default first."
)
for game in registry.games().values():
    with st.expander(game.title):
        st.markdown("\n".join(f"- {reading}" for reading in game.readings))
python_panel(
    "from boardodds.teaching import large_numbers\n"
    "[each.what for each in large_numbers.published_figures() if not (each.slow or each.holds(each.compute()))]"
)
