"""The Perudo page: the chance that the bid in question is true, what to do, and the matching dice behind it."""

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from math import comb

import streamlit as st

from boardodds.charts.hundred import Outcome, quantile_dots
from boardodds.charts.style import CONTEXT, EXACT, ROLES, Tone, in_percent, short_percent
from boardodds.dashboard.perudo import board, moves, solvers, views
from boardodds.dashboard.perudo.events import MAX_PLAYERS_SHOWN
from boardodds.dashboard.perudo.state import DEFINITION, START, PerudoState
from boardodds.dashboard.perudo.words import (
    DICE_ALONE,
    FITTED,
    GIVEN_BIDS,
    SAME,
    bid_chances,
    bid_in_words,
    calza_sentence,
    face_name,
    reason_for_certainty,
)
from boardodds.dashboard.ui.play_page import Answer, PlayPage
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.perudo.bidders import MAX_CHANCES
from boardodds.perudo.game import GAME
from boardodds.perudo.inference import Posterior
from boardodds.perudo.round_state import MIN_PLAYERS, RoundState
from boardodds.perudo.rules import ACE, PRINTED
from boardodds.probability.declared_rules import rules_in_words
from boardodds.probability.pmf import Pmf

# Half of the last digit printed.
_LEAST_PRINTED = 0.0005
# More stacks than there can be numbers of dice, so that each number has its own.
_ALL = 1_000


def answer(state: PerudoState) -> Answer:
    """Return the chance that the bid in question is true. Raises ValueError for a round that is too large to solve.

    >>> from boardodds.dashboard.perudo.state import read_link
    >>> answer(read_link({})).finding
    '5 fours: true 79.1% of the time from the dice alone, 79.2% given the bids'
    """
    dice, sides = max(state.round.dice), state.rules.sides
    # The most moves that any player can have with any hand.
    if (size := comb(dice + sides - 1, dice) * state.round.total_dice * sides) > MAX_CHANCES:
        raise ValueError(
            f"this round is too large to solve: hands times bids are {size:,}, and the limit is {MAX_CHANCES:,}. Use fewer dice, "
            "sides or players"
        )
    posterior = solvers.posterior(state)
    naive, given_bids = bid_chances(state, posterior)
    finding, detail = _finding(state, naive, given_bids), _detail(state, posterior)
    if state.winner is not None:
        finding, detail = f"{state.player_name(state.winner)} has won the match", "Below is the last round."
    return Answer(finding, detail, _method(state), _pieces(naive, given_bids), "tables like this one")


def _finding(state: PerudoState, naive: float, given_bids: float) -> str:
    name = bid_in_words(state.bid)
    if state.round.current is None:
        chance = "certainly be true" if naive == 1 else f"be true {percent(naive)} of the time"
        return f"Nobody has bid yet: {name} would {chance}"
    if naive == 1:
        return f"{name}: certainly true, because {reason_for_certainty(state, state.bid)}"
    if naive == 0:
        return f"{name}: certainly false, because too few dice are unseen"
    return f"{name}: true {percent(naive)} of the time from the dice alone, {percent(given_bids)} given the bids"


def _detail(state: PerudoState, posterior: Posterior) -> str:
    """Return the request to enter the dice, or whose turn it is; "" if it is the viewer's: the advice takes longer."""
    if state.shown.hand.unconfirmed:
        return "These odds are for the dice shown, which you **haven't confirmed** yet. Tap your dice to enter what you rolled."
    if state.is_viewers_turn:
        return ""
    player = state.player_name(state.bidder)
    if state.round.current is None:
        return as_sentence(f"{player} opens")
    return f"It is {player}'s turn. {calza_sentence(state, posterior)}"


def _method(state: PerudoState) -> str:
    """Return what is seen of the round, and which of the chances is exact."""
    hand, aces = state.round.hand, f" ({ACE} is wild)" if state.rules.are_aces_wild(state.round.palifico) else ""
    seen = f"Your dice: {', '.join(map(str, hand))}{aces}; {state.unseen} unseen." if hand else "You see no dice."
    if not state.round.bids:
        return f"{seen} The chance is exact."
    bids = ", ".join(bid_in_words(bid) for _, bid in state.round.bids)
    return (
        f"{seen} The bids: {bids}. The chance from the dice alone is exact; the one given the bids depends on a model of how "
        "players bid."
    )


def _figures(state: PerudoState) -> None:
    if state.is_viewers_turn and not state.shown.hand.unconfirmed and state.winner is None:
        st.markdown(moves.advice(state))
    _matching_dice(state)


def _pieces(naive: float, given_bids: float) -> list[Outcome]:
    """Return the outcomes of the bid in question: true, false, and true by only one of the two chances."""
    true, change, false = outcomes(naive, given_bids)
    if change.chance > SAME:
        return [outcome for outcome in (true, change, false) if outcome.chance]
    return [
        replace(true, name="true", chance=given_bids, shown=""),
        replace(false, name="false", chance=1 - given_bids, shown=""),
    ]


def outcomes(naive: float, given_bids: float) -> list[Outcome]:
    """Return the outcomes of a bid: true by either chance, the difference that the bids make, and false.

    The percentages agree with the two chances as they are printed elsewhere, so the difference is that of the rounded chances.

    naive, given_bids: the chance of the bid from the dice alone, and given the bids.

    >>> [(each.name, each.percentage) for each in outcomes(0.79139, 0.91796)]
    [('true from the dice alone', '79.1%'), ('more true given these bids', '12.7%'), ('still false', '8.2%')]
    """
    names = (
        ("true from the dice alone", "more true given these bids", "still false")
        if given_bids >= naive
        else ("true given these bids", "more true from the dice alone", "false")
    )
    low, high = sorted((naive, given_bids))
    low_shown, high_shown = (float(in_percent(chance).rstrip("%")) / 100 for chance in (low, high))
    tone, context = Tone(*GAME.accent), ROLES[CONTEXT]
    return [
        _shown_as(Outcome(names[0], low, tone), low_shown),
        _shown_as(Outcome(names[1], high - low, tone, hollow=True), high_shown - low_shown),
        _shown_as(Outcome(names[2], 1 - high, context, hollow=True), 1 - high_shown),
    ]


def _shown_as(outcome: Outcome, chance: float) -> Outcome:
    """Return the outcome with a rounded percentage, unless a possible outcome would be called impossible, or the reverse."""
    is_plain = _LEAST_PRINTED <= chance <= 1 - _LEAST_PRINTED
    return replace(outcome, shown=short_percent(chance)) if is_plain else outcome


def _matching_dice(state: PerudoState) -> None:
    bid, face, bids = state.bid, face_name(state.bid.face), state.round.bids
    readings = {GIVEN_BIDS: solvers.posterior(state).total(bid.face)} if bids else {}
    readings[DICE_ALONE] = solvers.prior(state).total(bid.face)
    aces = ", wild aces included" if len(state.matching_faces) > 1 else ""
    model = f"The dice are counted exactly; the bids are read with a model of how players bid. {FITTED}"
    st.markdown(f"#### {matching_finding(face, *(pmf.mean for pmf in readings.values()))}")
    st.html(matching_html(readings, bid.quantity, face))
    st.caption(
        f"Each dot is one table of a hundred, above its number of {face} among all {state.round.total_dice} dice{aces}. "
        f"Filled: {bid_in_words(bid)} {'is' if bid.quantity == 1 else 'are'} true. {model if bids else 'Exact.'}"
    )


def matching_finding(face: str, mean: float, naive: float | None = None) -> str:
    """Return the expected number of matching dice in one sentence.

    mean, naive: in the reading in use, and from the dice alone if that is another one.

    >>> matching_finding("fours", 6.92, 6.11), matching_finding("twos", 8.0)
    ('The bids raise the expected number of fours from 6.11 to 6.92', 'Expect 8.00 twos on average')
    """
    now = f"{mean:.2f}"
    if naive is None:
        return f"Expect {now} {face} on average"
    before = f"{naive:.2f}"
    if now == before:
        return f"The bids leave the expected number of {face} at {now}"
    return f"The bids {'raise' if mean > naive else 'lower'} the expected number of {face} from {before} to {now}"


def matching_html(readings: Mapping[str, Pmf], quantity: int, face: str) -> str:
    """Return the dots of each reading as HTML: filled where the bid is true, with one axis for all readings.

    readings: by name, the distribution of the number of matching dice; the first is the one in use.
    quantity, face: the bid; the face in the plural.
    """
    counts = {
        name: {stack.first: len(stack.lengths) for stack in quantile_dots(pmf, max_stacks=_ALL)}
        for name, pmf in readings.items()
    }
    numbers = range(min(map(min, counts.values())), max(map(max, counts.values())) + 1)
    rows, texts = "", []
    for (name, dots), tone in zip(counts.items(), (ROLES[EXACT], ROLES[CONTEXT]), strict=False):
        piece, hollow = (f'<i class="piece round{kind}" style="--fill:{tone.css}"></i>' for kind in ("", " hollow"))
        stacks = "".join(
            f'<div class="stack{" split" if number == quantity else ""}">'
            f"<div>{(hollow if number < quantity else piece) * dots.get(number, 0)}</div></div>"
            for number in numbers
        )
        rows += f'<b style="--fill:{tone.css}">{escape(name)}</b><div class="stacks">{stacks}</div>'
        true = sum(count for number, count in dots.items() if number >= quantity)
        texts.append(f"{name}: {readings[name].mean:.2f} on average, {quantity} or more at {true} of 100 tables")
    alt = f"Number of {face} among all dice. {'; '.join(texts)}."
    axis = "".join(f"<small>{number}</small>" for number in numbers)
    return (
        f'<div class="dots matching" role="img" aria-label="{escape(alt)}" style="--columns:{len(numbers)}">{rows}'
        f'<div class="axis">{axis}</div><span class="unit">{escape(face)} among all dice</span></div>'
    )


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    answer=answer,
    views=views.VIEWS,
    settings=views.SETTINGS,
    mistakes=lambda state: state.mistakes,
    house_rules=lambda state: rules_in_words(state.rules, PRINTED[state.game]),
    setup=board.show_setup,
    top=board.offer_any_higher,
    board=board.show_round,
    figures=_figures,
    starts=[
        {"round": str(RoundState((len(START.hand),) * players, START.viewer, START.hand))}
        for players in range(MIN_PLAYERS, MAX_PLAYERS_SHOWN + 1)
    ],
    # A link must not make its tags say anything but the answer.
    unquoted=("names",),
)
