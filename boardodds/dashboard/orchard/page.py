"""The Orchard page: the chance of beating the raven, the trees to tap, and the set-up."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from boardodds.charts.hundred import Outcome
from boardodds.charts.orchard import TREE_NAMES, ending_bars
from boardodds.charts.style import LOSING, ROLES, WINNING, Tone, role_color
from boardodds.dashboard.orchard import solvers, views
from boardodds.dashboard.orchard.state import DEFINITION, MAX_TEXT, OrchardState
from boardodds.dashboard.orchard.what_if import wins_by_path
from boardodds.dashboard.ui.board_component import tap_rows
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.history import Choice, History, Luck
from boardodds.dashboard.ui.panels import Panel, show_options
from boardodds.dashboard.ui.play_page import Advice, Answer, PlayPage
from boardodds.dashboard.ui.record import Line
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import Event
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.dashboard.ui.words import join_words, percent
from boardodds.orchard import Rules, account, best_basket
from boardodds.orchard.boards import count_boards
from boardodds.orchard.game import GAME
from boardodds.orchard.luck import LuckOfRolls, win
from boardodds.orchard.rules import (
    BASKET,
    MAX_FRUIT,
    MAX_PLAYERS,
    MAX_RAVEN,
    MAX_TREES,
    MOST_LEFT,
    OPTIMAL,
    POLICY_LABELS,
    PRINTED,
    PRINTED_LABELS,
    RAVEN,
)
from boardodds.orchard.solve import TIE_TOLERANCE, worst_basket
from boardodds.probability.declared_rules import rules_of
from boardodds.probability.display import plural
from boardodds.probability.estimate import Exact

_PICKS_HELP = (
    f"The favourite is the first tree, {TREE_NAMES[0]}; after it, any type at random. In order: the first tree first."
)
_ACCENT = Tone(*GAME.accent)
# An empty text is the start of the game.
_NEW_GAME = {"kind": "set", "name": "state", "value": ""}


def answer(state: OrchardState) -> Answer:
    """Return the chance of winning. Raises ValueError for a game that is too large to solve here.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> answer(read_link({})).finding
    'We win 78.2% of the time if the basket picks from the fullest tree'
    """
    if (board_count := count_boards(state.rules, state.policies)) > views.MAX_BOARDS:
        raise ValueError(
            f"these house rules are too large to solve here: the fruit can be left in {board_count:,} ways, counted for each "
            f"player who picks differently, and the limit is {views.MAX_BOARDS:,}. Use fewer trees, less fruit or fewer players"
        )
    win = solvers.odds(state.rules, state.policies, state.position).win
    outcomes = (
        Outcome("won", win, _ACCENT, shape="round"),
        Outcome("lost to the raven", 1 - win, ROLES[LOSING], shape="diamond"),
    )
    return Answer(_finding(state, win), method="Counted exactly.", pieces=outcomes)


def _finding(state: OrchardState, win: float) -> str:
    if state.position.is_won:
        return "We have won"
    if state.position.is_lost:
        return "The raven reached the orchard: we have lost"
    if not state.rules.raven_faces:
        return "We win every game, because the die has no raven"
    picks = f" if {state.picks_in_words}" if state.picks_baskets else ""
    return f"We win {percent(win)} of the time{picks}"


def _advice(state: OrchardState) -> Advice | None:
    """Return what to pick if a basket is rolled now, or a new game; None if a basket picks nothing, or without a raven.

    Only a basket that is being filled has a button for it.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> _advice(read_link({"state": ["10.9.10.10 raven=9"]})).move
    'Basket: pick apples, cherries or plums first'
    """
    if state.is_over:
        words = "with full trees and the raven at its start"
        return Advice("Play again", words, _NEW_GAME, "New game", heading="The game is over")
    choices = best_basket(state.position, state.rules)
    if not choices or not state.rules.basket_faces or not state.rules.raven_faces:
        return None
    is_open = state.position.basket > 0
    best, number = choices[0].win, state.position.basket or state.rules.basket_picks
    names = [TREE_NAMES[choice.tree] for choice in choices if best - choice.win < TIE_TOLERANCE]
    is_any = len(names) == len(choices) > 1
    pick = "any fruit" if is_any else join_words(names, "or")
    # The chance of the finding is that of players who may pick otherwise.
    is_best = {*state.policies} <= {MOST_LEFT, OPTIMAL}
    given = " if all pick best from now on" if not is_best else "" if is_open else " after a basket now"
    worth = f"win {percent(best)}{given}"
    if number > 1 and best - worst_basket(state.position, state.rules) >= TIE_TOLERANCE:
        pick, worth = f"{pick} first", f"{worth}, next fruit: fullest tree"
    label = ("Pick one" if is_any else "Pick it") if is_open else ""
    heading = "Best now" if is_open else "If a basket is rolled now"
    event, *equals = map(views.roll, names) if is_open else [{}]
    return Advice(f"Basket: pick {pick}", worth, event, label, heading=heading, equals=equals)


def _board(store: StateStore[OrchardState]) -> None:
    state = store.state
    *trees, raven = views.tree_rows(state)
    baskets = [views.basket_row(state)] if state.picks_baskets else []
    st.caption(_turn_in_words(state))
    tap_rows([*trees, *baskets, raven], key="orchard_board", store=store)


def _turn_in_words(state: OrchardState) -> str:
    """Return what to tap, and whose turn it is.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> _turn_in_words(read_link({"policy": ["most_left,random_type"], "state": ["9.9.9.9 raven=9 basket=1 next=2"]}))
    'Player 2 picks from any type at random. Tap the fruit that is picked, 1 to go.'
    """
    if state.is_over:
        return "The game is over."
    position, policy = state.position, state.policies[state.position.next - 1]
    player = f"Player {position.next} picks from {POLICY_LABELS[policy]}. " if len(state.policies) > 1 else ""
    return (
        f"{player}Tap {f'the fruit that is picked, {position.basket} to go' if position.basket else 'what is rolled'}."
    )


def _setup(store: StateStore[OrchardState]) -> None:
    state = store.state
    games = {"format_func": PRINTED_LABELS.__getitem__, **store.view("game", state.game)}
    show_options("Game", list(PRINTED), **games)
    _who_picks(store)
    st.text_input(
        "State as text",
        max_chars=MAX_TEXT,
        placeholder=str(state.rules.start),
        help="Fruit left on each tree, then raven steps left. If empty, the game is at its start.",
        **store.view("state", state.text),
    )
    st.markdown("**What is left now**")
    for tree, (left, full) in enumerate(zip(state.position.fruit, state.rules.fruit, strict=True)):
        # Two columns for each pair of trees, so that a phone, which stacks columns, keeps the trees in order.
        if tree % 2 == 0:
            columns = st.columns(2)
        # A tree that never has fruit needs no slider, which Streamlit refuses.
        if full:
            # A slider moves by itself when its range changes, so each range has a slider of its own.
            view = store.view(f"tree {tree + 1} of {full}", left, {"kind": "fruit", "tree": tree})
            columns[tree % 2].slider(TREE_NAMES[tree], 0, full, **view)
    steps = state.rules.raven_steps
    view = store.view(f"raven of {steps}", state.position.raven_steps, {"kind": "raven"})
    st.slider("raven steps left", 0, steps, **view)
    st.markdown("**House rules**")
    trees, full = len(state.rules.fruit), max(state.rules.fruit)
    st.slider("Trees", 1, MAX_TREES, **store.view("trees", trees))
    st.slider("Fruit on each tree", 1, MAX_FRUIT, **store.view("full trees", full))
    show_rules(store, state.rules, [name for name in rules_of(Rules) if name != "fruit"])


def _who_picks(store: StateStore[OrchardState]) -> None:
    """Show the number of players who take turns, and from where each of them picks."""
    policies = store.state.policies
    is_one = len(policies) == 1
    st.slider("Players who pick in turn", 1, MAX_PLAYERS, **store.view("players", len(policies), {"kind": "players"}))
    # What is best beside others who pick differently is not solved.
    options = [policy for policy in POLICY_LABELS if is_one or policy != OPTIMAL]
    for player, policy in enumerate(policies, start=1):
        event = {"kind": "policy", "player": player}
        view = as_index(store.view(f"policy {player} of {min(len(policies), 2)}", policy, event), options)
        label = "The basket picks from" if is_one else f"Player {player} picks from"
        st.selectbox(label, format_func=POLICY_LABELS.__getitem__, help=_PICKS_HELP, **view)


def _new_game(store: StateStore[OrchardState]) -> None:
    st.button("New game", key="new_game", on_click=store.dispatch, args=(_NEW_GAME,))


def _chart(state: OrchardState) -> Panel | None:
    """Return the chart of how many rolls are left, and how the game ends; of how close it ends if that is not computed."""
    if state.is_over:
        return None
    if endings := solvers.endings(state.rules, state.policies, state.position):
        rolls, most = endings.rolls, int(endings.rolls.quantile(0.9))
        length = f"{rolls.mean:.1f} on average, at most {most} in {percent(rolls.at_most(most))} of games"
        return Panel(
            ending_bars(endings),
            key="ends_chart",
            alt=f"Chance of winning and of losing with each roll: {length}.",
            finding="Rolls left",
            method=f"up: won, down: lost; {length}",
        )
    panel = views.close_panel(state)
    return panel and replace(panel, key="ends_chart", finding="How close?", method="left: lost, right: won")


_PATH = WhatIf(
    name="if_raven_path",
    label="Steps of the raven's path",
    low=1,
    high=MAX_RAVEN,
    now=lambda state: state.rules.raven_steps,
    curve=wins_by_path,
    words=lambda _, steps, win: f"With a raven path of {plural(steps, 'step')} we win {percent(win)} of the time",
    event=lambda _, steps: {"kind": "set", "name": "raven_steps", "value": steps},
)


def _act(before: OrchardState, event: Event) -> tuple[str, str]:
    """Return an act in words and its form: a roll, a pick of a basket, a basket or the raven."""
    face = str(event["face"])
    if before.position.basket:
        return f"picked {face}", "triangle-up"
    return face, {BASKET: "square", RAVEN: "diamond"}.get(face, "circle")


def _other_picks(before: OrchardState, event: Event) -> list[Choice]:
    picks = best_basket(before.position, before.rules) if before.position.basket else []
    names = ((TREE_NAMES[pick.tree], pick.win) for pick in picks)
    return [(f"{name} {percent(win)}", views.roll(name)) for name, win in names if name != event["face"]]


def _luck(line: Line[OrchardState], words: Sequence[str]) -> list[Luck]:
    start, rules = line[0].state.position, line[0].state.rules
    game = account([act.state.position for act in line], rules, words=words)
    rolls = sum(not act.state.position.basket for act in line[:-1])
    games = f"games after {plural(rolls, 'roll')}"
    return [Luck("Our chance to win", game, replay=LuckOfRolls(start, rules, rolls), games=games)]


_HISTORY = History(
    title="Chance to win with the best picks:",
    values=lambda state: {"we win": Exact(win(state.position, state.rules))},
    colors=lambda _: [role_color(WINNING)],
    act=_act,
    choices=_other_picks,
    luck=_luck,
)


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    answer=answer,
    prediction=lambda _: Prediction("how often we win"),
    views=views.VIEWS,
    settings={**views.SETTINGS, **_PATH.allowed},
    mistakes=lambda state: state.mistakes,
    house_rules=lambda state: state.house_rules,
    setup=_setup,
    board=_board,
    turn=_new_game,
    advice=_advice,
    chart=_chart,
    slider=_PATH,
    history=_HISTORY,
)
