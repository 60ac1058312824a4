"""The leg page and the race page: their answers, the best move, the charts beside the hundred, and the result at the end."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from html import escape

import streamlit as st

from boardodds.camel_up import RaceSample, camel_name
from boardodds.camel_up.actions import ROLL
from boardodds.camel_up.bets import LAST, WINNER
from boardodds.camel_up.game import GAME
from boardodds.camel_up.position import MIN_RACING
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_solver import count_moves
from boardodds.charts import camel_up as charts
from boardodds.charts.hundred import Outcome
from boardodds.charts.style import Tone, ordinal
from boardodds.dashboard.camel_up import history, leg_method, leg_views, race_views, solvers, tables
from boardodds.dashboard.camel_up.board import show_board, show_setup, show_turn
from boardodds.dashboard.camel_up.events import DEFINITION, player_name
from boardodds.dashboard.camel_up.history import event_of
from boardodds.dashboard.camel_up.state import PILES, UNKNOWN, CamelState
from boardodds.dashboard.ui.panels import Html, Panel, Parts, Values
from boardodds.dashboard.ui.play_page import PlayPage, turn_row
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.sheet import Advice, Answer, IncompleteError, Sheet
from boardodds.dashboard.ui.state_store import UNDO, StateStore, as_default, opened_store
from boardodds.dashboard.ui.words import percent
from boardodds.probability.display import plural, signed
from boardodds.probability.estimate import Proportion, estimate_of

# The buttons of the result have keys in turn, so that a late tap on a former one is ignored.
_BUTTON_KEYS = 16
# The moves on the first screen of the leg.
_MAX_MOVES = 6
_PILES = {WINNER: "the winner", LAST: "the loser"}
_ENDS = {WINNER: "to win the race", LAST: "to finish last"}


def leg_answer(state: CamelState) -> Answer:
    """Return the most likely winner of the leg, or what the last roll decided.

    Raises ValueError for a position without a leg, and for one that is too large to count.

    >>> from boardodds.dashboard.camel_up.links import read_link
    >>> leg_answer(read_link({})).finding
    'Green wins this leg 34.4% of the time'
    """
    if state.finish:
        return _finished(state)
    _check_playable(state)
    odds = solvers.leg(state.position, state.rules)
    favourite = camel_name(odds.favourite).capitalize()
    if state.is_leg_over:
        return Answer(f"{favourite} won the leg", is_final=True)
    pieces = [Outcome(camel_name(camel), odds.probability(camel), _tone(camel)) for camel in odds.ranking]
    return Answer(
        f"{favourite} wins this leg {percent(odds.probability(odds.favourite))} of the time",
        method=f"Counted from {'all ' * (odds.outcomes > 1)}{plural(odds.outcomes, 'dice sequence')}. "
        f"{leg_method.stacks_in_words(state.position)}",
        pieces=pieces,
        pieces_noun="legs like this one",
    )


def race_answer(state: CamelState) -> Answer:
    """Return the most likely winner of the race; otherwise like ``leg_answer``."""
    if state.finish:
        return _finished(state)
    _check_playable(state)
    race = solvers.race_of(state)
    first = race.ranking[0]
    finding = f"{camel_name(first).capitalize()} wins the race {_often(race.win(first))} of the time"
    method = "Counted exactly"
    if isinstance(race, RaceSample):
        method = f"From {race.games:,} simulated races: {camel_name(first)} wins {race.win(first)}"
    pieces = [
        Outcome(camel_name(camel), win.value, _tone(camel), is_simulated=win.standard_error > 0)
        for camel in race.ranking
        for win in [estimate_of(race.win(camel))]
    ]
    method += ". Later legs are assumed to have no tiles."
    return Answer(finding, method=method, pieces=pieces, pieces_noun="races like this one")


def _check_playable(state: CamelState) -> None:
    if len(state.position.racing) < MIN_RACING:
        raise IncompleteError("Tap the number on each die to place the camels")
    if state.problem:
        raise ValueError(state.problem)


def _finished(state: CamelState) -> Answer:
    return Answer(f"{camel_name(state.finish[0]).capitalize()} won the race", is_final=True)


def _often(chance: float | Proportion) -> str:
    return percent(chance.value, 0) if isinstance(chance, Proportion) else tables.chance_text(chance)


def _tone(camel: str) -> Tone:
    return Tone(charts.fill(camel), charts.fill(camel))


def _advise(state: CamelState, *, with_bets: bool = False) -> Advice | None:
    """Return the best action that can't wait, on request among race bets too; None if the leg is over."""
    if state.is_leg_over:
        return None
    ranked = solvers.actions(state, with_bets=with_bets)
    best = tables.advised(ranked)
    move, why = str(best), tables.why_text(best, solvers.leg(state.position, state.rules), state.rules)
    if also := [str(action) for action in ranked if tables.is_as_good(action, best)][:1]:
        # Without the verb, so that a phone has room for it.
        why += f"; as good: {also[0].removeprefix('take ').removeprefix('place ')}"
    refusal = "" if state.is_mine else f"{player_name(state.turn)} is to move"
    # The number of a roll is entered on the die.
    label, heading = "" if best.kind == ROLL else "Do it", "Best now" if with_bets else "Best for this leg"
    return Advice(move[0].upper() + move[1:], why, event_of(best), label, refusal, heading)


def _leg_chart(state: CamelState) -> Panel | None:
    """Return the chart of every camel's places at the end of the leg."""
    if state.is_leg_over:
        return None
    odds = solvers.leg(state.position, state.rules)
    last = max(odds.camels, key=lambda camel: odds.probability(camel, len(odds.camels)))
    often = percent(odds.probability(last, len(odds.camels)))
    return Panel(
        charts.place_bars(odds),
        key="places_chart",
        alt=f"Chance of each place. {camel_name(last).capitalize()} comes last most often: {often}.",
        finding=f"{camel_name(last).capitalize()} comes last most often: {often}",
        method=f"Bars: 1st to {ordinal(len(odds.camels))}.",
    )


def _race_chart(state: CamelState) -> Panel | None:
    """Return the chart of every camel's chances of winning the race and of finishing last."""
    if state.finish:
        return None
    race = solvers.race_of(state)
    last = max(race.camels, key=lambda camel: estimate_of(race.last(camel)).value)
    wins, lasts = ({camel: estimate_of(chance(camel)) for camel in race.ranking} for chance in (race.win, race.last))
    return Panel(
        charts.end_bars(wins, lasts),
        key="ends_chart",
        alt="Chances of winning the race and of finishing last: "
        + ", ".join(f"{camel_name(camel)} {wins[camel]:.1%} and {lasts[camel]:.1%}" for camel in race.ranking),
        finding=f"{camel_name(last).capitalize()} finishes last most often: {_often(race.last(last))}",
        method="Up: wins. Down: last.",
    )


def _leg_figures(state: CamelState) -> Parts:
    """Return what each kind of move is worth, and the chance of each place for each camel."""
    if state.is_leg_over:
        return
    yield _moves(state)
    odds = solvers.leg(state.position, state.rules)
    yield Values(partial(tables.places, odds), "places_rows", percent=["probability"])


def _race_figures(state: CamelState) -> Parts:
    """Return what each kind of move is worth, and each camel's chances of winning and of finishing last."""
    if state.finish:
        return
    if not state.is_leg_over:
        yield _moves(state, with_bets=True)
    race = solvers.race_of(state)
    yield Values(partial(tables.ends, race), "ends_rows", percent=["wins", "last"])


def _moves(state: CamelState, *, with_bets: bool = False) -> Html:
    moves = tables.best_of_each_kind(solvers.actions(state, with_bets=with_bets))
    return Html(tables.moves_html(moves if with_bets else moves[:_MAX_MOVES], "What each move is worth to me"))


class Ending:
    """The card with the result of a leg or a race that is over."""

    def show(self) -> None:
        """Draw the card."""
        store: StateStore[CamelState] = opened_store()
        state = store.state
        with st.container(key="ending"):
            st.html(_ending_html(state))
            _ask_for_right_cards(store)
            with st.container(horizontal=True, key="ending_buttons"):
                number = store.revision % _BUTTON_KEYS
                label, event = ("New race", "clear") if state.finish else ("Start next leg", "new_leg")
                st.button(
                    label, key=f"next {number}", type="primary", on_click=partial(store.dispatch, {"kind": event})
                )
                undo = partial(store.dispatch, {"kind": UNDO})
                st.button("Undo", key=f"back {number}", disabled=not store.can_undo, on_click=undo)


def _ending_html(state: CamelState) -> str:
    """Return the order of arrival, and each player's payments and coins, of a leg or a race that is over."""
    camels = "".join(
        f'<li style="--fill:{charts.fill(camel)};--camel-ink:{charts.ink(camel)}"><b>{camel}</b>{ordinal(place)}</li>'
        for place, camel in enumerate(state.order, start=1)
    )
    totals = [state.total_coins(player) for player in range(state.players)]
    rows = "".join(
        f"<tr{' class=most' * (total == max(totals) and len(totals) > 1)}><th>{player_name(player)}</th>"
        f"<td>{_payments_text(state, player)}</td><td>{total}</td></tr>"
        for player, total in enumerate(totals)
    )
    head = "<tr><th></th><td>from this leg</td><td>coins</td></tr>"
    best = ", ".join(player_name(player) for player, total in enumerate(totals) if total == max(totals))
    verdict = f"<p>Most coins: {best}.</p>" if state.finish and len(totals) > 1 else ""
    return f'<div class="ending"><ol>{camels}</ol><table>{head}{rows}</table>{verdict}</div>'


def _payments_text(state: CamelState, player: int) -> str:
    """Return what a player is paid for as HTML."""
    pay, rolls, stops = (state.leg_pay(player), *(len(state.owned(name, player)) for name in ("rolled", "stops")))
    rows = [(f"{camel_name(ticket.camel)}'s {ticket.coins}-coin ticket", coins) for ticket, coins in pay.tickets]
    rows += [(plural(rolls, "roll"), pay.rolls)] * (rolls > 0)
    rows += [(f"{plural(stops, 'stop')} on the tile", pay.tile)] * (stops > 0)
    rows += [
        (f"{camel_name(card.camel) if card.camel else 'a card'} {_ENDS[card.pile]}", coins)
        for card, coins in state.card_pay(player)
    ]
    paid = (f"{escape(name)} <b>{signed(coins, 0)}</b>" for name, coins in rows)
    return ", ".join(paid) or "nothing"


def _ask_for_right_cards(store: StateStore[CamelState]) -> None:
    """Show for each pile, if the race is over, the cards that lie face down; a tap turns a right one over."""
    state = store.state
    for pile in PILES if state.finish else ():
        right, cards = state.right_camel(pile), getattr(state, pile)
        hidden = {n: f"{_owner(card)}, card {n + 1}" for n, card in enumerate(cards) if card[0] != "0"}
        if hidden:
            st.pills(
                f"Turn over the cards bet on {_PILES[pile]}: which name {camel_name(right)}?",
                list(hidden),
                selection_mode="multi",
                format_func=hidden.__getitem__,
                **as_default(store.view(f"{pile}_right", [n for n in hidden if cards[n][1:] == right])),
            )


def _owner(card: str) -> str:
    return "?" if card[0] == UNKNOWN else player_name(int(card[0]))


def _show_board(store: StateStore[CamelState]) -> None:
    show_board(store)
    turn_row(store, show_turn)


def _show_race_setup(store: StateStore[CamelState]) -> None:
    _choose_exactness(store)
    show_setup(store)


def _choose_exactness(store: StateStore[CamelState]) -> None:
    """Show a switch that solves the race exactly, if that takes long."""
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


class LegSheet(Sheet[CamelState]):
    """What the leg page says."""

    slider = leg_views.SQUARE
    history = history.LEG

    @property
    def mistakes(self) -> Sequence[str]:
        return self.state.mistakes

    @property
    def house_rules(self) -> Sequence[str]:
        return self.state.house_rules

    @property
    def prediction(self) -> Prediction:
        return Prediction("how often the most likely winner wins")

    @cached_property
    def answer(self) -> Answer:
        return leg_answer(self.state)

    @cached_property
    def advice(self) -> Advice | None:
        return _advise(self.state)

    @cached_property
    def chart(self) -> Panel | None:
        return _leg_chart(self.state)

    @property
    def ending(self) -> Parts:
        return [Ending()] if self.state.is_leg_over else ()

    @property
    def figures(self) -> Parts:
        return _leg_figures(self.state)


class RaceSheet(LegSheet):
    """What the race page says."""

    slider = race_views.CARDS
    history = history.RACE

    @cached_property
    def answer(self) -> Answer:
        return race_answer(self.state)

    @cached_property
    def advice(self) -> Advice | None:
        return _advise(self.state, with_bets=True)

    @cached_property
    def chart(self) -> Panel | None:
        return _race_chart(self.state)

    @property
    def figures(self) -> Parts:
        return _race_figures(self.state)


LEG_PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=LegSheet,
    views=leg_views.VIEWS,
    settings={**leg_views.SETTINGS, **leg_views.SQUARE.allowed},
    setup=show_setup,
    board=_show_board,
)
RACE_PAGE = replace(
    LEG_PAGE,
    title=GAME.pages[1].question,
    sheet=RaceSheet,
    views=race_views.VIEWS,
    settings=race_views.CARDS.allowed,
    setup=_show_race_setup,
)
