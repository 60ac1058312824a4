"""The views of the Candy Land page below its answer, one function each."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace

import streamlit as st

from boardodds.candy_land import (
    MODERN,
    SCHEFFER,
    SWITCHES,
    Move,
    Rules,
    all_combinations,
    fair_shares,
    play,
    switched,
)
from boardodds.candy_land.board import table as transition_table
from boardodds.candy_land.compare import (
    AS_IT_IS,
    NO_BACKWARD,
    NO_LICORICE,
    NO_SHORTCUTS,
    NO_SPECIALS,
    SPECIAL_CARDS_OFF,
)
from boardodds.candy_land.published import IMPACT, POST_GAMES
from boardodds.candy_land.rules import CLASSIC, MAX_PLAYERS, REAL, RESHUFFLED
from boardodds.candy_land.simulate import check_playable
from boardodds.charts import candy_land as charts
from boardodds.dashboard import candy_tables as tables
from boardodds.dashboard import solvers
from boardodds.dashboard.candy_table import Table
from boardodds.dashboard.candy_tables import Lengths, games_of
from boardodds.dashboard.link import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.parts import chart, csv_button, formula, percent, plain, python_panel, table
from boardodds.estimate import Z95, Proportion

MAX_TURN = 2_000
THREE = (NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS)
_MOST_COMBINED = 5
LINK: Allowed = {
    "within": whole_number(1, 300),
    "changes": one_of(SWITCHES),
    "combine": one_of(["true", "false"]),
    "told": whole_number(0, MAX_SEED),
    "turn": whole_number(0, MAX_TURN),
}


def length_view(on: Table, found: Lengths) -> None:
    """How long games are, and whether there is time for one."""
    pmf, games = found.turns, games_of(found)
    chart(
        charts.length_lines({"turns": (pmf, games)}),
        key="length_chart",
        alt=f"Chance of each number of turns: on average {pmf.mean:.1f}, "
        f"half of the games within {pmf.quantile(0.5):.0f}, nine in ten within {pmf.quantile(0.9):.0f}.",
    )
    table(tables.length_rows({"these rules": found}))
    st.caption(
        ("The band and the brackets hold 95%. " if games else "Exact. ")
        + f"Shortest and longest depend on how many games are played: here of {POST_GAMES:,}, with the range of 95% of such runs."
    )
    within = st.slider("Turns that there is time for", 1, 300, 40, key="within", bind="query-params")
    over = pmf.at_most(within)
    said = str(Proportion(round(over * games), games)) if games else percent(over, 2)
    st.markdown(f"**The game is over within {within} turns {said} of the time.**")
    left, right = st.columns(2)
    with left:
        csv_button(
            "Lengths as CSV", lambda: tables.pmf_columns({"chance": pmf}), file_name="turns.csv", key="turns_csv"
        )
    with right:
        csv_button(
            "Visits as CSV", lambda: tables.visit_columns(on.rules, found), file_name="visits.csv", key="visits_csv"
        )


def costs_view(on: Table, _found: Lengths) -> None:
    """What each rule costs: the rules as they are and with each change, on the same cards."""
    chosen = st.pills(
        "Changes",
        list(SWITCHES),
        selection_mode="multi",
        default=list(THREE),
        key="changes",
        bind="query-params",
        persist_state="page",
    )
    possible = _possible(on.rules, on.players, [name for name in SWITCHES if name in chosen])
    names = [name for name in possible if switched(on.rules, [name]) != on.rules]
    for name in possible:
        if name not in names:
            st.caption(f"*{name}*: so it is already.")
    if not names:
        st.markdown("Choose a change.")
        return
    combine = st.toggle("All combinations of them", key="combine", bind="query-params")
    if combine and (clash := _clash(names)):
        st.markdown(f"These turn the same rule, so they can't be combined: {clash}.")
        combine = False
    if combine and len(names) > _MOST_COMBINED:
        st.markdown(f"At most {_MOST_COMBINED} changes are combined, which is {2**_MOST_COMBINED} games: choose fewer.")
        combine = False
    try:
        cases = all_combinations(on.rules, names) if combine else one_by_one(on.rules, names)
        played = solvers.candy_comparison(tuple(cases.items()), on.players, on.compared_games, on.seed)
    except ValueError as error:
        st.markdown(f"Not all of these can be combined here: {plain(str(error))}.")
        return
    impacts = {name: played.difference(name) for name in cases if name != AS_IT_IS}
    chart(
        charts.impact_bars(impacts),
        key="impact_chart",
        alt="Turns added: " + ", ".join(f"{name} {impact.value:+.2f}" for name, impact in impacts.items()),
    )
    rows = tables.impact_rows(played, list(impacts))
    table(rows, places=dict.fromkeys(["SE", "SE if played apart"], 3))
    st.caption(
        f"{on.compared_games:,} games each. Where decks hold the same cards, or lack some kinds of them, all are played on the "
        "same shuffles: the standard error of the difference beside the one that games played apart would leave."
    )
    if combine:
        st.markdown("**What each change does depends on what else is changed:**")
        table(tables.share_rows(played, fair_shares(names)))
        st.caption(
            "The average over all orders of making the changes is Shapley's value; unlike the others, these add up to the "
            "difference of all changes together."
        )
    shown = [AS_IT_IS, *names]
    lines = {name: (played.samples[name].turns, on.compared_games) for name in shown}
    chart(
        charts.length_lines(lines),
        key="overlaid_chart",
        alt="Lengths overlaid: "
        + ", ".join(f"{name} on average {pmf.mean:.1f} turns" for name, (pmf, _) in lines.items()),
    )
    table(tables.length_rows(played.samples))
    csv_button("Changes as CSV", lambda: rows, file_name="changes.csv", key="changes_csv")


def _possible(rules: Rules, players: int, names: Sequence[str]) -> list[str]:
    """The changes that can be made and leave a game that ends; says why the others can't."""
    possible = []
    for name in names:
        try:
            check_playable(switched(rules, [name]), players)
        except ValueError as error:
            st.caption(f"*{name}* can't be here: {plain(str(error))}.")
        else:
            possible.append(name)
    return possible


def one_by_one(rules: Rules, names: Sequence[str]) -> dict[str, Rules]:
    return {AS_IT_IS: rules} | {name: switched(rules, [name]) for name in names}


def _clash(names: list[str]) -> str:
    """The names of changes that turn the same field."""
    fields = [field for name in names for field in SWITCHES[name]]
    return ", ".join(name for name in names if any(fields.count(field) > 1 for field in SWITCHES[name]))


def post_view(on: Table, _found: Lengths) -> None:
    """The post's table, recomputed under its own rules."""
    played = solvers.candy_comparison(tuple(one_by_one(CLASSIC, THREE).items()), 1, on.post_games, on.seed)
    rows = tables.post_rows(played)
    st.markdown(
        f"The post played {POST_GAMES:,} games of one player for each row; ours are {on.post_games:,}. **The largest "
        f"difference of the means is {max(abs(row['z']) for row in rows):.1f} standard errors** of both together."
    )
    table(rows)
    st.caption(
        "Beside our means their 95% intervals; usual is what 95% of runs of as many games have as their shortest and longest: "
        "extremes say as much about the number of games as about the game."
    )
    st.markdown("**What each part adds**, as the post has it and with an interval:")
    impacts = {name: played.contrast({AS_IT_IS: 1, name: -1}) for name in THREE}
    st.markdown(
        "\n".join(
            f"- {name.removeprefix('no ')}: {IMPACT[name]:+.2f} turns in the post, **{impact.value:+.2f}** here "
            f"(95% CI {impact.interval().low:+.2f} to {impact.interval().high:+.2f})"
            for name, impact in impacts.items()
        )
    )
    csv_button("The post's table as CSV", lambda: rows, file_name="post.csv", key="post_csv")


def specials_view(on: Table, _found: Lengths) -> None:
    """Both readings of "no specials", and what becomes of the post's surprise."""
    try:
        rules = replace(on.rules, specials="on")
        check_playable(rules, on.players)
    except ValueError as error:
        st.markdown(f"With its specials this board can't be: {plain(str(error))}.")
        return
    if not rules.special_cards:
        st.markdown("This game has no specials.")
        return
    names = _possible(rules, on.players, [NO_SPECIALS, SPECIAL_CARDS_OFF, NO_BACKWARD])
    if not names:
        return
    cases = one_by_one(rules, names)
    played = solvers.candy_comparison(tuple(cases.items()), on.players, on.compared_games, on.seed)
    adds = {name: played.contrast({AS_IT_IS: 1, name: -1}) for name in names}
    hurt = [name for name, add in adds.items() if add.interval().low > 0]
    st.markdown(
        f"The post's surprise was that the specials, which look like gifts, make games longer. **{_surprise(names, hurt)}**"
    )
    words = {
        NO_SPECIALS: "cards and spaces are taken away, as in the post. The board is shorter by so many spaces, every later space "
        "moves up, and licorice and shortcuts stay on their numbers, so they lie under other colours",
        SPECIAL_CARDS_OFF: "the cards are taken out of the deck and the board is left alone. Only the cards' effect is gone",
        NO_BACKWARD: "the cards stay, but one that leads back is ignored. What is left is the gift alone",
    }
    st.markdown(
        "\n".join(
            f"- **{name}**: {words[name]}. {played.samples[name].mean_turns} turns: the specials add **{adds[name].value:+.2f}** "
            f"(95% CI {adds[name].interval().low:+.2f} to {adds[name].interval().high:+.2f})."
            for name in names
        )
    )
    lines = {name: (played.samples[name].turns, on.compared_games) for name in [AS_IT_IS, *names]}
    chart(
        charts.length_lines(lines),
        key="specials_chart",
        alt="Lengths overlaid: "
        + ", ".join(f"{name} on average {pmf.mean:.1f} turns" for name, (pmf, _) in lines.items()),
    )
    if NO_SPECIALS in names:
        apart = played.contrast({SPECIAL_CARDS_OFF: 1, NO_SPECIALS: -1})
        ci = apart.interval()
        st.markdown(
            f"The two readings of *no specials* lie **{apart.value:+.2f} turns** apart (95% CI {ci.low:+.2f} to "
            f"{ci.high:+.2f}): that much is the board, not the cards. {_why(hurt=NO_SPECIALS in hurt, players=on.players)}"
        )
    rows = tables.length_rows(played.samples)
    table(rows)
    csv_button("Readings as CSV", lambda: rows, file_name="specials.csv", key="specials_csv")


def _why(*, hurt: bool, players: int) -> str:
    """Why specials make games longer, or with several players may not."""
    if not hurt and players > 1:
        return (
            "With several players the game is over when the first is home, so one who is lucky is enough: a special that "
            "throws somebody far ahead ends it sooner, and whom it throws back does not hold the others up."
        )
    return (
        "The special that leads furthest back is dealt to someone far ahead as often as to someone who has just begun, and "
        "there is more to lose than to gain: with *no backward moves* only the gain is left."
    )


def _surprise(names: list[str], hurt: list[str]) -> str:
    if len(hurt) == len(names):
        return "Here they do so under every reading."
    if not hurt:
        return "Here they do so under no reading."
    return f"Here they do so set beside {' and '.join(hurt)}, and not beside {' and '.join(n for n in names if n not in hurt)}."


def players_view(on: Table, found: Lengths) -> None:
    """More players, and what it is worth to begin."""
    by_players = {each: tables.lengths(replace(on, players=each)) for each in _playable_numbers(on)}
    rows = tables.players_rows(by_players)
    if on.players > 1:
        shares = [win if isinstance(win, float) else win.value for win in found.seat_wins]
        st.markdown(
            f"**Whoever begins wins {tables.seat_in_words(found.seat_wins[0])}** of the games of {on.players}; a fair "
            f"share is {1 / on.players:.1%}."
        )
        chart(
            charts.seat_bars(list(found.seat_wins)),
            key="seats_chart",
            alt="Share of games won by seat: " + ", ".join(f"{share:.1%}" for share in shares),
        )
    else:
        st.markdown("Alone there is nobody to beat: choose more players above to see what it is worth to begin.")
    table(rows, percent=["fair share"])
    st.caption(
        "A round is a turn of everybody; the game is over when the first is home, so more players make fewer rounds. Turn order "
        "stays fixed when the deck is shuffled again."
    )
    csv_button("Players as CSV", lambda: rows, file_name="players.csv", key="players_csv")


def _playable_numbers(on: Table) -> list[int]:
    """The numbers of players whose game ends; says why that of others does not."""
    numbers = []
    for players in range(1, MAX_PLAYERS + 1):
        try:
            check_playable(on.rules, players)
        except ValueError as error:
            st.caption(f"Not for {players}: {plain(str(error))}.")
        else:
            numbers.append(players)
    return numbers


def deck_view(on: Table, _found: Lengths) -> None:
    """The real deck beside one that is reshuffled before every draw."""
    try:
        real = solvers.candy_sample(replace(on.rules, deck=REAL), on.players, on.games, on.seed)
        exact = solvers.candy_odds(replace(on.rules, deck=RESHUFFLED), on.players)
    except ValueError as error:
        st.markdown(f"There is one of the two decks alone to play with: {plain(str(error))}.")
        return
    gap, half = real.mean_turns.value - exact.mean, Z95 * real.mean_turns.standard_error
    by = abs(gap)
    st.markdown(
        f"**The real deck makes a game {by:.2f} turns {'shorter' if gap < 0 else 'longer'}** (95% CI {by - half:.2f} to "
        f"{by + half:.2f}): {real.mean_turns} against exactly {exact.mean:.4f} where the deck is reshuffled before every draw."
    )
    lines = {"real deck": (real.turns, real.games), "reshuffled before every draw": (exact.turns, None)}
    chart(
        charts.length_lines(lines),
        key="deck_chart",
        alt=", ".join(f"{name}: on average {pmf.mean:.2f} turns" for name, (pmf, _) in lines.items()),
    )
    st.markdown(
        "A deck that is used up deals every special once before any comes again, and all the colours in turn. Reshuffled "
        "before every draw, the same card may come twice running, and a colour that would free you may not come for a "
        "long time: the mean is longer and so is the tail. That game forgets everything but where you stand, which makes "
        "it a Markov chain with an exact answer; the real deck would need every way of using it up as a state of its own."
    )
    found: dict[str, Lengths] = {"real deck": real, "reshuffled before every draw": exact}
    table(tables.length_rows(found))
    csv_button(
        "Both as CSV",
        lambda: tables.pmf_columns({name: each.turns for name, each in found.items()}),
        file_name="decks.csv",
        key="decks_csv",
    )


def game_view(on: Table, found: Lengths) -> None:
    """One game, turn by turn, on the board."""
    left, right = st.columns(2)
    seed = int(left.number_input("Seed of the game", 0, MAX_SEED, 7, key="told", bind="query-params"))
    moves = play(on.rules, on.players, seed)
    with right:
        shown = _turn_shown(len(moves))
    st.markdown(f"**{moves[shown - 1] if shown else 'Everybody stands before the board.'}**")
    tokens: list[int | None] = [-1] * on.players
    for move in moves[:shown]:
        tokens[move.player - 1] = move.space
    stands = ", ".join(f"player {n} on {_stand(token)}" for n, token in enumerate(tokens, start=1))
    chart(
        charts.board(on.rules, tables.visits_per_game(found), tokens),
        key="game_board",
        alt=f"The board after turn {shown}: {stands}.",
    )
    tracks = [_track(moves, player, len(on.rules.board)) for player in range(1, on.players + 1)]
    chart(
        charts.game_lines(tracks, shown, len(on.rules.board)),
        key="game_chart",
        alt=f"Where each player stands over the {len(moves)} turns of this game; player {moves[-1].player} wins.",
    )
    rows = tables.move_rows(moves)
    with st.expander("The game, told"):
        st.markdown("\n".join(f"1. {str(move).partition(': ')[2]}" for move in moves))
    csv_button("The game as CSV", lambda: rows, file_name="game.csv", key="game_csv")


def _turn_shown(turns: int) -> int:
    """The turn shown: a number that the address carries, and a slider over this game that rewrites it."""
    asked = int(st.number_input(f"After turn (of {turns})", 0, MAX_TURN, 0, key="turn", bind="query-params"))
    shown = min(asked, turns)
    # games differ in length, and a slider whose range changes moves by itself
    key = f"slide over {turns}"
    st.session_state[key] = shown
    st.slider("Replay", 0, turns, 0, key=key, on_change=_slide_to, args=(key,))
    return shown


def _slide_to(key: str) -> None:
    st.session_state.turn = st.session_state[key]


def _stand(token: int | None) -> str:
    return "home" if token is None else "the start" if token < 0 else str(token + 1)


def _track(moves: list[Move], player: int, spaces: int) -> list[int]:
    """The space, from 1, of a player before the first turn and after each; home is the one after the last."""
    track = [0]
    for move in moves:
        now = track[-1]
        if move.player == player:
            now = spaces + 1 if move.space is None else move.space + 1
        track.append(now)
    return track


def how_view(on: Table, found: Lengths) -> None:
    """How the answer is worked out."""
    where = transition_table(on.rules)
    st.markdown(
        f"One table holds the game: {where.states - 1:,} places to stand (the start and {len(on.rules.board)} spaces) by "
        f"{len(where.cards)} kinds of card, so {(where.states - 1) * len(where.cards):,} moves. "
        f"The deck has {on.rules.deck_size} cards. The games that are played, the chain and the "
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
        f"rules = {_rules_in_python(on.rules)}\n"
        f"candy_land.simulate(rules, players={on.players}, games={on.games:_}, seed={on.seed}).mean_turns\n"
        f"candy_land.solve_reshuffled(rules, players={on.players}).mean\n"
        'cases = {"as it is": rules, "no licorice": candy_land.switched(rules, ["no licorice"])}\n'
        f"played = candy_land.compare(cases, players={on.players}, games={on.compared_games:_}, seed={on.seed})\n"
        'played.difference("no licorice")'
    )


def _rules_in_python(rules: Rules) -> str:
    """The rules as an expression, short where they are those of a printed board."""
    names = {"CLASSIC": CLASSIC, "SCHEFFER": SCHEFFER, "MODERN": MODERN}
    changed = {
        name: [f for f in fields(Rules) if getattr(rules, f.name) != getattr(preset, f.name)]
        for name, preset in names.items()
    }
    name = min(changed, key=lambda name: len(changed[name]))
    if not changed[name]:
        return f"candy_land.{name}"
    changes = ", ".join(f"{field.name}={getattr(rules, field.name)!r}" for field in changed[name])
    return f"dataclasses.replace(candy_land.{name}, {changes})"


VIEWS: dict[str, Callable[[Table, Lengths], None]] = {
    "How long": length_view,
    "What rules cost": costs_view,
    "The post": post_view,
    "No specials": specials_view,
    "Players": players_view,
    "The deck": deck_view,
    "One game": game_view,
    "How": how_view,
}
