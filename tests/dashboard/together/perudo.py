"""The walk's knowledge of Perudo."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from boardodds.dashboard.perudo.events import read_link
from boardodds.dashboard.perudo.page import PAGE, round_data
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.state import AS_SET, LOGIT, MODELS, SLIPS, STYLES, PerudoState
from boardodds.perudo import Bid, Call, Move, Rules, legal_bids
from boardodds.perudo.round_state import RoundState, check_round, why_no_calza
from boardodds.perudo.rules import MIN_PLAYERS, PRINTED
from boardodds.probability.declared_rules import rules_of
from boardodds.probability.estimate import Exact
from tests.dashboard.together import EXACT, Claim, Event, Parts, Rng, Walker, change, draw_rules, pick, rule_args, shown

_WITHIN = {"sides": (2, 8), "starting_dice": (1, 6)}
# Rounds of more dice take longer, and show nothing else.
_MAX_DICE = 12
_MAX_BIDS = 5
# Half a whole percent, as chances of matches are shown.
_TIE = 0.005


def _true(state: PerudoState, bid: Move) -> Hashable:
    return "true", bid, state.round, state.rules, state.models


def _advised(parts: Parts[PerudoState]) -> Bid | Call | None:
    match parts.advised:
        case {"kind": "bid", "quantity": int(quantity), "face": int(face)}:
            return Bid(quantity, face)
        case {"kind": "ask"}:
            return next(call for call in Call if parts.advice and str(call) in parts.advice.move)
    return None


def _bid(quantity: int, face: int, bids: int) -> Event:
    return {"kind": "bid", "quantity": quantity, "face": face, "bids": bids}


def _is_perfect(parts: Parts[PerudoState]) -> bool:
    # Perfect play is mixed: its moves win alike, but for the precision of the solution.
    return "perfect play" in parts.why.lower()


def _tie(sheet: PerudoSheet, move: Bid | Call) -> float:
    """Return how far from the best move a tie goes: by the same rounds played with both, or half a percent if solved."""
    if isinstance(next(iter(sheet.match_wins.values())), Exact):
        return _TIE
    results = {equity.move: equity.results for equity in sheet.equities}
    lost = next(iter(results.values())) - results[move]
    # The page takes moves within 1.96 standard errors for as good.
    return float(2 * lost.std(ddof=1) / len(lost) ** 0.5) + EXACT


class PerudoWalker(Walker[PerudoState]):
    page = PAGE
    name = "perudo"

    def draw_start(self, rng: Rng) -> PerudoState:
        game = pick(rng, PRINTED)
        rules = draw_rules(PRINTED[game], rng, most=3, within=_WITHIN)
        state = replace(read_link({"game": [game]}), rules=rules)
        if rng.random() < 0.1:
            return state
        events = [change("round", str(self._draw_round(rules, rng)))]
        if rng.random() < 0.3:
            events.append(change("model", pick(rng, MODELS)))
        for event in events:
            state, _ = self.page.definition.apply(state, event)
        return state

    def _draw_round(self, rules: Rules, rng: Rng) -> RoundState:
        players = int(rng.integers(MIN_PLAYERS, 6))
        most = max(1, min(rules.starting_dice, _MAX_DICE // players))
        dice = [int(rng.integers(1, most + 1)) for _ in range(players)]
        if players > MIN_PLAYERS and rng.random() < 0.3:
            dice[-1] = 0
        seats = [seat for seat, number in enumerate(dice) if number]
        viewer: int | None = pick(rng, [*seats, *seats, *seats, None])
        hand = () if viewer is None else tuple(rng.integers(1, rules.sides + 1, size=dice[viewer]).tolist())
        is_palifico = rules.has_palifico(len(seats)) and 1 in dice and rng.random() < 0.5
        seat = pick(rng, [seat for seat in seats if dice[seat] == 1 or not is_palifico])
        drawn = RoundState(tuple(dice), None if viewer is None else viewer + 1, hand, (), is_palifico, seat + 1)
        for _ in range(int(rng.integers(_MAX_BIDS + 1))):
            now = drawn.rules_now(rules)
            mover: dict[str, Any] = {"palifico": is_palifico, "own_dice": dice[seat], "players": len(seats)}
            legal = legal_bids(drawn.current, sum(dice), now, **mover)
            if legal:
                # Mostly low ones, so that a round has several.
                bid = legal[int(len(legal) * rng.random() ** 3)]
                drawn = replace(drawn, bids=(*drawn.bids, (seat + 1, bid)), opener=None)
                seat = seats[(seats.index(seat) + 1) % len(seats)]
        return drawn

    def draw_event(self, state: PerudoState, rng: Rng) -> Event:
        rule, seat = pick(rng, rules_of(Rules)), int(rng.integers(len(state.round.dice)))
        others = [
            change(rule, getattr(draw_rules(state.rules, rng, most=3, within=_WITHIN), rule)),
            change("model", pick(rng, MODELS)),
            change("sharpness", int(rng.integers(30))),
            change("random_moves", pick(rng, SLIPS)),
            change("round", pick(rng, ["", "2.1 me=1 hand=12", "1.1", "x", "3.2.1 palifico"])),
            {"kind": "name", "seat": seat, "value": pick(rng, ["Ann", "Ben", ""])},
            {"kind": "style", "seat": seat, "value": pick(rng, STYLES)},
            {"kind": "players", "value": int(rng.integers(2, 5))},
            {"kind": "me", "seat": pick(rng, [None, seat])},
            {"kind": "dice", "seat": seat, "by": pick(rng, [-1, 1])},
            {"kind": "opener", "seat": seat},
            {"kind": "back"},
            {"kind": "ask"},
            {"kind": "new_match"},
            {"kind": "palifico", "on": bool(rng.integers(2))},
            {"kind": "new_round", "loser": seat},
            {"kind": "new_round", "winner": seat},
            _bid(1 + seat, 2, len(state.round.bids)),
            {"kind": "calza", "right": bool(rng.integers(2)), "bids": len(state.round.bids), "seat": seat},
        ]
        acts = [*self.offered(state), *self._confirmed(state, rng)]
        return dict(pick(rng, acts if acts and rng.random() < 0.6 else others))

    def _confirmed(self, state: PerudoState, rng: Rng) -> list[Event]:
        hand = rng.integers(1, state.rules.sides + 1, size=len(state.round.hand)).tolist()
        return [{"kind": "hand", "hand": hand, "unconfirmed": []}] * 3 if hand else []

    def holds(self, state: PerudoState) -> Mapping[str, bool]:
        check_round(state.round, state.rules)
        hand, linked = state.hand, read_link(self.page.definition.write(state))
        settings, match = ("rules", "game", "names", "styles"), attrgetter("winner", "palificos", "calza_callers")
        return {
            "the hand is the viewer's": tuple(sorted(hand.dice)) == state.round.hand,
            "dice to confirm exist": all(0 <= place < len(hand.dice) for place in hand.unconfirmed),
            # A link has the viewer's dice in ascending order, and no other hands.
            "a link restores the round": bool(state.draft) or linked.round == state.round,
            "a link restores the dice to confirm": len(linked.hand.unconfirmed) == len(hand.unconfirmed),
            "a link restores the settings": all(getattr(linked, name) == getattr(state, name) for name in settings),
            # A text that can't be read stands in the link in place of the match.
            "a link restores the match": bool(state.draft) or match(linked) == match(state),
        }

    def offered(self, state: PerudoState) -> Iterable[Event]:
        data: Any = round_data(state)
        if data["winner"] is not None:
            return [{"kind": "new_match"}]
        number = len(state.round.bids)
        bids = [(low + step, face) for face, low, likely in data["legal"] for step in range(len(likely))]
        acts = [_bid(quantity, face, number) for quantity, face in bids]
        if number:
            acts += [{"kind": "dudo", "bids": number, "right": right} for right in (True, False)]
            calza = {"kind": "calza", "bids": number}
            acts += [{**calza, "seat": seat, "right": right} for seat in data["callers"] for right in (True, False)]
        return acts

    def legal(self, state: PerudoState) -> Iterable[Event]:
        if state.winner is not None:
            return []
        number = len(state.round.bids)
        acts = [_bid(bid.quantity, bid.face, number) for bid in state.legal]
        if number:
            acts.append({"kind": "dudo", "bids": number, "right": True})
            acts += [
                {"kind": "calza", "seat": seat, "bids": number, "right": True}
                for seat, dice in enumerate(state.round.dice)
                if dice and state.rules.calza and not why_no_calza(state.round, state.rules, seat + 1, state.callers)
            ]
        return acts

    def claims(self, parts: Parts[PerudoState]) -> Iterable[Claim]:
        state, sheet = parts.state, PerudoSheet(parts.state)
        bid = _true(state, sheet.bid)
        yield Claim(bid, parts.outcomes[0].chance, "the hundred")
        yield from shown(bid, parts.finding, r"true (\S+%) of the time", "the headline")
        yield Claim(bid, sheet.posterior.total(sheet.bid.face).at_least(sheet.bid.quantity), "the chart")
        if parts.slider and parts.curve:
            yield Claim(bid, parts.curve[parts.slider.now], "the slider")
        board: Any = round_data(state)
        for face, low, likely in board["legal"]:
            for step, chance in enumerate(likely):
                yield Claim(_true(state, Bid(low + step, face)), chance, "the board", slack=5e-4 + EXACT)
        if sheet.is_to_move:
            for move, chance in sheet.given_bids.items():
                of, right = (sheet.bid, 1 - chance) if move == Call.DUDO else (move, chance)
                yield Claim(_true(state, of), right, "the list of moves")
        yield from self._advice(parts, sheet)

    def _advice(self, parts: Parts[PerudoState], sheet: PerudoSheet) -> Iterable[Claim]:
        state = parts.state
        if isinstance(move := _advised(parts), Bid):
            of = _true(state, move)
            yield Claim(of, sheet.posterior.bid_probability(move), "the view of moves")
            yield from shown(of, parts.why, r"true (\S+?%)", "the card")
        if move and (win := sheet.match_wins.get(move)):
            of = "match", move, state.round, state.rules, state.models
            yield Claim(of, win.value, "the list of matches")
            yield from shown(of, parts.why, r"wins the match (\S+?%)", "the card")

    def used(self, parts: Parts[PerudoState], value: int, after: PerudoState) -> Iterable[Claim]:
        answered = Parts(after, self.page.sheet(after).answer)
        yield Claim("used", parts.curve[value], "the slider")
        yield Claim("used", answered.outcomes[0].chance, "Use this")
        for state, when in ((parts.state, "before"), (after, "after Use this")):
            bid = PerudoSheet(state).bid
            yield Claim("the bid's quantity", bid.quantity, when)
            yield Claim("the bid's face", bid.face, when)

    def troubles(self, parts: Parts[PerudoState], rng: Rng) -> Iterable[str]:
        state, sheet = parts.state, PerudoSheet(parts.state)
        made = [bid for _, bid in state.round.bids]
        # The page says of some rules that their rounds can go on without end.
        if not state.rules.why_endless(state.round.total_dice):
            if len(set(made)) < len(made):
                yield f"a bid comes twice: {made}"
            if again := [bid for bid in state.legal if bid in made]:
                yield f"bids that have been made are legal: {again}"
        if state.winner is None and not state.round.bids and not state.legal:
            yield "no act is legal"
        wins = {} if _is_perfect(parts) else {move: win.value for move, win in sheet.match_wins.items()}
        if (move := _advised(parts)) and wins and max(wins.values()) - wins[move] > _tie(sheet, move):
            yield f"the card advises {move}, which is worse than the best of {wins}"
        yield from self._turned(parts, int(rng.integers(len(state.round.dice))))

    def _turned(self, parts: Parts[PerudoState], shift: int) -> Iterable[str]:
        """Return what differs if every player sits some seats further on."""
        state, seen, number = parts.state, parts.state.round, len(parts.state.round.dice)
        turned = RoundState(
            (*seen.dice[shift:], *seen.dice[:shift]),
            None if seen.viewer is None else (seen.viewer - 1 - shift) % number + 1,
            seen.hand,
            tuple(((player - 1 - shift) % number + 1, bid) for player, bid in seen.bids),
            seen.palifico,
            None if seen.opener is None else (seen.opener - 1 - shift) % number + 1,
        )
        # Before the first bid another player may be the one to open.
        if seen.bids and set(state.styles) == {AS_SET} and state.winner is None:
            other = Parts(state, self.page.sheet(replace(state, position=turned, hands={})).answer)
            if abs((chance := other.outcomes[0].chance) - parts.outcomes[0].chance) > EXACT:
                yield f"with seats turned by {shift} the bid is true {chance}"

    def command(self, parts: Parts[PerudoState]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        state = parts.state
        if set(state.styles) != {AS_SET} or state.model != LOGIT or not state.round.bids:
            return None
        rules, sharpness = rule_args(state.rules), str(state.sharpness)
        words = ["solve", "perudo_round", *rules, "--state", str(state.round), "--sharpness", sharpness]
        bid = PerudoSheet(state).bid
        return words, {("true", str(bid)): _true(state, bid)}
