"""The one-die game, compared with its known values and with best answers in exact fractions."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.perudo import ACE_BIDS, RAISE_RULES, STANDARD, Bid, Rules, opening_bluffs, solve_one_die
from boardodds.perudo.one_die import Strategy
from boardodds.perudo.rules import OpeningBid
from tests.known_answers import load_answers
from tests.oracles.perudo_endings import Strategy as EndingStrategy
from tests.oracles.perudo_endings import best_answer

KNOWN = load_answers("perudo")["one_die_each"]
ANY_HIGHER = replace(STANDARD, raise_rule="any_higher")
RESET = replace(STANDARD, raise_rule="reset_quantity")


def with_both_openings(*variants: Rules) -> Iterable[Rules]:
    for rules in variants:
        for open_on_aces in (False, True):
            yield replace(rules, open_on_aces=open_on_aces)


# The readings of the rules that lead to each known value.
READINGS = {
    "perudo_ace_halving": [*with_both_openings(STANDARD, ANY_HIGHER)],
    "no_wild": [replace(rules, wild_aces=False) for rules in (STANDARD, ANY_HIGHER)],
    "reset_no_wild": [replace(RESET, wild_aces=False)],
    "reset_wild_face_ranked_highest": [*with_both_openings(replace(RESET, ace_bids="highest"))],
    "reset_wild_face_ranked_highest_five_sides": [replace(RESET, ace_bids="highest", sides=5)],
    "wild_face_ranked_highest": [*with_both_openings(replace(ANY_HIGHER, ace_bids="highest"))],
    "wild_without_bids_on_it": [
        *with_both_openings(replace(ANY_HIGHER, ace_bids="lowest")),
        replace(ANY_HIGHER, ace_bids="never"),
    ],
}


def test_every_known_value_has_its_readings() -> None:
    assert READINGS.keys() == KNOWN.keys()


def test_a_game_in_which_aces_stop_being_wild_is_not_solved() -> None:
    with pytest.raises(ValueError, match="aces_stay_wild must be True for a round to be solved"):
        solve_one_die(replace(STANDARD, aces_stay_wild=False))
    # Without bids on aces, and without wild ones, the rule has no effect.
    for fields in ({"ace_bids": "never"}, {"wild_aces": False}):
        rules = replace(STANDARD, sides=3, **fields)
        assert solve_one_die(replace(rules, aces_stay_wild=False)).value == solve_one_die(rules).value


@pytest.mark.parametrize(("name", "rules"), [(name, rules) for name in READINGS for rules in READINGS[name]])
def test_known_values(name: str, rules: Rules) -> None:
    game = solve_one_die(rules)
    assert game.value == Fraction(KNOWN[name])


def test_aces_that_no_bid_can_reach_are_equivalent_to_never_bidding_them() -> None:
    unreachable, never = (replace(STANDARD, ace_bids=ace_bids) for ace_bids in ("lowest", "never"))
    assert solve_one_die(unreachable).first.keys() == solve_one_die(never).first.keys()
    assert solve_one_die(unreachable).value == solve_one_die(never).value


def to_fractions(strategy: Strategy) -> EndingStrategy:
    """Convert the solver's floats to fractions; the probabilities at each history and die sum to exactly 1."""
    fractions = {
        (history, die): {move: Fraction(chance).limit_denominator(100_000) for move, chance in chances.items()}
        for history, by_die in strategy.items()
        for die, chances in by_die.items()
    }
    assert all(sum(chances.values()) == 1 for chances in fractions.values())
    return lambda bids, hand: fractions[tuple(bids), hand[0]]


def assert_optimal(rules: Rules) -> None:
    """Check in exact fractions that neither player has a better answer to the opponent's strategy, which proves the value."""
    game = solve_one_die(rules)
    assert best_answer((1, 1), rules, to_fractions(game.second), 0) == game.value
    assert best_answer((1, 1), rules, to_fractions(game.first), 1) == -game.value


@pytest.mark.parametrize("rules", [STANDARD, ANY_HIGHER, *(READINGS[name][-1] for name in READINGS)], ids=str)
def test_strategies_are_optimal_with_six_sides(rules: Rules) -> None:
    assert_optimal(rules)


@given(
    st.builds(
        Rules,
        sides=st.integers(2, 4),
        wild_aces=st.booleans(),
        ace_bids=st.sampled_from(ACE_BIDS),
        raise_rule=st.sampled_from(RAISE_RULES),
        open_on_aces=st.booleans(),
        opening_bid=st.sampled_from(get_args(OpeningBid)),
    )
)
@settings(max_examples=40)
def test_strategies_are_optimal_under_any_rules(rules: Rules) -> None:
    assert_optimal(rules)


def test_the_first_player_wins_less_than_half_of_the_games() -> None:
    assert solve_one_die().win == Fraction(17, 36)


@pytest.mark.parametrize(
    ("rules", "least", "most"),
    [
        (STANDARD, Fraction(1, 6), Fraction(1, 3)),
        (replace(STANDARD, wild_aces=False), Fraction(0), Fraction(1, 3)),
        (replace(ANY_HIGHER, ace_bids="never"), Fraction(127, 327), Fraction(89, 218)),
    ],
)
def test_known_bluff_probabilities(rules: Rules, least: Fraction, most: Fraction) -> None:
    # The solver satisfies its constraints to 1e-7.
    assert opening_bluffs(rules) == pytest.approx((float(least), float(most)), abs=1e-7)


@pytest.mark.parametrize("rules", [READINGS[name][0] for name in READINGS], ids=str)
def test_the_strategy_bluffs_within_the_optimal_range(rules: Rules) -> None:
    least, most = opening_bluffs(rules)
    openings = solve_one_die(rules).openings.items()
    bluffs = [
        chance
        for die, chances in openings
        for bid, chance in chances.items()
        if isinstance(bid, Bid) and die not in rules.matching_faces(bid.face)
    ]
    assert least - 1e-7 <= sum(bluffs) / rules.sides <= most + 1e-7


def test_irrelevant_rules_change_nothing() -> None:
    rules = replace(STANDARD, sides=4, palifico=False, calza=True, starting_dice=1)
    game = solve_one_die(rules)
    assert game.rules == rules
    assert game.value == solve_one_die(replace(STANDARD, sides=4)).value
    plain = replace(STANDARD, sides=4, wild_aces=False)
    assert solve_one_die(replace(plain, ace_bids="never")).value == solve_one_die(plain).value
