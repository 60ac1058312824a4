"""Rule changes on the command line: exact and simulated differences."""

from math import hypot

import pytest

from boardodds.cli.run import ABLATE, SIMULATE
from tests.cli.conftest import Ask, rows_by_measure


def test_exact_effects_of_rules(ask: Ask) -> None:
    answer = ask(ABLATE, "perudo_one_die", "--variant", "plain: wild_aces=false,raise_rule=any_higher")
    assert answer["inputs"]["variants"] == {"plain": {"wild_aces": False, "raise_rule": "any_higher"}}
    (value,) = (row for row in answer["results"] if row["measure"] == "value")
    assert (value["variant"], value["baseline_fraction"], value["fraction"]) == ("plain", "-1/18", "-1/9")
    assert value["difference_fraction"] == "-1/18"
    faces = ask(ABLATE, "camel_up_length", "--variant", "low: faces=1,1,2,track=10", "--variant", "one: camels=1")
    assert faces["inputs"]["variants"] == {"low": {"track": 10, "faces": "1,1,2"}, "one": {"camels": 1}}
    assert faces["results"][0]["fraction"] is None
    built_in = "numbers on a die: 1, 2"
    assert ask(ABLATE, "camel_up_length", "--variant", built_in)["inputs"]["variants"] == {built_in: {"faces": "1,2"}}
    orchard = ask(ABLATE, "orchard", "--variant", "worst: policy=fewest_left")["results"][0]
    assert orchard["difference"] == pytest.approx(0.644676 - 0.781930, abs=1e-6)
    # The second of two players is next, whatever the variant.
    words = ["--game", "my_first_orchard_five", "--policy", "most_left,random_type", "--variant"]
    found = ask(ABLATE, "orchard", "--state", "4.4.4.4 raven=5 next=2", *words, "policy fewest_left")["results"][0]
    assert found["value"] == pytest.approx(0.55494, abs=0.5e-5)


def test_intervals_of_simulated_differences_contain_the_exact_ones(ask: Ask) -> None:
    for words in ("orchard --game my_first_orchard", "camel_up_leg", "candy_land --rule deck=reshuffled"):
        exact = {(row["variant"], row["measure"], row["of"]): row for row in ask(ABLATE, *words.split())["results"]}
        for row in ask(ABLATE, *words.split(), "--games", "20000", "--level", "0.99999")["results"]:
            exact_row = exact[row["variant"], row["measure"], row["of"]]
            assert row["difference_low"] <= exact_row["difference"] <= row["difference_high"], row
            assert row["low"] <= exact_row["value"] <= row["high"], row
            assert row["baseline_low"] <= exact_row["baseline"] <= row["baseline_high"], row
            assert row["difference"] == pytest.approx(row["value"] - row["baseline"])


def test_candy_land_is_compared_on_the_same_cards_and_other_games_independently(ask: Ask) -> None:
    for words, is_paired in (
        (["candy_land", "--variant", "licorice: no effect"], True),
        (["perudo_matches", "--variant", "palifico rounds: no"], False),
    ):
        for row in ask(ABLATE, *words, "--games", "500")["results"]:
            independent = hypot(row["standard_error"], row["baseline_standard_error"])
            standard_error = row["difference_standard_error"]
            assert standard_error < 0.9 * independent if is_paired else standard_error == independent


def test_a_baseline_equals_a_simulation_with_the_same_seed(ask: Ask) -> None:
    words = ("perudo_matches", "--seed", "4", "--games", "200")
    simulated = rows_by_measure(ask(SIMULATE, *words))
    for row in ask(ABLATE, *words, "--variant", "strict: palifico=false")["results"]:
        assert row["baseline"] == simulated[row["measure"], row["of"]]["value"]


def test_built_in_variants_that_do_not_fit_the_board_are_left_out(ask: Ask) -> None:
    words = ["ablate", "candy_land", "--rule", "licorice=131", "--games", "200"]
    assert "licorice: no effect" in ask(*words)["inputs"]["variants"]
    assert "picture cards: no cards or spaces" not in ask(*words)["inputs"]["variants"]
    custom = ask(*words, "--variant", "mine: licorice_rule=off")
    assert list(custom["inputs"]["variants"]) == ["mine"]
