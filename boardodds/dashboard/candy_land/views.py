"""The views of the Candy Land page, one function each."""

from collections.abc import Callable, Mapping

from boardodds.candy_land import Sample, State
from boardodds.candy_land.rules import MAX_PLAYERS, NEXT
from boardodds.candy_land.solver import is_solvable
from boardodds.candy_land.transitions import transition_table
from boardodds.charts.candy_land import length_bins
from boardodds.charts.wins import seat_bars
from boardodds.dashboard.candy_land import lengths
from boardodds.dashboard.candy_land.board import Visits
from boardodds.dashboard.candy_land.sheet import CandySheet
from boardodds.dashboard.candy_land.state import START_GAMES
from boardodds.dashboard.candy_land.what_if import what_if_view
from boardodds.dashboard.ui.panels import Code, Formula, Note, Panel, Parts, Table, Values, estimate_columns
from boardodds.dashboard.ui.sheet import drawn_once
from boardodds.dashboard.ui.words import join_words, percent
from boardodds.probability.display import plural, rules_text
from boardodds.probability.estimate import Estimate, estimate_of


@drawn_once
def turns_view(sheet: CandySheet) -> Parts:
    """Return the distribution of the number of turns."""
    turns, games = sheet.lengths.turns, lengths.sample_size(sheet.lengths)
    yield Panel(
        length_bins({"turns": (turns, games)}, height=240),
        key="turns_chart",
        alt=f"Chance of each number of turns. Mean {turns.mean:.2f}.",
        finding=lengths.summarize(sheet.lengths, 0.5, 0.9, 0.99),
        method=f"The chance of each number of turns: {f'{games:,} simulated games, with 95% intervals' if games else 'exact'}.",
        rows=lambda: lengths.pmf_rows({"chance": turns}),
        percent=["chance"],
    )
    yield "**The average, the percentiles and the extremes**"
    yield lengths.statistics({"these rules": sheet.lengths}, key="length_rows")
    yield "**How often something happens in a game**"
    note = (
        f"For all players together, in at most {START_GAMES:,} games, with 95% intervals; exact for one player's new game if "
        "the deck is shuffled before every draw."
    )
    yield Values(lambda: lengths.event_rows(sheet.state), key="event_rows", places={"times": 2}, note=note)


def spaces_view(sheet: CandySheet) -> Parts:
    """Return the turns that end on each space."""
    rules, found = sheet.state.rules, sheet.lengths
    visits = [count / found.games for count in found.visit_counts] if isinstance(found, Sample) else found.visits
    yield Visits(rules, visits)
    yield Note("The stronger the colour, the more turns end there. Point to a space, or tap it, for its number.")
    yield Values(
        lambda: [
            {"space": number, "is": space, "turns that end there": turns}
            for number, (space, turns) in enumerate(zip(rules.board, visits, strict=True), start=1)
        ],
        key="visit_rows",
        places={"turns that end there": 3},
    )


def players_view(sheet: CandySheet) -> Parts:
    """Return the players of a game in progress; of new games, the advantage of the first player and the length by players."""
    state = sheet.state
    if not state.is_start:
        yield from _standings(sheet)
        return
    numbers = []
    for players in range(1, MAX_PLAYERS + 1):
        if why := lengths.refusal(f"A game of {plural(players, 'player')}", lambda: state.rules, State.start(players)):
            yield Note(why)
        else:
            numbers.append(players)
    found = dict(zip(numbers, lengths.solve_all_lengths(list(map(state.new_game, numbers))), strict=True))
    wins = {players: list(map(estimate_of, each.seat_wins)) for players, each in found.items()}
    if compared := [state.players] if state.players > 1 else numbers[1:]:
        yield f"### {first_player_finding({players: wins[players][0] for players in compared})}"
    if state.players > 1:
        games, seats = lengths.sample_size(sheet.lengths), enumerate(wins[state.players], start=1)
        yield Panel(
            seat_bars(list(sheet.lengths.seat_wins)),
            key="seats_chart",
            alt="Games won: " + ", ".join(f"player {number} {percent(win.value)}" for number, win in seats),
            method=f"{games:,} simulated games, with 95% intervals." if games else "Counted exactly.",
        )
    yield Table(
        [
            {"players": players}
            | (estimate_columns("first player wins", wins[players][0]) if players > 1 else {})
            | {"equal chance": 1 / players}
            | estimate_columns("turns of all players", estimate_of(each.mean_turns))
            | estimate_columns("rounds", estimate_of(each.mean_rounds))
            for players, each in found.items()
        ],
        percent=["first player wins", "equal chance"],
        places={"turns of all players": 2, "rounds": 2},
    )
    yield Note(
        "*Rounds* are the winner's own turns. The game ends when one player reaches the castle. The order of play stays the same "
        "when the deck is shuffled."
    )


def _standings(sheet: CandySheet) -> Parts:
    """Return a row for each player who is not in the castle: the space, the chance of being home next, and the turns needed."""
    state = sheet.state
    yield Table(
        [
            {"player": state.shown_names[player - 1], "space": state.position.spaces[player - 1]}
            | estimate_columns("home next", sheet.wins[player])
            | estimate_columns("own turns needed", estimate_of(found.mean_turns))
            for player, found in sheet.alone.items()
        ],
        percent=["home next"],
        places={"own turns needed": 2},
    )
    yield Note(
        "*Own turns needed*: the average if the player went on alone with the same deck. *New game* compares numbers of players."
    )


def first_player_finding(wins: Mapping[int, Estimate]) -> str:
    """Return with how many players going first clearly helps or hurts: the 95% interval of the chance excludes an equal one.

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


def method_view(sheet: CandySheet) -> Parts:
    """Return how the answer is computed."""
    state, rules = sheet.state, sheet.state.rules
    transitions = transition_table(rules)
    begins = f"dict(players={state.players})"
    if not state.is_start:
        begins = f"dict(state=candy_land.State.parse({str(state.position)!r}))"
    solved = "**begins" if is_solvable(rules, len(state.position.order())) else "players=1"
    yield (
        f"One table contains every move: {transitions.states - 1:,} positions (the start and "
        f"{plural(len(rules.board), 'space')}) times {plural(len(transitions.cards), 'kind')} of card, which is "
        f"{(transitions.states - 1) * len(transitions.cards):,} moves. The deck has {plural(rules.deck_size, 'card')}. "
        "The simulation, the Markov chain and the board above all use this table."
    )
    yield (
        "**Reshuffled before every draw**: the chance $Q_{ij}$ of going from position $i$ to position $j$ in one turn is the "
        "number of cards that lead there, divided by the number of cards in the deck. A player who misses the next turn has a "
        "position of their own. The expected visits to each position are the start's row of the fundamental matrix $N$, and "
        "their sum is the expected number of turns. The whole distribution comes from following the chances turn by turn:"
    )
    # One formula on each line, since a phone would break a longer line inside a term.
    for line in (r"N = (I - Q)^{-1}", r"E[T] = \sum_j N_{0j}", r"P(T > t) = \sum_j (Q^t)_{0j}"):
        yield Formula(line)
    yield (
        "Players who share spaces do not affect each other. Player $k$ of $n$ wins in their turn $t$, with a chance of $W_k(t)$, "
        "if they reach the castle in that turn, no earlier player has reached it within $t$ turns, and no later player within "
        "$t - 1$:"
    )
    yield Formula(r"W_k(t) = {P(T = t)}\, {P(T > t)^{k-1}}\, {P(T > t - 1)^{n-k}}")
    yield (
        "**With the real deck**, games are simulated, each with a deck of its own that is shuffled when it runs out. The "
        "interval of a mean comes from its standard error, that of a proportion is Wilson's, and that of a percentile lies "
        "between two ranks of the sample. Where possible, rule changes are simulated with the same shuffles, so what both "
        "games have in common cancels."
    )
    yield (
        "**How we read the rules**: the order of play stays the same through a shuffle. The blog post's program derives it from "
        "the number of cards left, and loses it if the number of players does not divide the number of cards. "
        f"{lost_order(state.players, rules.deck_size)}The "
        "colour that frees you from licorice also moves you. A missed turn counts as a turn."
    )
    if rules.occupied_space == NEXT:
        yield (
            "A player whose single or double card leads to an occupied space goes on to the next space of that colour that is "
            "free. Picture spaces and the ends of shortcuts are shared."
        )
    yield (
        "**Sources**: the blog post *Adventures in Candy Land* (Chris Clark, 2021) for board, deck, game and figures; Scheffer's "
        "board for the exact chain; [photographs](https://github.com/mattkram/candy-land) of the box of 2014, and a "
        "[program](https://github.com/williamjacksn/candy-land) with the board and the cards of the Peppermint Pass, and "
        "[one](https://github.com/bradfitz/candysim) with those of the board of 136 spaces. Candy Land is a game by Eleanor "
        "Abbott."
    )
    yield Code(
        "import dataclasses\nfrom boardodds import candy_land\n"
        f"rules = {rules_text(rules, module='candy_land.')}\n"
        f"begins = {begins}\n"
        f"candy_land.simulate(rules, **begins, games={state.games:_}, seed={state.seed}).mean_turns\n"
        f"candy_land.solve_reshuffled(rules, {solved}).mean_turns\n"
        'cases = {"as it is": rules, "no licorice": dataclasses.replace(rules, licorice_rule="off")}\n'
        f"played = candy_land.compare(cases, **begins, games={state.compared_games:_}, seed={state.seed})\n"
        'played.difference("no licorice")'
    )


def lost_order(players: int, deck: int) -> str:
    """Return who draws a deck's cards in the blog post's program, with these players or the fewest who lose their order."""
    lost = [number for number in range(2, MAX_PLAYERS + 1) if deck % number]
    if not lost:
        return ""
    players = players if players in lost else lost[0]
    order = [str(left % players + 1) for left in (0, *range(deck - 1, 0, -1))]
    return (
        f"With {deck} cards, {join_words(list(map(str, lost)), 'or')} players lose it: of {players} players, a deck's cards go "
        f"to {', '.join(order[:6])} … {', '.join(order[-3:])}, which are {order.count('1')} for player 1 and "
        f"{order.count(str(players))} for player {players}. "
    )


VIEWS: dict[str, Callable[[CandySheet], Parts]] = {
    "Turns": turns_view,
    "Players": players_view,
    "What if": what_if_view,
    "Spaces": spaces_view,
    "Method": method_view,
}
