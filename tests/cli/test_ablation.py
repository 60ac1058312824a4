"""Rule changes on the command line: exact and simulated differences."""

from math import hypot

import pytest

from boardodds.cli.parser import ABLATE, SIMULATE
from tests.cli.driving import Ask, rows_of


def test_what_rules_are_worth_exactly(ask: Ask) -> None:
    answer = ask(ABLATE, "perudo_one_die", "--variant", "plain: wild_aces=false,raise_rule=any_higher")
    assert answer["inputs"]["variants"] == {"plain": {"wild_aces": False, "raise_rule": "any_higher"}}
    (value,) = (row for row in answer["results"] if row["measure"] == "value")
    assert (value["variant"], value["baseline_fraction"], value["fraction"]) == ("plain", "-1/18", "-1/9")
    assert value["difference_fraction"] == "-1/18"
    (legs,) = ask(ABLATE, "camel_up_length", "--variant", "no stacking")["results"]
    assert legs["difference"] == pytest.approx(6.534625 - 4.722847, abs=1e-6)
    assert legs["fraction"] is None
    faces = ask(ABLATE, "camel_up_length", "--variant", "low: faces=1,1,2,track=10", "--variant", "one: camels=1")
    assert faces["inputs"]["variants"] == {"low": {"track": 10, "faces": "1,1,2"}, "one": {"camels": 1}}
    orchard = ask(ABLATE, "orchard", "--variant", "worst: policy=fewest_left")["results"][0]
    assert orchard["difference"] == pytest.approx(0.644676 - 0.781930, abs=1e-6)


def test_differences_of_games_that_are_played_hold_the_exact_ones(ask: Ask) -> None:
    for words in (
        ["orchard", "--preset", "my_first_orchard"],
        ["camel_up_leg"],
        ["candy_land", "--rule", "deck=reshuffled"],
    ):
        exact = {(row["variant"], row["measure"], row["of"]): row for row in ask(ABLATE, *words)["results"]}
        for row in ask(ABLATE, *words, "--games", "20000", "--level", "0.99999")["results"]:
            same = exact[row["variant"], row["measure"], row["of"]]
            assert row["difference_low"] <= same["difference"] <= row["difference_high"], row
            assert row["low"] <= same["value"] <= row["high"], row
            assert row["baseline_low"] <= same["baseline"] <= row["baseline_high"], row
            assert row["difference"] == pytest.approx(row["value"] - row["baseline"])


def test_candy_land_is_compared_on_the_same_cards_and_others_independently(ask: Ask) -> None:
    for words, paired in (
        (["candy_land", "--variant", "no licorice"], True),
        (["perudo_matches", "--variant", "calza"], False),
    ):
        for row in ask(ABLATE, *words, "--games", "2000")["results"]:
            apart = hypot(row["standard_error"], row["baseline_standard_error"])
            assert (
                row["difference_standard_error"] < 0.9 * apart if paired else row["difference_standard_error"] == apart
            )


def test_a_baseline_is_the_simulation_of_its_seed(ask: Ask) -> None:
    alone = rows_of(ask(SIMULATE, "perudo_matches", "--seed", "4", "--games", "200"))
    for row in ask(ABLATE, "perudo_matches", "--seed", "4", "--games", "200")["results"]:
        assert row["baseline"] == alone[row["measure"], row["of"]]["value"]


def test_a_board_that_cannot_take_one_of_our_variants_takes_the_others(ask: Ask) -> None:
    words = ["ablate", "candy_land", "--rule", "licorice=131", "--games", "200", "--quiet"]
    assert "no licorice" in ask(*words)["inputs"]["variants"]
    assert "no specials" not in ask(*words)["inputs"]["variants"]
    own = ask(*words, "--variant", "mine: licorice_rule=off")
    assert list(own["inputs"]["variants"]) == ["mine"]
