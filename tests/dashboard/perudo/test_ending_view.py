"""The solved end of a match on the page: perfect play in the advice and in the first view, and where it is left out."""

import re

import pytest

from boardodds.perudo import Bid, Call
from boardodds.perudo.endings import solve_ending
from tests.dashboard.driving import open_page, page_text

PERUDO = "pages/perudo.py"
EXAMPLE = "1.1 me=1 hand=4 bids=2:1x6"


def test_the_example_calls_dudo_in_the_advice_and_in_the_view() -> None:
    text = page_text(open_page(PERUDO, round=EXAMPLE))
    assert text.count("Perfect play: **dudo**. It wins the round 25.0% of the time.") == 2
    assert "Safest move:" not in text


def test_the_table_has_every_move_with_its_chance_of_winning() -> None:
    app = open_page(PERUDO, round="1.1 me=1 hand=1 bids=2:1x6")
    (grid,) = (html.proto.body for html in app.get("html") if "wins the round" in html.proto.body)
    wins = solve_ending((1, 1), gap=1e-3).wins([Bid(1, 6)], [1])
    assert max(wins, key=lambda move: wins[move]) != Call.DUDO
    cells = re.findall(r'<th scope="row">(.*?)</th><td[^>]*>(.*?)</td>', grid)
    assert [name for name, _ in cells] == ["1 ace", "2 sixes", "dudo"]
    assert cells[0][1] == f"{max(wins.values()):.1%}"


def test_the_viewer_who_opens_gets_perfect_play_too() -> None:
    text = page_text(open_page(PERUDO, round="1.1 me=2 hand=6 opens=2"))
    assert "Perfect play: **1 six**" in text


@pytest.mark.parametrize(
    ("round_text", "settings"),
    [
        ("2.2 me=1 hand=44 bids=2:1x6", {}),
        ("1.1.1 me=1 hand=4 bids=3:1x6", {}),
        ("1.1 me=1 hand=4 bids=1:1x6", {}),
        ("1.1 bids=2:1x6", {}),
        (EXAMPLE, {"calza": "true"}),
        ("2.1 me=1 hand=44 bids=2:1x6", {"raises": "any higher"}),
    ],
    ids=["four dice", "three players", "not my turn", "an onlooker", "calza", "any higher with three dice"],
)
def test_other_rounds_are_not_solved_on_the_page(round_text: str, settings: dict[str, str]) -> None:
    app = open_page(PERUDO, round=round_text, **settings)
    assert not app.exception
    assert "Perfect play" not in page_text(app)
