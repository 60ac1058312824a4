"""Links with settings that were renamed since still mean the same."""

import pytest

from tests.dashboard.driving import headline, open_page

CANDY = "pages/candy_land.py"
PERUDO = "pages/perudo.py"


@pytest.mark.parametrize(
    ("older", "today"),
    [
        ({"licorice": "lose_turn", "seed": "3"}, {"licorice": "lose a turn", "seed": "3"}),
        ({"specials": "forward_only", "doubles": "end_only"}, {"specials": "forward only", "doubles": "end only"}),
    ],
)
def test_an_older_link_to_candy_land_says_the_same(older: dict[str, str], today: dict[str, str]) -> None:
    followed, asked = open_page(CANDY, **older), open_page(CANDY, **today)
    assert not followed.warning
    assert headline(followed) == headline(asked) != headline(open_page(CANDY))


def test_older_links_to_perudo_and_the_classroom_say_the_same() -> None:
    perudo = open_page(PERUDO, raises="any_higher", wild="false")
    assert (perudo.segmented_control(key="raises").value, perudo.toggle(key="wild").value) == ("any higher", False)
    classroom = open_page("pages/classroom.py", example="my_first_orchard")
    assert classroom.segmented_control(key="example").value == "my first orchard"
    assert not perudo.warning
    assert not classroom.warning
