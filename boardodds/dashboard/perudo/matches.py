"""The Perudo page's views that play whole matches: the dial, calibration, a tournament, the effect of rules."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.ui.data_tables import Columns, Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart, show_options
from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_cells import FormattedCell, brief_estimate, estimate, figure, interval_cell
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.perudo import LogitBidder, PolicyBidder, Posterior, Rules
from boardodds.perudo.agents import AGENTS, BLUFFER, CONSTANT_AGENT, NAIVE_AGENT, READER, THRESHOLD_AGENT, Agent
from boardodds.perudo.fit import FittedDial, fit_dial
from boardodds.perudo.match_results import Calls, Matches
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
        st.markdown(f"{error}.")
        return
    st.markdown(
        f"**Six naive players reckon that dudo is right {fitted.calculated.value:.1%} of the time. It is {fitted.right}.** "
        f"The post has {NAIVE_CALCULATED:.0%} and {NAIVE_ACTUAL:.0%}: whoever bids has looked under their own cup, and the naive "
        f"caller does not listen. {len(results.calls):,} calls, without palifico and calza as in the post."
    )
    chart(
        charts.dial_chart(
            fitted.by_ratio,
            {
                "fitted here": (fitted.line.slope, fitted.line.intercept),
                "the post's line": (LINEAR_DIAL.slope, LINEAR_DIAL.intercept),
            },
            fitted.calculated.value,
        ),
        key="dial_chart",
        alt="Share of dudo calls that were right by the ratio of dice: "
        + ", ".join(f"{ratio:.2f}: {right.value:.0%}" for ratio, right in fitted.by_ratio.items()),
    )
    table(_dial_rows(fitted))
    st.caption(
        "Callers with one die are left out of the line, as in the post. With a constant dial $c$ the chance of dudo is "
        "$1 - c - P$; with the line it is turned down, ratio by ratio, to what was right."
    )
    st.markdown(
        f"**The puzzle of the last die.** The post saw callers with one die succeed {ONE_DIE_CALLER_SUCCESS:.0%} of the "
        f"time. Here they do {fitted.one_die}. A caller with one die who is wrong is out, and if one looks afterwards "
        "at who of those still in has lost a die, that caller is not there to be counted. Counted in that way they are "
        f"always right, and all calls together {fitted.one_die_counted_as_right}: the post's {NAIVE_ACTUAL:.0%} lies "
        f"{_locate_post(fitted)}."
    )
    csv_button("Calls as CSV", lambda: _call_columns(results.calls), file_name="calls.csv", key="calls_csv")


def _locate_post(fitted: FittedDial) -> str:
    """Return where the post's proportion of right calls lies: between the two counts here, or outside."""
    low, high = fitted.right.value, fitted.one_die_counted_as_right.value
    return "between the two counts" if low < NAIVE_ACTUAL < high else "outside the two counts under these rules"


def _dial_rows(fitted: FittedDial) -> Rows:
    line = fitted.line
    rows = [
        ("constant dial", CONSTANT_DIAL.dial, fitted.gap.value, fitted.gap.interval()),
        ("slope of the line", LINEAR_DIAL.slope, line.slope, line.slope_interval()),
        ("intercept of the line", LINEAR_DIAL.intercept, line.intercept, line.intercept_interval()),
    ]
    return [
        {"": name, "the post": f"{post:.2f}", "here": f"{here:.3f}", "95% CI": _format_interval(ci)}
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
        "Who plays",
        list(LINEUPS),
        **setting("company", next(iter(LINEUPS))),
        help="`naive`: six computer players whose policy the reader knows. `mixed`: naive ones, one with a "
        "dial, one with a threshold and two who bluff in a fifth of their turns, whose policies no estimator knows.",
    )
    matches, seed = _choose_matches()
    models = (PolicyBidder(slip=0.01), setup.model if isinstance(setup.model, LogitBidder) else LogitBidder(8))
    try:
        # The training seed is beyond all seeds that a visitor can choose, so the dial is never tested on its training data.
        training = solvers.matches(LINEUPS[lineup], setup.rules, matches, seed + MAX_SEED + 1)
        results = solvers.matches(LINEUPS[lineup], setup.rules, matches, seed, models)
    except ValueError as error:
        st.markdown(f"{error}.")
        return
    calls = results.calls
    forecasts = _forecasts(calls, fit_dial(training.calls), models)
    calibrations = {name: calibration(forecast, calls.right) for name, forecast in forecasts.items()}
    best = min(calibrations, key=lambda name: calibrations[name].brier.value)
    difference = brier_difference(forecasts[best], forecasts[_FITTED_DIAL], calls.right)
    st.markdown(
        f"**Best on these {len(calls):,} calls: {best}**, with a Brier score of {calibrations[best].brier.value:.4f}; the "
        f"linear dial fitted to other matches has {calibrations[_FITTED_DIAL].brier.value:.4f}. The difference, call by call, is "
        f"{difference.value:+.4f} (95% CI {difference.interval().low:+.4f} to {difference.interval().high:+.4f})."
    )
    chart(
        charts.reliability_chart(calibrations),
        key="reliability_chart",
        alt="Reliability of each estimator: "
        + ", ".join(
            f"{name} off by {quality.expected_calibration_error:.1%} on average"
            for name, quality in calibrations.items()
        ),
    )
    rows = [
        {
            "estimator": name,
            "Brier score": _score_cell(quality.brier),
            "off by (ECE)": quality.expected_calibration_error,
            "skill": figure(f"{quality.skill:+.1%}", quality.skill),
            "Brier beside the fitted dial": _difference_cell(
                brier_difference(forecasts[name], forecasts[_FITTED_DIAL], calls.right)
            ),
        }
        for name, quality in calibrations.items()
    ]
    table(rows, percent=["off by (ECE)"])
    st.caption(
        "On the diagonal, what was said is what happened. Brier score: the mean squared distance of what was said from what "
        "happened, so less is better, and always saying one half has 0.25. ECE: how far each tenth was off, on average. Skill: "
        "beside always saying the overall share. The fitted dial was fitted to other matches of the same players."
    )
    csv_button("Calibration as CSV", lambda: rows, file_name="calibration.csv", key="calibration_csv")


_FITTED_DIAL = "linear dial, fitted"


def _forecasts(calls: Calls, fitted: FittedDial, models: tuple[PolicyBidder, LogitBidder]) -> dict[str, Floats]:
    """Return by estimator its forecasts, the chance that each call is right: float array (calls,).

    fitted: the dial fitted to other matches.
    models: the models by which the calls have a posterior.
    """
    deductions = {
        "naive": NAIVE.deduction(calls.ratio),
        "constant dial, the post's": CONSTANT_DIAL.deduction(calls.ratio),
        "linear dial, the post's": LINEAR_DIAL.deduction(calls.ratio),
        _FITTED_DIAL: fitted.linear.deduction(calls.ratio),
    }
    forecasts = {name: np.clip(calls.naive - deduction, 0, 1) for name, deduction in deductions.items()}
    names = ("reading bids as a computer's", f"reading bids, sharpness {models[1].sharpness:g}")
    return forecasts | {name: np.clip(calls.posterior[:, column], 0, 1) for column, name in enumerate(names)}


def _score_cell(score: MeanEstimate) -> FormattedCell:
    interval = score.interval()
    return interval_cell(f"{score.value:.4f} ± {score.value - interval.low:.4f}", score.value, interval)


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
        st.markdown(f"{error}.")
        return
    seat_counts = Counter(agent.name for agent in seats)
    wins = {name: results.wins_of(name) for name in seat_counts}
    best = max(wins, key=lambda name: wins[name].value / seat_counts[name])
    st.markdown(
        f"**{best.capitalize()} wins {wins[best]} of {matches:,} matches with {seat_counts[best]} of {SEATS} seats**; a fair "
        f"share would be {seat_counts[best] / SEATS:.1%}. A match takes {results.mean_rounds.value:.1f} rounds and "
        f"{results.bids.mean():.0f} bids."
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
        alt="Matches won by seat: "
        + ", ".join(f"{agent.name} {win.value:.1%}" for agent, win in zip(seats, results.wins, strict=True)),
    )
    rows = [
        {"seat": seat + 1, "player": agent.name, "wins": estimate(win)}
        for seat, (agent, win) in enumerate(zip(seats, results.wins, strict=True))
    ]
    table(rows)
    csv_button("Wins as CSV", lambda: rows, file_name="wins.csv", key="wins_csv")
    st.markdown(
        "- **naive** makes the move that is most likely to be right from the dice alone\n"
        "- **constant dial**, **linear dial**: the same, with the post's dial on dudo\n"
        "- **threshold** calls dudo when the bid is true with less than "
        f"{THRESHOLD_AGENT.threshold:.0%}, and else raises\n"
        f"- **bluffer** is naive, but bids at random in {BLUFFER.bluffs:.0%} of the turns\n"
        "- **reader** weighs every hand of the others by their bids as if they were naive, and makes the "
        "move that is most likely to be right"
    )


def rules_view(setup: PerudoSetup, cases: Mapping[str, Rules]) -> None:
    """Show bids, rounds and dudo calls in whole matches of six naive players, under the current rules and under each case."""
    matches, seed = _choose_matches()
    rows, names_by_error = _rows_by_rules({"now": setup.rules, **cases}, matches, seed)
    for error, names in names_by_error.items():
        st.caption(f"Left out: {', '.join(names)}. {as_sentence(error)}")
    table(rows, percent=["as calculated"], places={"calzas in a match": 1})
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
        "as calculated": float(results.calls.naive.mean()),
        "calzas in a match": results.calzas / results.matches,
    }
