"""The views of the Perudo page that play whole matches: the dial, calibration, a tournament, what rules do."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from boardodds.charts import perudo as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.inputs import PerudoSetup
from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.dashboard.ui.data_tables import Columns, Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart, choose
from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.query import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_cells import FormattedCell, brief, estimate, figure, ranged
from boardodds.perudo import LogitBidder, PolicyBidder, Posterior, Rules
from boardodds.perudo.agents import AGENTS, BLUFFER, CONSTANT_AGENT, NAIVE_AGENT, READER, THRESHOLD_AGENT, Agent
from boardodds.perudo.fit import FittedDial, fit_dial
from boardodds.perudo.match import play_matches
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
from boardodds.probability.montecarlo import part_of

SEATS = 6
MATCHES = (200, 500, 2_000, 5_000)
# who plays: six alike whose policy is known, or several kinds whose policy is not
COMPANY: Mapping[str, tuple[Agent, ...]] = {
    "naive": (NAIVE_AGENT,) * SEATS,
    "mixed": (NAIVE_AGENT, CONSTANT_AGENT, THRESHOLD_AGENT, BLUFFER, BLUFFER, NAIVE_AGENT),
}
_NAMES = [agent.name for agent in AGENTS]
LINK: Allowed = {
    "matches": one_of(MATCHES),
    "seed": whole_number(0, MAX_SEED),
    "company": one_of(COMPANY),
    **{f"seat{seat + 1}": one_of(_NAMES) for seat in range(SEATS)},
}


def _how_many() -> tuple[int, int]:
    left, right = st.columns(2)
    matches = left.select_slider("Matches", MATCHES, 500, key="matches", bind="query-params")
    seed = right.number_input("Seed", 0, MAX_SEED, 1, key="seed", bind="query-params")
    return matches, int(seed)


def dial_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """How often dudo is right beside how often it is reckoned to be, and the post's dial fitted afresh."""
    matches, seed = _how_many()
    # what the post calls standard
    rules = replace(setup.rules, palifico=False, calza=False)
    try:
        played = solvers.matches(COMPANY["naive"], rules, matches, seed)
        fitted = fit_dial(played.calls)
    except ValueError as error:
        st.markdown(f"{error}.")
        return
    st.markdown(
        f"**Six naive players reckon that dudo is right {fitted.calculated.value:.1%} of the time. It is {fitted.right}.** "
        f"The post has {NAIVE_CALCULATED:.0%} and {NAIVE_ACTUAL:.0%}: whoever bids has looked under their own cup, and the naive "
        f"caller does not listen. {len(played.calls):,} calls, without palifico and calza as in the post."
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
        + ", ".join(f"{ratio:.2f}: {share.value:.0%}" for ratio, share in fitted.by_ratio.items()),
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
        f"{_between(fitted)}."
    )
    csv_button("Calls as CSV", lambda: _call_columns(played.calls), file_name="calls.csv", key="calls_csv")


def _between(fitted: FittedDial) -> str:
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
        {"": name, "the post": f"{post:.2f}", "here": f"{here:.3f}", "95% CI": _ci(ci)} for name, post, here, ci in rows
    ]


def _ci(interval: Interval) -> str:
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
    """What each estimator said of the same dudo calls, and what happened."""
    company = choose(
        "Who plays",
        list(COMPANY),
        key="company",
        help="`naive`: six computer players whose policy the reader knows. `mixed`: naive ones, one with a "
        "dial, one with a threshold and two who bluff in a fifth of their turns, whose policies no estimator knows.",
    )
    matches, seed = _how_many()
    reads = (PolicyBidder(slip=0.01), setup.model if isinstance(setup.model, LogitBidder) else LogitBidder(8))
    try:
        training = solvers.matches(COMPANY[company], setup.rules, matches, seed + MAX_SEED + 1)
        played = solvers.matches(COMPANY[company], setup.rules, matches, seed, reads)
    except ValueError as error:
        st.markdown(f"{error}.")
        return
    calls = played.calls
    forecasts = _forecasts(calls, fit_dial(training.calls), reads)
    found = {name: calibration(forecast, calls.right) for name, forecast in forecasts.items()}
    best = min(found, key=lambda name: found[name].brier.value)
    better = brier_difference(forecasts[best], forecasts[_FITTED], calls.right)
    st.markdown(
        f"**Best on these {len(calls):,} calls: {best}**, with a Brier score of {found[best].brier.value:.4f}; the "
        f"linear dial fitted to other matches has {found[_FITTED].brier.value:.4f}. The difference, call by call, is "
        f"{better.value:+.4f} (95% CI {better.interval().low:+.4f} to {better.interval().high:+.4f})."
    )
    chart(
        charts.reliability_chart(found),
        key="reliability_chart",
        alt="Reliability of each estimator: "
        + ", ".join(f"{name} off by {each.expected_calibration_error:.1%} on average" for name, each in found.items()),
    )
    rows = [
        {
            "estimator": name,
            "Brier score": _score(each.brier),
            "off by (ECE)": each.expected_calibration_error,
            "skill": figure(f"{each.skill:+.1%}", each.skill),
            "Brier beside the fitted dial": _difference(
                brier_difference(forecasts[name], forecasts[_FITTED], calls.right)
            ),
        }
        for name, each in found.items()
    ]
    table(rows, percent=["off by (ECE)"])
    st.caption(
        "On the diagonal, what was said is what happened. Brier score: the mean squared distance of what was said from what "
        "happened, so less is better, and always saying one half has 0.25. ECE: how far each tenth was off, on average. Skill: "
        "beside always saying the overall share. The fitted dial was fitted to other matches of the same players."
    )
    csv_button("Calibration as CSV", lambda: rows, file_name="calibration.csv", key="calibration_csv")


_FITTED = "linear dial, fitted"


def _forecasts(calls: Calls, fitted: FittedDial, reads: tuple[PolicyBidder, LogitBidder]) -> dict[str, Floats]:
    """What each estimator says of every call."""
    dials = {
        "naive": NAIVE.taken_off(calls.ratio),
        "constant dial, the post's": CONSTANT_DIAL.taken_off(calls.ratio),
        "linear dial, the post's": LINEAR_DIAL.taken_off(calls.ratio),
        _FITTED: fitted.linear.taken_off(calls.ratio),
    }
    forecasts = {name: np.clip(calls.naive - off, 0, 1) for name, off in dials.items()}
    names = ("reading bids as a computer's", f"reading bids, sharpness {reads[1].sharpness:g}")
    return forecasts | {name: np.clip(calls.posterior[:, column], 0, 1) for column, name in enumerate(names)}


def _score(found: MeanEstimate) -> FormattedCell:
    interval = found.interval()
    return ranged(f"{found.value:.4f} ± {found.value - interval.low:.4f}", found.value, interval)


def _difference(found: MeanEstimate) -> FormattedCell:
    ends = found.interval()
    words = f"{found.value:+.4f} ({ends.low:+.4f} to {ends.high:+.4f})" if found.value else "–"
    return ranged(words, found.value, found.interval())


def tournament_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Who wins whole matches."""
    seats = []
    for seat in range(SEATS):
        # a row at a time, so that a phone shows the seats in their order
        if seat % 3 == 0:
            columns = st.columns(3)
        name = columns[seat % 3].selectbox(
            f"Seat {seat + 1}",
            _NAMES,
            index=_NAMES.index(READER.name if seat == 0 else NAIVE_AGENT.name),
            key=f"seat{seat + 1}",
            bind="query-params",
        )
        seats.append(AGENTS[_NAMES.index(name)])
    matches, seed = _how_many()
    try:
        played = solvers.matches(tuple(seats), setup.rules, matches, seed)
    except ValueError as error:
        st.markdown(f"{error}.")
        return
    kinds = list(dict.fromkeys(agent.name for agent in seats))
    shares = {name: played.wins_of(name) for name in kinds}
    best = max(kinds, key=lambda name: shares[name].value / _seats_of(seats, name))
    many = _seats_of(seats, best)
    st.markdown(
        f"**{best.capitalize()} wins {shares[best]} of {matches:,} matches with {many} of {SEATS} seats**; a fair share would be "
        f"{many / SEATS:.1%}. A match takes {played.mean_rounds.value:.1f} rounds and {played.bids.mean():.0f} bids."
    )
    chart(
        charts.win_shares(
            {
                f"{seat + 1}: {agent.name}": share
                for seat, (agent, share) in enumerate(zip(seats, played.wins, strict=True))
            },
            1 / SEATS,
        ),
        key="wins_chart",
        alt="Matches won by seat: "
        + ", ".join(f"{agent.name} {share.value:.1%}" for agent, share in zip(seats, played.wins, strict=True)),
    )
    rows = [
        {"seat": seat + 1, "player": agent.name, "wins": estimate(share)}
        for seat, (agent, share) in enumerate(zip(seats, played.wins, strict=True))
    ]
    table(rows)
    csv_button("Wins as CSV", lambda: rows, file_name="wins.csv", key="wins_csv")
    st.markdown(
        "- **naive** makes the move that is likeliest to stand, the others' dice taken as fair\n"
        "- **constant dial**, **linear dial**: the same, with the post's dial on dudo\n"
        "- **threshold** calls dudo when the bid is true with less than "
        f"{THRESHOLD_AGENT.threshold:.0%}, and else raises\n"
        f"- **bluffer** is naive, but bids at random in {BLUFFER.bluffs:.0%} of the turns\n"
        "- **reader** weighs every hand of the others by their bids as if they were naive, and makes the "
        "move that is likeliest to stand"
    )


def _seats_of(seats: list[Agent], name: str) -> int:
    return sum(agent.name == name for agent in seats)


def rules_view(setup: PerudoSetup, cases: Mapping[str, Rules]) -> None:
    """What rules do to whole matches of naive players."""
    matches, seed = _how_many()
    rows, left_out = _by_rules(tuple({"now": setup.rules, **cases}.items()), matches, seed)
    for why, names in left_out.items():
        st.caption(f"Left out: {', '.join(names)}. {as_sentence(why)}")
    table(rows, percent=["as calculated"], places={"calzas in a match": 1})
    csv_button("Matches as CSV", lambda: rows, file_name="matches.csv", key="matches_csv")


@st.cache_data(max_entries=16, show_spinner=False)
def _by_rules(cases: tuple[tuple[str, Rules], ...], matches: int, seed: int) -> tuple[Rows, dict[str, list[str]]]:
    """A row for each of the rules under which a match ends, and the names of the others by why it does not."""
    rows: list[Mapping[str, Any]] = []
    left_out: dict[str, list[str]] = {}
    with progress(f"Playing {len(cases)} x {matches:,} matches…", long=True) as report:
        for done, (name, rules) in enumerate(cases):
            share = part_of(report, done, len(cases))
            try:
                played = play_matches(COMPANY["naive"], rules, matches=matches, seed=seed, progress=share)
            except ValueError as error:
                left_out.setdefault(str(error), []).append(name)
            else:
                rows.append(_told_of(name, played))
    return rows, left_out


def _told_of(name: str, played: Matches) -> Mapping[str, Any]:
    return {
        "rules": name,
        "bids in a round": brief(played.mean_bids),
        "rounds in a match": brief(played.mean_rounds),
        "dudo was right": estimate(played.dudo),
        "as calculated": float(played.calls.naive.mean()),
        "calzas in a match": played.calzas / played.matches,
    }
