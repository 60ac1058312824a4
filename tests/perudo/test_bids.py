"""Perudo's bids, moves and dudo estimates, compared with published figures and with brute force."""

from dataclasses import replace
from fractions import Fraction
from graphlib import TopologicalSorter
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds import perudo
from boardodds.perudo import STANDARD, Bid, Call, RoundState, Rules, bid_fraction, bid_probability, legal_bids
from boardodds.perudo.bids import HandLike
from boardodds.perudo.round_state import why_no_calza
from boardodds.perudo.rules import PRINTED, AceBids, OpeningBid, RaiseRule
from tests.known_answers import load_answers
from tests.oracles.perudo import brute_chance, brute_legal, brute_lost, raises_table, rules_then
from tests.strategies import examples_test, perudo_rules

KNOWN = load_answers("perudo")
ANY_HIGHER = replace(STANDARD, raise_rule="any_higher")


def known_cases(name: str) -> list[dict[str, Any]]:
    return [{"rules": group.get("rules", {})} | case for group in KNOWN[name] for case in group["cases"]]


@pytest.mark.parametrize("case", known_cases("chances"), ids=str)
def test_known_chances(case: dict[str, Any]) -> None:
    rules, (palifico, exactly) = Rules(**case["rules"]), (case.get(name, False) for name in ("palifico", "exactly"))
    bid, hand = Bid.parse(case["bid"]), case.get("hand", "")
    chance = bid_probability(bid, hand, case["unseen"], rules, palifico=palifico, exactly=exactly)
    assert chance == pytest.approx(float(Fraction(case["chance"])), rel=1e-6)


@pytest.mark.parametrize("case", known_cases("legal"), ids=str)
def test_known_legal_bids(case: dict[str, Any]) -> None:
    lowest, dice, palifico = case["lowest"], case["dice"], case.get("palifico", False)
    rules = replace(ANY_HIGHER, sides=len(lowest), change_face=True, **case["rules"])
    expected = {Bid(number, face) for face, low in enumerate(lowest, 1) if low for number in range(low, dice + 1)}
    current = Bid.parse(case["current"]) if case["current"] else None
    assert set(legal_bids(current, dice, rules, palifico=palifico, own_dice=case.get("own_dice"))) == expected


@pytest.mark.parametrize("case", known_cases("counts"), ids=str)
def test_known_counts(case: dict[str, Any]) -> None:
    rules = replace(STANDARD, starting_dice=len(case["dice"]))
    assert perudo.count(case["bid"], case["dice"], rules, palifico=case.get("palifico", False)) == case["matching"]


def test_the_known_means_of_all_faces() -> None:
    found = perudo.posterior(RoundState.parse(KNOWN["expected"]["round"]))
    assert [found.total(face).mean for face in range(1, 7)] == pytest.approx(KNOWN["expected"]["means"])


@pytest.mark.parametrize("case", KNOWN["table"], ids=lambda case: case["round"])
def test_chances_at_tables_of_all_sizes(case: dict[str, Any]) -> None:
    state, rules = RoundState.parse(case["round"]), replace(STANDARD, starting_dice=6, **case.get("rules", {}))
    assert state.current
    alone = state.current, state.hand, state.total_dice - len(state.hand), state.rules_now(rules)
    for name in {"exactly", "at_least"} & case.keys():
        exactly = name == "exactly"
        assert bid_probability(*alone, exactly=exactly) == pytest.approx(case[name], abs=5e-5)
        if len(state.bids) == 1 or rules.raise_rule == "any_higher":
            result = perudo.posterior(state, rules, model=perudo.LogitBidder(0))
            found = result.bid_probability(state.current, exactly=exactly)
            assert found == pytest.approx(case[name], abs=5e-5)


@st.composite
def rounds(draw: st.DrawFn, max_sides: int = 7) -> tuple[Rules, bool]:
    rules = draw(perudo_rules(st.integers(2, max_sides), st.integers(2, 6), st.booleans()))
    return rules, rules.palifico and draw(st.booleans())


@st.composite
def bid_situations(draw: st.DrawFn) -> tuple[Rules, bool, int, Bid | None]:
    rules, palifico = draw(rounds())
    total = draw(st.integers(2, 12))
    are_aces_never_bid = rules.ace_bids == "never" and rules.wild_aces and not palifico
    bids = st.builds(Bid, st.integers(1, total), st.integers(2 if are_aces_never_bid else 1, rules.sides))
    return rules, palifico, total, draw(st.none() | bids)


@pytest.mark.parametrize("raise_rule", perudo.RAISE_RULES)
@pytest.mark.parametrize("ace_bids", perudo.ACE_BIDS)
@pytest.mark.parametrize("opening", get_args(OpeningBid))
def test_no_bid_comes_twice(raise_rule: RaiseRule, ace_bids: AceBids, opening: OpeningBid) -> None:
    dice = 5
    for stay_wild, is_open, change_face, palifico in product((False, True), repeat=4):
        rules = Rules(3, True, ace_bids, raise_rule, stay_wild, is_open, opening, change_face=change_face)
        bids = [Bid(quantity, face) for quantity in range(1, dice + 1) for face in (1, 2, 3)]
        possible = [bid for bid in bids if bid.face > 1 or ace_bids != "never" or palifico]
        raises = {
            bid: {raised for own in (1, 2) for raised in legal_bids(bid, dice, rules, palifico=palifico, own_dice=own)}
            for bid in [None, *possible]
        }
        if palifico or not rules.why_endless(dice):
            TopologicalSorter(raises).prepare()


def check_legal_bids(situation: tuple[Rules, bool, int, Bid | None], own_dice: int | None, players: int) -> None:
    rules, palifico, total, current = situation
    seats: dict[str, Any] = {"palifico": palifico, "own_dice": own_dice, "players": players}
    expected = brute_legal(current, total, rules, palifico, own_dice or 2, players)
    assert legal_bids(current, total, rules, **seats) == sorted(expected, key=lambda bid: (bid.quantity, bid.face))
    for bid in (Bid(quantity, face) for quantity in range(1, total + 1) for face in range(1, rules.sides + 1)):
        if bid in expected:
            perudo.check_raise(current, bid, total, rules, **seats)
        else:
            with pytest.raises(ValueError, match=r"^(quantity|face) must "):
                perudo.check_raise(current, bid, total, rules, **seats)


test_legal_bids_agree_with_brute_force = examples_test(
    check_legal_bids, bid_situations(), st.sampled_from([None, 1, 2]), st.integers(2, 5), usual=150
)


def test_the_raises_of_the_chinese_game() -> None:
    rules = PRINTED["chinese"]
    openings = legal_bids(None, 12, rules, players=4)
    assert (min(openings), Bid(4, 1) in openings) == (Bid(4, 1), True)
    following = {str(bid) for bid in legal_bids(Bid(4, 6), 12, rules) if bid.quantity < 6}
    assert following == {"4x1", *(f"5x{face}" for face in range(1, 7))}
    # Aces are the highest face also after the bid that ends that they are wild.
    now = rules.after([1])
    following = {str(bid) for bid in legal_bids(Bid(4, 1), 12, now) if bid.quantity < 6}
    assert following == {f"5x{face}" for face in range(1, 7)}
    assert (rules.matching_faces(6), now.matching_faces(6)) == ((1, 6), (6,))
    with pytest.raises(ValueError, match="palifico must be False"):
        perudo.check_round(RoundState.parse("1.5.5 palifico"), rules)


def test_the_documents_have_the_raises_of_the_plain_list() -> None:
    text = (Path(__file__).parents[2] / "docs" / "perudo.md").read_text(encoding="utf-8")
    assert "\n".join(raises_table()) in text


@st.composite
def hand_situations(draw: st.DrawFn) -> tuple[Rules, bool, tuple[int, ...], int, Bid]:
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


@given(hand_situations())
def test_the_dice_lost_are_those_of_every_roll(case: tuple[Rules, bool, tuple[int, ...], int, Bid]) -> None:
    rules, palifico, hand, unseen, bid = case
    lost = perudo.dice_lost(bid, hand, unseen, rules, palifico=palifico)
    assert lost == perudo.DiceLost(*brute_lost(bid, hand, unseen, rules, palifico))


@pytest.mark.parametrize("hand", ["12256", "1,2,2,5,6", [1, 2, 2, 5, 6]])
def test_a_hand_has_one_notation(hand: HandLike) -> None:
    assert perudo.rank_moves(None, hand, 15) == perudo.rank_moves(None, (1, 2, 2, 5, 6), 15)
    assert RoundState((5, 5), 1, hand).hand == (1, 2, 2, 5, 6)  # type: ignore[arg-type]


@pytest.mark.parametrize("hand", ["12,256", (12256,), "12256,", "1 2 2 5 6", "5.5"])
def test_no_error_prints_a_hand_as_a_large_number(hand: HandLike) -> None:
    with pytest.raises(ValueError, match="hand must be") as caught:
        bid_probability(Bid(5, 4), hand, 15)
    assert "12,256" not in str(caught.value).replace(repr(hand), "")


@pytest.mark.parametrize("case", KNOWN["calza"]["offered"], ids=lambda case: case["round"])
def test_calza_is_for_the_players_that_the_rulebook_names(case: dict[str, Any]) -> None:
    state, rules = RoundState.parse(case["round"]), Rules(calza=True)
    players = range(1, len(state.dice) + 1)
    assert [player for player in players if not why_no_calza(state, rules, player)] == case["players"]
    assert all(why_no_calza(state, STANDARD, player) for player in players)
    if chance := case.get("chance"):
        bid, unseen = state.bids[-1][1], state.total_dice - len(state.hand)
        assert bid_fraction(bid, state.hand, unseen, rules, exactly=True) == Fraction(chance)
        (move,) = perudo.posterior(state, rules, model=perudo.LogitBidder(0)).rank_moves()
        assert move.move == Call.CALZA
        assert move.probability == pytest.approx(float(Fraction(chance)))


@given(bid_situations(), st.data())
@settings(max_examples=200)
def test_moves_are_ranked_by_their_chances(situation: tuple[Rules, bool, int, Bid | None], data: st.DataObject) -> None:
    rules, palifico, total, current = situation
    # An onlooker has no dice, and looks at the moves of a player with several.
    size = data.draw(st.integers(0, min(rules.starting_dice, total)))
    hand = tuple(data.draw(st.lists(st.integers(1, rules.sides), min_size=size, max_size=size)))
    unseen = total - size
    ranked = perudo.rank_moves(current, hand, unseen, rules, palifico=palifico)
    then = rules_then(rules, [current] if current else [])
    expected: dict[perudo.Move, Fraction] = {
        bid: bid_fraction(bid, hand, unseen, then, palifico=palifico)
        for bid in brute_legal(current, total, rules, palifico, own_dice=size or 2)
    }
    if current is not None:
        expected[Call.DUDO] = 1 - bid_fraction(current, hand, unseen, then, palifico=palifico)
    assert {move.move: move.fraction for move in ranked} == expected
    assert len(ranked) == len(expected)
    order: list[perudo.Move] = [Call.DUDO, *legal_bids(current, total, rules, palifico=palifico, own_dice=size or None)]
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
    ("current", "bid", "fields", "round_", "message"),
    [
        (None, "1x1", {}, {}, "face must not be 1 in the opening bid: a round is not opened on aces"),
        (None, "7x2", {}, {}, r"quantity must be 1\.\.6 with 6 dice in play, got 7"),
        ("3x4", "3x3", {}, {}, "face must not be 3 after 3x4: a raise keeps the quantity"),
        ("3x4", "3x4", {}, {}, "quantity must be 4 on face 4 after 3x4, got 3: a raise keeps the quantity"),
        ("3x4", "1x1", {}, {}, "quantity must be 2 on face 1 after 3x4, got 1: a raise to aces takes half"),
        ("2x1", "4x3", {}, {}, "quantity must be 5 on face 3 after 2x1, got 4: a raise from aces takes twice"),
        ("3x1", "6x3", {}, {}, "face must not be 3 after 3x1: a raise from aces .*, with only 6 dice in play"),
        ("3x4", "2x1", {"ace_bids": "never"}, {}, "face must not be 1 after 3x4: aces are never bid"),
        ("3x1", "4x1", {"ace_bids": "never"}, {}, r"face must be 2\.\.6 where aces are never bid, got 3x1"),
        ("3x4", "3x5", {}, {"palifico": True}, "face must not be 5 after 3x4: in a palifico round the face stays"),
        ("3x4", "4x4", {}, {"own_dice": 0}, r"own_dice must be 1\.\.5, got 0"),
    ],
)  # fmt: skip
def test_errors_name_the_broken_rule(
    current: str | None, bid: str, fields: dict[str, Any], round_: dict[str, Any], message: str
) -> None:
    current_bid = Bid.parse(current) if current else None
    with pytest.raises(ValueError, match=message):
        perudo.check_raise(current_bid, Bid.parse(bid), 6, replace(STANDARD, **fields), **round_)


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
