"""When a call of dudo is right, on the Perudo page: calls of whole matches, the blog post's dial, and the bid on the table."""

from dataclasses import replace

import numpy as np

from boardodds.charts.perudo import dial_chart
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.words import DICE_ALONE, GIVEN_BIDS, bid_in_words, chance_from_dice
from boardodds.dashboard.ui.panels import Beside, Choice, Note, Panel, Parts, Rows, Table, estimate_columns
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import NAIVE, PUBLISHED_DIAL, Call, Calls, Dial, fit_dial
from boardodds.perudo.published_figures import NAIVE_FIGURES, POST_LINK
from boardodds.perudo.rules import MAX_DICE, MAX_PLAYERS, MIN_PLAYERS
from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import MeanEstimate

_CALL, _SCORE, _MORE, _POST, _HERE = "this call", "Brier score", "more than the lowest", "blog post", "here"
MATCHES = Choice("matches", "Matches", (200, 500, 1_000, 2_000, 5_000), 500, form="stops")
SEED = Choice("seed", "Seed", range(MAX_SEED + 1), 1, form="number")
_SEATS = Choice("seats", "Seats", range(MIN_PLAYERS, MAX_PLAYERS + 1), 6, form="slider")
_SEAT_DICE = Choice("seat_dice", "Dice each", range(2, MAX_DICE + 1), 5, form="slider")
SETTINGS: Allowed = {
    **{each.name: whole_number(each.options[0], each.options[-1]) for each in (_SEATS, _SEAT_DICE, SEED)},
    MATCHES.name: one_of(MATCHES.options),
}


def dudo_view(sheet: PerudoSheet) -> Parts:
    """Return when calls of players who make the safest move are right, and what the dial says of the bid on the table."""
    yield Beside([_SEATS, _SEAT_DICE])
    yield Beside([MATCHES, SEED])
    state, seats, dice = sheet.state, sheet.value(_SEATS), sheet.value(_SEAT_DICE)
    rules = replace(state.rules.without_calza(), starting_dice=dice)
    if reason := rules.why_endless(seats * dice):
        yield f"No matches are played, because {reason}."
        return
    played, read = solvers.play_calls(
        (NAIVE,) * seats, rules, sheet.value(MATCHES), sheet.value(SEED), state.bidder_model
    )
    dial = fit_dial(played.calls)
    yield calls_panel(played.calls, dial, f"{played.games:,} matches by the rules of this page")
    figures = [
        {"": what, _POST: printed} | estimate_columns(_HERE, estimate(played.calls, dial))
        for what, (printed, estimate, _) in NAIVE_FIGURES.items()
    ]
    yield Table(figures, places={_POST: 2, _HERE: 3})
    why = " ".join(dict.fromkeys(why for *_, why in NAIVE_FIGURES.values() if why))
    yield (
        f"**Why the blog post differs.** {why} A caller who is wrong with the last die doesn't open it either, so all calls with "
        f"one die count. Its first figures are without palifico: [the same matches]({POST_LINK})."
    )
    if call := _current_call(sheet):
        yield f"### Calling {bid_in_words(sheet.bid)}: right {percent(float(call.given_bids[0]))} given the bids"
    yield Table(forecast_rows(dial, call, read.calls if read else None), percent=[_CALL], places={_SCORE: 4, _MORE: 4})
    if not read:
        yield Note("Forecasts of other calls are not compared: with so many dice, players have too many hands.")
    else:
        yield Note(
            f"*Brier score*: mean squared difference between forecast and outcome, lower is better, in {read.dudos:,} calls of "
            f"{read.games} matches that no dial is fitted to. *Given the bids*: by the page's model; *like a computer* in "
            "*Set up* describes these players. A caller with one die has the constant dial only."
        )


def calls_panel(calls: Calls, dial: Dial, source: str) -> Panel:
    """Return how often calls are right by the ratio of dice, without callers who have one die, as in the blog post."""
    ratio = np.where(calls.caller_dice > 1, calls.ratio, 0)
    groups = {float(each): ratio == each for each in np.unique(ratio[ratio > 0])}
    right = {each: calls.proportion(calls.right, among) for each, among in groups.items()}
    calculated = {each: float(calls.calculated[among].mean()) for each, among in groups.items()}
    share = percent(calls.proportion(calls.right).value, 0)
    fewer = " The fewer dice the bidder has, compared with the caller, the more often dudo is right."
    return Panel(
        dial_chart(right, calculated, dial),
        key="dial_chart",
        alt="Proportion of calls that were right, by the caller's dice divided by the bidder's: "
        + ", ".join(f"{each:.2f} {percent(share.value, 0)}" for each, share in right.items()),
        finding=f"Callers expect to be right {percent(dial.calculated.value, 0)} of the time, and are right {share} of the time",
        method="Proportion of right calls by callers with two dice or more, with 95% intervals; larger circles: more calls. All "
        f"players make the safest move from the dice alone, in {source}.{fewer * (dial.slope.interval().low > 0)}",
        rows=lambda: [
            {"ratio": each, "calculated": calculated[each]} | estimate_columns("right", right[each]) for each in groups
        ],
        percent=["calculated", "right"],
        places={"ratio": 2},
    )


def _current_call(sheet: PerudoSheet) -> Calls | None:
    """Return a call of the current bid by the viewer; None if the viewer can't call it."""
    state, round_ = sheet.state, sheet.state.round
    if not round_.bids or round_.viewer in (None, round_.bids[-1][0]) or state.winner is not None:
        return None
    chances = float(chance_from_dice(state, Call.DUDO)), 1 - sheet.chance
    own, bidder, alone, given = (
        np.array([each]) for each in (len(round_.hand), round_.dice[round_.bids[-1][0] - 1], *chances)
    )
    unknown = np.array([False])
    return Calls(own, bidder, alone, unknown, unknown, given)


def forecast_rows(dial: Dial, call: Calls | None, read: Calls | None) -> Rows:
    """Return each forecast of one call, and how well it forecasts calls of matches that the dial is not fitted to."""
    now, others = (_forecasts(dial, calls) if calls else {} for calls in (call, read))
    losses = {name: (forecast - read.right) ** 2 for name, forecast in others.items()} if read else {}
    best = min(losses.values(), key=lambda loss: float(loss.mean()), default=np.zeros(0))
    rows: list[dict[str, object]] = [{"forecast": name} for name in now or losses]
    for row, forecast in zip(rows, now.values(), strict=False):
        row[_CALL] = float(forecast[0])
    for row, loss in zip(rows, losses.values(), strict=False):
        row |= estimate_columns(_SCORE, MeanEstimate.from_sample(loss))
        row |= estimate_columns(_MORE, MeanEstimate.from_sample(loss - best))
    return rows


def _forecasts(dial: Dial, calls: Calls) -> dict[str, Floats]:
    dials = {
        f"{kind}, {name}": each.forecast(calls, by_line=kind == "line")
        for kind in ("constant dial", "line")
        for name, each in ((_POST, PUBLISHED_DIAL), ("fitted", dial))
    }
    return {DICE_ALONE: calls.calculated} | dials | {GIVEN_BIDS: calls.given_bids}
