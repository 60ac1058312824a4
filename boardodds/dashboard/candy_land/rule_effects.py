"""Candy Land's views that compare rules: the effect of each change, the post's table, three readings of "no specials"."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from boardodds.candy_land import SWITCHES, Comparison, Rules, all_combinations, fair_shares, switched
from boardodds.candy_land.compare import (
    AS_IT_IS,
    NO_BACKWARD,
    NO_LICORICE,
    NO_SHORTCUTS,
    NO_SPECIALS,
    SPECIAL_CARDS_OFF,
)
from boardodds.candy_land.rules import COLORS
from boardodds.candy_land.simulate import check_playable
from boardodds.candy_land.sources import POST_GAMES
from boardodds.charts.changes import Dot, change_dots
from boardodds.charts.lengths import length_bins
from boardodds.charts.tokens import SIMULATED
from boardodds.dashboard.candy_land import rows as tables
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.edits import CandySetup
from boardodds.dashboard.candy_land.labels import CHANGES, change_label
from boardodds.dashboard.candy_land.rows import Lengths, sample_size
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import escape_markdown, join_words
from boardodds.dashboard.ui.table_store import as_default, setting
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.pmf import Pmf
from boardodds.probability.wording import plural

POST_CHANGES = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS)
_MAX_COMBINED = 5


def effects_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Show the effects of the selected rule changes on the number of turns, alone or in all combinations."""
    selection = st.pills(
        "Rule changes",
        list(CHANGES),
        selection_mode="multi",
        **as_default(setting("changes", [change_label(name) for name in POST_CHANGES])),
    )
    selected = [name for label, name in CHANGES.items() if label in selection]
    playable = _playable_changes(setup.rules, setup.players, selected)
    names = [name for name in playable if switched(setup.rules, [name]) != setup.rules]
    for name in playable:
        if name not in names:
            st.caption(f"*{change_label(name)}* is already in effect.")
    if not names:
        st.markdown("Choose a rule change that is possible here and not yet in effect.")
        return
    combine = st.toggle("All combinations", **setting("combine", False))
    if combine and (conflict := _conflicting_names(names)):
        st.markdown(f"These change the same rule, so they can't be combined: {conflict}.")
        combine = False
    if combine and len(names) > _MAX_COMBINED:
        st.markdown(
            f"At most {_MAX_COMBINED} changes can be combined, which gives {2**_MAX_COMBINED} games. Choose fewer."
        )
        combine = False
    try:
        cases = all_combinations(setup.rules, names) if combine else single_changes(setup.rules, names)
        comparison = solvers.comparison(tuple(cases.items()), setup.players, setup.compared_games, setup.seed)
    except ValueError as error:
        st.markdown(f"These rules can't be compared: {escape_markdown(str(error))}.")
        return
    names_of_changes = [name for name in cases if name != AS_IT_IS]
    impacts = {change_label(name): comparison.difference(name) for name in names_of_changes}
    chart(
        change_dots(
            {name: Dot.of(impact) for name, impact in impacts.items()},
            base=0,
            base_name=AS_IT_IS,
            label=_signed,
            role=SIMULATED,
        ),
        key="impact_chart",
        alt="Turns added: " + ", ".join(f"{name} {impact.value:+.2f}" for name, impact in impacts.items()),
        finding=largest_effect(impacts),
        method=f"Turns added by each change: {setup.compared_games:,} simulated games under each set of rules, with 95% "
        "intervals. Where possible, all use the same shuffles, which usually makes the differences more precise.",
    )
    if combine:
        st.markdown("**The effect of a change can depend on the other changes:**")
        table(tables.shapley_rows(comparison, fair_shares(names)), places=dict.fromkeys(tables.ORDERS, 1))
        st.caption(
            "The average over all orders of making the changes is the Shapley value. These values always add up to the effect of "
            "all changes together; those of the other columns need not."
        )
    lines = {change_label(name): (comparison.samples[name].turns, setup.compared_games) for name in [AS_IT_IS, *names]}
    _show_multiples(lines, AS_IT_IS, key="overlaid_chart")
    all_figures(lambda: _show_effects(comparison, names_of_changes), key="changes_figures")


def _show_effects(comparison: Comparison, names: list[str]) -> None:
    table(
        tables.impact_rows(comparison, names),
        places={"turns": 2, "turns added": 2, "SE": 3, "SE if independent": 3},
    )
    st.caption("Compare *SE* with *SE if independent*: shared shuffles usually make the differences more precise.")
    show_lengths(comparison.samples)


def largest_effect(impacts: Mapping[str, MeanEstimate]) -> str:
    """Return which change has the largest effect on the length of a game, among those whose 95% interval excludes 0.

    impacts: by change, the turns that it adds.

    >>> largest_effect({"no licorice": MeanEstimate(-4, 1.0, 100), "no shortcuts": MeanEstimate(2, 1.0, 100)})
    'No licorice has the largest effect: 4.0 turns shorter (95% CI 3.8 to 4.2)'
    >>> largest_effect({"no licorice": MeanEstimate(0.1, 1.0, 100)})
    'No change has a clear effect on the length of a game'
    """
    clear = {name: impact for name, impact in impacts.items() if impact.interval().low * impact.interval().high > 0}
    if not clear:
        return "No change has a clear effect on the length of a game"
    name = max(clear, key=lambda name: abs(clear[name].value))
    interval = clear[name].interval()
    low, high = sorted((abs(interval.low), abs(interval.high)))
    kind = "longer" if clear[name].value > 0 else "shorter"
    return (
        f"{name[0].upper()}{name[1:]} has the largest effect: {abs(clear[name].value):.1f} turns {kind} "
        f"(95% CI {low:.1f} to {high:.1f})"
    )


def _show_multiples(lines: Mapping[str, tuple[Pmf, int | None]], base: str, *, key: str) -> None:
    """Show the lengths of games under each of some rules, over those under the base."""
    chart(
        length_bins(lines, base=base),
        key=key,
        alt="Lengths of games. "
        + ", ".join(f"{name}: {pmf.mean:.2f} turns on average" for name, (pmf, _) in lines.items()),
        finding=long_games_finding({name: pmf.quantile(0.9) for name, (pmf, _) in lines.items()}, base),
        method=f"Points: the lengths of games under each change, with 95% intervals. In grey: {base}, "
        f"{lines[base][0].mean:.2f} turns on average.",
    )


def long_games_finding(percentiles: Mapping[str, float], base: str) -> str:
    """Return which of some rules changes the 90th percentile of the length of games most.

    percentiles: by name of the rules, the turns within which at least 90% of games are over.
    base: the name of the rules that the others are compared with.

    >>> long_games_finding({"as it is": 69, "no shortcuts": 72, "no licorice": 59}, "as it is")
    'No licorice: 90% of games are over within 59 turns, not 69'
    >>> long_games_finding({"as it is": 69, "no shortcuts": 69}, "as it is")
    'Under all these rules, 90% of games are over within 69 turns'
    """
    usual = percentiles[base]
    name = max(percentiles, key=lambda name: abs(percentiles[name] - usual))
    if percentiles[name] == usual:
        return f"Under all these rules, 90% of games are over within {usual:.0f} turns"
    return f"{name[0].upper()}{name[1:]}: 90% of games are over within {percentiles[name]:.0f} turns, not {usual:.0f}"


def show_lengths(lengths_by_rules: Mapping[str, Lengths]) -> None:
    """Show the table of the statistics of the number of turns under each of some rules."""
    table(tables.length_rows(lengths_by_rules), places={"turns": 2})
    exact = all(sample_size(lengths) is None for lengths in lengths_by_rules.values())
    st.caption(
        ("Exact. " if exact else "The intervals of means and percentiles are 95% confidence intervals. ")
        + f"The shortest and the longest game are medians over runs of {POST_GAMES:,} games, with the range of at least 95% of "
        "such runs."
    )


def _signed(turns: float) -> str:
    return f"{turns:+.1f}"


def _signed_interval(effect: MeanEstimate) -> str:
    """Return the 95% interval of an effect, as text in brackets."""
    interval = effect.interval()
    return f"(95% CI {_signed(interval.low)} to {_signed(interval.high)})"


def _playable_changes(rules: Rules, players: int, names: Sequence[str]) -> list[str]:
    """Return the changes after which the game can be played to its end, and show why the others are impossible."""
    playable = []
    for name in names:
        try:
            check_playable(switched(rules, [name]), players)
        except ValueError as error:
            st.caption(f"*{change_label(name)}* isn't possible here: {escape_markdown(str(error))}.")
        else:
            playable.append(name)
    return playable


def single_changes(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    """Return by name the rules as they are, and the rules after each single change."""
    return {AS_IT_IS: rules} | {name: switched(rules, [name]) for name in names}


def _conflicting_names(names: list[str]) -> str:
    """Return the labels of the changes that set the same field as another one, joined by commas; empty if there are none."""
    fields = [field for name in names for field in SWITCHES[name]]
    return ", ".join(change_label(name) for name in names if any(fields.count(field) > 1 for field in SWITCHES[name]))


def specials_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Show how many turns the picture cards add, compared with each of three games without them or their backward moves.

    The post's surprise, that the picture cards make games longer, may depend on the reading of "no specials".
    """
    try:
        rules = replace(setup.rules, specials="on")
        check_playable(rules, setup.players)
    except ValueError as error:
        st.markdown(f"With its picture cards, this board isn't possible: {escape_markdown(str(error))}.")
        return
    if not rules.special_cards:
        st.markdown("This board has no picture spaces.")
        return
    names = _playable_changes(rules, setup.players, [NO_SPECIALS, SPECIAL_CARDS_OFF, NO_BACKWARD])
    if not names:
        return
    cases = single_changes(rules, names)
    comparison = solvers.comparison(tuple(cases.items()), setup.players, setup.compared_games, setup.seed)
    effects = {name: comparison.contrast({AS_IT_IS: 1, name: -1}) for name in names}
    with_cards = "with picture cards"
    readings = {change_label(name): effect for name, effect in effects.items()}
    picture_spaces = sum(space not in COLORS for space in rules.board)
    # By change: what it does, and what the game with picture cards has in addition.
    explanations = {
        NO_SPECIALS: (
            f"the cards and their {plural(picture_spaces, 'space')} are removed, as in the blog post. The board is shorter and "
            "every later space moves up. Licorice and shortcuts keep their numbers, so they can fall on other colours",
            "picture cards and their spaces",
        ),
        SPECIAL_CARDS_OFF: ("only the cards are removed. The board stays the same", "picture cards"),
        NO_BACKWARD: (
            "the cards stay, but a card that would move a player back is ignored. Only the gifts remain",
            "backward moves",
        ),
    }
    chart(
        change_dots(
            {f"compared with {name}": Dot.of(effect) for name, effect in readings.items()},
            base=0,
            base_name="no effect",
            label=_signed,
            role=SIMULATED,
        ),
        key="readings_chart",
        alt="Turns that the picture cards add, compared with "
        + ", ".join(f"{name} {_signed(effect.value)}" for name, effect in readings.items()),
        finding=picture_finding(effects[names[0]], explanations[names[0]][1]),
        method="Turns that a game with picture cards takes more than a game under each of these changes: "
        f"{setup.compared_games:,} simulated games under each set of rules, with 95% intervals.",
    )
    st.markdown(
        f"The picture cards look like gifts, but in the blog post they make games longer. {_summarize_surprise(readings)}"
    )
    st.markdown(
        "\n".join(
            f"- **{change_label(name)}**: {explanations[name][0]}. A game takes {tables.mean_text(comparison.samples[name])}. "
            f"The {explanations[name][1]} add **{_signed(effects[name].value)} turns** {_signed_interval(effects[name])}."
            for name in names
        )
    )
    labels = {with_cards: AS_IT_IS} | {change_label(name): name for name in names}
    lines = {label: (comparison.samples[name].turns, setup.compared_games) for label, name in labels.items()}
    _show_multiples(lines, with_cards, key="specials_chart")
    if {NO_SPECIALS, SPECIAL_CARDS_OFF} <= set(names):
        gap = comparison.contrast({SPECIAL_CARDS_OFF: 1, NO_SPECIALS: -1})
        st.markdown(
            f"Without picture cards, leaving their spaces on the board adds **{_signed(gap.value)} turns** "
            f"{_signed_interval(gap)}. That part comes from the board, not from the cards."
        )
    if reason := _explain_effect(effects, setup.players):
        st.markdown(reason)
    samples = {label: comparison.samples[name] for label, name in labels.items()}
    all_figures(lambda: show_lengths(samples), key="specials_figures")


def _explain_effect(effects: Mapping[str, MeanEstimate], players: int) -> str:
    """Return why the picture cards make games longer, or why with several players they may not; empty if neither is clear.

    effects: by change, the turns that the game with picture cards takes more.
    """
    longer = [name for name, effect in effects.items() if effect.interval().low > 0]
    if {SPECIAL_CARDS_OFF, NO_BACKWARD} <= set(longer):
        return (
            "A card back can come at any time, and it costs most when you are far ahead. "
            f"With *{NO_BACKWARD}*, only the gain remains."
        )
    if players > 1 and SPECIAL_CARDS_OFF in effects and SPECIAL_CARDS_OFF not in longer:
        return (
            "With several players, the game ends when the first one reaches the castle, so one lucky player is enough. A picture "
            "card that moves a player far ahead can end the game sooner. One that moves a player back doesn't delay the others."
        )
    return ""


def picture_finding(effect: MeanEstimate, part: str) -> str:
    """Return how many turns a part of the game adds, or that its effect is not clear.

    effect: the turns that a game with the part takes more.
    part: its name in the plural.

    >>> picture_finding(MeanEstimate(11.04, 1.0, 100), "picture cards")
    'The picture cards make games 11.0 turns longer (95% CI 10.8 to 11.2)'
    >>> picture_finding(MeanEstimate(0.1, 1.0, 100), "picture cards")
    'The picture cards have no clear effect: +0.1 turns (95% CI -0.1 to +0.3)'
    """
    interval = effect.interval()
    if interval.low <= 0 <= interval.high:
        return f"The {part} have no clear effect: {_signed(effect.value)} turns {_signed_interval(effect)}"
    low, high = sorted((abs(interval.low), abs(interval.high)))
    kind = "longer" if effect.value > 0 else "shorter"
    return f"The {part} make games {abs(effect.value):.1f} turns {kind} (95% CI {low:.1f} to {high:.1f})"


def _summarize_surprise(effects: Mapping[str, MeanEstimate]) -> str:
    """Return the sentence on the readings under which the picture cards make games longer or shorter.

    effects: by the label of a reading, the turns that the game with picture cards takes more. Only an effect whose 95% interval
        excludes 0 counts.

    >>> readings = {name: MeanEstimate(value, 1.0, 100) for name, value in (("a", 2.0), ("b", -2.0), ("c", 0.1), ("d", 3.0))}
    >>> _summarize_surprise(readings)
    'Here they make games longer compared with a and d, shorter compared with b, and not clearly different compared with c.'
    >>> _summarize_surprise({name: readings[name] for name in "ad"}), _summarize_surprise({"c": readings["c"]})
    ('Here they do so under every reading.', 'Here no reading shows a clear effect.')
    """
    groups: dict[str, list[str]] = {"longer": [], "shorter": [], "not clearly different": []}
    for name, effect in effects.items():
        ci = effect.interval()
        groups["longer" if ci.low > 0 else "shorter" if ci.high < 0 else "not clearly different"].append(name)
    if len(groups["longer"]) == len(effects):
        return "Here they do so under every reading."
    if not groups["longer"] and not groups["shorter"]:
        return "Here no reading shows a clear effect."
    parts = [f"{kind} compared with {join_words(names)}" for kind, names in groups.items() if names]
    return (
        f"Here they make games {', '.join(parts[:-1])}, and {parts[-1]}."
        if parts[1:]
        else f"Here they make games {parts[0]}."
    )
