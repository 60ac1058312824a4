"""The Perudo page's view of how well each estimator forecasts dudo calls."""

from collections import Counter
from collections.abc import Mapping

import numpy as np
import streamlit as st

from boardodds.charts import perudo_matches as charts
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.labels import DICE_ALONE, GIVEN_BIDS
from boardodds.dashboard.perudo.match_inputs import COMPUTER, LINEUPS, choose_matches
from boardodds.dashboard.ui.data_tables import Rows, estimate_columns, table
from boardodds.dashboard.ui.page_parts import all_figures, chart, show_options
from boardodds.dashboard.ui.page_text import as_sentence, percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of
from boardodds.dashboard.ui.table_store import as_index, setting
from boardodds.perudo import HUMAN, LogitBidder, PolicyBidder, Posterior
from boardodds.perudo.dial import CONSTANT_DIAL, LINEAR_DIAL, NAIVE
from boardodds.perudo.fit import FittedDial, fit_dial
from boardodds.perudo.match_results import Calls
from boardodds.probability.arrays import Floats
from boardodds.probability.calibration import Calibration, brier_difference, calibration

_CONSTANT, _LINEAR, _FITTED_DIAL = (
    "constant dial, the blog post's",
    "linear dial, the blog post's",
    "linear dial, fitted",
)
_GIVEN_COMPUTER, _GIVEN_LOGIT = f"{GIVEN_BIDS}, computer", f"{GIVEN_BIDS}, sharpness"
# By name of an estimator, the short name at the end of its line. The name with sharpness has its number added.
_LINE_NAMES = {
    DICE_ALONE: "dice alone",
    _CONSTANT: "constant dial",
    _LINEAR: "linear dial",
    _FITTED_DIAL: "fitted dial",
    _GIVEN_COMPUTER: "computer",
    _GIVEN_LOGIT: "sharpness",
}
# In a link: the estimator that the chart shows in full.
_BEST = "best"
ESTIMATORS = (_BEST, *_LINE_NAMES.values())
LINK: Allowed = {"company": one_of(LINEUPS), "estimator": one_of(ESTIMATORS)}
_ECE, _SKILL, _DIFFERENCE = "calibration error (ECE)", "skill (%)", "Brier score minus the fitted dial's"


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
    matches, seed = choose_matches()
    models = (COMPUTER, setup.model if isinstance(setup.model, LogitBidder) else HUMAN)
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
    choice = st.selectbox("Highlighted estimator", **as_index(setting("estimator", _BEST), list(ESTIMATORS)))
    chosen = best if choice == _BEST else list(calibrations)[ESTIMATORS.index(choice) - 1]
    _show_reliability(calibrations, chosen, models[1])
    if best != _FITTED_DIAL:
        difference = brier_difference(forecasts[best], forecasts[_FITTED_DIAL], calls.right)
        st.markdown(
            f"The fitted dial, a line fitted to other matches, scores {calibrations[_FITTED_DIAL].brier.value:.4f}. The mean "
            f"difference is {difference.value:+.4f} (95% CI {difference.interval().low:+.4f} to "
            f"{difference.interval().high:+.4f})."
        )
    if lineup == next(iter(LINEUPS)):
        st.markdown(
            f"These players are the ones that *computer* assumes, except for its {percent(COMPUTER.slip, 0)} random moves. So "
            "their calls show that the computation is right, not that people bid like this."
        )
    rows = [
        {"estimator": name}
        | estimate_columns("Brier score", quality.brier)
        | {_ECE: quality.expected_calibration_error, _SKILL: 100 * quality.skill}
        | estimate_columns(_DIFFERENCE, brier_difference(forecasts[name], forecasts[_FITTED_DIAL], calls.right))
        for name, quality in calibrations.items()
    ]
    all_figures(lambda: _show_scores(rows), key="calibration_figures")


def _show_reliability(calibrations: Mapping[str, Calibration], chosen: str, logit: LogitBidder) -> None:
    """Show the lines of all estimators, one of them in full colour."""
    scores = {name: quality.brier.value for name, quality in calibrations.items()}
    calls = next(iter(calibrations.values())).happened.trials
    lines = [f"{name} {logit.sharpness:g}" if name == "sharpness" else name for name in _LINE_NAMES.values()]
    chart(
        charts.reliability_chart(
            dict(zip(lines, calibrations.values(), strict=True)), lines[list(calibrations).index(chosen)]
        ),
        key="reliability_chart",
        alt="How often each forecast chance of dudo happened. Expected calibration error: "
        + ", ".join(f"{name} {percent(quality.expected_calibration_error)}" for name, quality in calibrations.items()),
        finding=calibration_finding(scores, chosen, calls),
        method="Across: the chance that an estimator gives a dudo call. Up: how often such calls are right, with 95% intervals. "
        "Brier score: mean squared difference between forecast and outcome; lower is better.",
    )


def calibration_finding(scores: Mapping[str, float], chosen: str, calls: int) -> str:
    """Return the rank of an estimator by its Brier score.

    scores: by estimator.
    calls: the number of calls that are forecast.

    >>> calibration_finding({"dice alone": 0.2, "b": 0.1}, "b", 1234)
    'Best forecasts of these 1,234 calls: b (Brier score 0.1000; dice alone 0.2000)'
    >>> calibration_finding({"a": 0.2, "b": 0.1}, "a", 1234)
    'A scores 0.2000 on these 1,234 calls, b the lowest, 0.1000'
    """
    best = min(scores, key=lambda name: scores[name])
    if scores[chosen] == scores[best]:
        others = f"; {DICE_ALONE} {scores[DICE_ALONE]:.4f}" if DICE_ALONE in scores and chosen != DICE_ALONE else ""
        return f"Best forecasts of these {calls:,} calls: {chosen} (Brier score {scores[chosen]:.4f}{others})"
    return (
        f"{chosen[:1].upper()}{chosen[1:]} scores {scores[chosen]:.4f} on these {calls:,} calls, {best} the lowest, "
        f"{scores[best]:.4f}"
    )


def _show_scores(rows: Rows) -> None:
    table(rows, percent=[_ECE], places={"Brier score": 4, _SKILL: 1, _DIFFERENCE: 4})
    st.caption(
        "Always saying 50% has a Brier score of 0.25. ECE (expected calibration error): the average gap between forecast and "
        "frequency in each tenth, weighted by calls. Skill: how far the Brier score is below that of always saying the overall "
        "proportion, as a percentage of the latter. The 95% intervals take calls as independent."
    )
    st.caption(
        "*Dice alone* takes unseen dice as fair. The fitted dial was fitted to other matches of the same players. *Given the "
        f"bids* reads bids by a model: computer players with {percent(COMPUTER.slip, 0)} random moves, or logit players of this "
        "sharpness."
    )


def _forecasts(calls: Calls, fitted: FittedDial, models: tuple[PolicyBidder, LogitBidder]) -> dict[str, Floats]:
    """Return by estimator its forecasts, the chance that each call is right: float array (calls,).

    fitted: the dial fitted to other matches.
    models: the models by which the calls have a posterior.
    """
    deductions = {
        DICE_ALONE: NAIVE.deduction(calls.ratio),
        _CONSTANT: CONSTANT_DIAL.deduction(calls.ratio),
        _LINEAR: LINEAR_DIAL.deduction(calls.ratio),
        _FITTED_DIAL: fitted.linear.deduction(calls.ratio),
    }
    forecasts = {name: np.clip(calls.naive - deduction, 0, 1) for name, deduction in deductions.items()}
    names = (_GIVEN_COMPUTER, f"{_GIVEN_LOGIT} {models[1].sharpness:g}")
    return forecasts | {name: np.clip(calls.posterior[:, column], 0, 1) for column, name in enumerate(names)}
