"""The chance of winning the match with each move, against plain programs and exact values."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds import perudo
from boardodds.perudo import NAIVE, STANDARD, Bid, LogitBidder, PolicyBidder, RoundState, Rules, legal_bids, posterior
from boardodds.perudo.batch_moves import PlayerViews, Positions, RandomDice, bid_lookup, choose_moves
from boardodds.perudo.bidders import hands, move_chances
from boardodds.perudo.bids import Call, Move
from boardodds.perudo.match import MatchSampler, RoundStarts
from boardodds.perudo.rollouts import MEAN_ERROR, MIN_CHANCE, evaluate_moves, fit_standings
from boardodds.perudo.rules import CalzaWins
from tests.oracles.perudo import dice_after_calza
from tests.oracles.perudo_match import play_on
from tests.perudo.test_match import ScriptedDice

ANY_HIGHER = replace(STANDARD, raise_rule="any_higher")
PLAYERS = (NAIVE, PolicyBidder(random_moves=0.2), LogitBidder(6))


def random_round(rng: random.Random, rules: Rules, players: int) -> RoundState:
    dice = tuple(rng.randint(1, rules.starting_dice) for _ in range(players))
    seat, bids, current = rng.randrange(players), [], None
    for _ in range(rng.randint(0, 3)):
        legal = legal_bids(current, sum(dice), rules, own_dice=dice[seat], players=players)
        if not legal:
            break
        current = rng.choice(legal[:8])
        bids.append((seat + 1, current))
        seat = (seat + 1) % players
    hand = tuple(sorted(rng.randint(1, rules.sides) for _ in range(dice[seat])))
    return RoundState(dice, seat + 1, hand, tuple(bids), opener=None if bids else seat + 1)


def positions_of(state: RoundState, hands_: list[tuple[int, ...]], rules: Rules) -> Positions:
    lookup = bid_lookup(rules, len(state.dice) * rules.starting_dice)
    counts = [[hand.count(face) for face in range(1, rules.sides + 1)] for hand in hands_]
    dice = np.array([state.dice])
    assert state.viewer is not None
    return Positions(
        dice=dice,
        reached_one_die=dice <= 1,
        turn=np.array([state.viewer - 1]),
        bidder=np.array([state.bids[-1][0] - 1 if state.bids else 0]),
        current=np.array([lookup.move(state.current) if state.current else 0]),
        palifico=np.array([int(state.palifico)]),
        face_counts=np.array([counts]),
    )


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    players=st.integers(2, 5),
    rules=st.sampled_from(
        [STANDARD, ANY_HIGHER, replace(STANDARD, wild_aces=False), replace(STANDARD, opening_bid="players")]
    ),
)
def test_a_round_from_its_middle_is_that_of_the_plain_program(seed: int, players: int, rules: Rules) -> None:
    rng = random.Random(seed)
    state = random_round(rng, rules, players)
    dealt = [
        state.hand if player == state.viewer else tuple(rng.randint(1, rules.sides) for _ in range(number))
        for player, number in enumerate(state.dice, 1)
    ]
    line_up = [rng.choice(PLAYERS) for _ in state.dice]
    numbers = (rng.random(), rng.random())
    legal = legal_bids(state.current, state.total_dice, rules, own_dice=len(state.hand), players=players)
    moves: list[Move] = [*legal, *([Call.DUDO] if state.current else [])]
    move = rng.choice(moves)
    plain = play_on(line_up, rules, state, dealt, move, numbers)
    lookup = bid_lookup(rules, players * rules.starting_dice)
    starts = MatchSampler(tuple(line_up), rules).play_round(
        positions_of(state, dealt, rules), np.array([lookup.move(move)]), ScriptedDice(seed, rules.sides, numbers)
    )
    assert (starts.dice[0].tolist(), int(starts.opener[0]), bool(starts.palifico[0])) == plain


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), model=st.sampled_from([LogitBidder(8), PolicyBidder(random_moves=0.2)]))
def test_players_of_a_model_move_with_the_chances_of_the_model(seed: int, model: LogitBidder | PolicyBidder) -> None:
    rng = random.Random(seed)
    rules = rng.choice([STANDARD, ANY_HIGHER, replace(STANDARD, sides=4)])
    state = random_round(rng, rules, rng.randint(2, 3))
    dealt = [state.hand if player == state.viewer else (1,) * number for player, number in enumerate(state.dice, 1)]
    lookup = bid_lookup(rules, len(state.dice) * rules.starting_dice)
    views = PlayerViews.from_positions(positions_of(state, dealt, rules), lookup)
    size = 4_000
    # Evenly spaced numbers in place of random ones: then the count of each move is expected to within two views.
    index = np.arange(size)
    uniform = np.column_stack([(index % 10 + 0.5) / 10, (index + 0.5) / size])
    drawn = choose_moves(model, views.select(np.zeros(size, dtype=np.int64)), uniform)
    moves, chances = move_chances(model, len(state.hand), state.current, state.total_dice, rules)
    own = [state.hand.count(face) for face in range(1, rules.sides + 1)]
    expected = chances[hands(len(state.hand), rules.sides)[0].tolist().index(own)]
    found = np.array([(drawn == lookup.move(move)).mean() for move in moves])
    assert found.sum() == pytest.approx(1)
    assert abs(found - expected).max() <= 2 / size + 1e-9


@pytest.mark.parametrize("text", ["1.1 me=1 hand=4 bids=2:1x6", "1.1 me=1 hand=3 bids=1:1x3.2:1x4"])
def test_dice_are_dealt_with_their_chances_given_the_bids(text: str) -> None:
    state, model, matches = RoundState.parse(text), LogitBidder(4), 4_000
    (dudo,) = (each for each in evaluate_moves(state, model=model, games=matches) if each.move == Call.DUDO)
    # With one die each the round decides the match.
    exact = 1 - posterior(state, model=model).bid_probability(state.bids[-1][1])
    assert abs(dudo.wins.value - exact) <= 4 * sqrt(exact * (1 - exact) / matches) + 1e-6


def test_every_executor_gives_the_same_results_and_progress_grows() -> None:
    state = RoundState.parse("3.3.3 me=1 hand=146 bids=3:2x4")
    shares: list[float] = []
    alone = evaluate_moves(state, games=2_500, progress=shares.append)
    with ThreadPoolExecutor(2) as executor:
        together = evaluate_moves(state, games=2_500, executor=executor)
    assert [(e.move, e.wins) for e in alone] == [(e.move, e.wins) for e in together]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) > 1


def test_the_bids_matter_unless_they_are_not_read() -> None:
    state = RoundState.parse("5.5 me=1 hand=22345 bids=2:5x6")
    read = {e.move: e.wins.value for e in evaluate_moves(state, games=8_000)}
    unread = {e.move: e.wins.value for e in evaluate_moves(state, games=8_000, reads_bids=False)}
    assert read[Call.DUDO] < unread[Call.DUDO] - 0.01


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("5.5 bids=1:3x4", {}, "viewer must be the player to move"),
        ("5.5 me=1 hand=12256 bids=1:3x4", {}, "viewer must be the player to move"),
        ("5.5 me=1 hand=12256", {"games": 1}, "games must be 2"),
    ],
)
def test_bad_input_gets_one_sentence(text: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        evaluate_moves(RoundState.parse(text), **options)  # type: ignore[arg-type]


def test_unlikely_bids_are_left_out() -> None:
    state = RoundState.parse("5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4")
    tried = evaluate_moves(state, rules=ANY_HIGHER, games=20)
    chances = posterior(state, rules=ANY_HIGHER)
    likely = {bid for bid in legal_bids(Bid(5, 4), 20, ANY_HIGHER) if chances.bid_probability(bid) >= MIN_CHANCE}
    assert {equity.move for equity in tried} == {Call.DUDO, *likely}
    assert len(likely) < len(legal_bids(Bid(5, 4), 20, ANY_HIGHER))
    # Where all bids are unlikely, the most likely one is still tried.
    unlikely = RoundState.parse("5.5 me=1 hand=22222 bids=2:7x5")
    chances = posterior(unlikely)
    best = max(legal_bids(Bid(7, 5), 10), key=chances.bid_probability)
    assert chances.bid_probability(best) < MIN_CHANCE
    assert {equity.move for equity in evaluate_moves(unlikely, games=20)} == {Call.DUDO, best}


@pytest.mark.parametrize("wins", get_args(CalzaWins))
@pytest.mark.parametrize("text", ["2.3 me=1 hand=14 bids=2:2x4", "2.1.0.3 me=1 hand=14 bids=4:2x4"])
def test_calza_wins_the_matches_of_the_dice_after_it(text: str, wins: CalzaWins) -> None:
    rules = replace(ANY_HIGHER, calza=True, calza_by="not_bidder", calza_wins=wins, calza_limit="once")
    state, matches = RoundState.parse(text), 4_000
    after = {
        right: RoundStarts(
            np.array([dice_after_calza(state.dice, 0, right, rules)]),
            np.array([0]),
            np.array([int(not right and rules.has_palifico(len(state.players_in)))]),
        )
        for right in (True, False)
    }
    standings = fit_standings(len(state.dice), rules)
    chances = {right: float(standings.chances(start)[0, 0]) for right, start in after.items()}
    (equity,) = (e for e in evaluate_moves(state, rules, model=LogitBidder(0), games=matches) if e.move == Call.CALZA)
    assert {round(value, 9) for value in equity.results.tolist()} == {round(value, 9) for value in chances.values()}
    exact = perudo.bid_probability(Bid(2, 4), state.hand, state.total_dice - 2, rules, exactly=True)
    assert abs((equity.results == chances[True]).mean() - exact) <= 4 * sqrt(exact * (1 - exact) / matches)
    # A player who has called it in the match, and one who may not, don't have it among the moves.
    for more, callers in (({}, [1]), ({"calza_by": "bystander"}, [])):
        tried = evaluate_moves(state, rules=replace(rules, **more), games=20, callers=callers)  # type: ignore[arg-type]
        assert Call.CALZA not in [each.move for each in tried]


def standings_errors(players: int, rules: Rules) -> tuple[float, float]:
    """Return the mean and the largest difference between the standings and the wins of other matches, over frequent rounds."""
    sampler = MatchSampler((NAIVE,) * players, rules)
    starts, winners = sampler.round_starts(8_000, RandomDice(np.random.default_rng(99)))
    chances = fit_standings(players, rules).chances(starts)
    won = np.arange(players) == winners[:, None]
    keys = np.concatenate([starts.dice, starts.opener[:, None], starts.palifico[:, None]], axis=1)
    _, group, sizes = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    frequent = [np.flatnonzero(group.ravel() == number) for number in np.flatnonzero(sizes >= 400)]
    errors = [np.abs(won[rows].mean(axis=0) - chances[rows].mean(axis=0)).max() for rows in frequent]
    return float(np.average(errors, weights=[len(rows) for rows in frequent])), float(max(errors))


def test_standings_have_the_errors_that_the_page_states() -> None:
    found = [standings_errors(players, rules) for rules in (STANDARD, ANY_HIGHER) for players in (2, 3, 4)]
    # The wins of the simulated matches have a standard error of up to 2 points themselves.
    assert sum(mean for mean, _ in found) / len(found) == pytest.approx(MEAN_ERROR, abs=0.005)
    assert max(largest for _, largest in found) > 3 * MEAN_ERROR


@pytest.mark.parametrize("players", [2, 3, 4])
def test_standings_fit_similar_rules(players: int) -> None:
    similar = replace(STANDARD, open_on_aces=True, change_face=True)
    assert standings_errors(players, similar)[0] <= 0.03


def test_standings_must_fit_the_round() -> None:
    state = RoundState.parse("5.5.5 me=1 hand=12256 bids=3:2x4")
    with pytest.raises(ValueError, match="standings must be fitted"):
        evaluate_moves(state, standings=fit_standings(2))
