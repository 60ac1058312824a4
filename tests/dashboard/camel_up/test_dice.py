"""The dice below the board: which are shown, where their numbers place camels, and what the grey die explains."""

from typing import Any

import pytest

from boardodds.dashboard.camel_up.links import read_link
from boardodds.dashboard.camel_up.page import board_data


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
