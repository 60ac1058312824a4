"""The Candy Land page: who is ahead or how long a game takes, the board of the game in progress, and the set-up."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial

import streamlit as st

from boardodds.candy_land import BOX_2014, BOX_PEPPERMINT_PASS, HOME, Sample, State
from boardodds.candy_land.game import GAME, MAX_WITHIN
from boardodds.candy_land.rules import COLORS, FIRST_COUNTS, MAX_COPIES, MAX_PLAYERS, RESHUFFLED
from boardodds.candy_land.simulate import check_playable
from boardodds.charts.candy_land import PLAYER_FORMS, PLAYER_ROLES, length_bins, turns_needed
from boardodds.charts.hundred import Outcome, count_in_words
from boardodds.charts.style import Tone
from boardodds.dashboard.candy_land import board
from boardodds.dashboard.candy_land.history import HISTORY
from boardodds.dashboard.candy_land.lengths import mean_parts, sample_size, solve_all_lengths, solve_lengths, summarize
from boardodds.dashboard.candy_land.state import (
    BOARD_LABELS,
    CUSTOM,
    DEFINITION,
    GAMES,
    MAX_STATE,
    MAX_TEXTS,
    RULES,
    CandyState,
)
from boardodds.dashboard.candy_land.views import VIEWS
from boardodds.dashboard.candy_land.what_if import SETTINGS
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.messages import problem
from boardodds.dashboard.ui.panels import Panel, draw_if_open, show_options
from boardodds.dashboard.ui.play_page import PlayPage, turn_row
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.dashboard.ui.sheet import Answer, Sheet
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.dashboard.ui.words import join_words, percent
from boardodds.probability.declared_rules import rule_in_words
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, Exact, estimate_of

_BOARD_NOTES = {
    "classic": "The board and the rules of *Adventures in Candy Land* (2021).",
    "box_2014": f"The box with {BOX_2014.deck_size} cards.",
    "box_peppermint_pass": f"The box with {BOX_PEPPERMINT_PASS.deck_size} cards, whose longer shortcut has that name.",
    "scheffer": "The board of a published Markov chain.",
    CUSTOM: "Your own spaces.",
}


def answer(state: CandyState) -> Answer:
    """Return who is ahead in a game in progress, or how long a game takes. Raises ValueError for a game that cannot end.

    >>> from boardodds.dashboard.candy_land.state import read_link
    >>> answer(read_link({"game": ["scheffer"], "deck": ["reshuffled"]})).finding
    'A game takes about 39 turns, some 20 minutes'
    >>> answer(read_link({"game": ["scheffer"], "deck": ["reshuffled"], "state": ["80.57"]})).finding
    'Player A is ahead: A wins 60 of 100 games like this one'
    """
    if state.is_over:
        home = [player for player, space in enumerate(state.position.spaces, start=1) if space == HOME]
        names = [state.names[player - 1] for player in home]
        ending = f"Player {names[0]} has won" if len(home) == 1 else f"Players {join_words(names)} are in the castle"
        detail = "*New game* starts again, *Undo* takes the last move back."
        return Answer(
            ending, detail, pieces=_outcomes(state, {home[0]: Exact(1.0)} if len(home) == 1 else {}), is_final=True
        )
    lengths = solve_lengths(state)
    mean, interval = mean_parts(lengths)
    if games := sample_size(lengths):
        origin = f"{games:,} simulated games take {mean} ({interval})"
    else:
        origin = f"The exact average: {mean}"
    origin += f". A turn takes half a minute. {_deck(state)}"
    if state.is_start or len(state.still_on_the_way) == 1:
        within = state.within
        chance = (
            lengths.length.at_most(within) if isinstance(lengths, Sample) else percent(lengths.turns.at_most(within), 2)
        )
        return Answer(
            _length_finding(state),
            method=f"Each dot is one game of a hundred; those that are over within {plural(within, 'turn')} are filled: {chance} "
            f"of all games. {origin}",
            pieces=Dots(lengths.turns, "turn", Tone(*GAME.accent), within),
        )
    wins = {player: estimate_of(lengths.seat_wins[player - 1]) for player in state.still_on_the_way}
    return Answer(
        _leader_finding(state, wins),
        method=f"{_length_finding(state)}. {origin}",
        pieces=_outcomes(state, wins),
    )


def _outcomes(state: CandyState, wins: Mapping[int, Estimate]) -> list[Outcome]:
    """Return the players among the hundred, each in their own colour and form.

    wins: by player, the chance of winning.
    """
    return [
        Outcome(
            state.names[player - 1],
            win.value,
            board.TONES[player - 1],
            *PLAYER_FORMS[player - 1],
            win.standard_error > 0,
        )
        for player, win in wins.items()
    ]


def _deck(state: CandyState) -> str:
    """Return in sentences what is known of the deck, and how its double cards are read if not as in the rulebook."""
    size = f"The deck has {plural(state.rules.deck_size, 'card')}, the board {plural(len(state.rules.board), 'space')}."
    if state.rules.double_cards == FIRST_COUNTS:
        double_cards = rule_in_words(state.rules, "double_cards").capitalize()
        size += f" {double_cards}, as in the blog post; in the rulebook only the second."
    if state.rules.deck == RESHUFFLED or state.is_start:
        return size
    if drawn := len(state.position.drawn):
        return f"{size} {plural(drawn, 'card')} {'is' if drawn == 1 else 'are'} drawn."
    return f"{size} Assumed: it has just been shuffled, since no card is marked as drawn."


def _length_finding(state: CandyState) -> str:
    """Return how long a game takes, or what is left of it, in whole turns and minutes."""
    turns = round(estimate_of(solve_lengths(state).mean_turns).value)
    # A turn takes half a minute.
    time = f"about {plural(turns, 'turn')}, some {plural((turns + 1) // 2, 'minute')}"
    if state.is_start:
        return f"A game{f' of {state.players} players' if state.players > 1 else ''} takes {time}"
    return f"The rest of the game takes {time}"


def _prediction(state: CandyState) -> Prediction:
    if state.is_start or len(state.still_on_the_way) == 1:
        return Prediction("how many turns the game takes on average", 200, "turn")
    return Prediction("how often the player ahead wins")


def _leader_finding(state: CandyState, wins: Mapping[int, Estimate]) -> str:
    """Return who is ahead, or which two players are level.

    wins: by player, the chance of reaching the castle next.
    """
    first, second, *_ = sorted(wins, key=lambda player: -wins[player].value)
    name, win = state.names[first - 1], wins[first]
    number = count_in_words(win.value, is_simulated=win.standard_error > 0)
    is_clear = win.interval().low > wins[second].interval().high
    who = f"Player {name} is ahead" if is_clear else f"Players {name} and {state.names[second - 1]} are about level"
    does = "wins" if len(wins) == state.players else "is home next in"
    return f"{who}: {name} {does} {number} of 100 games like this one"


def _chart(state: CandyState) -> Panel | None:
    """Return the chart of the turns that each player still needs, or of the length of a game."""
    if state.is_over:
        return None
    on_the_way = state.still_on_the_way
    if not state.is_start and len(on_the_way) > 1:
        alone = solve_all_lengths([state.alone(player) for player in on_the_way])
        turns = {state.names[player - 1]: found.turns for player, found in zip(on_the_way, alone, strict=True)}
        medians = ", ".join(f"{name} {pmf.quantile(0.5):.0f}" for name, pmf in turns.items())
        return Panel(
            turns_needed(turns, [PLAYER_ROLES[player - 1] for player in on_the_way]),
            key="needed_chart",
            alt=f"Own turns that each player still needs. Medians: {medians}.",
            finding="Own turns still needed",
            method="with the median of each",
        )
    lengths = solve_lengths(state)
    within = summarize(lengths, 0.5, 0.9)
    return Panel(
        length_bins({"turns": (lengths.turns, sample_size(lengths))}),
        key="length_chart",
        alt=f"Chance of each number of turns. Mean {lengths.turns.mean:.2f}; {within}.",
        finding="Turns" if state.is_start else "Turns left",
        method=within,
    )


def _mean_by_players(state: CandyState) -> dict[int, float]:
    """Return the mean number of turns by the number of players; nothing for a game in progress.

    For other numbers than that of the state, few games are enough for whole turns. They don't depend on the seed, so they are
    played once for all visitors.
    """
    states: dict[int, CandyState] = {}
    for players in range(1, MAX_PLAYERS + 1) if state.is_start else ():
        # Some rules have no room for many players.
        with suppress(ValueError):
            check_playable(state.rules, players)
            is_now = players == state.players
            states[players] = state if is_now else replace(state.new_game(players), games=min(GAMES), seed=1)
    lengths = solve_all_lengths(list(states.values()))
    return {players: estimate_of(found.mean_turns).value for players, found in zip(states, lengths, strict=True)}


_PLAYERS = WhatIf(
    name="if_players",
    label="Players",
    low=1,
    high=MAX_PLAYERS,
    now=lambda state: state.players,
    curve=_mean_by_players,
    words=lambda _, players, mean: (
        f"With {plural(players, 'player')} a game takes about {plural(round(mean), 'turn')} in total"
    ),
    event=lambda _, players: {"kind": "set", "name": "players", "value": players},
)


def _setup(store: StateStore[CandyState]) -> None:
    """Show the widgets for the printed game or a custom board, the players, the rules, the cards and the simulation."""
    state = store.state
    show_options(
        "On your box or board",
        list(BOARD_LABELS),
        format_func=BOARD_LABELS.__getitem__,
        **store.view("game", state.game),
    )
    st.caption(_BOARD_NOTES[state.game])
    is_custom = state.game == CUSTOM or bool(state.drafts.keys() - {"state"})
    for name, length in MAX_TEXTS.items() if is_custom else ():
        show = st.text_area if name == "spaces" else st.text_input
        show(RULES[name].label, max_chars=length, help=RULES[name].help, **store.view(name, state.text(name)))
        _show_mistake(state, name)
    st.text_input(
        "Game in progress, as text",
        max_chars=MAX_STATE,
        placeholder=str(State.start(2)),
        help="Each player's space, in the order of play: 0 at the start, or `home`. Then the player who is `next`, those who are "
        "`stuck` and miss a turn, and the cards `drawn` since the last shuffle. If empty, the game is at its start.",
        **store.view("state", state.text("state")),
    )
    _show_mistake(state, "state")
    st.slider("Players", 1, MAX_PLAYERS, **store.view("players", state.players))
    description = "Turns of all players together." if state.players > 1 else None
    st.slider("Turns you have time for", 1, MAX_WITHIN, help=description, **store.view("within", state.within))
    show_rules(store, state.rules, ["licorice_rule", "specials"])
    if not is_custom:
        st.toggle("Shortcuts", **store.view("shortcuts", bool(state.rules.shortcuts)))
    others = ["plays_until", "cards_to_choose", "deck", "double_cards", "occupied_space", "last_space_wins"]
    show_rules(store, state.rules, others)
    # Closed for most visitors: Streamlit copies the session for each of its twelve inputs.
    section = st.expander("Cards in the deck", key="deck_cards", on_change="rerun")
    draw_if_open(section, partial(_setup_deck, store))
    st.markdown("**Simulation**")
    st.select_slider("Simulated games", GAMES, **store.view("games", state.games))
    st.number_input("Seed", 0, MAX_SEED, **store.view("seed", state.seed))


def _setup_deck(store: StateStore[CandyState]) -> None:
    rules = store.state.rules
    for name, kind in (("singles", "Single"), ("doubles", "Double")):
        with st.container(horizontal=True, gap="small"):
            for (color, word), count in zip(COLORS.items(), getattr(rules, name), strict=True):
                view = store.view(f"{name} {color}", count, {"kind": "set", "name": name, "color": color})
                st.number_input(f"{kind} {word}", 0, MAX_COPIES, width=130, **view)
    show_rules(store, rules, ["special_copies"])


def _show_mistake(state: CandyState, name: str) -> None:
    if name in state.mistakes:
        problem(state.mistakes[name])


def _new_game(store: StateStore[CandyState]) -> None:
    event, is_new = {"kind": "new game"}, store.state.is_start
    st.button("New game", key="new_game", disabled=is_new, on_click=store.dispatch, args=(event,))


def _board(store: StateStore[CandyState]) -> None:
    board.show_board(store)
    turn_row(store, _new_game)


class CandySheet(Sheet[CandyState]):
    """What the page says about a game."""

    slider = _PLAYERS
    history = HISTORY

    @property
    def mistakes(self) -> Sequence[str]:
        return list(self.state.mistakes.values())

    @property
    def house_rules(self) -> Sequence[str]:
        return self.state.house_rules

    @property
    def prediction(self) -> Prediction:
        return _prediction(self.state)

    @cached_property
    def answer(self) -> Answer:
        return answer(self.state)

    @cached_property
    def chart(self) -> Panel | None:
        return _chart(self.state)


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=CandySheet,
    views=VIEWS,
    settings={**SETTINGS, **_PLAYERS.allowed},
    setup=_setup,
    board=_board,
)
