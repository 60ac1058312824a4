"""Candy Land's views that compare rules: the effect of each change, the post's table, three readings of "no specials"."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from boardodds.candy_land import SWITCHES, Rules, all_combinations, fair_shares, switched
from boardodds.candy_land.compare import (
    AS_IT_IS,
    NO_BACKWARD,
    NO_LICORICE,
    NO_SHORTCUTS,
    NO_SPECIALS,
    SPECIAL_CARDS_OFF,
)
from boardodds.candy_land.rules import CLASSIC
from boardodds.candy_land.simulate import check_playable
from boardodds.candy_land.sources import IMPACT, POST_GAMES
from boardodds.charts import common
from boardodds.dashboard.candy_land import rows as tables
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.edits import CandySetup
from boardodds.dashboard.candy_land.rows import Lengths
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart
from boardodds.dashboard.ui.page_text import escape_markdown
from boardodds.dashboard.ui.table_store import as_default, setting

POST_CHANGES = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS)
_MAX_COMBINED = 5


def effects_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Show the effects of the selected rule changes on the number of turns, alone or in all combinations."""
    selection = st.pills(
        "Changes",
        list(SWITCHES),
        selection_mode="multi",
        **as_default(setting("changes", list(POST_CHANGES))),
    )
    playable = _playable_changes(setup.rules, setup.players, [name for name in SWITCHES if name in selection])
    names = [name for name in playable if switched(setup.rules, [name]) != setup.rules]
    for name in playable:
        if name not in names:
            st.caption(f"*{name}*: so it is already.")
    if not names:
        st.markdown("Choose a change.")
        return
    combine = st.toggle("All combinations of them", **setting("combine", False))
    if combine and (conflict := _conflicting_names(names)):
        st.markdown(f"These turn the same rule, so they can't be combined: {conflict}.")
        combine = False
    if combine and len(names) > _MAX_COMBINED:
        st.markdown(f"At most {_MAX_COMBINED} changes are combined, which is {2**_MAX_COMBINED} games: choose fewer.")
        combine = False
    try:
        cases = all_combinations(setup.rules, names) if combine else single_changes(setup.rules, names)
        comparison = solvers.comparison(tuple(cases.items()), setup.players, setup.compared_games, setup.seed)
    except ValueError as error:
        st.markdown(f"Not all of these can be combined here: {escape_markdown(str(error))}.")
        return
    impacts = {name: comparison.difference(name) for name in cases if name != AS_IT_IS}
    chart(
        common.impact_bars(impacts),
        key="impact_chart",
        alt="Turns added: " + ", ".join(f"{name} {impact.value:+.2f}" for name, impact in impacts.items()),
    )
    rows = tables.impact_rows(comparison, list(impacts))
    table(rows, places=dict.fromkeys(["SE", "SE if played apart"], 3))
    st.caption(
        f"{setup.compared_games:,} games each. Where decks hold the same cards, or lack some kinds of them, all are played on "
        "the same shuffles: the standard error of the difference beside the one that games played apart would leave."
    )
    if combine:
        st.markdown("**What each change does depends on what else is changed:**")
        table(tables.shapley_rows(comparison, fair_shares(names)))
        st.caption(
            "The average over all orders of making the changes is Shapley's value; unlike the others, these add up to the "
            "difference of all changes together."
        )
    lines = {name: (comparison.samples[name].turns, setup.compared_games) for name in [AS_IT_IS, *names]}
    chart(
        common.length_lines(lines),
        key="overlaid_chart",
        alt="Lengths overlaid: "
        + ", ".join(f"{name} on average {pmf.mean:.1f} turns" for name, (pmf, _) in lines.items()),
    )
    table(tables.length_rows(comparison.samples))
    csv_button("Changes as CSV", lambda: rows, file_name="changes.csv", key="changes_csv")


def _playable_changes(rules: Rules, players: int, names: Sequence[str]) -> list[str]:
    """Return the changes after which the game can be played to its end, and show why the others are impossible."""
    playable = []
    for name in names:
        try:
            check_playable(switched(rules, [name]), players)
        except ValueError as error:
            st.caption(f"*{name}* can't be here: {escape_markdown(str(error))}.")
        else:
            playable.append(name)
    return playable


def single_changes(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    """Return by name the rules as they are, and the rules after each single change."""
    return {AS_IT_IS: rules} | {name: switched(rules, [name]) for name in names}


def _conflicting_names(names: list[str]) -> str:
    """Return the names of the changes that set the same field as another one, joined by commas; empty if there are none."""
    fields = [field for name in names for field in SWITCHES[name]]
    return ", ".join(name for name in names if any(fields.count(field) > 1 for field in SWITCHES[name]))


def post_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Show the post's table next to the same games simulated here, under the post's rules."""
    cases = single_changes(CLASSIC, POST_CHANGES)
    comparison = solvers.comparison(tuple(cases.items()), 1, setup.post_games, setup.seed)
    rows = tables.post_rows(comparison)
    st.markdown(
        f"The post played {POST_GAMES:,} games of one player for each row; ours are {setup.post_games:,}. **The largest "
        f"difference of the means is {max(abs(row['z']) for row in rows):.1f} standard errors** of both together."
    )
    table(rows)
    st.caption(
        "Beside our means their 95% intervals; usual is what 95% of runs of as many games have as their shortest and longest: "
        "extremes say as much about the number of games as about the game."
    )
    st.markdown("**What each part adds**, as the post has it and with an interval:")
    impacts = {name: comparison.contrast({AS_IT_IS: 1, name: -1}) for name in POST_CHANGES}
    st.markdown(
        "\n".join(
            f"- {name.removeprefix('no ')}: {IMPACT[name]:+.2f} turns in the post, **{impact.value:+.2f}** here "
            f"(95% CI {impact.interval().low:+.2f} to {impact.interval().high:+.2f})"
            for name, impact in impacts.items()
        )
    )
    csv_button("The post's table as CSV", lambda: rows, file_name="post.csv", key="post_csv")


def specials_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Show how many turns the picture cards add, compared with each of three games without them or their backward moves.

    The post's surprise, that the picture cards make games longer, may depend on the reading of "no specials".
    """
    try:
        rules = replace(setup.rules, specials="on")
        check_playable(rules, setup.players)
    except ValueError as error:
        st.markdown(f"With its specials this board can't be: {escape_markdown(str(error))}.")
        return
    if not rules.special_cards:
        st.markdown("This game has no specials.")
        return
    names = _playable_changes(rules, setup.players, [NO_SPECIALS, SPECIAL_CARDS_OFF, NO_BACKWARD])
    if not names:
        return
    cases = single_changes(rules, names)
    comparison = solvers.comparison(tuple(cases.items()), setup.players, setup.compared_games, setup.seed)
    effects = {name: comparison.contrast({AS_IT_IS: 1, name: -1}) for name in names}
    lengthening = [name for name, effect in effects.items() if effect.interval().low > 0]
    st.markdown(
        "The post's surprise was that the specials, which look like gifts, make games longer. "
        f"**{_summarize_surprise(names, lengthening)}**"
    )
    explanations = {
        NO_SPECIALS: "cards and spaces are taken away, as in the post. The board is shorter by so many spaces, every later space "
        "moves up, and licorice and shortcuts stay on their numbers, so they lie under other colours",
        SPECIAL_CARDS_OFF: "the cards are taken out of the deck and the board is left alone. Only the cards' effect is gone",
        NO_BACKWARD: "the cards stay, but one that leads back is ignored. What is left is the gift alone",
    }
    st.markdown(
        "\n".join(
            f"- **{name}**: {explanations[name]}. {comparison.samples[name].mean_turns} turns: the specials add "
            f"**{effects[name].value:+.2f}** "
            f"(95% CI {effects[name].interval().low:+.2f} to {effects[name].interval().high:+.2f})."
            for name in names
        )
    )
    lines = {name: (comparison.samples[name].turns, setup.compared_games) for name in [AS_IT_IS, *names]}
    chart(
        common.length_lines(lines),
        key="specials_chart",
        alt="Lengths overlaid: "
        + ", ".join(f"{name} on average {pmf.mean:.1f} turns" for name, (pmf, _) in lines.items()),
    )
    if {NO_SPECIALS, SPECIAL_CARDS_OFF} <= set(names):
        gap = comparison.contrast({SPECIAL_CARDS_OFF: 1, NO_SPECIALS: -1})
        ci = gap.interval()
        reason = _explain_effect(lengthens=NO_SPECIALS in lengthening, players=setup.players)
        st.markdown(
            f"The two readings of *no specials* lie **{gap.value:+.2f} turns** apart (95% CI {ci.low:+.2f} to "
            f"{ci.high:+.2f}): that much is the board, not the cards. {reason}"
        )
    rows = tables.length_rows(comparison.samples)
    table(rows)
    csv_button("Readings as CSV", lambda: rows, file_name="specials.csv", key="specials_csv")


def _explain_effect(*, lengthens: bool, players: int) -> str:
    """Return why the picture cards make games longer, or why with several players they may not."""
    if not lengthens and players > 1:
        return (
            "With several players the game is over when the first is home, so one who is lucky is enough: a special that "
            "throws somebody far ahead ends it sooner, and whom it throws back does not hold the others up."
        )
    return (
        "The special that leads furthest back is dealt to someone far ahead as often as to someone who has just begun, and "
        "there is more to lose than to gain: with *no backward moves* only the gain is left."
    )


def _summarize_surprise(names: list[str], lengthening: list[str]) -> str:
    """Return the sentence that names the readings under which the picture cards make games longer.

    names: all readings of "no specials".
    lengthening: the readings under which a game is significantly shorter than the game with its picture cards.
    """
    if len(lengthening) == len(names):
        return "Here they do so under every reading."
    if not lengthening:
        return "Here they do so under no reading."
    others = [name for name in names if name not in lengthening]
    return f"Here they do so set beside {' and '.join(lengthening)}, and not beside {' and '.join(others)}."
