"""The walk's knowledge of Camel Up's pages of the leg and of the race, which share their state."""

import math
import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from boardodds.camel_up import Action, Partner, Position, RaceSample, Ticket, account_leg, camel_name
from boardodds.camel_up.bets import MAX_PILE_CARDS
from boardodds.camel_up.setup import random_position
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.events import PRESETS
from boardodds.dashboard.camel_up.history import event_of
from boardodds.dashboard.camel_up.links import fitting, read_link, write_link
from boardodds.dashboard.camel_up.page import LEG_PAGE, RACE_PAGE, board_data
from boardodds.dashboard.camel_up.state import EDITIONS, MAX_PLAYERS, PILES, RULE_NAMES, CamelState
from boardodds.dashboard.camel_up.tables import is_as_good
from boardodds.probability.estimate import estimate_of
from boardodds.probability.luck import Account
from tests.dashboard.together import GAMES, Claim, Event, Parts, Rng, Walker, change, draw_rules, pick, rule_args, shown

_WITHIN = {"track": (6, 18)}
_TABLES = ("tickets", *PILES, "coins", "position")
# Tickets and cards as a correction of the table names them, and others.
_PIECES = ("", "0", "3", "?", "0G", "1G", "0R", "2?", "0G5", "1G5", "3B2", "9G5", "0Q9")


def _account(state: CamelState, act: Ticket | Partner | tuple[int, str]) -> Account:
    taken = [piece.ticket for piece in state.tickets if piece.player != 0]
    options: dict[str, Any] = {"held": state.held, "own_tile": state.own_square, "coins": state.coins_now}
    options |= {"partner": state.partner(), "available": {0: state.available()}}
    return account_leg(state.position, [(act, True)], state.rules, taken=taken, **options)


class LegWalker(Walker[CamelState]):
    page = LEG_PAGE
    name = "camel_up_leg"

    def draw_start(self, rng: Rng) -> CamelState:
        edition = EDITIONS[name := pick(rng, EDITIONS)]
        rules = edition.with_house_rules(draw_rules(edition.rules, rng, within=_WITHIN, names=RULE_NAMES))
        state = replace(CamelState(name, rules, edition.start), players=int(rng.integers(1, MAX_PLAYERS + 1)))
        # At most four dice, so that a board is counted quickly.
        board = random_position(rules, rng)
        if rng.random() < 0.2:
            board = board.without_camel(pick(rng, board.camels))
        dice = "".join(rng.permutation(list(board.dice))[:4].tolist())
        state, _ = self.page.definition.apply(state, change("position", str(replace(board, dice=dice))))
        for _ in range(int(rng.integers(12))):
            event = self._collision(state, rng)
            try:
                state, _ = self.page.definition.apply(state, event)
            except ValueError:
                continue
        return replace(state, turn=0) if rng.random() < 0.6 else state

    def _collision(self, state: CamelState, rng: Rng) -> Event:
        """Return an event that fills the table: tickets, tiles, cards and coins of all players."""
        camel, player = pick(rng, state.rules.camels), int(rng.integers(state.players))
        square = int(rng.integers(2, state.rules.track + 1))
        events = [
            {"kind": "ticket", "camel": camel, "coins": dict(state.next_tickets).get(camel, 0)},
            {"kind": "tile", "square": square, "tile": pick(rng, "om")},
            {"kind": "race_bet", "camel": camel, "pile": pick(rng, PILES)},
            {"kind": "coins", "player": player, "value": int(rng.integers(6))},
            change("turn", player),
        ]
        return dict(pick(rng, events))

    def draw_event(self, state: CamelState, rng: Rng) -> Event:
        rule, camel = pick(rng, RULE_NAMES), pick(rng, state.rules.camels + state.rules.crazy)
        value = getattr(draw_rules(state.rules, rng, within=_WITHIN, names=RULE_NAMES), rule)
        square = int(rng.integers(1, state.rules.track + 2))
        others = [
            change(rule, value),
            change("edition", pick(rng, EDITIONS)),
            change("players", int(rng.integers(1, MAX_PLAYERS + 1))),
            change("turn", int(rng.integers(state.players))),
            change("exact", bool(rng.integers(2))),
            change("winner", int(rng.integers(4))),
            change("position", pick(rng, ["1:BW", "x", "15:BG 16:Y dice=BG", "3:G", "9:BYGRP 14:w 15:k"])),
            {"kind": "random", "seed": int(rng.integers(1000))},
            {"kind": "clear"},
            {"kind": "name", "seat": int(rng.integers(4)), "value": pick(rng, ["Ann", "Ben", "b", "me", ""])},
            {"kind": "new_leg"},
            {"kind": "die", "die": pick(rng, state.rules.dice), "on": bool(rng.integers(2))},
            {"kind": "camel", "camel": camel, "square": square, "level": pick(rng, [None, 0, 1])},
            {"kind": "camel_off", "camel": camel},
            {"kind": "tile_off", "square": square},
            {"kind": "tile_move", "from": pick(rng, state.tiles or [3]), "to": square},
            {"kind": "tile_owner", "square": square, "player": pick(rng, "01?")},
            {"kind": "roll", "die": pick(rng, state.rules.dice), "face": pick(rng, ["1", "2", "3", "k2"])},
            {"kind": "preset", "value": pick(rng, PRESETS)},
            self._correction(state, rng),
        ]
        acts = [*self.offered(state), self._collision(state, rng)]
        return dict(pick(rng, acts if rng.random() < 0.6 else others))

    def _correction(self, state: CamelState, rng: Rng) -> Event:
        piece = pick(rng, [*map(str, state.tickets + state.winner), *_PIECES])
        tables = {"name": pick(rng, _TABLES), "into": pick(rng, _TABLES), "number": int(rng.integers(-1, 4))}
        return {"kind": "correct", **tables, "from": piece, "to": pick(rng, _PIECES)}

    def offered(self, state: CamelState) -> Iterable[Event]:
        data: Any = board_data(state)
        acts = list[Event]()
        if data["is_leg_over"] or state.problem:
            return [{"kind": "clear" if state.finish else "new_leg"}] if state.is_leg_over else []
        for die in data["dice"]:
            if die["in"] and data["can_roll"]:
                acts += [{"kind": "roll", "die": die["id"], "face": face} for face in die["faces"]]
            if die.get("ticket"):
                acts.append({"kind": "ticket", "camel": die["id"], "coins": die["ticket"], "turn": state.turn})
        acts += [{"kind": "partner", "player": other, "turn": state.turn} for other in data["available"]]
        return acts + self._bets(state)

    def _bets(self, state: CamelState) -> list[Event]:
        hand = [camel for camel in state.position.racing if not (state.is_mine and camel in state.played)]
        return [
            {"kind": "race_bet", "camel": camel, "pile": pile, "turn": state.turn}
            for camel in hand
            for pile in PILES
            if len(getattr(state, pile)) < MAX_PILE_CARDS
        ]

    def legal(self, state: CamelState) -> Iterable[Event]:
        if state.problem or state.is_leg_over or not state.is_mine:
            return []
        actions = [event_of(action) for action in self._ranked(state)]
        return [event for event in actions if event["kind"] in ("ticket", "race_bet", "partner")]

    def holds(self, state: CamelState) -> Mapping[str, bool]:
        rules, board, taken = state.rules, state.position, [piece.ticket for piece in state.tickets]
        paired = [player for pair in state.partners for player in (pair.player, pair.number)]
        cards = [card for card in state.winner + state.last if card.player is not None and card.camel]
        return {
            "a link restores the state": state.draft is not None or read_link(write_link(state)) == state,
            "a player is to move": 0 <= state.turn < state.players,
            "the table fits": fitting(state) == (state, {}),
            "tickets are taken once": all(taken.count(each) <= rules.leg_tickets.count(each.coins) for each in taken),
            "players have one partner": len(set(paired)) == len(paired),
            "cards are played once": len(set(cards)) == len(cards),
            "piles have a limit": max(len(state.winner), len(state.last)) <= MAX_PILE_CARDS,
            "all racing camels finish": not state.finish or set(board.racing) <= set(state.finish),
            "pieces are on the track": max(dict(board.stacks + board.tiles), default=1) <= rules.track,
        }

    def claims(self, parts: Parts[CamelState]) -> Iterable[Claim]:
        state, answer = parts.state, parts.answer
        assert answer
        if state.finish or state.problem:
            return
        for outcome in parts.outcomes:
            yield Claim(self._wins(state, outcome.name), outcome.chance, "the hundred")
        for name, value in (parts.values or {}).items():
            yield Claim(self._wins(state, name), value.value, "the history")
        favourite = answer.finding.split()[0].lower()
        pattern = r"(?<!than )(?<!\S)(\S+%) of the time"
        yield from shown(self._wins(state, favourite), answer.finding, pattern, "the headline")
        yield from self._more_claims(parts)
        if not state.is_leg_over and not any(state.position.tiles):
            yield from self._averages(state)
        if not state.is_leg_over and state.is_mine:
            yield from self._moves(parts)

    def _wins(self, state: CamelState, name: str) -> Hashable:
        return "win the leg", name, state.position, state.rules

    def _more_claims(self, parts: Parts[CamelState]) -> Iterable[Claim]:
        odds = solvers.leg(parts.state.position, parts.state.rules)
        for camel in odds.camels:
            yield Claim(self._wins(parts.state, camel_name(camel)), odds.probability(camel), "the places")

    def _averages(self, state: CamelState) -> Iterable[Claim]:
        rolls = solvers.next_rolls(state.position, state.rules)
        for camel in state.position.racing:
            mean = sum(float(each.chance) * each.after.probability(camel) for each in rolls)
            yield Claim(self._wins(state, camel_name(camel)), mean, "the average after the next roll")

    def _moves(self, parts: Parts[CamelState]) -> Iterable[Claim]:
        """Return what each move gains: in the list, on the slider, and on the card."""
        state = parts.state
        for action in self._ranked(state):
            yield Claim(self._gain(state, event_of(action)), action.expected_coins, "the list")
        if parts.advice and parts.advice.event:
            of = self._gain(state, parts.advised)
            yield from shown(of, parts.advice.why, r"(\S+) coins", "the card")
        if self.page is LEG_PAGE and parts.slider:
            for square, coins in parts.curve.items():
                if square != state.own_square:
                    yield Claim(self._gain(state, dict(parts.slider.event(square))), coins, "the slider")

    def _gain(self, state: CamelState, event: Event) -> Hashable:
        return "coins", tuple(sorted((name, value) for name, value in event.items() if name != "turn")), state

    def used(self, parts: Parts[CamelState], value: int, after: CamelState) -> Iterable[Claim]:
        state = parts.state
        kind = dict(after.position.tiles)[value]
        if state.is_mine and (value, kind) not in state.position.tiles:
            account = _account(state, (value, kind))
            yield Claim("used", parts.curve[value], "the slider")
            yield Claim("used", account.end - account.start, "the account of Use this")

    def troubles(self, parts: Parts[CamelState], rng: Rng) -> Iterable[str]:
        state = parts.state
        coins = [state.total_coins(player) for player in range(state.players)]
        if min(coins) < 0:
            yield f"players have {coins} coins"
        if state.finish or state.problem or state.is_leg_over:
            return
        advice = parts.advice
        if advice and not advice.refusal and not {"leg", "race"} & set(re.findall(r"\w+", advice.why)):
            yield f"the card names neither the leg nor the race: {advice.why}"
        if state.is_mine and parts.advice and parts.advice.event:
            yield from self._check_advice(state, parts.advised)
        camels = [*state.rules.camels]
        names = str.maketrans(dict(zip(camels, rng.permutation(camels).tolist(), strict=True)))
        board = state.position
        renamed = Position(
            tuple((square, each.translate(names)) for square, each in board.stacks),
            board.dice.translate(names),
            board.tiles,
        )
        odds, other = (solvers.leg(each, state.rules) for each in (board, renamed))
        if any(odds.probability(camel) != other.probability(camel.translate(names)) for camel in board.racing):
            yield f"with exchanged colours the chances are {[other.probability(camel) for camel in renamed.racing]}"

    def _check_advice(self, state: CamelState, event: Event) -> Iterable[str]:
        ranked = self._ranked(state)
        now = [action for action in ranked if not action.can_wait] or ranked
        (action,) = (action for action in ranked if event_of(action) == event)
        if not is_as_good(action, now[0]) and action != now[0]:
            yield f"the card advises {action}, the best move is {now[0]}"
        if act := action.ticket or action.partner or (action.square and (action.square, action.kind[0])):
            (step,) = (step for step in _account(state, act).steps if step.best is not None)
            if step.cost > 0 and self.page is LEG_PAGE:
                yield f"the advised {action} costs {step.cost} in the account"

    def _ranked(self, state: CamelState) -> list[Action]:
        return solvers.actions(state)

    def command(self, parts: Parts[CamelState]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        state = parts.state
        if state.finish or state.problem:
            return None
        preset = "second_edition" if state.rules.crazy else "first_edition"
        words = ["--game", preset, *rule_args(state.rules), "--position", str(state.position)]
        return self._ask(state, words)

    def _ask(self, state: CamelState, words: list[str]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        measures = {("place_1", camel): self._wins(state, camel_name(camel)) for camel in state.position.racing}
        return ["solve", "camel_up_leg", *words], measures


class RaceWalker(LegWalker):
    page = RACE_PAGE
    name = "camel_up_race"
    states = 70

    def _ranked(self, state: CamelState) -> list[Action]:
        return solvers.actions(state, solvers.race_of(state))

    def _wins(self, state: CamelState, name: str) -> Hashable:
        return "win the race", name, state.position, state.rules, state.exact

    def _more_claims(self, parts: Parts[CamelState]) -> Iterable[Claim]:
        race = solvers.race_of(parts.state)
        for camel in race.camels:
            yield Claim(self._wins(parts.state, camel_name(camel)), estimate_of(race.win(camel)).value, "the race")

    def _averages(self, state: CamelState) -> Iterable[Claim]:
        race = solvers.race_of(state)
        rolls = solvers.next_race_rolls(state.position, state.rules, is_exact=not isinstance(race, RaceSample))
        for camel in state.position.racing:
            wins = [(float(each.chance), estimate_of(each.after.win(camel))) for each in rolls]
            mean = sum(chance * win.value for chance, win in wins)
            # The same seed after each roll, so their errors can add up.
            error = sum(chance * win.standard_error for chance, win in wins)
            error = math.hypot(error, estimate_of(race.win(camel)).standard_error)
            of = self._wins(state, camel_name(camel))
            yield Claim(of, mean, "the average after the next roll", slack=1e-6, error=error)

    def used(self, parts: Parts[CamelState], value: int, after: CamelState) -> Iterable[Claim]:
        curve = slider.curve if (slider := self.page.sheet(after).slider) else {}
        yield Claim("used", parts.curve[value], "the slider")
        yield Claim("used", curve.get(value, float("nan")), "Use this")

    def _ask(self, state: CamelState, words: list[str]) -> tuple[list[str], Mapping[tuple[str, str], Hashable]] | None:
        race = solvers.race_of(state)
        verb, sampling = ("simulate", ["--games", str(GAMES)]) if isinstance(race, RaceSample) else ("solve", [])
        measures = {("win", camel): self._wins(state, camel_name(camel)) for camel in race.camels}
        return [verb, "camel_up_race", *sampling, *words], measures
