"""The Orchard page: its answer, its views, picks by click, and Undo."""

import re
from dataclasses import replace

import pytest

from boardodds import orchard
from boardodds.charts.orchard import run_bars
from boardodds.dashboard.orchard.views import finding_of
from boardodds.orchard.published_figures import TABLES
from boardodds.orchard.rules import variants
from boardodds.orchard.simulation import play_runs
from boardodds.probability.estimate import Proportion
from tests.dashboard.driving import open_page, open_setup, view_of

ORCHARD = "pages/orchard.py"


def test_the_ending_chart_shows_wins_and_losses_by_roll() -> None:
    endings = orchard.solve(orchard.MY_FIRST_ORCHARD, policy="most_left", state=orchard.State((0, 1, 2, 3), 2)).endings
    app = open_page(ORCHARD, game="my_first_orchard", state="0.1.2.3 raven=2", view="Method")
    won, lost = app.first_chart["data"]
    # The shortest and the longest 0.05% of games are left out.
    assert sum(won["customdata"]) == pytest.approx(sum(endings.won), abs=0.001)
    assert sum(lost["customdata"]) == pytest.approx(sum(endings.lost), abs=0.001)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({}, "adds 4.6 percentage points"),
        ({"state": "0.0.0.0 raven=1"}, "We have won"),
        ({"state": "0.0.1.0 raven=0"}, "The raven reached the orchard: we have lost"),
        ({"fruit": "1"}, "We win more than 99.9% of the time"),
        # The advice is right for the whole basket.
        ({"state": "2.5.7.3 raven=4", "view": "Method"}, "Basket: pick cherries first win "),
        ({"game": "my_first_orchard", "state": "1.2.4.3 raven=4"}, "Basket: pick cherries win "),
        ({"basket_picks": "1"}, "Basket: pick any fruit win "),
        ({"fruit": "1.1"}, "Basket: pick any fruit win "),
        ({"state": "0.3.0.0 raven=4"}, "Basket: pick pears win "),
    ],
)
def test_the_page_says_who_has_won_and_what_to_pick(query: dict[str, str], sentence: str) -> None:
    app = open_page(ORCHARD, **query)
    text = f"{app.page_text} {app.advice.replace('*', '')}"
    assert sentence in text
    # Nothing is picked after the end.
    assert ("Basket: pick" in text) == (" have " not in sentence)


def test_selecting_a_game_sets_its_rules_and_full_trees() -> None:
    app = open_setup(ORCHARD, state="3.10.10.10 raven=4")
    assert (view_of(app.slider, "tree 1 of 10").value, view_of(app.slider, "raven of 10").value) == (3, 4)
    view_of(app.slider, "tree 2 of 10").set_value(7).run()
    assert view_of(app.text_input, "state").value == "3.7.10.10 raven=4"
    view_of(app.segmented_control, "game").set_value("my_first_orchard").run()
    shown = [view_of(app.slider, name).value for name in ("tree 1 of 4", "tree 4 of 4", "raven of 6", "basket_picks")]
    assert shown == [4, 4, 6, 1]
    assert f"{orchard.solve(orchard.MY_FIRST_ORCHARD, policy='most_left').win:.1%}" in app.headline
    view_of(app.slider, "raven_steps").set_value(5).run()
    assert view_of(app.slider, "raven of 5").value == 5
    assert f"{orchard.solve(orchard.MY_FIRST_ORCHARD_FIVE, policy='most_left').win:.1%}" in app.headline


def test_what_if_compares_from_the_start_and_from_the_current_state() -> None:
    now = orchard.State((3, 10, 10, 10), 5)
    app = open_page(ORCHARD, view="What if", state=str(now))
    rows = app.open_figures("what_if_rows").dataframe[0].value
    by_start = rows.groupby("from")
    wins = {f"from {start}": dict(zip(part["what if"], part["then"], strict=True)) for start, part in by_start}
    shorter = replace(orchard.ORCHARD, raven_steps=9)
    start_win = orchard.solve(shorter, policy="most_left").win
    assert wins["from the start"]["raven path (steps): 9"] == pytest.approx(start_win)
    # The raven has taken five steps, so on a shorter path fewer are left.
    here_win = orchard.solve(shorter, policy="most_left", state=orchard.State(now.fruit, 4)).win
    assert wins["from here"]["raven path (steps): 9"] == pytest.approx(here_win)
    one_more = replace(orchard.ORCHARD, basket_picks=3)
    one_more_win = orchard.solve(one_more, policy="most_left", state=now).win
    assert wins["from here"]["fruit per basket: 3"] == pytest.approx(one_more_win)
    # The current state has four trees, so it is impossible with three or five.
    assert set(wins["from the start"]) - set(wins["from here"]) == {
        "fruit on the trees: 10.10.10",
        "fruit on the trees: 10.10.10.10.10",
    }
    # The raven has arrived if the path becomes too short.
    app = open_page(ORCHARD, view="What if", state="3.10.10.10 raven=1").open_figures("what_if_rows")
    rows = app.dataframe[0].value
    assert list(rows[(rows["what if"] == "raven path (steps): 9") & (rows["from"] == "here")]["then"]) == [0]
    for state in ("", "0.0.0.0 raven=5", "3.10.10.10 raven=0"):
        app = open_page(ORCHARD, view="What if", state=state).open_figures("what_if_rows")
        assert set(app.dataframe[0].value["from"]) == {"the start"}
        assert "from here" not in app.page_text


@pytest.mark.parametrize("rules", [orchard.ORCHARD, orchard.MY_FIRST_ORCHARD, replace(orchard.ORCHARD, basket_picks=0)])
def test_the_finding_on_rules_names_the_extremes(rules: orchard.Rules) -> None:
    wins = {name: orchard.solve(case, policy="most_left").win for name, case in variants(rules).items()}
    now = orchard.solve(rules, policy="most_left").win
    sentence = finding_of({"these rules": now} | wins)
    best, worst = max(wins, key=lambda name: wins[name]), min(wins, key=lambda name: wins[name])
    assert (f"{best}” helps most ({wins[best]:.1%})" in sentence) == (wins[best] > now)
    assert (f"{worst}” hurts most ({wins[worst]:.1%})" in sentence) == (wins[worst] < now)


def test_the_chances_of_the_first_fruit_are_those_of_the_best_later_picks() -> None:
    state = orchard.State((2, 5, 7, 3), 4)
    app = open_page(ORCHARD, state=str(state), policy="fewest_left")
    choices = orchard.best_basket(state, orchard.ORCHARD)
    names = ("apples", "pears", "cherries", "plums")
    shown = re.findall(r'<th scope="row">(.*?)</th><td[^>]*>(.*?)</td><td[^>]*>(.*?)</td>', app.html_text)
    best = choices[0].win
    assert shown == [(names[each.tree], f"{each.win:.1%}", f"{100 * (best - each.win):.2f}") for each in choices]
    assert best > orchard.solve(orchard.ORCHARD, policy="fewest_left", state=state).win
    assert "with the best pick for every later fruit" in app.captions
    table = app.open_figures("first_fruit_rows").dataframe[0].value
    assert list(table["wins"]) == pytest.approx([each.win for each in choices])
    before = orchard.solve(orchard.ORCHARD, policy="optimal", state=state).win
    assert f"the chance of winning is {choices[0].win:.1%} with the best picks." in app.page_text
    assert f"Before the roll, which can also be the raven, it is {before:.1%}." in app.page_text


def test_equally_good_first_fruits_need_no_table() -> None:
    app = open_page(ORCHARD)
    assert len({round(choice.win, 9) for choice in orchard.best_basket(orchard.ORCHARD.start, orchard.ORCHARD)}) == 1
    assert 'class="grid"' not in app.html_text
    assert "Every first fruit is equally good." in app.page_text
    # But not every second one.
    assert "pick any fruit first" in app.advice
    assert "from the fullest tree, fruit by fruit, wins 81.43%; from the emptiest, 81.35%." in app.page_text


def test_the_card_picks_what_it_advises_and_a_late_tap_on_it_picks_nothing_more() -> None:
    app = open_page(ORCHARD, state="2.5.7.3 raven=4")
    assert not any(each.label == "Pick it" for each in app.button)
    app.send_event(kind="roll", face="basket")
    late = app.button_named("Pick it")
    late.click().run()
    assert app.query_params["state"] == "2.5.6.3 raven=4 basket=1"
    app.send_event(kind="roll", face="pears")
    app.send_event(kind="roll", face="apples", stale=[late])
    assert app.query_params["state"] == "1.4.6.3 raven=4"
    app.press("Undo")
    assert app.query_params["state"] == "2.4.6.3 raven=4"


def test_players_in_turn_have_the_odds_of_their_policies() -> None:
    app = open_setup(ORCHARD, game="my_first_orchard_five")
    view_of(app.slider, "players").set_value(2).run()
    view_of(app.selectbox, "policy 2 of 2").set_value("random_type").run()
    win = orchard.solve(orchard.MY_FIRST_ORCHARD_FIVE, policies=("most_left", "random_type")).win
    assert f"{win:.1%}" in app.headline
    assert app.query_params["policy"] == "most_left,random_type"
    app.send_event(kind="roll", face="raven")
    second = orchard.State((4, 4, 4, 4), 4, next=2)
    win = orchard.solve(orchard.MY_FIRST_ORCHARD_FIVE, policies=("most_left", "random_type"), state=second).win
    assert f"{win:.1%}" in app.headline


def test_how_close_shows_the_fruit_and_the_raven_steps_left() -> None:
    app = open_page(ORCHARD, game="my_first_orchard_five", view="How close").open_figures("close_chart_rows")
    rows = app.dataframe[0].value
    chances = dict(zip(zip(rows["game"], rows["left"], strict=True), map(float, rows["chance"]), strict=True))
    assert sum(chances.values()) == pytest.approx(1)
    assert [round(chances[end], 4) for end in (("lost", 1), ("lost", 2), ("won", 2))] == [0.086, 0.0623, 0.1826]
    assert "8.6% of games are lost with one fruit left" in app.page_text


@pytest.mark.parametrize("place", [0, 1])
def test_a_new_game_keeps_the_game_and_its_rules(place: int) -> None:
    app = open_page(ORCHARD, game="my_first_orchard", raven_faces="2", state="1.0.0.0 raven=0")
    assert re.search(r"game is over.*Play again", app.advice)
    assert "trees are" not in app.advice
    # On the card of the decided game, and always below the board.
    [each for each in app.button if each.label == "New game"][place].click().run()
    assert set(app.query_params) == {"game", "raven_faces"}
    assert "Play again" not in app.advice


def test_what_if_leaves_the_state_until_it_is_used() -> None:
    app = open_page(ORCHARD, state="5.5.5.5 raven=3", if_raven_path="12")
    before, (slider,) = app.headline, app.select_slider
    # The raven has taken seven steps, so five of twelve are left.
    rules, state = replace(orchard.ORCHARD, raven_steps=12), orchard.State((5, 5, 5, 5), 5)
    win = orchard.solve(rules, policy="most_left", state=state).win
    assert slider.value == 12
    assert f"With a raven path of 12 steps we win {win:.1%} of the time." in app.page_text
    assert app.board_data["rows"][-1]["full"] == 10
    app.press("Use this")
    assert app.headline == re.sub(r"[\d.]+%", f"{win:.1%}", before)
    assert app.query_params["raven_steps"] == "12"
    assert "if_raven_path" not in app.query_params


def test_figure_1_is_played_and_its_estimates_stand_beside_those_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardodds.dashboard.orchard.views.RUNS", 3)
    app = open_page(ORCHARD, view="Method", figure="true")
    for seed, row in enumerate(TABLES):
        won = play_runs(row.rules, row.policy, 3, seed)
        ends = Proportion(sum(won), 30_000).interval(0.99)
        ours = f"{sum(won) / 30_000:.5f} ({ends.low:.5f} to {ends.high:.5f})"
        assert {ours, f"{row.simulated:.5f} ({row.low:.5f} to {row.high:.5f})"} <= {*re.split("[<>]+", app.html_text)}
        assert f"{row.name}: {min(won) / 100:.1f}% to {max(won) / 100:.1f}%" in app.page_text


def test_runs_stand_in_bars_of_half_a_standard_error_around_the_exact_chance() -> None:
    bars, density, *_ = run_bars({"one": [50, 50, 61], "other": [80]}, (0.5, 0.8), 100).data
    assert {round(x, 4): y for x, y in zip(bars.x, bars.y, strict=True) if y} == {0.5125: 2, 0.6125: 1}
    assert sum(density.y) == pytest.approx(3, abs=1e-4)


def test_a_change_with_too_many_boards_to_solve_is_left_out() -> None:
    link = {"game": "orchard_nine", "policy": "fewest_left,in_order"}
    app = open_page(ORCHARD, view="What if", **link).open_figures("what_if_rows")
    assert {"fruit on the trees: 10.10.10", "raven path (steps): 8"} <= {*app.dataframe[-1].value["what if"]}
    assert "fruit on the trees: 10.10.10.10.10" not in {*app.dataframe[-1].value["what if"]}
    assert not app.exception


def test_a_link_below_the_slider_applies_what_is_shown() -> None:
    app = open_page(ORCHARD, state="5.5.5.5 raven=3", if_raven_path="1")
    assert "With a raven path of 8 steps" in app.page_text
    app.press("Use this")
    state = app.session_state["state of orchard"].state
    assert (str(state.position), state.rules.raven_steps) == ("5.5.5.5 raven=1", 8)
