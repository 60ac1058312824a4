"""The sheet of the Perudo page: the chance that the bid in question is true, the matching dice behind it, and what to do."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from typing import ClassVar

from boardodds.charts.hundred import Outcome
from boardodds.charts.perudo import matching_bars
from boardodds.charts.style import CONTEXT, ROLES, Tone, short_percent
from boardodds.dashboard.perudo import solvers
from boardodds.dashboard.perudo.history import HISTORY
from boardodds.dashboard.perudo.moves import MIN_SHARE, Chances, MovesSheet, PerfectPlay, bid_event
from boardodds.dashboard.perudo.rounds import dice_by_total
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.perudo.words import (
    DICE_ALONE,
    SAME,
    bid_in_words,
    chance_in_words,
    face_name,
    move_in_words,
    reason_for_certainty,
    unrounded,
)
from boardodds.dashboard.ui.panels import Grid, Html, Panel, Parts, percent_text
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import whole_number
from boardodds.dashboard.ui.sheet import Advice, Answer, WhatIf, cached_part
from boardodds.dashboard.ui.words import as_sentence, percent
from boardodds.perudo import Bid, Call, Move
from boardodds.perudo.game import GAME
from boardodds.perudo.rollouts import MIN_CHANCE, MoveEquity
from boardodds.perudo.rules import ACE, MAX_DICE, MAX_PLAYERS, MIN_PLAYERS, PRINTED_LABELS
from boardodds.probability.pmf import Pmf

# Less likely numbers of dice are not read out.
_MIN_READ_CHANCE = 0.01
# The solution of a round is not exact enough for smaller shares.
_MIN_SHOWN = 0.01
_RIGHT, _MAX_NAMED = "right", 3


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


def chances_by_dice(state: PerudoState) -> dict[int, float]:
    """Return the chance of the current bid as in the answer, by the numbers of dice that would change no more of the round."""
    round_ = state.round
    # The bid in question before the first bid depends on the dice.
    if not round_.bids or state.winner is not None:
        return {}
    dice = dice_by_total(round_, state.rules).values()
    changed = [replace(state, position=replace(round_, dice=each)) for each in dice]
    kept = [each for each in changed if each.round.bids == round_.bids and not solvers.why_too_large(each)]
    chances = zip(kept, solvers.bid_chances([each.round for each in kept], state), strict=True)
    return {each.round.total_dice: unrounded(each, round_.bids[-1][1], chance) for each, chance in chances}


class PerudoSheet(MovesSheet):
    """What the page says about a round.

    >>> from boardodds.dashboard.perudo.events import read_link
    >>> PerudoSheet(read_link({})).answer.finding
    '5 fours: true 79.2% of the time'
    """

    slider_setting: ClassVar = {"if_dice": whole_number(MIN_PLAYERS, MAX_PLAYERS * MAX_DICE)}
    history = HISTORY

    @property
    def box(self) -> str:
        return PRINTED_LABELS[self.state.game].partition(":")[0].removeprefix("The ")

    @cached_part
    def prediction(self) -> Prediction:
        return Prediction("how often the bid is true", exact=lambda _: 100 * self.chance)

    @cached_part
    def answer(self) -> Answer:
        state = self.state
        if reason := solvers.why_too_large(state):
            raise ValueError(reason)
        if state.winner is None:
            finding, detail = _finding(state, self.bid, self.chance), ""
        else:
            finding, detail = f"{state.player_name(state.winner)} has won the match", "Below is the last round."
        pieces = [
            Outcome("true", self.chance, Tone(*GAME.accent)),
            Outcome("false", 1 - self.chance, ROLES[CONTEXT], hollow=True),
        ]
        return Answer(finding, detail, self._method, pieces, "tables like this one")

    @property
    def _method(self) -> str:
        state, hand = self.state, self.state.round.hand
        aces = f" ({ACE} is wild)" if state.rules_now.are_aces_wild(state.round.palifico) else ""
        if state.rules_now != state.rules:
            aces = f" ({ACE} is no longer wild)"
        seen = f"Your dice: {', '.join(map(str, hand))}{aces}; {state.unseen} unseen." if hand else "You see no dice."
        if not state.round.bids:
            return f"{seen} The chance is exact."
        bids = ", ".join(bid_in_words(bid) for _, bid in state.round.bids)
        return f"{seen} The bids: {bids}. The dice are counted exactly, the bids read with a model of how people bid."

    @cached_part
    def chart(self) -> Panel | None:
        """The distribution of the matching dice given the bids; with bids, that from the dice alone is beside it."""
        state, face = self.state, face_name(self.bid.face)
        total, *alone = self.totals
        faces = state.rules_now.matching_faces(self.bid.face, state.round.palifico)
        aces = ", wild aces included" if len(faces) > 1 else ""
        return Panel(
            matching_bars(total, face, self.bid.quantity, *alone),
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

    @property
    def figures(self) -> Parts:
        yield Html(self._tiles)
        if self.is_to_move:
            yield Html(self._moves)

    @cached_part
    def _tiles(self) -> str:
        """As HTML how often the matching dice are exactly, at least (framed) and at most as many as bid, also by the dice."""
        cases = {"exactly": Pmf.probability, "at least": Pmf.at_least, "at most": Pmf.at_most}
        tiles, quantity = "", self.bid.quantity
        for name, chance_of in cases.items():
            chance, *alone = (chance_of(total, quantity) for total in self.totals)
            frame = ' aria-current="true"' if name == "at least" else ""
            words = f"<span>{name} {quantity}</span><b>{escape(percent_text(chance))}</b>"
            compared = "".join(f"<small>{DICE_ALONE} {escape(percent_text(each))}</small>" for each in alone)
            tiles += f'<div role="listitem"{frame}>{words}{compared}</div>'
        label = f"{escape(face_name(self.bid.face))} among all dice"
        return f'<div class="tiles" role="list" aria-label="{label}">{tiles}</div>'

    @cached_part
    def _moves(self) -> str:
        """As HTML the viewer's legal moves, each once, in groups of which the first column gives the order."""
        given_bids = self.given_bids
        right = {move: (chance, percent_text(chance)) for move, chance in given_bids.items()}
        if self.perfect:
            shares, wins = self.perfect.shares, self.perfect.wins
            order = "perfect play, then of rounds won" if shares else "rounds won"
            play = {move: (share, share_text(share)) for move, share in shares.items()}
            ordered = sorted(wins, key=lambda move: -round(shares.get(move, 0.0), 2))
            columns = {"perfect play": play, "wins the round": told_apart(wins)}
            groups = [_group(f"Moves in the order of {order}", ordered, columns)]
        elif solvers.why_no_matches(self.state):
            groups = [_group("Moves in the order of how often they are right", right, {_RIGHT: told_apart(given_bids)})]
        else:
            as_good, others = ([equity.move for equity in equities] for equities in self.compared)
            if len(as_good) == 1:
                as_good, others = [], as_good + others
            wins = {move: win.value for move, win in self.match_wins.items() if move in others}
            order = "Other moves, in the order of matches won" if as_good else "Moves in the order of matches won"
            safest = "".join(map(move_in_words, as_good[:1]))
            safe = told_apart({move: given_bids[move] for move in as_good})
            untried = [move for move in right if move not in wins and move not in safe]
            groups = [
                _group(f"{len(as_good)} moves are as good; {safest} is the safest", as_good, {_RIGHT: safe}),
                _group(order, others, {"wins the match": told_apart(wins, fewest=0), _RIGHT: right}),
                _group(f"True less than {percent(MIN_CHANCE, 0)} of the time, not compared", untried, {_RIGHT: right}),
            ]
        tables = "".join(group.html for group in groups if group.cells)
        return f'<div class="moves" role="region" aria-label="Your moves">{tables}</div>'

    @cached_part
    def advice(self) -> Advice | None:
        """Perfect play if the round is solved, otherwise the move that wins most matches; or who is to move."""
        state = self.state
        if state.winner is not None:
            start = {"kind": "new_match"}
            return Advice("Play again", "all players get all dice back", start, "New game", heading="Match over")
        if state.hand.unconfirmed:
            return Advice("Enter your dice", "the odds are for the dice shown", {}, label="", heading="New round")
        if not state.is_viewers_turn:
            name = state.player_name(state.bidder)
            only = "tap the bid that is made" if state.legal else "tap Dudo: no raise is legal"
            verb = "is to move" if state.round.bids else "opens"
            return Advice(f"{name[:1].upper()}{name[1:]} {verb}", self.calza or only, {}, label="", heading="Now")
        move = self.best_move
        if self.perfect:
            return self._advice(perfect_text(self.perfect))
        if solvers.why_no_matches(state):
            # The most probable move need not be a good one. The view of the moves says why they are not compared.
            right = "true" if isinstance(move, Bid) else "right"
            name = f"Most likely {right}: {move_in_words(move)}"
            why = f"{self._right(move)}; not compared by matches"
            return replace(self._advice(why), move=name, heading="Now", badge=f"likely {right}")
        as_good, others = self.compared
        why = f"{self._right(move)}, wins the match {chance_text(as_good[0])}"
        if len(as_good) > 1:
            why += f"; the safest of {len(as_good)} as good"
        if self.why_not_dudo:
            why += "".join(f"; dudo wins {chance_text(each)}" for each in others if each.move == Call.DUDO)
        return self._advice(why)

    def _advice(self, why: str) -> Advice:
        if isinstance(move := self.best_move, Bid):
            return Advice(f"Bid {move_in_words(move)}", why, bid_event(self.state, move), "Bid it")
        if move == Call.CALZA:
            return Advice("Call calza", why, {}, label="", done="choose what the cups showed")
        # What the cups show is known after the call only.
        return Advice(f"Call {move}", why, {"kind": "ask"}, "Call it", done="choose what the cups showed")

    @property
    def why_not_dudo(self) -> str:
        """Why dudo wins fewer matches than the best move although it is right more often; "" if that is not so."""
        (best, *_), others = self.compared
        for dudo in [equity for equity in others if equity.move == Call.DUDO]:
            less, more = (float(equity.results.max()) for equity in (dudo, best))
            if self.given_bids[dudo.move] > self.given_bids[best.move] and less < more:
                name, tops = move_in_words(best.move), (percent(less, 0), percent(more, 0))
                return f"Dudo is {self._right(dudo.move)}, but leads to {tops[0]} at best, {name} to {tops[1]}."
        return ""

    def _right(self, move: Move) -> str:
        chance, word = self.given_bids[move], "true" if isinstance(move, Bid) else "right"
        return f"{word} {percent(chance)}" if chance < 1 else f"certainly {word}"

    @property
    def calza(self) -> str:
        """How likely calza by the viewer is to be right, or why it isn't allowed; "" for rules without calza, and onlookers."""
        viewer = self.state.round.viewer
        if viewer is None or not self.state.rules.calza:
            return ""
        if reason := self.state.why_no_calza(viewer - 1):
            return as_sentence(reason).removesuffix(".")
        chance = unrounded(self.state, Call.CALZA, self.totals[0].probability(self.bid.quantity))
        return f"You may call calza: right {chance_in_words(chance)}"

    @cached_part
    def slider(self) -> WhatIf | None:
        state = self.state
        return WhatIf(
            label="Dice in play",
            now=state.round.total_dice,
            curve=chances_by_dice(state),
            words=lambda dice, chance: f"With {dice} dice in play, {_finding(state, self.bid, chance)}",
            event=lambda dice: {"kind": "total", "value": dice},
            is_chance=True,
        )


def perfect_text(perfect: PerfectPlay) -> str:
    """Return perfect play in one line, with how often the move that it makes most often wins the round and the match.

    >>> from boardodds.perudo import solved_ending
    >>> dudo, bid, ending = Call.DUDO, Bid(1, 6), solved_ending((2, 1))
    >>> perfect_text(PerfectPlay(ending, {}, {dudo: 0.25, bid: 0.2}, {}))
    'The best answer, since the bids leave perfect play; wins the round 25.0%'
    >>> perfect_text(PerfectPlay(ending, {dudo: 0.75, bid: 0.25}, {dudo: 0.4, bid: 0.4}, {dudo: 0.3, bid: 0.3}))
    'Perfect play: dudo 75%, 1 six 25%; wins the round 40.0%, the match 30.0%'
    """
    dice, shares, best = perfect.ending.dice, perfect.shares, perfect.best
    mixed = [f"{move_in_words(move)} {percent(share, 0)}" for move, share in shares.items() if share >= MIN_SHARE]
    # The list of moves has all of them.
    mixed = [*mixed[:_MAX_NAMED], "others"] if len(mixed) > _MAX_NAMED else mixed
    play = ", ".join(mixed) if len(mixed) > 1 else move_in_words(best)
    play = f"Perfect play: {play}" if shares else "The best answer, since the bids leave perfect play"
    # The match ends with a round of one die each.
    win = None if sum(dice) == len(dice) else perfect.match_wins.get(best)
    match = "" if win is None else f", the match {percent(win)}"
    return f"{play}; wins the round {percent(perfect.wins[best])}{match}"


def told_apart(chances: Chances, fewest: int = 1) -> Mapping[Move, tuple[float, str]]:
    """Return the chances with their texts in percent, with as many decimal places, at most two, as tell different ones apart.

    >>> list(told_apart({Call.DUDO: 0.1312, Bid(3, 4): 0.1296, Bid(3, 5): 0.1296}, fewest=0).values())
    [(0.1312, '13.1%'), (0.1296, '13.0%'), (0.1296, '13.0%')]
    """
    different = len({round(chance / SAME) for chance in chances.values()})
    for places in range(fewest, 3):
        texts = {move: (chance, short_percent(chance, places)) for move, chance in chances.items()}
        if len({text for _, text in texts.values()}) >= different:
            break
    return texts


def _group(caption: str, moves: Iterable[Move], columns: Mapping[str, Mapping[Move, tuple[float, str]]]) -> Grid:
    """Return the list of moves with their chances; a column without chances is left out."""
    rows = {move_in_words(move): {name: found[move] for name, found in columns.items() if found} for move in moves}
    return Grid(rows, corner="move", caption=caption)


def share_text(share: float) -> str:
    """Return how often perfect play makes a move; the solution is not exact enough for the smallest shares.

    >>> share_text(0.754), share_text(0.0001), share_text(0.9999)
    ('75%', 'under 1%', 'over 99%')
    """
    if share < _MIN_SHOWN:
        return "under 1%"
    return "over 99%" if share > 1 - _MIN_SHOWN else percent(share, 0)


def chance_text(equity: MoveEquity) -> str:
    """Return the chance of winning the match in whole percents: the model of the rest of the match allows no more."""
    return percent(equity.wins.value, 0)
