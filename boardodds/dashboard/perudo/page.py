"""The Perudo page: the chance that the bid in question is true, the matching dice behind it, and what to do."""

from collections.abc import Sequence
from functools import cached_property
from html import escape

from boardodds.charts.hundred import Outcome
from boardodds.charts.perudo import matching_bars
from boardodds.charts.style import CONTEXT, ROLES, Tone
from boardodds.dashboard.perudo import board, events, moves, solvers, views
from boardodds.dashboard.perudo.history import HISTORY
from boardodds.dashboard.perudo.state import DEFINITION, START, PerudoState, apply
from boardodds.dashboard.perudo.words import (
    DICE_ALONE,
    FITTED,
    bid_in_words,
    chance_given_bids,
    face_name,
    reason_for_certainty,
    unrounded,
)
from boardodds.dashboard.ui.panels import Html, Panel, Parts, percent_text
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.sheet import Advice, Answer, Sheet
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import Bid
from boardodds.perudo.game import GAME
from boardodds.perudo.round_state import MIN_PLAYERS, RoundState
from boardodds.perudo.rules import ACE, MAX_DICE, MAX_PLAYERS, PRINTED
from boardodds.probability.declared_rules import rules_in_words
from boardodds.probability.pmf import Pmf

# Less likely numbers of dice are not read out.
_MIN_READ_CHANCE = 0.01
# Rounds of more players take long to prepare, and few ask for them.
_PREPARED_PLAYERS = 6


def answer(state: PerudoState) -> Answer:
    """Return the chance that the bid in question is true, given the bids. Raises ValueError for a round that is too large.

    >>> from boardodds.dashboard.perudo.state import read_link
    >>> answer(read_link({})).finding
    '5 fours: true 79.2% of the time'
    """
    if reason := solvers.why_too_large(state):
        raise ValueError(reason)
    bid = moves.bid_in_question(state)
    chance = chance_given_bids(state, solvers.posterior(state), bid)
    if state.winner is None:
        finding, detail = _finding(state, bid, chance), ""
    else:
        finding, detail = f"{state.player_name(state.winner)} has won the match", "Below is the last round."
    pieces = [
        Outcome("true", chance, Tone(*GAME.accent)),
        Outcome("false", 1 - chance, ROLES[CONTEXT], hollow=True),
    ]
    return Answer(finding, detail, _method(state), pieces, "tables like this one")


def _finding(state: PerudoState, bid: Bid, chance: float) -> str:
    name = bid_in_words(bid)
    if state.round.current is None:
        often = "certainly be true" if chance == 1 else f"be true {percent(chance)} of the time"
        return f"Nobody has bid yet: {name} would {often}"
    if chance == 1:
        return f"{name}: certainly true, because {reason_for_certainty(state, bid)}"
    if chance == 0:
        return f"{name}: certainly false, because too few dice are unseen"
    return f"{name}: true {percent(chance)} of the time"


def _method(state: PerudoState) -> str:
    """Return what is seen of the round, and which of the chances is exact."""
    hand, aces = state.round.hand, f" ({ACE} is wild)" if state.rules_now.are_aces_wild(state.round.palifico) else ""
    if state.rules_now != state.rules:
        aces = f" ({ACE} is no longer wild)"
    seen = f"Your dice: {', '.join(map(str, hand))}{aces}; {state.unseen} unseen." if hand else "You see no dice."
    if not state.round.bids:
        return f"{seen} The chance is exact."
    bids = ", ".join(bid_in_words(bid) for _, bid in state.round.bids)
    return f"{seen} The bids: {bids}. The dice are counted exactly; the bids are read with a model of how players bid. {FITTED}"


def _matching_dice(state: PerudoState) -> Panel:
    """Return the distribution of the matching dice given the bids; with bids, that from the dice alone is beside it."""
    bid = moves.bid_in_question(state)
    face = face_name(bid.face)
    total = solvers.posterior(state).total(bid.face)
    alone = solvers.prior(state).total(bid.face) if state.round.bids else None
    aces = ", wild aces included" if len(state.rules_now.matching_faces(bid.face, state.round.palifico)) > 1 else ""
    return Panel(
        matching_bars(total, face, bid.quantity, alone),
        key="matching_chart",
        alt=f"Number of {face} among all {state.round.total_dice} dice{aces}: "
        + ", ".join(
            f"{number} {percent_text(chance)}"
            for number, chance in zip(total.outcomes, total.probabilities, strict=True)
            if chance >= _MIN_READ_CHANCE
        ),
        finding=f"{total.mean:.1f} {face} on average",
        method=f"filled: true{', dotted: dice alone' if alone else ''}",
    )


def tiles_html(state: PerudoState) -> str:
    """Return as HTML how often the matching dice are exactly, at least and at most the quantity of the bid.

    Each has its chance from the dice alone for comparison. That of the bid has a frame.
    """
    bid = moves.bid_in_question(state)
    readings = [solvers.posterior(state), *([solvers.prior(state)] if state.round.bids else [])]
    totals = [reading.total(bid.face) for reading in readings]
    cases = {"exactly": Pmf.probability, "at least": Pmf.at_least, "at most": Pmf.at_most}
    tiles = ""
    for name, chance_of in cases.items():
        chance, *alone = (chance_of(total, bid.quantity) for total in totals)
        frame = ' aria-current="true"' if name == "at least" else ""
        words = f"<span>{name} {bid.quantity}</span><b>{escape(percent_text(chance))}</b>"
        compared = "".join(f"<small>{DICE_ALONE} {escape(percent_text(each))}</small>" for each in alone)
        tiles += f'<div role="listitem"{frame}>{words}{compared}</div>'
    return f'<div class="tiles" role="list" aria-label="{escape(face_name(bid.face))} among all dice">{tiles}</div>'


def chances_by_dice(state: PerudoState) -> dict[int, float]:
    """Return the chance of the current bid as in the answer, by the numbers of dice that would change no more of the round.

    There are none before the first bid, because the bid in question depends on the dice.
    """
    round_, (low, high) = state.round, events.totals(state.shown)
    if not round_.bids or state.winner is not None:
        return {}
    changed = [apply(state, {"kind": "total", "value": total})[0] for total in range(low, high + 1)]
    kept = [each for each in changed if each.round.bids == round_.bids and not solvers.why_too_large(each)]
    chances = zip(kept, solvers.bid_chances([each.round for each in kept], state), strict=True)
    return {each.round.total_dice: unrounded(each, round_.bids[-1][1], chance) for each, chance in chances}


_DICE = WhatIf(
    name="if_dice",
    label="Dice in play",
    low=MIN_PLAYERS,
    high=MAX_PLAYERS * MAX_DICE,
    now=lambda state: state.round.total_dice,
    curve=chances_by_dice,
    words=lambda state, dice, chance: f"With {dice} dice in play, {_finding(state, state.round.bids[-1][1], chance)}",
    event=lambda _, dice: {"kind": "total", "value": dice},
)


class PerudoSheet(Sheet[PerudoState]):
    """What the page says about a round."""

    slider = _DICE
    history = HISTORY

    @property
    def mistakes(self) -> Sequence[str]:
        return self.state.mistakes

    @property
    def house_rules(self) -> Sequence[str]:
        return rules_in_words(self.state.rules, PRINTED[self.state.game])

    @property
    def prediction(self) -> Prediction:
        return Prediction("how often the bid is true")

    @cached_property
    def answer(self) -> Answer:
        return answer(self.state)

    @cached_property
    def advice(self) -> Advice | None:
        return moves.advice(self.state)

    @cached_property
    def chart(self) -> Panel | None:
        return _matching_dice(self.state)

    @property
    def figures(self) -> Parts:
        yield Html(tiles_html(self.state))
        moves.show_moves(self.state)


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=PerudoSheet,
    views=views.VIEWS,
    settings={**views.SETTINGS, **_DICE.allowed},
    setup=board.show_setup,
    board=board.show_round,
    starts=[
        {"round": str(RoundState((len(START.hand),) * players, START.viewer, START.hand))}
        for players in range(MIN_PLAYERS, _PREPARED_PLAYERS + 1)
    ],
    # A link must not make its tags say anything but the answer.
    unquoted=("names",),
)
