"""Events from the board of the leg page: rolls, tickets, tiles, editions, and Undo of each; the dice below it."""

import re
from typing import Any

import pytest
from streamlit.testing.v1.element_tree import Widget

from boardodds.dashboard.camel_up.links import read_link
from boardodds.dashboard.camel_up.page import board_data
from tests.dashboard.driving import Page, open_page, open_setup, view_of

LEG = "pages/camel_up_leg.py"
RACE = "pages/camel_up_race.py"


def test_the_stale_text_of_an_early_event_does_not_return() -> None:
    app = open_setup(LEG)
    texts = []
    for die in "OYW":
        texts.append(position(app))
        app.send_event(kind="roll", die=die, face="1")
    # Each event is sent before the browser has received the text after the previous one.
    stale: list[Widget] = []
    for text in reversed(texts):
        # The browser keeps the value that it shows when the page has moved on.
        shown = view_of(app.text_input, "position")
        shown.set_value(shown.value)
        app.send_event(kind="undo", stale=stale)
        assert position(app) == text
        stale = [shown]
    app.send_event(kind="roll", die="O", face="3", stale=stale)
    after_roll = position(app)
    assert after_roll == "1:BW 2:Y 4:OG dice=BWYG"
    app.send_event(kind="tile", square=1, tile="o", stale=stale)
    assert (position(app), app.notice != "") == (after_roll, True)


def position(app: Page) -> str:
    return view_of(app.text_input, "position").value or ""


def test_changing_the_edition_and_back_changes_nothing() -> None:
    start = "6:YBW 8:OG dice=WG tiles=5o"
    app = open_setup(LEG, position=start, tickets=["0W5", "2G5"], rolled=["0B2", "1Y3"])
    for edition, text, held in (
        ("second_edition", "6:YBR 8:PG 15:w 16:k dice=RGx tiles=5o", ["0R5", "2G5"]),
        ("numbered", "6:203 8:41 dice=31 tiles=5o", ["035", "215"]),
        ("first_edition", start, ["0W5", "2G5"]),
    ):
        view_of(app.segmented_control, "edition").set_value(edition).run()
        assert position(app) == text
        assert app.board_data["tickets"] == held
    assert not app.warning
    assert app.query_params["rolled"] == ["0B2", "1Y3"]


def test_the_notice_names_a_camel_without_a_place_in_the_other_edition() -> None:
    app = open_setup(LEG, edition="numbered", position="1:012345")
    view_of(app.segmented_control, "edition").set_value("first_edition").run()
    assert position(app) == "1:BGYWO dice=BGYWO"
    assert app.notice == "Camel 5 is not in this edition, so it was removed. To go back, select Undo."


def test_a_roll_as_the_best_action_is_explained() -> None:
    tickets_gone = [f"1{camel}{coins}" for camel in "BG" for coins in (5, 3, 2)]
    app = open_page(LEG, position="1:B 9:G dice=B", tickets=tickets_gone)
    assert app.advice == "*Best for this leg* **Roll a die** 1.00 coins for certain, the most in the leg"
    assert "gains 1.00 coins on average. Rolling pays 1 coin for certain" in app.page_text
    assert not [button for button in app.button if button.label == "Do it"]


@pytest.mark.parametrize("page", [LEG, RACE])
def test_the_card_does_its_move_once_and_then_says_who_is_to_move(page: str) -> None:
    app = open_page(page)
    app.press("Do it")
    assert (app.query_params["owners"], app.query_params["turn"]) == ("04", "1")
    assert app.advice.startswith("**If it were my turn: ")
    assert app.advice.endswith("A is to move")
    # The board marks no move of another player.
    assert "&quot;event&quot;: {}" in app.html_text
    (do_it,) = [button for button in app.button if button.label == "Do it"]
    assert do_it.disabled
    app.send_event(kind="set", name="turn", value=0)
    assert "to move" not in app.advice


def totals(app: Page) -> list[tuple[str, list[str], int]]:
    """Return each player's name, payments and coins on the card at the end of a leg or a race."""
    rows = re.findall("<th>([^<]+)</th><td>(.*?)</td><td>([0-9]+)</td>", app.html_text.replace("&#x27;", "'"))
    return [(name, [] if paid == "nothing" else paid.split(", "), int(coins)) for name, paid, coins in rows]


def test_the_end_of_a_leg_shows_what_it_paid_everybody_and_the_next_leg_keeps_the_totals() -> None:
    query = {"tickets": ["0G5", "0B5", "1G3"], "owners": "03", "coins": ["4", "2"], "winner": "0G", "players": "3"}
    app = open_setup(LEG, position="1:BW 4:G dice=B tiles=3m", **query)
    app.send_event(kind="roll", die="B", face="2")
    # Blue and white stop on the tile and go back to square 2. Green wins; the race bet pays nothing yet.
    assert position(app) == "2:BW 4:G dice= tiles=3m"
    assert app.board_data["is_leg_over"]
    mine = ["green's 5-coin ticket <b>+5</b>", "blue's 5-coin ticket <b>−1</b>", "1 roll <b>+1</b>"]
    assert totals(app) == [
        ("me", [*mine, "1 stop on the tile <b>+1</b>"], 10),
        ("A", ["green's 3-coin ticket <b>+3</b>"], 5),
        ("B", [], 3),
    ]
    result = app.html_text
    assert result.index(">G</b>1st") < result.index(">W</b>2nd") < result.index(">B</b>3rd")
    app.press("Start next leg")
    # The set-up is closed, so that it does not cover the board.
    assert not app.text_input
    assert (app.query_params["coins"], app.query_params["position"]) == (["10", "5", "3"], "2:BW 4:G dice=BWG")


@pytest.mark.parametrize("page", [LEG, "pages/camel_up_race.py"])
def test_a_link_to_a_race_that_is_over_shows_its_result_and_turns_the_cards_over(page: str) -> None:
    query = {"winner": ["1", "0G", "2"], "last": ["0B", "1"], "players": "3"}
    app = open_page(page, position="15:BW dice=BW", finish="GWB", **query)
    assert app.headline == "Green won the race"
    assert [coins for *_, coins in totals(app)] == [3 + 16, 3 - 2, 3 - 1]
    view_of(app.button_group, "winner_right").set_value([0]).run()
    assert [coins for *_, coins in totals(app)] == [3 + 13, 3 + 7, 3 - 1]
    assert not app.tabs
    assert app.query_params["winner"] == ["1G", "0G", "2"]
    assert not app.warning
    app.press("New game")
    assert app.query_params["position"] == "dice="


def data_of(edition: str, position: str, **link: str | list[str]) -> dict[str, Any]:
    more = {name: [value] if isinstance(value, str) else value for name, value in link.items()}
    return board_data(read_link({"edition": [edition], "position": [position], **more}))


def dice_of(edition: str, position: str, **link: str | list[str]) -> dict[str, dict[str, Any]]:
    return {die["id"]: die for die in data_of(edition, position, **link)["dice"]}


@pytest.mark.parametrize(
    ("edition", "position", "dice", "inside", "can_roll"),
    [
        # The dice of a cleared board place the camels.
        ("first_edition", "dice=", "WGBOY", "", False),
        ("second_edition", "dice=", "BYGRPx", "", False),
        ("numbered", "dice=", "012345", "", False),
        ("first_edition", "1:WOG 2:Y 4:B dice=WGOY", "WGBOY", "WGOY", True),
        ("first_edition", "1:BW 3:G dice=", "WGBOY", "", False),
        # In the second edition one die stays in the pyramid.
        ("second_edition", "1:BR 14:w 15:k dice=x", "BYGRPx", "x", False),
        # A crazy camel of another edition has a die without faces.
        ("first_edition", "1:BW 16:w", "xWGBOY", "xWB", False),
    ],
)
def test_the_dice_keep_their_places_and_roll_while_the_leg_goes_on(
    edition: str, position: str, dice: str, inside: str, can_roll: bool
) -> None:
    data = data_of(edition, position)
    assert "".join(die["id"] for die in data["dice"]) == dice
    assert "".join(die["id"] for die in data["dice"] if die["in"]) == inside
    assert data["can_roll"] == can_roll


def test_every_number_places_its_camel_where_the_rulebook_starts_it() -> None:
    shown = dice_of("second_edition", "dice=")
    assert shown["B"]["places"] == {"1": ["B", 1], "2": ["B", 2], "3": ["B", 3]}
    assert shown["x"]["places"] == {
        "w1": ["w", 16], "w2": ["w", 15], "w3": ["w", 14], "k1": ["k", 16], "k2": ["k", 15], "k3": ["k", 14],
    }  # fmt: skip


def test_only_a_grey_die_in_the_pyramid_explains_its_moves() -> None:
    shown = dice_of("second_edition", "1:BP 2:YR 15:wG 16:k")
    assert shown["x"]["moves"] == dict.fromkeys(
        ("w1", "w2", "w3", "k1", "k2", "k3"), "the white camel moved, because only it carries racing camels"
    )
    assert "moves" not in shown["B"]
    assert dice_of("second_edition", "1:BP 2:YR 15:wG 16:k dice=BP")["x"]["moves"] == {}


def test_a_used_die_shows_the_number_rolled() -> None:
    shown = dice_of("second_edition", "1:BP 2:YR 15:wG 16:k dice=BPR", rolled=["0G2", "1k3"])
    assert {die: data["rolled"] for die, data in shown.items() if data["rolled"]} == {"G": "2", "x": "k3"}


def test_the_grey_die_has_the_faces_of_the_crazy_camel_that_is_there() -> None:
    link = {"position": "3:BR 14:k dice=BRx", "lone_crazy": "true"}
    grey = dice_of("second_edition", **link)["x"]
    assert grey["faces"] == ["k1", "k2", "k3"]
    assert grey["moves"]["k2"] == "the black camel moved, because it is the only one on the board"
    del link["lone_crazy"]
    assert "white is missing" in read_link({name: [value] for name, value in link.items()}).problem
