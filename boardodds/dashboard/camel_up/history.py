"""The history lines of a leg and of a race of Camel Up: each camel's chance to win, and the visitor's coins in the leg."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from boardodds.camel_up import Action, Roll, Ticket, account_leg, camel_name
from boardodds.camel_up.luck import Act as LegAct
from boardodds.camel_up.luck import LuckOfDice
from boardodds.charts import camel_up as charts
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.events import faces_of, is_correction, player_name
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.camel_up.tables import advised
from boardodds.dashboard.runtime.compute import compute
from boardodds.dashboard.ui.history import Alternative, History, Luck
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.settings import Event
from boardodds.probability.display import signed
from boardodds.probability.estimate import Estimate, Exact, estimate_of

_FORMS = {"roll": "circle", "ticket": "square", "tile": "triangle-up", "race_bet": "diamond"}
_MINE = {"turn": 0}


def event_of(action: Action) -> dict[str, Any]:
    """Return the event that performs an action of the visitor, for a roll without its number."""
    if action.ticket:
        return {"kind": "ticket", "camel": action.ticket.camel, "coins": action.ticket.coins, **_MINE}
    if action.square is not None:
        return {"kind": "tile", "square": action.square, "tile": action.kind[0], **_MINE}
    if action.camel:
        return {"kind": "race_bet", "camel": action.camel, "pile": action.kind, **_MINE}
    return {"kind": "roll"}


def _values(chance: Callable[[CamelState, str], Estimate]) -> Callable[[CamelState], dict[str, Estimate]]:
    """Return the function of a line's values: by camel the chance to win, which the end of the race has decided."""

    def values(state: CamelState) -> dict[str, Estimate]:
        if state.finish:
            return {camel_name(camel): Exact(float(camel == state.finish[0])) for camel in state.finish}
        if state.problem:
            return {}
        return {camel_name(camel): chance(state, camel) for camel in state.position.racing}

    return values


def _piece(before: CamelState, event: Event) -> Roll | Ticket | tuple[int, str] | None:
    """Return the roll, the ticket, or the square and the kind of the tile of an act; None for a race bet."""
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
        case None:
            words = "race bet"
        case Ticket(camel, coins):
            words = f"{camel_name(camel)}'s {coins}-coin ticket"
        case square, _:
            words = f"tile on {square}"
        case roll:
            words = str(roll)
    words = f"{words} turned over" if is_correction(before, event) else f"{player_name(before.turn)}, {words}"
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
    first, acts = line[0].state, list[tuple[LegAct, bool]]()
    for before, act in pairwise(line):
        event = act.event or {}
        piece, is_mine = _piece(before.state, event), before.state.is_mine and not is_correction(before.state, event)
        if isinstance(piece, tuple):
            # Two taps in a row on a square place one tile.
            if before.event and before.event.get("square") == piece[0]:
                is_mine = acts.pop()[1]
            acts.append((piece if is_mine else act.state.position, is_mine))
        elif piece:
            acts.append((piece, is_mine))
    taken = tuple(piece.ticket for piece in first.tickets if piece.player != 0)
    start: dict[str, Any] = {"held": first.held, "own_tile": first.own_square, "coins": first.coins_now}
    label = "Comparing the actions of each turn…"
    with suppress(ValueError):
        leg = compute(account_leg, first.position, tuple(acts), first.rules, taken=taken, **start, label=label)
        replay = LuckOfDice(first.position, tuple(acts), first.rules, **start)
        name, note = "My coins in this leg", "Race bets are left out."
        return [Luck(name, leg, note, replay, "legs with these turns and other rolls", unit="coins")]
    return []


LEG = History(
    title="Chance to win the leg:",
    values=_values(lambda state, camel: Exact(solvers.leg(state.position, state.rules).probability(camel))),
    colors=lambda state: [charts.fill(camel) for camel in state.position.racing],
    act=_act,
    luck=_luck,
    alternatives=_other_actions,
    cost=_cost,
    unit="coins",
)
RACE = replace(
    LEG,
    title="Chance to win the race:",
    values=_values(lambda state, camel: estimate_of(solvers.race_of(state).win(camel))),
    alternatives=partial(_other_actions, with_bets=True),
    cost=partial(_cost, with_bets=True),
)
