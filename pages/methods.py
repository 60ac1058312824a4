"""The methods page: published figures next to the values that are recomputed on the page."""

import streamlit as st

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.methods_html import source_html, ticks_html
from boardodds.dashboard.teaching.methods_rows import ALL, METHODS, QUICK, count_matches, rows
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui import query
from boardodds.dashboard.ui.data_tables import csv_button
from boardodds.dashboard.ui.page_parts import answer_container, python_panel
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import switch
from boardodds.perudo.sources import NAIVE_ACTUAL
from boardodds.teaching import registry

frame.guard()

setup = page_title("Do our results match the published ones?", setup="Set up")
query.check_link({"slow": switch})
slow = setup.toggle(
    f"Include the {len(ALL) - len(QUICK)} slow checks (simulations, a few seconds)", key="slow", bind="query-params"
)
recomputed = rows(ALL if slow else QUICK)
with column():
    answer_container().subheader(
        f"{count_matches(recomputed)} of {len(recomputed)} published figures match within their tolerance", anchor=False
    )
    by_source = {
        source: [row for row in recomputed if row["source"] == source]
        for source in dict.fromkeys(row["source"] for row in recomputed)
    }
    with st.container(key="ticks"):
        st.html(ticks_html(by_source))
    st.caption("A tick for each published figure: filled where ours agrees, hollow where it differs.")
    for source, source_rows in by_source.items():
        matches = count_matches(source_rows)
        with st.expander(f"{source}: {matches} of {len(source_rows)}", expanded=matches < len(source_rows)):
            st.html(source_html(source, source_rows))
    csv_button("Figures as CSV", lambda: recomputed, file_name="figures.csv", key="figures_csv")
    st.markdown(
        "Each figure above was published by one of this site's sources. It is recomputed here by the solvers and simulators of "
        "the other pages. The tolerance allows for rounding and for the random error of simulations.\n\n"
        "Some published figures are compared on other pages:\n"
        f"- Perudo: how often dudo was right ({NAIVE_ACTUAL:.0%}), with the line fitted to these calls and the callers with one "
        "die. [The dial](perudo?view=The+dial) shows our results and why they differ.\n"
        "- Candy Land: the shortest and longest games and the effect of each rule, under "
        "[Blog post](candy_land?view=Blog+post).\n"
        "- Camel Up: the time that each method took. [Camel Up: race length](camel_up_length) can time them again."
    )
st.header("What is exact, and what is simulated", anchor=False)
st.table(METHODS)
st.header("How the rules are read", anchor=False)
st.markdown("Where printings or sources differ, you can choose the rule on the game's page. The default comes first.")
for game in registry.games().values():
    with st.expander(game.title):
        st.markdown("\n".join(f"- {reading}" for reading in game.readings))
python_panel(
    "from boardodds.teaching import large_numbers\n"
    "[each.what for each in large_numbers.published_figures() if not (each.slow or each.holds(each.compute()))]"
)
