"""Candy Land against the blog post's figures, the published Markov chain, and a plain game played card by card."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import count, permutations, product
from math import inf, sqrt
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from boardodds import candy_land
from boardodds.candy_land import BOX_2014, CLASSIC, SCHEFFER, Rules, State, after, compare, simulate, solve_reshuffled
from boardodds.candy_land.comparison import AS_IT_IS, NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS
from boardodds.candy_land.games import Cards, Dealer, Games, start_games, stream_numbers
from boardodds.candy_land.published_figures import IMPACT, TABLE
from boardodds.candy_land.rules import COLORS, RESHUFFLED
from boardodds.candy_land.simulation import GameSampler, count_events, shares_cards
from boardodds.candy_land.solver import MAX_MEAN_TURNS, check_ends, mean_events
from boardodds.candy_land.transitions import FIRST_SPACE, landing, transition_table
from boardodds.probability.arrays import Ints
from boardodds.probability.declared_rules import rules_of
from boardodds.probability.estimate import MeanEstimate
from tests.known_answers import load_answers
from tests.oracles import candy_land as plain_game
from tests.oracles.candy_land import Player, Seats, Turn, mean_turns, ordered_draws, play_game, visits
from tests.strategies import examples_test

KNOWN = load_answers("candy_land")
CHAIN = KNOWN["reshuffle_every_draw"]
EDITIONS = load_answers("candy_land_editions")
BOXES = {"box_2014": BOX_2014, "box_peppermint_pass": candy_land.BOX_PEPPERMINT_PASS, "box_136": candy_land.BOX_136}
GAMES = 200_000
NO_BACKWARD = "picture cards: only forward"


def options(name: str) -> list[str]:
    kind: Any = rules_of(Rules)[name].kind
    return list(kind.labels)


def z_score(estimate: MeanEstimate, value: float, error: float = 0.0) -> float:
    return (estimate.value - value) / sqrt(estimate.standard_error**2 + error**2)


def test_scheffers_board_is_the_published_one() -> None:
    board = CHAIN["board"]
    assert [index + 1 for index, space in enumerate(SCHEFFER.board) if space not in COLORS] == board["pink"]
    assert {str(start + 1): end + 1 for start, end in SCHEFFER.shortcuts} == board["shortcuts"]
    assert [index + 1 for index in SCHEFFER.licorice] == board["licorice"]
    assert len(SCHEFFER.board) == board["finish"]


def test_scheffers_chain_is_exact() -> None:
    odds = solve_reshuffled(SCHEFFER)
    assert odds.mean_turns == pytest.approx(CHAIN["mean"], abs=1e-9)
    assert odds.turns.quantile(0.5) == CHAIN["median"]
    assert odds.turns.outcomes[0] == CHAIN["shortest"]
    assert round(odds.turns.at_least(151), 4) == CHAIN["prob_longer_than_150"]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("lose_a_turn", {"licorice_rule": "lose_turn"}),
        ("no_licorice", {"licorice_rule": "off"}),
        ("no_licorice", {"licorice": ()}),
        ("no_shortcuts", {"shortcuts": ()}),
        ("no_specials", {"specials": "cards_off"}),
        ("no_backward_moves", {"specials": "forward_only"}),
        ("none_of_the_three", {"licorice": (), "shortcuts": (), "specials": "cards_off"}),
    ],
)
def test_scheffers_ablations(name: str, changes: dict[str, Any]) -> None:
    assert round(solve_reshuffled(replace(SCHEFFER, **changes)).mean_turns, 3) == CHAIN[f"mean_{name}"]


def test_scheffers_players() -> None:
    for players, rounds in CHAIN["rounds_by_players"].items():
        odds = solve_reshuffled(SCHEFFER, players=int(players))
        assert round(odds.rounds.mean, 3) == rounds
        assert sum(odds.seat_wins) == pytest.approx(1, abs=1e-12)
        if players != "1":
            assert round(odds.seat_wins[0], 5) == CHAIN["first_seat_wins"][players]


def test_the_posts_table_is_the_known_one() -> None:
    names = {AS_IT_IS: "standard"}
    rows = {row["id"]: row for row in KNOWN["ablation"]}
    for row in TABLE:
        published = rows[names.get(row.name, row.name)]
        assert (row.mean, row.median, row.shortest, row.longest) == tuple(
            published[key] for key in ("mean", "median", "shortest", "longest")
        )
    assert {name.removeprefix("no "): turns for name, turns in IMPACT.items()} == KNOWN["impact"]


def test_the_posts_game_against_an_independent_simulation() -> None:
    known = KNOWN["standard"]
    assert abs(z_score(simulate(CLASSIC, games=GAMES).mean_turns, known["mean"], error=known["standard_error"])) < 4


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_real_deck(players: int) -> None:
    published = KNOWN["real_deck"]
    sample = simulate(SCHEFFER, players=players, games=GAMES, seed=players)
    # The published figures have standard errors of at most 0.010 rounds, and 0.0002 for the first player's wins.
    assert abs(z_score(sample.mean_rounds, published["rounds_by_players"][str(players)], error=0.010)) < 4
    if players > 1:
        first = sample.seat_wins[0]
        difference = first.value - published["first_seat_wins"][str(players)]
        assert abs(difference) < 4 * sqrt(first.standard_error**2 + 0.0002**2)


@pytest.mark.parametrize("name", BOXES)
def test_a_box_has_its_board_and_its_deck(name: str) -> None:
    box, printed = BOXES[name], EDITIONS[name]
    assert candy_land.format_spaces(box.spaces) == printed["spaces"]
    assert [[start + 1, end + 1] for start, end in box.shortcuts] == printed["shortcuts"]
    assert [space + 1 for space in box.licorice] == printed["licorice"]
    assert dict(zip(COLORS, box.singles, strict=True)) == printed["singles"]
    assert dict(zip(COLORS, box.doubles, strict=True)) == printed["doubles"]
    assert box.special_cards == printed["picture_cards"]
    assert (box.double_cards, box.licorice_rule) == (printed["double_cards"], printed.get("licorice_rule", "lose_turn"))


# The published figures have standard errors of at most 0.02, or 0.05.
@pytest.mark.parametrize(
    ("rules", "name", "figures", "error"),
    [
        (BOX_2014, "box_2014", "turns_with_occupied_rule", 0.02),
        (replace(BOX_2014, occupied_space="share"), "box_2014", "turns_without_it", 0.02),
        (candy_land.BOX_PEPPERMINT_PASS, "box_peppermint_pass", "turns", 0.05),
        (candy_land.BOX_136, "box_136", "turns", 0.06),
    ],
)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_figures_of_a_box(rules: Rules, name: str, figures: str, error: float, players: int) -> None:
    sample = simulate(rules, players=players, games=GAMES, seed=players)
    assert abs(z_score(sample.mean_turns, EDITIONS[name][figures][str(players)], error=error)) < 4
    if players == 2 and figures == "turns_without_it":
        assert EDITIONS[name]["first_player_wins_2_players_without_it"] in sample.seat_wins[0].interval(0.9999)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_wins_as_often_as_published(players: int) -> None:
    rules = replace(candy_land.BOX_PEPPERMINT_PASS, licorice_rule="off")
    sample = simulate(rules, players=players, games=GAMES, seed=players)
    published = EDITIONS["box_peppermint_pass"]["wins_without_licorice"][str(players)]
    for seat, share in zip(sample.seat_wins, published, strict=True):
        assert abs(seat.value - share) < 4 * sqrt(seat.standard_error**2 + share * (1 - share) / 1_000_000)


TINY = Rules(spaces=("R", "P", "R", "P"), shortcuts=(), licorice=(), singles=(1, 1, 0, 0, 0, 0), doubles=(0,) * 6)
ROW = replace(TINY, spaces=tuple("RPRPRP"), doubles=(1, 0, 0, 0, 0, 0), occupied_space="next")


@pytest.mark.parametrize(
    ("changes", "card", "occupied", "end"),
    [
        ({}, "R", [], 0),
        ({}, "R", [0], 2),
        ({}, "R", [0, 2], 4),
        ({}, "R", [0, 2, 4], None),
        ({}, "RR", [0], 2),
        ({}, "RR", [2], 4),
        ({"occupied_space": "share"}, "R", [0], 0),
        # The end of a shortcut is shared, also after an occupied space.
        ({"shortcuts": ((0, 3),)}, "R", [3], 3),
        ({"shortcuts": ((2, 3),)}, "R", [0, 3], 3),
        ({"spaces": ("R", "Jolly", "R", "P", "R", "P")}, "Jolly", [1], 1),
    ],
)
def test_players_go_on_from_others(changes: dict[str, Any], card: str, occupied: list[int], end: int | None) -> None:
    rules = replace(ROW, **changes)
    assert landing(rules, -1, card, occupied).space == end
    assert set(landing(rules, -1, card, occupied).skipped) <= {*occupied} - {end}
    plain = plain_game.use_card(rules, Player(), card, occupied)
    assert (plain and plain.space) == end


def test_licorice_after_an_occupied_space_costs_a_turn() -> None:
    rules = replace(ROW, licorice=(2,), licorice_rule="lose_turn")
    assert [landing(rules, -1, "R", occupied).loses_turn for occupied in ([], [0], [0, 2])] == [False, True, False]


def test_players_who_go_on_from_each_other_are_not_solved() -> None:
    with pytest.raises(ValueError, match=r"occupied_space must be share .* do not move independently: simulate it"):
        solve_reshuffled(replace(BOX_2014, deck=RESHUFFLED), players=2)
    shared = replace(BOX_2014, occupied_space="share")
    assert solve_reshuffled(BOX_2014).mean_turns == solve_reshuffled(shared).mean_turns


# The rules that families play, by an independent simulation whose figures are rounded to a tenth of a turn.
FAMILY = replace(CLASSIC, licorice_rule="lose_turn", double_cards="end_only")


@pytest.mark.parametrize(
    ("question", "changes"),
    [
        ("until_everyone_is_home", {"plays_until": "everyone"}),
        ("choose_the_better_of_two_cards", {"cards_to_choose": 2}),
        ("draw_again_instead_of_going_back", {"specials": "draw_again"}),
    ],
)
def test_the_figures_of_family_rules(question: str, changes: dict[str, Any]) -> None:
    for players, turns in EDITIONS["classic_questions"][question].items():
        mean = simulate(replace(FAMILY, **changes), players=int(players), games=GAMES, seed=3).mean_turns
        # The published games until everyone is home have standard errors of 0.1 and 0.3.
        error = {"2": 0.1, "4": 0.3}[players] if "plays_until" in changes else 0
        assert abs(mean.value - turns) < 0.05 + 4 * sqrt(mean.standard_error**2 + error**2)


@st.composite
def rules(draw: st.DrawFn, decks: Sequence[str] = ("real", "reshuffled")) -> Rules:
    """Draw a small board on which everything happens soon; its games can be endless."""
    length = draw(st.integers(8, 20))
    spaces = [draw(st.sampled_from("RPY")) for _ in range(length)]
    names = draw(st.sampled_from([(), ("Jolly", "mr. mint")]))
    for index, name in zip(draw(st.permutations(range(length))), names, strict=False):
        spaces[index] = name
    specials: Any = draw(st.sampled_from(options("specials")))
    board = [space for space in spaces if space in COLORS or specials != "removed"]
    colored = [index for index, space in enumerate(board) if space in COLORS]
    licorice = tuple(draw(st.lists(st.sampled_from(colored), max_size=3, unique=True)))
    free = st.sampled_from([index for index in range(len(board)) if index not in licorice])
    pairs = draw(st.lists(st.tuples(free, free), max_size=2, unique_by=lambda pair: pair[0]))
    shortcuts = tuple(pair for pair in pairs if pair[1] not in {start for start, _ in pairs})
    counts = st.integers(0, 3)
    singles = [draw(counts) if color in spaces else 0 for color in COLORS]
    return Rules(
        spaces=tuple(spaces),
        shortcuts=shortcuts,
        licorice=licorice,
        singles=tuple(singles) if any(singles) else tuple(int(color in spaces) for color in COLORS),
        doubles=tuple(draw(counts) if color in spaces else 0 for color in COLORS),
        special_copies=draw(st.integers(0, 2)),
        licorice_rule=draw(st.sampled_from(options("licorice_rule"))),
        specials=specials,
        double_cards=draw(st.sampled_from(options("double_cards"))),
        pictures_free=draw(st.booleans()),
        spared=draw(st.sampled_from([(), (), (1,), (2, 3)])),
        ending=draw(st.sampled_from(options("ending"))),
        deck=draw(st.sampled_from(decks)),
        occupied_space=draw(st.sampled_from(options("occupied_space"))),
        plays_until=draw(st.sampled_from(options("plays_until"))),
        cards_to_choose=draw(st.integers(1, 2)),
    )


@st.composite
def games_in_progress(draw: st.DrawFn, decks: Sequence[str] = ("real", "reshuffled")) -> tuple[Rules, State]:
    """Draw rules and a state of 1 to 4 players: the start, or one in which anything can have happened."""
    chosen, players = draw(rules(decks)), draw(st.integers(1, 4))
    if draw(st.booleans()):
        return chosen, State.start(players)
    starts = {start + 1 for start, _ in chosen.shortcuts}
    possible = [space for space in range(chosen.last_place + 1) if space not in starts]
    homes = [candy_land.HOME] if chosen.plays_until == "everyone" else []
    spaces = tuple(draw(st.lists(st.sampled_from(possible + homes), min_size=players, max_size=players)))
    racing = [player for player, space in enumerate(spaces, 1) if space != candy_land.HOME]
    assume(racing)
    on_licorice = [player for player, space in enumerate(spaces, 1) if space - 1 in chosen.licorice]
    deck = [card for card, copies in chosen.cards.items() for _ in range(copies)]
    state = State(
        spaces,
        draw(st.sampled_from(racing)),
        tuple(player for player in on_licorice if chosen.licorice_rule == "lose_turn" and draw(st.booleans())),
        tuple(draw(st.permutations(deck))[: draw(st.integers(0, len(deck) - 1))]) if chosen.deck == "real" else (),
    )
    return chosen, state


def seats_of(state: State) -> Seats:
    return tuple(
        None if space == candy_land.HOME else Player(space - 1, loses_next=player in state.stuck)
        for player, space in enumerate(state.spaces, 1)
    )


def assume_playable(rules: Rules, state: State) -> None:
    """Discard rules whose games are endless or long, with either deck."""
    assume(mean_turns(rules) < 200)
    try:
        simulate(rules, state=state, games=2)
    except ValueError:
        assume(False)


@given(rules())
def test_the_chain_agrees_with_a_plain_elimination(rules: Rules) -> None:
    expected = mean_turns(rules)
    if expected == inf:
        with pytest.raises(ValueError, match="must be able to end, but no cards"):
            check_ends(rules)
    elif expected > MAX_MEAN_TURNS * 1.001:
        with pytest.raises(ValueError, match="turns on average"):
            check_ends(rules)
    elif expected < MAX_MEAN_TURNS * 0.999:
        odds = solve_reshuffled(rules)
        assert odds.mean_turns == pytest.approx(expected, rel=1e-9)
        # Every turn but the last ends on a space or at the start.
        assert sum(odds.visits) <= expected - 1 + 1e-6


def shuffles(rules: Rules, games: int, seed: int, state: State) -> list[list[list[str]]]:
    """Return some shuffled decks for each game, with the cards by their names; the first lacks the cards drawn before."""
    full = [card for card, copies in rules.cards.items() for _ in range(copies)]
    left = list((Counter(full) - Counter(state.drawn)).elements())
    rng = random.Random(seed)
    return [[rng.sample(deck, len(deck)) for deck in (left, *[full] * (3000 // len(full) + 1))] for _ in range(games)]


def plain_games(rules: Rules, state: State, orders: list[list[list[str]]]) -> list[list[Turn]]:
    return [play_game(rules, seats_of(state), ordered_draws(order), state.next - 1) for order in orders]


def fast_games(rules: Rules, state: State, orders: list[list[list[str]]]) -> Games:
    kinds = {card: kind for kind, card in enumerate(transition_table(rules).cards)}
    games = start_games(rules, state, len(orders))
    for number in range(len(orders[0])):
        if not len(games.active):
            return games
        cards = np.array([[kinds[card] for card in orders[game][number]] for game in games.active], dtype=np.uint8)
        games.play(cards.T)
    raise AssertionError("the shuffles ended before the games did")


def check_table(rules: Rules, others: list[int]) -> None:
    starts = {start for start, _ in rules.shortcuts}
    # Nobody waits at the start of a shortcut.
    occupied = [space for space in others if space < len(rules.board) and space not in starts]
    for space, card in product(range(-1, len(rules.board)), rules.cards):
        if space in starts or space == rules.last_place:
            continue
        effect = landing(rules, space, card, occupied)
        assert effect.draws_again == plain_game.goes_back(rules, Player(space), card)
        player = Player(space) if effect.draws_again else plain_game.use_card(rules, Player(space), card, occupied)
        assert effect.space == (None if player is None else player.space)
        assert effect.loses_turn == (player is not None and player.loses_next)


test_the_table_agrees_with_the_plain_move_from_every_space = examples_test(
    check_table, rules(decks=["real"]), st.lists(st.integers(-1, 20), max_size=3), usual=100
)


def test_a_double_card_that_leads_back_over_a_shortcut_goes_on_from_an_occupied_space() -> None:
    # From the first yellow space to the second, over the shortcut, and to the first again. If another player is there, once more.
    rules = replace(CLASSIC, spaces=tuple("RRYPYBOG"), shortcuts=((4, 1),), licorice=(), double_cards="first_counts")
    assert landing(replace(rules, occupied_space="next"), 2, "YY", [2])[::4] == (1, (2,))
    assert landing(rules, 2, "YY", [2])[::4] == (2, ())
    check_table(replace(rules, occupied_space="next"), [2])


def check_fast_games(game: tuple[Rules, State], seed: int) -> None:
    rules, state = game
    assume_playable(rules, state)
    orders = shuffles(rules, 8, seed, state)
    try:
        plain = plain_games(rules, state, orders)
    except ValueError:
        assume(False)
    fast = fast_games(rules, state, orders)
    assert fast.turns.tolist() == [len(turns) for turns in plain]
    assert fast.first_turns.tolist() == [[turn.space for turn in turns].index(None) + 1 for turns in plain]
    counted = sum((visits(turn for turn in turns if turn.card) for turns in plain), start=visits([]))
    assert fast.visits.tolist() == [counted[space] for space in range(len(rules.board))]


test_fast_and_plain_games_agree_on_the_same_shuffles = examples_test(
    check_fast_games, games_in_progress(decks=["real"]), st.integers(0, 1000), usual=50
)


@given(games_in_progress(decks=[RESHUFFLED]))
@settings(max_examples=25, derandomize=True)
def test_reshuffled_games_agree_with_the_chain(game: tuple[Rules, State]) -> None:
    rules, state = replace(game[0], occupied_space="share"), game[1]
    assume_playable(rules, state)
    odds, sample = solve_reshuffled(rules, state=state), simulate(rules, state=state, games=4_000, seed=5)
    # With the standard errors of the exact distribution, 25 examples stay within 5 of them.
    assert abs(sample.mean_turns.value - odds.mean_turns) <= 5 * odds.turns.std / sqrt(sample.games) + 1e-9
    for share, exact in zip(sample.seat_wins, odds.seat_wins, strict=True):
        assert abs(share.value - exact) <= 5 * sqrt(max(0.0, exact * (1 - exact)) / sample.games) + 1e-9


@given(games_in_progress(decks=[RESHUFFLED]))
@settings(max_examples=15, derandomize=True)
def test_the_chain_agrees_with_all_games_followed_turn_by_turn(game: tuple[Rules, State]) -> None:
    rules, state = replace(game[0], occupied_space="share"), game[1]
    # The plain program follows all pairs of places, and takes minutes for three players.
    assume(len(state.order(1)) < 3 and mean_turns(rules) < 12)
    assume_playable(rules, state)
    turns, firsts, ends = plain_game.race(rules, seats_of(state), state.next - 1, tail=1e-9)
    odds = solve_reshuffled(rules, state=state)
    assert odds.seat_wins == pytest.approx([firsts.get(seat, 0.0) for seat in range(odds.players)], abs=1e-8)
    assert [odds.turns.probability(turn) for turn in turns] == pytest.approx(list(turns.values()), abs=1e-8)
    assert odds.visits == pytest.approx([ends.get(space, 0.0) for space in range(len(rules.board))], abs=1e-6)


def test_the_rest_of_a_deck_agrees_with_all_its_orders() -> None:
    # Of the real deck eight cards are left. With them the game ends on this board, whatever their order.
    rules = replace(CLASSIC, licorice=(131,), licorice_rule="lose_turn")
    left = ["R", "P", "P", "YY", "B", "O", "OO", "G"]
    drawn = (Counter(rules.cards) - Counter(left)).elements()
    state = State((130, 131, 129), 2, drawn=tuple(drawn))
    turns, firsts, orders = Counter[int](), Counter[int](), 0
    for order in set(permutations(left)):
        game = play_game(rules, seats_of(state), ordered_draws([order]), 1)
        orders, turns[len(game)], firsts[game[-1].seat] = orders + 1, turns[len(game)] + 1, firsts[game[-1].seat] + 1
    sample = simulate(rules, state=state, games=GAMES)
    assert len(turns) > 4
    for turn, ways in turns.items():
        assert ways / orders in sample.length.probability(turn).interval(0.9999)
    for seat, ways in firsts.items():
        assert ways / orders in sample.seat_wins[seat].interval(0.9999)


# A double takes a shortcut that leads back to the player's own licorice space, which costs a turn again.
BACK = replace(TINY, spaces=tuple("RRRRRYPRRPRRR"), singles=(1, 0, 0, 0, 0, 0), doubles=(0, 2, 0, 0, 0, 0))
BACK_TO_LICORICE = replace(
    BACK, shortcuts=((9, 2),), licorice=(0, 6, 1), licorice_rule="lose_turn", double_cards="first_counts"
)


@given(games_in_progress(), st.integers(0, 100))
@example((BACK_TO_LICORICE, State.start(1)), 0)
@example((BACK_TO_LICORICE, State.start(3)), 5)
def test_one_game_follows_the_rules(game: tuple[Rules, State], seed: int) -> None:
    rules, state = game
    assume_playable(rules, state)
    moves = candy_land.play(rules, state=state, seed=seed)
    draws = [[card for card in (move.card, move.other) if card] for move in moves if move.card]
    cards = iter(draws)
    plain = play_game(rules, seats_of(state), lambda _: next(cards), state.next - 1)
    assert [(move.player - 1, move.card, move.space) for move in moves if not move.draws_again] == plain
    turns = dict.fromkeys(move.turn for move in moves)
    assert list(turns) == list(range(1, len(plain) + 1))
    deck = Counter(state.drawn)
    for turn, drawn in zip([turn for turn in moves if turn.card], draws, strict=True):
        assert turn.shuffled == (rules.deck == RESHUFFLED or not deck)
        assert len(drawn) == min(rules.cards_to_choose, rules.deck_size - deck.total())
        deck += Counter(drawn)
        assert deck <= Counter(rules.cards)
        if rules.deck == RESHUFFLED or deck == Counter(rules.cards):
            deck.clear()


def test_a_cached_first_shuffle_is_the_uncached_one() -> None:
    uncached, *cached = (np.random.default_rng([6, 1]) for _ in range(3))
    first = Dealer(CLASSIC).deal(300, uncached)
    second = Dealer(CLASSIC).deal(300, uncached)
    for rng in cached:
        assert (Dealer(CLASSIC).deal(300, rng, first=State.start(1)) == first).all()
        assert (Dealer(CLASSIC).deal(300, rng) == second).all()


def test_the_streams_of_later_decks_are_those_of_splitmix64() -> None:
    # The first numbers of the reference implementation in C (Vigna, 2015) from the state 1234567.
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    keys = np.array([1234567, 0], dtype=np.uint64)
    assert stream_numbers(keys, 0, 3)[:, 0].tolist() == known
    assert (stream_numbers(keys, 0, 3)[1:] == stream_numbers(keys, 1, 2)).all()


def test_the_same_rules_have_the_same_games_in_every_comparison() -> None:
    names = [NO_LICORICE, NO_SPECIALS, NO_SHORTCUTS, NO_BACKWARD]
    alone = simulate(CLASSIC, games=3_000, seed=4)
    all_cases = compare(single(names), games=3_000, seed=4).samples
    for chosen in ([NO_SPECIALS], [NO_LICORICE, NO_BACKWARD], names[::-1]):
        samples = compare(single(chosen), games=3_000, seed=4).samples
        assert samples[AS_IT_IS] == alone
        assert all(samples[name] == all_cases[name] for name in samples)
    # Some games take more than one deck.
    assert len(alone.turn_counts) > CLASSIC.deck_size


def single(names: list[str]) -> dict[str, Rules]:
    return {AS_IT_IS: CLASSIC} | {name: candy_land.switched(CLASSIC, [name]) for name in names}


@pytest.mark.parametrize("is_later", [False, True])
def test_every_order_of_a_deck_is_equally_likely(is_later: bool) -> None:
    rules = Rules(spaces=("R", "P", "Y"), shortcuts=(), licorice=(), singles=(2, 1, 1, 0, 0, 0), doubles=(0,) * 6)
    rng, dealer = np.random.default_rng(4), Dealer(rules)
    keys = rng.integers(2**64, size=120_000, dtype=np.uint64)
    cards = dealer.deal_again(keys, 4) if is_later else dealer.deal(120_000, rng)
    counts = Counter(map(tuple, cards.T.tolist()))
    assert len(counts) == 12
    # A chi-squared variable with 11 degrees of freedom exceeds 31.3 with a probability of 0.001.
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 31.3


def test_a_comparison_agrees_with_separate_simulations() -> None:
    cases = {
        "as it is": CLASSIC,
        "lose": replace(CLASSIC, licorice_rule="lose_turn"),
        "fewer": replace(CLASSIC, singles=BOX_2014.singles),
    }
    assert GameSampler(tuple(cases.values()), State.start(1)).shuffle_groups() == [[0, 1], [2]]
    comparison = compare(cases, games=20_000, seed=2)
    for name, rules in cases.items():
        separate, compared = simulate(rules, games=20_000, seed=8).mean_turns, comparison.samples[name].mean_turns
        assert abs(z_score(compared, separate.value, error=separate.standard_error)) < 4
    # Rules that share no shuffles: the standard error of the difference is that of two independent samples.
    independent = sqrt(sum(comparison.samples[name].mean_turns.standard_error ** 2 for name in ("as it is", "fewer")))
    assert comparison.difference("fewer").standard_error == pytest.approx(independent, rel=0.03)
    assert comparison.difference("lose").standard_error < 0.9 * independent


@pytest.mark.parametrize("state", [State.start(1), State((0, 30), 2, drawn=("R", "BB"))], ids=str)
def test_every_game_has_its_own_shuffles_under_all_rules(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [NO_LICORICE, NO_SHORTCUTS, NO_SPECIALS]
    family = {"licorice_rule": "lose_turn"}, {"specials": "draw_again"}, {"cards_to_choose": 2}
    group = [CLASSIC, *(replace(CLASSIC, **more) for more in family), *list(single(names).values())[1:]]
    assert GameSampler(tuple(group), state).shuffle_groups() == [list(range(len(group)))]
    orders, deck_numbers = shuffles(CLASSIC, 8, 1, state), count()
    kinds = transition_table(CLASSIC).cards
    simulation = import_module("boardodds.candy_land.simulation")
    play_cards = simulation._play_cards

    def play_known_cards(dealer: Dealer, cards: Cards, active: Ints, batches: list[Games]) -> None:
        number = next(deck_numbers)
        decks = [[kinds.index(card) for card in orders[game][number]] for game in active]
        play_cards(dealer, np.array(decks, dtype=np.uint8).T, active, batches)

    monkeypatch.setattr(simulation, "_play_cards", play_known_cards)
    result = GameSampler(tuple(group), state)(8, np.random.default_rng(1))
    for turns, rules in zip(result.turns.tolist(), group, strict=True):
        remaining = [[[card for card in deck if card in rules.cards] for deck in decks] for decks in orders]
        assert turns == [len(game) for game in plain_games(rules, state, remaining)]
    # Games under some rules go on when those under others are over.
    assert len({tuple(row) for row in result.turns.tolist()}) > 3


def test_a_difference_is_that_of_the_same_games() -> None:
    cases = {"as it is": CLASSIC, "no licorice": candy_land.switched(CLASSIC, [NO_LICORICE])}
    part = GameSampler(tuple(cases.values()), State.start(1))(2_000, np.random.default_rng([1, 0]))
    differences = (part.turns[1] - part.turns[0]).astype(float)
    expected = MeanEstimate.from_sample(differences)
    difference = compare(cases, games=2_000, seed=1).difference("no licorice")
    assert (difference.value, difference.std) == pytest.approx((expected.value, expected.std), abs=1e-9)


def test_decks_that_share_shuffles() -> None:
    assert shares_cards(CLASSIC, candy_land.switched(CLASSIC, [NO_SPECIALS, NO_SHORTCUTS]))
    assert not shares_cards(candy_land.switched(CLASSIC, [NO_SPECIALS]), CLASSIC)
    assert not shares_cards(CLASSIC, replace(CLASSIC, deck=RESHUFFLED))
    assert not shares_cards(replace(CLASSIC, deck=RESHUFFLED), replace(CLASSIC, deck=RESHUFFLED, specials="removed"))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"spaces": ("Jolly", "R")}, "none in purple: its first card would win at once"),
        ({"spaces": ("R", "x", "P")}, "picture space's name of 2 to 20 letters, got 'x'"),
        ({"spaces": ("R", "Jolly", "P", "Jolly")}, "each picture space once, got Jolly 2 times"),
        ({"singles": (1, 2)}, "singles must be 6 whole numbers, got 2"),
        ({"licorice": (1, 1)}, "licorice must name each space once, got 2 2"),
        ({"shortcuts": ((0, 2), (2, 0))}, "could go round in a loop, got 1 to 3"),
        ({"shortcuts": ((0, 2), (0, 3))}, "shortcuts must start on different spaces, got 1 1"),
        ({"shortcuts": ((0, 2),), "licorice": (2,)}, "must not start or end on licorice, got 1 to 3"),
        ({"licorice_rule": "sticky"}, "licorice_rule must be one of stuck, lose_turn, off, got 'sticky'"),
    ],
)
def test_bad_rules_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        replace(TINY, **changes)
    assert sentence in str(caught.value)


SPECIALS_ONLY = replace(TINY, spaces=("R", "P", "Jolly"), singles=(0,) * 6, special_copies=2)
# From the last red space, a card leads back to it.
ROUND_AND_ROUND = replace(TINY, shortcuts=((2, 0),), singles=(1, 0, 0, 0, 0, 0))
# Three reds in a row would win, but one of the two cards always leads back.
NEVER_THREE_REDS = replace(TINY, spaces=("R", "Jolly", "R", "R"), singles=(1, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("work", [simulate, solve_reshuffled, candy_land.play, lambda rules: compare({"a": rules})])
@pytest.mark.parametrize("endless", [SPECIALS_ONLY, ROUND_AND_ROUND])
def test_games_that_cannot_end_are_refused(endless: Rules, work: Any) -> None:
    with pytest.raises(ValueError, match="the game must be able to end, but no cards of the deck lead to the end from"):
        work(endless)


def test_an_endless_real_deck_is_refused_although_the_chain_ends() -> None:
    assert solve_reshuffled(NEVER_THREE_REDS).mean_turns < 20
    for work in (simulate, candy_land.play, lambda rules: compare({"a": rules})):
        with pytest.raises(ValueError, match="the game must end, but"):
            work(NEVER_THREE_REDS)


def test_a_game_that_is_endless_for_one_player_can_end_for_two() -> None:
    # Each player gets one card of every deck of two, so the first player can win with a fourth red.
    sample = simulate(NEVER_THREE_REDS, players=2, games=500)
    turns = [len(candy_land.play(NEVER_THREE_REDS, players=2, seed=seed)) for seed in range(500)]
    assert min(turns) == 7 == next(turn for turn, games in enumerate(sample.turn_counts) if games)


def test_games_that_take_too_long_are_refused() -> None:
    endless = replace(TINY, spaces=(*"RPYBOG" * 12, "Jolly"), shortcuts=((0, 1),), singles=(1, 0, 0, 0, 0, 0))
    slow = replace(endless, spaces=("Jolly", *"RPYBOG" * 12), shortcuts=(), special_copies=40)
    with pytest.raises(ValueError, match=r"must end within 2,000 turns on average, but takes [0-9,]+"):
        simulate(slow)


@pytest.mark.parametrize(
    ("work", "sentence"),
    [
        (
            lambda: compare({"a": CLASSIC}, games=2).difference("b"),
            "name must be that of a case that was simulated, a, got 'b'",
        ),
        (lambda: candy_land.switched(CLASSIC, ["no luck"]), "got 'no luck'"),
        (lambda: candy_land.switched(CLASSIC, [NO_SPECIALS, NO_BACKWARD]), "both change specials"),
        (lambda: candy_land.parse_spaces("RP[Jolly"), "as in RPY[Jolly]BOG, got '[Jolly'"),
        (lambda: candy_land.parse_spaces("RPé"), "got 'é'"),
    ],
)
def test_bad_calls_are_refused(work: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        work()
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("57,80", "state must be the players' spaces, as in 57.80 next=1"),
        ("57.80 drawn=RR,Y", "state must be the players' spaces, as in 57.80 next=1"),
        ("0.0.0.0.0.0.0", "state: players must be 1..6, got 7"),
        ("57.80 next=3", "state: next must be 1..2, got 3"),
        ("57.83", "state: spaces must be 0..82 or home, got 83"),
        ("27.80 stuck=2", "state: stuck must be players on licorice that costs a turn, got 2"),
        ("57.80 drawn=YY.YY.YY.YY", "state: drawn must be cards that the deck has, got YY"),
        ("57.80 drawn=[Jolly]", "state: drawn must be cards that the deck has, got Jolly"),
        ("57.home", "state must be of a game that goes on, but it is over"),
    ],
)
def test_bad_states_are_refused(text: str, sentence: str) -> None:
    for work in (simulate, candy_land.play, solve_reshuffled):
        # A deck that is shuffled before every draw does not use the cards drawn before.
        if work is not solve_reshuffled or "drawn" not in sentence:
            with pytest.raises(ValueError, match="must") as caught:
                work(BOX_2014, state=State.parse(text))
            assert sentence in str(caught.value)


def test_a_player_who_is_home_is_not_next() -> None:
    rules = replace(BOX_2014, plays_until="everyone")
    with pytest.raises(ValueError, match="state: next must be a player who is not home, got 2"):
        simulate(rules, state=State.parse("57.home next=2"))
    with pytest.raises(ValueError, match="players must be 2, as in the state, got 3"):
        simulate(rules, players=3, state=State.parse("57.home"))
    state, _ = after(State.parse("82.home"), "G", rules)
    assert state == State.parse("home.home next=1 drawn=G")
    assert state.is_over(rules)


@pytest.mark.parametrize(
    ("cards", "error"),
    [([], "cards must be 1..1 in a draw, got 0"), (["RR"], "cards must be left in the deck, got RR")],
)
def test_cards_that_cannot_be_drawn_are_refused(cards: list[str], error: str) -> None:
    with pytest.raises(ValueError, match=re.escape(error)):
        after(State((5,), drawn=("RR", "RR")), cards)


@given(games_in_progress())
def test_state_notation_round_trips(game: tuple[Rules, State]) -> None:
    _, state = game
    assert State.parse(str(state)) == state
    assert State(state.spaces, state.next, state.stuck[::-1], state.drawn[::-1]) == state


@given(rules())
def test_space_notation_round_trips(rules: Rules) -> None:
    assert candy_land.parse_spaces(candy_land.format_spaces(rules.spaces)) == rules.spaces


@pytest.mark.parametrize("changes", [{}, {"licorice_rule": "lose_turn"}, {"cards_to_choose": 2}])
def test_picture_cards_move_a_player_as_often_as_in_plain_games(changes: dict[str, Any]) -> None:
    spaces = ("R", "P", "Jolly", "Y", "B", "O", "Plumpy", "G", "R", "P", "Y", "B")
    rules = replace(CLASSIC, spaces=spaces, shortcuts=((1, 5),), licorice=(4, 8), special_copies=3, **changes)
    draws = plain_game.draws_of_full_deck(rules)
    games, moves = {Player(): 1.0}, defaultdict[bool, float](float)
    while sum(games.values()) > 1e-10:
        before, games = games, defaultdict(float)
        for (player, chance), (cards, weight) in product(before.items(), draws):
            card = "" if player.loses_next else plain_game.choose_card(rules, player, cards, ())
            after = plain_game.use_card(rules, player, card) if card else plain_game.miss_turn(player)
            if after:
                share = chance * weight / sum(each for _, each in draws)
                games[after] += share
                moves[after.space > player.space] += share * (len(card) > 2 and after.space != player.space)
    found = mean_events(rules)
    assert (found.back, found.forward) == pytest.approx((moves[False], moves[True]), abs=1e-7)
    # "The 'special' cards in Candy Land on average send players backwards more often than forwards."
    found = mean_events(CLASSIC)
    assert found.back > 1.4 * found.forward


@given(rules(decks=["real"]))
def test_shortcuts_and_licorice_are_counted_as_in_plain_moves(rules: Rules) -> None:
    table, starts, land = transition_table(rules), dict(rules.shortcuts), plain_game.land
    landed: list[int] = []

    def watch(rules: Rules, space: int) -> Player | None:
        landed.append(space)
        return land(rules, space)

    with patch.object(plain_game, "land", watch):
        for space, card in product(range(-1, rules.last_place), rules.cards):
            landed.clear()
            player, move = Player(space), (space + FIRST_SPACE, table.kind(card))
            end = plain_game.use_card(rules, player, card)
            moves = space not in starts and end is not player and not plain_game.goes_back(rules, player, card)
            if space not in starts:
                taken = sum(each in starts and each < rules.last_place for each in landed)
                assert table.shortcuts[move] == moves * taken
                assert table.caught[move] == bool(moves and end and plain_game.is_licorice(rules, end.space))


@given(rules(decks=[RESHUFFLED]))
@settings(max_examples=15, derandomize=True)
def test_counted_events_agree_with_the_chain(rules: Rules) -> None:
    assume_playable(rules, State.start(1))
    for found, exact in zip(count_events(rules, games=4_000).values(), mean_events(rules), strict=True):
        assert abs(found.value - exact) <= 6 * found.standard_error + 1e-9
