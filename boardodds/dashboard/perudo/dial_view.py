"""The Perudo page's view of the blog post's dial, fitted to simulated matches."""

from dataclasses import replace

import streamlit as st

from boardodds.charts import perudo_matches as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.match_inputs import LINEUPS, choose_matches
from boardodds.dashboard.ui.data_tables import Rows, interval_columns, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import as_sentence, percent
from boardodds.perudo import Posterior
from boardodds.perudo.dial import (
    CONSTANT_DIAL,
    LINEAR_DIAL,
    NAIVE_ACTUAL,
    NAIVE_CALCULATED,
    ONE_DIE_CALLER_SUCCESS,
)
from boardodds.perudo.fit import FittedDial, fit_dial
from boardodds.probability.estimate import Proportion

# Half of the last digit that the post prints.
_POST_ROUNDING = 0.005
_POST, _HERE = "the blog post", "here"


def dial_view(setup: PerudoSetup, _posterior: Posterior) -> None:
    """Show how often dudo is right, compared with its calculated chance, and the post's dial fitted to these matches."""
    matches, seed = choose_matches()
    # The post plays without palifico.
    rules = replace(setup.rules, palifico=False)
    try:
        results = solvers.matches(LINEUPS["naive"], rules, matches, seed)
        fitted = fit_dial(results.calls)
    except ValueError as error:
        st.markdown(as_sentence(str(error)))
        return
    chart(
        charts.dial_chart(
            fitted.by_ratio,
            fitted=(fitted.line.slope, fitted.line.intercept),
            published=(LINEAR_DIAL.slope, LINEAR_DIAL.intercept),
            calculated=fitted.calculated.value,
            right=fitted.right.value,
        ),
        key="dial_chart",
        alt="Proportion of dudo calls that were right, by the caller's dice divided by the bidder's: "
        + ", ".join(f"{ratio:.2f}: {percent(right.value, 0)}" for ratio, right in fitted.by_ratio.items()),
        finding=f"Six naive players expect dudo to be right {fitted.calculated.value:.1%} of the time. "
        f"It is right {fitted.right}.",
        method="Circles: proportion of right calls, with 95% intervals; larger circles: more calls. As in the blog post, they "
        "and the fitted line leave out callers who have one die; the dotted lines are the averages of all calls. From "
        f"{matches:,} simulated matches with {len(results.calls):,} calls, without palifico and calza.",
    )
    st.markdown(
        f"The blog post has {NAIVE_CALCULATED:.0%} and {NAIVE_ACTUAL:.0%}. Bidders have seen their own dice, and naive callers "
        "ignore what the bids reveal. So the blog post turns a *dial* $c$: the estimated chance that dudo is right becomes "
        "$1 - c - P$, where $P$ is the chance of the bid from the dice alone. The constant dial is the same for all calls. The "
        "linear dial is the mean calculated chance minus the line."
    )
    st.markdown(
        f"**The puzzle of the last die.** In the blog post, callers with one die are right {ONE_DIE_CALLER_SUCCESS:.0%} of the "
        f"time. Here they are right {fitted.one_die}. The author's programs count a call as right if the caller doesn't open the "
        "next round. But a wrong caller who loses the last die doesn't open it either: "
        f"{percent(fitted.one_die_wrong.value)} of all calls. And if a right call takes the bidder's last die, the caller "
        f"opens: {percent(fitted.last_die_right.value)} of all calls. Counted that way, {fitted.opened_by_another} of the calls "
        f"here are right. The blog post's {NAIVE_ACTUAL:.0%} {_compare_with_post(fitted.opened_by_another)}."
    )
    all_figures(lambda: table(_dial_rows(fitted), places={_POST: 2, _HERE: 3}), key="dial_figures")


def _compare_with_post(counted: Proportion) -> str:
    """Return whether the post's printed proportion agrees with the proportion here, counted in the same way.

    The post prints whole percents, so half a percent on either side agrees too.

    >>> _compare_with_post(Proportion(416, 1000)), _compare_with_post(Proportion(4880, 10_000))
    ('agrees with that', 'differs from that')
    """
    interval = counted.interval()
    agrees = interval.low - _POST_ROUNDING <= NAIVE_ACTUAL <= interval.high + _POST_ROUNDING
    return "agrees with that" if agrees else "differs from that"


def _dial_rows(fitted: FittedDial) -> Rows:
    line = fitted.line
    rows = [
        ("constant dial", CONSTANT_DIAL.dial, fitted.gap.value, fitted.gap.interval()),
        ("slope of the line", LINEAR_DIAL.slope, line.slope, line.slope_interval()),
        ("intercept of the line", LINEAR_DIAL.intercept, line.intercept, line.intercept_interval()),
    ]
    return [{"": name, _POST: post, _HERE: here} | interval_columns(_HERE, ci) for name, post, here, ci in rows]
