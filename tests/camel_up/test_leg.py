"""The leg against published counts and brute force, its order, and simulated legs and races against exact odds."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds import camel_up
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Roll, Rules, roll_die, simulate_leg, solve_leg
from boardodds.camel_up.bets import WINNER, RaceCard, pay_card
from boardodds.camel_up.leg import wins_in_stacks
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import random_position
from tests.known_answers import load_answers
from tests.oracles.camel_up_leg import brute_leg, camel_to_move, crossed, move, ranking
from tests.strategies import legs

KNOWN = load_answers("camel_up")
PUBLISHED = Position.parse("1:BWOG 2:Y")


def counts(odds: camel_up.LegOdds, place: int) -> dict[str, int]:
    return {camel: odds.count(camel, place) for camel in odds.camels if odds.count(camel, place)}


def assert_matches_brute_force(position: Position, rules: Rules) -> None:
    odds, brute = solve_leg(position, rules), brute_leg(position, rules)
    assert odds.outcomes == brute.outcomes
    for camel in odds.camels:
        for place in range(1, len(odds.camels) + 1):
            assert odds.count(camel, place) == brute.places[camel, place]
    assert odds.finish == {pair: count for pair, count in brute.first_second.items() if count}
    assert odds.tile_stops == brute.tile_hits


@pytest.mark.parametrize("row", KNOWN["leg"], ids=lambda row: row["id"])
def test_published_legs_match_exactly(row: dict[str, Any]) -> None:
    odds = solve_leg(Position.parse(f"{row['position']} dice={row['dice']}"))
    assert odds.outcomes == row["outcomes"]
    assert counts(odds, 1) == row["first"]
    assert counts(odds, 2) == row["second"]
    for place, published in ((1, row.get("published_first", {})), (2, row.get("published_second", {}))):
        for camel, chance in published.items():
            # The source printed tenths of a percent.
            assert odds.probability(camel, place) == pytest.approx(chance, abs=0.0005)


@pytest.mark.parametrize("kind", ["oasis", "mirage"])
def test_known_tile_stops_match_exactly(kind: str) -> None:
    (row,) = KNOWN["tile"]
    for square, hits in row[f"{kind}_hits"].items():
        position = Position.parse(f"{row['position']} dice={row['dice']} tiles={square}{kind[0]}")
        odds = solve_leg(position)
        assert odds.tile_stops == {int(square): hits}
        assert odds.tile_coins == {int(square): pytest.approx(hits / 29160, abs=1e-12)}


@pytest.mark.parametrize("row", KNOWN["scenario"], ids=lambda row: row["position"])
def test_scenarios_of_the_second_post_match_within_a_percentage_point(row: dict[str, Any]) -> None:
    odds = solve_leg(Position.parse(row["position"]), Rules(camels="01234"))
    for place, simulated in ((1, row["simulated_first"]), (2, row["simulated_second"])):
        for camel, chance in zip(odds.camels, simulated, strict=True):
            assert odds.probability(camel, place) == pytest.approx(chance, abs=0.01)


def test_the_known_leg_of_the_second_edition_matches_exactly() -> None:
    (row,) = KNOWN["leg2"]
    odds = solve_leg(Position.parse(row["position"]), SECOND_EDITION)
    assert odds.outcomes == row["denominator"]
    assert odds.count("G", 1) == row["first_G"]
    for camel, chance in row["first"].items():
        assert odds.probability(camel, 1) == pytest.approx(chance, abs=0.00005)


@given(legs())
def test_agrees_with_brute_force(leg: tuple[Position, Rules]) -> None:
    assert_matches_brute_force(*leg)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("13:BWOG 14:Y tiles=16o", FIRST_EDITION),
        ("1:BWOG 2:Y tiles=4m.6o", FIRST_EDITION),
        ("1:BWOG 2:Y tiles=3m", replace(FIRST_EDITION, stacking=False)),
        ("1:BW 2:OGwk dice=BOGx", replace(SECOND_EDITION, camels="BWOG")),
        ("1:BwRk 2:GY dice=BGYx tiles=4o", SECOND_EDITION),
        ("15:BG 16:Y dice=", FIRST_EDITION),
        ("16:BGY", FIRST_EDITION),  # Any first roll ends the race.
        # With seven camels on a long track, a state does not fit into one integer.
        ("1:012 2:34 3:56 dice=0246 tiles=150o", Rules(camels="0123456", track=200)),
    ],
)
def test_agrees_with_brute_force_on_awkward_boards(text: str, rules: Rules) -> None:
    assert_matches_brute_force(Position.parse(text), rules)


@given(legs(max_dice=3))
def test_the_next_roll_splits_the_odds(leg: tuple[Position, Rules]) -> None:
    position, rules = leg
    odds, rolls = solve_leg(position, rules), camel_up.next_rolls(position, rules)
    if not rolls:
        assert odds.outcomes == 1
        return
    assert sum(roll.chance for roll in rolls) == 1
    for camel in odds.camels:
        for place in range(1, len(odds.camels) + 1):
            assert sum(roll.chance * roll.after.fraction(camel, place) for roll in rolls) == odds.fraction(camel, place)
    for next_roll in rolls:
        rolled = roll_die(position, next_roll.roll, rules)
        assert rolled.moved == next_roll.moved
        if rolled.position is None:
            assert max(max(row) for row in next_roll.after.places) == next_roll.after.outcomes
        else:
            assert solve_leg(rolled.position, rules).places == next_roll.after.places


def test_places_in_a_stack_are_worth_what_the_post_says() -> None:
    rules, chances = replace(FIRST_EDITION, camels="BWO", faces=(1, 2)), defaultdict(list)
    # Every board of camels with names, and every sequence of dice.
    for order, ahead in product(permutations(rules.camels), range(4)):
        board = Position(((1, "".join(order[ahead:])), (2, "".join(order[:ahead]))), rules.camels)
        leg = brute_leg(board, rules)
        for _, stack in board.stacks:
            for place, camel in enumerate(stack, start=1):
                chances[len(stack), place].append(Fraction(leg.places[camel, 1], leg.outcomes))
    assert wins_in_stacks(rules) == {place: Fraction(sum(each), len(each)) for place, each in chances.items()}

    wins, equal = wins_in_stacks(), Fraction(1, 5)
    # "Being on top of a stack is very beneficial. Even being the second camel in a three-high stack is pretty good."
    assert all(wins[height, height] > Fraction(3, 2) * equal for height in (3, 4, 5))
    assert wins[2, 2] > wins[3, 2] > equal
    # "But being at the bottom of a stack hurts a lot."
    assert all(wins[height, 1] < Fraction(3, 5) * equal for height in (2, 3, 4, 5))


def test_a_long_leg_reports_its_progress_and_can_be_stopped() -> None:
    rules = Rules(camels="ABCDEFG")
    position = Position.parse("1:ABCDEFG")
    fractions: list[float] = []
    assert solve_leg(position, rules, progress=fractions.append) == solve_leg(position, rules)
    # There are seven rolls, and the last ones start from many blocks of states.
    assert len(fractions) > 50
    assert fractions == sorted(set(fractions))
    assert (0 < fractions[0] < 0.2, fractions[-1]) == (True, 1.0)

    def stop(fraction: float) -> None:
        if fraction > 0.5:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        solve_leg(position, rules, progress=stop)


def test_the_ranking_and_exact_fractions() -> None:
    odds = solve_leg(PUBLISHED)
    assert odds.ranking == "GOWBY"
    assert odds.favourite == "G"
    assert odds.fraction("G", place=1) == Fraction(10033, 29160)
    with pytest.raises(ValueError, match="camel must be one of W G B O Y, got 'R'"):
        odds.probability("R", place=1)
    with pytest.raises(ValueError, match=r"place must be 1\.\.5, got 6"):
        odds.probability("G", place=6)


@pytest.mark.parametrize(
    ("text", "rules", "roll", "message"),
    [
        ("1:BW dice=B", FIRST_EDITION, Roll("W", "W", 1, sides=1), r"a die in the pyramid \(B\), got W1"),
        ("1:BWOG 2:Y", FIRST_EDITION, Roll("G", "G", 2, sides=3), "sides must be 1 of 3 for G2, got 3"),
        ("1:BRPG 2:Y 14:w 15:k", SECOND_EDITION, Roll("G", "G", 2, sides=1), "sides must be 2 of 6 for G2, got 1"),
        ("1:BWOG 2:Y", FIRST_EDITION, Roll("G", "G", 4, sides=1), "one of G1 G2 G3, got .*number=4"),
        ("1:BR 14:wk dice=B", SECOND_EDITION, Roll("B", "B", 1, sides=2), "the leg is over"),
    ],
)
def test_an_impossible_roll_is_rejected_with_its_reason(text: str, rules: Rules, roll: Roll, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        roll_die(Position.parse(text), roll, rules)


@given(legs(max_dice=6))
@settings(max_examples=40, derandomize=True)
def test_agrees_with_the_exact_answer(leg: tuple[Position, Rules]) -> None:
    position, rules = leg
    games = 4000
    odds, sample = solve_leg(position, rules), simulate_leg(position, rules, games=games, seed=11)
    for camel in odds.camels:
        for place in range(1, len(odds.camels) + 1):
            exact = odds.probability(camel, place)
            standard_error = sqrt(exact * (1 - exact) / games)
            # Of about 600 comparisons, each is outside 5 standard errors with a chance of 1 in 1.7 million.
            assert abs(sample.probability(camel, place).value - exact) <= 5 * standard_error + 1e-12


def test_the_same_seed_repeats_the_games_and_another_does_not() -> None:
    sample = simulate_leg(PUBLISHED, games=1000, seed=1)
    assert sample == simulate_leg(PUBLISHED, games=1000, seed=1)
    assert sample.counts != simulate_leg(PUBLISHED, games=1000, seed=2).counts
    assert all(sum(row) == 1000 for row in sample.counts)


def test_invalid_calls_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"games must be 1\.\.10,000,000,000, got 0"):
        simulate_leg(PUBLISHED, games=0, seed=1)
    with pytest.raises(ValueError, match="at least 2 racing camels"):
        simulate_leg(Position.parse("1:B"), games=10, seed=1)
    sample = simulate_leg(PUBLISHED, games=10, seed=1)
    with pytest.raises(ValueError, match="camel must be one of"):
        sample.probability("R")
    with pytest.raises(ValueError, match="place must be"):
        sample.probability("G", 0)


def test_the_order_of_a_leg_is_from_the_leader_to_the_rearmost_without_crazy_camels() -> None:
    assert Position.parse("3:BwR 5:kY").racing[::-1] == "YRB"


@pytest.mark.parametrize(("pile", "below"), [("third", 0), ("winner", -1), ("last", 41)])
def test_an_impossible_card_is_refused(pile: str, below: int) -> None:
    with pytest.raises(ValueError, match=r"(pile|right_below) must be"):
        RaceCard("G", pile, below)


def test_right_cards_pay_by_their_place_in_the_pile_and_the_last_amount_from_then_on() -> None:
    cards = [RaceCard("G", WINNER, below) for below in range(7)]
    assert [pay_card("GBOWY", card, FIRST_EDITION) for card in cards] == [8, 5, 3, 2, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "roll", "crossed", "order"),
    [
        ("15:BW 16:GY dice=G", Roll("G", "G", 1, 1), "GY", "YGWB"),
        ("14:B 15:WO 16:G dice=WB", Roll("W", "W", 3, 1), "WO", "OWGB"),
        # An oasis on the last square carries a camel over the line.
        ("13:WG 15:B dice=WG tiles=16o", Roll("G", "G", 3, 1), "G", "GBW"),
    ],
)
def test_a_roll_over_the_line_has_the_final_order(text: str, roll: Roll, crossed: str, order: str) -> None:
    rolled = roll_die(Position.parse(text), roll)
    assert (rolled.position, rolled.crossed, rolled.final_order) == (None, crossed, order)


def test_racing_camels_that_a_crazy_camel_carries_back_over_the_line_are_last() -> None:
    rolled = roll_die(Position.parse("1:Gw 2:kYP 5:BR dice=BGx"), Roll("x", "k", 3, 1), SECOND_EDITION)
    assert (rolled.crossed, rolled.final_order) == ("kYP", "RBGPY")


RULES = [FIRST_EDITION, SECOND_EDITION, Rules(stacking=False), replace(SECOND_EDITION, crazy_priority=False)]


@given(st.integers(0, 2**32 - 1), st.sampled_from(RULES))
def test_every_roll_leads_where_pieces_moved_by_hand_do(seed: int, rules: Rules) -> None:
    position = random_position(rules, np.random.default_rng(seed))
    board = {square: list(camels) for square, camels in position.stacks}
    for roll in camel_up.possible_rolls(position.dice, rules):
        rolled = roll_die(position, roll, rules)
        mover = camel_to_move(board, roll.camel, rules) if roll.die == GREY_DIE else roll.camel
        after, stop = move(board, mover, roll.number, dict(position.tiles), rules)
        assert (rolled.moved, rolled.stopped_on) == (mover, stop)
        if crossed(after, rules):
            assert (rolled.position, rolled.final_order) == (None, "".join(ranking(after)))
            on_track = {camel for square, camels in after.items() if 1 <= square <= rules.track for camel in camels}
            assert not on_track & {*rolled.crossed}
        else:
            stacks = tuple((square, "".join(camels)) for square, camels in after.items())
            dice = position.dice.replace(roll.die, "")
            assert rolled.position == Position(stacks, dice, position.tiles)
            assert rolled.final_order == ""
