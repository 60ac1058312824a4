"""The exact leg solver against published counts and against brute force."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given

from boardodds import camel_up
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, LegOdds, Position, Roll, Rules, roll_die, solve_leg
from boardodds.camel_up.leg import wins_in_stacks
from tests.known_answers import load_answers
from tests.oracles.camel_up_leg import brute_leg
from tests.strategies import legs

KNOWN = load_answers("camel_up")
PUBLISHED = Position.parse("1:BWOG 2:Y")


def counts(odds: LegOdds, place: int) -> dict[str, int]:
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
