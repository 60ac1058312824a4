"""The leg page and the race page: their answers, the best action, the figures behind the hundred, and the coins at the end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from boardodds.camel_up import Action, RaceSample, Ticket, camel_name
from boardodds.camel_up.bets import LAST, WINNER, RaceCard
from boardodds.camel_up.game import GAME
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_solver import count_moves
from boardodds.charts.camel_up import FILL
from boardodds.charts.hundred import Outcome
from boardodds.charts.style import Tone, ordinal
from boardodds.dashboard.camel_up import leg_views, legs, race_views, solvers, tables
from boardodds.dashboard.camel_up.board import show_board, show_setup
from boardodds.dashboard.camel_up.events import DEFINITION
from boardodds.dashboard.camel_up.state import CamelState, number_of
from boardodds.dashboard.camel_up.tables import row_name
from boardodds.dashboard.ui.panels import NARROW, csv_button, show_grid, show_options
from boardodds.dashboard.ui.play_page import Advice, Answer, PlayPage
from boardodds.dashboard.ui.state_store import StateStore, setting
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural
from boardodds.probability.estimate import Proportion, estimate_of

_ENDS = {WINNER: "to win the race", LAST: "to finish last"}


def leg_answer(state: CamelState) -> Answer:
    """Return the most likely winner of the leg, or what the last roll decided.

    Raises ValueError for a position without a leg, and for one that is too large to count.

    >>> from boardodds.dashboard.camel_up.state import read_link
    >>> leg_answer(read_link({})).finding
    'Green wins this leg 34.4% of the time'
    """
    if state.finish:
        return _finished(state)
    if state.problem:
        raise ValueError(state.problem)
    odds = solvers.leg(state.position, state.rules)
    pieces = [Outcome(camel_name(camel), odds.probability(camel), _tone(camel)) for camel in odds.ranking]
    if state.is_leg_over:
        first, second = map(camel_name, odds.ranking[:2])
        finding, method = f"The leg is over: {first} won it, and {second} came second", "No dice are left to roll."
    else:
        favourite = camel_name(odds.favourite).capitalize()
        finding = f"{favourite} wins this leg {percent(odds.probability(odds.favourite))} of the time"
        method = f"Counted from all {odds.outcomes:,} dice sequences. {leg_views.stacks_in_words(state.position)}"
    return Answer(finding, _paid(state), method, pieces, "legs like this one")


def race_answer(state: CamelState) -> Answer:
    """Return the most likely winner of the race and the most likely last camel; otherwise like ``leg_answer``."""
    if state.finish:
        return _finished(state)
    if state.problem:
        raise ValueError(state.problem)
    race = solvers.race_of(state)
    first = race.ranking[0]
    last = max(race.camels, key=lambda camel: estimate_of(race.last(camel)).value)
    chances = race.win(first), race.last(last)
    wins, loses = (
        percent(chance.value, 0) if isinstance(chance, Proportion) else tables.chance_text(chance) for chance in chances
    )
    finding = (
        f"{camel_name(first).capitalize()} wins the race {wins} of the time, {camel_name(last)} finishes last {loses}"
    )
    method = "Counted exactly"
    if isinstance(race, RaceSample):
        method = (
            f"From {race.games:,} simulated races: {camel_name(first)} wins {chances[0]}, {camel_name(last)} finishes "
        )
        method += f"last {chances[1]}"
    pieces = [Outcome(camel_name(camel), estimate_of(race.win(camel)).value, _tone(camel)) for camel in race.ranking]
    return Answer(
        finding, _paid(state), f"{method}. Later legs are assumed to have no tiles.", pieces, "races like this one"
    )


def _finished(state: CamelState) -> Answer:
    first, last = camel_name(state.finish[0]), camel_name(state.finish[-1])
    return Answer(f"Race over: {first} wins, {last} finishes last", _paid(state), is_final=True)


def _tone(camel: str) -> Tone:
    return Tone(FILL[camel], FILL[camel])


def _paid(state: CamelState) -> str:
    """Return the visitor's coins of a leg or a race that is over, in a line of Markdown; empty if nothing was earned or lost."""
    if not state.is_leg_over or not (state.coins or _pay_rows(state) or state.race_cards):
        return ""
    total = f"Your total: **{plural(state.total_coins, 'coin')}**."
    return total if state.finish else f"This leg paid you **{plural(state.leg_pay.total, 'coin')}**. {total}"


def _advice(state: CamelState) -> Advice | None:
    """Return the best action; None if the leg is over."""
    if state.is_leg_over:
        return None
    best = leg_views.best_actions(solvers.actions(state))[0]
    return Advice(str(best).capitalize(), f"worth {best.expected_coins:.2f} coins", _event_of(best))


def _event_of(action: Action) -> dict[str, Any]:
    """Return the event that performs an action of the visitor; for a roll, the one that explains it."""
    if action.ticket:
        return {"kind": "ticket", "camel": action.ticket.camel, "coins": action.ticket.coins, "mine": True}
    if action.square is not None:
        return {"kind": "tile", "square": action.square, "tile": action.kind[0], "mine": True}
    return {"kind": "explain_roll"}


def _ask_for_right_cards(store: StateStore[CamelState]) -> None:
    """Show an input for the right cards below a right card of the visitor on each pile, if there can be any."""
    state = store.state
    for pile, end in _ENDS.items():
        for bet in state.bets_on(pile) if state.finish else []:
            most, name = number_of(bet) - 1, f"{pile}_before"
            if most and RaceCard(bet[0], pile).is_right(state.finish):
                st.number_input(
                    f"Right cards below yours: {camel_name(bet[0])} {end}",
                    0,
                    most,
                    help="Turn the pile over and count the right cards that were played before yours.",
                    **store.view(name, min(getattr(state, name), most)),
                )


def _choose_exactness(store: StateStore[CamelState]) -> None:
    """Show a switch that solves the race exactly, if that takes long."""
    _ask_for_right_cards(store)
    position, rules = store.state.position, store.state.rules
    if store.state.finish or not is_race_solvable(position, rules) or solvers.is_race_quick(position, rules):
        return
    moves = count_moves(len(position.racing), rules.track, rules.faces)
    st.toggle(
        "Solve exactly (takes a few seconds)",
        help=f"Goes through {moves:,} moves, but only the first time with these rules. Otherwise {SIMULATED_GAMES:,} races are "
        "simulated.",
        **store.view("exact", store.state.exact),
    )


def _show_leg_figures(state: CamelState) -> None:
    """Show what a leg that is over paid, and the chance of each place for each camel."""
    _show_pay(state)
    if state.finish:
        return
    odds = solvers.leg(state.position, state.rules)
    view = setting("show", leg_views.FORMATS[0])
    rows = tables.place_grid(odds, exact=view["value"] == "fractions")
    show_grid(rows, corner="camel", caption="Chance of each place at the end of the leg")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        show_options("Show places as", leg_views.FORMATS, **view)
        csv_button("Places", lambda: tables.places(odds))


def _show_race_figures(state: CamelState) -> None:
    """Show what a leg that is over paid, the chances of each camel, and the expected number of legs left."""
    _show_pay(state)
    if state.finish:
        return
    race = solvers.race_of(state)
    show_grid(tables.end_grid(race), corner="camel", caption="Each camel's chance of winning and of finishing last")
    st.markdown(legs.legs_left_text(race, leg_is_over=state.is_leg_over))
    csv_button("Race odds", lambda: tables.ends(race))


def _show_pay(state: CamelState) -> None:
    """Show the final order, and what each ticket, roll, tile and race bet earned; nothing while the leg goes on."""
    if not state.is_leg_over:
        return
    if state.finish:
        order = {row_name(camel): {"place": (0.0, ordinal(place))} for place, camel in enumerate(state.finish, start=1)}
        show_grid(order, corner="camel", caption="Final order of the race", width=NARROW)
    if rows := _pay_rows(state):
        _show_coins(rows, title="What this leg paid you", total=state.leg_pay.total)
    if others := _ticket_rows(state.others_tickets):
        _show_coins(others, title="Tickets of other players")
    if cards := [(f"{camel_name(card.camel)} {_ENDS[card.pile]}", coins) for card, coins in state.race_cards]:
        _show_coins(cards, title="What your race bets paid", total=sum(coins for _, coins in cards))
    if state.finish and state.laid:
        names = ", ".join(camel_name(camel) for camel in state.laid)
        st.caption(f"Not paid: {names}. Choose the pile of this card under *Race bets so far*.")


def _pay_rows(state: CamelState) -> list[tuple[str, int]]:
    pay = state.leg_pay
    rows = _ticket_rows(pay.tickets)
    if state.rolls:
        rows.append((plural(state.rolls, "roll"), pay.rolls))
    if state.stops:
        rows.append((f"your tile, {plural(state.stops, 'stop')}", pay.tile))
    return rows


def _ticket_rows(tickets: Sequence[tuple[Ticket, int]]) -> list[tuple[str, int]]:
    """Return a row for each ticket with its coins. Of two equal tickets, the second one is named so."""
    names: list[str] = []
    for ticket, _ in tickets:
        name = f"{camel_name(ticket.camel)}'s {ticket.coins}-coin ticket"
        names.append(f"{name} (second)" if name in names else name)
    return [(name, coins) for name, (_, coins) in zip(names, tickets, strict=True)]


def _show_coins(rows: Sequence[tuple[str, int]], *, title: str, total: int | None = None) -> None:
    cells = {name: {"coins": (0.0, f"{coins:+}")} for name, coins in rows}
    if total is not None:
        cells["total"] = {"coins": (0.0, f"{total:+}")}
    show_grid(cells, corner="earned by", caption=title, width=NARROW)


LEG_PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    answer=leg_answer,
    views=leg_views.VIEWS,
    settings=leg_views.SETTINGS,
    mistakes=lambda state: state.mistakes,
    house_rules=lambda state: state.house_rules,
    setup=show_setup,
    board=show_board,
    turn=_ask_for_right_cards,
    advice=_advice,
    figures=_show_leg_figures,
)
RACE_PAGE = replace(
    LEG_PAGE,
    title=GAME.pages[1].question,
    answer=race_answer,
    views=race_views.VIEWS,
    settings={},
    turn=_choose_exactness,
    figures=_show_race_figures,
)
