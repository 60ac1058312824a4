"""The coins of a leg that is over, and the final order and the coins of a race that is over."""

from collections.abc import Sequence

import streamlit as st

from boardodds.camel_up import Ticket, camel_name
from boardodds.camel_up.actions import LAST, WINNER
from boardodds.charts.style import ordinal
from boardodds.dashboard.camel_up.camel_table import CamelTable
from boardodds.dashboard.camel_up.leg_rows import row_name
from boardodds.dashboard.camel_up.purse import bets_on, leg_pay, number_of, others_tickets, race_cards, total_coins
from boardodds.dashboard.ui.chance_grid import NARROW, show_grid
from boardodds.dashboard.ui.table_store import TableStore
from boardodds.probability.wording import plural

_ENDS = {WINNER: "to win the race", LAST: "to finish last"}


def race_headline(order: str) -> str:
    """Return the result of a race as one line.

    >>> race_headline("GBW")
    'Race over: green wins, white finishes last'
    """
    return f"Race over: {camel_name(order[0])} wins, {camel_name(order[-1])} finishes last"


def total_text(table: CamelTable) -> str:
    """Return the visitor's coins of a leg or a race that is over, in a line of Markdown; empty if nothing was earned or lost."""
    if not (table.coins or _pay_rows(table) or race_cards(table)):
        return ""
    total = f"Your total: **{plural(total_coins(table), 'coin')}**."
    return total if table.finish else f"This leg paid you **{plural(leg_pay(table).total, 'coin')}**. {total}"


def show_leg_pay(table: CamelTable) -> None:
    """Show what each ticket, roll and tile earned in a leg that is over; nothing if there are none."""
    if rows := _pay_rows(table):
        _show_coins(rows, title="What this leg paid you", total=leg_pay(table).total)
    if others := _ticket_rows(others_tickets(table)):
        _show_coins(others, title="Tickets of other players")


def show_race_end(table: CamelTable) -> None:
    """Show the final order of the racing camels."""
    order = {row_name(camel): {"place": (0.0, ordinal(place))} for place, camel in enumerate(table.finish, start=1)}
    show_grid(order, corner="camel", caption="Final order of the race", width=NARROW)


def show_race_pay(store: TableStore[CamelTable]) -> None:
    """Show what the last leg and the race bets paid the visitor, and ask for the right cards of others if they matter."""
    for pile in _ENDS:
        _ask_for_right_cards(store, pile)
    table = store.state
    show_leg_pay(table)
    cards = race_cards(table)
    if cards:
        rows = [(f"{camel_name(card.camel)} {_ENDS[card.pile]}", coins) for card, coins in cards]
        _show_coins(rows, title="What your race bets paid", total=sum(coins for _, coins in rows))
    if table.laid:
        names = ", ".join(camel_name(camel) for camel in table.laid)
        st.caption(f"Not paid: {names}. Choose the pile of this card under *Race bets so far*.")


def _ask_for_right_cards(store: TableStore[CamelTable], pile: str) -> None:
    """Show an input for the right cards below the visitor's right card on a pile, if there can be any."""
    table, name = store.state, f"{pile}_before"
    for bet in bets_on(table, pile):
        is_right = bet[0] == (table.finish[0] if pile == WINNER else table.finish[-1])
        most = number_of(bet) - 1
        if is_right and most:
            st.number_input(
                f"Right cards below yours: {camel_name(bet[0])} {_ENDS[pile]}",
                0,
                most,
                help="Turn the pile over and count the right cards that were played before yours.",
                **store.view(name, min(getattr(table, name), most)),
            )


def _pay_rows(table: CamelTable) -> list[tuple[str, int]]:
    pay = leg_pay(table)
    rows = _ticket_rows(pay.tickets)
    if table.rolls:
        rows.append((plural(table.rolls, "roll"), pay.rolls))
    if table.stops:
        rows.append((f"your tile, {plural(table.stops, 'stop')}", pay.tile))
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
