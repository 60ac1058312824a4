"""The page of the race: its answer, the best action, race bets, and exact or simulated results."""

import re
from dataclasses import replace
from typing import Any

import pytest

from boardodds.camel_up import FIRST_EDITION, Position, RaceBets, RaceOdds, camel_name, rank_actions, solve_race
from boardodds.dashboard.camel_up import history, solvers, tables
from boardodds.dashboard.camel_up.sheet import RaceSheet
from boardodds.dashboard.camel_up.tables import POINTS, largest_effect_text
from boardodds.probability.display import signed
from tests.dashboard.driving import open_page, open_setup, view_of

LEG = "pages/camel_up_leg.py"
RACE = "pages/camel_up_race.py"


def test_race_bets_depend_on_the_cards_of_others() -> None:
    text = "9:BWOG 10:Y"
    race = solve_race(Position.parse(text))
    bets = RaceBets(winner_laid=3, last_laid=1, hand="BOY")
    ranked = rank_actions(Position.parse(text), race=race, race_bets=bets)
    race_bets = [action for action in ranked if action.camel]
    app = open_page(RACE, position=text, winner=["1", "0W", "1", "2"], last=["0G", "1"])
    winner, loser = (next(bet for bet in race_bets if bet.kind == kind) for kind in ("winner", "last"))
    (listed,) = [element.proto.body for element in app.get("html") if '"moves"' in element.proto.body]
    assert re.findall(">(bet on .*?)<", listed) == [str(bet) for bet in ranked if bet in (winner, loser)]
    for bet in (winner, loser):
        assert f"<span>{signed(bet.expected_coins, 2)}</span>" in listed.split(str(bet))[1].split("</li>")[0]
    app.open_figures("actions_rows")
    names = list(app.dataframe[0].value["action"])
    assert names == [str(action) for action in ranked if str(action) in names]
    assert {str(bet) for bet in race_bets} < set(names)
    text = f"{camel_name(winner.camel or '')} after 3 cards of others: {winner.expected_coins:.2f} coins."
    assert text in app.page_text


@pytest.mark.parametrize(
    ("query", "can_wait"),
    [
        ({"players": "2"}, False),
        ({"players": "1"}, True),
        # A has no card left.
        ({"players": "2", "winner": ["1"] * 5}, True),
        # The next roll can end the race.
        ({"players": "1", "position": "1:B 12:WOG 14:Y"}, False),
    ],
)
def test_a_race_bet_is_advised_unless_it_can_wait_without_loss(query: dict[str, Any], can_wait: bool) -> None:
    app = open_page(RACE, **{"position": "1:B 6:WOG 7:Y", **query})
    store = app.session_state["state of camel_up"]
    bet = RaceSheet(store.state).actions[0]
    assert str(bet) == "bet on blue to finish last"
    assert bet.can_wait == ("can wait</small>" in app.html_text) == can_wait
    best = solvers.actions(store.state)[0] if can_wait else bet
    assert f"**{str(best).capitalize()}** {best.expected_coins:.2f} coins: " in app.advice
    app.press("Do it")
    assert store.state.played == ([] if can_wait else ["B"])
    (luck,) = history.RACE.luck(store.line, ())
    assert (len(store.line), luck.account.decisions) == (2, 0)


def test_a_race_that_takes_long_is_solved_on_request() -> None:
    text, rules = "14:BWOG 15:Y", replace(FIRST_EDITION, track=19)
    app = open_setup(RACE, position=text, track="19")
    assert "From 50,000 simulated races: " in app.captions
    assert "." not in app.headline
    view_of(app.toggle, "exact").set_value(True).run()
    assert "Counted exactly. Later legs are assumed to have no tiles." in app.captions
    exact = solve_race(Position.parse(text), rules)
    assert isinstance(exact, RaceOdds)
    assert f" {exact.win(exact.ranking[0]):.1%} of the time" in app.headline
    view_of(app.toggle, "exact").set_value(False).run()
    assert "From 50,000 simulated races: " in app.captions


def test_certain_and_impossible_ends_of_the_race_are_not_rounded() -> None:
    # The die of the camel on the last square is still in the pyramid, so it takes a camel across.
    certain = open_page(RACE, position="1:BW 16:G dice=BWG", view="Legs left").page_text
    assert "The race is certain to end in this leg." in certain
    assert "The race can't end in this leg." in open_page(RACE, position="1:BW 2:G", view="Legs left").page_text
    rare = open_page(RACE, position="4:BWOG 5:Y", view="Legs left")
    race = solve_race(Position.parse("4:BWOG 5:Y"))
    assert isinstance(race, RaceOdds)
    assert 0 < race.ends_this_leg < 0.0005
    assert f"The chance that the race ends in this leg is 1 in {1 / race.ends_this_leg:,.0f}." in rare.page_text


@pytest.mark.parametrize(
    ("edition", "texts"),
    [
        ("first_edition", ("green wins: 21.9%", "blue finishes last: 25.6%")),
        ("second_edition", ("green wins: 22.0% (95% CI 21.7 to 22.4)",)),
    ],
)
def test_the_chart_has_the_chances_of_winning_and_of_finishing_last(edition: str, texts: tuple[str, ...]) -> None:
    app = open_page(RACE, edition=edition)
    charts = " ".join(chart.proto.spec for chart in app.get("plotly_chart"))
    assert all(text in charts for text in texts)
    app.open_figures("ends_rows")
    assert {"wins", "last"} <= set(app.dataframe[0].value)


LARGEST = "Largest change: “no stacking” takes"


def effect(camel: str, now: float, then: float, half_width: float = 0.0) -> dict[str, object]:
    row = {"what if": "no stacking", "chance": f"{camel} wins", "now": now, "then": then}
    return row | {POINTS: 100 * (then - now), "±": 100 * half_width}


@pytest.mark.parametrize(
    ("effects", "sentence"),
    [
        ([effect("blue", 0.2, 0.2)], "None of these changes affects any camel's chance of winning the race"),
        ([effect("blue", 0.2, 0.21, 0.02)], "None of these changes shows an effect on any camel's chance of winning the race"),
        ([effect("blue", 0.2, 0.21), effect("green", 0.3, 0.28)], f"{LARGEST} green from 30.0% to 28.0%"),
        ([effect("blue", 0.2, 0.24, 0.01), effect("green", 0.3, 0.25, 0.06)], f"{LARGEST} blue from 20% to 24%"),
        ([effect("blue", 0.2, 0.0)], f"{LARGEST} blue from 20.0% to 0%"),
    ],
)  # fmt: skip
def test_the_largest_effect_is_one_that_the_simulation_shows(effects: list[dict[str, object]], sentence: str) -> None:
    found, interval = largest_effect_text("race", effects)
    assert (found, interval) == (sentence, "+3.0 to +5.0 percentage points (95% CI)" if "24%" in sentence else "")
    missing, _ = largest_effect_text("race", effects, is_camel_missing=True)
    assert missing == sentence.replace("Largest change", "Largest change among camels still racing")


@pytest.mark.parametrize(
    ("page", "position", "dice"), [(LEG, "1:BWOG 2:Y dice=YOWB", "WBOY"), (RACE, "9:BWOG 10:Y dice=YG", "GY")]
)
def test_the_next_rolls_are_in_the_order_of_the_dice_on_the_board(page: str, position: str, dice: str) -> None:
    app = open_page(page, position=position, view="Next roll").open_figures("next_roll_chart_rows")
    assert "The next roll matters most to " in app.page_text
    assert list(app.dataframe[0].value["roll"]) == [f"{die}{number}" for die in dice for number in (1, 2, 3)]


def test_a_simulated_expected_gain_has_an_interval() -> None:
    app = open_page(RACE, edition="second_edition", position="14:BRPG 15:Y 1:w 2:k")
    (listed,) = [element.proto.body for element in app.get("html") if '"moves"' in element.proto.body]
    assert re.search(r">[+−][0-9.]+ ±[0-9.]+</span>", listed)


def test_a_race_without_a_camel_names_it_and_the_file_does_not() -> None:
    app = open_page(RACE, position="9:BWOG 10:Y", view="What if")
    text = app.page_text
    assert "Largest change among camels still racing: " in text
    app.open_figures("what_if_chart_rows")
    assert "without blue" in list(app.dataframe[0].value["what if"])
    cases = {"without the rearmost camel": solve_race(Position.parse("9:WOG 10:Y"))}
    rows = tables.effects({"now": solve_race(Position.parse("9:BWOG 10:Y")), **cases})
    assert {row["what if"] for row in rows} == set(cases)
    assert camel_name("B") not in {str(row["chance"]).removesuffix(" wins") for row in rows}


def test_the_differences_in_the_table_are_those_of_its_figures() -> None:
    app = open_page(RACE, position="9:BWOG 10:Y", view="What if")
    app.open_figures("what_if_chart_rows")
    app.open_figures("mean_legs_rows")
    chances, legs = (frame.value for frame in app.dataframe)
    assert len(chances) > 30
    assert list(chances[POINTS]) == pytest.approx(list(100 * (chances["then"] - chances["now"])))
    means = legs["legs left on average"]
    assert list(legs["difference"]) == pytest.approx(list(means - means[0]))


def test_the_next_rolls_of_a_simulated_race_have_intervals() -> None:
    app = open_page(RACE, edition="second_edition", view="Next roll")
    assert re.search(r"simulated races after each roll: a 95% CI is at most ±[01]\.\d percentage points", app.captions)
    app.open_figures("next_roll_chart_rows")
    rows = app.dataframe[0].value
    assert len(rows) == 21
    half_widths = (rows["green, 95% to"] - rows["green, 95% from"]) / 2
    (widest,) = re.findall(r"at most ±([\d.]+)", app.captions)
    assert 0 < half_widths.max() <= float(widest) / 100 + 0.0006


@pytest.mark.parametrize("position", ["9:BWOG 10:Y", "15:BWOG 16:Y dice=OB", "3:BW 4:G dice="])
def test_simulated_next_rolls_agree_with_the_exact_ones(position: str) -> None:
    both = [solvers.next_race_rolls(Position.parse(position), FIRST_EDITION, is_exact=each) for each in (True, False)]
    for exact, simulated in zip(*both, strict=True):
        assert (exact.roll, exact.chance) == (simulated.roll, simulated.chance)
        for camel in exact.after.camels:
            assert exact.after.win(camel) in simulated.after.win(camel).interval(1 - 1e-7)
            assert exact.after.last(camel) in simulated.after.last(camel).interval(1 - 1e-7)
