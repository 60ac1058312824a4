"""The views of the Candy Land page below its answer, one function each."""

from collections.abc import Callable
from dataclasses import fields, replace

import streamlit as st

from boardodds.candy_land import MODERN, SCHEFFER, SWITCHES, Move, Rules, play
from boardodds.candy_land.board import transition_table
from boardodds.candy_land.rules import CLASSIC, MAX_PLAYERS, REAL, RESHUFFLED
from boardodds.candy_land.simulate import check_playable
from boardodds.candy_land.sources import POST_GAMES
from boardodds.charts import candy_land as charts
from boardodds.charts import common
from boardodds.dashboard.candy_land import rows as tables
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.edits import CandySetup
from boardodds.dashboard.candy_land.rows import Lengths, sample_size
from boardodds.dashboard.candy_land.rule_effects import effects_view, post_view, specials_view
from boardodds.dashboard.ui.data_tables import csv_button, table
from boardodds.dashboard.ui.page_parts import chart, formula, python_panel
from boardodds.dashboard.ui.page_text import escape_markdown, percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, switch, whole_number
from boardodds.dashboard.ui.table_store import setting
from boardodds.probability.estimate import Z95, Proportion, estimate_of

MAX_TURN = 2_000
LINK: Allowed = {
    "within": whole_number(1, 300),
    "changes": one_of(SWITCHES),
    "combine": switch,
    "told": whole_number(0, MAX_SEED),
    "turn": whole_number(0, MAX_TURN),
}


def length_view(setup: CandySetup, lengths: Lengths) -> None:
    """Show the distribution of the number of turns, and the chance that a game ends within a chosen number."""
    pmf, games = lengths.turns, sample_size(lengths)
    chart(
        common.length_lines({"turns": (pmf, games)}),
        key="length_chart",
        alt=f"Chance of each number of turns: on average {pmf.mean:.1f}, "
        f"half of the games within {pmf.quantile(0.5):.0f}, nine in ten within {pmf.quantile(0.9):.0f}.",
    )
    # One figure in each row, because a row of all figures would be wider than the page.
    table([{"of all games": name, "turns": turns} for name, turns in tables.length_row(lengths).items()])
    st.caption(
        ("The band and the brackets hold 95%. " if games else "Exact. ")
        + f"Shortest and longest depend on how many games are played: here of {POST_GAMES:,}, with the range of 95% of such runs."
    )
    within = st.slider("Turns that there is time for", 1, 300, **setting("within", 40))
    chance = pmf.at_most(within)
    chance_text = str(Proportion(round(chance * games), games)) if games else percent(chance, 2)
    st.markdown(f"**The game is over within {within} turns {chance_text} of the time.**")
    left, right = st.columns(2)
    with left:
        csv_button(
            "Lengths as CSV", lambda: tables.pmf_columns({"chance": pmf}), file_name="turns.csv", key="turns_csv"
        )
    with right:
        csv_button(
            "Visits as CSV",
            lambda: tables.visit_columns(setup.rules, lengths),
            file_name="visits.csv",
            key="visits_csv",
        )


def players_view(setup: CandySetup, lengths: Lengths) -> None:
    """Show the advantage of the first player, and the length of a game by the number of players."""
    lengths_by_players = {
        players: tables.solve_lengths(replace(setup, players=players)) for players in _playable_numbers(setup)
    }
    rows = tables.players_rows(lengths_by_players)
    if setup.players > 1:
        wins = [win if isinstance(win, float) else win.value for win in lengths.seat_wins]
        st.markdown(
            f"**Whoever begins wins {estimate_of(lengths.seat_wins[0]):.3%}** of the games of {setup.players}; a fair "
            f"share is {1 / setup.players:.1%}."
        )
        chart(
            common.seat_bars(list(lengths.seat_wins)),
            key="seats_chart",
            alt="Share of games won by seat: " + ", ".join(f"{win:.1%}" for win in wins),
        )
    else:
        st.markdown("Alone there is nobody to beat: choose more players above to see what it is worth to begin.")
    table(rows, percent=["fair share"])
    st.caption(
        "A round is a turn of everybody; the game is over when the first is home, so more players make fewer rounds. Turn order "
        "stays fixed when the deck is shuffled again."
    )
    csv_button("Players as CSV", lambda: rows, file_name="players.csv", key="players_csv")


def _playable_numbers(setup: CandySetup) -> list[int]:
    """Return the numbers of players with which a game can end, and show why it can't with the others."""
    numbers = []
    for players in range(1, MAX_PLAYERS + 1):
        try:
            check_playable(setup.rules, players)
        except ValueError as error:
            st.caption(f"Not for {players}: {escape_markdown(str(error))}.")
        else:
            numbers.append(players)
    return numbers


def deck_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Compare the real deck with one that is reshuffled before every draw."""
    try:
        real = solvers.sample(replace(setup.rules, deck=REAL), setup.players, setup.games, setup.seed)
        exact = solvers.reshuffled_odds(replace(setup.rules, deck=RESHUFFLED), setup.players)
    except ValueError as error:
        st.markdown(f"There is one of the two decks alone to play with: {escape_markdown(str(error))}.")
        return
    difference, half_width = real.mean_turns.value - exact.mean_turns, Z95 * real.mean_turns.standard_error
    distance = abs(difference)
    st.markdown(
        f"**The real deck makes a game {distance:.2f} turns {'shorter' if difference < 0 else 'longer'}** (95% CI "
        f"{distance - half_width:.2f} to {distance + half_width:.2f}): {real.mean_turns} against exactly "
        f"{exact.mean_turns:.4f} where the deck is reshuffled before every draw."
    )
    lines = {"real deck": (real.turns, real.games), "reshuffled before every draw": (exact.turns, None)}
    chart(
        common.length_lines(lines),
        key="deck_chart",
        alt=", ".join(f"{name}: on average {pmf.mean:.2f} turns" for name, (pmf, _) in lines.items()),
    )
    st.markdown(
        "A deck that is used up deals every special once before any comes again, and all the colours in turn. Reshuffled "
        "before every draw, the same card may come twice running, and a colour that would free you may not come for a "
        "long time: the mean is longer and so is the tail. That game forgets everything but where you stand, which makes "
        "it a Markov chain with an exact answer; the real deck would need every way of using it up as a state of its own."
    )
    lengths_by_deck: dict[str, Lengths] = {"real deck": real, "reshuffled before every draw": exact}
    table(tables.length_rows(lengths_by_deck))
    csv_button(
        "Both as CSV",
        lambda: tables.pmf_columns({name: lengths.turns for name, lengths in lengths_by_deck.items()}),
        file_name="decks.csv",
        key="decks_csv",
    )


def game_view(setup: CandySetup, lengths: Lengths) -> None:
    """Show one game on the board, up to a chosen turn."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of the game", 0, MAX_SEED, **setting("told", 7)))
    moves = play(setup.rules, setup.players, seed)
    with right:
        turn = _choose_turn(len(moves))
    st.markdown(f"**{moves[turn - 1] if turn else 'Everybody stands before the board.'}**")
    tokens: list[int | None] = [-1] * setup.players
    for move in moves[:turn]:
        tokens[move.player - 1] = move.space
    token_places = ", ".join(f"player {n} on {_place_name(token)}" for n, token in enumerate(tokens, start=1))
    chart(
        charts.board(setup.rules, tables.visits_per_game(lengths), tokens),
        key="game_board",
        alt=f"The board after turn {turn}: {token_places}.",
    )
    tracks = [_track(moves, player, len(setup.rules.board)) for player in range(1, setup.players + 1)]
    chart(
        charts.game_lines(tracks, turn, len(setup.rules.board)),
        key="game_chart",
        alt=f"Where each player stands over the {len(moves)} turns of this game; player {moves[-1].player} wins.",
    )
    rows = tables.move_rows(moves)
    with st.expander("The game, told"):
        st.markdown("\n".join(f"1. {str(move).partition(': ')[2]}" for move in moves))
    csv_button("The game as CSV", lambda: rows, file_name="game.csv", key="game_csv")


def _choose_turn(turns: int) -> int:
    """Let the visitor choose a turn of a game, and return its number, or 0 for the start.

    A field and a slider show the same setting. After the end of the game they show its last turn.
    """
    st.number_input(f"After turn (of {turns})", 0, MAX_TURN, **setting("turn", 0))
    # Streamlit moves a slider whose range changes, so games of different lengths have different sliders.
    view = setting("turn", 0, adapt=lambda turn: min(turn, turns), widget=f"slide over {turns}")
    return int(st.slider("Replay", 0, turns, **view))


def _place_name(token: int | None) -> str:
    return "home" if token is None else "the start" if token < 0 else str(token + 1)


def _track(moves: list[Move], player: int, spaces: int) -> list[int]:
    """Return the space of a player before the first turn and after each turn.

    Spaces are counted from 1. The start is 0, and the castle is ``spaces`` + 1.
    """
    track = [0]
    for move in moves:
        space = track[-1]
        if move.player == player:
            space = spaces + 1 if move.space is None else move.space + 1
        track.append(space)
    return track


def how_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Explain how the answer is computed."""
    transitions = transition_table(setup.rules)
    st.markdown(
        f"One table holds the game: {transitions.states - 1:,} places to stand (the start and {len(setup.rules.board)} spaces) "
        f"by {len(transitions.cards)} kinds of card, so {(transitions.states - 1) * len(transitions.cards):,} moves. "
        f"The deck has {setup.rules.deck_size} cards. The games that are played, the chain and the "
        "game that is told all go by that table."
    )
    st.markdown(
        "**Reshuffled before every draw**, the chance $Q_{ij}$ to go from one place to another in a turn is the share of the "
        "cards that lead there. The expected visits to each place are the start's row of the fundamental matrix, the expected "
        "turns are their sum, and the whole distribution comes from following the chances turn by turn until nothing is left:"
    )
    formula(r"N = (I - Q)^{-1}, \qquad E[T] = \sum_j N_{0j}, \qquad P(T > t) = \sum_j (Q^t)_{0j}")
    st.markdown(
        "Players do not touch each other, so with several of them seat $k$ is first home in its turn $t$ if it then arrives, the "
        "seats before it have not within $t$ turns, nor those after it within $t - 1$:"
    )
    formula(r"P(\text{seat } k, t) = P(T = t)\, P(T > t)^{k-1}\, P(T > t - 1)^{n-k}")
    st.markdown(
        "**With the real deck** the games are played: thousands at once, each with a deck of its own, shuffled again "
        "when it runs out. A mean has the interval of its standard error, a share Wilson's, a quantile that of the "
        "ranks between which it lies. A change of rules is played on the same cards where it can be: what both games "
        "have in common then cancels."
    )
    st.markdown(
        "**Readings**: after a reshuffle the turn order goes on as before, whereas the post's own count of cards left loses it "
        "when the players do not divide the deck. The colour that frees you from licorice moves you too.\n\n"
        "**Sources**: *Adventures in Candy Land* (Chris Clark, 2021) for board, deck, game and figures; Scheffer's board for "
        "the exact chain. Candy Land is a game by Eleanor Abbott."
    )
    python_panel(
        "import dataclasses\nfrom boardodds import candy_land\n"
        f"rules = {_rules_in_python(setup.rules)}\n"
        f"candy_land.simulate(rules, players={setup.players}, games={setup.games:_}, seed={setup.seed}).mean_turns\n"
        f"candy_land.solve_reshuffled(rules, players={setup.players}).mean_turns\n"
        'cases = {"as it is": rules, "no licorice": candy_land.switched(rules, ["no licorice"])}\n'
        f"played = candy_land.compare(cases, players={setup.players}, games={setup.compared_games:_}, seed={setup.seed})\n"
        'played.difference("no licorice")'
    )


def _rules_in_python(rules: Rules) -> str:
    """Return the rules as a Python expression: the most similar preset with the fields that differ from it."""
    presets = {"CLASSIC": CLASSIC, "SCHEFFER": SCHEFFER, "MODERN": MODERN}
    differences = {
        name: [field.name for field in fields(Rules) if getattr(rules, field.name) != getattr(preset, field.name)]
        for name, preset in presets.items()
    }
    name = min(differences, key=lambda name: len(differences[name]))
    if not differences[name]:
        return f"candy_land.{name}"
    changes = ", ".join(f"{field}={getattr(rules, field)!r}" for field in differences[name])
    return f"dataclasses.replace(candy_land.{name}, {changes})"


VIEWS: dict[str, Callable[[CandySetup, Lengths], None]] = {
    "How long": length_view,
    "What rules cost": effects_view,
    "The post": post_view,
    "No specials": specials_view,
    "Players": players_view,
    "The deck": deck_view,
    "One game": game_view,
    "How": how_view,
}
