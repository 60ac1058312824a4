"""The history line of the play pages: its values, its slider, other choices, and the account of a game."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from boardodds import camel_up, candy_land, perudo
from boardodds.camel_up.luck import Act, LuckOfDice
from boardodds.candy_land.luck import LuckOfCards
from boardodds.dashboard.camel_up.events import faces_of
from boardodds.dashboard.camel_up.history import event_of
from boardodds.dashboard.camel_up.sheet import LegSheet, RaceSheet
from boardodds.dashboard.candy_land.lengths import solve_lengths
from boardodds.dashboard.perudo.moves import MovesSheet
from boardodds.orchard import MY_FIRST_ORCHARD, State, account, best_basket
from boardodds.orchard.luck import LuckOfRolls
from boardodds.probability.display import signed
from boardodds.probability.estimate import estimate_of
from boardodds.probability.luck import luckier_than, simulate_luck
from tests.dashboard.driving import Page, open_page, view_of

ORCHARD = "pages/orchard.py"


def lines_of(app: Page) -> list[Any]:
    """Return the traces of the history line without their outlines; none if it is not shown."""
    charts = [chart.proto for chart in app.get("plotly_chart") if "history_chart" in chart.proto.id]
    return [trace for chart in charts for trace in json.loads(chart.spec)["data"] if "name" in trace]


def play(app: Page, events: Sequence[dict[str, Any]]) -> Page:
    for event in events:
        app.send_event(**event)
    return app


def rolls(*faces: str) -> list[dict[str, Any]]:
    return [{"kind": "roll", "face": face} for face in faces]


@pytest.mark.parametrize("policy", ["random_type", "most_left,most_left", "fewest_left,random_type,most_left"])
def test_the_line_begins_with_the_second_act_and_has_the_values_of_the_account(policy: str) -> None:
    app = play(open_page(ORCHARD, policy=policy), rolls("apples"))
    assert lines_of(app) == []
    play(app, rolls("raven", "basket", "pears"))
    (line,) = lines_of(app)
    texts = ["10.10.10.10 raven=10", "9.10.10.10 raven=10", "9.10.10.10 raven=9", "9.10.10.10 raven=9 basket=2"]
    game = account([State.parse(text) for text in [*texts, "9.9.10.10 raven=9 basket=1"]])
    assert line["y"] == pytest.approx([game.start, *(step.after for step in game.steps)])
    assert len(set(line["marker"]["symbol"])) == 5


def test_the_slider_goes_back_another_pick_is_a_branch_and_undo_takes_back_both() -> None:
    app = play(open_page(ORCHARD), rolls("apples", "basket", "apples", "plums", "raven"))
    view_of(app.select_slider, "act of 6").set_value(3).run()
    assert app.query_params["state"] == "8.10.10.10 raven=10 basket=1"
    assert len(lines_of(app)[0]["y"]) == 6
    others = [button for button in app.button if (button.key or "").startswith("instead")]
    best = best_basket(State.parse("9.10.10.10 raven=10 basket=2"))[0].win
    assert [f"{best:.1%}".replace("%", "\\%").replace(".", "\\.") in other.label for other in others] == [True] * 3
    # An event of the same tree is not among them.
    assert not any("apples" in other.label for other in others)
    others[0].click().run()
    assert app.query_params["state"] == "9.9.10.10 raven=10 basket=1"
    assert len(lines_of(app)[0]["y"]) == 4
    app.press("Undo").press("Undo")
    assert app.query_params["state"] == "8.10.10.9 raven=9"
    assert len(lines_of(app)[0]["y"]) == 6


def test_the_account_is_drawn_in_words_if_it_is_open() -> None:
    app = play(open_page(ORCHARD, game="my_first_orchard"), rolls("raven", "basket", "pears", "apples", "raven"))
    states = ["4.4.4.4 raven=6", "4.4.4.4 raven=5", "4.4.4.4 raven=5 basket=1", "4.3.4.4 raven=5", "3.3.4.4 raven=5"]
    game = account([State.parse(text) for text in [*states, "3.3.4.4 raven=4"]], MY_FIRST_ORCHARD)
    start = State.parse(states[0])
    rank = luckier_than(simulate_luck(LuckOfRolls(start, MY_FIRST_ORCHARD, 4)), game.luck)
    assert "ecisions" not in app.page_text
    text = app.open_figures("luck").page_text
    assert game.in_words() in text
    assert f"uckier than {rank.value:.0%}" in text
    assert f"5: raven {signed(100 * game.steps[4].luck, 2)}" in text.replace("\\", "")


def test_a_typed_record_is_played_and_a_damaged_one_gives_its_beginning() -> None:
    app = open_page(ORCHARD).open_figures("setup")
    view_of(app.text_area, "record").set_value("roll-apples roll-raven roll-pears").run()
    assert app.query_params["state"] == "9.9.10.10 raven=9"
    assert len(lines_of(app)[0]["y"]) == 4
    view_of(app.text_area, "record").set_value("roll-apples.roll-x.roll-pears").run()
    assert app.query_params["state"] == "9.10.10.10 raven=10"
    assert "after 1 act" in app.notice


def test_candy_land_has_the_chances_of_the_headline_and_the_luck_of_each_player() -> None:
    cards = ["RR", "B", "Mr. Mint", "O"]
    app = open_page("pages/candy_land.py", players="3")
    play(app, [{"kind": "card", "cards": [card]} for card in cards])
    lines = lines_of(app)
    store = app.session_state["state of candy_land"]
    last = solve_lengths(store.state).seat_wins
    assert [line["y"][-1] for line in lines] == [estimate_of(win).value for win in last]
    assert [sum(values) for values in zip(*(line["y"] for line in lines), strict=True)] == pytest.approx([1] * 5)
    # The same numbers stand in the headline, in the hundred and in the history.
    now = dict(re.findall(r"([ABC]) (\d+)%", app.page_text.partition("Chance to be first:")[2]))
    assert dict(re.findall(r"<b>(\d+)</b> ([ABC]) <span>\1%", app.html_text)) == {now[name]: name for name in now}
    assert f" {max(map(int, now.values()))} of 100" in app.headline
    text = app.open_figures("luck").page_text
    states = tuple(act.state.position for act in store.line)
    for player in (1, 2, 3):
        game = candy_land.account(states, player=player)
        assert game.in_words() in text
        rank = luckier_than(simulate_luck(LuckOfCards(states[0], store.state.rules, player, 4)), game.luck)
        assert f"uckier than {rank.value:.0%} of 1,000 games" in text
    record = app.query_params["record"]
    again = open_page("pages/candy_land.py", state=app.query_params["state"], record=record)
    assert [act.state for act in again.session_state["state of candy_land"].line] == [act.state for act in store.line]


@pytest.mark.parametrize(("page", "coins"), [("camel_up_leg", 0), ("camel_up_race", 3)])
def test_camel_up_has_the_chances_of_the_page_and_my_coins_in_the_leg(page: str, coins: int) -> None:
    app = open_page(f"pages/{page}.py", players="2", coins=str(coins))
    app.send_event(kind="ticket", camel="Y", coins=5, turn=0)
    app.send_event(kind="roll", die="G", face="3", turn=1)
    store = app.session_state["state of camel_up"]
    lines = lines_of(app)
    assert len(lines) == 5
    chances = camel_up.solve_leg(store.state.position, store.state.rules)
    if page == "camel_up_leg":
        assert {line["name"]: line["y"][-1] for line in lines} == pytest.approx(
            {camel_up.camel_name(camel): chances.probability(camel) for camel in chances.camels}
        )
    start = store.line[0].state
    acts: list[tuple[Act, bool]] = [(camel_up.Ticket("Y", 5), True), (faces_of("G", start.rules)["3"], False)]
    leg = camel_up.account_leg(start.position, acts, start.rules, coins=coins)
    text = app.open_figures("luck").page_text
    assert leg.in_words("coins") in text
    rank = luckier_than(simulate_luck(LuckOfDice(start.position, tuple(acts), start.rules, coins=coins)), leg.luck)
    assert f"uckier than {rank.value:.0%}" in text
    # Another ticket is one tap away, with its coins.
    view_of(app.select_slider, "act of 3").set_value(1).run()
    ranked = camel_up.rank_actions(start.position, start.rules, coins=coins)
    best = next(each for each in ranked if each.kind != "roll")
    other = next(button for button in app.button if (button.key or "").startswith("instead 0"))
    assert f"{best.expected_coins:+.2f}" in other.label.replace("\\", "")
    other.click().run()
    assert store.line[1].event == event_of(best)
    for _ in range(2):
        app.send_event(kind="undo")
    assert len(store.line) == 3


def test_the_record_of_a_leg_gives_its_game_and_the_next_leg_begins_a_line() -> None:
    app = open_page("pages/camel_up_leg.py", players="2")
    start = app.session_state["state of camel_up"].state
    rolls = [camel_up.Roll(die, die, 1, sides=1) for die in start.position.dice]
    # I place a tile with two taps, and turn it over in my next turn. The other player bets, and rolls first.
    tiles = [{"kind": "tile", "square": 4, "tile": kind} for kind in "omo"]
    bet = {"kind": "race_bet", "camel": "B", "pile": "last"}
    play(app, [*tiles[:2], bet, {**tiles[2], "turn": 0}])
    play(app, [{"kind": "roll", "die": roll.die, "face": "1"} for roll in rolls])
    store = app.session_state["state of camel_up"]
    link = dict(app.query_params.items())
    again = open_page("pages/camel_up_leg.py", **link).session_state["state of camel_up"]
    assert [act.state for act in again.line] == [act.state for act in store.line]
    acts: list[tuple[Act, bool]] = [((4, "m"), True), ((4, "o"), True)]
    acts += [(roll, number % 2 == 1) for number, roll in enumerate(rolls)]
    leg = camel_up.account_leg(start.position, acts, start.rules)
    assert leg.in_words("coins") in app.open_figures("luck").page_text
    over = store.state
    store.dispatch({"kind": "tile", "square": 12, "tile": "o"})
    assert (store.state, store.notice[:15]) == (over, "The leg is over")
    assert [line["y"][-1] for line in lines_of(app)].count(1.0) == 1
    store.dispatch({"kind": "new_leg"})
    assert lines_of(app.run()) == []


def test_perudo_has_my_chance_to_win_the_match_where_the_advice_has_it() -> None:
    app = open_page("pages/perudo.py", round="2.2.2 me=1 hand=25 bids=3:1x3", game="standard")
    bids = [(2, 3), (2, 4), (3, 4)]
    store = app.session_state["state of perudo"]
    before = MovesSheet(store.state).match_wins
    play(app, [{"kind": "bid", "quantity": n, "face": face, "bids": made} for made, (n, face) in enumerate(bids, 1)])
    (line,) = lines_of(app)
    # Nobody knows it between my bid and my next turn.
    values = [
        max(before.values(), key=lambda win: win.value),
        before[perudo.Bid(2, 3)],
        None,
        next(iter(MovesSheet(store.state).match_wins.values())),
    ]
    assert line["y"] == [value and value.value for value in values]
    assert values[0] is not None
    assert f"(95% CI {values[0].interval().low:.1%}" in line["text"][0]
    assert "I am to move" not in app.page_text
    view_of(app.select_slider, "act of 4").set_value(2).run()
    assert "I am to move" in app.page_text


def test_perudo_has_the_luck_of_a_solved_round() -> None:
    app = open_page("pages/perudo.py", round="1.1 me=1 hand=2", unconfirmed="1")
    events: list[dict[str, Any]] = [
        {"kind": "hand", "hand": [3], "unconfirmed": []},
        {"kind": "bid", "quantity": 1, "face": 6, "bids": 0},
        {"kind": "ask"},
        {"kind": "dudo", "bids": 1, "right": True, "seat": None},
    ]
    play(app, events)
    store = app.session_state["state of perudo"]
    assert [act.event["kind"] for act in store.line[1:]] == ["hand", "bid", "dudo"]
    lost = perudo.account_round(store.line[2].state.round, store.state.rules, is_won=False)
    assert lost is not None
    (line,) = lines_of(app)
    assert line["y"] == pytest.approx([None, *(step.after for step in lost.steps[:2]), 0.0])
    assert lost.in_words() in app.open_figures("luck").page_text
    again = open_page("pages/perudo.py", **dict(app.query_params.items())).session_state["state of perudo"]
    assert [act.state.text for act in again.line] == [act.state.text for act in store.line]


@pytest.mark.parametrize(("page", "sheet"), [("camel_up_leg", LegSheet), ("camel_up_race", RaceSheet)])
def test_the_card_says_what_my_last_act_cost(page: str, sheet: type[LegSheet]) -> None:
    app = open_page(f"pages/{page}.py", players="2")
    # The advised one costs nothing, and what is as good gives way.
    assert "; as good: " in app.advice
    app.press("Do it")
    assert app.advice.endswith(" Last move: best; A is to move")
    # The act of another player is no choice of mine.
    app.send_event(kind="ticket", camel="G", coins=5)
    assert "Last move" not in app.advice
    actions = sheet(app.session_state["state of camel_up"].state).actions
    (yellow,) = [action for action in actions if str(action) == "take yellow's 5-coin ticket"]
    cost = max(action.expected_coins for action in actions if not action.can_wait) - yellow.expected_coins
    app.send_event(kind="ticket", camel="Y", coins=5)
    assert app.advice.endswith(f" Last move: −{cost:.2f} coins; A is to move")
    app.send_event(kind="undo")
    assert "Last move" not in app.advice


def test_a_pick_of_orchard_says_what_it_cost_unless_the_answer_is_hidden() -> None:
    game = {"state": "4.2.4.4 raven=3 basket=2"}
    wins = {pick.tree: pick.win for pick in best_basket(State.parse(game["state"]))}
    app = open_page(ORCHARD, **game)
    app.send_event(kind="roll", face="pears")
    cost = 100 * (max(wins.values()) - wins[1])
    assert f"** Last move: −{cost:.1f} points; " in app.advice
    app = open_page(ORCHARD, reveal="off", **game)
    app.send_event(kind="roll", face="pears")
    assert "Last move" not in app.page_text + app.captions + app.advice
