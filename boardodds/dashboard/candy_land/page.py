"""The Candy Land page: who is ahead or how long a game takes, the board of the game in progress, the set-up, and the views."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import streamlit as st

from boardodds.candy_land import BOX_2014, BOX_PEPPERMINT_PASS, HOME, Rules, Sample, State
from boardodds.candy_land.game import GAME, MAX_WITHIN
from boardodds.candy_land.rules import COLORS, MAX_COPIES, MAX_PLAYERS, NEXT, PRINTED, RESHUFFLED
from boardodds.candy_land.simulate import check_playable
from boardodds.candy_land.solve import is_solvable, transition_table
from boardodds.charts.candy_land import PLAYER_FORMS, PLAYER_ROLES, length_bins, turns_needed
from boardodds.charts.hundred import Outcome, count_in_words, counts_of_hundred
from boardodds.charts.style import Tone
from boardodds.charts.wins import seat_bars
from boardodds.dashboard.candy_land import board, what_if
from boardodds.dashboard.candy_land.history import HISTORY
from boardodds.dashboard.candy_land.lengths import (
    Lengths,
    is_playable,
    mean_parts,
    pmf_rows,
    sample_size,
    show_statistics,
    solve_all_lengths,
    solve_lengths,
    summarize,
    visits_per_game,
)
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
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.panels import (
    Panel,
    estimate_columns,
    formula,
    problem,
    python_panel,
    show_options,
    show_rows,
    table,
)
from boardodds.dashboard.ui.play_page import Answer, PlayPage
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.dashboard.ui.words import join_words, percent
from boardodds.probability.declared_rules import changed_rules
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, estimate_of

_BOARD_HELP = (
    f"`{BOARD_LABELS['classic']}`: the board and the rules of *Adventures in Candy Land* (2021). "
    f"`{BOARD_LABELS['box_2014']}`: the box with {BOX_2014.deck_size} cards. "
    f"`{BOARD_LABELS['box_peppermint_pass']}`: the box with {BOX_PEPPERMINT_PASS.deck_size} cards, whose longer shortcut "
    "has that name. `Scheffer`: the board of a published Markov chain. `custom`: your own spaces. You can change the rules and "
    "the cards of each under *Set up*."
)


def answer(state: CandyState) -> Answer:
    """Return who is ahead in a game in progress, or how long a game takes. Raises ValueError for a game that cannot end.

    >>> from boardodds.dashboard.candy_land.state import read_link
    >>> answer(read_link({"board": ["scheffer"], "deck": ["reshuffled"]})).finding
    'A game takes about 39 turns, some 20 minutes'
    >>> answer(read_link({"board": ["scheffer"], "deck": ["reshuffled"], "state": ["80.57"]})).finding
    'Player A is ahead: A wins 60 of 100 games like this one'
    """
    if state.is_over:
        home = [player for player, space in enumerate(state.position.spaces, start=1) if space == HOME]
        names = [state.names[player - 1] for player in home]
        ending = f"Player {names[0]} has won" if len(home) == 1 else f"Players {join_words(names)} are in the castle"
        detail = "*New game* starts again, *Undo* takes the last move back."
        return Answer(ending, detail, pieces=_outcomes(state, {home[0]: 1.0} if len(home) == 1 else {}), is_final=True)
    lengths = solve_lengths(state)
    mean, interval = mean_parts(lengths)
    if games := sample_size(lengths):
        more = "; more games, under *Set up*, narrow the interval" if games < max(GAMES) else ""
        origin = f"{games:,} simulated games take {mean} ({interval}){more}"
    else:
        origin = f"The exact average: {mean}"
    origin += f". A turn takes half a minute. {_deck(state)}"
    if state.is_start or len(state.still_on_the_way) == 1:
        within = state.within
        chance = (
            lengths.length.at_most(within) if isinstance(lengths, Sample) else percent(lengths.turns.at_most(within), 2)
        )
        return Answer(
            _length_finding(state, lengths),
            method=f"Each dot is one game of a hundred; those that are over within {plural(within, 'turn')} are filled: {chance} "
            f"of all games. {origin}",
            pieces=Dots(lengths.turns, "turns", Tone(*GAME.accent), within),
        )
    wins = {player: estimate_of(lengths.seat_wins[player - 1]) for player in state.still_on_the_way}
    return Answer(
        _leader_finding(state, wins),
        method=f"{_length_finding(state, lengths)}. {origin}",
        pieces=_outcomes(state, {player: win.value for player, win in wins.items()}),
    )


def _outcomes(state: CandyState, wins: Mapping[int, float]) -> list[Outcome]:
    """Return the players among the hundred, each in their own colour and form.

    wins: by player, the chance of winning.
    """
    return [
        Outcome(state.names[player - 1], win, board.TONES[player - 1], *PLAYER_FORMS[player - 1])
        for player, win in wins.items()
    ]


def _deck(state: CandyState) -> str:
    """Return in a sentence what is known of the deck."""
    size = f"The deck has {plural(state.rules.deck_size, 'card')}, the board {plural(len(state.rules.board), 'space')}."
    if state.rules.deck == RESHUFFLED or state.is_start:
        return size
    if drawn := len(state.position.drawn):
        return f"{size} {plural(drawn, 'card')} of them {'is' if drawn == 1 else 'are'} drawn."
    return f"{size} Assumed: it has just been shuffled, since no card is marked as drawn."


def _length_finding(state: CandyState, lengths: Lengths) -> str:
    """Return how long a game takes, or what is left of it, in whole turns and minutes."""
    turns = round(estimate_of(lengths.mean_turns).value)
    # A turn takes half a minute.
    time = f"about {plural(turns, 'turn')}, some {plural((turns + 1) // 2, 'minute')}"
    if state.is_start:
        return f"A game{f' of {state.players} players' if state.players > 1 else ''} takes {time}"
    return f"The rest of the game takes {time}"


def _prediction(state: CandyState) -> Prediction:
    if state.is_start or len(state.still_on_the_way) == 1:
        return Prediction("how long the game is on average", 200, " turns")
    return Prediction("how often the player ahead wins")


def _leader_finding(state: CandyState, wins: Mapping[int, Estimate]) -> str:
    """Return who is ahead, or which two players are level.

    wins: by player, the chance of reaching the castle next.
    """
    first, second, *_ = sorted(wins, key=lambda player: -wins[player].value)
    name, chance = state.names[first - 1], wins[first].value
    counts = dict(zip(wins, counts_of_hundred([win.value for win in wins.values()]), strict=True))
    is_clear = wins[first].interval().low > wins[second].interval().high
    who = f"Player {name} is ahead" if is_clear else f"Players {name} and {state.names[second - 1]} are about level"
    does = "wins" if len(wins) == state.players else "is home next in"
    return f"{who}: {name} {does} {count_in_words(counts[first], chance)} of 100 games like this one"


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
            alt=f"Own turns that each player still needs. Half of the time at most: {medians}.",
            finding="Own turns still needed",
            method="with the median of each",
        )
    lengths = solve_lengths(state)
    pmf, games = lengths.turns, sample_size(lengths)
    half, most = (f"{pmf.quantile(share):.0f}" for share in (0.5, 0.9))
    return Panel(
        length_bins({"turns": (pmf, games)}),
        key="length_chart",
        alt=f"Chance of each number of turns. Mean {pmf.mean:.2f}, median {half}, 90th percentile {most}.",
        finding="Turns" if state.is_start else "Turns left",
        method=f"half of the games take at most {half}, nine in ten at most {most}",
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
    words=lambda _, players, mean: f"With {plural(players, 'player')} a game takes about {mean:.0f} turns in total",
    event=lambda _, players: {"kind": "set", "name": "players", "value": players},
)


def _setup(store: StateStore[CandyState]) -> None:
    """Show the widgets for the printed game or a custom board, the players, the rules, the cards and the simulation."""
    state = store.state
    show_options(
        "On your box or board",
        list(BOARD_LABELS),
        help=_BOARD_HELP,
        format_func=BOARD_LABELS.__getitem__,
        **store.view("board", state.board),
    )
    is_custom = state.board == CUSTOM or bool(state.drafts.keys() - {"state"})
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
    st.markdown("**Cards in the deck**")
    for name, kind in (("singles", "Single"), ("doubles", "Double")):
        with st.container(horizontal=True, gap="small"):
            for (color, word), count in zip(COLORS.items(), getattr(state.rules, name), strict=True):
                view = store.view(f"{name} {color}", count, {"kind": "set", "name": name, "color": color})
                st.number_input(f"{kind} {word}", 0, MAX_COPIES, width=130, **view)
    show_rules(store, state.rules, ["special_copies"])
    st.markdown("**Simulation**")
    st.select_slider("Simulated games", GAMES, **store.view("games", state.games))
    st.number_input("Seed", 0, MAX_SEED, **store.view("seed", state.seed))


def _show_mistake(state: CandyState, name: str) -> None:
    if name in state.mistakes:
        problem(state.mistakes[name])


def _new_game(store: StateStore[CandyState]) -> None:
    event, is_new = {"kind": "new game"}, store.state.is_start
    st.button("New game", key="new_game", disabled=is_new, on_click=store.dispatch, args=(event,))


def turns_view(state: CandyState) -> None:
    """Show the distribution of the number of turns."""
    lengths = solve_lengths(state)
    st.markdown(f"#### {summarize(lengths)}")
    st.markdown("**The chance of each number of turns**")
    show_rows(lambda: pmf_rows({"chance": lengths.turns}), key="pmf_rows", percent=["chance"])
    st.markdown("**The average, the percentiles and the extremes**")
    show_statistics({"these rules": lengths}, key="length_rows")


def spaces_view(state: CandyState) -> None:
    """Show the turns that end on each space."""
    lengths = solve_lengths(state)
    board.show_visits(state.rules, visits_per_game(lengths))
    show_rows(
        lambda: [
            {"space": number, "is": space, "turns that end there": visits}
            for number, (space, visits) in enumerate(
                zip(state.rules.board, visits_per_game(lengths), strict=True), start=1
            )
        ],
        key="visit_rows",
        places={"turns that end there": 3},
    )


def players_view(state: CandyState) -> None:
    """Show the players of a game in progress; of new games, the advantage of the first player and the length by players."""
    if not state.is_start:
        _show_standings(state)
        return
    numbers = [
        players
        for players in range(1, MAX_PLAYERS + 1)
        if is_playable(f"A game of {plural(players, 'player')}", lambda: state.rules, State.start(players))
    ]
    states = [state.new_game(players) for players in numbers]
    lengths_by_players = dict(zip(numbers, solve_all_lengths(states), strict=True))
    wins = {players: list(map(estimate_of, found.seat_wins)) for players, found in lengths_by_players.items()}
    if compared := [state.players] if state.players > 1 else numbers[1:]:
        st.markdown(f"#### {first_player_finding({players: wins[players][0] for players in compared})}")
    if state.players > 1:
        games, seats = sample_size(lengths_by_players[state.players]), enumerate(wins[state.players], start=1)
        Panel(
            seat_bars(list(lengths_by_players[state.players].seat_wins)),
            key="seats_chart",
            alt="Games won: " + ", ".join(f"player {number} {percent(win.value)}" for number, win in seats),
            method=f"{games:,} simulated games, with 95% intervals." if games else "Counted exactly.",
        ).show()
    table(
        [
            {"players": players}
            | (estimate_columns("first player wins", wins[players][0]) if players > 1 else {})
            | {"equal chance": 1 / players}
            | estimate_columns("turns of all players", estimate_of(lengths.mean_turns))
            | estimate_columns("rounds", estimate_of(lengths.mean_rounds))
            for players, lengths in lengths_by_players.items()
        ],
        percent=["first player wins", "equal chance"],
        places={"turns of all players": 2, "rounds": 2},
    )
    st.caption(
        "*Rounds* are the winner's own turns. The game ends when one player reaches the castle. The order of play stays the same "
        "when the deck is shuffled."
    )


def _show_standings(state: CandyState) -> None:
    """Show a row for each player who is not in the castle: the space, the chance of being home next, and the turns needed."""
    on_the_way = state.still_on_the_way
    wins = solve_lengths(state).seat_wins
    alone = solve_all_lengths([state.alone(player) for player in on_the_way])
    table(
        [
            {"player": state.names[player - 1], "space": state.position.spaces[player - 1]}
            | estimate_columns("home next", estimate_of(wins[player - 1]))
            | estimate_columns("own turns needed", estimate_of(lengths.mean_turns))
            for player, lengths in zip(on_the_way, alone, strict=True)
        ],
        percent=["home next"],
        places={"own turns needed": 2},
    )
    st.caption(
        "*Own turns needed*: the average if the player went on alone with the same deck. *New game* compares numbers of players."
    )


def first_player_finding(wins: Mapping[int, Estimate]) -> str:
    """Return the sentence on the first player's advantage, which names the numbers of players with a clear one.

    An effect is clear if it is exact, or if the 95% interval of the chance of winning excludes an equal chance.

    wins: by number of players, the first player's chance of winning.

    >>> from boardodds.probability.estimate import Exact, Proportion
    >>> first_player_finding({2: Exact(0.51), 4: Exact(0.27)})
    'Going first helps with 2 and 4 players: the first of 2 wins 51.0%; an equal chance is 50.0%'
    >>> first_player_finding({4: Proportion(2525, 10_000)})
    'Going first has no clear effect with 4 players: the first of 4 wins 25.3%; an equal chance is 25.0%'
    """
    helps = [players for players, win in wins.items() if win.interval().low > 1 / players]
    hurts = [players for players, win in wins.items() if win.interval().high < 1 / players]
    effect, numbers = ("helps", helps) if helps else ("hurts", hurts) if hurts else ("has no clear effect", list(wins))
    return (
        f"Going first {effect} with {join_words([str(players) for players in numbers])} players: the first of {numbers[0]} wins "
        f"{percent(wins[numbers[0]].value)}; an equal chance is {percent(1 / numbers[0])}"
    )


def method_view(state: CandyState) -> None:
    """Explain how the answer is computed."""
    rules = state.rules
    transitions = transition_table(rules)
    begins = f"dict(players={state.players})"
    if not state.is_start:
        begins = f"dict(state=candy_land.State.parse({str(state.position)!r}))"
    solved = "**begins" if is_solvable(rules, len(state.still_on_the_way)) else "players=1"
    st.markdown(
        f"One table contains every move: {transitions.states - 1:,} positions (the start and "
        f"{plural(len(rules.board), 'space')}) times {plural(len(transitions.cards), 'kind')} of card, which is "
        f"{(transitions.states - 1) * len(transitions.cards):,} moves. The deck has {plural(rules.deck_size, 'card')}. "
        "The simulation, the Markov chain and the board above all use this table."
    )
    st.markdown(
        "**Reshuffled before every draw**: the chance $Q_{ij}$ of going from position $i$ to position $j$ in one turn is the "
        "number of cards that lead there, divided by the number of cards in the deck. A player who misses the next turn has a "
        "position of their own. The expected visits to each position are the start's row of the fundamental matrix $N$, and "
        "their sum is the expected number of turns. The whole distribution comes from following the chances turn by turn:"
    )
    # One formula on each line, since a phone would break a longer line inside a term.
    for line in (r"N = (I - Q)^{-1}", r"E[T] = \sum_j N_{0j}", r"P(T > t) = \sum_j (Q^t)_{0j}"):
        formula(line)
    st.markdown(
        "Players who share spaces do not affect each other. Player $k$ of $n$ wins in their turn $t$, with a chance of $W_k(t)$, "
        "if they reach the castle in that turn, no earlier player has reached it within $t$ turns, and no later player within "
        "$t - 1$:"
    )
    formula(r"W_k(t) = {P(T = t)}\, {P(T > t)^{k-1}}\, {P(T > t - 1)^{n-k}}")
    st.markdown(
        "**With the real deck**, games are simulated, each with a deck of its own that is shuffled when it runs out. The "
        "interval of a mean comes from its standard error, that of a proportion is Wilson's, and that of a percentile lies "
        "between two ranks of the sample. Where possible, rule changes are simulated with the same shuffles, so what both "
        "games have in common cancels."
    )
    st.markdown(
        "**How we read the rules**: the order of play stays the same through a shuffle. The blog post's program derives it from "
        "the number of cards left, and loses it if the number of players does not divide the number of cards. The "
        "colour that frees you from licorice also moves you. A missed turn counts as a turn."
    )
    if rules.occupied_space == NEXT:
        st.markdown(
            "A player whose single or double card leads to an occupied space goes on to the next space of that colour that is "
            "free. Picture spaces and the ends of shortcuts are shared."
        )
    st.markdown(
        "**Sources**: the blog post *Adventures in Candy Land* (Chris Clark, 2021) for board, deck, game and figures; Scheffer's "
        "board for the exact chain; [photographs](https://github.com/mattkram/candy-land) of the box of 2014, and a "
        "[program](https://github.com/williamjacksn/candy-land) with the board and the cards of the Peppermint Pass. Candy Land "
        "is a game by Eleanor Abbott."
    )
    python_panel(
        "import dataclasses\nfrom boardodds import candy_land\n"
        f"rules = {_rules_in_python(rules)}\n"
        f"begins = {begins}\n"
        f"candy_land.simulate(rules, **begins, games={state.games:_}, seed={state.seed}).mean_turns\n"
        f"candy_land.solve_reshuffled(rules, {solved}).mean_turns\n"
        'cases = {"as it is": rules, "no licorice": dataclasses.replace(rules, licorice_rule="off")}\n'
        f"played = candy_land.compare(cases, **begins, games={state.compared_games:_}, seed={state.seed})\n"
        'played.difference("no licorice")'
    )


def _rules_in_python(rules: Rules) -> str:
    """Return the rules as a Python expression: the most similar preset with the fields that differ from it."""
    changes = {name: changed_rules(rules, printed) for name, printed in PRINTED.items()}
    name = min(changes, key=lambda name: len(changes[name]))
    values = ", ".join(f"{field}={getattr(rules, field)!r}" for field in changes[name])
    return f"dataclasses.replace(candy_land.{name.upper()}, {values})" if values else f"candy_land.{name.upper()}"


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    answer=answer,
    prediction=_prediction,
    views={
        "Turns": turns_view,
        "Players": players_view,
        "What if": what_if.what_if_view,
        "Spaces": spaces_view,
        "Method": method_view,
    },
    settings={**what_if.SETTINGS, **_PLAYERS.allowed},
    mistakes=lambda state: list(state.mistakes.values()),
    house_rules=lambda state: state.house_rules,
    setup=_setup,
    board=board.show_board,
    turn=_new_game,
    chart=_chart,
    slider=_PLAYERS,
    history=HISTORY,
)
