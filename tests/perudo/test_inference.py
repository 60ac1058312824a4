"""The posterior of a round, compared with brute force, with chances from the dice alone, and with results by hand."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import fsum
from re import escape
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boardodds.perudo import STANDARD, Bid, Call, Move, Rules, bidders, legal_bids, rank_moves, solved_ending
from boardodds.perudo.bidders import HUMAN, BidderModel, LogitBidder, PolicyBidder, Situation, hands, move_chances
from boardodds.perudo.inference import Posterior, posterior, shift_after_bid
from boardodds.perudo.round_state import MAX_BIDS, RoundState, check_round, why_no_calza
from boardodds.probability.pmf import Pmf
from tests.known_answers import load_answers
from tests.oracles.perudo import rules_then
from tests.oracles.perudo_inference import Deal, brute_deals, brute_distribution, brute_matching, brute_move_chance
from tests.strategies import perudo_rules

MAX_ROLLS = 4_000
TOLERANCE = 1e-12
DETERMINISTIC = PolicyBidder(random_moves=0)
SMALL_RULES = perudo_rules(st.integers(3, 6), st.just(3), st.just(STANDARD.palifico))


def parse(text: str) -> RoundState:
    return RoundState.parse(text)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Rules, RoundState, Deal]:
    """Draw rules, a round before its first bid as a player or an onlooker sees it, and the dice of every player."""
    rules = draw(SMALL_RULES)
    # One player is out, at any seat.
    dice = draw(st.lists(st.integers(1, 3), min_size=2, max_size=3).flatmap(lambda dice: st.permutations([0, *dice])))
    viewer = draw(st.none() | st.sampled_from([player for player, number in enumerate(dice, 1) if number]))
    while rules.sides ** sum(number for player, number in enumerate(dice, 1) if player != viewer) > MAX_ROLLS:
        dice[max((number, player) for player, number in enumerate(dice, 1) if player != viewer)[1] - 1] -= 1
    palifico = 1 in dice and len(dice) > 3 and draw(st.booleans())
    deal = tuple(tuple(draw(st.lists(st.integers(1, rules.sides), min_size=n, max_size=n))) for n in dice)
    hand = () if viewer is None else deal[viewer - 1]
    return rules, RoundState(tuple(dice), viewer, hand, (), palifico), tuple(tuple(sorted(dice)) for dice in deal)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Rules, RoundState]:
    rules, state, _ = draw(deals())
    return rules, draw(rounds_with_bids(rules, state, draw(openers(state))))


@st.composite
def own_turns(draw: st.DrawFn) -> tuple[Rules, RoundState]:
    rules, state, deal = draw(deals().filter(lambda deal: deal[1].viewer is None))
    opener = draw(openers(state))
    state = draw(rounds_with_bids(rules, state, opener))
    viewer = opener if state.turn is None else state.turn
    return rules, replace(state, viewer=viewer, hand=deal[viewer - 1])


@st.composite
def rounds_with_bids(draw: st.DrawFn, rules: Rules, state: RoundState, opener: int) -> RoundState:
    for player in turns(state, opener, draw(st.integers(0, 5))):
        bids = legal(rules, state, player)
        if not bids:
            break
        state = replace(state, bids=(*state.bids, (player, draw(st.sampled_from(bids)))))
    return state


def legal(rules: Rules, state: RoundState, player: int) -> list[Bid]:
    then = rules_then(rules, [bid for _, bid in state.bids])
    seats: dict[str, Any] = {"own_dice": state.dice[player - 1], "players": len(state.players_in)}
    return legal_bids(state.current, state.total_dice, then, palifico=state.palifico, **seats)


def openers(state: RoundState) -> st.SearchStrategy[int]:
    """Draw a player who may open the round; in a palifico round, one with a single die."""
    return st.sampled_from([p for p, number in enumerate(state.dice, 1) if (number == 1 if state.palifico else number)])


def turns(state: RoundState, opener: int, count: int) -> list[int]:
    players = state.players_in
    first = players.index(opener)
    return [players[(first + turn) % len(players)] for turn in range(count)]


models: st.SearchStrategy[BidderModel] = st.one_of(
    st.builds(LogitBidder, st.floats(0, 30)), st.builds(PolicyBidder, random_moves=st.floats(0.001, 1))
)


def check_posterior(result: Posterior, model: BidderModel | Sequence[BidderModel], rules: Rules) -> None:
    state = result.state
    weighted = brute_deals(state, model, rules)
    rules = rules_then(rules, [bid for _, bid in state.bids])
    for face in range(1, rules.sides + 1):
        args = face, rules, state.palifico
        counts = [(tuple(brute_matching(dice, *args) for dice in deal), chance) for deal, chance in weighted]
        check_pmf(result.total(face), brute_distribution((sum(matching), chance) for matching, chance in counts))
        for player in range(1, len(state.dice) + 1):
            by_player = brute_distribution((matching[player - 1], chance) for matching, chance in counts)
            check_pmf(result.matching(player, face), by_player)
    for player in range(1, len(state.dice) + 1):
        expected = brute_distribution((tuple(sorted(deal[player - 1])), chance) for deal, chance in weighted)
        hand_chances = result.hands(player)
        assert set(expected) <= set(hand_chances)
        assert hand_chances == pytest.approx({hand: expected.get(hand, 0.0) for hand in hand_chances}, abs=TOLERANCE)


def check_pmf(pmf: Pmf, expected: dict[int, float]) -> None:
    numbers = range(100)
    assert [pmf.probability(number) for number in numbers] == pytest.approx(
        [expected.get(number, 0.0) for number in numbers], abs=TOLERANCE
    )


@given(rounds(), models | st.lists(models, min_size=4, max_size=4))
@settings(max_examples=150)
def test_posteriors_match_brute_force(round_: tuple[Rules, RoundState], model: BidderModel | list[BidderModel]) -> None:
    rules, state = round_
    model = model[: len(state.dice)] if isinstance(model, list) else model
    check_posterior(posterior(state, rules, model=model), model, rules)


def test_the_models_are_as_many_as_the_players() -> None:
    with pytest.raises(ValueError, match="one for each of 2 players, got 3"):
        posterior(parse("5.5"), model=[HUMAN] * 3)


def test_the_shift_after_a_bid_takes_the_model_of_the_viewers_seat() -> None:
    state, bid = parse("5.5 me=2 hand=12256"), Bid(4, 2)
    by_seat = shift_after_bid(state, bid, model=(LogitBidder(0), LogitBidder(10)))
    assert by_seat == shift_after_bid(state, bid, model=LogitBidder(10))
    assert by_seat != shift_after_bid(state, bid, model=LogitBidder(0))


@given(own_turns(), models)
@settings(max_examples=100)
def test_moves_and_faces_agree_with_brute_force(round_: tuple[Rules, RoundState], model: BidderModel) -> None:
    rules, state = round_
    assert state.viewer is not None
    result = posterior(state, rules, model=model)
    weighted = brute_deals(state, model, rules)
    rules = rules_then(rules, [bid for _, bid in state.bids])
    assert list(result.face_shifts) == sorted({player for player, _ in state.bids} - {state.viewer})
    for player, shifts in result.face_shifts.items():
        before = state.dice[player - 1] / rules.sides
        expected = [
            fsum(chance * deal[player - 1].count(face) for deal, chance in weighted) - before
            for face in range(1, rules.sides + 1)
        ]
        assert shifts == pytest.approx(expected, abs=TOLERANCE)

    ranked = result.rank_moves()
    for move in ranked:
        bid = move.move if isinstance(move.move, Bid) else state.current
        assert bid is not None
        chance = brute_success(move.move, bid, weighted, rules, state.palifico)
        assert move.probability == pytest.approx(chance, abs=TOLERANCE)
    assert [move.probability for move in ranked] == pytest.approx(
        sorted((move.probability for move in ranked), reverse=True), abs=TOLERANCE
    )
    bids = legal(rules, state, state.viewer)
    calls = [Call.DUDO] if state.bids else []
    calls += [Call.CALZA] if not why_no_calza(state, rules, state.viewer) else []
    assert len(ranked) == len(bids) + len(calls)
    assert {move.move for move in ranked} == {*bids, *calls}


def brute_success(move: Move, bid: Bid, weighted: list[tuple[Deal, float]], rules: Rules, palifico: bool) -> float:
    """Return the chance that a move is right; ``bid`` is the bid that decides this."""
    chance = 0.0
    for deal, weight in weighted:
        matching = sum(brute_matching(dice, bid.face, rules, palifico) for dice in deal)
        if move == Call.CALZA:
            chance += weight * (matching == bid.quantity)
        else:
            chance += weight * (matching < bid.quantity if move == Call.DUDO else matching >= bid.quantity)
    return chance


@given(own_turns(), models, st.data())
@settings(max_examples=60)
def test_shifts_match_brute_force(round_: tuple[Rules, RoundState], model: BidderModel, data: st.DataObject) -> None:
    rules, state = round_
    viewer = state.viewer
    assert viewer is not None
    assume(bids := legal(rules, state, viewer))
    bid = data.draw(st.sampled_from(bids))
    shift = shift_after_bid(state, bid, rules, model=model)
    onlooker, then = replace(state, viewer=None, hand=()), rules_then(rules, [*(bid for _, bid in state.bids), bid])
    for new_bids, mean in ((), shift.before), (((viewer, bid),), shift.after):
        weighted = brute_deals(replace(onlooker, bids=state.bids + new_bids), model, rules)
        args = bid.face, then, state.palifico
        expected = fsum(chance * brute_matching(deal[viewer - 1], *args) for deal, chance in weighted)
        assert mean == pytest.approx(expected, abs=TOLERANCE)
    assert shift.held == brute_matching(state.hand, bid.face, then, state.palifico)


@given(SMALL_RULES, st.integers(1, 3), st.integers(0, 3), st.booleans(), st.data())
@settings(max_examples=100)
def test_chances_for_all_hands_are_those_of_each_hand(
    rules: Rules, own_dice: int, unseen: int, palifico: bool, data: st.DataObject
) -> None:
    total = own_dice + unseen
    are_aces_never_bid = rules.ace_bids == "never" and rules.wild_aces and not palifico
    bids = st.builds(Bid, st.integers(1, total), st.integers(2 if are_aces_never_bid else 1, rules.sides))
    # A round with one die in all has no opening.
    current = data.draw(st.none() | bids if unseen else bids)
    model = data.draw(models)
    situation = Situation(own_dice, current, total, rules, palifico)
    moves, chances = move_chances(model, own_dice, current, total, rules, palifico)
    assert moves == situation.moves
    success, best = situation.success_chances(), situation.success_ranks().argmax(axis=1)
    counts, _ = hands(own_dice, rules.sides)
    assert chances.shape == success.shape == (len(counts), len(moves))
    for row, face_counts in enumerate(counts):
        hand = tuple(np.repeat(np.arange(1, rules.sides + 1), face_counts).tolist())
        ranked = rank_moves(current, hand, unseen, rules, palifico=palifico)
        assert dict(zip(moves, success[row], strict=True)) == {move.move: move.probability for move in ranked}
        assert moves[best[row]] == ranked[0].move
        expected = [brute_move_chance(model, move, hand, current, total, rules, palifico) for move in moves]
        assert chances[row] == pytest.approx(expected, abs=TOLERANCE)


def test_ranks_separate_chances_that_are_equal_as_floats() -> None:
    rules = Rules(sides=2, wild_aces=False, raise_rule="any_higher", starting_dice=10)
    situation = Situation(own_dice=10, current=Bid(6, 2), total_dice=100, rules=rules)
    worse, better = situation.moves.index(Bid(7, 1)), situation.moves.index(Bid(7, 2))
    counts, _ = hands(10, 2)
    # Of 90 unseen dice, the first bid needs three more ones, the second one more two.
    row = counts.tolist().index([4, 6])
    assert situation.success_chances()[row, worse] == situation.success_chances()[row, better] == 1
    assert situation.success_ranks()[row, worse] < situation.success_ranks()[row, better]
    assert situation.moves[situation.success_ranks()[row].argmax()] == Bid(7, 2)


def test_cached_arrays_are_read_only() -> None:
    moves, chances = move_chances(PolicyBidder(), 2, Bid(1, 4), 4)
    for array in (*hands(2, 6), bidders.matching_dice(4, 2), chances):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert move_chances(PolicyBidder(), 2, Bid(1, 4), 4)[0] is moves


def test_the_longest_and_sharpest_rounds_do_not_underflow() -> None:
    bids = ".".join(f"{turn % 2 + 1}:{turn // 5 + 1}x{turn % 5 + 2}" for turn in range(MAX_BIDS - 11))
    state = parse(f"5.5 bids={bids}")
    result = posterior(state, replace(STANDARD, raise_rule="any_higher"), model=LogitBidder(sharpness=500))
    for player in (1, 2):
        assert sum(result.hands(player).values()) == pytest.approx(1, abs=TOLERANCE)


@given(
    st.lists(st.integers(0, 10), min_size=2, max_size=10).filter(lambda dice: sum(map(bool, dice)) > 1),
    st.booleans(),
    st.integers(2, 20),
    st.data(),
)
def test_round_notation_round_trips(dice: list[int], palifico: bool, sides: int, data: st.DataObject) -> None:
    seats = [player for player, number in enumerate(dice, 1) if number]
    viewer = data.draw(st.none() | st.sampled_from(seats))
    own_dice = 0 if viewer is None else dice[viewer - 1]
    hand = data.draw(st.lists(st.integers(1, sides), min_size=own_dice, max_size=own_dice))
    opener = data.draw(st.none() | st.sampled_from(seats))
    state = RoundState(tuple(dice), viewer, tuple(hand), (), palifico, opener)
    assert RoundState.parse(str(state)) == state
    assert state.turn == opener
    bids = st.builds(Bid, st.integers(1, 100), st.integers(1, sides))
    first = data.draw(st.sampled_from(seats)) if opener is None else opener
    players = turns(state, first, data.draw(st.integers(1, MAX_BIDS)))
    state = replace(state, bids=tuple((player, data.draw(bids)) for player in players))
    assert state.opener is None
    assert RoundState.parse(str(state)) == state
    assert hash(RoundState.parse(str(state))) == hash(replace(state, hand=tuple(reversed(state.hand))))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("bids=2:3x4   palifico hand=21 5.1.2 me=3", "5.1.2 me=3 hand=12 bids=2:3x4 palifico"),
        ("1.1 me=1 hand=12,", "1.1 me=1 hand=12,"),
        ("1.2 me=2 hand=12,3", "1.2 me=2 hand=3,12"),
        ("5 4 0.5 me=1 hand=1,2,2,5,6", "5.4.0.5 me=1 hand=12256"),
        ("05.5", "5.5"),
        ("palifico opens=3 5.1.1", "5.1.1 opens=3 palifico"),
        ("5.5.5 opens=3 bids=3:1x2", "5.5.5 bids=3:1x2"),
    ],
)
def test_round_notation_is_canonical(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "round: no dice are given; expected each player's dice, as in 5.4.0.5"),
        ("5.5 me=1 hand=1 2 2 5 6",
         "round, at '2' (character 17): dice is given twice, or a hand has spaces; expected dice, as in hand=12256 or "
         "hand=1,2,2,5,6"),
        ("5.5 me=a", "round, at 'me=a' (character 5): expected a player's number, as in me=1"),
        ("5.5 hand=1.2",
         "round, at 'hand=1.2' (character 5): expected dice, as in hand=12256 or hand=1,2,2,5,6"),
        ("5.5 bids=3x4", "round, at 'bids=3x4' (character 5): expected player:bid, as in bids=1:3x4.2:4x4"),
        ("5.5 bid=1:3x4",
         "round, at 'bid=1:3x4' (character 5): expected each player's dice, as in 5.4.0.5, me=…, hand=…, opens=…, bids=… or "
         "palifico"),
        ("5.5 hand=12", "hand must have no dice for an onlooker, got 2"),
        ("5.5 me=3", "viewer must name a player from 1..2, got 3"),
        ("5.5.0 me=3", "viewer must be a player with dice, got player 3, who has none"),
        ("5.5 me=2 hand=12", "hand must have 5 dice, as many as player 2 has, got 2"),
        ("5.5 bids=3:1x2", "bids must name a player from 1..2, got 3"),
        ("5.5 bids=1:1x2.1:1x3", "bids must follow the seats: after player 1 it is the turn of player 2, got 1:1x3"),
        ("5.5 opens=x", "round, at 'opens=x' (character 5): expected a player's number, as in opens=3"),
        ("5.5.0 opens=3", "opener must be a player with dice, got player 3, who has none"),
        ("5.5 opens=2 bids=1:1x2", "opener must be the player who made the first bid, player 1, got player 2"),
        ("5.5 bids=1:0x2", "quantity must be 1..100, got 0"),
    ],
)  # fmt: skip
def test_invalid_rounds_are_rejected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{escape(message)}$"):
        RoundState.parse(text)


@pytest.mark.parametrize(
    ("text", "rules", "message"),
    [
        ("5.6", STANDARD, "dice of player 2 must be 0..5, got 6"),
        ("1.1 me=1 hand=7", STANDARD, "hand must be 1..6 on each die, got 7"),
        ("5.5 bids=1:1x1", STANDARD,
         "bids, at 1:1x1: face must not be 1 in the opening bid: a round is not opened on aces under these rules"),
        ("5.5 bids=1:1x5.2:1x5", STANDARD,
         "bids, at 2:1x5: quantity must be 2 on face 5 after 1x5, got 1: "
         "a raise keeps the quantity at a higher face or adds one at the same face"),
        ("5.5.1 palifico", Rules(palifico=False), "palifico must be False under rules without a palifico round, got True"),
        ("5.5.2 palifico", STANDARD, "a palifico round needs a player who has come down to one die"),
        ("5.1.0 palifico", STANDARD, "a palifico round needs more than 2 players in the game"),
        ("5.1.3 palifico bids=3:1x2", STANDARD,
         "a palifico round must be opened by a player with one die, got player 3 with 3 dice"),
        ("5.1.3 palifico bids=2:1x2.3:1x3", STANDARD,
         "bids, at 3:1x3: face must not be 3 after 1x2: in a palifico round the face stays that of the opening bid"),
    ],
)  # fmt: skip
def test_rounds_that_break_the_rules_are_rejected(text: str, rules: Rules, message: str) -> None:
    for call in (lambda: check_round(parse(text), rules), lambda: posterior(parse(text), rules, model=DETERMINISTIC)):
        with pytest.raises(ValueError, match=f"^{escape(message)}$"):
            call()


def test_one_die_may_change_the_face_of_a_palifico_round() -> None:
    may_change = replace(STANDARD, change_face=True)
    check_round(parse("1.1.3 palifico bids=1:1x2.2:1x3"), may_change)
    with pytest.raises(ValueError, match=r"^bids, at 3:1x4: face must not be 4 after 1x3: in a palifico round"):
        check_round(parse("1.1.3 palifico bids=1:1x2.2:1x3.3:1x4"), may_change)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: LogitBidder(float("nan")), "sharpness must be 0..500, got nan"),
        (lambda: PolicyBidder(random_moves=1.1), "random_moves must be 0..1, got 1.1"),
        (lambda: hands(10, 20), "hands times moves must be at most 2,000,000, got 20,030,010: 10 dice of 20 sides are too many"),
        (lambda: move_chances(DETERMINISTIC, 0, None, 4), "own_dice must be 1..4, got 0"),
        (lambda: posterior(parse("5.5 bids=1:10x2"), model=DETERMINISTIC),
         "bids must be such as the model's players make, got 1:10x2: no hand of player 1 explains it"),
        (lambda: posterior(parse("5.5"), model=DETERMINISTIC).rank_moves(), "viewer must be a player to move, got an onlooker"),
        (lambda: posterior(parse("1.5 me=1 hand=2 bids=1:1x2"), model=DETERMINISTIC).rank_moves(),
         "viewer must be the player whose turn it is, 2, to move, got 1"),
        (lambda: posterior(parse("5.5"), model=DETERMINISTIC).total(7), "face must be 1..6 on these dice, got 7"),
        (lambda: posterior(parse("5.5"), model=DETERMINISTIC).matching(0, 1), "player must be 1..2, got 0"),
        (lambda: posterior(parse("5.5"), model=DETERMINISTIC).bid_probability(Bid(11, 2)),
         "quantity must be 1..10 with 10 dice in play, got 11"),
        (lambda: shift_after_bid("5.5", Bid(1, 2), model=DETERMINISTIC), "viewer must be a player who bids, got an onlooker"),
        (lambda: shift_after_bid(parse("1.1 me=1 hand=2 bids=1:1x2"), Bid(1, 3), model=DETERMINISTIC),
         "bids must follow the seats: after player 1 it is the turn of player 2, got 1:1x3"),
    ],
)  # fmt: skip
def test_invalid_arguments_are_rejected(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{escape(message)}$"):
        call()


KNOWN = load_answers("perudo")


def opening_chances(dice: tuple[int, int], rules: Rules) -> tuple[float, float]:
    """Return how often openings of perfect play are true, and their chance under the default model, by listing all dice."""
    ending = solved_ending(dice, rules)
    assert ending is not None
    strategies = {hand: ending.strategy([], hand) for hand in {tuple(sorted(dealt)) for dealt in rolls(dice[0])}}
    made = Counter[Bid]()
    true = 0.0
    for own, other in product(rolls(dice[0]), rolls(dice[1])):
        for bid, share in strategies[tuple(sorted(own))].items():
            assert isinstance(bid, Bid)
            weight = share / 6 ** sum(dice)
            made[bid] += weight
            true += weight * (sum(die in (1, bid.face) for die in own + other) >= bid.quantity)
    given_bids = {bid: posterior(RoundState(dice, bids=((1, bid),)), rules=rules) for bid in made}
    return true, fsum(made[bid] * found.bid_probability(bid) for bid, found in given_bids.items())


def rolls(dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=dice))


def test_the_default_model_fits_openings_of_perfect_play() -> None:
    errors = []
    for known in KNOWN["opening"]:
        true, human = opening_chances(tuple(known["dice"]), Rules(raise_rule=known["raise_rule"]))
        assert (true, human) == pytest.approx((known["perfect"], known["human"]), abs=6e-4)
        errors.append(abs(true - human))
    assert fsum(errors) / len(errors) == pytest.approx(bidders.HUMAN_ERROR, abs=6e-4)


@pytest.mark.parametrize("known", KNOWN["round"])
def test_the_default_model_advises_as_the_rulebook(known: dict[str, Any]) -> None:
    found = posterior(parse(known["state"]), rules=Rules(raise_rule=known["raise_rule"]))
    assert str(found.rank_moves()[0].move) == known["move"]
