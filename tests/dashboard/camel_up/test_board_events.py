"""Events from the board of the leg page: rolls, tickets, tiles, editions, and Undo of each of them."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from boardodds.camel_up import (
    FIRST_EDITION,
    Position,
)
from tests.dashboard.driving import board_data, headline, notice, open_page, send_event, warnings

LEG = "pages/camel_up_leg.py"


def test_dice_and_rolls_rewrite_the_position() -> None:
    app = open_page(LEG, position="1:BWOG 2:Y dice=BOW")
    send_event(app, kind="die", die="W", on=False)
    assert app.text_input(key="position").value == "1:BWOG 2:Y dice=BO"
    assert headline(app).endswith("12 of 18 dice sequences")
    send_event(app, kind="roll", die="O", face="3")
    assert app.text_input(key="position").value == "1:BW 2:Y 4:OG dice=B"
    send_event(app, kind="undo")
    assert app.text_input(key="position").value == "1:BWOG 2:Y dice=BO"


def test_a_roll_that_ends_the_race_is_told_and_the_board_stays() -> None:
    app = open_page(LEG, position="15:BW 16:G")
    send_event(app, kind="roll", die="G", face="1")
    assert "ends the leg" in notice(app)
    assert app.text_input(key="position").value == "15:BW 16:G"


def test_an_early_event_comes_with_the_text_of_before_and_does_not_bring_it_back() -> None:
    app = open_page(LEG)
    start, texts = position(app), []
    for die in "OYW":
        texts.append(position(app))
        send_event(app, kind="roll", die=die, face="1")
    # each before the browser has the text that the last one made
    for text in reversed(texts):
        stale = position(app)
        send_event(app, kind="undo")
        assert position(app) == text
        app.text_input(key="position").set_value(stale)
    send_event(app, kind="undo")
    assert position(app) == start
    send_event(app, kind="roll", die="O", face="1")
    rolled = position(app)
    app.text_input(key="position").set_value(start)
    send_event(app, kind="tile", square=1, tile="o")
    assert (position(app), notice(app) != "") == (rolled, True)


def test_an_early_event_does_not_bring_tickets_back_that_went_home() -> None:
    app = open_page(LEG, held="B5", gone="W5")
    send_event(app, kind="new_leg")
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == ([], [])
    for die in "BW":
        # before the browser has heard of it
        app.multiselect(key="held").set_value(["B5"])
        app.multiselect(key="gone").set_value(["W5"])
        send_event(app, kind="roll", die=die, face="1")
        assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == ([], [])
    # what is taken after that is
    app.multiselect(key="held").set_value(["W5"])
    send_event(app, kind="roll", die="O", face="1")
    assert app.multiselect(key="held").value == ["W5"]
    for _ in range(4):
        send_event(app, kind="undo")
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == (["B5"], ["W5"])
    app.multiselect(key="held").set_value([])
    app.multiselect(key="gone").set_value([])
    send_event(app, kind="roll", die="O", face="1")
    assert app.multiselect(key="held").value == ["B5"]


def test_a_text_that_cannot_be_read_outlives_a_refused_event() -> None:
    app = open_page(LEG)
    app.text_input(key="position").set_value("1:BW nonsense").run()
    send_event(app, kind="tile", square=1, tile="o")
    assert position(app) == "1:BW nonsense"


def test_each_die_keeps_its_place_below_the_board_when_it_has_been_rolled() -> None:
    app = open_page(LEG)
    send_event(app, kind="roll", die="B", face="3")
    dice = board_data(app)["dice"]
    assert [die["id"] for die in dice] == list(FIRST_EDITION.camels)
    assert [die["id"] for die in dice if not die["in"]] == ["B"]
    assert {tuple(die["faces"]) for die in dice} == {("1", "2", "3")}
    assert board_data(app)["can_roll"]


def test_nothing_is_rolled_where_the_leg_is_over_or_the_board_is_empty() -> None:
    assert not board_data(open_page(LEG, position="1:BW 3:G dice="))["can_roll"]
    # one die stays in the pyramid in the second edition
    assert not board_data(open_page(LEG, edition="second", position="1:BW 14:w 15:k dice=x"))["can_roll"]
    empty = board_data(open_page(LEG, position="dice="))
    assert (empty["can_roll"], empty["dice"]) == (False, [])


def test_an_undo_of_nothing_changes_nothing() -> None:
    app = open_page(LEG, position="1:BW 3:G dice=B")
    assert not board_data(app)["can_undo"]
    send_event(app, kind="undo")
    assert position(app) == "1:BW 3:G dice=B"


def position(app: AppTest) -> str:
    return app.text_input(key="position").value or ""


def test_a_new_leg_sends_dice_tiles_and_tickets_home_and_undo_brings_them_back() -> None:
    app = open_page(LEG, position="1:BW 3:G dice=B tiles=6o", held=["G5", "B5"], gone=["W5"], own="6")
    assert (app.multiselect(key="held").value, app.selectbox(key="own").value) == (["G5", "B5"], "6")
    send_event(app, kind="new_leg")
    assert position(app) == "1:BW 3:G dice=BWG"
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == ([], [])
    assert app.selectbox(key="own").value == "none"
    send_event(app, kind="undo")
    assert position(app) == "1:BW 3:G dice=B tiles=6o"
    assert (app.multiselect(key="held").value, app.multiselect(key="gone").value) == (["G5", "B5"], ["W5"])
    assert app.selectbox(key="own").value == "6"


def tickets(app: AppTest) -> tuple[list[str], list[str]]:
    return app.multiselect(key="held").value, app.multiselect(key="gone").value


def test_a_ticket_is_taken_with_a_tap_and_given_back_by_undo() -> None:
    app = open_page(LEG, edition="second", position="1:BR 3:G dice=BRG", held=["G2"], view="How")
    assert {ticket["id"]: ticket["next"] for ticket in board_data(app)["tickets"]} == {"B": 5, "G": 2, "R": 5}
    taken = [("G", 2, True, (["G2", "G2'"], [])), ("B", 5, False, (["G2", "G2'"], ["B5"]))]
    for camel, coins, mine, after in taken:
        send_event(app, kind="ticket", camel=camel, coins=coins, mine=mine)
        assert tickets(app) == after
    assert (board_data(app)["held"], board_data(app)["gone"]) == ("G 2, G 2'", "B 5")
    # all above one that was taken have gone as well
    assert {ticket["id"]: ticket["next"] for ticket in board_data(app)["tickets"]} == {"B": 3, "G": 0, "R": 5}
    send_event(app, kind="ticket", camel="B", coins=5, mine=True)
    assert notice(app) == "This ticket on blue has gone."
    send_event(app, kind="ticket", camel="G", coins=0, mine=True)
    assert notice(app) == "This ticket on green has gone."
    for held in (["G2", "G2'"], ["G2"]):
        send_event(app, kind="undo")
        assert tickets(app) == (held, [])


@pytest.mark.parametrize(
    "forged",
    [{"camel": "W"}, {"camel": ["G"]}, {"camel": "GB"}, {"mine": 1}, {"mine": None}],
)
def test_what_is_no_ticket_is_not_taken(forged: dict[str, Any]) -> None:
    app = open_page(LEG, position="1:BG dice=BG")
    send_event(app, **({"kind": "ticket", "camel": "G", "coins": 5, "mine": True} | forged))
    assert (tickets(app), notice(app), board_data(app)["can_undo"]) == (([], []), "", False)


def test_tickets_taken_in_haste_are_all_kept_and_what_is_chosen_by_hand_holds() -> None:
    app = open_page(LEG)
    for count, camel in enumerate("GYB"):
        # before the browser has heard of any
        app.multiselect(key="held").set_value([])
        send_event(app, kind="ticket", camel=camel, coins=5, mine=True)
        assert tickets(app)[0] == ["G5", "Y5", "B5"][: count + 1]
    app.multiselect(key="held").set_value([]).run()
    send_event(app, kind="roll", die="B", face="1")
    assert tickets(app)[0] == []


def test_tickets_chosen_by_hand_are_a_step_that_undo_takes_back() -> None:
    app = open_page(LEG, position="1:BG dice=BG tiles=6o")
    send_event(app, kind="ticket", camel="B", coins=5, mine=True)
    app.multiselect(key="held").set_value(["B5", "G5"]).run()
    app.multiselect(key="gone").set_value(["G3"]).run()
    app.selectbox(key="own").set_value("6").run()
    for held, gone, own in (
        (["B5", "G5"], ["G3"], "none"),
        (["B5", "G5"], [], "none"),
        (["B5"], [], "none"),
        ([], [], "none"),
    ):
        send_event(app, kind="undo")
        assert (*tickets(app), app.selectbox(key="own").value) == (held, gone, own)
    assert not board_data(app)["can_undo"]


def test_random_and_clear() -> None:
    app = open_page(LEG, held=["G5"])
    send_event(app, kind="random")
    assert sorted(Position.parse(position(app)).camels) == sorted("WGBOY")
    assert app.multiselect(key="held").value == []
    send_event(app, kind="clear")
    assert position(app) == "dice="
    assert "at least 2 racing camels on the board, got 0" in warnings(app)[0]
    send_event(app, kind="undo")
    assert not app.warning


def test_editions_there_and_back_change_nothing() -> None:
    start = "6:YBW 8:OG dice=WG tiles=5o"
    app = open_page(LEG, position=start, held=["W5", "G5"])
    for edition, there, held in (
        ("second", "6:YBR 8:PG 15:w 16:k dice=RGx tiles=5o", ["R5", "G5"]),
        ("numbered", "6:203 8:41 dice=31 tiles=5o", ["35", "15"]),
        ("first", start, ["W5", "G5"]),
    ):
        app.segmented_control(key="edition").set_value(edition).run()
        assert position(app) == there
        assert app.multiselect(key="held").value == held
    assert not app.warning


def test_a_camel_without_a_place_in_the_other_edition_is_named() -> None:
    app = open_page(LEG, edition="numbered", position="1:012345")
    app.segmented_control(key="edition").set_value("first").run()
    assert position(app) == "1:BGYWO dice=BGYWO"
    assert "no place for camel 5 in this edition" in notice(app)
