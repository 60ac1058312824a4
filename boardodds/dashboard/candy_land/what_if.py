"""The view What if: the effect of each rule change and of the deck on the length of a game."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from boardodds.candy_land import SWITCHES, switched
from boardodds.candy_land.comparison import AS_IT_IS, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS
from boardodds.candy_land.rules import REAL, RESHUFFLED, STUCK, Rules
from boardodds.candy_land.solver import is_solvable, mean_events
from boardodds.charts.candy_land import length_bins
from boardodds.charts.style import SIMULATED
from boardodds.charts.wins import change_dots
from boardodds.dashboard.candy_land import lengths
from boardodds.dashboard.candy_land.sheet import CandySheet
from boardodds.dashboard.ui.panels import Choice, Note, Panel, Parts, Values, estimate_columns
from boardodds.dashboard.ui.settings import Allowed, Several, one_of
from boardodds.dashboard.ui.words import escape_markdown
from boardodds.probability.display import plural, signed
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.pmf import Pmf

POST_CHANGES = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS)
_RESHUFFLED = "reshuffled before every draw"
# By name, a distribution of lengths and the number of simulated games, or None if it is exact.
_Lines = dict[str, tuple[Pmf, int | None]]


def what_if_view(sheet: CandySheet) -> Parts:
    """Return the comparison with games under other rules, or with another deck."""
    if not sheet.state.is_start:
        yield Note("Here, *a game* is what is left of the game in progress.")
    yield _COMPARE
    try:
        yield from _PARTS[sheet.value(_COMPARE)](sheet)
    except ValueError as error:
        yield f"These games can't be compared: {escape_markdown(str(error))}."


def _compare_rules(sheet: CandySheet) -> Parts:
    """Return the effect of each selected rule change on the number of turns."""
    state, chosen = sheet.state, sheet.value(_CHANGES)
    yield replace(
        _CHANGES, options=[name for name in SWITCHES if name in chosen or not _is_in_effect(name, state.rules)]
    )
    cases = {}
    for name in filter(chosen.__contains__, SWITCHES):
        changed = partial(switched, state.rules, [name])
        if why := lengths.refusal(f"*{name}*", changed, state.position):
            yield Note(why)
        else:
            cases[name] = changed()
    for name in [name for name in cases if _is_in_effect(name, state.rules)]:
        del cases[name]
        yield Note(f"*{name}* is already in effect.")
    if not cases:
        yield "Choose a rule change that is possible here and not yet in effect."
        return
    played = lengths.comparison(state, {AS_IT_IS: state.rules, **cases})
    impacts = {name: played.difference(name) for name in cases}
    yield Panel(
        change_dots(impacts, base=0, base_name=AS_IT_IS, label=lambda turns: signed(turns, 1), role=SIMULATED),
        key="impact_chart",
        alt="Turns added: " + ", ".join(f"{name} {signed(effect.value, 2)}" for name, effect in impacts.items()),
        finding=largest_effect(impacts),
        method=f"Turns added by each change: {state.compared_games:,} simulated games under each set of rules, with 95% "
        "intervals. Where possible, all use the same shuffles, which usually makes the differences more precise.",
    )
    yield Values(
        lambda: [
            {"change": name}
            | estimate_columns("turns added", impact)
            | estimate_columns("turns", played.samples[name].mean_turns)
            for name, impact in impacts.items()
        ],
        key="impact_rows",
        places={"turns": 2, "turns added": 2},
    )
    lines: _Lines = {name: (sample.turns, sample.games) for name, sample in played.samples.items()}
    yield Panel(
        length_bins(lines, base=AS_IT_IS),
        key="overlaid_chart",
        alt=_lengths_in_words(lines),
        finding=long_games_finding({name: pmf.quantile(0.9) for name, (pmf, _) in lines.items()}),
        method=f"Points: the lengths of games under each change, with 95% intervals. In grey: {AS_IT_IS}, "
        f"{lines[AS_IT_IS][0].mean:.2f} turns on average.",
    )
    yield lengths.statistics(played.samples, key="changes_rows")
    events = mean_events(state.rules)
    if events.back + events.forward:
        yield (
            f"**Picture cards** move a player who is alone back {events.back:.2f} times a game, and forward "
            f"{events.forward:.2f} times: the exact means if the deck is shuffled before every draw."
        )


def _is_in_effect(name: str, rules: Rules) -> bool:
    return all(getattr(rules, field) == value for field, value in SWITCHES[name].items())


def largest_effect(impacts: Mapping[str, MeanEstimate]) -> str:
    """Return which change adds or saves most turns, among those whose 95% interval excludes 0.

    >>> largest_effect({"licorice: no effect": MeanEstimate(-4, 1.0, 100), "shortcuts: none": MeanEstimate(2, 1.0, 100)})
    '“Licorice: no effect” has the largest effect: 4.0 turns shorter'
    """
    clear = {name: impact.value for name, impact in impacts.items() if 0 not in impact.interval()}
    if not clear:
        return "No change has a clear effect on the length of a game"
    name = max(clear, key=lambda name: abs(clear[name]))
    return f"“{name[0].upper()}{name[1:]}” has the largest effect: {_turns(clear[name])}"


def long_games_finding(percentiles: Mapping[str, float]) -> str:
    """Return which of some rules changes the 90th percentile of the turns most.

    >>> long_games_finding({"as it is": 69, "shortcuts: none": 72, "licorice: no effect": 59})
    'With “licorice: no effect”, about 90% of games are over within 59 turns, not 69'
    >>> long_games_finding({"as it is": 69, "shortcuts: none": 69})
    'Under all these rules, about 90% of games are over within 69 turns'
    """
    usual = percentiles[AS_IT_IS]
    name = max(percentiles, key=lambda name: abs(percentiles[name] - usual))
    turns = plural(round(percentiles[name]), "turn")
    if percentiles[name] == usual:
        return f"Under all these rules, about 90% of games are over within {turns}"
    return f"With “{name}”, about 90% of games are over within {turns}, not {usual:.0f}"


def _turns(difference: float) -> str:
    return f"{abs(difference):.1f} turns {'longer' if difference > 0 else 'shorter'}"


def _lengths_in_words(lines: _Lines) -> str:
    means = (f"{name}: {pmf.mean:.2f} turns on average" for name, (pmf, _) in lines.items())
    return f"Lengths of games. {', '.join(means)}"


def _compare_decks(sheet: CandySheet) -> Parts:
    """Return the real deck compared with one that is reshuffled before every draw."""
    state = sheet.state
    if not is_solvable(state.rules, len(state.position.order())):
        yield (
            "The two decks can't be compared: players who go on from each other's spaces don't move independently, so there is "
            "no exact answer. Choose one player or, under *Set up*, shared spaces."
        )
        return
    real = lengths.sample(replace(state, rules=replace(state.rules, deck=REAL)))
    exact = lengths.odds(replace(state.rules, deck=RESHUFFLED), state=state.position)
    difference = replace(real.mean_turns, value=real.mean_turns.value - exact.mean_turns)
    is_clear = 0 not in difference.interval()
    effect = f"games {_turns(difference.value)}" if is_clear else "no clear difference to the length of a game"
    lines: _Lines = {_RESHUFFLED: (exact.turns, None), "real deck": (real.turns, real.games)}
    yield Panel(
        length_bins(lines, base=_RESHUFFLED),
        key="deck_chart",
        alt=_lengths_in_words(lines),
        finding=f"The real deck makes {effect}",
        method=f"Points: the real deck, {real.games:,} simulated games, with 95% intervals. In grey: a deck that is reshuffled "
        "before every draw, counted exactly.",
        rows=lambda: lengths.pmf_rows({name: pmf for name, (pmf, _) in lines.items()}),
        percent=list(lines),
    )
    yield (
        f"With the real deck, a game takes {lengths.mean_text(real)}. With a deck that is reshuffled before every draw, it takes "
        f"{lengths.mean_text(exact)}, an exact figure."
    )
    yield lengths.statistics({"real deck": real, _RESHUFFLED: exact}, key="deck_rows")
    can_be_stuck = state.rules.licorice and state.rules.licorice_rule == STUCK
    wait = " A player who is stuck on licorice can wait longer for its colour." if can_be_stuck else ""
    yield (
        "The real deck deals each of its cards once before it is shuffled again. If it is reshuffled before every draw, the same "
        f"card can come twice in a row.{wait} The next turn then depends only on where the players are and who misses a turn. So "
        "the game is a Markov chain with few states, which has an exact answer. The game with the real deck is a Markov chain "
        "too, but its states contain the cards left, and there are too many sets of them."
    )


_PARTS: dict[str, Callable[[CandySheet], Parts]] = {"rules": _compare_rules, "deck": _compare_decks}
_COMPARE = Choice("compare", "Compare", list(_PARTS), "rules")
_CHANGES = Choice("changes", "Rule changes", list(SWITCHES), list(POST_CHANGES), form="pills")
SETTINGS: Allowed = {_COMPARE.name: one_of(_PARTS), _CHANGES.name: Several(one_of(SWITCHES))}
