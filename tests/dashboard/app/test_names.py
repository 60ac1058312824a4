"""Links with settings that have been renamed keep their meaning."""

import pytest

from tests.dashboard.driving import headline, open_page, view_of

CANDY = "pages/candy_land.py"
PERUDO = "pages/perudo.py"


@pytest.mark.parametrize(
    ("old_query", "current_query"),
    [
        ({"licorice": "lose_turn", "seed": "3"}, {"licorice": "lose a turn", "seed": "3"}),
        (
            {"specials": "forward_only", "double_cards": "end_only"},
            {"specials": "only forward", "double_cards": "only the second space counts"},
        ),
    ],
)
def test_an_old_link_to_candy_land_still_works(old_query: dict[str, str], current_query: dict[str, str]) -> None:
    old_page, current_page = open_page(CANDY, **old_query), open_page(CANDY, **current_query)
    assert not old_page.warning
    assert headline(old_page) == headline(current_page) != headline(open_page(CANDY))


def test_old_links_to_perudo_and_the_classroom_still_work() -> None:
    perudo = open_page(PERUDO, raises="any_higher", wild="false")
    assert view_of(perudo.segmented_control, "raises").value == "any higher"
    assert not view_of(perudo.toggle, "wild").value
    classroom = open_page("pages/classroom.py", example="my_first_orchard")
    assert classroom.segmented_control(key="example").value == "my first orchard"
    assert not perudo.warning
    assert not classroom.warning
