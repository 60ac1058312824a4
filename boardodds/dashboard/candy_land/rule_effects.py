"""The views of Candy Land that set rules side by side: what they cost, the post's table, readings of "no specials"."""

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
from boardodds.dashboard.candy_land.inputs import CandySetup
from boardodds.dashboard.candy_land.rows import Lengths
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart
from boardodds.dashboard.ui.page_text import escape_markdown

THREE = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS)
_MOST_COMBINED = 5


def costs_view(setup: CandySetup, _found: Lengths) -> None:
    """What each rule costs: the rules as they are and with each change, on the same cards."""
    chosen = st.pills(
        "Changes",
        list(SWITCHES),
        selection_mode="multi",
        default=list(THREE),
        key="changes",
        bind="query-params",
        persist_state="page",
    )
    possible = _possible(setup.rules, setup.players, [name for name in SWITCHES if name in chosen])
    names = [name for name in possible if switched(setup.rules, [name]) != setup.rules]
    for name in possible:
        if name not in names:
            st.caption(f"*{name}*: so it is already.")
    if not names:
        st.markdown("Choose a change.")
        return
    combine = st.toggle("All combinations of them", key="combine", bind="query-params")
    if combine and (clash := _clash(names)):
        st.markdown(f"These turn the same rule, so they can't be combined: {clash}.")
        combine = False
    if combine and len(names) > _MOST_COMBINED:
        st.markdown(f"At most {_MOST_COMBINED} changes are combined, which is {2**_MOST_COMBINED} games: choose fewer.")
        combine = False
    try:
        cases = all_combinations(setup.rules, names) if combine else one_by_one(setup.rules, names)
        played = solvers.comparison(tuple(cases.items()), setup.players, setup.compared_games, setup.seed)
    except ValueError as error:
        st.markdown(f"Not all of these can be combined here: {escape_markdown(str(error))}.")
        return
    impacts = {name: played.difference(name) for name in cases if name != AS_IT_IS}
    chart(
        common.impact_bars(impacts),
        key="impact_chart",
        alt="JobScheduler added: " + ", ".join(f"{name} {impact.value:+.2f}" for name, impact in impacts.items()),
    )
    rows = tables.impact_rows(played, list(impacts))
    table(rows, places=dict.fromkeys(["SE", "SE if played apart"], 3))
    st.caption(
        f"{setup.compared_games:,} games each. Where decks hold the same cards, or lack some kinds of them, all are played on "
        "the same shuffles: the standard error of the difference beside the one that games played apart would leave."
    )
    if combine:
        st.markdown("**What each change does depends on what else is changed:**")
        table(tables.share_rows(played, fair_shares(names)))
        st.caption(
            "The average over all orders of making the changes is Shapley's value; unlike the others, these add up to the "
            "difference of all changes together."
        )
    shown = [AS_IT_IS, *names]
    lines = {name: (played.samples[name].turns, setup.compared_games) for name in shown}
    chart(
        common.length_lines(lines),
        key="overlaid_chart",
        alt="Lengths overlaid: "
        + ", ".join(f"{name} on average {pmf.mean:.1f} turns" for name, (pmf, _) in lines.items()),
    )
    table(tables.length_rows(played.samples))
    csv_button("Changes as CSV", lambda: rows, file_name="changes.csv", key="changes_csv")


def _possible(rules: Rules, players: int, names: Sequence[str]) -> list[str]:
    """The changes that can be made and leave a game that ends; says why the others can't."""
    possible = []
    for name in names:
        try:
            check_playable(switched(rules, [name]), players)
        except ValueError as error:
            st.caption(f"*{name}* can't be here: {escape_markdown(str(error))}.")
        else:
            possible.append(name)
    return possible


def one_by_one(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    return {AS_IT_IS: rules} | {name: switched(rules, [name]) for name in names}


def _clash(names: list[str]) -> str:
    """The names of changes that turn the same field."""
    fields = [field for name in names for field in SWITCHES[name]]
    return ", ".join(name for name in names if any(fields.count(field) > 1 for field in SWITCHES[name]))


def post_view(setup: CandySetup, _found: Lengths) -> None:
    """The post's table, recomputed under its own rules."""
    played = solvers.comparison(tuple(one_by_one(CLASSIC, THREE).items()), 1, setup.post_games, setup.seed)
    rows = tables.post_rows(played)
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
    impacts = {name: played.contrast({AS_IT_IS: 1, name: -1}) for name in THREE}
    st.markdown(
        "\n".join(
            f"- {name.removeprefix('no ')}: {IMPACT[name]:+.2f} turns in the post, **{impact.value:+.2f}** here "
            f"(95% CI {impact.interval().low:+.2f} to {impact.interval().high:+.2f})"
            for name, impact in impacts.items()
        )
    )
    csv_button("The post's table as CSV", lambda: rows, file_name="post.csv", key="post_csv")


def specials_view(setup: CandySetup, _found: Lengths) -> None:
    """Both readings of "no specials", and what becomes of the post's surprise."""
    try:
        rules = replace(setup.rules, specials="on")
        check_playable(rules, setup.players)
    except ValueError as error:
        st.markdown(f"With its specials this board can't be: {escape_markdown(str(error))}.")
        return
    if not rules.special_cards:
        st.markdown("This game has no specials.")
        return
    names = _possible(rules, setup.players, [NO_SPECIALS, SPECIAL_CARDS_OFF, NO_BACKWARD])
    if not names:
        return
    cases = one_by_one(rules, names)
    played = solvers.comparison(tuple(cases.items()), setup.players, setup.compared_games, setup.seed)
    adds = {name: played.contrast({AS_IT_IS: 1, name: -1}) for name in names}
    hurt = [name for name, add in adds.items() if add.interval().low > 0]
    st.markdown(
        f"The post's surprise was that the specials, which look like gifts, make games longer. **{_surprise(names, hurt)}**"
    )
    words = {
        NO_SPECIALS: "cards and spaces are taken away, as in the post. The board is shorter by so many spaces, every later space "
        "moves up, and licorice and shortcuts stay on their numbers, so they lie under other colours",
        SPECIAL_CARDS_OFF: "the cards are taken out of the deck and the board is left alone. Only the cards' effect is gone",
        NO_BACKWARD: "the cards stay, but one that leads back is ignored. What is left is the gift alone",
    }
    st.markdown(
        "\n".join(
            f"- **{name}**: {words[name]}. {played.samples[name].mean_turns} turns: the specials add **{adds[name].value:+.2f}** "
            f"(95% CI {adds[name].interval().low:+.2f} to {adds[name].interval().high:+.2f})."
            for name in names
        )
    )
    lines = {name: (played.samples[name].turns, setup.compared_games) for name in [AS_IT_IS, *names]}
    chart(
        common.length_lines(lines),
        key="specials_chart",
        alt="Lengths overlaid: "
        + ", ".join(f"{name} on average {pmf.mean:.1f} turns" for name, (pmf, _) in lines.items()),
    )
    if {NO_SPECIALS, SPECIAL_CARDS_OFF} <= set(names):
        apart = played.contrast({SPECIAL_CARDS_OFF: 1, NO_SPECIALS: -1})
        ci = apart.interval()
        st.markdown(
            f"The two readings of *no specials* lie **{apart.value:+.2f} turns** apart (95% CI {ci.low:+.2f} to "
            f"{ci.high:+.2f}): that much is the board, not the cards. {_why(hurt=NO_SPECIALS in hurt, players=setup.players)}"
        )
    rows = tables.length_rows(played.samples)
    table(rows)
    csv_button("Readings as CSV", lambda: rows, file_name="specials.csv", key="specials_csv")


def _why(*, hurt: bool, players: int) -> str:
    """Why specials make games longer, or with several players may not."""
    if not hurt and players > 1:
        return (
            "With several players the game is over when the first is home, so one who is lucky is enough: a special that "
            "throws somebody far ahead ends it sooner, and whom it throws back does not hold the others up."
        )
    return (
        "The special that leads furthest back is dealt to someone far ahead as often as to someone who has just begun, and "
        "there is more to lose than to gain: with *no backward moves* only the gain is left."
    )


def _surprise(names: list[str], hurt: list[str]) -> str:
    if len(hurt) == len(names):
        return "Here they do so under every reading."
    if not hurt:
        return "Here they do so under no reading."
    return f"Here they do so set beside {' and '.join(hurt)}, and not beside {' and '.join(n for n in names if n not in hurt)}."
