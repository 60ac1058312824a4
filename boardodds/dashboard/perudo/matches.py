"""What other players do, on the Perudo page: whole matches of computer players, dudo calls and their forecasts."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from boardodds.charts import perudo_matches as charts
from boardodds.charts.wins import win_intervals
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.bluffing import bluffing
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import DICE_ALONE, GIVEN_BIDS
from boardodds.dashboard.ui.panels import Panel, Rows, estimate_columns, interval_columns, show_options, show_rows
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, switch, whole_number
from boardodds.dashboard.ui.state_store import as_index, setting
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.perudo import HUMAN, LogitBidder, PolicyBidder, agents
from boardodds.perudo.agents import NAIVE_ACTUAL, NAIVE_CALCULATED, ONE_DIE_CALLER_SUCCESS
from boardodds.perudo.match_results import Calls, FittedDial, Matches, fit_dial
from boardodds.perudo.rules import PRINTED, PRINTED_LABELS
from boardodds.probability.arrays import Floats
from boardodds.probability.calibration import Calibration, brier_difference, calibration
from boardodds.probability.declared_rules import rules_in_words
from boardodds.probability.estimate import MeanEstimate, Proportion

SEATS = 6
# The computer players that estimators and the reader expect.
COMPUTER = PolicyBidder(slip=0.01)
_AGENTS = {agent.name: agent for agent in agents.AGENTS}
# Six equal players, whose policy the estimators know, or several kinds of players, whose policies they don't know.
LINEUPS: Mapping[str, tuple[agents.Agent, ...]] = {
    "naive": (agents.NAIVE_AGENT,) * SEATS,
    "mixed": tuple(map(_AGENTS.__getitem__, ("naive", "constant dial", "threshold", "bluffer", "bluffer", "naive"))),
}
_MATCHES = (200, 500, 2_000, 5_000)
CALIBRATION = "Whose forecasts are best"
# Half of the last digit that the post prints.
_POST_ROUNDING = 0.005
_POST, _HERE = "the blog post", "here"
_CONSTANT, _LINEAR = (f"{kind} dial, the blog post's" for kind in ("constant", "linear"))
_FITTED_DIAL = "linear dial, fitted"
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
_ECE, _SKILL, _DIFFERENCE = "calibration error (ECE)", "skill (%)", "Brier score minus the fitted dial's"


def other_players_view(state: PerudoState) -> None:
    """Show one of several questions about other players."""
    labels = {name: label for name, (label, _) in _TOPICS.items()}
    default = next(iter(_TOPICS))
    topic = show_options("About", list(_TOPICS), format_func=labels.__getitem__, **setting("about", default))
    if topic in _NEEDS_DICE and state.rules.starting_dice == 1:
        st.markdown("The dial is fitted to callers with two dice or more: let the players start with more dice.")
        return
    try:
        _TOPICS[topic][1](state)
    except ValueError as error:
        # A limit of the library, such as too many hands for players who read bids.
        st.markdown(as_sentence(str(error)))


def _rules_text(state: PerudoState) -> str:
    """Return the rules of the matches in words: those on the table, without calza."""
    changed = rules_in_words(replace(state.rules, calza=PRINTED[state.game].calza), PRINTED[state.game])
    return "; ".join([f"Rules: {PRINTED_LABELS[state.game]}", *changed])


def choose_matches() -> tuple[int, int]:
    """Draw the widgets for the number of matches and the seed, and return both."""
    left, right = st.columns(2)
    matches = left.select_slider("Matches", _MATCHES, **setting("matches", 500))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    return matches, int(seed)


def _tournament(state: PerudoState) -> None:
    """Show how often each of six chosen players wins a match."""
    seats = []
    for seat in range(SEATS):
        # New columns for each row, so that a narrow screen shows the seats in order.
        if seat % 3 == 0:
            columns = st.columns(3)
        view = setting(f"seat{seat + 1}", agents.READER.name if seat == 0 else agents.NAIVE_AGENT.name)
        seats.append(_AGENTS[columns[seat % 3].selectbox(f"Seat {seat + 1}", **as_index(view, list(_AGENTS)))])
    matches, seed = choose_matches()
    (results,) = solvers.play(solvers.match_work(tuple(seats), state.rules, matches, seed))
    finding, details = _best_player(results)
    labels = [f"{seat + 1}: {agent.name}" for seat, agent in enumerate(seats)]
    Panel(
        win_intervals(dict(zip(labels, results.wins, strict=True)), 1 / SEATS, "equal players"),
        key="wins_chart",
        alt="Proportion of matches won by seat: "
        + ", ".join(f"{agent.name} {percent(win.value)}" for agent, win in zip(seats, results.wins, strict=True)),
        finding=finding,
        method=f"Proportion of {results.matches:,} simulated matches won by seat, with 95% intervals. {details}Rounds in a "
        f"match, on average: {results.mean_rounds}. Bids in a match, on average: {MeanEstimate.from_sample(results.bids)}. "
        f"{_rules_text(state)}.",
        rows=lambda: [
            {"seat": seat + 1, "player": agent.name} | estimate_columns("wins", win)
            for seat, (agent, win) in enumerate(zip(seats, results.wins, strict=True))
        ],
        percent=["wins"],
    ).show()
    st.markdown(
        "- **naive** makes the move that is most likely to be right from the dice alone\n"
        "- **constant dial**, **linear dial**: the same, but with the blog post's dial in the chance of dudo\n"
        f"- **threshold** calls dudo if the bid's chance from the dice alone is below {agents.THRESHOLD_AGENT.threshold:.0%}; "
        "otherwise it makes the other move that is most likely to be right\n"
        f"- **bluffer** is naive, but makes a random legal bid in {agents.BLUFFER.bluffs:.0%} of its turns\n"
        "- **reader** weighs the others' hands by their bids, as if they were naive players with "
        f"{percent(COMPUTER.slip, 0)} random moves. It makes the move that is then most likely to be right"
    )


def _best_player(results: Matches) -> tuple[str, str]:
    """Return how often the kind of player with the most wins per seat wins, and its interval with the chance of equal players."""
    seat_counts = Counter(agent.name for agent in results.players)
    if len(seat_counts) == 1:
        return f"All players are the same, so each wins {percent(1 / SEATS)} of matches in the long run", ""
    wins = {name: results.wins_of(name) for name in seat_counts}
    best = max(wins, key=lambda name: wins[name].value / seat_counts[name])
    seats = seat_counts[best]
    # The chart has the proportion of one seat.
    equal = f"; if all players were equal, {seats} seats would win {percent(seats / SEATS)}" if seats > 1 else ""
    return (
        f"{best.capitalize()} wins {percent(wins[best].value, 0)} of matches with {seats} of {SEATS} seats",
        f"{best.capitalize()}: {wins[best]}{equal}. ",
    )


def _dial(state: PerudoState) -> None:
    """Show how often dudo is right, compared with its calculated chance, and the post's dial fitted to these matches."""
    matches, seed = choose_matches()
    # The post plays without palifico.
    rules = replace(state.rules, palifico=False)
    (results,) = solvers.play(solvers.match_work(LINEUPS["naive"], rules, matches, seed))
    fitted = fit_dial(results.calls)
    Panel(
        charts.dial_chart(
            fitted.by_ratio,
            fitted=(fitted.line.slope, fitted.line.intercept),
            published=(agents.LINEAR_DIAL.slope, agents.LINEAR_DIAL.intercept),
            calculated=fitted.calculated.value,
            right=fitted.right.value,
        ),
        key="dial_chart",
        alt="Proportion of dudo calls that were right, by the caller's dice divided by the bidder's: "
        + ", ".join(f"{ratio:.2f}: {percent(right.value, 0)}" for ratio, right in fitted.by_ratio.items()),
        finding=f"Six naive players expect dudo to be right {percent(fitted.calculated.value, 0)} of the time; it is right "
        f"{percent(fitted.right.value, 0)} of the time",
        method="Circles: proportion of right calls, with 95% intervals; larger circles: more calls. As in the blog post, they "
        "and the fitted line leave out callers who have one die; the dotted lines are the averages of all calls: "
        f"{percent(fitted.calculated.value)} expected, right {fitted.right}. From {matches:,} simulated matches with "
        f"{len(results.calls):,} calls, without palifico and calza.",
    ).show()
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
    show_rows(lambda: _dial_rows(fitted), key="dial_rows", places={_POST: 2, _HERE: 3})


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
        ("constant dial", agents.CONSTANT_DIAL.dial, fitted.gap.value, fitted.gap.interval()),
        ("slope of the line", agents.LINEAR_DIAL.slope, line.slope, line.slope_interval()),
        ("intercept of the line", agents.LINEAR_DIAL.intercept, line.intercept, line.intercept_interval()),
    ]
    return [{"": name, _POST: post, _HERE: here} | interval_columns(_HERE, ci) for name, post, here, ci in rows]


def _calibration(state: PerudoState) -> None:
    kinds = Counter(agent.name for agent in LINEUPS["mixed"])
    lineup = show_options(
        "Players",
        list(LINEUPS),
        **setting("company", "naive"),
        help=f"`naive`: six naive players, which the computer model describes except for its random moves. `mixed`: "
        f"{', '.join(f'{number} {name}' for name, number in kinds.items())}; no estimator models this mix of players. "
        f"*{_TOPICS['tournament'][0]}* describes them.",
    )
    matches, seed = choose_matches()
    models = (COMPUTER, state.bidder_model if isinstance(state.bidder_model, LogitBidder) else HUMAN)
    # The training seed is beyond all seeds that a visitor can choose, so the dial is never tested on its training data.
    training, played = solvers.play(
        solvers.match_work(LINEUPS[lineup], state.rules, matches, seed + MAX_SEED + 1),
        solvers.match_work(LINEUPS[lineup], state.rules, matches, seed, models),
    )
    calls = played.calls
    forecasts = _forecasts(calls, fit_dial(training.calls), models)
    calibrations = {name: calibration(forecast, calls.right) for name, forecast in forecasts.items()}
    best = min(calibrations, key=lambda name: calibrations[name].brier.value)
    choice = st.selectbox("Highlighted estimator", **as_index(setting("estimator", _BEST), list(ESTIMATORS)))
    chosen = best if choice == _BEST else list(calibrations)[ESTIMATORS.index(choice) - 1]
    differences = {
        name: brier_difference(forecast, forecasts[_FITTED_DIAL], calls.right) for name, forecast in forecasts.items()
    }
    _show_reliability(calibrations, chosen, models[1].sharpness)
    st.caption(f"{_rules_text(state)}.")
    if best != _FITTED_DIAL:
        interval = differences[best].interval()
        st.markdown(
            f"The fitted dial, a line fitted to other matches, scores {calibrations[_FITTED_DIAL].brier.value:.4f}. The mean "
            f"difference is {differences[best].value:+.4f} (95% CI {interval.low:+.4f} to {interval.high:+.4f})."
        )
    if lineup == "naive":
        st.markdown(
            f"These players are the ones that *computer* assumes, except for its {percent(COMPUTER.slip, 0)} random moves. So "
            "their calls show that the computation is right, not that people bid like this."
        )
    show_rows(
        lambda: [
            {"estimator": name}
            | estimate_columns("Brier score", quality.brier)
            | {_ECE: quality.expected_calibration_error, _SKILL: 100 * quality.skill}
            | estimate_columns(_DIFFERENCE, differences[name])
            for name, quality in calibrations.items()
        ],
        key="calibration_rows",
        percent=[_ECE],
        places={"Brier score": 4, _SKILL: 1, _DIFFERENCE: 4},
        note="Always saying 50% has a Brier score of 0.25. ECE (expected calibration error): the average gap between forecast "
        "and frequency in each tenth, weighted by calls. Skill: how far the Brier score is below that of always saying the "
        "overall proportion, as a percentage of the latter. The 95% intervals take calls as independent.\n\n*Dice alone* takes "
        "unseen dice as fair. The fitted dial was fitted to other matches of the same players. *Given the bids* reads bids by a "
        f"model: computer players with {percent(COMPUTER.slip, 0)} random moves, or logit players of this sharpness.",
    )


def _show_reliability(calibrations: Mapping[str, Calibration], chosen: str, sharpness: float) -> None:
    scores = {name: quality.brier.value for name, quality in calibrations.items()}
    calls = next(iter(calibrations.values())).happened.trials
    lines = [f"{name} {sharpness:g}" if name == "sharpness" else name for name in _LINE_NAMES.values()]
    Panel(
        charts.reliability_chart(
            dict(zip(lines, calibrations.values(), strict=True)), lines[list(calibrations).index(chosen)]
        ),
        key="reliability_chart",
        alt="How often each forecast chance of dudo happened. Expected calibration error: "
        + ", ".join(f"{name} {percent(quality.expected_calibration_error)}" for name, quality in calibrations.items()),
        finding=calibration_finding(scores, chosen, calls),
        method="Across: the chance that an estimator gives a dudo call. Up: how often such calls are right, with 95% intervals. "
        "Brier score: mean squared difference between forecast and outcome; lower is better.",
    ).show()


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


def _forecasts(calls: Calls, fitted: FittedDial, models: tuple[PolicyBidder, LogitBidder]) -> dict[str, Floats]:
    """Return by estimator its forecasts, the chance that each call is right: float array (calls,).

    fitted: the dial fitted to other matches.
    models: the models by which the calls have a posterior.
    """
    deductions = {
        DICE_ALONE: agents.NAIVE.deduction(calls.ratio),
        _CONSTANT: agents.CONSTANT_DIAL.deduction(calls.ratio),
        _LINEAR: agents.LINEAR_DIAL.deduction(calls.ratio),
        _FITTED_DIAL: fitted.linear.deduction(calls.ratio),
    }
    forecasts = {name: np.clip(calls.naive - deduction, 0, 1) for name, deduction in deductions.items()}
    names = (_GIVEN_COMPUTER, f"{_GIVEN_LOGIT} {models[1].sharpness:g}")
    return forecasts | {name: np.clip(calls.posterior[:, column], 0, 1) for column, name in enumerate(names)}


# By its name in a link: the label of a question about other players, and the function that answers it.
_TOPICS: Mapping[str, tuple[str, Callable[[PerudoState], None]]] = {
    "bluffing": ("How often to bluff", bluffing),
    "tournament": ("Who wins matches", _tournament),
    "dial": ("When dudo is right", _dial),
    "calibration": (CALIBRATION, _calibration),
}
# The topics that fit a dial.
_NEEDS_DICE = ("dial", "calibration")
SETTINGS: Allowed = {
    "about": one_of(_TOPICS),
    "values": switch,
    "matches": one_of(_MATCHES),
    "seed": whole_number(0, MAX_SEED),
    "company": one_of(LINEUPS),
    "estimator": one_of(ESTIMATORS),
    **{f"seat{seat + 1}": one_of(_AGENTS) for seat in range(SEATS)},
}
