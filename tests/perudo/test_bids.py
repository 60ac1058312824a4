"""Perudo's bids, moves and dudo estimates, compared with published figures and with brute force."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.perudo import (
    ACE_BIDS,
    RAISE_RULES,
    STANDARD,
    Bid,
    Call,
    ConstantDial,
    DudoEstimate,
    LinearDial,
    LogitBidder,
    Move,
    RoundState,
    Rules,
    agents,
    bid_fraction,
    bid_probability,
    check_raise,
    legal_bids,
    posterior,
    rank_moves,
)
from boardodds.perudo.bids import HandLike
from boardodds.perudo.round_state import why_no_calza
from tests.known_answers import load_answers
from tests.oracles.perudo import brute_chance, brute_legal

KNOWN = load_answers("perudo")
ANY_HIGHER = replace(STANDARD, raise_rule="any_higher")


def bid_texts(bids: list[Bid]) -> str:
    return " ".join(map(str, bids))


@pytest.mark.parametrize("case", KNOWN["binomial"], ids=lambda case: f"{case['dice']} dice of {case['sides']} sides")
def test_known_binomial(case: dict[str, Any]) -> None:
    rules = Rules(sides=case["sides"], wild_aces=False)
    for text, exactly in (("exactly_2", True), ("at_least_2", False)):
        chance = bid_probability(Bid(2, 3), hand=(), unseen=case["dice"], rules=rules, exactly=exactly)
        assert round(chance, 5) == case[text]


@pytest.mark.parametrize("case", KNOWN["bid"], ids=lambda case: case["id"])
def test_known_bids(case: dict[str, Any]) -> None:
    for bid in case["bids"]:
        chance = bid_probability(Bid(bid["quantity"], bid["face"]), hand=case["hand"], unseen=case["unseen"])
        assert round(chance, 6) == bid["probability"]


def test_sources_have_the_published_figures() -> None:
    dudo = KNOWN["dudo"]
    assert dudo["naive_success_calculated"] == agents.NAIVE_CALCULATED
    assert dudo["naive_success_actual"] == agents.NAIVE_ACTUAL
    assert dudo["one_die_caller_published"] == agents.ONE_DIE_CALLER_SUCCESS
    assert ConstantDial(dudo["constant_dial"]) == agents.CONSTANT_DIAL
    assert LinearDial(**dudo["linear_dial"], calculated=dudo["naive_success_calculated"]) == agents.LINEAR_DIAL


@pytest.mark.parametrize(
    ("estimate", "caller_dice", "bidder_dice", "success"),
    [
        (agents.NAIVE, 5, 1, 0.62),
        (agents.CONSTANT_DIAL, 5, 1, 0.40),
        # If 1 - P equals its mean, the estimate is the line itself.
        (agents.LINEAR_DIAL, 5, 5, 0.42),
        (agents.LINEAR_DIAL, 5, 1, 0.78),
        (agents.LINEAR_DIAL, 2, 5, 0.366),
    ],
)
def test_dudo_estimates(estimate: DudoEstimate, caller_dice: int, bidder_dice: int, success: float) -> None:
    assert 1 - 0.38 - estimate.deduction(caller_dice / bidder_dice) == pytest.approx(success, abs=1e-12)


@pytest.mark.parametrize(
    ("current", "total", "rules", "legal"),
    [
        ("5x4", 20, STANDARD, "3x1 5x5 5x6 6x4"),
        ("5x6", 20, STANDARD, "3x1 6x6"),
        ("4x6", 20, STANDARD, "2x1 5x6"),
        ("3x1", 20, STANDARD, "4x1 7x2 7x3 7x4 7x5 7x6"),
        ("3x1", 6, STANDARD, "4x1"),
        ("6x1", 6, STANDARD, ""),
        ("4x5", 5, ANY_HIGHER, "2x1 3x1 4x1 4x6 5x1 5x2 5x3 5x4 5x5 5x6"),
        ("2x1", 5, ANY_HIGHER, "3x1 4x1 5x1 5x2 5x3 5x4 5x5 5x6"),
        ("2x5", 3, replace(ANY_HIGHER, ace_bids="highest"), "2x1 2x6 3x1 3x2 3x3 3x4 3x5 3x6"),
        ("2x1", 3, replace(ANY_HIGHER, ace_bids="highest"), "3x1 3x2 3x3 3x4 3x5 3x6"),
        ("2x5", 3, replace(ANY_HIGHER, ace_bids="lowest"), "2x6 3x1 3x2 3x3 3x4 3x5 3x6"),
        ("2x5", 3, replace(ANY_HIGHER, ace_bids="never"), "2x6 3x2 3x3 3x4 3x5 3x6"),
        ("2x5", 3, replace(STANDARD, wild_aces=False), "2x6 3x5"),
        ("2x1", 3, replace(STANDARD, wild_aces=False), "2x2 2x3 2x4 2x5 2x6 3x1"),
    ],
)
def test_legal_bids_by_hand(current: str, total: int, rules: Rules, legal: str) -> None:
    assert bid_texts(legal_bids(Bid.parse(current), total, rules)) == legal


@st.composite
def rounds(draw: st.DrawFn, max_sides: int = 7) -> tuple[Rules, bool]:
    """Draw rules, and whether the round is palifico."""
    rules = Rules(
        sides=draw(st.integers(2, max_sides)),
        wild_aces=draw(st.booleans()),
        ace_bids=draw(st.sampled_from(ACE_BIDS)),
        raise_rule=draw(st.sampled_from(RAISE_RULES)),
        open_on_aces=draw(st.booleans()),
        palifico=draw(st.booleans()),
        change_face=draw(st.booleans()),
        calza=draw(st.booleans()),
        starting_dice=draw(st.integers(2, 6)),
    )
    return rules, rules.palifico and draw(st.booleans())


@st.composite
def bid_situations(draw: st.DrawFn) -> tuple[Rules, bool, int, Bid | None]:
    """Draw rules, whether the round is palifico, the number of dice in play, and the current bid or None."""
    rules, palifico = draw(rounds())
    total = draw(st.integers(2, 12))
    are_aces_never_bid = rules.ace_bids == "never" and rules.wild_aces and not palifico
    bids = st.builds(Bid, st.integers(1, total), st.integers(2 if are_aces_never_bid else 1, rules.sides))
    return rules, palifico, total, draw(st.none() | bids)


@pytest.mark.parametrize("own_dice", [None, 1, 2])
@given(situation=bid_situations())
@settings(max_examples=200)
def test_legal_bids_agree_with_brute_force(
    situation: tuple[Rules, bool, int, Bid | None], own_dice: int | None
) -> None:
    rules, palifico, total, current = situation
    legal = legal_bids(current, total, rules, palifico=palifico, own_dice=own_dice)
    expected = brute_legal(current, total, rules, palifico, own_dice or 2)
    assert legal == sorted(expected, key=lambda bid: (bid.quantity, bid.face))
    for bid in (Bid(quantity, face) for quantity in range(1, total + 1) for face in range(1, rules.sides + 1)):
        if bid in expected:
            check_raise(current, bid, total, rules, palifico=palifico, own_dice=own_dice)
        else:
            with pytest.raises(ValueError, match=r"^(quantity|face) must "):
                check_raise(current, bid, total, rules, palifico=palifico, own_dice=own_dice)


@st.composite
def hand_situations(draw: st.DrawFn) -> tuple[Rules, bool, tuple[int, ...], int, Bid]:
    """Draw rules, whether the round is palifico, a hand, the number of unseen dice, and a bid."""
    rules, palifico = draw(rounds(max_sides=5))
    hand = tuple(draw(st.lists(st.integers(1, rules.sides), max_size=rules.starting_dice)))
    unseen = draw(st.integers(0 if hand else 1, 4))
    bid = Bid(draw(st.integers(1, len(hand) + unseen)), draw(st.integers(1, rules.sides)))
    return rules, palifico, hand, unseen, bid


@given(hand_situations(), st.booleans())
@settings(max_examples=200)
def test_chances_agree_with_every_roll(case: tuple[Rules, bool, tuple[int, ...], int, Bid], exactly: bool) -> None:
    rules, palifico, hand, unseen, bid = case
    expected = brute_chance(bid, hand, unseen, rules, palifico, exactly)
    assert bid_fraction(bid, hand, unseen, rules, palifico=palifico, exactly=exactly) == expected
    assert bid_probability(bid, hand, unseen, rules, palifico=palifico, exactly=exactly) == float(expected)


@pytest.mark.parametrize("hand", ["12256", "1,2,2,5,6", [1, 2, 2, 5, 6]])
def test_a_hand_has_one_notation(hand: HandLike) -> None:
    bid, known = KNOWN["bid"][0]["bids"][0], KNOWN["bid"][0]["unseen"]
    assert bid_probability(Bid(bid["quantity"], bid["face"]), hand, known) == pytest.approx(
        bid["probability"], abs=1e-6
    )
    assert rank_moves(None, hand, known) == rank_moves(None, (1, 2, 2, 5, 6), known)
    assert RoundState((5, 5), 0, hand).hand == (1, 2, 2, 5, 6)  # type: ignore[arg-type]


@pytest.mark.parametrize("hand", ["12,256", (12256,), "12256,", "1 2 2 5 6", "5.5"])
def test_no_error_prints_a_hand_as_a_large_number(hand: HandLike) -> None:
    with pytest.raises(ValueError, match="hand must be") as caught:
        bid_probability(Bid(5, 4), hand, 15)
    assert "12,256" not in str(caught.value).replace(repr(hand), "")


@pytest.mark.parametrize("case", KNOWN["calza"]["offered"], ids=lambda case: case["round"])
def test_calza_is_for_the_players_that_the_rulebook_names(case: dict[str, Any]) -> None:
    state, rules = RoundState.parse(case["round"]), Rules(calza=True)
    players = range(len(state.dice))
    assert [player + 1 for player in players if not why_no_calza(state, rules, player)] == case["players"]
    assert all(why_no_calza(state, STANDARD, player) for player in players)
    if chance := case.get("chance"):
        bid, unseen = state.bids[-1][1], state.total_dice - len(state.hand)
        assert bid_fraction(bid, state.hand, unseen, rules, exactly=True) == Fraction(chance)
        (move,) = posterior(state, LogitBidder(0), rules).rank_moves()
        assert move.move == Call.CALZA
        assert move.probability == pytest.approx(float(Fraction(chance)))


@given(bid_situations(), st.data())
@settings(max_examples=200)
def test_every_move_is_ranked_by_its_chance(
    situation: tuple[Rules, bool, int, Bid | None], data: st.DataObject
) -> None:
    rules, palifico, total, current = situation
    size = data.draw(st.integers(1, min(rules.starting_dice, total)))
    hand = tuple(data.draw(st.lists(st.integers(1, rules.sides), min_size=size, max_size=size)))
    unseen = total - size
    ranked = rank_moves(current, hand, unseen, rules, palifico=palifico)
    expected: dict[Move, Fraction] = {
        bid: bid_fraction(bid, hand, unseen, rules, palifico=palifico)
        for bid in brute_legal(current, total, rules, palifico, own_dice=size)
    }
    if current is not None:
        expected[Call.DUDO] = 1 - bid_fraction(current, hand, unseen, rules, palifico=palifico)
    assert {move.move: move.fraction for move in ranked} == expected
    assert len(ranked) == len(expected)
    order: list[Move] = [Call.DUDO, *legal_bids(current, total, rules, palifico=palifico, own_dice=size)]
    assert ranked == sorted(ranked, key=lambda move: (-move.fraction, order.index(move.move)))


@given(st.integers(1, 100), st.integers(1, 20))
def test_bid_notation_round_trips(quantity: int, face: int) -> None:
    bid = Bid(quantity, face)
    assert Bid.parse(str(bid)) == bid


@pytest.mark.parametrize("text", ["", "5", "x4", "5x", "5 x 4", "-5x4", "5x4x1", "1000x4", "５x4"])
def test_invalid_notation_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="bid must be a quantity and a face, as in 5x4"):
        Bid.parse(text)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ace_bids": "half"}, "ace_bids must be one of halved, lowest, highest, never, got 'half'"),
        ({"raise_rule": "any"}, "raise_rule must be one of value_or_quantity, any_higher, got 'any'"),
    ],
)
def test_invalid_rules_are_rejected(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**fields)


@pytest.mark.parametrize(
    ("current", "bid", "fields", "round_", "message"),
    [
        (None, "1x1", {}, {}, "face must not be 1 in the opening bid: a round is not opened on aces"),
        (None, "7x2", {}, {}, r"quantity must be 1\.\.6 with 6 dice in play, got 7"),
        (None, "1x7", {}, {}, r"face must be 1\.\.6 on these dice, got 7"),
        ("7x2", "7x3", {}, {}, r"quantity must be 1\.\.6 with 6 dice in play, got 7"),
        ("3x4", "3x3", {}, {}, "face must not be 3 after 3x4: a raise keeps the quantity"),
        ("3x4", "3x4", {}, {}, "quantity must be 4 on face 4 after 3x4, got 3: a raise keeps the quantity"),
        ("3x4", "4x5", {}, {}, "quantity must be 3 on face 5 after 3x4, got 4: a raise keeps the quantity"),
        ("3x4", "1x1", {}, {}, "quantity must be 2 on face 1 after 3x4, got 1: a raise to aces takes half"),
        ("2x1", "4x3", {}, {}, "quantity must be 5 on face 3 after 2x1, got 4: a raise from aces takes twice"),
        ("3x1", "6x3", {}, {}, "face must not be 3 after 3x1: a raise from aces .*, with only 6 dice in play"),
        ("3x4", "3x3", {"raise_rule": "any_higher"}, {}, r"quantity must be 4\.\.6 on face 3 after 3x4, got 3: a raise names"),
        ("3x4", "2x1", {"ace_bids": "never"}, {}, "face must not be 1 after 3x4: aces are never bid"),
        ("3x1", "4x1", {"ace_bids": "never"}, {}, r"face must be 2\.\.6 where aces are never bid, got 3x1"),
        ("3x4", "3x5", {}, {"palifico": True}, "face must not be 5 after 3x4: in a palifico round the face stays"),
        ("3x4", "4x4", {"palifico": False}, {"palifico": True}, "palifico must be False under rules without"),
        ("3x4", "4x4", {}, {"own_dice": 0}, r"own_dice must be 1\.\.5, got 0"),
    ],
)  # fmt: skip
def test_errors_name_the_broken_rule(
    current: str | None, bid: str, fields: dict[str, Any], round_: dict[str, Any], message: str
) -> None:
    current_bid = Bid.parse(current) if current else None
    with pytest.raises(ValueError, match=message):
        check_raise(current_bid, Bid.parse(bid), 6, replace(STANDARD, **fields), **round_)


@pytest.mark.parametrize(
    ("bid", "hand", "unseen", "message"),
    [
        ("1x2", (1,) * 6, 5, r"hand must have 0\.\.5 dice, got 6"),
        ("1x2", (1, 7), 5, r"hand must be 1\.\.6 on each die, got 7"),
        ("8x2", (1, 2), 5, r"quantity must be 1\.\.7 with 7 dice in play, got 8"),
        ("1x7", (1, 2), 5, r"face must be 1\.\.6 on these dice, got 7"),
        ("1x2", (), 0, r"total_dice must be 1\.\.50, got 0"),
    ],
)
def test_invalid_positions_are_rejected(bid: str, hand: tuple[int, ...], unseen: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bid_probability(Bid.parse(bid), hand, unseen)


@pytest.mark.parametrize(
    ("hand", "rules", "palifico", "message"),
    [
        ((), STANDARD, False, r"hand must have 1\.\.5 dice to move, got 0"),
        ((2,), replace(STANDARD, palifico=False), True, "palifico must be False under rules without a palifico round"),
    ],
)
def test_no_moves_are_ranked_for_an_impossible_player(
    hand: tuple[int, ...], rules: Rules, palifico: bool, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        rank_moves(Bid(1, 2), hand, 5, rules, palifico=palifico)
