"""The picture of Candy Land's board: its path, its tints, its tokens."""

import re
from itertools import pairwise

import pytest

from boardodds.candy_land import BOX_2014, CLASSIC, Rules
from boardodds.charts.candy_land import PICTURE_FILL, SPACE_FILLS
from boardodds.charts.style import INK, PAGE, SURFACES
from boardodds.dashboard.candy_land.board import DARK_TINTS, LIGHT_TINTS, board_html, castle_place, path
from tests.charts.contrast import contrast, rgb


@pytest.mark.parametrize("spaces", [1, 12, 13, 134, 300])
def test_the_next_space_is_a_neighbour(spaces: int) -> None:
    places = path(spaces)
    assert len(set(places)) == spaces
    assert all(abs(x - other_x) + abs(y - other_y) == 1 for (x, y), (other_x, other_y) in pairwise(places))


@pytest.mark.parametrize("fill", [*SPACE_FILLS.values(), PICTURE_FILL])
@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_the_letter_is_readable_on_every_tint(fill: str, share: float) -> None:
    for tints, theme in ((LIGHT_TINTS, "light"), (DARK_TINTS, "dark")):
        tint = (tints[0] + (tints[1] - tints[0]) * share) / 100
        page, ink = (rgb(getattr(SURFACES[name], theme)) for name in (PAGE, INK))
        mixed = [tint * own + (1 - tint) * paper for own, paper in zip(rgb(fill), page, strict=True)]
        assert contrast(mixed, ink) >= 4.5


def test_the_signs_are_those_of_the_rules() -> None:
    visits = [0.1] * len(CLASSIC.board)
    board = board_html(CLASSIC, visits, alt="board")
    assert board.count("✖") == len(CLASSIC.licorice)
    assert len(re.findall(r"\d↗", board)) == len(CLASSIC.shortcuts) == len(re.findall(r"↘\d", board))
    bare = Rules(licorice_rule="off", specials="removed", shortcuts=())
    assert not re.search("[★✖↗↘]", board_html(bare, [0.1] * len(bare.board), alt="board"))


def test_each_player_has_a_token_where_they_are() -> None:
    board = board_html(BOX_2014, [0.1] * len(BOX_2014.board), alt="board", tokens=[-1, None, 5, 5])
    spaces, castle, start = re.split(r'<div class="end', board)
    assert [re.findall(r">(\d)</span>", part) for part in (castle, spaces, start)] == [["2"], ["3", "4"], ["1"]]


@pytest.mark.parametrize("spaces", [1, 10, 11, 12, 13, 22, 23, 24, 134])
def test_the_castle_follows_the_last_space(spaces: int) -> None:
    (x, y), (side, area) = path(spaces)[-1], castle_place(spaces)
    runs_right = y % 2 == 0
    free = 11 - x if runs_right else x
    if free < 2:
        # Above the board, on the side of the last space.
        assert (side, area) == ("right" if x > 5 else "left", "")
        return
    first, last = int(area.split("/")[1]), int(area.split("/")[3])
    # Grid lines count from 1: the castle's cells end or begin where the last space does, and fill the row.
    assert (first, last) == ((x + 2, 13) if runs_right else (1, x + 1))
    assert side == ("left" if runs_right else "right")
