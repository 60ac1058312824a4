"""A leg and a race of Camel Up so far: the lines of their history, the account of the leg, and the card of one that is over."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from html import escape
from itertools import pairwise
from typing import Any, Literal

import streamlit as st

from boardodds.camel_up import Action, Partner, Roll, Ticket, account_leg, camel_name
from boardodds.camel_up.bets import LAST, WINNER
from boardodds.camel_up.luck import Act as LegAct
from boardodds.camel_up.luck import LuckOfDice
from boardodds.charts import camel_up as charts
from boardodds.charts.style import ordinal
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.events import faces_of, is_correction
from boardodds.dashboard.camel_up.state import PILES, CamelState
from boardodds.dashboard.camel_up.tables import advised
from boardodds.dashboard.runtime.compute import compute
from boardodds.dashboard.ui.history import Alternative, History, Luck
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.dashboard.ui.state_store import UNDO, StateStore, as_default, opened_store
from boardodds.probability.display import plural, signed
from boardodds.probability.estimate import Estimate, Exact, estimate_of

_FORMS = {"roll": "circle", "ticket": "square", "tile": "triangle-up", "race_bet": "diamond", "partner": "star"}
_MINE = {"turn": 0}
_PILES = {WINNER: "the winner", LAST: "the loser"}
_ENDS = {WINNER: "to win the race", LAST: "to finish last"}


def event_of(action: Action) -> dict[str, Any]:
    """Return the event that performs an action of the visitor, for a roll without its number."""
    if action.ticket:
        return {"kind": "ticket", "camel": action.ticket.camel, "coins": action.ticket.coins, **_MINE}
    if action.square is not None:
        return {"kind": "tile", "square": action.square, "tile": action.kind[0], **_MINE}
    if action.partner:
        return {"kind": "partner", "player": action.partner.player, **_MINE}
    if action.camel:
        return {"kind": "race_bet", "camel": action.camel, "pile": action.kind, **_MINE}
    return {"kind": "roll"}


def _values(chance: Callable[[CamelState, str], Estimate], state: CamelState) -> dict[str, Estimate]:
    """Return by camel the chance to win, which the end of the race has decided."""
    if state.finish:
        return {camel_name(camel): Exact(float(camel == state.finish[0])) for camel in state.finish}
    return {} if state.problem else {camel_name(camel): chance(state, camel) for camel in state.position.racing}


def _piece(before: CamelState, event: Event) -> Roll | Ticket | tuple[int, str] | None:
    """Return the roll, the ticket, or the square and the kind of the tile of an act; None for a race bet or a partnership."""
    match event:
        case {"kind": "roll", "die": die, "face": face}:
            return faces_of(die, before.rules)[face]
        case {"kind": "ticket", "camel": camel, "coins": coins}:
            return Ticket(camel, coins)
        case {"kind": "tile", "square": square, "tile": kind}:
            return square, kind
    return None


def _act(before: CamelState, event: Event) -> tuple[str, str]:
    match _piece(before, event):
        case None if event["kind"] == "partner":
            words = f"partners with {before.player_name(event['player'])}"
        case None:
            words = "race bet"
        case Ticket(camel, coins):
            words = f"{camel_name(camel)}'s {coins}-coin ticket"
        case square, _:
            words = f"tile on {square}"
        case roll:
            words = str(roll)
    words = f"{words} turned over" if is_correction(before, event) else f"{before.player_name(before.turn)}, {words}"
    return words, _FORMS[event["kind"]]


def _other_actions(before: CamelState, event: Event, *, with_bets: bool = False) -> list[Alternative]:
    """Return the visitor's other actions with their coins. A roll has no number yet, so it is not among them."""
    if not before.is_mine or is_correction(before, event):
        return []
    race = solvers.race_of(before) if with_bets else None
    return [
        (f"{action} {signed(action.expected_coins, 2)}", other)
        for action in solvers.actions(before, race)
        for other in [event_of(action)]
        if other["kind"] != "roll" and other != {**event, **_MINE}
    ]


def _turns_tile(event: Event, after: Event) -> bool:
    # Two taps in a row on a square place one tile.
    return after.get("kind") == "tile" and event.get("square") == after["square"]


def _cost(before: CamelState, event: Event, *, with_bets: bool = False) -> float | None:
    """Return by how many coins the advised action was better than one of the visitor's."""
    if not before.is_mine or is_correction(before, event):
        return None
    actions = solvers.actions(before, solvers.race_of(before) if with_bets else None)
    act = {"kind": "roll"} if event["kind"] == "roll" else {**event, **_MINE}
    played = next((action for action in actions if event_of(action) == act), None)
    return None if played is None else max(0.0, advised(actions).expected_coins - played.expected_coins)


def _luck(line: Line[CamelState], _: Sequence[str]) -> list[Luck]:
    """Return the visitor's account of the leg; nothing if the board allowed what the rules of the leg don't."""
    first, acts, available = line[0].state, list[tuple[LegAct, bool]](), dict[int, tuple[Partner, ...]]()
    for before, act in pairwise(line):
        event = act.event or {}
        piece, is_mine = _piece(before.state, event), before.state.is_mine and not is_correction(before.state, event)
        if isinstance(piece, tuple):
            if before.event and _turns_tile(before.event, event):
                is_mine = acts.pop()[1]
            acts.append((piece if is_mine else act.state.position, is_mine))
        elif piece:
            acts.append((piece, is_mine))
        if is_mine and piece:
            available[len(acts) - 1] = before.state.available()
        partner = act.state.partner()
        if partner and partner != before.state.partner():
            is_mine &= event.get("kind") == "partner"
            available |= {len(acts): before.state.available()} if is_mine else {}
            acts.append((partner, is_mine))
    taken = tuple(piece.ticket for piece in first.tickets if piece.player != 0)
    start: dict[str, Any] = {"held": first.held, "own_tile": first.own_square, "coins": first.coins_now}
    start["partner"] = first.partner()
    label = "Comparing the actions of each turn…"
    with suppress(ValueError):
        known: dict[str, Any] = {"taken": taken, "available": tuple(available.items())}
        leg = compute(account_leg, first.position, tuple(acts), first.rules, **known, **start, label=label)
        replay = LuckOfDice(first.position, tuple(acts), first.rules, **start)
        name, note = "My coins in this leg", "Race bets are left out."
        return [Luck(name, leg, note, replay, "legs with these turns and other rolls")]
    return []


LEG = History(
    title="Chance to win the leg:",
    values=partial(_values, lambda state, camel: Exact(solvers.leg(state.position, state.rules).probability(camel))),
    colors=lambda state: [charts.fill(camel) for camel in state.position.racing],
    act=_act,
    luck=_luck,
    alternatives=_other_actions,
    cost=_cost,
    corrects=_turns_tile,
    unit="coins",
)
RACE = replace(
    LEG,
    title="Chance to win the race:",
    values=partial(_values, lambda state, camel: estimate_of(solvers.race_of(state).win(camel))),
    alternatives=partial(_other_actions, with_bets=True),
    cost=partial(_cost, with_bets=True),
)


class Ending:
    """The card with the result of a leg or a race that is over."""

    def show(self) -> None:
        store: StateStore[CamelState] = opened_store()
        state = store.state
        with st.container(key="ending"):
            st.html(_ending_html(state))
            _ask_for_right_cards(store)
            with st.container(horizontal=True, key="ending_buttons"):
                kinds = {"Start next leg": "new_leg", "New game": "clear", "Undo": UNDO}
                for number, label in enumerate([*kinds][bool(state.finish) :]):
                    is_off, event = label == "Undo" and not store.can_undo, {"kind": kinds[label]}
                    look: Literal["primary", "secondary"] = "secondary" if number else "primary"
                    key = store.event_key(label)
                    st.button(label, key=key, type=look, disabled=is_off, on_click=store.dispatch, args=(event,))


def _ending_html(state: CamelState) -> str:
    """Return the order of arrival, and each player's payments and coins, of a leg or a race that is over."""
    camels = "".join(
        f'<li style="--fill:{charts.fill(camel)};--camel-ink:{charts.ink(camel)}"><b>{camel}</b>{ordinal(place)}</li>'
        for place, camel in enumerate(state.order, start=1)
    )
    totals = [state.total_coins(player) for player in range(state.players)]
    rows = "".join(
        f"<tr{' class=most' * (total == max(totals) and len(totals) > 1)}><th>{state.player_name(player)}</th>"
        f"<td>{_payments_text(state, player)}</td><td>{total}</td></tr>"
        for player, total in enumerate(totals)
    )
    head = "<tr><th></th><td>from this leg</td><td>coins</td></tr>"
    best = ", ".join(state.player_name(player) for player, total in enumerate(totals) if total == max(totals))
    verdict = f"<p>Most coins: {best}.</p>" if state.finish and len(totals) > 1 else ""
    return f'<div class="ending"><ol>{camels}</ol><table>{head}{rows}</table>{verdict}</div>'


def _payments_text(state: CamelState, player: int) -> str:
    """Return what a player is paid for as HTML."""
    pay, rolls, stops = (state.leg_pay(player), *(len(state.owned(name, player)) for name in ("rolled", "stops")))
    rows = [(f"{camel_name(ticket.camel)}'s {ticket.coins}-coin ticket", coins) for ticket, coins in pay.tickets]
    rows += [(plural(rolls, "roll"), pay.rolls)] * (rolls > 0)
    rows += [(f"{plural(stops, 'stop')} on the tile", pay.tile)] * (stops > 0)
    rows += [("the partner's best ticket", pay.partner)] * (pay.partner > 0)
    rows += [
        (f"{camel_name(card.camel) if card.camel else 'a card'} {_ENDS[card.pile]}", coins)
        for card, coins in state.card_pay(player)
    ]
    paid = (f"{escape(name)} <b>{signed(coins, 0)}</b>" for name, coins in rows)
    return ", ".join(paid) or "nothing"


def _ask_for_right_cards(store: StateStore[CamelState]) -> None:
    """Show for each pile, if the race is over, the cards that lie face down; a tap turns a right one over."""
    state, name = store.state, store.state.player_name
    for pile in PILES if state.finish else ():
        right, cards = state.right_camel(pile), getattr(state, pile)
        hidden = {n: f"{name(card.player)}, card {n + 1}" for n, card in enumerate(cards) if card.player != 0}
        if hidden:
            st.pills(
                f"Turn over the cards bet on {_PILES[pile]}: which name {camel_name(right)}?",
                list(hidden),
                selection_mode="multi",
                format_func=hidden.__getitem__,
                **as_default(store.view(f"{pile}_right", [n for n in hidden if cards[n].camel == right])),
            )
