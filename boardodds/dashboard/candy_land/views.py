"""The views of the Candy Land page below its answer, one function each."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial

import streamlit as st

from boardodds.candy_land import BOX_2014, BOX_PEPPERMINT_PASS, SCHEFFER, Move, Rules, play
from boardodds.candy_land.board import transition_table
from boardodds.candy_land.chain import is_solvable
from boardodds.candy_land.rules import CLASSIC, MAX_PLAYERS, NEXT, REAL, RESHUFFLED, STUCK
from boardodds.candy_land.simulate import check_playable
from boardodds.charts import candy_land as charts
from boardodds.charts.lengths import length_bins
from boardodds.charts.wins import seat_bars
from boardodds.dashboard.candy_land import rows as tables
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.board_picture import show_board
from boardodds.dashboard.candy_land.edits import CandySetup
from boardodds.dashboard.candy_land.labels import CHANGES
from boardodds.dashboard.candy_land.rows import Lengths, sample_size
from boardodds.dashboard.candy_land.rule_effects import effects_view, show_lengths, specials_view
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_parts import all_figures, chart, formula, python_panel
from boardodds.dashboard.ui.page_text import escape_markdown, join_words, percent
from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, switch, whole_number
from boardodds.dashboard.ui.table_store import setting
from boardodds.probability.estimate import Z95, Interval, Proportion
from boardodds.probability.wording import plural

MAX_TURN, MAX_WITHIN = 2_000, 300
# The width of a table with two short columns, in pixels.
_NARROW = 480
_RESHUFFLED = "reshuffled before every draw"
_GOING_ON = (
    " A player whose single or double card leads to an occupied space goes on to the next space of that colour that is free. "
    "Picture spaces and the ends of shortcuts are shared."
)
LINK: Allowed = {
    "within": whole_number(1, MAX_WITHIN),
    "changes": one_of(CHANGES),
    "combine": switch,
    "told": whole_number(0, MAX_SEED),
    "turn": whole_number(0, MAX_TURN),
}


def length_view(setup: CandySetup, lengths: Lengths) -> None:
    """Show the distribution of the number of turns."""
    pmf, games = lengths.turns, sample_size(lengths)
    chart(
        length_bins({"turns": (pmf, games)}),
        key="length_chart",
        alt=f"Chance of each number of turns. Mean {pmf.mean:.2f}, median {pmf.quantile(0.5):.0f}, "
        f"90th percentile {pmf.quantile(0.9):.0f}.",
        finding=tables.summarize(lengths),
        method=f"Proportion of {games:,} simulated games, with 95% intervals."
        if games
        else "Chances, counted exactly.",
    )
    all_figures(partial(_show_lengths, setup, lengths), key="length_figures")


def _show_lengths(setup: CandySetup, lengths: Lengths) -> None:
    show_lengths({"these rules": lengths})
    table(tables.pmf_rows({"chance": lengths.turns}), percent=["chance"])
    table(tables.visit_rows(setup.rules, lengths), places={"turns that end there": 3})


def players_view(setup: CandySetup, lengths: Lengths) -> None:
    """Show the advantage of the first player, and the length of a game by the number of players."""
    lengths_by_players = {
        players: tables.solve_lengths(replace(setup, players=players)) for players in _playable_numbers(setup)
    }
    if setup.players > 1:
        wins = [_value(win) for win in lengths.seat_wins]
        games = sample_size(lengths)
        chart(
            seat_bars(list(lengths.seat_wins)),
            key="seats_chart",
            alt="Games won: "
            + ", ".join(f"player {number} {percent(win)}" for number, win in enumerate(wins, start=1)),
            finding=first_player_finding({setup.players: lengths.seat_wins[0]}),
            method=f"{games:,} simulated games, with 95% intervals." if games else "Counted exactly.",
        )
    else:
        wins_by_players = {
            players: result.seat_wins[0] for players, result in lengths_by_players.items() if players > 1
        }
        if wins_by_players:
            st.markdown(f"#### {first_player_finding(wins_by_players)}")
    places = {"turns of all players": 2, "rounds": 2}
    table(tables.players_rows(lengths_by_players), percent=["first player wins", "equal chance"], places=places)
    st.caption(
        "*Rounds* are the winner's own turns. The game ends when one player reaches the castle. The order of play stays the same "
        "when the deck is shuffled."
    )


def first_player_finding(wins: Mapping[int, Proportion | float]) -> str:
    """Return the sentence on the first player's advantage, which names the numbers of players with a clear one.

    An effect is clear if it is exact, or if the 95% interval of the chance of winning excludes an equal chance.

    wins: by number of players, the first player's chance of winning.

    >>> first_player_finding({2: 0.51, 4: 0.27})
    'Going first helps with 2 and 4 players: the first of 2 wins 51.0%; an equal chance is 50.0%'
    >>> first_player_finding({4: Proportion(2525, 10_000)})
    'Going first has no clear effect with 4 players: the first of 4 wins 25.3% (95% CI 24.4% to 26.1%); an equal chance is 25.0%'
    """
    chances = {
        players: win.interval() if isinstance(win, Proportion) else Interval(win, win, 0.95)
        for players, win in wins.items()
    }
    helps = [players for players, chance in chances.items() if chance.low > 1 / players]
    hurts = [players for players, chance in chances.items() if chance.high < 1 / players]
    effect, numbers = ("helps", helps) if helps else ("hurts", hurts) if hurts else ("has no clear effect", list(wins))
    return (
        f"Going first {effect} with {join_words([str(players) for players in numbers])} players: the first of {numbers[0]} wins "
        f"{_win_text(wins[numbers[0]])}; an equal chance is {percent(1 / numbers[0])}"
    )


def _value(win: Proportion | float) -> float:
    return win if isinstance(win, float) else win.value


def _win_text(win: Proportion | float) -> str:
    """Return a chance of winning, with its 95% interval if it is simulated.

    >>> _win_text(0.25), _win_text(Proportion(2525, 10_000))
    ('25.0%', '25.3% (95% CI 24.4% to 26.1%)')
    """
    if isinstance(win, float):
        return percent(win)
    interval = win.interval()
    return f"{percent(win.value)} (95% CI {percent(interval.low)} to {percent(interval.high)})"


def _playable_numbers(setup: CandySetup) -> list[int]:
    """Return the numbers of players with which a game can end, and show why it can't with the others."""
    numbers = []
    for players in range(1, MAX_PLAYERS + 1):
        try:
            check_playable(setup.rules, players)
        except ValueError as error:
            st.caption(f"Not possible with {plural(players, 'player')}: {escape_markdown(str(error))}.")
        else:
            numbers.append(players)
    return numbers


def deck_view(setup: CandySetup, _lengths: Lengths) -> None:
    """Compare the real deck with one that is reshuffled before every draw."""
    if not is_solvable(setup.rules, setup.players):
        st.markdown(
            "The two decks can't be compared: players who go on from each other's spaces don't move independently, so there is "
            "no exact answer. Choose one player or, under *Set up*, shared spaces."
        )
        return
    try:
        real = solvers.sample(replace(setup.rules, deck=REAL), setup.players, setup.games, setup.seed)
        exact = solvers.reshuffled_odds(replace(setup.rules, deck=RESHUFFLED), setup.players)
    except ValueError as error:
        st.markdown(f"The two decks can't be compared: {escape_markdown(str(error))}.")
        return
    difference, half_width = real.mean_turns.value - exact.mean_turns, Z95 * real.mean_turns.standard_error
    lines = {_RESHUFFLED: (exact.turns, None), "real deck": (real.turns, real.games)}
    chart(
        length_bins(lines, base=_RESHUFFLED),
        key="deck_chart",
        alt="Lengths of games. "
        + ", ".join(f"{name}: {pmf.mean:.2f} turns on average" for name, (pmf, _) in lines.items()),
        finding=_summarize_difference(difference, half_width),
        method=f"Points: the real deck, {real.games:,} simulated games, with 95% intervals. In grey: a deck that is reshuffled "
        "before every draw, counted exactly.",
    )
    st.markdown(
        f"With the real deck, a game takes {tables.mean_text(real)}. With a deck that is reshuffled before every draw, it takes "
        f"{tables.mean_text(exact)}, an exact figure."
    )
    wait = " A player who is stuck on licorice can wait longer for its colour." if _can_be_stuck(setup.rules) else ""
    st.markdown(
        "The real deck deals each of its cards once before it is shuffled again. If it is reshuffled before every draw, the same "
        f"card can come twice in a row.{wait} The next turn then depends only on where the players are and who misses a turn. So "
        "the game is a Markov chain with few states, which has an exact answer. The game with the real deck is a Markov chain "
        "too, but its states contain the cards left, and there are too many sets of them."
    )
    lengths_by_deck: dict[str, Lengths] = {"real deck": real, _RESHUFFLED: exact}

    def figures() -> None:
        show_lengths(lengths_by_deck)
        pmfs = {name: lengths.turns for name, lengths in lengths_by_deck.items()}
        table(tables.pmf_rows(pmfs), percent=list(pmfs))

    all_figures(figures, key="deck_figures")


def _summarize_difference(difference: float, half_width: float) -> str:
    """Return the sentence on the effect of the real deck, which gives a direction only if the 95% interval does.

    difference: the mean turns with the real deck minus those with the reshuffled deck.
    half_width: half the width of its interval.

    >>> _summarize_difference(-0.5, 0.2)
    'The real deck makes games 0.5 turns shorter on average (95% CI 0.3 to 0.7)'
    >>> _summarize_difference(0.1, 0.2)
    'No clear difference between the decks: +0.1 turns with the real deck (95% CI -0.1 to +0.3)'
    """
    if abs(difference) <= half_width:
        return (
            f"No clear difference between the decks: {difference:+.1f} turns with the real deck (95% CI "
            f"{difference - half_width:+.1f} to {difference + half_width:+.1f})"
        )
    distance = abs(difference)
    return (
        f"The real deck makes games {distance:.1f} turns {'shorter' if difference < 0 else 'longer'} on average (95% CI "
        f"{distance - half_width:.1f} to {distance + half_width:.1f})"
    )


def _can_be_stuck(rules: Rules) -> bool:
    return bool(rules.licorice) and rules.licorice_rule == STUCK


def game_view(setup: CandySetup, lengths: Lengths) -> None:
    """Show one game on the board, up to a chosen turn."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of this game", 0, MAX_SEED, **setting("told", 7)))
    moves = play(setup.rules, players=setup.players, seed=seed)
    with right:
        turn = _choose_turn(len(moves))
    st.markdown(f"#### {moves[turn - 1] if turn else 'Before the first turn'}")
    tokens: list[int | None] = [-1] * setup.players
    for move in moves[:turn]:
        tokens[move.player - 1] = move.space
    token_places = ", ".join(f"player {n} {_place_name(token)}" for n, token in enumerate(tokens, start=1))
    board, course = st.columns(2, gap="medium")
    with board:
        alt = f"The board after turn {turn}: {token_places}."
        show_board(setup.rules, tables.visits_per_game(lengths), alt=alt, tokens=tokens)
    with course:
        tracks = [_track(moves, player, len(setup.rules.board)) for player in range(1, setup.players + 1)]
        chart(
            charts.game_lines(tracks, turn, len(setup.rules.board)),
            key="game_chart",
            alt=f"Space of each player over the {len(moves)} turns of this game. Player {moves[-1].player} wins.",
            method="The space of each player after every turn of this game.",
        )
    with st.expander("Every turn in words"):
        st.markdown("\n".join(f"1. {str(move).partition(': ')[2]}" for move in moves))
    all_figures(lambda: table(tables.move_rows(moves)), key="game_figures")


def _choose_turn(turns: int) -> int:
    """Let the visitor choose a turn of a game, and return its number, or 0 for the start; the last turn for a later one."""
    return min(int(st.number_input(f"After turn (of {turns})", 0, MAX_TURN, **setting("turn", 0))), turns)


def _place_name(token: int | None) -> str:
    return "in the castle" if token is None else "at the start" if token < 0 else f"on space {token + 1}"


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
    solved_players = setup.players if is_solvable(setup.rules, setup.players) else 1
    st.markdown(
        f"One table contains every move: {transitions.states - 1:,} positions (the start and "
        f"{plural(len(setup.rules.board), 'space')}) times {plural(len(transitions.cards), 'kind')} of card, which is "
        f"{(transitions.states - 1) * len(transitions.cards):,} moves. The deck has {plural(setup.rules.deck_size, 'card')}. "
        "The simulation, the Markov chain and the game in *One game* all use this table."
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
        "the number of cards left, and loses it if the number of players does not divide the number of cards. The colour that "
        "frees you from licorice also moves you. A missed turn counts as a turn."
        + (_GOING_ON if setup.rules.occupied_space == NEXT else "")
        + "\n\n"
        "**Sources**: the blog post *Adventures in Candy Land* (Chris Clark, 2021) for board, deck, game and figures; Scheffer's "
        "board for the exact chain; [photographs](https://github.com/mattkram/candy-land) of the box of 2014, and a "
        "[program](https://github.com/williamjacksn/candy-land) with the board and the cards of the Peppermint Pass. Candy Land "
        "is a game by Eleanor Abbott."
    )
    python_panel(
        "import dataclasses\nfrom boardodds import candy_land\n"
        f"rules = {_rules_in_python(setup.rules)}\n"
        f"candy_land.simulate(rules, players={setup.players}, games={setup.games:_}, seed={setup.seed}).mean_turns\n"
        f"candy_land.solve_reshuffled(rules, players={solved_players}).mean_turns\n"
        'cases = {"as it is": rules, "no licorice": candy_land.switched(rules, ["no licorice"])}\n'
        f"played = candy_land.compare(cases, players={setup.players}, games={setup.compared_games:_}, seed={setup.seed})\n"
        'played.difference("no licorice")'
    )


def _rules_in_python(rules: Rules) -> str:
    """Return the rules as a Python expression: the most similar preset with the fields that differ from it."""
    presets = {
        "CLASSIC": CLASSIC,
        "SCHEFFER": SCHEFFER,
        "BOX_2014": BOX_2014,
        "BOX_PEPPERMINT_PASS": BOX_PEPPERMINT_PASS,
    }
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
    "Length": length_view,
    "Rule changes": effects_view,
    "Picture cards": specials_view,
    "Players": players_view,
    "Deck": deck_view,
    "One game": game_view,
    "How": how_view,
}
