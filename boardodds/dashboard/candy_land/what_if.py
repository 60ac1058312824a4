"""The view What if: the effect of each rule change, of the picture cards, and of the deck on the length of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from boardodds.candy_land import SWITCHES, Comparison, Rules, State, all_combinations, fair_shares, switched
from boardodds.candy_land.compare import (
    AS_IT_IS,
    NO_BACKWARD,
    NO_LICORICE,
    NO_SHORTCUTS,
    NO_SPECIALS,
    SPECIAL_CARDS_OFF,
    combination_name,
)
from boardodds.candy_land.rules import COLORS, ON, REAL, RESHUFFLED, STUCK
from boardodds.candy_land.solve import is_solvable
from boardodds.charts.candy_land import length_bins
from boardodds.charts.style import SIMULATED
from boardodds.charts.wins import Dot, change_dots
from boardodds.dashboard.candy_land import lengths
from boardodds.dashboard.candy_land.state import CandyState
from boardodds.dashboard.ui.panels import Panel, Rows, estimate_columns, show_options, show_rows, table
from boardodds.dashboard.ui.settings import Allowed, one_of, switch
from boardodds.dashboard.ui.state_store import as_default, setting
from boardodds.dashboard.ui.words import escape_markdown, join_words
from boardodds.probability.declared_rules import rules_of
from boardodds.probability.display import plural
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.pmf import Pmf

POST_CHANGES = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS)
_MAX_COMBINED = 5
# The orders in which a change can be made, for its effect: without the others, and after all of them.
_ORDERS = ("alone", "after all others", "average over all orders")
_RESHUFFLED = "reshuffled before every draw"
# By name, a distribution of lengths and the number of simulated games, or None if it is exact.
_Lines = dict[str, tuple[Pmf, int | None]]


def what_if_view(state: CandyState) -> None:
    """Compare games under other rules, without picture cards, or with another deck."""
    if not state.is_start:
        st.caption("Here, *a game* is what is left of the game in progress.")
    part = show_options("Compare", list(_PARTS), **setting("compare", next(iter(_PARTS))))
    try:
        _PARTS[part](state)
    except ValueError as error:
        st.markdown(f"These games can't be compared: {escape_markdown(str(error))}.")


def _compare_rules(state: CandyState) -> None:
    """Show the effects of the selected rule changes on the number of turns, alone or in all combinations."""
    changes = as_default(setting("changes", list(POST_CHANGES)))
    selection = st.pills("Rule changes", list(SWITCHES), selection_mode="multi", **changes)
    playable = _playable_changes(state.rules, state.position, [name for name in SWITCHES if name in selection])
    names = [name for name in playable if switched(state.rules, [name]) != state.rules]
    for name in playable:
        if name not in names:
            st.caption(f"*{name}* is already in effect.")
    if not names:
        st.markdown("Choose a rule change that is possible here and not yet in effect.")
        return
    combine = st.toggle("All combinations", **setting("combine", False)) and _can_be_combined(names)
    cases = all_combinations(state.rules, names) if combine else _single_changes(state.rules, names)
    played = lengths.comparison(state, cases)
    impacts = {name: played.difference(name) for name in cases if name != AS_IT_IS}
    _show_effects(
        impacts,
        AS_IT_IS,
        key="impact_chart",
        finding=largest_effect(impacts),
        method=f"Turns added by each change: {state.compared_games:,} simulated games under each set of rules, with 95% "
        "intervals. Where possible, all use the same shuffles, which usually makes the differences more precise.",
    )
    show_rows(
        partial(_impact_rows, played, list(impacts)),
        key="impact_rows",
        places={"turns": 2, "turns added": 2, "SE": 3, "SE if independent": 3},
        note="Compare *SE* with *SE if independent*: shared shuffles usually make the differences more precise.",
    )
    if combine:
        st.markdown("**The effect of a change can depend on the other changes:**")
        table(_shapley_rows(played, fair_shares(names)), places=dict.fromkeys(_ORDERS, 1))
        st.caption(
            "The average over all orders of making the changes is the Shapley value. These values always add up to the effect of "
            "all changes together; those of the other columns need not."
        )
    _show_multiples(played, {name: name for name in [AS_IT_IS, *names]}, key="overlaid_chart")
    lengths.show_statistics(played.samples, key="changes_rows")


def _show_effects(effects: Mapping[str, MeanEstimate], base_name: str, *, key: str, finding: str, method: str) -> None:
    Panel(
        change_dots(
            {name: Dot.of(effect) for name, effect in effects.items()},
            base=0,
            base_name=base_name,
            label=_signed,
            role=SIMULATED,
        ),
        key=key,
        alt="Turns added: " + ", ".join(f"{name} {effect.value:+.2f}" for name, effect in effects.items()),
        finding=finding,
        method=method,
    ).show()


def _can_be_combined(names: Sequence[str]) -> bool:
    """Return whether all combinations of changes can be played, and show why not."""
    fields = [field for name in names for field in SWITCHES[name]]
    if conflicts := [name for name in names if any(fields.count(field) > 1 for field in SWITCHES[name])]:
        st.markdown(f"These change the same rule, so they can't be combined: {', '.join(conflicts)}.")
    elif len(names) > _MAX_COMBINED:
        st.markdown(
            f"At most {_MAX_COMBINED} changes can be combined, which gives {2**_MAX_COMBINED} games. Choose fewer."
        )
    else:
        return True
    return False


def largest_effect(impacts: Mapping[str, MeanEstimate]) -> str:
    """Return which change has the largest effect on the length of a game, among those whose 95% interval excludes 0.

    impacts: by change, the turns that it adds.

    >>> largest_effect({"licorice: no effect": MeanEstimate(-4, 1.0, 100), "shortcuts: none": MeanEstimate(2, 1.0, 100)})
    '“Licorice: no effect” has the largest effect: 4.0 turns shorter'
    >>> largest_effect({"licorice: no effect": MeanEstimate(0.1, 1.0, 100)})
    'No change has a clear effect on the length of a game'
    """
    clear = {name: impact.value for name, impact in impacts.items() if _direction(impact)}
    if not clear:
        return "No change has a clear effect on the length of a game"
    name = max(clear, key=lambda name: abs(clear[name]))
    return f"“{name[0].upper()}{name[1:]}” has the largest effect: {_turns(clear[name])}"


def long_games_finding(percentiles: Mapping[str, float], base: str) -> str:
    """Return which of some rules changes the 90th percentile of the length of games most.

    percentiles: by name of the rules, the turns within which at least 90% of games are over.
    base: the name of the rules that the others are compared with.

    >>> long_games_finding({"as it is": 69, "shortcuts: none": 72, "licorice: no effect": 59}, "as it is")
    'With “licorice: no effect”, 90% of games are over within 59 turns, not 69'
    >>> long_games_finding({"as it is": 69, "shortcuts: none": 69}, "as it is")
    'Under all these rules, 90% of games are over within 69 turns'
    """
    usual = percentiles[base]
    name = max(percentiles, key=lambda name: abs(percentiles[name] - usual))
    if percentiles[name] == usual:
        return f"Under all these rules, 90% of games are over within {usual:.0f} turns"
    return f"With “{name}”, 90% of games are over within {percentiles[name]:.0f} turns, not {usual:.0f}"


def _show_multiples(played: Comparison, labels: Mapping[str, str], *, key: str) -> None:
    """Show the lengths of games under each of some rules, over those under the first ones.

    labels: by label, the name of the rules in the comparison.
    """
    base = next(iter(labels))
    lines: _Lines = {label: (played.samples[name].turns, played.samples[name].games) for label, name in labels.items()}
    Panel(
        length_bins(lines, base=base),
        key=key,
        alt=_lengths_in_words(lines),
        finding=long_games_finding({name: pmf.quantile(0.9) for name, (pmf, _) in lines.items()}, base),
        method=f"Points: the lengths of games under each change, with 95% intervals. In grey: {base}, "
        f"{lines[base][0].mean:.2f} turns on average.",
    ).show()


def _lengths_in_words(lines: _Lines) -> str:
    means = (f"{name}: {pmf.mean:.2f} turns on average" for name, (pmf, _) in lines.items())
    return f"Lengths of games. {', '.join(means)}"


def _signed(turns: float) -> str:
    return f"{turns:+.1f}"


def _turns(difference: float) -> str:
    return f"{abs(difference):.1f} turns {'longer' if difference > 0 else 'shorter'}"


def _direction(effect: MeanEstimate) -> int:
    """Return the sign of an effect, or 0 if its 95% interval contains 0."""
    interval = effect.interval()
    return 1 if interval.low > 0 else -1 if interval.high < 0 else 0


def _effect_in_words(effect: MeanEstimate) -> str:
    interval = effect.interval()
    return f"**{_signed(effect.value)} turns** (95% CI {_signed(interval.low)} to {_signed(interval.high)})"


def _playable_changes(rules: Rules, position: State, names: Sequence[str]) -> list[str]:
    return [name for name in names if lengths.is_playable(f"*{name}*", partial(switched, rules, [name]), position)]


def _single_changes(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    return {AS_IT_IS: rules} | {name: switched(rules, [name]) for name in names}


def _impact_rows(played: Comparison, names: Sequence[str]) -> Rows:
    """Return a row with the effect of each rule change on the mean number of turns.

    "SE if independent" is the standard error of the effect if both rules were simulated independently.
    """
    before = played.samples[AS_IT_IS].mean_turns
    rows = []
    for name in names:
        after, difference = played.samples[name].mean_turns, played.difference(name)
        independent = (before.standard_error**2 + after.standard_error**2) ** 0.5
        rows.append(
            {"change": name}
            | estimate_columns("turns added", difference)
            | {"SE": difference.standard_error, "SE if independent": independent}
            | estimate_columns("turns", after)
        )
    return rows


def _shapley_rows(played: Comparison, shares: Mapping[str, Mapping[str, float]]) -> Rows:
    """Return a row for each rule change: its effect alone, after all other changes, and on average over all orders.

    played: samples of all combinations of the changes.
    shares: by change, the weights of the samples whose sum is the average effect, from ``fair_shares``.
    """
    rows = []
    for name, weights in shares.items():
        others = combination_name([other for other in shares if other != name])
        last = played.contrast({combination_name(list(shares)): 1, others: -1})
        row: dict[str, object] = {"change": name}
        for order, effect in zip(_ORDERS, (played.difference(name), last, played.contrast(weights)), strict=True):
            row |= estimate_columns(order, effect)
        rows.append(row)
    return rows


def _compare_picture_cards(state: CandyState) -> None:
    """Show how many turns the picture cards add, compared with each of three games without them or their backward moves.

    The post's surprise, that the picture cards make games longer, may depend on the reading of "no specials".
    """
    rules = replace(state.rules, specials=ON)
    if not rules.special_cards:
        st.markdown("This board has no picture spaces.")
        return
    names = _playable_changes(rules, state.position, [NO_SPECIALS, SPECIAL_CARDS_OFF, NO_BACKWARD])
    if not names:
        return
    played = lengths.comparison(state, _single_changes(rules, names))
    effects = {name: played.contrast({AS_IT_IS: 1, name: -1}) for name in names}
    picture_spaces = plural(sum(space not in COLORS for space in rules.board), "space")
    # By change: what it does, and what the game with picture cards has in addition.
    explanations = {
        NO_SPECIALS: (
            f"the cards and their {picture_spaces} are removed, as in the blog post. The board is shorter and every later space "
            "moves up. Licorice and shortcuts keep their numbers, so they can fall on other colours",
            "picture cards and their spaces",
        ),
        SPECIAL_CARDS_OFF: ("only the cards are removed. The board stays the same", "picture cards"),
        NO_BACKWARD: (
            "the cards stay, but a card that would move a player back is ignored. Only the gifts remain",
            "backward moves",
        ),
    }
    _show_effects(
        {f"compared with {_reading(name)}": effect for name, effect in effects.items()},
        "no effect",
        key="readings_chart",
        finding=effect_finding(f"The {explanations[names[0]][1]} make", effects[names[0]]),
        method="Turns that a game with picture cards takes more than a game under each of these changes: "
        f"{state.compared_games:,} simulated games under each set of rules, with 95% intervals.",
    )
    longer = [name for name in names if _direction(effects[name]) > 0]
    quoted = join_words([f"“{_reading(name)}”" for name in longer])
    readings = "do so under every reading" if longer == names else f"do so compared with {quoted}"
    st.markdown(
        "The picture cards look like gifts, but in the blog post they make games longer. Here they "
        f"{readings if longer else 'clearly do so under no reading'}."
    )
    st.markdown(
        "\n".join(
            f"- **{_reading(name)}**: {explanations[name][0]}. A game takes {lengths.mean_text(played.samples[name])}. The "
            f"{explanations[name][1]} add {_effect_in_words(effects[name])}."
            for name in names
        )
    )
    labels = {"with picture cards": AS_IT_IS} | {_reading(name): name for name in names}
    _show_multiples(played, labels, key="specials_chart")
    if {NO_SPECIALS, SPECIAL_CARDS_OFF} <= set(names):
        gap = played.contrast({SPECIAL_CARDS_OFF: 1, NO_SPECIALS: -1})
        st.markdown(
            f"Without picture cards, leaving their spaces on the board adds {_effect_in_words(gap)}. That part comes from the "
            "board, not from the cards."
        )
    if {SPECIAL_CARDS_OFF, NO_BACKWARD} <= set(longer):
        st.markdown(
            "A card back can come at any time, and it costs most when you are far ahead. "
            f"With *{_reading(NO_BACKWARD)}*, only the gain remains."
        )
    elif state.players > 1 and SPECIAL_CARDS_OFF in set(names) - set(longer):
        st.markdown(
            "With several players, the game ends when the first one reaches the castle, so one lucky player is enough. A picture "
            "card that moves a player far ahead can end the game sooner. One that moves a player back doesn't delay the others."
        )
    lengths.show_statistics({label: played.samples[name] for label, name in labels.items()}, key="specials_rows")


def _reading(name: str) -> str:
    """Return the words of a change of the picture cards without the name of the rule."""
    return rules_of(Rules)["specials"].kind.words(SWITCHES[name]["specials"])


def effect_finding(subject: str, effect: MeanEstimate) -> str:
    """Return how much longer or shorter a part of the game makes games, if its 95% interval excludes 0.

    subject: the part with its verb.
    effect: the turns that a game with the part takes more.

    >>> effect_finding("The picture cards make", MeanEstimate(11.04, 1.0, 100))
    'The picture cards make games 11.0 turns longer'
    >>> effect_finding("The real deck makes", MeanEstimate(0.1, 1.0, 100))
    'The real deck makes no clear difference to the length of a game'
    """
    if not _direction(effect):
        return f"{subject} no clear difference to the length of a game"
    return f"{subject} games {_turns(effect.value)}"


def _compare_decks(state: CandyState) -> None:
    """Compare the real deck with one that is reshuffled before every draw."""
    if not is_solvable(state.rules, len(state.still_on_the_way)):
        st.markdown(
            "The two decks can't be compared: players who go on from each other's spaces don't move independently, so there is "
            "no exact answer. Choose one player or, under *Set up*, shared spaces."
        )
        return
    real = lengths.sample(replace(state, rules=replace(state.rules, deck=REAL)))
    exact = lengths.odds(replace(state, rules=replace(state.rules, deck=RESHUFFLED)))
    difference = replace(real.mean_turns, value=real.mean_turns.value - exact.mean_turns)
    lines: _Lines = {_RESHUFFLED: (exact.turns, None), "real deck": (real.turns, real.games)}
    Panel(
        length_bins(lines, base=_RESHUFFLED),
        key="deck_chart",
        alt=_lengths_in_words(lines),
        finding=effect_finding("The real deck makes", difference),
        method=f"Points: the real deck, {real.games:,} simulated games, with 95% intervals. In grey: a deck that is reshuffled "
        "before every draw, counted exactly.",
        rows=lambda: lengths.pmf_rows({name: pmf for name, (pmf, _) in lines.items()}),
        percent=list(lines),
    ).show()
    st.markdown(
        f"With the real deck, a game takes {lengths.mean_text(real)}. With a deck that is reshuffled before every draw, it takes "
        f"{lengths.mean_text(exact)}, an exact figure."
    )
    lengths.show_statistics({"real deck": real, _RESHUFFLED: exact}, key="deck_rows")
    can_be_stuck = state.rules.licorice and state.rules.licorice_rule == STUCK
    wait = " A player who is stuck on licorice can wait longer for its colour." if can_be_stuck else ""
    st.markdown(
        "The real deck deals each of its cards once before it is shuffled again. If it is reshuffled before every draw, the same "
        f"card can come twice in a row.{wait} The next turn then depends only on where the players are and who misses a turn. So "
        "the game is a Markov chain with few states, which has an exact answer. The game with the real deck is a Markov chain "
        "too, but its states contain the cards left, and there are too many sets of them."
    )


_PARTS = {"rules": _compare_rules, "picture cards": _compare_picture_cards, "deck": _compare_decks}
SETTINGS: Allowed = {"compare": one_of(_PARTS), "changes": one_of(SWITCHES), "combine": switch}
