"""The Perudo page's views that play whole matches: the dial, calibration, a tournament, the effect of rules."""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.charts.style import ordinal
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.labels import DICE_ALONE, GIVEN_BIDS
from boardodds.dashboard.ui.data_tables import Columns, Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart, show_options
from boardodds.dashboard.ui.page_text import as_sentence, percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_cells import (
    FormattedCell,
    brief_estimate,
    estimate,
    figure,
    interval_cell,
    with_headings,
)
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.perudo import LogitBidder, PolicyBidder, Posterior, Rules
from boardodds.perudo.agents import AGENTS, BLUFFER, CONSTANT_AGENT, NAIVE_AGENT, READER, THRESHOLD_AGENT, Agent
from boardodds.perudo.fit import FittedDial, fit_dial
from boardodds.perudo.match_results import Calls, Matches
from boardodds.perudo.seats import odd_seat, seat_calls, seat_effect
from boardodds.perudo.sources import (
    CONSTANT_DIAL,
    LINEAR_DIAL,
    NAIVE,
    NAIVE_ACTUAL,
    NAIVE_CALCULATED,
    ONE_DIE_CALLER_SUCCESS,
)
from boardodds.probability.arrays import Floats
from boardodds.probability.calibration import brier_difference, calibration
from boardodds.probability.estimate import Interval, MeanEstimate
from boardodds.probability.wording import plural

SEATS = 6
MATCHES = (200, 500, 2_000, 5_000)
# Six equal players, whose policy the estimators know, or several kinds of players, whose policies they don't know.
LINEUPS: Mapping[str, tuple[Agent, ...]] = {
    "naive": (NAIVE_AGENT,) * SEATS,
    "mixed": (NAIVE_AGENT, CONSTANT_AGENT, THRESHOLD_AGENT, BLUFFER, BLUFFER, NAIVE_AGENT),
}
_AGENT_NAMES = [agent.name for agent in AGENTS]
LINK: Allowed = {
    "matches": one_of(MATCHES),
    "seed": whole_number(0, MAX_SEED),
    "company": one_of(LINEUPS),
    **{f"seat{seat + 1}": one_of(_AGENT_NAMES) for seat in range(SEATS)},
}


def _choose_matches() -> tuple[int, int]:
    """Draw the widgets for the number of matches and the seed, and return both."""
    left, right = st.columns(2)
    matches = left.select_slider("Matches", MATCHES, **setting("matches", 500))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    return matches, int(seed)


def dial_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show how often dudo is right, compared with its calculated chance, and the post's dial fitted to these matches."""
    matches, seed = _choose_matches()
    # The post plays without palifico and calza.
    rules = replace(setup.rules, palifico=False, calza=False)
    try:
        results = solvers.matches(LINEUPS["naive"], rules, matches, seed)
        fitted = fit_dial(results.calls)
    except ValueError as error:
        st.markdown(as_sentence(str(error)))
        return
    st.markdown(
        f"**Six naive players expect dudo to be right {fitted.calculated.value:.1%} of the time. It is right {fitted.right}.** "
        f"The blog post has {NAIVE_CALCULATED:.0%} and {NAIVE_ACTUAL:.0%}. Bidders have seen their own dice, and naive callers "
        f"ignore what the bids reveal. From {len(results.calls):,} calls, without palifico and calza as in the blog post."
    )
    chart(
        charts.dial_chart(
            fitted.by_ratio,
            {
                "fitted here": (fitted.line.slope, fitted.line.intercept),
                "the blog post's line": (LINEAR_DIAL.slope, LINEAR_DIAL.intercept),
            },
            fitted.calculated.value,
        ),
        key="dial_chart",
        alt="Proportion of dudo calls that were right, by the caller's dice divided by the bidder's: "
        + ", ".join(f"{ratio:.2f}: {percent(right.value, 0)}" for ratio, right in fitted.by_ratio.items()),
    )
    table(_dial_rows(fitted))
    st.caption(
        "Points: the proportion of right calls at each ratio of dice, with 95% intervals; larger points: more calls. Points "
        "and lines leave out callers with one die, as in the blog post. With the dial $c$, the estimated chance that dudo is "
        "right is $1 - c - P$, where $P$ is the chance of the bid from the dice alone. The constant dial is the same for all "
        "calls. The linear dial is the mean calculated chance minus the line."
    )
    st.markdown(
        f"**The puzzle of the last die.** In the blog post, callers with one die are right {ONE_DIE_CALLER_SUCCESS:.0%} of the "
        f"time. Here they are right {fitted.one_die}. If such a caller is wrong, they are out. A count of lost dice among the "
        "players who are still in misses that call. Counted that way, callers with one die are always right, and all calls "
        f"together are right {fitted.one_die_counted_as_right}. The blog post's {NAIVE_ACTUAL:.0%} lies {_locate_post(fitted)}."
    )
    csv_button("Calls as CSV", lambda: _call_columns(results.calls), file_name="calls.csv", key="calls_csv")


def _locate_post(fitted: FittedDial) -> str:
    """Return where the post's proportion of right calls lies: between the two proportions here, or outside."""
    low, high = fitted.right.value, fitted.one_die_counted_as_right.value
    is_between = low < NAIVE_ACTUAL < high
    return "between the two proportions for all calls" if is_between else "outside the two proportions for all calls"


def _dial_rows(fitted: FittedDial) -> Rows:
    line = fitted.line
    rows = [
        ("constant dial", CONSTANT_DIAL.dial, fitted.gap.value, fitted.gap.interval()),
        ("slope of the line", LINEAR_DIAL.slope, line.slope, line.slope_interval()),
        ("intercept of the line", LINEAR_DIAL.intercept, line.intercept, line.intercept_interval()),
    ]
    return [
        {"": name, "the blog post": f"{post:.2f}", "here": f"{here:.3f}", "95% CI": _format_interval(ci)}
        for name, post, here, ci in rows
    ]


def _format_interval(interval: Interval) -> str:
    return f"{interval.low:.3f} to {interval.high:.3f}"


def _call_columns(calls: Calls) -> Columns:
    names = (
        "caller",
        "bidder",
        "caller_dice",
        "bidder_dice",
        "total_dice",
        "players_in",
        "quantity",
        "face",
        "palifico",
    )
    seats = {"caller": calls.caller + 1, "bidder": calls.bidder + 1}
    return {name: getattr(calls, name) for name in names} | seats | {"calculated": calls.naive, "right": calls.right}


def calibration_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Compare the estimators' forecasts of the same dudo calls with the outcomes."""
    lineup = show_options(
        "Players",
        list(LINEUPS),
        **setting("company", next(iter(LINEUPS))),
        help=f"`naive`: six naive players, which the computer model describes except for its random moves. `mixed`: "
        f"{', '.join(f'{number} {name}' for name, number in Counter(agent.name for agent in LINEUPS['mixed']).items())}; no "
        "estimator models this mix of players. The view *Tournament* describes them.",
    )
    matches, seed = _choose_matches()
    models = (_COMPUTER, setup.model if isinstance(setup.model, LogitBidder) else LogitBidder(8))
    try:
        # The training seed is beyond all seeds that a visitor can choose, so the dial is never tested on its training data.
        training = solvers.matches(LINEUPS[lineup], setup.rules, matches, seed + MAX_SEED + 1)
        results = solvers.matches(LINEUPS[lineup], setup.rules, matches, seed, models)
    except ValueError as error:
        st.markdown(as_sentence(str(error)))
        return
    calls = results.calls
    forecasts = _forecasts(calls, fit_dial(training.calls), models)
    calibrations = {name: calibration(forecast, calls.right) for name, forecast in forecasts.items()}
    best = min(calibrations, key=lambda name: calibrations[name].brier.value)
    comparison = ""
    if best != _FITTED_DIAL:
        difference = brier_difference(forecasts[best], forecasts[_FITTED_DIAL], calls.right)
        comparison = (
            f" The linear dial fitted to other matches scores {calibrations[_FITTED_DIAL].brier.value:.4f}. The mean difference "
            f"is {difference.value:+.4f} (95% CI {difference.interval().low:+.4f} to {difference.interval().high:+.4f})."
        )
    st.markdown(
        f"**Lowest Brier score on these {len(calls):,} calls: {best}**, {calibrations[best].brier.value:.4f}.{comparison}"
    )
    chart(
        charts.reliability_chart(calibrations),
        key="reliability_chart",
        alt="How often each forecast chance of dudo happened. Expected calibration error: "
        + ", ".join(f"{name} {percent(quality.expected_calibration_error)}" for name, quality in calibrations.items()),
    )
    rows = [
        {
            "estimator": name,
            "Brier score": _score_cell(quality.brier),
            _ECE: _percent_cell(quality.expected_calibration_error),
            "skill": figure(f"{quality.skill:+.1%}", quality.skill),
            _DIFFERENCE: _difference_cell(brier_difference(forecasts[name], forecasts[_FITTED_DIAL], calls.right)),
        }
        for name, quality in calibrations.items()
    ]
    table(rows)
    st.caption(
        "Each forecast is an estimator's chance that a dudo call is right. On the diagonal, forecasts match what happens. Brier "
        "score: mean squared difference between forecast and outcome (lower is better; always saying 50% scores 0.25). ECE "
        "(expected calibration error): the average gap between forecast and frequency in each tenth, weighted by calls. Skill: "
        "how far the Brier score is below that of always saying the overall proportion, as a percentage of the latter. In "
        "brackets: 95% intervals, with calls taken as independent."
    )
    st.caption(
        "*Dice alone* takes unseen dice as fair. The fitted dial was fitted to other matches of the same players. *Given the "
        f"bids* reads bids by a model: computer players with {percent(_COMPUTER.slip, 0)} random moves, or logit players of this "
        "sharpness."
    )
    csv_button(
        "Calibration as CSV",
        lambda: with_headings(rows, _CSV_HEADINGS),
        file_name="calibration.csv",
        key="calibration_csv",
    )


_FITTED_DIAL = "linear dial, fitted"
_COMPUTER = PolicyBidder(slip=0.01)
_ECE, _DIFFERENCE = "calibration error (ECE)", "Brier score minus the fitted dial's"
# The headings of the CSV file, which others rely on.
_CSV_HEADINGS = {_ECE: "off by (ECE)", _DIFFERENCE: "Brier beside the fitted dial"}


def _percent_cell(value: float) -> FormattedCell:
    return figure(percent(value), value)


def _forecasts(calls: Calls, fitted: FittedDial, models: tuple[PolicyBidder, LogitBidder]) -> dict[str, Floats]:
    """Return by estimator its forecasts, the chance that each call is right: float array (calls,).

    fitted: the dial fitted to other matches.
    models: the models by which the calls have a posterior.
    """
    deductions = {
        DICE_ALONE: NAIVE.deduction(calls.ratio),
        "constant dial, the blog post's": CONSTANT_DIAL.deduction(calls.ratio),
        "linear dial, the blog post's": LINEAR_DIAL.deduction(calls.ratio),
        _FITTED_DIAL: fitted.linear.deduction(calls.ratio),
    }
    forecasts = {name: np.clip(calls.naive - deduction, 0, 1) for name, deduction in deductions.items()}
    names = (f"{GIVEN_BIDS}, computer", f"{GIVEN_BIDS}, sharpness {models[1].sharpness:g}")
    return forecasts | {name: np.clip(calls.posterior[:, column], 0, 1) for column, name in enumerate(names)}


def _score_cell(score: MeanEstimate) -> FormattedCell:
    interval = score.interval()
    text = f"{score.value:.4f} ({interval.low:.4f} to {interval.high:.4f})"
    return interval_cell(text, score.value, interval)


def _difference_cell(difference: MeanEstimate) -> FormattedCell:
    interval = difference.interval()
    text = f"{difference.value:+.4f} ({interval.low:+.4f} to {interval.high:+.4f})" if difference.value else "–"
    return interval_cell(text, difference.value, interval)


def tournament_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show how often each of six chosen players wins a match."""
    seats = []
    for seat in range(SEATS):
        # New columns for each row, so that a narrow screen shows the seats in order.
        if seat % 3 == 0:
            columns = st.columns(3)
        name = columns[seat % 3].selectbox(
            f"Seat {seat + 1}",
            **as_index(setting(f"seat{seat + 1}", READER.name if seat == 0 else NAIVE_AGENT.name), _AGENT_NAMES),
        )
        seats.append(AGENTS[_AGENT_NAMES.index(name)])
    matches, seed = _choose_matches()
    try:
        results = solvers.matches(tuple(seats), setup.rules, matches, seed)
    except ValueError as error:
        st.markdown(as_sentence(str(error)))
        return
    st.markdown(_best_player(results))
    st.markdown(
        f"Rounds in a match, on average: {results.mean_rounds}. Bids in a match, on average: "
        f"{MeanEstimate.from_sample(results.bids)}."
    )
    chart(
        charts.win_shares(
            {
                f"{seat + 1}: {agent.name}": win
                for seat, (agent, win) in enumerate(zip(seats, results.wins, strict=True))
            },
            1 / SEATS,
        ),
        key="wins_chart",
        alt="Proportion of matches won by seat: "
        + ", ".join(f"{agent.name} {percent(win.value)}" for agent, win in zip(seats, results.wins, strict=True)),
    )
    st.caption(
        "Proportion of matches won by seat, with 95% intervals. Dotted line: the proportion if all players were equal."
    )
    rows = [
        {"seat": seat + 1, "player": agent.name, "wins": estimate(win)}
        for seat, (agent, win) in enumerate(zip(seats, results.wins, strict=True))
    ]
    table(rows)
    csv_button("Wins as CSV", lambda: rows, file_name="wins.csv", key="wins_csv")
    _show_seat_effect(results)
    st.markdown(
        "- **naive** makes the move that is most likely to be right from the dice alone\n"
        "- **constant dial**, **linear dial**: the same, but with the blog post's dial in the chance of dudo\n"
        f"- **threshold** calls dudo if the bid's chance from the dice alone is below {THRESHOLD_AGENT.threshold:.0%}; otherwise "
        "it makes the other move that is most likely to be right\n"
        f"- **bluffer** is naive, but makes a random legal bid in {BLUFFER.bluffs:.0%} of its turns\n"
        "- **reader** weighs the others' hands by their bids, as if they were naive players with "
        f"{percent(_COMPUTER.slip, 0)} random moves. It makes the move that is then most likely to be right"
    )


def _best_player(results: Matches) -> str:
    """Return how often the kind of player with the most wins per seat wins, compared with equal players."""
    seat_counts = Counter(agent.name for agent in results.players)
    if len(seat_counts) == 1:
        return f"All players are the same, so each wins {percent(1 / SEATS)} of matches in the long run."
    wins = {name: results.wins_of(name) for name in seat_counts}
    best = max(wins, key=lambda name: wins[name].value / seat_counts[name])
    seats = seat_counts[best]
    return (
        f"**{best.capitalize()} wins {wins[best]} of {results.matches:,} matches with {seats} of {SEATS} seats.** "
        f"If all players were equal, {plural(seats, 'seat')} would win {percent(seats / SEATS)}."
    )


def _show_seat_effect(results: Matches) -> None:
    """Show whether identical players win differently because of their seats, or by luck."""
    effect, odd = seat_effect(results), odd_seat(results.players)
    if effect is None or effect.luck is None:
        return
    name = effect.agent.name
    luck = (
        f"luck alone would cause differences as large in {percent(max(effect.luck, sys.float_info.min))} of such runs"
    )
    if effect.luck > _MAX_LUCK:
        st.markdown(f"The {len(effect.wins)} {name} players are identical. If their places made no difference, {luck}.")
        return
    others = "the other players" if odd is None else results.players[odd].name
    extremes = ", ".join(
        f"{_place(seat, odd)} {percent(effect.wins[seat].value)}" for seat in (effect.worst, effect.best)
    )
    st.markdown(
        f"**The seats make the difference, not luck.** The {len(effect.wins)} {name} players are identical; only their places "
        f"relative to {others} differ. The fewest and the most matches won: {extremes}. If places made no difference, {luck}."
    )
    if odd is None:
        return
    st.markdown(_calls_around(results, odd))
    by_place = {
        _place(seat, odd): effect.wins[seat] for seat in sorted(effect.wins, key=lambda seat: (seat - odd) % SEATS)
    }
    mean = sum(win.value for win in by_place.values()) / len(by_place)
    chart(
        charts.win_shares(by_place, mean),
        key="places_chart",
        alt=f"Proportion of matches won by each {name} player: "
        + ", ".join(f"{place} {percent(win.value)}" for place, win in by_place.items()),
    )
    st.caption(
        f"Proportion of matches won by the {name} players, by their place after {others} in the order of play, with 95% "
        "intervals. Dotted line: their mean. A rotation of all seats changes no chance, because a random player opens each match."
    )


def _calls_around(results: Matches, odd: int) -> str:
    """Return how many dudo calls the odd player makes, and how many the player just before it receives."""
    calls, before = seat_calls(results), (odd - 1) % SEATS
    name, odd_name = results.players[before].name, results.players[odd].name
    others_make = (calls.made.sum() - calls.made[odd]) / (SEATS - 1)
    others_receive = (calls.received.sum() - calls.received[odd] - calls.received[before]) / (SEATS - 2)
    return (
        f"A dudo call hits the player who has just bid. In a match, {odd_name} makes {calls.made[odd]:.1f} calls, each {name} "
        f"player {others_make:.1f} on average. The {name} player just before {odd_name} is called {calls.received[before]:.1f} "
        f"times, the others {others_receive:.1f} times on average."
    )


def _place(seat: int, odd: int | None) -> str:
    return f"seat {seat + 1}" if odd is None else f"{ordinal((seat - odd) % SEATS)} after"


_MAX_LUCK = 0.01


def rules_view(setup: PerudoSetup, cases: Mapping[str, Rules]) -> None:
    """Show bids, rounds and dudo calls in whole matches of six naive players, under the current rules and under each case."""
    matches, seed = _choose_matches()
    rows, names_by_error = _rows_by_rules({"now": setup.rules, **cases}, matches, seed)
    for error, names in names_by_error.items():
        st.caption(f"Left out: {', '.join(names)}. {as_sentence(error)}")
    table(rows, places={"calzas in a match": 1})
    st.caption(
        "Six naive players; 95% intervals in brackets. *As calculated*: how often the callers expect dudo to be right, from the "
        "dice alone."
    )
    csv_button("Matches as CSV", lambda: rows, file_name="matches.csv", key="matches_csv")


def _rows_by_rules(cases: Mapping[str, Rules], matches: int, seed: int) -> tuple[Rows, dict[str, list[str]]]:
    """Return a row for each of the rules under which matches end, and by error message the names of the other rules."""
    rows: list[Mapping[str, Any]] = []
    names_by_error: dict[str, list[str]] = {}
    for name, rules in cases.items():
        try:
            rows.append(_match_row(name, solvers.matches(LINEUPS["naive"], rules, matches, seed)))
        except ValueError as error:
            names_by_error.setdefault(str(error), []).append(name)
    return rows, names_by_error


def _match_row(name: str, results: Matches) -> Mapping[str, Any]:
    return {
        "rules": name,
        "bids in a round": brief_estimate(results.mean_bids),
        "rounds in a match": brief_estimate(results.mean_rounds),
        "dudo was right": estimate(results.dudo),
        "as calculated": _percent_cell(float(results.calls.naive.mean())),
        "calzas in a match": results.calzas / results.matches,
    }
