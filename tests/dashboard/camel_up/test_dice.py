"""The dice below the board: which are shown, where their numbers place camels, and what the grey die explains."""

import pytest

from boardodds.dashboard.camel_up.editions import EDITIONS, setup_label
from tests.dashboard.driving import board_data, open_page, send_event

LEG = "pages/camel_up_leg.py"


def dice_of(edition: str, position: str) -> dict[str, dict[str, object]]:
    """Return the data of each die by its name, on a page with a position."""
    app = open_page(LEG, edition=edition, position=position)
    return {die["id"]: die for die in board_data(app)["dice"]}


@pytest.mark.parametrize(("edition", "dice"), [("first", "WGBOY"), ("second", "BYGRPx"), ("numbered", "012345")])
def test_a_cleared_board_shows_the_dice_of_its_edition(edition: str, dice: str) -> None:
    shown = dice_of(edition, "dice=")
    assert "".join(shown) == dice
    assert not any(die["in"] for die in shown.values())


def test_every_number_places_its_camel_where_the_rulebook_starts_it() -> None:
    shown = dice_of("second", "dice=")
    assert shown["B"]["places"] == {"1": ["B", 1], "2": ["B", 2], "3": ["B", 3]}
    assert shown["x"]["places"] == {
        "w1": ["w", 16], "w2": ["w", 15], "w3": ["w", 14], "k1": ["k", 16], "k2": ["k", 15], "k3": ["k", 14],
    }  # fmt: skip


def test_the_places_of_all_numbers_are_possible_events() -> None:
    app = open_page(LEG, edition="second", position="dice=")
    for die in board_data(app)["dice"]:
        camel, square = die["places"][die["faces"][0]]
        send_event(app, kind="camel", camel=camel, square=square, level=None)
    assert board_data(app)["stacks"] == [[1, "BYGRP"], [16, "w"]]


def test_only_a_grey_die_in_the_pyramid_explains_its_moves() -> None:
    shown = dice_of("second", "1:BP 2:YR 15:wG 16:k")
    assert shown["x"]["moves"] == dict.fromkeys(
        ("w1", "w2", "w3", "k1", "k2", "k3"), "crazy white moved, because only it carries racing camels"
    )
    assert "moves" not in shown["B"]
    assert dice_of("second", "1:BP 2:YR 15:wG 16:k dice=BP")["x"]["moves"] == {}


def test_a_die_without_faces_is_drawn_for_a_crazy_camel_that_the_edition_does_not_have() -> None:
    app = open_page(LEG, position="1:BW 2:Y")
    assert {die["id"] for die in board_data(app)["dice"]} == set("WGBOY")
    assert "x" in dice_of("first", "1:BW 16:w")


def test_the_bold_part_of_the_label_names_the_edition() -> None:
    assert [setup_label(name).replace("*", "") for name in EDITIONS] == [
        "Set up: first edition",
        "Set up: second edition",
        "Set up: numbered camels",
    ]
    assert "**second**" in setup_label("second")
