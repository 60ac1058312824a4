"""Exact and simulated answers of the command line: known values, and the agreement between them."""

import shlex
from fractions import Fraction

import pytest

from boardodds import candy_land
from boardodds.cli.run import SIMULATE, SOLVE
from tests.cli.conftest import Ask, rows_by_measure
from tests.known_answers import load_answers


@pytest.mark.parametrize(
    ("words", "measure", "known"),
    [
        ("camel_up_leg", ("place_1", "G"), "10033/29160"),
        ("camel_up_leg --position '1:BWOG 2:Y dice=OB'", ("place_1", "G"), "2/3"),
        (
            "orchard --game my_first_orchard --policy most_left",
            ("win", ""),
            load_answers("orchard")["game"][0]["exact_fraction_most_left"],
        ),
        ("orchard --state '0.0.0.0 raven=3'", ("win", ""), "1"),
        ("perudo_bid --bid 2x4 --hand 4 --unseen 1", ("true", "2x4"), "1/3"),
        ("perudo_bid --bid 2x4 --hand 4 --unseen 1", ("exact", "2x4"), "1/3"),
        ("perudo_bid --bid 2x4 --hand 4 --unseen 1", ("stands", "dudo"), "2/3"),
        ("perudo_one_die", ("value", ""), "-1/18"),
        ("perudo_one_die --rule wild_aces=false", ("win", ""), "4/9"),
        # -1/16 lies between the limits.
        ("perudo_one_die --rule sides=8", ("value", "least"), "-0.0626"),
        ("perudo_one_die --rule sides=8", ("value", "most"), "-0.0625"),
        ("camel_up_race", ("win", "G"), "0.2509"),
        ("camel_up_length", ("mean_legs", ""), "4.722847"),
        ("camel_up_length --rule stacking=false", ("mean_legs", ""), "6.534625"),
        ("candy_land --game scheffer", ("mean_turns", ""), "39.161087"),
        ("orchard --policy random_type", ("win", ""), "0.73632"),
        ("orchard --game my_first_orchard_five --policy most_left,random_type", ("win", ""), "0.61559"),
        ("perudo_round", ("true", "5x4"), "0.801022"),
        ("perudo_round --sharpness 0", ("true", "5x4"), "0.79076"),
    ],
)
def test_known_answers(ask: Ask, words: str, measure: tuple[str, str], known: str) -> None:
    row = rows_by_measure(ask(SOLVE, *shlex.split(words)))[measure]
    places = len(known.partition(".")[2])
    if not places:
        assert Fraction(row["fraction"]) == Fraction(known)
    assert row["value"] == pytest.approx(float(Fraction(known)), abs=0.5 * 10**-places if places else 1e-15)


@pytest.mark.parametrize(
    "words",
    [
        "camel_up_leg",
        "camel_up_race --distribution",
        "camel_up_length --distribution",
        "candy_land --players 3 --rule deck=reshuffled --distribution",
        "candy_land --state '57.80.home next=2' --rule deck=reshuffled --rule plays_until=everyone --rule cards_to_choose=2",
        "candy_land --state '27.57 next=2 stuck=1' --game box_2014 --rule deck=reshuffled --rule occupied_space=share "
        "--rule specials=draw_again",
        "orchard --game my_first_orchard --policy random_fruit --distribution",
    ],
)
def test_simulated_answers_agree_with_exact_ones(ask: Ask, words: str) -> None:
    exact = rows_by_measure(ask(SOLVE, *shlex.split(words)))
    rows = rows_by_measure(ask(SIMULATE, *shlex.split(words), "--games", "20000", "--level", "0.999999"))
    # Outcomes with fewer than 5 expected games are too rare for their intervals to be reliable.
    for measure in (key for key in rows.keys() & exact.keys() if exact[key]["value"] > 5 / 20_000):
        row = rows[measure]
        assert row["low"] <= exact[measure]["value"] <= row["high"], measure
        assert row["low"] <= row["value"] <= row["high"]
        assert (row["trials"], row["standard_error"] > 0) == (20_000, True)
        assert row["count"] is None or row["value"] == row["count"] / row["trials"]
    for name in {measure for measure, _ in rows} & {"legs", "turns", "raven_left"}:
        outcomes = {int(subject): row for (measure, subject), row in rows.items() if measure == name}
        assert sum(row["count"] for row in outcomes.values()) == 20_000
        assert sum(row["value"] for (measure, _), row in exact.items() if measure == name) == pytest.approx(1)
        if ("mean_" + name, "") in rows:
            mean = sum(outcome * row["value"] for outcome, row in outcomes.items())
            assert mean == pytest.approx(rows["mean_" + name, ""]["value"])


def test_the_inputs_are_those_that_were_computed(ask: Ask) -> None:
    state = "57.80 next=1 drawn=R.RR"
    answer = ask(SIMULATE, "candy_land", "--state", state, "--games", "2000")
    assert (answer["inputs"]["players"], answer["inputs"]["state"]) == (2, state)
    wins = candy_land.simulate(state=candy_land.State.parse(state), games=2000).seat_wins
    assert [rows_by_measure(answer)["seat_win", seat]["count"] for seat in "12"] == [win.successes for win in wins]


def test_matches_of_perudo(ask: Ask) -> None:
    words = ["perudo_matches", "--players", "naive,human,naive", "--games", "300", "--distribution"]
    rows = rows_by_measure(ask(SIMULATE, *words))
    assert sum(rows["seat_win", seat]["count"] for seat in "123") == 300
    assert rows["win", "human"]["count"] == rows["seat_win", "2"]["count"]
    assert rows["win", "naive"]["count"] == rows["seat_win", "1"]["count"] + rows["seat_win", "3"]["count"]
    rounds = {int(subject): row["value"] for (measure, subject), row in rows.items() if measure == "rounds"}
    assert sum(number * share for number, share in rounds.items()) == pytest.approx(rows["mean_rounds", ""]["value"])
    assert rows["mean_rounds", ""]["trials"] == 300
