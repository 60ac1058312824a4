"""The methods page: published figures next to the values that are recomputed on the page."""

import streamlit as st

from boardodds.dashboard.app import frame
from boardodds.dashboard.teaching.methods_html import share_in_words, source_html, ticks_html, ticks_legend
from boardodds.dashboard.teaching.methods_rows import ALL, EXPLAINED, METHODS, QUICK, agreement, count_matches, rows
from boardodds.dashboard.teaching.parts import column
from boardodds.dashboard.ui.data_tables import csv_button
from boardodds.dashboard.ui.page_parts import answer_container, python_panel
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import switch
from boardodds.games import GAMES
from boardodds.teaching import large_numbers

frame.guard()

setup = page_title("Do our results match the published ones?", setup="Set up", allowed={"slow": switch})
slow = setup.toggle(
    f"Include the {len(ALL) - len(QUICK)} slow checks (simulations, a few seconds)", key="slow", bind="query-params"
)
recomputed = rows(ALL if slow else QUICK)
figures = large_numbers.published_figures()
waiting = [] if slow else [figures[number] for number in ALL if number not in QUICK]
with column():
    answer_container().subheader(agreement(recomputed), anchor=False)
    with st.container(key="ticks"):
        for source in dict.fromkeys(figure.source for figure in figures):
            source_rows = [row for row in recomputed if row["source"] == source]
            not_checked = [figure.what for figure in waiting if figure.source == source]
            words = share_in_words(source, source_rows, not_checked)
            st.html(ticks_html(source_rows, not_checked, words))
            with st.expander(words, expanded=count_matches(source_rows) < len(source_rows)):
                if source_rows:
                    st.html(source_html(source, source_rows))
                if not_checked:
                    st.caption(f"Slow, so not checked yet: {'; '.join(not_checked)}.")
    st.caption(ticks_legend(recomputed, len(waiting)))
    csv_button("Figures", lambda: recomputed)
    st.markdown(
        "Each figure above was published by one of this site's sources. The solvers and simulators of the other pages recompute "
        "it here. It matches if ours differs by no more than the tolerance above its row: at most half of the last printed digit "
        "for exact figures, more for simulated ones.\n\n"
        "**Figures that differ**, which are among the slow checks:\n"
        + "".join(f"- {figure.what}: {figure.printed:g} in the source\n" for figure in EXPLAINED)
        + f"\n{' '.join(dict.fromkeys(figure.explained for figure in EXPLAINED))}\n\n"
        "[Camel Up: race length](camel_up_length) can measure again the time that each method took."
    )
st.header("What is exact, and what is simulated", anchor=False)
st.table(METHODS)
st.header("How the rules are read", anchor=False)
st.markdown("Where printings or sources differ, you can choose the rule on the game's page. The default comes first.")
for game in GAMES.values():
    with st.expander(game.title):
        st.markdown("\n".join(f"- {reading}" for reading in game.readings))
python_panel(
    "from boardodds.teaching import large_numbers\n"
    "figures = [each for each in large_numbers.published_figures() if not each.slow]\n"
    "[each.what for each in figures if not each.holds(each.compute())]  # the figures that differ"
)
