"""The views of the leg page, one function each; what to do, the next rolls and the changes are drawn alike for the race."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from typing import Any, TypeVar

import streamlit as st

from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    Action,
    LegOdds,
    NextRaceRoll,
    NextRoll,
    Position,
    RaceSample,
    Rules,
    camel_name,
)
from boardodds.camel_up.position import legal_tile_squares
from boardodds.camel_up.rules import MAX_TRACK, MIRAGE, OASIS, TILE_NAMES, tile_name, with_article
from boardodds.camel_up.setup import NO_CRAZY_CAMELS, NO_REARMOST, adapt_position, variants
from boardodds.charts import camel_up as charts
from boardodds.charts.style import HAIR
from boardodds.dashboard.camel_up import leg_method, solvers, tables
from boardodds.dashboard.camel_up.state import CamelState, check_size
from boardodds.dashboard.camel_up.tables import Race, method_text
from boardodds.dashboard.ui.panels import Panel, Values, draw_if_open, show_options
from boardodds.dashboard.ui.settings import Allowed, one_of, whole_number
from boardodds.dashboard.ui.state_store import as_index, setting
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.probability.display import signed

_COLUMNS = (
    "*Expected gain*: the coins that the action adds for you on average, including a tile's effect on tickets you hold. "
    "*Leg total*, its standard deviation and the chance of a loss include these tickets and your tile as well, from now to the "
    "end of the leg. Nobody pays more coins than they have, so tickets cost you at most the coins that you have. Coins already "
    "paid and effects on other players are not included."
)
# How the segments of bars are labelled, for the notes below charts.
_SEGMENT_LABELS = "Percentages are rounded so that they add up to 100. Narrow pieces show only a letter, or nothing."
SETTINGS: Allowed = {
    "square": whole_number(1, MAX_TRACK),
    "tile": one_of(TILE_NAMES.values()),
}
RollT = TypeVar("RollT", NextRoll, NextRaceRoll)


def _leg(state: CamelState) -> LegOdds:
    return solvers.leg(state.position, state.rules)


def actions_view(state: CamelState) -> None:
    """Show every roll, ticket and tile, ranked by expected coins. The race bets need the race, so they open on a tap."""
    show_actions(state)
    section = st.expander("Race bets", key="race_bet_actions", on_change="rerun")
    draw_if_open(section, partial(show_race_bets, state))


def show_actions(state: CamelState, *, with_bets: bool = False) -> None:
    """Show why the best action is best, and behind it the table of all, on request with the race bets."""
    if state.is_leg_over:
        st.markdown("The leg is over, so nothing is left to decide.")
        return
    ranked = solvers.actions(state, with_bets=with_bets)
    st.markdown(tables.explain_best(ranked, _leg(state), state.rules, has_tickets=bool(state.held)))
    shown = [action for action in ranked if not _is_idle_tile(action)]
    idle = len(ranked) - len(shown)
    omission = f"Not shown: tile placements with no expected gain or loss ({idle}). " if idle else ""
    Values(
        partial(tables.actions, shown),
        key="actions_rows",
        places=dict.fromkeys(("expected gain (coins)", "leg total (coins)", "standard deviation"), 2),
        percent=[tables.LOSS],
        note=omission + _COLUMNS,
    ).show()
    if with_bets:
        _explain_race_bets(state)


def _is_idle_tile(action: Action) -> bool:
    return action.square is not None and abs(action.expected_coins) < HAIR


def show_race_bets(state: CamelState) -> None:
    """Show what each race bet that the visitor can make is worth now."""
    if not state.is_leg_over and (bets := solvers.race_bets(state)):
        st.html(tables.moves_html(bets, "What each race bet is worth to me"))
        st.markdown(tables.bet_reason(bets[0]))
        _explain_race_bets(state)


def _explain_race_bets(state: CamelState) -> None:
    race = solvers.race_of(state)
    st.caption(
        "A race bet is worth its coins at the end of the race, and its chance of a loss is that of the bet alone. It *can wait* "
        "if nobody can bet on the same camel, and the race can't end, before your next turn. The others' cards on its pile are "
        "face down. Each of them is assumed to be right as often as yours, independently of the rest. The chances: "
        f"{method_text(race)}."
        + (" ± is half the width of the 95% confidence interval." if isinstance(race, RaceSample) else "")
    )


def next_roll_view(state: CamelState) -> None:
    """Show each camel's chance of winning the leg after every possible next roll."""
    show_next_rolls("leg", _leg(state), solvers.next_rolls(state.position, state.rules), state.rules)


def show_next_rolls(subject: str, now: LegOdds | Race, rolls: Iterable[RollT], rules: Rules) -> None:
    """Show a bar of the camels' chances for now and one for each roll, and behind them their table.

    subject: "leg" or "race".
    """
    # In the order of the dice on the board.
    ordered = sorted(rolls, key=lambda next_roll: rules.dice.index(next_roll.roll.die))
    bars = {"now": tables.win_chances(now)} | {
        tables.roll_name(roll.roll): tables.win_chances(roll.after) for roll in ordered
    }
    finding = tables.swing_text(subject, bars)
    Panel(
        charts.split_bars(bars, now.ranking),
        key="next_roll_chart",
        alt=f"Each camel's chance of winning the {subject} now and after each possible next roll. {finding}.",
        finding=finding,
        method=f"Each camel's chance of winning the {subject}, in percent, now and after each possible next roll. A roll is "
        f"named by its camel and its number, such as {tables.roll_name(ordered[0].roll)}. {_SEGMENT_LABELS}",
        rows=lambda: tables.next_rolls(ordered),
        percent=["chance", *map(camel_name, now.camels)],
    ).show()


def tiles_view(state: CamelState) -> None:
    """Show the expected coins of the tiles on the board, and of a further tile on each square."""
    odds = _leg(state)
    for square, kind in state.position.tiles:
        st.markdown(
            f"The {tile_name(kind, state.rules)} on square {square} pays its owner **{odds.tile_coins[square]:.2f} coins** on "
            "average in the rest of this leg."
        )
    coins = _tile_gains(state)
    tile = "a tile" if not state.position.tiles else "another tile" if state.own_square is None else "your tile"
    # A tile that must stay as it is has only itself.
    if len(coins) < 2:
        st.markdown(f"No square is free for {tile}.")
        return
    kind, square = max(coins, key=lambda placement: coins[placement])
    if not any(coins.values()):
        st.markdown(
            f"{tile.capitalize()} would earn nothing in this leg: no camel can stop on a square that is free for it."
        )
        return
    best = f"{with_article(tile_name(kind[0], state.rules))} on square {square}, worth {coins[kind, square]:.2f} coins"
    moved = tickets = ""
    if state.own_square is not None:
        best += " more than now"
        moved = " more than where it is now"
    if square == state.own_square and not coins[kind, square]:
        best = "where it is now"
    if state.held:
        tickets = " Your tickets are included: a tile also changes what they pay."
    Panel(
        charts.tile_bars(coins, state.rules),
        key="tile_chart",
        alt=f"Expected coins of {tile} by its square. The best is {best}.",
        finding=f"Best place for {tile}: {best}",
        method=f"Coins that {tile} earns on average in the rest of this leg, by its square{moved}.{tickets} Later squares, on "
        f"which it earns less than {charts.MIN_BAR_COINS} coins, are not drawn.",
        rows=lambda: tables.tile_coins(coins),
        places={"oasis": 3, "mirage": 3},
    ).show()


# Cached because the what-if needs it for every square.
@lru_cache(maxsize=64)
def _tile_gains(state: CamelState) -> Mapping[tuple[str, int], float]:
    """Return the visitor's expected coins of placing or moving a tile, by kind and square, as the ranking of actions has them.

    They include the effect on tickets that the visitor has. A tile that stays as it is gains nothing.
    """
    own = state.own_square
    actions = solvers.actions(state)
    gains = {(action.kind, action.square): action.expected_coins for action in actions if action.square is not None}
    return gains | ({} if own is None else {(TILE_NAMES[dict(state.position.tiles)[own]], own): 0.0})


def _square_coins(state: CamelState) -> dict[int, float]:
    """Return by square the coins that the better tile there gains the visitor; the last squares change nothing."""
    if state.is_leg_over or not (gains := _tile_gains(state)):
        return {}
    farthest = max(square for _, square in gains)
    without = max(gain for (_, square), gain in gains.items() if square == farthest)
    useful = charts.useful_squares({placement: gain - without for placement, gain in gains.items()})
    return {square: gains[TILE_NAMES[_better_tile(state, square)], square] for square in useful}


def _better_tile(state: CamelState, square: int) -> str:
    """Return the tile that gains more on a square; where the visitor's own tile is, that tile as it is."""
    gains = _tile_gains(state)
    if square == state.own_square:
        return dict(state.position.tiles)[square]
    return max(TILE_NAMES, key=lambda kind: gains.get((TILE_NAMES[kind], square), -inf))


def _square_in_words(state: CamelState, square: int, coins: float) -> str:
    tile = tile_name(_better_tile(state, square), state.rules)
    return f"{tile.capitalize()} on square {square}: {signed(coins, 2)} coins for me"


SQUARE = WhatIf(
    name="if_square",
    label="Square of my tile",
    low=1,
    high=MAX_TRACK,
    now=lambda state: state.own_square or 0,
    curve=_square_coins,
    words=_square_in_words,
    event=lambda state, square: {"kind": "tile", "square": square, "tile": _better_tile(state, square), "turn": 0},
)


def what_if_view(state: CamelState) -> None:
    """Show the chances of winning under other rules next to those now."""
    cases = _what_if_cases(state)
    odds = {name: solvers.leg(*case) for name, case in {"now": (state.position, state.rules), **cases}.items()}
    notes = [_explain_other_edition(state.rules)] if _other_edition(state.rules)[0] in cases else []
    show_changes("leg", odds, cases, state, notes)


def show_changes(
    subject: str,
    odds: Mapping[str, LegOdds] | Mapping[str, Race],
    cases: Mapping[str, tuple[Position, Rules]],
    state: CamelState,
    notes: Iterable[str] = (),
) -> None:
    """Show a bar of the camels' chances for now and one for each change, and behind them the table of the effects.

    subject: "leg" or "race".
    odds: those of "now", then those with each change.
    cases: by the change in words, the position and the rules.
    notes: further sentences below the chart.
    """
    bars = {name: tables.win_chances(each) for name, each in odds.items()}
    rows = tables.effects(odds)
    is_camel_missing = any(len(position.racing) < len(state.position.racing) for position, _ in cases.values())
    finding, interval = tables.largest_effect_text(subject, rows, is_camel_missing=is_camel_missing)
    explanations = [f"The largest change is {interval}."] if interval else []
    explanations.append(_SEGMENT_LABELS)
    if not all(rules.stacking for rules in (state.rules, *(rules for _, rules in cases.values()))):
        explanations.append(tables.LAST_ARRIVAL)
    if any(row["±"] for row in rows):
        explanations.append("In the table, ± is half the width of the difference's 95% confidence interval.")
    Panel(
        charts.split_bars(bars, odds["now"].ranking),
        key="what_if_chart",
        alt=f"Each camel's chance of winning the {subject} now and with each change. {finding}.",
        finding=finding,
        method=f"Each camel's chance of winning the {subject}, in percent, now and with each change. "
        f"{' '.join([*explanations, *notes])}",
        rows=lambda: rows,
        percent=["now", "then"],
        places={tables.POINTS: 1, "±": 1},
    ).show()


def _what_if_cases(state: CamelState) -> dict[str, tuple[Position, Rules]]:
    position, rules = state.position, state.rules
    cases = variants(position, rules, ["stacking"])
    for name in (NO_CRAZY_CAMELS, NO_REARMOST):
        cases.pop(name, None)
    if free := legal_tile_squares(position, rules):
        left, right = st.columns(2)
        # Crazy camels stand ahead at the start, and run the other way.
        lead = position.square_of(position.racing[-1])
        ahead = [square for square in free if square > lead] or free
        view = setting("square", ahead[0], adapt=lambda choice: choice if choice in free else ahead[0])
        square = left.selectbox(
            f"{'Another' if position.tiles else 'A'} tile on square",
            **as_index(view, free),
        )
        with right:
            # The names depend on the edition, the values in a link do not.
            kind = show_options(
                "Kind of tile",
                [TILE_NAMES[MIRAGE], TILE_NAMES[OASIS]],
                format_func=lambda kind: tile_name(kind[0], rules),
                **setting("tile", TILE_NAMES[MIRAGE]),
            )
        cases[f"{tile_name(kind[0], rules)} on square {square}"] = (position.with_tile(square, kind[0]), rules)
    if rules.crazy or len(position.racing) <= len(FIRST_EDITION.camels):
        name, other = _other_edition(rules)
        case = adapt_position(position, other), other
        with suppress(ValueError):
            check_size(*case)
            cases[name] = case
    return cases


def _other_edition(rules: Rules) -> tuple[str, Rules]:
    """Return the name of the other edition, and its rules with the same camels, track and house rules."""
    name, edition = ("first edition", FIRST_EDITION) if rules.crazy else ("second edition", SECOND_EDITION)
    same = replace(edition, camels=rules.camels, stacking=rules.stacking, track=rules.track, faces=rules.faces)
    return name, same


def _explain_other_edition(rules: Rules) -> str:
    if rules.crazy:
        return "In the first edition there are no crazy camels, and every die is rolled."
    return (
        "In the second edition there are two crazy camels, here on the last two squares, and their grey die. One die stays in "
        "the pyramid."
    )


VIEWS: dict[str, Callable[[Any], None]] = {
    "What to do": lambda sheet: actions_view(sheet.state),
    "Next roll": lambda sheet: next_roll_view(sheet.state),
    "Tiles": lambda sheet: tiles_view(sheet.state),
    "What if": lambda sheet: what_if_view(sheet.state),
    "Method": lambda sheet: leg_method.method_view(sheet.state),
}
