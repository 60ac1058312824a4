"""Every limit of Camel Up at its boundary."""

import pytest

from boardodds.camel_up import Position, Rules, check, race_length, simulate_race_length
from boardodds.camel_up import race as races
from boardodds.camel_up.bets import RaceBets
from boardodds.camel_up.moves import check_work, is_leg_solvable
from boardodds.camel_up.race import is_race_solvable, race_table
from boardodds.camel_up.rules import Course
from tests.limits import limits_test, work_limits_test

TWO_CAMELS = Position.parse("1:BW")
SHORT = Rules(track=10)
# Two of a die's three sides are alike.
EQUAL_SIDES = Rules(faces=(1, 1, 2))


test_values_up_to_the_limits_are_accepted_and_others_refused = limits_test(
    (lambda length: Position.parse("1:BW".ljust(length)), None, 1000, "position must be at most 1000 characters, got 1001"),
    (lambda square: check(Position.parse(f"{square}:BW"), Rules(track=200)), 1, 200, r"square must be 1(\.\.200| or)"),
    (lambda track: Rules(track=track), 3, 200, r"track must be 3\.\.200 squares, got"),
    (lambda undrawn: Rules(undrawn=undrawn), 0, 1, r"undrawn must be 0\.\.1 dice, got"),
    (lambda face: Rules(faces=(1, face)), 1, 20, r"faces must be 1\.\.20, got"),
    (lambda faces: Rules(faces=(1,) * faces), 1, 12, r"faces must be 1\.\.12 whole numbers, got"),
    (lambda camels: Rules(camels="012345678"[:camels]), 2, 8, r"camels must be 2\.\.8 different"),
    (lambda coins: Rules(ticket_second=coins), None, 1_000_000, "ticket_second must be .*, got"),
    (lambda coins: Rules(ticket_wrong=-coins), None, 1_000_000, "ticket_wrong must be .*, got -1,000,001"),
    (lambda square: Rules(first_tile_square=square), 2, None, "first_tile_square must be"),
    (lambda cards: RaceBets(winner_laid=cards), 0, 40, r"winner_laid must be 0\.\.40 cards, got"),
    (lambda cards: RaceBets(last_laid=cards), 0, 40, r"last_laid must be 0\.\.40 cards, got"),
    (lambda track: Course(track=track, faces=(1, 9)), 9, 200, r"track must be [93]\.\.200 squares"),
    (lambda camels: race_length(camels, stacking=False), 1, 100, r"camels must be 1\.\.100, got"),
    (lambda camels: simulate_race_length(camels, games=2, seed=1), 2, 8, r"camels must be 2\.\.8, got"),
    (lambda games: simulate_race_length(2, games=games, seed=1), 2, None, "games must be 2"),
)  # fmt: skip


test_work_of_exactly_the_limit_is_accepted_and_one_more_is_refused = work_limits_test(
    # Two orders of the dice, and nine pairs of faces.
    ("camel_up.moves.MAX_SEQUENCES", 18, lambda: check_work("BW", 2, Rules()), "has 18 different dice"),
    # Two orders of the dice, and four pairs of different faces.
    ("camel_up.moves.MAX_SEQUENCES", 8, lambda: check_work("BW", 2, EQUAL_SIDES), "has 8 different dice"),
    ("camel_up.moves.MAX_OUTCOMES", 18, lambda: check_work("BW", 2, EQUAL_SIDES), "can be solved"),
    # 55 pairs of squares, four sets of dice that are left, and six moves.
    ("camel_up.race_solver.MAX_WORK", 1320, lambda: race_table(2, SHORT), "takes 1,320 steps to solve"),
    ("camel_up.length.MAX_LENGTH_WORK", 1320, lambda: race_length(2, track=10), "takes 1,320 steps to solve"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "work"), [("moves.MAX_SEQUENCES", 18), ("moves.MAX_OUTCOMES", 18), ("race.MAX_WORK", 1320)]
)
def test_a_race_is_solvable_up_to_exactly_the_limit(name: str, work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (work, work - 1):
        monkeypatch.setattr(f"boardodds.camel_up.{name}", limit)
        assert is_race_solvable(TWO_CAMELS, SHORT) == (limit == work)
        assert is_leg_solvable("BW", 2, SHORT) == (limit == work or name == "race.MAX_WORK")


def test_a_table_larger_than_the_cache_is_kept_until_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "_tables", {})
    monkeypatch.setattr(races, "MAX_BYTES", 0)
    table = race_table(2, SHORT)
    assert race_table(2, SHORT) is table
